//! How many specifiers lead where the TypeScript compiler says, and what does resolving all of them cost?
//!
//! `MAST_CORPUS` names a folder of checkouts, `MAST_QUERIES` the folder with the compiler's answers, `<checkout>/imports.jsonl.gz` unpacked
//! by `gzip`. `MAST_REPOS` picks checkouts, by name, separated by commas; one without answers is resolved, timed, and what does not resolve is listed.
//! `MAST_LISTED` is how many differences are listed.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    missing_docs,
    reason = "a program for people"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use mast_core::languages::{self, ExtractOptions};
use mast_core::project::config::{Config, Overrides};
use mast_core::project::manifests::ReadManifest;
use mast_core::project::modules::{ImportTarget, Modules, UnknownReason};
use mast_core::project::root::Surroundings;
use mast_core::project::walk::Walker;
use mast_core::text::path::RelPath;
use mast_core::text::source::Source;
use serde_json::Value;

fn main() {
    let Some(corpus) = std::env::var_os("MAST_CORPUS").map(PathBuf::from) else {
        println!("set MAST_CORPUS to a folder of checkouts; nothing measured");
        return;
    };
    let answers = std::env::var_os("MAST_QUERIES").map(PathBuf::from);
    let listed = variable("MAST_LISTED")
        .and_then(|text| text.parse().ok())
        .unwrap_or(40);
    let repos =
        variable("MAST_REPOS").unwrap_or_else(|| "excalidraw,trpc,vite,vscode-copilot-chat".to_owned());
    for repo in repos.split(',') {
        let root = corpus
            .join(repo)
            .canonicalize()
            .unwrap_or_else(|error| panic!("{repo}: {error}"));
        let checkout = Checkout::read(&root);
        println!("== {repo}");
        let answers = answers
            .as_ref()
            .map(|folder| folder.join(repo).join("imports.jsonl.gz"));
        match answers.filter(|path| path.exists()) {
            Some(path) => compare(&checkout, &path, listed),
            None => survey(&checkout, listed),
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

struct Checkout {
    files: Vec<RelPath>,
    modules: Modules,
    specifiers: Vec<(RelPath, String)>,
}

impl Checkout {
    fn read(root: &Path) -> Self {
        let surroundings = Surroundings {
            working_directory: root.to_owned(),
            ..Surroundings::default()
        };
        let config = Config::load(root, &Overrides::default()).expect("a configuration");
        let now = SystemTime::now();
        let walk = Walker::new(&config, &surroundings)
            .and_then(|walker| walker.walk(now))
            .expect("a walk");
        let files: Vec<RelPath> = walk.files.iter().map(|file| file.path.clone()).collect();
        let started = Instant::now();
        let manifests: Vec<ReadManifest> = walk
            .manifests
            .into_iter()
            .map(|manifest| manifest.read(root))
            .collect();
        let (read, started) = (started.elapsed(), Instant::now());
        let modules = Modules::new(root, files.iter(), &manifests, now);
        println!(
            "{} files; {} manifests read in {read:.1?}, taken in in {:.1?}",
            files.len(),
            manifests.len(),
            started.elapsed()
        );
        for (path, problem) in modules.problems() {
            println!("  cannot be read: {path}: {problem}");
        }
        let specifiers = walk
            .files
            .iter()
            .flat_map(|file| specifiers_of(root, &file.path, file.language))
            .collect();
        Self {
            files,
            modules,
            specifiers,
        }
    }
}

fn specifiers_of(root: &Path, path: &RelPath, language: usize) -> Vec<(RelPath, String)> {
    let Ok(source) = Source::decode(std::fs::read(path.under(root)).unwrap_or_default()) else {
        return Vec::new();
    };
    let facts = (languages::LANGUAGES[language].extract)(path, &source, ExtractOptions::default());
    let imports = facts.imports.into_iter().map(|import| import.module);
    let all: BTreeSet<String> = imports.collect();
    all.into_iter()
        .map(|specifier| (path.clone(), specifier))
        .collect()
}

fn shown(target: &ImportTarget) -> String {
    match target {
        ImportTarget::File(path) => path.to_string(),
        ImportTarget::Miscased(path) => format!("{path} (miscased)"),
        ImportTarget::Package(name) => format!("package {name}"),
        ImportTarget::Unknown(reason) => format!("unknown: {}", reason.name()),
    }
}

fn compare(checkout: &Checkout, path: &Path, listed: usize) {
    let mut gzip = Command::new("gzip")
        .args(["-dc".as_ref(), path.as_os_str()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("gzip");
    let text = std::io::read_to_string(gzip.stdout.take().expect("a pipe")).expect("text");
    drop(gzip.wait());
    let known: BTreeSet<&str> = checkout.files.iter().map(RelPath::as_str).collect();
    let (mut files, mut equal, mut outside, mut left, mut unindexed) = (0, 0, 0, 0, 0);
    let mut differences: BTreeMap<String, usize> = BTreeMap::new();
    let started = Instant::now();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let from = RelPath::parse(row["file"].as_str().unwrap_or_default()).expect("a path");
        for import in row["imports"].as_array().into_iter().flatten() {
            let specifier = import["specifier"].as_str().unwrap_or_default();
            let found = checkout.modules.resolve(&from, specifier);
            let file = match &found {
                ImportTarget::File(path) | ImportTarget::Miscased(path) => Some(path.as_str()),
                ImportTarget::Package(_) | ImportTarget::Unknown(_) => None,
            };
            let wanted = import["resolved"].as_str();
            let is_equal = file == wanted;
            match wanted {
                Some(wanted) if !known.contains(wanted) => unindexed += 1,
                Some(_) => {
                    files += 1;
                    equal += usize::from(is_equal);
                }
                None => {
                    outside += 1;
                    left += usize::from(is_equal);
                }
            }
            if !is_equal && wanted.is_none_or(|wanted| known.contains(wanted)) {
                let wanted = wanted.unwrap_or("nothing");
                *differences
                    .entry(format!(
                        "{from}: {specifier} -> {}, compiler: {wanted}",
                        shown(&found)
                    ))
                    .or_default() += 1;
            }
        }
    }
    let wall = started.elapsed();
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    println!(
        "resolved by the compiler {files}, equal {equal}: {:.4}",
        share(equal, files)
    );
    println!(
        "left by the compiler     {outside}, left {left}: {:.4}",
        share(left, outside)
    );
    println!("answers outside the index {unindexed}; wall {wall:.1?}");
    list(differences, listed);
}

fn survey(checkout: &Checkout, listed: usize) {
    let started = Instant::now();
    let targets: Vec<ImportTarget> = checkout
        .specifiers
        .iter()
        .map(|(from, specifier)| checkout.modules.resolve(from, specifier))
        .collect();
    let wall = started.elapsed();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for ((from, specifier), target) in checkout.specifiers.iter().zip(&targets) {
        let kind = match target {
            ImportTarget::File(_) => "file",
            ImportTarget::Miscased(_) => "miscased",
            ImportTarget::Package(_) => "package",
            ImportTarget::Unknown(reason) => reason.name(),
        };
        *counts.entry(kind).or_default() += 1;
        let is_shown = matches!(target, ImportTarget::Unknown(reason) if *reason != UnknownReason::Asset);
        if is_shown {
            *unknown
                .entry(format!("{kind:<10} {from}: {specifier}"))
                .or_default() += 1;
        }
    }
    println!("{} specifiers in {wall:.1?}: {counts:?}", targets.len());
    list(unknown, listed);
}

fn list(lines: BTreeMap<String, usize>, listed: usize) {
    println!("{} different lines", lines.len());
    // Spread over the list, so that one folder does not fill it.
    let step = lines.len().div_ceil(listed.max(1)).max(1);
    for (line, count) in lines.into_iter().step_by(step) {
        println!("  {count} {line}");
    }
}
