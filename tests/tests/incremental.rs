//! An index that was kept up to date through any edits is the index that would be made from nothing.
//!
//! Random projects are edited at random; after each few edits the index is brought up to date, by a run or by a question, and
//! every table of it is compared with those of a fresh one. `MAST_SEEDS` sets the number of projects, `MAST_SEED` repeats one.

#[path = "incremental/edits.rs"]
mod edits;
#[path = "incremental/manifests.rs"]
mod manifests;
#[path = "incremental/modules.rs"]
mod modules;
#[path = "incremental/moves.rs"]
mod moves;
#[path = "incremental/sharpness.rs"]
mod sharpness;

use edits::{Edits, Focus};
use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::Progress;
use mast_core::store::Store;
use mast_core::tools;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::temp::TempDir;
use mast_tests::{diff, engine};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ScopedJoinHandle;

/// How many projects are edited when nobody says otherwise.
const SEEDS: u64 = 60;

/// How often each is brought up to date.
const ROUNDS: usize = 5;

#[allow(clippy::disallowed_methods, reason = "tests read the environment")]
fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn any_edits_and_a_refresh_give_the_index_made_from_nothing() {
    check(Focus::Anything);
}

#[test]
fn edits_of_modules_and_manifests_give_the_index_made_from_nothing() {
    check(Focus::Modules);
}

fn check(focus: Focus) {
    let seeds = match number("MAST_SEED") {
        Some(seed) => seed..seed + 1,
        None => 1..number("MAST_SEEDS").unwrap_or(SEEDS) + 1,
    };
    let next = AtomicU64::new(seeds.start);
    let work = || {
        let mut failures = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return failures;
            }
            if let Err(failure) = History::new(seed, focus).run() {
                failures.push(format!("MAST_SEED={seed}\n{failure}"));
            }
        }
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(ScopedJoinHandle::join);
        joined
            .flat_map(|failures| failures.expect("a worker panicked"))
            .collect()
    });
    let shown = failures.iter().take(5).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(
        failures.is_empty(),
        "{} histories failed\n{shown}",
        failures.len()
    );
}

