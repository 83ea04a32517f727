//! What is withdrawn ends, and what comes after is answered.

use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::error::{Error, ErrorKind};
use mast_core::index::Progress;
use mast_core::tools::{self, Answer};
use mast_tests::engine;
use mast_tests::project::Project;
use serde_json::json;
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock, Weak};

fn search(engine: &Engine, query: &str) -> Result<Answer, Error> {
    let tool = tools::named("mast_search").expect("it is a tool");
    (tool.call)(engine, json!({"query": query, "limit": 1}))
}

/// An engine of `project` that withdraws everything as soon as a run of it has done `after` files, once.
fn impatient(project: &Project, refresh: Refresh, after: usize) -> Arc<Engine> {
    let known: Arc<OnceLock<Weak<Engine>>> = Arc::default();
    let withdrawn = OnceLock::new();
    let to_withdraw = Arc::clone(&known);
    let listener = move |position: Option<mast_core::engine::activity::Position>| {
        let engine = to_withdraw.get().and_then(Weak::upgrade);
        if let (Some(engine), Some(position)) = (engine, position)
            && position.done >= after
            && withdrawn.set(()).is_ok()
        {
            engine.activity().withdraw();
        }
    };
    let engine = engine::open(project).with_refresh(refresh);
    let engine = Arc::new(engine.with_listener(Box::new(listener)));
    known.set(Arc::downgrade(&engine)).expect("it is set once");
    engine
}

/// Adds `count` files.
fn fill(project: &Project, count: usize) {
    for number in 0..count {
        project.write(
            &format!("{number:04}.ts"),
            format!("export const value{number} = 1;\n"),
        );
    }
}

#[test]
fn a_question_that_freshens_ends_after_the_files_in_hand() {
    for refresh in [Refresh::Fully, Refresh::WithinBudget] {
        let project = Project::of(&[("a.ts", "export const value = 1;\n")]);
        engine::open(&project)
            .index(Extent::Full, Progress::NONE)
            .expect("an index");
        fill(&project, 1_000);
        let engine = impatient(&project, refresh, 1);
        let error = search(&engine, "value999").expect_err("it was withdrawn");
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ErrorKind::Cancelled, "cancelled")
        );
        let taken_in = engine::open(&project)
            .with_refresh(Refresh::Off)
            .ask(|store, _, _| store.counts())
            .expect("an index");
        assert!((2..1_001).contains(&taken_in.0), "{refresh:?}: {taken_in:?}");
        let answer = search(&engine::open(&project).with_refresh(Refresh::Fully), "value999");
        assert_eq!(
            answer.expect("an answer").json["results"][0]["symbol_name"],
            "value999"
        );
    }
}

#[test]
fn a_full_run_ends_and_leaves_what_was_there() {
    let project = Project::of(&[("a.ts", "export const value = 1;\n")]);
    engine::open(&project)
        .index(Extent::Full, Progress::NONE)
        .expect("an index");
    fill(&project, 100);
    // Also when all files are done and only the rest of the work is left.
    for after in [1, 101] {
        let engine = impatient(&project, Refresh::Off, after);
        let error = engine
            .index(Extent::Full, Progress::NONE)
            .expect_err("it was withdrawn");
        assert_eq!(error.kind, ErrorKind::Cancelled);
        let indexed = engine.ask(|store, _, _| store.counts()).expect("an index");
        assert_eq!(indexed.0, 1);
    }
}

#[test]
fn a_question_that_waits_for_its_turn_ends_when_that_comes() {
    let project = Project::of(&[("a.ts", "export const value = 1;\n")]);
    let engine = engine::open(&project);
    engine.index(Extent::Full, Progress::NONE).expect("an index");
    let (tell, told) = channel();
    let (release, released) = channel::<()>();
    std::thread::scope(|threads| {
        let engine = &engine;
        threads.spawn(move || {
            let held = engine.ask(|_, _, _| {
                tell.send(()).expect("somebody listens");
                released.recv().expect("it is released");
                Ok(())
            });
            held.expect("nobody asks a question itself whether it is wanted");
        });
        told.recv().expect("it holds the engine");
        let waiting = threads.spawn(|| search(engine, "value"));
        // A question that has not begun to wait is not withdrawn: it is then told again.
        while !waiting.is_finished() {
            engine.activity().withdraw();
            std::thread::sleep(std::time::Duration::from_millis(20));
            let _ = release.send(());
        }
        let error = waiting.join().expect("it ends").expect_err("it was withdrawn");
        assert_eq!(error.kind, ErrorKind::Cancelled);
    });
    assert!(search(&engine, "value").is_ok());
}
