//! What the server tells people: lines on standard error, each of which says who wrote it.

use std::io::Write;

use mast_core::error::Error;

/// Tells `text`.
pub(crate) fn note(text: &str) {
    // A note that nobody can read is no reason to stop.
    drop(writeln!(std::io::stderr(), "[mast] {text}"));
}

/// Tells what went wrong while `doing` something.
pub(crate) fn failure(doing: &str, error: &Error) {
    note(&format!("{doing}: {}", error.to_string().replace('\n', "; ")));
}
