//! How often does a search find what it should?
//!
//! Reads query sets (`queries.jsonl` or `.jsonl.gz`, one folder a repository) below `MAST_QUERIES`, the checkouts below `MAST_CORPUS`, and prints for each set how often
//! the right file and the right declaration come first and among the first ten, with the time of a query.
//! `MAST_REPOSITORIES` and `MAST_SETS` choose, separated by commas; `MAST_WEIGHTS=name=2.5,path=0.4` tries other weights; `MAST_DETAIL=<file>` writes a line a query.
//! `MAST_TRY=<weights>;<weights>` reports each of several; `MAST_TUNE=1` looks for better weights on one half of the queries and checks them on the other.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};

use mast_core::engine::{Clock, Engine, Extent, Refresh};
use mast_core::facts::{Chunk, ChunkKind};
use mast_core::index::Progress;
use mast_core::project::config::Overrides;
use mast_core::project::root::Surroundings;
use mast_core::search::candidates::{self, Candidates};
use mast_core::search::lexical::{WEIGHTS, Weights};
use mast_core::search::{Query, Ranking, Scope, Window, rank};
use mast_core::store::Store;
use mast_core::store::snapshot::Snapshot;
use serde_json::Value;

const CLOCK: Clock = Clock {
    now: SystemTime::now,
    instant: Instant::now,
};

fn main() {
    let (Some(queries), Some(corpus)) = (std::env::var_os("MAST_QUERIES"), std::env::var_os("MAST_CORPUS"))
    else {
        println!("set MAST_QUERIES and MAST_CORPUS; docs/measuring.md says to what");
        return;
    };
    let (queries, corpus) = (PathBuf::from(queries), PathBuf::from(corpus));
    let chosen = |name: &str| -> Option<Vec<String>> {
        std::env::var(name)
            .ok()
            .map(|text| text.split(',').map(str::to_owned).collect())
    };
    let repositories: Vec<Repository> = chosen("MAST_REPOSITORIES")
        .unwrap_or_else(|| folders(&queries))
        .iter()
        .map(|name| {
            Repository::open(
                &queries.join(name),
                &corpus.join(name),
                name,
                chosen("MAST_SETS").as_deref(),
            )
        })
        .collect();
    let weights = weights();
    if let Ok(tries) = std::env::var("MAST_TRY") {
        for settings in tries.split(';') {
            let weights = changed(weights, settings);
            let both = worth(&repositories, weights, true) + worth(&repositories, weights, false);
            println!("== {settings}  {both:.4}");
            report(&repositories, weights, true);
        }
    } else if std::env::var_os("MAST_TUNE").is_some() {
        tune(&repositories, weights);
    } else {
        report(&repositories, weights, false);
    }
}

/// One repository with its questions.
struct Repository {
    name: String,
    store: Store,
    snapshot: Snapshot,
    questions: Vec<Question>,
}

/// One query with what should be found.
struct Question {
    set: String,
    text: String,
    query: Query,
    candidates: Candidates,
    /// How long it took to find the candidates.
    finding: f64,
    files: Vec<String>,
    symbols: Vec<Symbol>,
    /// Which half of the set it belongs to: weights are chosen on one and checked on the other.
    half: bool,
}

struct Symbol {
    file: String,
    name: String,
    start: u64,
    end: u64,
}

