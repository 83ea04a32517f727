//! A damaged file keeps its declarations: one line or one character of a valid file is deleted, and every
//! top-level declaration outside the damaged one is still found, with its exact bytes.
//!
//! Runs on `projects/agreement` and on each folder of `MAST_CORPORA`, with `MAST_SEED` for other damage.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test is told by variables what else to read, and tells what it read"
)]

use std::fmt::Write as _;
use std::path::Path;

use mast_core::facts::{Declaration, FileFacts};
use mast_core::languages::ExtractOptions;
use mast_core::languages::typescript::{Parser, extract_with};
use mast_core::text::path::RelPath;
use mast_core::text::source::Source;
use mast_core::text::span::Span;
use mast_tests::corpora::code_files;

/// How many damaged files are read of one corpus.
const SAMPLE: usize = 300;

/// The share of declarations that is found at least, in percent.
const LEAST: usize = 98;

/// How many losses are shown for one corpus.
const SHOWN: usize = 12;

#[test]
fn declarations_outside_the_damage_are_found() {
    let seed = std::env::var("MAST_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    println!("seed {seed}");
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/agreement");
    let mut roots = vec![bundled];
    if let Some(more) = std::env::var_os("MAST_CORPORA") {
        roots.extend(std::env::split_paths(&more));
    }
    for root in roots {
        let outcome = damage_all(&root, &mut Random(seed));
        println!("{}: {}", root.display(), outcome.report());
        assert!(outcome.expected > 0, "nothing was damaged in {}", root.display());
        assert!(
            outcome.found * 100 >= outcome.expected * LEAST,
            "{} of {} declarations found in {}",
            outcome.found,
            outcome.expected,
            root.display(),
        );
    }
}

#[test]
fn any_text_is_read_and_every_span_lies_in_it() {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/agreement");
    let mut random = Random(7);
    for file in code_files(&bundled) {
        let path = RelPath::below(&bundled, &file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        for _ in 0..60 {
            let mut damaged = text.clone();
            let at = border(&text, random.below(text.len() + 1));
            match random.below(3) {
                0 => damaged.truncate(at),
                1 => damaged.insert_str(at, NOISE[random.below(NOISE.len())]),
                _ => drop(damaged.drain(at..border(&text, at + random.below(200)))),
            }
            let source = Source::new(damaged);
            let facts = read(Parser::Tolerant, &path, &source).unwrap();
            for declaration in &facts.declarations {
                check_span(&path, &source, declaration.span);
                check_span(&path, &source, declaration.name_span);
                check_span(&path, &source, declaration.signature);
            }
            for chunk in &facts.chunks {
                check_span(&path, &source, chunk.span);
                assert!(
                    !source.slice(chunk.span).trim().is_empty(),
                    "blank chunk {chunk:?} in {path}"
                );
            }
        }
    }
}

/// What people leave behind.
const NOISE: [&str; 12] = [
    "{",
    "}",
    "(",
    ")",
    "`",
    "\"",
    "'",
    "/*",
    "<",
    "<<<<<<< HEAD\n",
    "export ",
    "\u{e9}${",
];

fn border(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

fn check_span(path: &RelPath, source: &Source, span: Span) {
    let fits = source
        .text()
        .get(span.start as usize..span.end as usize)
        .is_some();
    assert!(fits, "{span:?} does not fit into {path}:\n{}", source.text());
}

#[derive(Default)]
struct Outcome {
    files: usize,
    expected: usize,
    found: usize,
    /// Damaged declarations, and those of them that are still found by their name.
    damaged: usize,
    damaged_found: usize,
    /// Top-level declarations of the damaged file that the valid one does not have.
    invented: usize,
    losses: Vec<String>,
}

impl Outcome {
    fn report(&self) -> String {
        let mut report = format!(
            "{} damaged files, {} of {} declarations found, {} of {} damaged ones still named, {} invented\n",
            self.files, self.found, self.expected, self.damaged_found, self.damaged, self.invented
        );
        for loss in self.losses.iter().take(SHOWN) {
            writeln!(report, "  {loss}").unwrap();
        }
        report
    }
}

fn damage_all(root: &Path, random: &mut Random) -> Outcome {
    let files = code_files(root);
    let mut outcome = Outcome::default();
    for _ in 0..SAMPLE * 4 {
        if outcome.files == SAMPLE || files.is_empty() {
            break;
        }
        let file = &files[random.below(files.len())];
        let Ok(path) = RelPath::below(root, file) else {
            continue;
        };
        let Some(source) = std::fs::read(file)
            .ok()
            .and_then(|bytes| Source::decode(bytes).ok())
        else {
            continue;
        };
        let Some(valid) = read(Parser::Exact, &path, &source) else {
            continue;
        };
        let Some(removed) = damage(&source, random) else {
            continue;
        };
        let mut text = source.text().to_owned();
        text.replace_range(removed.start as usize..removed.end as usize, "");
        let damaged = Source::new(text);
        if read(Parser::Exact, &path, &damaged).is_some() {
            continue;
        }
        let Some(facts) = read(Parser::Tolerant, &path, &damaged) else {
            continue;
        };
        outcome.files += 1;
        compare(&path, &source, &valid, removed, &facts, &mut outcome);
    }
    outcome
}

fn compare(
    path: &RelPath,
    source: &Source,
    valid: &FileFacts,
    removed: Span,
    facts: &FileFacts,
    outcome: &mut Outcome,
) {
    let mut lost = Vec::new();
    for declaration in valid
        .declarations
        .iter()
        .filter(|declaration| declaration.owner.is_none())
    {
        let span = declaration.span;
        if removed.start < span.end && span.start < removed.end {
            outcome.damaged += 1;
            outcome.damaged_found +=
                usize::from(facts.declarations.iter().any(|other| same(declaration, other)));
            continue;
        }
        outcome.expected += 1;
        let shift = if removed.start < span.start {
            removed.len()
        } else {
            0
        };
        let moved = Span::new(span.start - shift, span.end - shift);
        let is_found = facts
            .declarations
            .iter()
            .any(|other| same(declaration, other) && other.span == moved);
        if is_found {
            outcome.found += 1;
        } else {
            lost.push(declaration.name.as_str());
        }
    }
    let invented: Vec<&str> = facts
        .declarations
        .iter()
        .filter(|other| other.owner.is_none() && !valid.declarations.iter().any(|known| same(known, other)))
        .map(|other| other.name.as_str())
        .collect();
    outcome.invented += invented.len();
    if !invented.is_empty() {
        outcome.losses.push(format!(
            "{path}:{} without {:?}: invented {}",
            source.lines().line_of(removed.start),
            source.slice(removed),
            invented.join(", "),
        ));
    }
    if !lost.is_empty() {
        outcome.losses.push(format!(
            "{path}:{} without {:?}: lost {}: {}",
            source.lines().line_of(removed.start),
            source.slice(removed),
            lost.len(),
            lost.iter().take(5).copied().collect::<Vec<_>>().join(", "),
        ));
    }
}

fn same(left: &Declaration, right: &Declaration) -> bool {
    left.name == right.name && left.kind == right.kind && left.owner == right.owner
}

fn read(parser: Parser, path: &RelPath, source: &Source) -> Option<FileFacts> {
    extract_with(parser, path, source, ExtractOptions::default())
}

/// One whole line that is not blank, or one character that is no white space.
fn damage(source: &Source, random: &mut Random) -> Option<Span> {
    if source.text().is_empty() {
        return None;
    }
    if random.below(2) == 0 {
        let line =
            mast_core::text::line::Line::from_index(random.below(source.lines().count() as usize) as u32);
        let lines = mast_core::text::line::LineRange::new(line, line);
        let span = source.lines().span_of(lines);
        return (!source.slice(span).trim().is_empty()).then_some(span);
    }
    let at = random.below(source.text().len());
    let character = source.text().get(at..)?.chars().next()?;
    (!character.is_whitespace()).then(|| Span::new(at as u32, (at + character.len_utf8()) as u32))
}

/// xorshift64* (Vigna 2016): the same damage for the same seed, everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16;
        number as usize % limit.max(1)
    }
}
