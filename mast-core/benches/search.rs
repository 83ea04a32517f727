//! How long does a search take once the index is open, by what is asked?
//!
//! `MAST_BENCH_ROOT` names the folder, `MAST_BENCH_QUERIES` a file with a query a line (without it: the list below), `MAST_BENCH_ROUNDS` (5) how
//! often each is asked. The index is not freshened. "ranking" is from the query to the ordered chunks; "answer" adds their
//! text from disk, the counted tokens and the JSON.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

mod process;

use std::time::Instant;

use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::Progress;
use mast_core::search::lexical::WEIGHTS;
use mast_core::search::query::Form;
use mast_core::search::{Query, Ranking, Scope, Window, search};
use mast_core::tools;
use process::{Scratch, Times, engine, number, root};
use serde_json::json;

/// Asked where no list is given: names and questions that most code bases have something for.
const QUERIES: &[&str] = &[
    "config",
    "createServer",
    "parse",
    "resolveConfig",
    "handleClick",
    "EventEmitter",
    "toString",
    "readFile",
    "Widget.render",
    "Map.get",
    "how are options merged with their defaults",
    "close the connection when the request is aborted",
    "read a file and parse it as JSON",
    "cache of resolved modules",
    "error message for an unknown command",
    "convert a path to a file url",
    "debounce changes of the file watcher",
    "where is the version of the package read",
];

fn main() {
    let Some(root) = root() else { return };
    let rounds = number("MAST_BENCH_ROUNDS", 5).max(1);
    let queries: Vec<String> = match std::env::var_os("MAST_BENCH_QUERIES") {
        Some(path) => std::fs::read_to_string(path)
            .expect("MAST_BENCH_QUERIES is a file")
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(str::to_owned)
            .collect(),
        None => QUERIES.iter().map(|query| (*query).to_owned()).collect(),
    };
    let scratch = Scratch::new("bench-search");
    let engine = engine(&root, &scratch.0, Refresh::Off);
    engine.index(Extent::Full, Progress::NONE).expect("an index");
    println!(
        "{:<12} {:>7} {:>6} {:>6}  {:>24}  {:>24}",
        "", "queries", "times", "found", "ranking ms p50 p95 max", "answer ms p50 p95 max"
    );
    for (name, is_sentence) in [("identifiers", false), ("sentences", true)] {
        let chosen: Vec<&String> = queries
            .iter()
            .filter(|query| (Query::parse(query).form == Form::Words) == is_sentence)
            .collect();
        let (mut ranking, mut answers, mut found) = (Times::default(), Times::default(), 0);
        for round in 0..=rounds {
            for query in &chosen {
                let started = Instant::now();
                rank(&engine, query);
                let ranked = started.elapsed();
                let started = Instant::now();
                let results = answer(&engine, query);
                let answered = started.elapsed();
                // The first round warms caches.
                if round > 0 {
                    ranking.add(ranked);
                    answers.add(answered);
                    found += usize::from(results > 0);
                }
            }
        }
        let three =
            |times: &Times| format!("{:.1} {:.1} {:.1}", times.at(0.5), times.at(0.95), times.at(1.0));
        println!(
            "{name:<12} {:>7} {:>6} {:>6}  {:>24}  {:>24}",
            chosen.len(),
            ranking.count(),
            found / rounds,
            three(&ranking),
            three(&answers),
        );
    }
}

fn rank(engine: &Engine, text: &str) {
    let ranking = Ranking {
        fusion_constant: engine.config().rrf_k as f32,
        declarations: engine.config().declaration_exact_ranker,
        weights: WEIGHTS,
    };
    let window = Window { offset: 0, limit: 10 };
    engine
        .ask(|store, snapshot, _| {
            search(
                store,
                snapshot,
                &Query::parse(text),
                &Scope::default(),
                ranking,
                window,
            )
        })
        .expect("an answer");
}

/// How many results an answer has.
fn answer(engine: &Engine, query: &str) -> usize {
    let tool = tools::named("mast_search").expect("the tool");
    let answer = (tool.call)(engine, json!({"query": query})).expect("an answer");
    answer.json["results"].as_array().map_or(0, Vec::len)
}
