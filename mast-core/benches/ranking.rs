//! How often does a search find what it should?
//!
//! Reads query sets (`queries.jsonl` or `.jsonl.gz`, one folder a repository) below `MAST_QUERIES`, the checkouts below `MAST_CORPUS`, and prints for each set how often
//! the right file and the right declaration come first and among the first ten, with the time of a query.
//! `MAST_REPOSITORIES` and `MAST_SETS` choose, separated by commas; `MAST_WEIGHTS=name=2.5,path=0.4` tries other weights; `MAST_DETAIL=<file>` writes a line a query.

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
use mast_core::index::Progress;
use mast_core::project::config::Overrides;
use mast_core::project::root::Surroundings;
use mast_core::search::lexical::{WEIGHTS, Weights};
use mast_core::search::{Query, Ranking, Scope, Window, search};
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
    let repositories = chosen("MAST_REPOSITORIES").unwrap_or_else(|| folders(&queries));
    let sets = chosen("MAST_SETS");
    let ranking = Ranking {
        fusion_constant: 60.0,
        declarations: true,
        weights: weights(),
    };
    let mut detail =
        std::env::var_os("MAST_DETAIL").map(|path| std::fs::File::create(path).expect("detail file"));
    let mut scores: BTreeMap<(String, String), Vec<Score>> = BTreeMap::new();
    for repository in &repositories {
        let engine = engine(&corpus.join(repository), repository);
        for line in lines(&queries.join(repository)) {
            let Ok(query) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            let set = query["set"].as_str().unwrap_or_default().to_owned();
            if sets.as_ref().is_some_and(|sets| !sets.contains(&set)) {
                continue;
            }
            let (score, top) = ask(&engine, &query, ranking);
            if let Some(detail) = &mut detail {
                let line = serde_json::json!({"set": set, "repo": repository, "query": query["query"], "file": score.file, "declaration": score.declaration,
                    "top": top, "truth": query["symbols"].as_array().map(|all| all.iter().take(5).map(|s| format!("{}:{}", s["file"].as_str().unwrap_or_default(), s["name"].as_str().unwrap_or_default())).collect::<Vec<_>>())});
                writeln!(detail, "{line}").expect("detail line");
            }
            scores
                .entry((set.clone(), "all".to_owned()))
                .or_default()
                .push(score);
            scores.entry((set, repository.clone())).or_default().push(score);
        }
    }
    println!(
        "{:16} {:20} {:>5}  file@1 @10   MRR    decl@1 @10    p50ms  p95ms",
        "set", "repository", "n"
    );
    for ((set, repository), all) in &scores {
        let share = |place: fn(&Score) -> Option<usize>, within: usize| {
            all.iter()
                .filter(|score| place(score).is_some_and(|rank| rank <= within))
                .count() as f64
                / all.len() as f64
        };
        let reciprocal = all
            .iter()
            .filter_map(|score| score.file.filter(|rank| *rank <= 10))
            .map(|rank| 1.0 / rank as f64)
            .sum::<f64>();
        let mut times: Vec<f64> = all.iter().map(|score| score.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!(
            "{set:16} {repository:20} {:>5}  {:.3}  {:.3} {:.3}   {:.3}  {:.3} {:6.1} {:6.1}",
            all.len(),
            share(|score| score.file, 1),
            share(|score| score.file, 10),
            reciprocal / all.len() as f64,
            share(|score| score.declaration, 1),
            share(|score| score.declaration, 10),
            at(0.5),
            at(0.95),
        );
    }
}

#[derive(Clone, Copy)]
struct Score {
    file: Option<usize>,
    declaration: Option<usize>,
    milliseconds: f64,
}

fn ask(engine: &Engine, asked: &Value, ranking: Ranking) -> (Score, Vec<String>) {
    let started = Instant::now();
    let query = Query::parse(asked["query"].as_str().unwrap_or_default());
    let window = Window { offset: 0, limit: 10 };
    let (results, paths) = engine
        .ask(|store, snapshot, _| {
            let found = search(store, snapshot, &query, &Scope::default(), ranking, window)?;
            let paths: Vec<String> = found
                .results
                .iter()
                .map(|ranked| snapshot.files()[ranked.place].path.clone())
                .collect();
            Ok((found.results, paths))
        })
        .expect("an answer");
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let files: Vec<&str> = asked["files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let symbols = asked["symbols"].as_array().cloned().unwrap_or_default();
    let mut score = Score {
        file: None,
        declaration: None,
        milliseconds,
    };
    let mut code_rank = 0;
    let mut top = Vec::new();
    for (at, (ranked, path)) in results.iter().zip(&paths).enumerate() {
        let chunk = &ranked.chunk.chunk;
        top.push(format!("{path}:{}", chunk.name.as_deref().unwrap_or("-")));
        if score.file.is_none() && files.contains(&path.as_str()) {
            score.file = Some(at + 1);
        }
        if path.ends_with(".md") {
            continue;
        }
        code_rank += 1;
        let (first, last) = (
            u64::from(chunk.lines.first().get()),
            u64::from(chunk.lines.last().get()),
        );
        let right = symbols.iter().any(|symbol| {
            let name = symbol["name"].as_str().unwrap_or_default();
            if symbol["file"].as_str() != Some(path.as_str()) {
                return false;
            }
            if chunk.name.as_deref() == Some(name) {
                return true;
            }
            let (start, end) = (
                symbol["start"].as_u64().unwrap_or(0),
                symbol["end"].as_u64().unwrap_or(0),
            );
            let overlap = (last.min(end) + 1).saturating_sub(first.max(start));
            overlap > 0
                && overlap as f64 >= 0.6 * (last - first + 1) as f64
                && (overlap >= 3 || overlap > end - start)
        });
        if right && score.declaration.is_none() {
            score.declaration = Some(code_rank);
        }
    }
    (score, top)
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
    let mut weights = WEIGHTS;
    for pair in std::env::var("MAST_WEIGHTS")
        .unwrap_or_default()
        .split(',')
        .filter(|pair| !pair.is_empty())
    {
        let (name, value) = pair.split_once('=').expect("name=value");
        let value: f32 = value.parse().expect("a number");
        let slot = match name {
            "name" => &mut weights.name,
            "owner" => &mut weights.owner,
            "doc" => &mut weights.doc,
            "body" => &mut weights.body,
            "often" => &mut weights.often,
            "k1" => &mut weights.k1,
            "b" => &mut weights.b,
            "coverage" => &mut weights.coverage,
            "name_match" => &mut weights.name_match,
            "path" => &mut weights.path,
            "siblings" => &mut weights.siblings,
            "stop_word" => &mut weights.stop_word,
            other => panic!("no weight is called {other}"),
        };
        *slot = value;
    }
    weights
}
