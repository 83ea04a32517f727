//! The freshness battery: whatever is done to a repository, the question that follows is answered as a fresh index would answer it,
//! or says what it lacks.
//!
//! An engine that stays open, a server that watches and one-shot commands are asked after every step.
#![cfg(unix)]

#[path = "battery/questions.rs"]
mod questions;
#[path = "battery/repository.rs"]
mod repository;
#[path = "battery/steps.rs"]
mod steps;

use mast_core::engine::{Engine, Extent};
use mast_core::index::Progress;
use mast_tests::server::Client;
use mast_tests::temp::TempDir;
use mast_tests::{diff, engine, program};
use questions::Answerer;
use repository::Repository;
use serde_json::Value;

/// How often a question may say that it lacks something before it must be true.
const PATIENCE: usize = 200;

struct Battery {
    repository: Repository,
    kept: Engine,
    server: Client,
    /// Where the server has its index.
    _state: TempDir,
    asked: usize,
    flagged: usize,
}

#[test]
fn every_answer_is_true_of_the_disk_or_says_what_it_lacks() {
    let repository = Repository::new();
    let state = TempDir::new();
    let kept = engine::open(&repository.project);
    kept.index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    let elsewhere = state.path().to_string_lossy().into_owned();
    program::run(&repository.project, &["index", "--state-dir", &elsewhere]).succeeded();
    let server = Client::connect(repository.project.root(), &["--state-dir", &elsewhere]);
    let mut battery = Battery {
        repository,
        kept,
        server,
        _state: state,
        asked: 0,
        flagged: 0,
    };
    for (number, step) in steps::ALL.iter().enumerate() {
        (step.take)(&battery.repository);
        battery.compare(number, step.name);
    }
    // What is small enough is taken in before the answer: most answers need no flag.
    assert!(
        battery.flagged * 5 < battery.asked,
        "{} of {} answers had a flag",
        battery.flagged,
        battery.asked
    );
    drop(battery.server.close());
}

impl Battery {
    fn compare(&mut self, number: usize, step: &str) {
        let state = TempDir::new();
        let fresh = engine::open_in(&self.repository.project, state.path());
        fresh
            .index(Extent::Full, Progress::NONE)
            .expect("a project can be indexed");
        // A one-shot command comes first now and then, so that it is the one that finds the difference.
        if number.is_multiple_of(4) {
            let (tool, input) = &questions::all()[0];
            let wanted = Answerer::Engine(&fresh).ask(tool, input);
            let mut command = || {
                let ran = program::run(&self.repository.project, &["query", tool, &input.to_string()]);
                let mut answer = ran.succeeded().json();
                answer.as_object_mut().map(|fields| fields.remove("_stats"));
                answer
            };
            let (asked, flagged) = until_true(step, "a command", tool, &wanted, &mut command);
            self.asked += asked;
            self.flagged += flagged;
        }
        for (tool, input) in questions::all() {
            let wanted = Answerer::Engine(&fresh).ask(tool, &input);
            for who in ["the engine", "the server"] {
                let mut answerer = match who {
                    "the engine" => Answerer::Engine(&self.kept),
                    _ => Answerer::Server(&mut self.server),
                };
                let what = format!("{tool} {input}");
                let (asked, flagged) =
                    until_true(step, who, &what, &wanted, &mut || answerer.ask(tool, &input));
                self.asked += asked;
                self.flagged += flagged;
            }
        }
    }
}

/// Asks until the answer is `wanted`; each that is not must say that it lacks something. Gives how many were asked and how many had
/// a flag.
fn until_true(
    step: &str,
    who: &str,
    what: &str,
    wanted: &Value,
    ask: &mut dyn FnMut() -> Value,
) -> (usize, usize) {
    for asked in 0..PATIENCE {
        let answer = ask();
        if answer == *wanted {
            return (asked + 1, asked);
        }
        if !questions::is_flagged(&answer) {
            let shown = diff::lines(&format!("{wanted:#}"), &format!("{answer:#}"));
            panic!("{step}: {who}, {what}\n(- a fresh index, + {who})\n{shown}");
        }
    }
    panic!("{step}: {who}, {what}: not true after {PATIENCE} questions");
}
