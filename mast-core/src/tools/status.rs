//! `mast_status`.

mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{Engine, last_indexed, rfc3339};
use crate::error::{ErrorKind, Result};
use crate::index::NamedDifference;
use crate::project::lease::Lease;
use crate::store::meta::MetaKey;
use crate::store::{SCHEMA_VERSION, SchemaState, Store};
use crate::text::path::RelPath;
use crate::tools::{Effect, Tool};

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
    /// Files that decide where imports lead and cannot be read, such as a `tsconfig.json` that is no JSON: what they say is not known.
    #[serde(skip_serializing_if = "is_zero")]
    pub manifest_errors: u64,
    /// Names of them, up to 20, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub manifest_error_files: Vec<ManifestError>,
    /// Imports that write a path with other capitals than the file has: they lead nowhere where file names tell capitals apart.
    #[serde(skip_serializing_if = "is_zero")]
    pub miscased_imports: u64,
    /// Names of them, up to 20.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub miscased_import_files: Vec<MiscasedImport>,
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

/// A file that decides where imports lead and cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ManifestError {
    /// Its path.
    pub file_path: String,
    /// Why it cannot be read.
    pub detail: String,
}

/// An import that writes a path with other capitals than the file has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MiscasedImport {
    /// The file that imports.
    pub file_path: String,
    /// The specifier as written.
    pub specifier: String,
    /// The file that it leads to, as its name is on disk; absent where names tell capitals apart, so that it leads nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_path: Option<String>,
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
            manifest_errors: 0,
            manifest_error_files: Vec::new(),
            miscased_imports: 0,
            miscased_import_files: Vec::new(),
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
    let (named, walked_and_known) = engine.difference(store)?;
    let (files, chunks) = store.counts()?;
    let skipped = store.skipped()?;
    let broken = store.syntax_errors()?;
    let manifests = store.manifest_problems()?;
    let miscased = store.miscased_imports()?;
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
            .map(|(path, line)| SyntaxErrorFile {
                file_path: path.clone(),
                line: line.get(),
            })
            .collect(),
        manifest_errors: manifests.len() as u64,
        manifest_error_files: manifests
            .into_iter()
            .take(MOST_NAMES)
            .map(|(file_path, detail)| ManifestError { file_path, detail })
            .collect(),
        miscased_imports: miscased.len() as u64,
        miscased_import_files: miscased
            .into_iter()
            .take(MOST_NAMES)
            .map(|import| MiscasedImport {
                file_path: import.file,
                specifier: import.specifier,
                resolved_path: import.target,
            })
            .collect(),
        generated_files: store.generated_count()?,
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
