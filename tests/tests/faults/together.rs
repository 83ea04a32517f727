//! Several processes and engines at once on one state directory.

use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::{self, Progress};
use mast_core::tools;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::{engine, program, sources};
use serde_json::json;

fn best(engine: &Engine, query: &str) -> Option<String> {
    let tool = tools::named("mast_search").expect("search is a tool");
    let answer = (tool.call)(engine, json!({ "query": query })).unwrap_or_else(|error| panic!("{error}"));
    answer.json["results"][0]["symbol_name"]
        .as_str()
        .map(str::to_owned)
}

#[test]
fn while_one_writes_another_is_told_and_answers_are_flagged() {
    let project = Project::of(&[("a.ts", "export function greetPeople() { return 1 }\n")]);
    program::run(&project, &["index"]).succeeded();
    project.write("a.ts", "export function greetPeople() { return 999 }\n");
    project.write("b.ts", "export function unseen() {}\n");
    let holder = engine::open(&project);
    let lock = index::lock(holder.config()).expect("nobody writes");
    let busy = format!(
        "mast: process {} is writing the index in `{}`\n\
         hint: try again when it has finished; the lock ends with the process that holds it\n",
        std::process::id(),
        project.path(".mast").display()
    );
    for arguments in [&["index"] as &[&str], &["index", "--incremental"], &["init"]] {
        let refused = program::run(&project, arguments);
        assert_eq!(
            (refused.code, refused.err.as_str()),
            (Some(1), busy.as_str()),
            "{arguments:?}"
        );
    }
    let warning = format!(
        "warning: process {} is writing the index in `{}`; answering from the index as it is\n",
        std::process::id(),
        project.path(".mast").display()
    );
    for (arguments, warning) in [
        (&["search", "greetPeople"] as &[&str], ""),
        (&["search", "greetPeople", "--no-refresh"], ""),
        (&["search", "greetPeople", "--reindex"], &warning),
    ] {
        let found = program::run(&project, arguments);
        assert_eq!((found.code, found.err.as_str()), (Some(0), warning), "{found:?}");
        if arguments.contains(&"--no-refresh") {
            // Only what is shown is compared with the disk.
            assert!(
                found
                    .out
                    .starts_with("! 1 of 1 results are from files that changed"),
                "{found:?}"
            );
            continue;
        }
        assert!(
            found
                .out
                .starts_with("! 1 of 1 results are from files that changed"),
            "{found:?}"
        );
        assert!(
            found.out.contains("! 1 file on disk is not in the index yet."),
            "{found:?}"
        );
        assert!(
            found
                .out
                .contains("a.ts:1  greetPeople  function (exported) [STALE]"),
            "{found:?}"
        );
    }
    drop(lock);
    let found = program::run(&project, &["search", "unseen"]).succeeded();
    assert!(found.out.starts_with("b.ts:1  unseen"), "{found:?}");
}

#[test]
fn of_many_writers_each_succeeds_or_is_told_to_wait() {
    let mut random = Random::announced();
    let project = Project::new();
    for number in 0..40 {
        let path = format!("file{number}.ts");
        project.write(&path, sources::text(&mut random, &path));
    }
    let children: Vec<_> = (0..6)
        .map(|number| {
            let arguments: &[&str] = if number % 2 == 0 {
                &["index"]
            } else {
                &["index", "--incremental"]
            };
            program::command(project.root(), arguments)
                .spawn()
                .expect("the program starts")
        })
        .collect();
    let ran: Vec<_> = children.into_iter().map(program::output_of).collect();
    for run in &ran {
        let waited = run.code == Some(1) && run.err.contains(" is writing the index in `");
        assert!(waited || (run.code == Some(0) && run.err.is_empty()), "{run:?}");
    }
    assert!(ran.iter().any(|run| run.code == Some(0)), "{ran:?}");
    let status = program::run(&project, &["status", "--json"]).succeeded().json();
    assert_eq!(
        (&status["index_fresh"], &status["indexed_files"]),
        (&true.into(), &40.into())
    );
}

#[test]
fn many_questions_at_once_are_all_answered() {
    let mut random = Random::announced();
    let project = Project::of(&[("anchor.ts", "export function anchorPoint() {}\n")]);
    program::run(&project, &["index"]).succeeded();
    for round in 0..3 {
        for number in 0..10 {
            let path = format!("file{round}_{number}.ts");
            project.write(&path, sources::text(&mut random, &path));
        }
        let children: Vec<_> = (0..6)
            .map(|_| {
                program::command(project.root(), &["search", "anchorPoint"])
                    .spawn()
                    .expect("the program starts")
            })
            .collect();
        for ran in children.into_iter().map(program::output_of) {
            assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
            assert!(ran.out.contains("anchor.ts:1  anchorPoint"), "{ran:?}");
        }
    }
}

#[test]
fn an_open_engine_follows_an_index_that_is_replaced() {
    let project = Project::of(&[("a.ts", "export function firstName() {}\n")]);
    let (reader, writer) = (
        engine::open(&project).with_refresh(Refresh::Off),
        engine::open(&project),
    );
    writer
        .index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    assert_eq!(best(&reader, "firstName").as_deref(), Some("firstName"));
    for (name, extent) in [
        ("secondName", Extent::Full),
        ("thirdName", Extent::Incremental),
        ("fourthName", Extent::Full),
    ] {
        project.write("a.ts", format!("export function {name}() {{}}\n"));
        writer
            .index(extent, Progress::NONE)
            .expect("a project can be indexed");
        assert_eq!(best(&reader, name).as_deref(), Some(name), "{extent:?}");
    }
    project.delete(".mast");
    let tool = tools::named("mast_search").expect("search is a tool");
    let gone = (tool.call)(&reader, json!({"query": "fourthName"})).expect_err("nothing is indexed");
    assert_eq!(gone.kind, mast_core::error::ErrorKind::NotInitialised);
    writer
        .index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    assert_eq!(best(&reader, "fourthName").as_deref(), Some("fourthName"));
}
