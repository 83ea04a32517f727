//! `mast_reindex`.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{Engine, Extent};
use crate::error::Result;
use crate::index::Progress;
use crate::tools::{Effect, Page, Render, Style, Tool};

/// How long it waits for another process that writes the same index.
const PATIENCE: Duration = Duration::from_secs(5);

/// `mast_reindex`.
#[derive(Debug)]
pub struct Reindex;

/// How much to index.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "ReindexInput")]
pub struct ReindexInput {
    /// Build the index from nothing instead of taking in what changed.
    #[serde(default)]
    pub full: bool,
}

/// What was done.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(title = "ReindexOutput")]
pub struct ReindexOutput {
    /// Files read and indexed.
    pub files_indexed: u64,
    /// Files that had not changed.
    pub files_skipped: u64,
    /// Files that are gone and were taken out.
    pub files_removed: u64,
    /// Chunks written.
    pub chunks_added: u64,
    /// Chunks taken out.
    pub chunks_removed: u64,
    /// Files that could not be indexed; `mast_status` names them.
    pub parse_errors: u64,
    /// Always 0: a run that cannot write fails as a whole.
    pub write_errors: u64,
    /// Wall time in milliseconds.
    pub duration_ms: f64,
}

/// Indexes, and says what was done; waits a few seconds for another process that writes the same index.
///
/// # Errors
///
/// As [`Engine::index_patiently`].
pub fn reindex(engine: &Engine, extent: Extent, progress: Progress<'_>) -> Result<ReindexOutput> {
    let started = engine.start();
    let report = engine.index_patiently(extent, progress, PATIENCE)?;
    Ok(ReindexOutput {
        files_indexed: report.run.files_indexed,
        files_skipped: report.run.files_skipped,
        files_removed: report.run.files_removed,
        chunks_added: report.run.chunks_added,
        chunks_removed: report.run.chunks_removed,
        parse_errors: report.left_out_in_all,
        write_errors: 0,
        duration_ms: (started.elapsed().as_secs_f64() * 100_000.0).round() / 100.0,
    })
}

impl Tool for Reindex {
    const NAME: &'static str = "mast_reindex";
    const TITLE: &'static str = "Update the index";
    const SUMMARY: &'static str = "Can everything that changed be taken into the index now?";
    const PAGE: &'static str = include_str!("pages/mast_reindex.md");
    const EFFECT: Effect = Effect::Writes;
    type Input = ReindexInput;
    type Output = ReindexOutput;

    fn run(engine: &Engine, input: ReindexInput) -> Result<ReindexOutput> {
        let extent = if input.full {
            Extent::Full
        } else {
            Extent::Incremental
        };
        reindex(engine, extent, Progress::NONE)
    }
}

impl Render for ReindexOutput {
    fn render(&self, page: &mut Page) {
        page.line(
            Style::Plain,
            format!(
                "files: {} indexed, {} skipped, {} removed  chunks: +{} -{}  duration: {}ms",
                self.files_indexed,
                self.files_skipped,
                self.files_removed,
                self.chunks_added,
                self.chunks_removed,
                self.duration_ms.round()
            ),
        );
        if self.parse_errors > 0 {
            page.line(
                Style::Warning,
                format!(
                    "parse_errors: {} (`mast status` names the files and says why)",
                    self.parse_errors
                ),
            );
        }
    }
}
