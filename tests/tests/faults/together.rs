//! Several processes and engines at once on one state directory.

use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::{self, Progress};
use mast_core::store::Store;
use mast_core::tools;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::temp::TempDir;
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
fn while_one_writes_another_is_told_and_answers_are_right() {
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
        "warning: process {} is writing the index in `{}`; answering without writing to it\n",
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
        let flagged = found
            .out
            .starts_with("! 1 of 1 results are from files that changed");
        // Only what is shown is compared with the disk when nothing is taken in.
        assert_eq!(flagged, arguments.contains(&"--no-refresh"), "{found:?}");
        assert_eq!(found.out.contains("[STALE]"), flagged, "{found:?}");
        assert!(!found.out.contains("not in the index yet"), "{found:?}");
        assert!(found.out.contains("999"), "{found:?}");
    }
    let found = program::run(&project, &["search", "unseen"]).succeeded();
    assert!(found.out.starts_with("b.ts:1  unseen"), "{found:?}");
    let status = program::run(&project, &["status", "--json"]).succeeded().json();
    assert_eq!(
        status["stale_breakdown"],
        json!({"changed": 1, "unindexed": 1, "deleted": 0}),
        "nothing was written"
    );
    drop(lock);
    let found = program::run(&project, &["search", "unseen"]).succeeded();
    assert!(found.out.starts_with("b.ts:1  unseen"), "{found:?}");
}

/// One engine answers while another process writes, from a copy that follows the disk, and goes back to the index after that.
#[test]
fn an_engine_follows_the_disk_while_another_process_writes() {
    let project = Project::of(&[
        ("a.ts", "export function greetPeople() {}\n"),
        (
            "b.ts",
            "import { greetPeople } from './a';\nexport function morning() { greetPeople() }\n",
        ),
    ]);
    program::run(&project, &["index"]).succeeded();
    let (asked, holder) = (engine::open(&project), engine::open(&project));
    let ask = |tool: &str, input: serde_json::Value| {
        let tool = tools::named(tool).unwrap_or_else(|error| panic!("{error}"));
        let answer = (tool.call)(&asked, input).unwrap_or_else(|error| panic!("{error}"));
        answer.json
    };
    assert_eq!(best(&asked, "greetPeople").as_deref(), Some("greetPeople"));
    let is_unwritten = || {
        let status = ask("mast_status", json!({}));
        status["index_fresh"] == false
    };
    for round in 0..2 {
        let lock = index::lock(holder.config()).expect("nobody writes");
        for step in 0..3 {
            let name = format!("caller{round}x{step}");
            let text = format!(
                "import {{ greetPeople }} from './a';\n\nexport function {name}() {{ greetPeople() }}\n"
            );
            project.write("b.ts", &text);
            project.write(&format!("new{step}/c{round}.ts"), text);
            let callers = ask("mast_callers", json!({"symbol": "greetPeople"}));
            let callers_of_b: Vec<_> = callers["verified_callers"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|caller| caller["file_path"] == "b.ts")
                .map(|caller| caller["caller_symbol"].clone())
                .collect();
            assert_eq!(callers_of_b, [json!(name)], "{callers}");
            assert_eq!(
                callers["file_busy_returning_stale_cache"],
                json!(null),
                "{callers}"
            );
            assert_eq!(callers["unindexed_files"], json!(null), "{callers}");
            assert_eq!(best(&asked, &name).as_deref(), Some(name.as_str()));
        }
        project.delete("new1");
        let gone = ask("mast_search", json!({"query": "greetPeople", "limit": 50}));
        assert!(!gone.to_string().contains("new1/"), "{gone}");
        assert!(is_unwritten());
        if round == 0 {
            drop(lock);
            assert_eq!(best(&asked, "caller0x2").as_deref(), Some("caller0x2"));
        } else {
            // Another process has its change written, and this one follows.
            drop(lock);
            project.write("b.ts", "export function evening() {}\n");
            program::run(&project, &["index", "--incremental"]).succeeded();
            assert_eq!(best(&asked, "evening").as_deref(), Some("evening"));
            let _lock = index::lock(holder.config()).expect("nobody writes");
            assert_eq!(best(&asked, "evening").as_deref(), Some("evening"));
        }
        assert!(!is_unwritten());
    }
}

/// More than there is time for, while nothing can be written: what is missing is told, and the next question goes on.
#[test]
fn what_a_copy_could_not_take_in_is_told() {
    let project = Project::of(&[("a.ts", "export function greetPeople() {}\n")]);
    program::run(&project, &["index"]).succeeded();
    let (asked, holder) = (engine::open(&project), engine::open(&project));
    let body = "  go();\n".repeat(60);
    for number in 0..1_200 {
        project.write(
            &format!("f{number}.ts"),
            format!("export function step{number}() {{\n{body}}}\n"),
        );
    }
    let _lock = index::lock(holder.config()).expect("nobody writes");
    let mut waiting = 1_200;
    while waiting > 0 {
        let (left, known) = asked
            .ask(|store, _, freshness| Ok((freshness.left.unindexed.len(), store.counts()?.0)))
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(left < waiting, "nothing of {waiting} was taken in");
        assert_eq!(left as u64 + known, 1_201);
        waiting = left;
    }
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

/// While a reader keeps the log from being taken into the database, a long run goes on in small transactions, and ends as one would.
#[test]
fn a_long_log_cuts_a_run_into_rounds() {
    let project = Project::new();
    let write = |word: &str| {
        for number in 0..300 {
            let text = format!("export function {word}{number}() {{}}\n");
            project.write(&format!("src/f{number}.ts"), text);
        }
    };
    write("before");
    let kept = engine::open(&project);
    kept.index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    let reader = rusqlite::Connection::open(kept.database()).expect("the index can be opened");
    let other = rusqlite::Connection::open(kept.database()).expect("the index can be opened");
    reader
        .execute_batch("BEGIN; SELECT count(*) FROM files")
        .expect("the index can be read");
    other
        .execute_batch("PRAGMA wal_autocheckpoint = 0; CREATE TABLE junk (x); INSERT INTO junk VALUES (zeroblob(10000000)); DROP TABLE junk")
        .expect("the index can be written");
    write("after");
    project.delete("src/f7.ts");
    let heard = std::sync::Mutex::new(Vec::new());
    let listen = |done: usize, all: usize| heard.lock().expect("nobody panics").push((done, all));
    let report = kept
        .index(Extent::Incremental, Progress(Some(&listen)))
        .expect("it goes on");
    let run = report.run;
    assert_eq!(
        (run.files_indexed, run.files_removed, run.files_skipped),
        (299, 1, 0)
    );
    let heard = heard.into_inner().expect("nobody panics");
    assert_eq!(
        heard,
        [
            (0, 299),
            (64, 299),
            (128, 299),
            (192, 299),
            (256, 299),
            (299, 299)
        ]
    );
    reader.execute_batch("COMMIT").expect("the reader ends");
    let state = TempDir::new();
    let fresh = engine::open_in(&project, state.path());
    fresh
        .index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    let dump = |engine: &Engine| {
        Store::open(&engine.database())
            .and_then(|store| store.dump())
            .unwrap_or_else(|error| panic!("{error}"))
    };
    assert!(dump(&kept) == dump(&fresh), "the indexes differ");
}
