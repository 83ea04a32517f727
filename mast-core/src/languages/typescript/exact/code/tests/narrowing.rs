//! Tests that say more of a value.
