//! A seed: an index that was built elsewhere, such as for an image, and is taken over where there is none yet.

use std::fs;
use std::path::Path;

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::project::lock::WriteLock;
use crate::project::state_dir::{GRAPH_DB, INDEX_JSON};
use crate::store::meta::MetaKey;
use crate::store::write::Writer;

/// What became of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Planted {
    /// It is the index now.
    Yes,
    /// There is an index, or no seed.
    No,
}

impl Engine {
    /// Copies the index in the state directory `seed`, unless there is an index already. What changed since it was built is taken in
    /// like any other change.
    ///
    /// # Errors
    ///
    /// When it cannot be copied, or another process writes.
    pub fn plant(&self, seed: &Path) -> Result<Planted> {
        let source = seed.join(GRAPH_DB);
        if self.database().exists() || !source.is_file() {
            return Ok(Planted::No);
        }
        let state_dir = &self.config().state_dir;
        state_dir.create(&self.config().root)?;
        let lock = WriteLock::try_take(state_dir)?;
        if self.database().exists() {
            return Ok(Planted::No);
        }
        let copy = state_dir.file(&format!("{GRAPH_DB}.building"));
        fs::copy(&source, &copy)
            .and_then(|_| fs::rename(&copy, self.database()))
            .map_err(|reason| Error::io("copy", &source, &reason))?;
        if let Some(commit) = commit_of(seed) {
            let mut writer = Writer::stored(&self.database(), &lock)?;
            writer.set_meta(MetaKey::SeedCommit, &commit)?;
            writer.commit()?;
        }
        Ok(Planted::Yes)
    }
}

/// The commit that a seed was built from, where whoever built it wrote that down.
fn commit_of(seed: &Path) -> Option<String> {
    let stamp: serde_json::Value = serde_json::from_slice(&fs::read(seed.join(INDEX_JSON)).ok()?).ok()?;
    stamp.get("seed_commit")?.as_str().map(str::to_owned)
}
