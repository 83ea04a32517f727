//! `mast_status`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{Engine, last_indexed, rfc3339};
use crate::error::{ErrorKind, Result};
use crate::index::{self, NamedDifference};
use crate::project::lease::Lease;
use crate::store::meta::MetaKey;
use crate::store::{SCHEMA_VERSION, SchemaState, Store};
use crate::text::path::RelPath;
use crate::tools::{Effect, Page, Render, Style, Tool};

/// How many names of each category are given.
const MOST_NAMES: usize = 20;

/// `mast_status`.
#[derive(Debug)]
pub struct Status;

/// Nothing is asked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "StatusInput")]
pub struct StatusInput {}

/// The health of the index.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "StatusOutput")]
pub struct StatusOutput {
    /// Where the index is.
    pub state_dir: String,
    /// The layout version of this program.
    pub schema_version: String,
    /// The layout version of the index.
    pub index_schema_version: Option<String>,
    /// When the index was last written (RFC 3339).
    pub last_indexed: Option<String>,
    /// Files in the index.
    pub indexed_files: Option<u64>,
    /// Chunks in the index.
    pub chunk_count: Option<u64>,
    /// Files that differ between index and disk.
    pub stale_files: Option<u64>,
    /// The same by kind.
    pub stale_breakdown: Option<StaleBreakdown>,
    /// Names of them, up to 20 of each kind.
    pub stale_paths: Option<StalePaths>,
    /// Files that were found and could not be indexed.
    pub parse_errors: Option<u64>,
    /// Files that could not be written; a run with one fails.
    pub write_errors: u64,
    /// Always 0: what crosses files is resolved when asked.
    pub pending_edge_repairs: u64,
    /// Whether the index is true of the disk.
    pub index_fresh: bool,
    /// Why not.
    pub freshness_cause: Option<String>,
    /// Files that could not be indexed and directories that cannot be looked into, up to 20 of each, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Indexed files that do not parse as a whole; what lies outside the error is indexed.
    #[serde(skip_serializing_if = "is_zero")]
    pub syntax_errors: u64,
    /// Names of them, up to 20, with the line of the first error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub syntax_error_files: Vec<SyntaxErrorFile>,
    /// Indexed files that people did not write; they rank last.
    #[serde(skip_serializing_if = "is_zero")]
    pub generated_files: u64,
    /// The commit that a seed index was built from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_commit: Option<String>,
    /// The server that refreshes this index in the background; null without one.
    pub writer: Option<WriterOut>,
    /// How far the run is that indexes in this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexing: Option<IndexingOut>,
}

/// A run that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IndexingOut {
    /// Files that are done.
    pub files_done: u64,
    /// Files to be done.
    pub files_total: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Files that differ, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StaleBreakdown {
    /// Changed since they were indexed.
    pub changed: u64,
    /// Never indexed.
    pub unindexed: u64,
    /// Gone from disk.
    pub deleted: u64,
}

/// Names of files that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StalePaths {
    /// Changed since they were indexed.
    pub changed: Vec<String>,
    /// Never indexed.
    pub unindexed: Vec<String>,
    /// Gone from disk.
    pub deleted: Vec<String>,
}

/// A file that could not be indexed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    /// Its path.
    pub file_path: String,
    /// Why, as a word.
    pub reason: String,
    /// Why, for people.
    pub detail: String,
}

/// A file with a syntax error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SyntaxErrorFile {
    /// Its path.
    pub file_path: String,
    /// The line of its first error.
    pub line: u32,
}

/// The server that holds the writer lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WriterOut {
    /// Its process.
    pub pid: u32,
    /// When it started (RFC 3339).
    pub started_at: String,
    /// Its version.
    pub mast_version: String,
    /// Its layout version.
    pub schema_version: String,
    /// Whether it is the one that answers.
    pub is_this_server: bool,
}

impl Tool for Status {
    const NAME: &'static str = "mast_status";
    const TITLE: &'static str = "Index health";
    const SUMMARY: &'static str = "Is the index there, and is it true of the disk?";
    const PAGE: &'static str = include_str!("pages/mast_status.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = StatusInput;
    type Output = StatusOutput;

