//! The program's commands, as cases (`docs/writing-cases.md`), and what a case cannot show.

use mast_tests::project::Project;
use mast_tests::{cases, commands, program};
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn every_command() {
    cases::run_folder(Path::new("tests/cases/cli"), &commands::run);
}

#[test]
fn a_reader_that_has_gone_ends_the_program_quietly() {
    let doc = "Words about pipes. ".repeat(200);
    let mut functions = String::new();
    for number in 0..400 {
        let _ = writeln!(functions, "/** {doc} */\nexport function piped{number}() {{}}");
    }
    let project = Project::of(&[("a.ts", &functions)]);
    program::run(&project, &["index"]).succeeded();
    for arguments in [
        &["search", "pipes", "-n", "50"] as &[&str],
        &["search", "pipes", "-n", "50", "--json"],
        &["query", "mast_search", r#"{"query": "pipes", "limit": 50}"#],
    ] {
        let mut child = program::command(project.root(), arguments)
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let ran = program::output_of(child);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
