//! Shared parts of the tests: the case harness and the generators of random projects.

pub mod c_library;
pub mod cases;
pub mod commands;
pub mod corpora;
pub mod derived;
pub mod diff;
pub mod engine;
pub mod extraction;
pub mod git;
pub mod node;
pub mod program;
pub mod project;
pub mod questions;
pub mod random;
pub mod server;
pub mod settle;
pub mod sources;
pub mod surface;
pub mod temp;

use std::path::{Path, PathBuf};

/// The root of the repository that the tests were built in.
pub fn repository() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}
