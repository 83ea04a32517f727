//! `mast prime`: what an assistant is told when a session starts.
//!
//! The rules are given only where the tools can answer; otherwise what is wrong, and what to do about it.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use mast_core::engine::Engine;
use mast_core::tools::Tool;
use mast_core::tools::status::{Status, StatusInput, StatusOutput};

use crate::args::Prime;
use crate::output::Output;
use crate::surroundings::engine;
use crate::texts::PRIMER;

pub(crate) fn run(options: &Prime, out: &mut Output) -> ExitCode {
    let text = match engine(&options.place) {
        Ok(engine) => text(&engine),
        Err(error) => not_ready(&error.to_string()),
    };
    out.line(&text);
    ExitCode::SUCCESS
}

/// The primer of the project, whatever the state of its index.
pub(crate) fn text(engine: &Engine) -> String {
    match Status::run(engine, StatusInput::default()) {
        Ok(status) => of_status(&status, engine.now()),
        Err(error) => not_ready(&error.to_string()),
    }
}

fn not_ready(why: &str) -> String {
    format!("mast cannot be used here: {why}\nUse ordinary search meanwhile.")
}

fn of_status(status: &StatusOutput, now: SystemTime) -> String {
    let place = &status.state_dir;
    match status.freshness_cause.as_deref() {
        Some("not_initialised") => not_ready(&format!(
            "nothing is indexed in `{place}`.\nRun `mast init` in the project to index it; a server that starts there does so by itself."
        )),
        Some("stamp_unreadable") => not_ready(&format!(
            "the index in `{place}` cannot be read.\nRun `mast index` to build it anew."
        )),
        Some("index_version") => {
            let index = status.index_schema_version.as_deref().unwrap_or("unknown");
            not_ready(&format!(
                "the index in `{place}` has schema version {index}, and this mast has {}: its tools do not answer from it.\n\
                 Call mast_reindex, or run `mast index`, to rebuild an older one; for a newer one upgrade mast.",
                status.schema_version
            ))
        }
        Some("root_mismatch") => not_ready(&format!(
            "the index in `{place}` describes another directory tree than this one, so reindexing it does not help whoever works there.\n\
             Give this project a state directory of its own: see `MAST_STATE_DIR`, and `state_dir` in mast.config.json."
        )),
        _ => format!("{PRIMER}\n{}", health(status, now)),
    }
}

/// How many files are indexed and since when, and what differs.
fn health(status: &StatusOutput, now: SystemTime) -> String {
    let files = status.indexed_files.unwrap_or_default();
    let since = status
        .last_indexed
        .as_deref()
        .and_then(|time| humantime::parse_rfc3339(time).ok());
    let age = since.map_or_else(
        || "at an unknown time".to_owned(),
        |since| format!("{} ago", age(now.duration_since(since).unwrap_or_default())),
    );
    let plural = if files == 1 { "" } else { "s" };
    let mut text = format!("mast index: {files} file{plural}, last indexed {age}.");
    let stale = status.stale_files.unwrap_or_default();
    if let Some(split) = status.stale_breakdown.filter(|_| stale > 0) {
        let differ = if stale == 1 {
            "1 file differs"
        } else {
            &format!("{stale} files differ")
        };
        let _ = write!(
            text,
            "\nSince then {differ}: {} changed, {} unindexed, {} deleted. Each question takes in what it can; call mast_reindex to take in all of it first.",
            split.changed, split.unindexed, split.deleted
        );
    }
    text
}

/// A stretch of time in its largest unit.
fn age(age: Duration) -> String {
    const UNITS: &[(u64, &str)] = &[(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let seconds = age.as_secs();
    let unit = UNITS.iter().find(|(length, _)| seconds >= *length);
    unit.map_or_else(
        || "less than a second".to_owned(),
        |(length, name)| {
            let count = seconds / length;
            format!("{count} {name}{}", if count == 1 { "" } else { "s" })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_said_in_its_largest_unit() {
        let said = |seconds| age(Duration::from_secs(seconds));
        assert_eq!(said(0), "less than a second");
        assert_eq!(said(1), "1 second");
        assert_eq!(said(119), "1 minute");
        assert_eq!(said(7_200), "2 hours");
        assert_eq!(said(400 * 86_400), "400 days");
    }
}