impl Repository {
    fn open(queries: &Path, root: &Path, name: &str, sets: Option<&[String]>) -> Self {
        let engine = engine(root, name);
        let store = Store::open(&engine.database()).expect("an index");
        let snapshot = Snapshot::read(&store).expect("an index");
        let mut questions = Vec::new();
        for line in lines(queries) {
            let Ok(asked) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let set = text(&asked["set"]);
            if sets.is_some_and(|sets| !sets.contains(&set)) {
                continue;
            }
            let started = Instant::now();
            let query = Query::parse(asked["query"].as_str().unwrap_or_default());
            let candidates =
                candidates::find(&store, &snapshot, &query, &Scope::default()).expect("candidates");
            let finding = started.elapsed().as_secs_f64() * 1e3;
            let symbols = asked["symbols"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|symbol| Symbol {
                    file: text(&symbol["file"]),
                    name: text(&symbol["name"]),
                    start: symbol["start"].as_u64().unwrap_or(0),
                    end: symbol["end"].as_u64().unwrap_or(0),
                });
            questions.push(Question {
                set,
                text: text(&asked["query"]),
                query,
                candidates,
                finding,
                files: asked["files"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(text)
                    .collect(),
                symbols: symbols.collect(),
                half: asked["id"]
                    .as_str()
                    .unwrap_or_default()
                    .bytes()
                    .map(u32::from)
                    .sum::<u32>()
                    .is_multiple_of(2),
            });
        }
        Self {
            name: name.to_owned(),
            store,
            snapshot,
            questions,
        }
    }

    fn ask(&self, question: &Question, weights: Weights) -> (Score, Vec<String>) {
        let started = Instant::now();
        let ranking = Ranking {
            fusion_constant: 60.0,
            declarations: std::env::var_os("MAST_WITHOUT_DECLARATIONS").is_none(),
            weights,
        };
        let window = Window {
            offset: 0,
            limit: std::env::var("MAST_LIMIT")
                .ok()
                .and_then(|text| text.parse().ok())
                .unwrap_or(10),
        };
        let found = rank(
            &self.store,
            &self.snapshot,
            &question.query,
            &question.candidates,
            ranking,
            window,
        )
        .expect("an answer");
        let milliseconds = question.finding + started.elapsed().as_secs_f64() * 1e3;
        let mut score = Score {
            file: None,
            declaration: None,
            milliseconds,
        };
        let mut code_rank = 0;
        let mut top = Vec::new();
        for (at, ranked) in found.results.iter().enumerate() {
            let chunk = &ranked.chunk.chunk;
            let path = &self.snapshot.files()[ranked.place].path;
            top.push(format!("{path}:{}", chunk.name.as_deref().unwrap_or("-")));
            if score.file.is_none() && question.files.contains(path) {
                score.file = Some(at + 1);
            }
            if ranked.chunk.chunk.kind == ChunkKind::Doc {
                continue;
            }
            code_rank += 1;
            if score.declaration.is_none() && question.symbols.iter().any(|symbol| symbol.is(path, chunk)) {
                score.declaration = Some(code_rank);
            }
        }
        (score, top)
    }
}

impl Symbol {
    fn is(&self, path: &str, chunk: &Chunk) -> bool {
        if self.file != path {
            return false;
        }
        if chunk.name.as_deref() == Some(&self.name) {
            return true;
        }
        let (first, last) = (
            u64::from(chunk.lines.first().get()),
            u64::from(chunk.lines.last().get()),
        );
        let overlap = (last.min(self.end) + 1).saturating_sub(first.max(self.start));
        overlap as f64 >= 0.6 * (last - first + 1) as f64 && (overlap >= 3 || overlap > self.end - self.start)
    }
}

#[derive(Clone, Copy)]
struct Score {
    file: Option<usize>,
    declaration: Option<usize>,
    milliseconds: f64,
}

#[derive(Default)]
struct Tally {
    scores: Vec<Score>,
}

impl Tally {
    fn file(&self, within: usize) -> f64 {
        self.share(|score| score.file.is_some_and(|rank| rank <= within))
    }

    fn declaration(&self, within: usize) -> f64 {
        self.share(|score| score.declaration.is_some_and(|rank| rank <= within))
    }

    fn reciprocal(&self) -> f64 {
        let sum: f64 = self
            .scores
            .iter()
            .filter_map(|score| score.file)
            .map(|rank| 1.0 / rank as f64)
            .sum();
        sum / self.scores.len().max(1) as f64
    }

