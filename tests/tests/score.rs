//! How right the answers across files are, per kind of declaration, against what the TypeScript compiler says of the same project.
//!
//! `projects/truth.mjs` writes the truth, which is committed: the test needs neither node nor a network. The table that is committed
//! beside it (`projects/workshop.md`) names every miss and every wrong place, so that a change in resolution is a diff that can be read.
//! `MAST_BLESS=1` rewrites it.

#![allow(
    clippy::disallowed_methods,
    reason = "MAST_BLESS is how a person accepts a new table"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use mast_core::engine::{Engine, Extent};
use mast_core::index::Progress;
use mast_core::tools;
use mast_tests::project::{Project, files_below};
use mast_tests::{diff, engine, repository};
use serde_json::{Value, json};

const PROJECT: &str = "tests/projects/workshop";
const TABLE: &str = "tests/projects/workshop.md";

/// What the compiler says of one declaration.
struct Truth {
    symbol: String,
    file: String,
    kind: String,
    calls: BTreeSet<String>,
    names: BTreeSet<String>,
    either: BTreeSet<String>,
    below: BTreeSet<String>,
}

/// Places that an answer has to hold, and what it held instead.
#[derive(Default)]
struct Score {
    asked: usize,
    exact: usize,
    right: usize,
    missed: usize,
    wrong: usize,
}

/// One part of the table.
struct Part {
    title: &'static str,
    by_kind: BTreeMap<String, Score>,
    missed: Vec<String>,
    wrong: Vec<String>,
}

#[test]
fn answers_are_those_of_the_compiler() {
    let (checksum, truths) = truths();
    let project = Project::new();
    let from = repository().join(PROJECT);
    let mut sources = Vec::new();
    for place in files_below(&from) {
        let path = place
            .strip_prefix(&from)
            .expect("below")
            .to_string_lossy()
            .replace('\\', "/");
        let text = std::fs::read_to_string(&place).expect("a source is text");
        project.write(&path, &text);
        let is_code = [".ts", ".tsx", ".cjs"].iter().any(|end| path.ends_with(end));
        if is_code {
            sources.push((path, text));
        }
    }
    assert_eq!(
        checksum,
        self::checksum(sources),
        "{PROJECT} has changed since its truth was written\nhint: tests/projects/truth.mjs says how to write it anew"
    );
    let engine = engine::open(&project);
    engine
        .index(Extent::Full, Progress::NONE)
        .expect("the project can be indexed");
    let mut callers = Part::new("Callers");
    let mut renames = Part::new("Rename lines");
    let mut below = Part::new("Implementors");
    for truth in &truths {
        if is_callable(&truth.kind) {
            callers.add(truth, &truth.calls, &truth.either, calls(&engine, truth));
        }
        if !truth.names.is_empty() {
            renames.add(truth, &truth.names, &truth.either, names(&engine, truth));
        }
        if matches!(truth.kind.as_str(), "class" | "interface") {
            below.add(
                truth,
                &truth.below,
                &BTreeSet::new(),
                implementors(&engine, truth),
            );
        }
    }
    compare(&table(&[callers, renames, below]));
}

