//! What a run did, and how it tells of its progress.

use std::time::Duration;

/// What one run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexRun {
    /// Files read, parsed and written.
    pub files_indexed: u64,
    /// Files that had not changed.
    pub files_skipped: u64,
    /// Files that are gone and were taken out.
    pub files_removed: u64,
    /// Files that were found and could not be indexed; `skipped` in the store has the reasons.
    pub left_out: u64,
    /// Indexed files with a syntax error.
    pub syntax_errors: u64,
    /// Chunks written.
    pub chunks_added: u64,
    /// Chunks taken out.
    pub chunks_removed: u64,
    /// Whether the index was made from nothing.
    pub rebuilt: bool,
    /// Wall time.
    pub duration: Duration,
}

/// Told, after every few files, how many of how many are done.
#[derive(Clone, Copy)]
pub struct Progress<'a>(pub Option<&'a (dyn Fn(usize, usize) + Sync)>);

impl Progress<'_> {
    /// Nobody listens.
    pub const NONE: Self = Self(None);

    pub(crate) fn report(self, done: usize, total: usize) {
        if let Some(listener) = self.0 {
            listener(done, total);
        }
    }
}

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(if self.0.is_some() {
            "Progress(listener)"
        } else {
            "Progress(none)"
        })
    }
}
