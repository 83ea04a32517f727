//! The case harness itself, with a runner that knows only files.

use mast_tests::cases;
use mast_tests::project::Project;
use std::path::Path;

fn run(project: &Project, call: &str) -> String {
    match call.split_once(' ') {
        None if call == "list" => project.files().join("\n"),
        Some(("show", path)) => project.read(path),
        _ => panic!("`{call}` is neither `list` nor `show <path>`"),
    }
}

#[test]
fn cases_of_the_harness() {
    cases::run_folder(Path::new("tests/cases/harness"), &run);
}
