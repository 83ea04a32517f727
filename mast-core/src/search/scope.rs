//! Which chunks a search may return.

use crate::facts::ChunkKind;
use crate::store::snapshot::{ChunkGlance, Snapshot};
use crate::text::glob::Globs;

/// Filters, all of which a chunk must pass. They apply inside retrieval.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Only files of this language, a place in `LANGUAGES`.
    pub language: Option<u8>,
    /// Only files whose path matches.
    pub file_pattern: Option<Globs>,
    /// Only chunks of this kind.
    pub kind: Option<ChunkKind>,
    /// Only exported chunks.
    pub only_exported: bool,
}

impl Scope {
    /// For each file of the snapshot, whether its chunks may be returned.
    pub fn files(&self, snapshot: &Snapshot) -> Vec<bool> {
        snapshot
            .files()
            .iter()
            .map(|file| {
                self.language.is_none_or(|language| language == file.language)
                    && self
                        .file_pattern
                        .as_ref()
                        .is_none_or(|globs| globs.is_match(&file.path))
            })
            .collect()
    }

    /// Whether a chunk of a file in scope may be returned.
    pub fn admits(&self, glance: &ChunkGlance) -> bool {
        self.kind.is_none_or(|kind| kind == glance.kind) && (!self.only_exported || glance.exported)
    }
}
