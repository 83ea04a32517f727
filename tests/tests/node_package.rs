//! The Node package: its tests in `tests/node`, run by Node with the addon and the program that were just built.

use mast_tests::{node, repository};

/// Runs the test files of `tests/node` whose names begin with `name`.
fn run(name: &str) {
    let Some(mut command) = node::command() else {
        return;
    };
    command
        .args(["--test", "--test-timeout=240000"])
        .arg(format!("tests/node/{name}.test.mjs"))
        .current_dir(repository());
    let output = command.output().expect("node can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_class_answers_and_closes() {
    run("mast");
}

#[test]
fn calls_are_withdrawn() {
    run("signal");
}

#[test]
fn the_process_stays_free_and_ends() {
    run("process");
}

#[test]
fn the_loader_says_what_is_missing() {
    run("platform");
}

#[test]
fn the_program_passes_everything_through() {
    run("program");
}

#[test]
fn the_declarations_compile() {
    run("types");
}

#[test]
fn the_example_says_what_its_readme_says() {
    run("example");
}

#[test]
fn the_documents_run() {
    run("documents");
}

#[test]
fn what_a_program_needs_of_the_c_library_is_read() {
    run("floor");
}

#[test]
fn the_release_builds_the_platforms_of_the_list() {
    run("release");
}
