//! `mast_outline`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::engine::Engine;
use crate::error::Result;
use crate::index::freshen::Freshness;
use crate::languages::{LANGUAGES, of_path};
use crate::search::documents::{Document, Place, locate};
use crate::store::Store;
use crate::text::path::RelPath;
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Page, Render, Style, Tool};

/// `mast_outline`.
#[derive(Debug)]
pub struct Outline;

/// Which documents to outline.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "OutlineInput")]
pub struct OutlineInput {
    /// Markdown files or directories, from the project root; `.` is the root.
    #[schemars(length(min = 1, max = 20))]
    pub paths: Vec<String>,
    /// At most this many files of directories.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: u32,
}

const fn fifty() -> u32 {
    50
}

/// The outlines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "OutlineOutput")]
pub struct OutlineOutput {
    /// A line for each heading of a file, `1-9 75c # Guide`: its lines and its characters, subsections included. A line for each file of a
    /// directory: its path, characters, title and status fields. With several paths a file's own line comes first.
    pub outline: String,
    /// What could not be outlined, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<PathFault>>,
    /// How many files the directories have, when there are more than are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_truncated: Option<u64>,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// A path that could not be outlined.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PathFault {
    /// The path as it was given.
    pub path: String,
    /// What is wrong with it.
    pub error: String,
}

impl Tool for Outline {
    const NAME: &'static str = "mast_outline";
    const TITLE: &'static str = "Outline documents";
    const SUMMARY: &'static str =
        "Which headings does this Markdown file have, or which Markdown files this directory?";
    const PAGE: &'static str = include_str!("pages/mast_outline.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = OutlineInput;
    type Output = OutlineOutput;

    fn run(engine: &Engine, input: OutlineInput) -> Result<OutlineOutput> {
        let started = engine.start();
        engine.ask(|store, _, freshness| {
            let mut outliner = Outliner {
                engine,
                documents: documents(store, freshness)?,
                left: input.limit as usize,
                found: 0,
                referenced: BTreeSet::new(),
                blocks: Vec::new(),
                errors: Vec::new(),
            };
            let mut seen = BTreeSet::new();
            let paths: Vec<&String> = input.paths.iter().filter(|path| seen.insert(*path)).collect();
            for path in &paths {
                if let Err(error) = outliner.add(path, paths.len()) {
                    outliner.errors.push(PathFault {
                        path: (*path).clone(),
                        error,
                    });
                }
            }
            let outline = outliner.blocks.join("\n\n");
            let stats = stats::count(
                engine,
                store,
                Self::NAME,
                &outline,
                outliner.referenced.into_iter().collect(),
                started,
            )?;
            Ok(OutlineOutput {
                outline,
                errors: (!outliner.errors.is_empty()).then_some(outliner.errors),
                files_truncated: (outliner.found > input.limit as usize).then_some(outliner.found as u64),
                stats,
            })
        })
    }
}

/// The documents that the walk finds, as far as they are known to be there, by path.
fn documents(store: &Store, freshness: &Freshness) -> Result<BTreeSet<RelPath>> {
    let is_document =
        |path: &RelPath| of_path(path).is_some_and(|language| LANGUAGES[language].name == "markdown");
    let mut paths: BTreeSet<RelPath> = store.files()?.into_iter().map(|file| file.path).collect();
    paths.extend(freshness.left.unindexed.iter().cloned());
    for path in &freshness.left.deleted {
        paths.remove(path);
    }
    paths.retain(is_document);
    Ok(paths)
}

struct Outliner<'a> {
    engine: &'a Engine,
    documents: BTreeSet<RelPath>,
    /// How many more files of directories may be listed.
    left: usize,
    /// How many files the directories have.
    found: usize,
    referenced: BTreeSet<String>,
    blocks: Vec<String>,
    errors: Vec<PathFault>,
}

impl Outliner<'_> {
    /// Outlines what `text` names, one of `count` paths.
    fn add(&mut self, text: &str, count: usize) -> std::result::Result<(), String> {
        match locate(self.engine.config(), text)? {
            Place::File(path) => {
                let document = Document::read(self.engine.config(), &path)?;
                let mut block = String::new();
                if count > 1 {
                    let _ = writeln!(block, "{path} {}c", characters(document.source.text()));
                }
                block.push_str(&headings(&document));
                self.referenced.insert(path.as_str().to_owned());
                self.blocks.push(block.trim_end().to_owned());
                Ok(())
            }
            Place::Directory(directory) => self.directory(directory.as_ref()),
        }
    }

    fn directory(&mut self, directory: Option<&RelPath>) -> std::result::Result<(), String> {
        let below = directory.map_or_else(String::new, |directory| format!("{directory}/"));
        let paths: Vec<RelPath> = self
            .documents
            .iter()
            .filter(|path| path.as_str().starts_with(&below))
            .cloned()
            .collect();
        if paths.is_empty() {
            return Err(
                "has no Markdown file that the index walks; a file can be named by itself".to_owned(),
            );
        }
        self.found += paths.len();
        let mut lines = Vec::new();
        for path in paths.into_iter().take(self.left) {
            self.left -= 1;
            match Document::read(self.engine.config(), &path) {
                Ok(document) => {
                    lines.push(line(&document));
                    self.referenced.insert(path.as_str().to_owned());
                }
                Err(error) => self.errors.push(PathFault {
                    path: path.as_str().to_owned(),
                    error,
                }),
            }
        }
        if !lines.is_empty() {
            self.blocks.push(lines.join("\n"));
        }
        Ok(())
    }
}

/// A line for each part of `document`.
fn headings(document: &Document) -> String {
    let mut text = String::new();
    for part in document.parts() {
        let marks = "#".repeat(usize::from(part.level));
        let title = [marks.as_str(), &part.title].join(" ");
        let size = characters(document.source.slice(part.span));
        let _ = writeln!(
            text,
            "{}-{} {size}c {}",
            part.lines.first(),
            part.lines.last(),
            title.trim()
        );
    }
    if text.is_empty() {
        text.push_str("(empty)");
    }
    text
}

/// The line of `document` in the list of a directory.
fn line(document: &Document) -> String {
    let size = characters(document.source.text());
    let title = document.title().unwrap_or_else(|| "(no title)".to_owned());
    let fields: Vec<String> = document
        .fields()
        .into_iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    let fields = if fields.is_empty() {
        String::new()
    } else {
        format!(" [{}]", fields.join("; "))
    };
    format!("{} {size}c {title}{fields}", document.path)
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

impl Render for OutlineOutput {
    fn render(&self, page: &mut Page) {
        for fault in self.errors.iter().flatten() {
            page.line(Style::Warning, format!("! `{}` {}", fault.path, fault.error));
        }
        if !self.outline.is_empty() {
            page.line(Style::Plain, &self.outline);
        }
        if let Some(total) = self.files_truncated {
            page.line(
                Style::Faint,
                format!("{total} files in all, give a higher `limit` or a directory further down"),
            );
        }
        page.line(Style::Faint, self.stats.line());
    }
}
