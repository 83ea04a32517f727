//! What `index.json` says of an index without opening it: enough to say what a rebuild would cost, and never the source of an answer.

use std::fs;

use mast_core::engine::Engine;
use mast_core::project::state_dir::INDEX_JSON;
use serde_json::{Value, json};

/// The stamp of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// Its layout version.
    pub(crate) schema_version: String,
    /// How many files are in it.
    pub(crate) files: u64,
    /// How many chunks.
    pub(crate) chunks: u64,
}

impl Stamp {
    /// The stamp of the index of `engine`; none when there is no index, or its stamp cannot be read.
    pub(crate) fn read(engine: &Engine) -> Option<Self> {
        if !engine.database().is_file() {
            return None;
        }
        let text = fs::read(engine.config().state_dir.file(INDEX_JSON)).ok()?;
        let stamp: Value = serde_json::from_slice(&text).ok()?;
        Some(Self {
            schema_version: stamp.get("schema_version")?.as_str()?.to_owned(),
            files: stamp.get("file_count")?.as_u64()?,
            chunks: stamp.get("chunk_count")?.as_u64()?,
        })
    }

    /// How large it is, for people.
    pub(crate) fn size(&self) -> String {
        let count = |count: u64, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        format!("{}, {}", count(self.files, "file"), count(self.chunks, "chunk"))
    }

    /// The same for programs.
    pub(crate) fn as_json(&self) -> Value {
        json!({"schema_version": self.schema_version, "files": self.files, "chunks": self.chunks})
    }
}
