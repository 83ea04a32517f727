//! What does an index of this folder cost, made from nothing?
//!
//! `MAST_BENCH_ROOT` names the folder. The index is made in a temporary directory and deleted again; the file system's cache is warm, since
//! the folder is walked and read once before.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

mod process;

use std::time::Instant;

use mast_core::engine::{Extent, Refresh};
use mast_core::index::Progress;
use process::{Scratch, engine, megabytes, peak_memory, processor, root, size_of, sources};

fn main() {
    let Some(root) = root() else { return };
    let scratch = Scratch::new("bench-index");
    let engine = engine(&root, &scratch.0, Refresh::Off);
    let sources = sources(&engine);
    let bytes: u64 = sources.iter().map(|(_, size)| size).sum();
    for (path, _) in &sources {
        // What cannot be read is counted by the index.
        drop(std::fs::read(root.join(path)));
    }
    let (before, started) = (processor(), Instant::now());
    let report = engine.index(Extent::Full, Progress::NONE).expect("an index");
    let (wall, processor) = (
        started.elapsed().as_secs_f64(),
        processor().saturating_sub(before),
    );
    let state = size_of(&scratch.0);
    let row = |name: &str, value: String| println!("{name:<28} {value:>12}");
    row("files in scope", sources.len().to_string());
    row("source, MB", format!("{:.1}", megabytes(bytes)));
    row("files indexed", report.run.files_indexed.to_string());
    row("files left out", report.left_out_in_all.to_string());
    row("files with a syntax error", report.run.syntax_errors.to_string());
    row("chunks", report.run.chunks_added.to_string());
    row("wall, s", format!("{wall:.2}"));
    row("source a second, MB", format!("{:.1}", megabytes(bytes) / wall));
    row("processor, s", format!("{:.2}", processor.as_secs_f64()));
    row("peak memory, MB", format!("{:.0}", megabytes(peak_memory())));
    row("state directory, MB", format!("{:.1}", megabytes(state)));
    row(
        "state / source",
        format!("{:.3}", state as f64 / bytes.max(1) as f64),
    );
}
