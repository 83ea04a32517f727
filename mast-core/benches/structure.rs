//! How long do the structural tools take once the index is open?
//!
//! `MAST_BENCH_ROOT` names the folder, `MAST_BENCH_PLAN` a JSON file `{"groups": {"callers": [{"name": "mast_callers", "arguments": {…}}]}}`,
//! `MAST_BENCH_ROUNDS` (5) how often each call is made. The index is not freshened. The first round warms caches and is told by itself.
//! `MAST_BENCH_DETAIL=1` tells each call of the first and the last round, with the time that its thread ran: what to compare on a loaded machine.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

mod process;

use std::time::{Duration, Instant};

use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::Progress;
use mast_core::tools;
use process::{Scratch, Times, engine, number, root};
use serde_json::Value;

fn main() {
    let Some(root) = root() else { return };
    let Some(plan) = std::env::var_os("MAST_BENCH_PLAN") else {
        println!("MAST_BENCH_PLAN names no plan");
        return;
    };
    let plan = std::fs::read_to_string(plan).expect("MAST_BENCH_PLAN is a file");
    let plan: Value = serde_json::from_str(&plan).expect("MAST_BENCH_PLAN is JSON");
    let detail = std::env::var_os("MAST_BENCH_DETAIL").is_some();
    let rounds = number("MAST_BENCH_ROUNDS", 5).max(1);
    let scratch = Scratch::new("bench-structure");
    let engine = engine(&root, &scratch.0, Refresh::Off);
    engine.index(Extent::Full, Progress::NONE).expect("an index");
    println!(
        "{:<16} {:>5}  {:>24}  {:>24}",
        "", "calls", "first ms p50 p95 max", "again ms p50 p95 max"
    );
    for (group, calls) in plan["groups"].as_object().expect("groups") {
        let (mut first, mut again) = (Times::default(), Times::default());
        let calls = calls.as_array().expect("a list of calls");
        let known = calls
            .iter()
            .filter(|call| tools::named(call["name"].as_str().unwrap_or_default()).is_ok());
        let known: Vec<&Value> = known.collect();
        for round in 0..=rounds {
            for call in &known {
                let (started, ran) = (Instant::now(), ran_for());
                answer(&engine, call);
                let took = started.elapsed();
                let ran = ran_for().saturating_sub(ran);
                if round == 0 {
                    first.add(took);
                } else {
                    again.add(took);
                }
                if detail && (round == 0 || round == rounds) {
                    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
                    println!("  {:>8.1} ms, running {:>8.1}  {call}", ms(took), ms(ran));
                }
            }
        }
        if known.is_empty() {
            continue;
        }
        let three =
            |times: &Times| format!("{:.1} {:.1} {:.1}", times.at(0.5), times.at(0.95), times.at(1.0));
        println!(
            "{group:<16} {:>5}  {:>24}  {:>24}",
            known.len(),
            three(&first),
            three(&again)
        );
    }
}

/// How long this thread has been running on a processor, where the system says.
fn ran_for() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ns = told.split(' ').next().and_then(|ns| ns.parse().ok());
    Duration::from_nanos(ns.unwrap_or_default())
}

fn answer(engine: &Engine, call: &Value) {
    let tool = tools::named(call["name"].as_str().unwrap_or_default()).expect("the tool");
    if let Err(error) = (tool.call)(engine, call["arguments"].clone()) {
        println!("{call}: {error}");
    }
}
