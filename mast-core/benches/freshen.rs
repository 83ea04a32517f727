//! What does a question pay for an answer that is true of the disk: when nothing changed, when a file was just edited, when one is new,
//! and when a manifest decides anew where every specifier leads?
//!
//! `MAST_BENCH_ROOT` names the folder, `MAST_BENCH_ROUNDS` (20) how often each is measured. The folder is only read: edits are made in a copy
//! of its files in scope, in a temporary directory that is deleted again.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

mod process;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::Progress;
use mast_core::tools;
use process::{Scratch, Times, engine, manifests, milliseconds, number, processor, root, sources};
use serde_json::json;

fn main() {
    let Some(root) = root() else { return };
    let rounds = number("MAST_BENCH_ROUNDS", 20).max(1);
    let scratch = Scratch::new("bench-freshen");
    println!(
        "{:<44} {:>6} {:>8} {:>8} {:>13}",
        "", "times", "p50 ms", "p95 ms", "processor ms"
    );

    let state = scratch.0.join("state");
    let real = engine(&root, &state, Refresh::WithinBudget);
    real.index(Extent::Full, Progress::NONE).expect("an index");
    // A file that was changed just before it was indexed is looked into once more; the first question does that.
    std::thread::sleep(Duration::from_millis(100));
    ask_nothing(&real);
    let before = processor();
    let mut times = Times::default();
    for _ in 0..rounds {
        let started = Instant::now();
        ask_nothing(&real);
        times.add(started.elapsed());
    }
    row(
        "nothing changed: freshen",
        &times,
        processor().saturating_sub(before),
    );

    let copy = scratch.0.join("copy");
    let files = copied(&real, &root, &copy);
    let edited = engine(&copy, &scratch.0.join("copied-state"), Refresh::WithinBudget);
    edited.index(Extent::Full, Progress::NONE).expect("an index");
    std::thread::sleep(Duration::from_millis(100));
    search(&edited, "mastBenchNothing");
    let (mut unedited, mut after_edit) = (Times::default(), Times::default());
    let (mut without, mut with) = (Duration::ZERO, Duration::ZERO);
    for round in 0..rounds {
        let name = format!("mastBenchMarker{round}");
        let (path, started, before) = (
            copy.join(&files[round * files.len() / rounds]),
            Instant::now(),
            processor(),
        );
        // The name of the round before, which is indexed: the same search without an edit.
        search(&edited, &format!("mastBenchMarker{}", round.saturating_sub(1)));
        unedited.add(started.elapsed());
        without += processor().saturating_sub(before);

        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .expect("a copied file");
        writeln!(file, "\nexport function {name}() {{}}").expect("an edit");
        drop(file);
        let (started, before) = (Instant::now(), processor());
        let first = search(&edited, &name);
        after_edit.add(started.elapsed());
        with += processor().saturating_sub(before);
        assert_eq!(first.as_deref(), Some(name.as_str()), "the edit is not found");
    }
    row("a search, nothing changed", &unedited, without);
    row("the same, after an edit that it must show", &after_edit, with);
    println!(
        "an edit costs a search {:.1} ms more (p50)",
        after_edit.at(0.5) - unedited.at(0.5)
    );
    after_each(&edited, "the same, after a new file", rounds, |round| {
        let beside = copy.join(&files[round * files.len() / rounds]);
        let place = beside.with_file_name(format!("mastBenchNew{round}.ts"));
        let text = format!("import * as all from './index';\nexport function mastBenchNew{round}() {{}}\n");
        std::fs::write(place, text).expect("a new file");
        format!("mastBenchNew{round}")
    });
    after_each(
        &edited,
        "the same, after another tsconfig.json",
        rounds,
        |round| {
            let text = format!(r#"{{ "compilerOptions": {{ "paths": {{ "@bench{round}/*": ["./*"] }} }} }}"#);
            std::fs::write(copy.join("tsconfig.json"), text).expect("a configuration");
            "mastBenchNew0".to_owned()
        },
    );
}

/// Measures a search for what `edit` makes, after each of its edits.
fn after_each(engine: &Engine, name: &str, rounds: usize, edit: impl Fn(usize) -> String) {
    let (mut times, mut spent) = (Times::default(), Duration::ZERO);
    for round in 0..rounds {
        let wanted = edit(round);
        let (started, before) = (Instant::now(), processor());
        let first = search(engine, &wanted);
        times.add(started.elapsed());
        spent += processor().saturating_sub(before);
        assert_eq!(first.as_deref(), Some(wanted.as_str()), "the edit is not found");
        // Lets what was written settle, so that the next round measures one edit.
        std::thread::sleep(Duration::from_millis(60));
        search(engine, "mastBenchNothing");
    }
    row(name, &times, spent);
}

fn row(name: &str, times: &Times, processor: Duration) {
    println!(
        "{name:<44} {:>6} {:>8.1} {:>8.1} {:>13.1}",
        times.count(),
        times.at(0.5),
        times.at(0.95),
        milliseconds(processor) / times.count().max(1) as f64
    );
}

fn ask_nothing(engine: &Engine) {
    engine
        .ask(|_, _, freshness| {
            assert_eq!(
                freshness.left.count(),
                0,
                "the folder changes while it is measured"
            );
            Ok(())
        })
        .expect("an answer");
}

/// The name that the best result has.
fn search(engine: &Engine, query: &str) -> Option<String> {
    let tool = tools::named("mast_search").expect("the tool");
    let answer = (tool.call)(engine, json!({"query": query, "limit": 1})).expect("an answer");
    answer.json["results"][0]["symbol_name"]
        .as_str()
        .map(str::to_owned)
}

/// Copies the files in scope and gives the paths of those that can be edited.
fn copied(engine: &Engine, root: &Path, copy: &Path) -> Vec<String> {
    let mut code = Vec::new();
    for path in manifests(engine) {
        let place = copy.join(&path);
        std::fs::create_dir_all(place.parent().expect("a directory")).expect("a directory");
        drop(std::fs::copy(root.join(&path), &place));
    }
    for (path, size) in sources(engine) {
        let place = copy.join(&path);
        std::fs::create_dir_all(place.parent().expect("a directory")).expect("a directory");
        if std::fs::copy(root.join(&path), &place).is_ok() && is_ordinary(&path, size) {
            code.push(path);
        }
    }
    assert!(!code.is_empty(), "no file of code of an ordinary size");
    code
}

/// A file of code that a person might edit: an edit of one that is huge or left out says something else.
fn is_ordinary(path: &str, size: u64) -> bool {
    let ending = Path::new(path).extension();
    ending.is_some_and(|ending| ending == "ts" || ending == "tsx")
        && !path.ends_with(".d.ts")
        && size < 100_000
}
