//! The tools of the catalogue, as cases (`docs/writing-cases.md`).

use mast_tests::{cases, questions};
use std::path::Path;

#[test]
fn search() {
    cases::run_folder(Path::new("tests/cases/search"), &questions::run);
}

#[test]
fn status() {
    cases::run_folder(Path::new("tests/cases/status"), &questions::run);
}
