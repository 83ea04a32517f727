//! `mast init`.

use std::process::ExitCode;

use mast_core::engine::Extent;
use mast_core::error::Result;
use mast_core::project::config::Overrides;

use crate::args::Init;
use crate::commands::index::index;
use crate::output::Output;
use crate::surroundings::engine_with;

pub(crate) fn run(options: &Init, out: &mut Output) -> Result<ExitCode> {
    let settings = Overrides {
        file_extensions: options.extensions.clone(),
        exclude_patterns: options.exclude.clone(),
        ..Overrides::default()
    };
    let engine = engine_with(&options.place, settings)?;
    for warning in &engine.config().warnings {
        out.note(&format!("warning: {warning}"));
    }
    engine.initialise()?;
    out.line(&format!(
        "Initialised {}",
        engine.config().state_dir.path().display()
    ));
    if options.no_index {
        return Ok(ExitCode::SUCCESS);
    }
    let report = index(&engine, Extent::Full, false, out)?;
    let run = &report.run;
    out.line(&format!(
        "Indexed {}, {} in {}ms",
        counted(run.files_indexed, "file"),
        counted(run.chunks_added, "chunk"),
        run.duration.as_millis()
    ));
    if report.left_out_in_all > 0 {
        out.line(&format!(
            "{} could not be indexed; `mast status` names them and says why",
            counted(report.left_out_in_all, "file")
        ));
    }
    if run.syntax_errors > 0 {
        out.line(&format!(
            "{} with syntax errors, indexed outside the errors",
            counted(run.syntax_errors, "file")
        ));
    }
    if run.files_indexed == 0 {
        out.line("nothing to index here: `mast walk` shows what the configuration takes in");
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
