//! Of all calls in this folder's files, how many lead somewhere that is known, and why not the rest?
//!
//! `MAST_BENCH_ROOT` names the folder. `MAST_BENCH_DETAIL=<reason>` lists calls that are undecided for that reason, spread over the
//! folder: `MAST_BENCH_DETAIL=type_not_followed`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

mod process;

use std::collections::BTreeMap;
use std::time::Instant;

use mast_core::engine::{Extent, Refresh};
use mast_core::facts::shape::Shape;
use mast_core::index::Progress;
use mast_core::resolve::FileId;
use mast_core::resolve::lead::Lead;
use mast_core::resolve::program::Program;
use mast_core::resolve::stored::Stored;
use process::{Scratch, engine, root};

/// How many calls a listing shows.
const SHOWN: usize = 60;

#[derive(Default)]
struct Count {
    proven: u64,
    elsewhere: u64,
    several: u64,
    undecided: BTreeMap<&'static str, u64>,
}

impl Count {
    fn total(&self) -> u64 {
        self.proven + self.elsewhere + self.several + self.undecided.values().sum::<u64>()
    }
}

fn main() {
    let Some(root) = root() else { return };
    let detail = std::env::var("MAST_BENCH_DETAIL").unwrap_or_default();
    let scratch = Scratch::new("bench-resolution");
    let engine = engine(&root, &scratch.0, Refresh::Off);
    engine
        .index(Extent::Full, Progress::NONE)
        .expect("the folder can be indexed");
    let started = Instant::now();
    let (mut names, mut members, mut listed) = (Count::default(), Count::default(), Vec::new());
    engine
        .ask(|store, snapshot, _| {
            for file in snapshot.files() {
                let repository = Stored::new(store, snapshot);
                let program = Program::new(&repository);
                let code = program.code(FileId(file.id));
                for reference in code
                    .references
                    .iter()
                    .filter(|reference| reference.kind.is_call())
                {
                    let count = match code.shape(reference.shape) {
                        Shape::Member { .. } => &mut members,
                        _ => &mut names,
                    };
                    match program.lead(FileId(file.id), reference) {
                        Lead::Proven { .. } => count.proven += 1,
                        Lead::Elsewhere => count.elsewhere += 1,
                        Lead::Several(_) => count.several += 1,
                        Lead::Unknown(why) => {
                            *count.undecided.entry(why.reason()).or_default() += 1;
                            if why.reason() == detail {
                                listed.push((file.path.clone(), reference.line.get()));
                            }
                        }
                    }
                }
                program.finish()?;
            }
            Ok(())
        })
        .expect("the index can be read");
    println!("{}: {:.1} s", root.display(), started.elapsed().as_secs_f64());
    show("names", &names);
    show("members", &members);
    let step = listed.len().div_ceil(SHOWN).max(1);
    for (path, line) in listed.into_iter().step_by(step) {
        let text = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
        let text = text.lines().nth(line as usize - 1).unwrap_or_default().trim();
        println!("  {path}:{line}: {}", text.chars().take(120).collect::<String>());
    }
}

fn show(what: &str, count: &Count) {
    let total = count.total().max(1) as f64;
    let share = |part: u64| 100.0 * part as f64 / total;
    println!(
        "{what}: {} calls; {:.1} % lead to a declaration, {:.1} % elsewhere, {:.1} % to one of several",
        count.total(),
        share(count.proven),
        share(count.elsewhere),
        share(count.several),
    );
    for (reason, calls) in &count.undecided {
        println!("  {:>5.1} % {reason}", share(*calls));
    }
}