    fn run(engine: &Engine, _input: StatusInput) -> Result<StatusOutput> {
        let store = match Store::open(&engine.database()) {
            Ok(store) => store,
            Err(error) if error.kind == ErrorKind::NotInitialised => {
                return Ok(StatusOutput::without_index(engine, "not_initialised"));
            }
            Err(_) => return Ok(StatusOutput::without_index(engine, "stamp_unreadable")),
        };
        match store.schema_state() {
            SchemaState::Current => match of_index(engine, &store) {
                Err(error) if error.kind == ErrorKind::IndexUnreadable => {
                    Ok(StatusOutput::without_index(engine, "stamp_unreadable"))
                }
                status => status,
            },
            SchemaState::Older(version) | SchemaState::Newer(version) => Ok(StatusOutput {
                index_schema_version: Some(version),
                ..StatusOutput::without_index(engine, "index_version")
            }),
            SchemaState::Unreadable => Ok(StatusOutput::without_index(engine, "stamp_unreadable")),
        }
    }
}

impl StatusOutput {
    fn without_index(engine: &Engine, cause: &str) -> Self {
        Self {
            state_dir: engine.config().state_dir.path().display().to_string(),
            schema_version: SCHEMA_VERSION.to_owned(),
            index_schema_version: None,
            last_indexed: None,
            indexed_files: None,
            chunk_count: None,
            stale_files: None,
            stale_breakdown: None,
            stale_paths: None,
            parse_errors: None,
            write_errors: 0,
            pending_edge_repairs: 0,
            index_fresh: false,
            freshness_cause: Some(cause.to_owned()),
            left_out: Vec::new(),
            syntax_errors: 0,
            syntax_error_files: Vec::new(),
            generated_files: 0,
            seed_commit: None,
            writer: Lease::holder(&engine.config().state_dir).map(|holder| WriterOut {
                is_this_server: holder.pid == std::process::id(),
                pid: holder.pid,
                started_at: holder.started_at,
                mast_version: holder.mast_version,
                schema_version: holder.schema_version,
            }),
            indexing: engine.activity().position().map(|position| IndexingOut {
                files_done: position.done as u64,
                files_total: position.total as u64,
            }),
        }
    }

    /// Whether there is an index at all.
    pub fn is_initialised(&self) -> bool {
        self.freshness_cause.as_deref() != Some("not_initialised")
    }
}

fn of_index(engine: &Engine, store: &Store) -> Result<StatusOutput> {
    let project = engine.project();
    let difference = index::difference(&project, store, engine.now())?;
    let walked_and_known = difference.known_files();
    let named = difference.named(&project, store)?;
    let (files, chunks) = store.counts()?;
    let skipped = store.skipped()?;
    let all = store.files()?;
    let broken: Vec<_> = all
        .iter()
        .filter_map(|file| Some((file, file.syntax_error?)))
        .collect();
    let cause = cause_of(&named, walked_and_known);
    Ok(StatusOutput {
        index_schema_version: store.meta(MetaKey::SchemaVersion)?,
        last_indexed: last_indexed(store)?.map(rfc3339),
        indexed_files: Some(files),
        chunk_count: Some(chunks),
        stale_files: Some(named.count() as u64),
        stale_breakdown: Some(StaleBreakdown {
            changed: named.changed.len() as u64,
            unindexed: named.unindexed.len() as u64,
            deleted: named.deleted.len() as u64,
        }),
        stale_paths: Some(StalePaths {
            changed: names(&named.changed),
            unindexed: names(&named.unindexed),
            deleted: names(&named.deleted),
        }),
        parse_errors: Some(skipped.len() as u64),
        index_fresh: cause.is_none(),
        freshness_cause: cause.map(str::to_owned),
        left_out: skipped
            .iter()
            .take(MOST_NAMES)
            .map(|file| LeftOut {
                file_path: file.path.as_str().to_owned(),
                reason: file.reason.clone(),
                detail: file.detail.clone(),
            })
            .chain(
                named
                    .unreadable
                    .iter()
                    .take(MOST_NAMES)
                    .map(|(path, detail)| LeftOut {
                        file_path: path.clone(),
                        reason: "unreadable".to_owned(),
                        detail: detail.clone(),
                    }),
            )
            .collect(),
        syntax_errors: broken.len() as u64,
        syntax_error_files: broken
            .iter()
            .take(MOST_NAMES)
            .map(|(file, line)| SyntaxErrorFile {
                file_path: file.path.as_str().to_owned(),
                line: line.get(),
            })
            .collect(),
        generated_files: all.iter().filter(|file| file.generated.is_some()).count() as u64,
        seed_commit: store.meta(MetaKey::SeedCommit)?,
        ..StatusOutput::without_index(engine, "")
    })
}

fn names(paths: &[RelPath]) -> Vec<String> {
    paths
        .iter()
        .take(MOST_NAMES)
        .map(|path| path.as_str().to_owned())
        .collect()
}