fn truths() -> (String, Vec<Truth>) {
    let text =
        std::fs::read_to_string(repository().join(PROJECT).join("truth.jsonl")).expect("there is a truth");
    let mut rows = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a row is JSON"));
    let checksum = rows.next().map(|row| word(&row["checksum"])).unwrap_or_default();
    let set = |value: &Value| value.as_array().into_iter().flatten().map(word).collect();
    let truths = rows.map(|row| {
        let (calls, names, either) = (set(&row["calls"]), set(&row["names"]), set(&row["either"]));
        let certain =
            |all: BTreeSet<String>| -> BTreeSet<String> { all.difference(&either).cloned().collect() };
        Truth {
            symbol: word(&row["symbol"]),
            file: word(&row["file"]),
            kind: word(&row["kind"]),
            calls,
            names: certain(names),
            below: set(&row["below"]),
            either,
        }
    });
    (checksum, truths.collect())
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// FNV-1a over paths and texts, by path.
fn checksum(mut sources: Vec<(String, String)>) -> String {
    sources.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (path, text) in sources {
        for byte in format!("{path}\0{text}\0").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn is_callable(kind: &str) -> bool {
    !matches!(kind, "interface" | "type" | "field" | "constant")
}

fn ask(engine: &Engine, tool: &str, input: Value) -> Value {
    let tool = tools::named(tool).expect("the tool exists");
    (tool.call)(engine, input)
        .unwrap_or_else(|error| panic!("{}: {error}", tool.name))
        .json
}

/// The places of the entries of a list: each of `lines`, else `line`.
fn places(list: &Value) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    for one in list.as_array().into_iter().flatten() {
        let file = word(&one["file_path"]);
        let lines = match one["lines"].as_array() {
            Some(lines) => lines.clone(),
            None => vec![one["line"].clone()],
        };
        let lines = lines.iter().filter(|line| line.is_u64());
        places.extend(lines.map(|line| format!("{file}:{line}")));
    }
    places
}

/// What an answer is sure of, and for what it holds possible the reason.
type Answer = (BTreeSet<String>, BTreeMap<String, String>);

fn possible(answer: &Value) -> BTreeMap<String, String> {
    let mut reasons = BTreeMap::new();
    for one in answer["potential_matches"].as_array().into_iter().flatten() {
        let reason = word(&one["reason"]);
        reasons.extend(
            places(&json!([one]))
                .into_iter()
                .map(|place| (place, reason.clone())),
        );
    }
    reasons
}

fn calls(engine: &Engine, truth: &Truth) -> Answer {
    let answer = ask(
        engine,
        "mast_callers",
        json!({ "symbol": truth.symbol, "file_path": truth.file }),
    );
    (places(&answer["verified_callers"]), possible(&answer))
}

fn names(engine: &Engine, truth: &Truth) -> Answer {
    let answer = ask(
        engine,
        "mast_rename_impact",
        json!({ "symbol": truth.symbol, "file_path": truth.file }),
    );
    let mut named = places(&answer["declaration_sites"]);
    named.extend(places(&answer["verified_callers"]));
    named.extend(places(&answer["references"]));
    named.extend(places(&answer["barrel_exports"]));
    (named, possible(&answer))
}

fn implementors(engine: &Engine, truth: &Truth) -> Answer {
    let answer = ask(
        engine,
        "mast_implementors",
        json!({ "interface_name": truth.symbol, "file_path": truth.file }),
    );
    let results = answer["results"].as_array().into_iter().flatten();
    let found = results.map(|one| format!("{} {}", word(&one["file_path"]), word(&one["class_name"])));
    (found.collect(), BTreeMap::new())
}

impl Part {
    const fn new(title: &'static str) -> Self {
        Self {
            title,
            by_kind: BTreeMap::new(),
            missed: Vec::new(),
            wrong: Vec::new(),
        }
    }

    fn add(&mut self, truth: &Truth, wanted: &BTreeSet<String>, either: &BTreeSet<String>, answer: Answer) {
        let (found, possible) = answer;
        let missed: Vec<&String> = wanted.difference(&found).collect();
        let wrong: Vec<&String> = found
            .difference(wanted)
            .filter(|place| !either.contains(*place))
            .collect();
        let score = self.by_kind.entry(truth.kind.clone()).or_default();
        score.asked += 1;
        score.exact += usize::from(missed.is_empty() && wrong.is_empty());
        score.right += wanted.len() - missed.len();
        score.missed += missed.len();
        score.wrong += wrong.len();
        for place in missed {
            let reason = possible.get(place).map(|reason| format!(" (possible: {reason})"));
            self.missed.push(format!(
                "{} — {place}{}",
                truth.symbol,
                reason.unwrap_or_default()
            ));
        }
        let named = |place: &String| format!("{} — {place}", truth.symbol);
        self.wrong.extend(wrong.into_iter().map(named));
    }
}

fn table(parts: &[Part]) -> String {
    let mut text = format!(
        "# How right the answers are\n\n\
         Every declaration of `{PROJECT}` is asked about, and the answers are compared with those of the TypeScript compiler\n\
         (`tests/projects/truth.mjs`). `tests/tests/score.rs` makes this page; `MAST_BLESS=1 cargo test --package mast-tests --test score`\n\
         rewrites it.\n"
    );
    for part in parts {
        let _ = write!(
            text,
            "\n## {}\n\n| declaration | asked | places | precision | recall | exact |\n|---|---|---|---|---|---|\n",
            part.title
        );
        let mut all = Score::default();
        for (kind, score) in &part.by_kind {
            all.asked += score.asked;
            all.exact += score.exact;
            all.right += score.right;
            all.missed += score.missed;
            all.wrong += score.wrong;
            text.push_str(&row(kind, score));
        }
        text.push_str(&row("**all**", &all));
        for (title, list) in [("Missed", &part.missed), ("Wrong", &part.wrong)] {
            if !list.is_empty() {
                let _ = write!(text, "\n{title}:\n\n");
                text.extend(list.iter().map(|one| format!("- {one}\n")));
            }
        }
    }
    text
}

fn row(kind: &str, score: &Score) -> String {
    let share = |part: usize, whole: usize| {
        if whole == 0 {
            "–".to_owned()
        } else {
            format!("{:.3}", part as f64 / whole as f64)
        }
    };
    format!(
        "| {kind} | {} | {} | {} | {} | {} |\n",
        score.asked,
        score.right + score.missed,
        share(score.right, score.right + score.wrong),
        share(score.right, score.right + score.missed),
        share(score.exact, score.asked),
    )
}

fn compare(made: &str) {
    let place = repository().join(TABLE);
    let committed = std::fs::read_to_string(&place).unwrap_or_default();
    if committed == made {
        return;
    }
    let bless = std::env::var_os("MAST_BLESS").is_some_and(|value| !value.is_empty() && value != "0");
    if bless {
        std::fs::write(&place, made).expect("the table can be written");
        return;
    }
    panic!(
        "{TABLE} is not what the answers give (- committed, + now)\n{}\nhint: when that is right, `MAST_BLESS=1 cargo test --package mast-tests --test score` writes it",
        diff::lines(&committed, made)
    );
}