    fn share(&self, holds: impl Fn(&Score) -> bool) -> f64 {
        self.scores.iter().filter(|score| holds(score)).count() as f64 / self.scores.len().max(1) as f64
    }
}

fn report(repositories: &[Repository], weights: Weights, only_all: bool) {
    let mut detail =
        std::env::var_os("MAST_DETAIL").map(|path| std::fs::File::create(path).expect("detail file"));
    let mut tallies: BTreeMap<(String, String), Tally> = BTreeMap::new();
    for repository in repositories {
        for question in &repository.questions {
            let (score, top) = repository.ask(question, weights);
            if let Some(detail) = &mut detail {
                let truth: Vec<String> = question
                    .symbols
                    .iter()
                    .take(5)
                    .map(|symbol| format!("{}:{}", symbol.file, symbol.name))
                    .collect();
                let line = serde_json::json!({"set": question.set, "repo": repository.name, "query": question.text,
                    "file": score.file, "declaration": score.declaration, "ms": score.milliseconds, "top": top, "truth": truth});
                writeln!(detail, "{line}").expect("detail line");
            }
            for name in ["all", &repository.name] {
                tallies
                    .entry((question.set.clone(), name.to_owned()))
                    .or_default()
                    .scores
                    .push(score);
            }
        }
    }
    println!(
        "{:16} {:20} {:>5}  file@1 @10   MRR    decl@1 @10    p50ms  p95ms",
        "set", "repository", "n"
    );
    for ((set, repository), tally) in tallies
        .iter()
        .filter(|((_, repository), _)| !only_all || repository == "all")
    {
        let mut times: Vec<f64> = tally.scores.iter().map(|score| score.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!(
            "{set:16} {repository:20} {:>5}  {:.3}  {:.3} {:.3}   {:.3}  {:.3} {:6.1} {:6.1}",
            tally.scores.len(),
            tally.file(1),
            tally.file(10),
            tally.reciprocal(),
            tally.declaration(1),
            tally.declaration(10),
            at(0.5),
            at(0.95),
        );
    }
}

/// How good `weights` are on one half of the questions.
fn worth(repositories: &[Repository], weights: Weights, half: bool) -> f64 {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for repository in repositories {
        for question in repository
            .questions
            .iter()
            .filter(|question| question.half == half)
        {
            tallies
                .entry(&question.set)
                .or_default()
                .scores
                .push(repository.ask(question, weights).0);
        }
    }
    let empty = Tally::default();
    let of = |set: &str| tallies.get(set).unwrap_or(&empty);
    let commit = of("commit");
    commit.file(10)
        + commit.reciprocal()
        + commit.declaration(10)
        + 0.8 * of("doc_hard").declaration(1)
        + 0.3 * of("doc_hard").declaration(10)
        + 0.2 * of("doc").declaration(1)
        + 0.4 * of("ident_subwords").declaration(1)
        + 0.2 * of("ident_partial").declaration(10)
        + 0.3 * of("ident_ambiguous").declaration(1)
}

/// Coordinate ascent on one half of the questions, checked on the other.
fn tune(repositories: &[Repository], mut weights: Weights) {
    const NAMES: &[&str] = &[
        "file",
        "whole",
        "path",
        "coverage",
        "name_match",
        "b",
        "doc",
        "name",
        "owner",
        "often",
        "k1",
        "file_k",
        "file_length",
        "types",
        "blocks",
        "relative",
        "pair",
        "tests",
        "documents",
        "stop_word",
        "repeat",
        "stem",
        "file_cover",
        "task_word",
    ];
    let mut best = worth(repositories, weights, true);
    println!(
        "start {best:.4}, other half {:.4}",
        worth(repositories, weights, false)
    );
    for round in 0..2 {
        for name in NAMES {
            let Some(start) = weights.by_name(name).map(|slot| *slot) else {
                continue;
            };
            let steps: &[f32] = if round == 0 {
                &[0.4, 0.7, 1.5, 2.5]
            } else {
                &[0.8, 0.9, 1.1, 1.25]
            };
            for step in steps {
                let mut tried = weights;
                let Some(slot) = tried.by_name(name) else { continue };
                *slot = (start * step).max(0.01);
                if matches!(*name, "coverage" | "b" | "file_length" | "repeat") {
                    *slot = slot.min(1.0);
                }
                let value = worth(repositories, tried, true);
                if value > best + 0.0005 {
                    best = value;
                    weights = tried;
                    println!(
                        "{name} {:.3}: {best:.4}, other half {:.4}",
                        start * step,
                        worth(repositories, weights, false)
                    );
                }
            }
        }
    }
    println!("{weights:#?}");
}

fn engine(root: &Path, name: &str) -> Engine {
    let state = std::env::temp_dir().join("mast-ranking").join(name);
    let overrides = Overrides {
        state_dir: Some(state),
        ..Overrides::default()
    };
    let surroundings = Surroundings {
        working_directory: root.to_owned(),
        ..Surroundings::default()
    };
    let engine = Engine::open(root, &overrides, surroundings, CLOCK)
        .expect("a project")
        .with_refresh(Refresh::Off);
    let extent = if std::env::var_os("MAST_REBUILD").is_some() {
        Extent::Full
    } else {
        Extent::Incremental
    };
    engine.index(extent, Progress::NONE).expect("an index");
    engine
}

fn folders(below: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(below)
        .expect("MAST_QUERIES is a folder")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn lines(folder: &Path) -> Vec<String> {
    let plain = folder.join("queries.jsonl");
    let text = if plain.exists() {
        std::fs::read_to_string(plain).expect("queries")
    } else {
        let output = Command::new("gzip")
            .arg("-dc")
            .arg(folder.join("queries.jsonl.gz"))
            .output()
            .expect("gzip");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    text.lines().map(str::to_owned).collect()
}

/// The weights in use, changed by `MAST_WEIGHTS`.
fn weights() -> Weights {
    changed(WEIGHTS, &std::env::var("MAST_WEIGHTS").unwrap_or_default())
}

fn changed(mut weights: Weights, settings: &str) -> Weights {
    for pair in settings.split(',').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').expect("name=value");
        *weights
            .by_name(name)
            .unwrap_or_else(|| panic!("no weight is called {name}")) = value.parse().expect("a number");
    }
    weights
}