/// The first cause that applies. A root that holds mostly other files than the index knows is another project's.
fn cause_of(named: &NamedDifference, known: usize) -> Option<&'static str> {
    let matched = known.saturating_sub(named.deleted.len());
    if named.unindexed.len() > matched && named.deleted.len() > matched {
        return Some("root_mismatch");
    }
    let causes = [
        (named.changed.len(), "phase1_stale"),
        (named.unindexed.len(), "unindexed_files"),
        (named.deleted.len(), "deleted_files"),
        (named.unreadable.len(), "unreadable"),
    ];
    causes
        .into_iter()
        .find(|(count, _)| *count > 0)
        .map(|(_, cause)| cause)
}

impl Render for StatusOutput {
    fn render(&self, page: &mut Page) {
        let mut row = |key: &str, value: String| {
            // A further line of the row above has no key.
            let key = if key.is_empty() {
                String::new()
            } else {
                format!("{key}:")
            };
            page.text(Style::Faint, format!("{key:<22}"))
                .line(Style::Plain, value);
        };
        row("state_dir", self.state_dir.clone());
        if !self.is_initialised() {
            page.line(
                Style::Warning,
                "NOT INITIALISED: nothing is indexed in this state directory.",
            );
            page.line(
                Style::Plain,
                "run `mast init` to index this project. An index kept elsewhere is found with `--state-dir`,",
            );
            page.line(
                Style::Plain,
                "`MAST_STATE_DIR`, or `state_dir` in mast.config.json, which makes the place stick.",
            );
            return;
        }
        let or_unknown =
            |value: Option<u64>| value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
        row("schema_version", self.schema_version.clone());
        row(
            "index_schema_version",
            self.index_schema_version
                .clone()
                .unwrap_or_else(|| "unknown".to_owned()),
        );
        row(
            "last_indexed",
            self.last_indexed.clone().unwrap_or_else(|| "never".to_owned()),
        );
        row("indexed_files", or_unknown(self.indexed_files));
        row("chunk_count", or_unknown(self.chunk_count));
        row("stale_files", or_unknown(self.stale_files));
        if let (Some(breakdown), Some(paths)) = (&self.stale_breakdown, &self.stale_paths) {
            let kinds = [
                ("changed", breakdown.changed, &paths.changed),
                ("unindexed", breakdown.unindexed, &paths.unindexed),
                ("deleted", breakdown.deleted, &paths.deleted),
            ];
            for (kind, count, names) in kinds {
                if count > 0 {
                    row(&format!("  {kind}"), count.to_string());
                    list(&mut row, names, count);
                }
            }
        }
        row("parse_errors", or_unknown(self.parse_errors));
        for file in &self.left_out {
            row(
                "",
                format!("{}  {}: {}", file.file_path, file.reason, file.detail),
            );
        }
        if let Some(all) = self.parse_errors.filter(|all| *all > self.left_out.len() as u64) {
            row("", format!("… and {} more", all - self.left_out.len() as u64));
        }
        if self.syntax_errors > 0 {
            row(
                "syntax_errors",
                format!("{} (indexed outside the error)", self.syntax_errors),
            );
            for file in &self.syntax_error_files {
                row("", format!("{}:{}", file.file_path, file.line));
            }
            if self.syntax_errors > self.syntax_error_files.len() as u64 {
                row(
                    "",
                    format!(
                        "… and {} more",
                        self.syntax_errors - self.syntax_error_files.len() as u64
                    ),
                );
            }
        }
        if self.generated_files > 0 {
            row(
                "generated_files",
                format!("{} (ranked last)", self.generated_files),
            );
        }
        row("write_errors", self.write_errors.to_string());
        row("pending_edge_repairs", self.pending_edge_repairs.to_string());
        row("index_fresh", self.index_fresh.to_string());
        row(
            "freshness_cause",
            self.freshness_cause.clone().unwrap_or_else(|| "none".to_owned()),
        );
        if let Some(commit) = &self.seed_commit {
            row("seed_commit", commit.clone());
        }
        if let Some(writer) = &self.writer {
            row(
                "writer",
                format!("process {} since {}", writer.pid, writer.started_at),
            );
        }
        if let Some(run) = &self.indexing {
            row(
                "indexing",
                format!("{} of {} files", run.files_done, run.files_total),
            );
        }
        if self.freshness_cause.as_deref() == Some("stamp_unreadable") {
            page.line(
                Style::Warning,
                "the index cannot be read: run `mast index` to build it anew.",
            );
        }
    }
}

fn list(row: &mut dyn FnMut(&str, String), names: &[String], count: u64) {
    for name in names {
        row("", name.clone());
    }
    if count > names.len() as u64 {
        row("", format!("… and {} more", count - names.len() as u64));
    }
}
