//! What the user decided about this project, merged from its sources, and what it means for the index.
//!
//! Later sources outrank earlier ones, key by key: built in, the saved `<state_dir>/config.json`,
//! `mast.config.json`, what `mast init` was told. The place of the state directory is never taken from the
//! saved file: an absolute path written by another run may belong to another project.

#[cfg(test)]
mod cases;
pub mod dot_dirs;
pub mod keys;
mod sources;

use std::path::{Path, PathBuf};

use super::state_dir::StateDir;
use crate::error::Result;
use crate::languages::ExtractOptions;
use crate::text::digest::Digest;
use crate::text::path::RelPath;

/// The committed configuration, at the root of the project.
pub const CONFIG_FILE: &str = "mast.config.json";

/// What outranks the files: flags and the variable of the state directory, read by the surface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `--state-dir`.
    pub state_dir: Option<PathBuf>,
    /// `MAST_STATE_DIR`.
    pub state_dir_variable: Option<PathBuf>,
    /// `--extensions`; a missing leading dot is added.
    pub file_extensions: Option<Vec<String>>,
    /// `--exclude`.
    pub exclude_patterns: Option<Vec<String>>,
}

/// The configuration of one project.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The root of the project, absolute.
    pub root: PathBuf,
    /// The state directory.
    pub state_dir: StateDir,
    /// `mast.config.json`, where there is one.
    pub config_file: Option<PathBuf>,
    /// `<state_dir>/config.json`, where there is one that can be read.
    pub saved_config_file: Option<PathBuf>,
    /// Endings of the names of files in scope, lower case, each with its leading dot.
    pub file_extensions: Vec<String>,
    /// Globs of what is skipped.
    pub exclude_patterns: Vec<String>,
    /// Dot directories that are walked.
    pub include_dot_dirs: Vec<RelPath>,
    /// Whether git's ignore rules apply.
    pub respect_gitignore: bool,
    /// Larger files are skipped with a reason.
    pub max_file_bytes: u64,
    /// The constant of reciprocal rank fusion.
    pub rrf_k: u32,
    /// Whether exact names of declarations are a ranker of their own.
    pub declaration_exact_ranker: bool,
    /// Longer declarations are cut into overlapping pieces.
    pub chunk_split_threshold: u32,
    /// Lines shown before and after what was found.
    pub context_lines: u32,
    /// Headings up to this level start a section of their own.
    pub markdown_heading_depth: u8,
    /// What is odd about the sources without being wrong: keys that nobody knows, extensions that no language reads.
    pub warnings: Vec<String>,
}

impl Config {
    /// Merges the sources of the project at `root`.
    ///
    /// # Errors
    ///
    /// [`ConfigInvalid`](crate::error::ErrorKind::ConfigInvalid), naming file, key and what was expected.
    pub fn load(root: &Path, overrides: &Overrides) -> Result<Self> {
        sources::load(root, overrides)
    }

    /// What the configuration decides about extraction.
    pub fn extract_options(&self) -> ExtractOptions {
        ExtractOptions {
            split_threshold: self.chunk_split_threshold,
            heading_depth: self.markdown_heading_depth,
        }
    }

    /// Changes with everything that decides which files are indexed and what is extracted from them.
    pub fn fingerprint(&self) -> Digest {
        self.digest_of(&[keys::Reach::Files, keys::Reach::Extraction])
    }

    /// Changes with everything that decides what is extracted from a file.
    pub fn extraction_fingerprint(&self) -> Digest {
        self.digest_of(&[keys::Reach::Extraction])
    }

    /// Writes the resolved configuration to `<state_dir>/config.json`, whole or not at all.
    ///
    /// # Errors
    ///
    /// [`StateDirUnwritable`](crate::error::ErrorKind::StateDirUnwritable) when it cannot be written.
    pub fn save(&self) -> Result<()> {
        sources::save(self)
    }

    fn digest_of(&self, reaches: &[keys::Reach]) -> Digest {
        let mut text = String::new();
        for key in keys::KEYS.iter().filter(|key| reaches.contains(&key.reach)) {
            let mut value = (key.read)(self);
            if let serde_json::Value::Array(entries) = &mut value {
                // The order of a list of names decides nothing.
                entries.sort_by_key(ToString::to_string);
                entries.dedup();
            }
            text.push_str(key.name);
            text.push('=');
            text.push_str(&value.to_string());
            text.push('\n');
        }
        Digest::of(text.as_bytes())
    }
}
