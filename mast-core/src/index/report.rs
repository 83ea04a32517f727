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

impl IndexRun {
    /// How many files were read.
    pub(super) const fn files_handled(&self) -> usize {
        (self.files_indexed + self.left_out) as usize
    }

    /// This run and one that went on from where it stopped.
    pub(super) const fn then(self, next: &Self) -> Self {
        Self {
            files_indexed: self.files_indexed + next.files_indexed,
            // To the later one, what the earlier one took in is unchanged.
            files_skipped: next
                .files_skipped
                .saturating_sub(self.files_indexed + self.left_out),
            files_removed: self.files_removed + next.files_removed,
            left_out: self.left_out + next.left_out,
            syntax_errors: self.syntax_errors + next.syntax_errors,
            chunks_added: self.chunks_added + next.chunks_added,
            chunks_removed: self.chunks_removed + next.chunks_removed,
            rebuilt: self.rebuilt || next.rebuilt,
            duration: next.duration,
        }
    }
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