/// More than a question takes in within its budget on most machines: each question tells what is left, and each goes on.
#[test]
fn a_budget_that_runs_out_is_told_and_the_next_question_goes_on() {
    let project = Project::new();
    let function = |number: usize| {
        format!(
            "export function step{number}() {{\n{}}}\n",
            "  go();\n".repeat(30)
        )
    };
    let write = |folder: &str, files: usize| {
        for number in 0..files {
            project.write(&format!("{folder}/f{number}.ts"), function(number));
        }
    };
    write("old", 700);
    let state = TempDir::new();
    let run = |engine: &Engine| {
        engine
            .index(Extent::Full, Progress::NONE)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    run(&engine::open_in(&project, state.path())).unwrap_or_else(|error| panic!("{error}"));
    // Other facts of every file, and more files than before.
    project.write("mast.config.json", r#"{ "chunk_split_threshold": 20 }"#);
    write("new", 1_000);
    let mut waiting = usize::MAX;
    for question in 0.. {
        let engine = engine::open_in(&project, state.path());
        let left = engine
            .ask(|_, _, freshness| Ok(freshness.left.clone()))
            .unwrap_or_else(|error| panic!("{error}"));
        let status = status(&engine).unwrap_or_else(|error| panic!("{error}"));
        let told = json!({"changed": left.changed.len(), "unindexed": left.unindexed.len(), "deleted": 0});
        assert_eq!(status["stale_breakdown"], told, "question {question}");
        assert!(
            left.count() < waiting,
            "question {question} took in nothing of {waiting}"
        );
        waiting = left.count();
        if waiting == 0 {
            break;
        }
    }
    let other = TempDir::new();
    let fresh = engine::open_in(&project, other.path());
    run(&fresh).unwrap_or_else(|error| panic!("{error}"));
    let kept = engine::open_in(&project, state.path());
    assert!(dump(&kept) == dump(&fresh), "the indexes differ");
}

/// One project and all that happened to it.
struct History {
    project: Project,
    state: TempDir,
    random: Random,
    edits: Edits,
    log: Vec<String>,
}

/// How an index is brought up to date.
#[derive(Clone, Copy, Debug)]
enum Way {
    Run,
    PatientQuestion,
    HastyQuestions,
}

impl History {
    fn new(seed: u64, focus: Focus) -> Self {
        let mut random = Random::new(seed);
        let project = Project::new();
        let edits = Edits::start(&project, &mut random, focus);
        Self {
            project,
            state: TempDir::new(),
            random,
            edits,
            log: Vec::new(),
        }
    }

    fn run(mut self) -> Result<(), String> {
        let mut kept: Option<Engine> = None;
        self.engine()
            .index(Extent::Full, Progress::NONE)
            .map_err(|error| error.to_string())?;
        for round in 0..ROUNDS {
            let mut configured = false;
            for _ in 0..self.random.within(1..7) {
                let edit = self.edits.make(&self.project, &mut self.random);
                configured |= edit.contains("mast.config.json");
                self.log.push(edit);
            }
            if configured || self.random.percent(40) {
                kept = None;
            }
            let way = *self
                .random
                .pick(&[Way::Run, Way::PatientQuestion, Way::HastyQuestions]);
            self.log.push(format!("-- {way:?}"));
            // An engine that was open before the edits has to see them as well as a new one.
            let engine = match (&kept, way) {
                (Some(engine), Way::PatientQuestion) => engine,
                _ => kept.insert(self.engine().with_refresh(Refresh::Fully)),
            };
            bring_up_to_date(engine, way, || self.engine())
                .and_then(|()| self.compare(engine))
                .map_err(|failure| format!("round {round}: {}\n{failure}", self.log.join("\n")))?;
        }
        Ok(())
    }

    fn engine(&self) -> Engine {
        engine::open_in(&self.project, self.state.path())
    }

    /// The index must say that it is fresh, and be what a fresh one is.
    fn compare(&self, engine: &Engine) -> Result<(), String> {
        let status = status(engine)?;
        let wanted = json!([true, null, 0]);
        let said = json!([
            status["index_fresh"],
            status["freshness_cause"],
            status["stale_files"]
        ]);
        if said != wanted {
            return Err(format!("status: {said} {}", status["stale_paths"]));
        }
        let state = TempDir::new();
        let fresh = engine::open_in(&self.project, state.path());
        fresh
            .index(Extent::Full, Progress::NONE)
            .map_err(|error| error.to_string())?;
        let (kept, new) = (dump(engine)?, dump(&fresh)?);
        if kept == new {
            Ok(())
        } else {
            let shown = diff::lines(&new.join("\n"), &kept.join("\n"));
            Err(format!("(- made from nothing, + kept up to date)\n{shown}"))
        }
    }
}

fn dump(engine: &Engine) -> Result<Vec<String>, String> {
    let store = Store::open(&engine.database()).map_err(|error| error.to_string())?;
    store.dump().map_err(|error| error.to_string())
}

fn status(engine: &Engine) -> Result<Value, String> {
    let tool = tools::named("mast_status").map_err(|error| error.to_string())?;
    let answer = (tool.call)(engine, json!({})).map_err(|error| error.to_string())?;
    Ok(answer.json)
}

fn bring_up_to_date(engine: &Engine, way: Way, another: impl Fn() -> Engine) -> Result<(), String> {
    let ask = |engine: &Engine| engine.ask(|_, _, freshness| Ok(freshness.left.count()));
    match way {
        Way::Run => another().index(Extent::Incremental, Progress::NONE).map(drop),
        Way::PatientQuestion => ask(engine).map(drop),
        Way::HastyQuestions => {
            let hasty = another();
            // A slow machine may need more than one budget.
            for _ in 0..100 {
                match ask(&hasty) {
                    Ok(0) => return Ok(()),
                    Ok(_) => {}
                    Err(error) => return Err(error.to_string()),
                }
            }
            return Err("a hundred questions were not enough".to_owned());
        }
    }
    .map_err(|error| error.to_string())
}
