//! Shared parts of the tests: the case harness and the property generators.
