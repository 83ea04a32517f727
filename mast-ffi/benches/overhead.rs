//! What does a call cost through C, beside what the same call costs in Rust?
//!
//! A tiny project is asked for the outline of a document, in turn through `mast_call` and through the function of the tool with its
//! answer as text, on the same engine settings. `MAST_BENCH_ROUNDS` (2000) says how often. Threads of several stack sizes are tried,
//! since a call on a small stack gets another one.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a program for people"
)]
#![allow(unsafe_code, reason = "it is a program that calls a C library")]
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    missing_docs,
    reason = "a library for C is nothing that a Rust program can depend on: its files are a part of this one"
)]

#[path = "../src/call.rs"]
pub mod call;
#[path = "../src/engine.rs"]
pub mod engine;
#[path = "../src/failure.rs"]
pub mod failure;
#[path = "../src/handle.rs"]
pub mod handle;
#[path = "../src/options.rs"]
mod options;
#[path = "../src/pointer.rs"]
pub mod pointer;
#[path = "../src/run.rs"]
mod run;
#[path = "../src/status.rs"]
pub mod status;

use std::ffi::CString;
use std::ptr;
use std::time::{Duration, Instant};

use handle::MastEngine;
use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::index::Progress;
use mast_core::project::config::Overrides;
use mast_core::tools::{self, ToolSpec};
use mast_surface::held::Held;
use mast_surface::process::Place;
use serde_json::{Value, json};
use status::MastStatus;

/// Two cheap questions: one that reads a file, one that needs none.
const QUESTIONS: &[(&str, &str)] = &[
    ("mast_outline", r#"{"paths": ["a.md"]}"#),
    ("mast_efficiency", "{}"),
];

fn main() {
    let rounds = std::env::var("MAST_BENCH_ROUNDS").map_or(2000, |text| {
        text.parse::<usize>()
            .expect("MAST_BENCH_ROUNDS is a whole number")
    });
    let root = std::env::temp_dir().join(format!("mast-bench-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("the temporary directory is writable");
    std::fs::write(root.join("a.md"), "# A\n\n## B\n").expect("a file");
    let place = Place {
        root: Some(root.clone()),
        state_dir: None,
    };
    let held = || Held::open(&place, &Overrides::default(), Refresh::Off).expect("a project");
    let engine = held().engine().expect("an engine");
    engine.index(Extent::Full, Progress::NONE).expect("an index");
    // A handle is a number, which threads can share.
    let handle = handle::open(held()).addr();
    println!(
        "{:<18} {:>9} {:>9} {:>9} {:>11}",
        "median µs", "stack", "Rust", "C", "difference"
    );
    for (tool, input) in QUESTIONS {
        for stack in [8 << 20, 2 << 20, 512 << 10] {
            let (rust, c) = on_a_stack_of(stack, || measured(&engine, handle, tool, input, rounds));
            println!(
                "{tool:<18} {:>8}K {:>9.1} {:>9.1} {:>11.1}",
                stack >> 10,
                microseconds(rust),
                microseconds(c),
                microseconds(c) - microseconds(rust)
            );
        }
    }
    drop(handle::close(ptr::without_provenance(handle)));
    drop(engine);
    drop(std::fs::remove_dir_all(&root));
}

fn on_a_stack_of<T: Send>(bytes: usize, work: impl FnOnce() -> T + Sync + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(bytes)
            .spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("it ends well")
    })
}

/// The median of each way; they take turns, so that both meet the same machine.
fn measured(engine: &Engine, handle: usize, tool: &str, input: &str, rounds: usize) -> (Duration, Duration) {
    let spec = tools::named(tool).expect("a tool");
    let value: Value = serde_json::from_str(input).unwrap_or_else(|_| json!({}));
    let (tool, input) = (
        CString::new(tool).expect("plain"),
        CString::new(input).expect("plain"),
    );
    let (mut rust, mut c) = (Vec::with_capacity(rounds), Vec::with_capacity(rounds));
    for _ in 0..rounds {
        let started = Instant::now();
        std::hint::black_box(in_rust(engine, spec, value.clone()));
        rust.push(started.elapsed());
        let started = Instant::now();
        in_c(ptr::without_provenance_mut(handle), &tool, &input);
        c.push(started.elapsed());
    }
    (median(rust), median(c))
}

fn in_rust(engine: &Engine, tool: &ToolSpec, input: Value) -> String {
    (tool.call)(engine, input).expect("an answer").json.to_string()
}

fn in_c(engine: *mut MastEngine, tool: &CString, input: &CString) {
    let mut answer = ptr::null_mut();
    // SAFETY: the texts end with NUL, the answer has its place, and is given back once.
    unsafe {
        let status = call::mast_call(engine, tool.as_ptr(), input.as_ptr(), &raw mut answer);
        assert_eq!(status, MastStatus::Ok);
        pointer::mast_free(answer);
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
