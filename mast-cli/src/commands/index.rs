//! `mast index`.

use std::process::ExitCode;

use mast_core::engine::{Engine, Extent, IndexReport, Replaced};
use mast_core::error::{ErrorKind, Result};
use mast_core::store::SCHEMA_VERSION;

use crate::args::{Freshness, Index};
use crate::commands::progress::Shown;
use crate::output::Output;
use crate::surroundings::engine;

pub(crate) fn run(options: &Index, out: &mut Output) -> Result<ExitCode> {
    let engine = engine(&options.place)?;
    for warning in &engine.config().warnings {
        out.note(&format!("warning: {warning}"));
    }
    let extent = if options.incremental {
        Extent::Incremental
    } else {
        Extent::Full
    };
    let report = index(&engine, extent, options.show_progress, out)?;
    let run = &report.run;
    out.line(&format!(
        "files: {} indexed, {} skipped  chunks: +{} -{}  duration: {}ms",
        run.files_indexed,
        run.files_skipped,
        run.chunks_added,
        run.chunks_removed,
        run.duration.as_millis()
    ));
    if report.left_out_in_all > 0 {
        out.line(&format!(
            "  parse_errors: {} (`mast status` names the files and says why)",
            report.left_out_in_all
        ));
    }
    if run.syntax_errors > 0 {
        out.line(&format!(
            "  syntax_errors: {} (indexed outside the errors)",
            run.syntax_errors
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// What `--reindex` asks for: takes in what changed and tells of it. Without an index there is nothing to do, and while another
/// process writes there is only a warning; the question that follows takes the changes into memory and says what is missing.
pub(crate) fn reindex(engine: &Engine, freshness: &Freshness, out: &mut Output) -> Result<()> {
    if !freshness.reindex || !engine.database().exists() {
        return Ok(());
    }
    match index(engine, Extent::Incremental, false, out) {
        Ok(IndexReport { run, .. }) => {
            out.note(&format!(
                "reindexed: {} indexed, {} removed, {} unchanged in {}ms",
                run.files_indexed,
                run.files_removed,
                run.files_skipped,
                run.duration.as_millis()
            ));
            Ok(())
        }
        Err(error) if matches!(error.kind, ErrorKind::Busy | ErrorKind::StateDirUnwritable) => {
            out.note(&format!(
                "warning: {}; answering without writing to it",
                error.message
            ));
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Runs an index with its progress shown, and says when another layout made it a full one.
pub(crate) fn index(
    engine: &Engine,
    extent: Extent,
    show_progress: bool,
    out: &mut Output,
) -> Result<IndexReport> {
    let report = Shown::new(show_progress).during(|progress| engine.index(extent, progress))?;
    match &report.replaced {
        None => {}
        Some(Replaced::Version(version)) => out.note(&format!(
            "the index had schema version {version} and was rebuilt for {SCHEMA_VERSION}"
        )),
        Some(Replaced::Damaged) => out.note("the index was damaged and was built anew"),
    }
    Ok(report)
}
