//! Languages: from the text of one file to its facts. Knows no SQL.
//!
//! Adding a language is one folder, one line in [`LANGUAGES`], one grammar crate.

pub mod markdown;
pub mod split;
pub mod typescript;

use crate::facts::FileFacts;
use crate::text::path::RelPath;
use crate::text::source::Source;

/// What the configuration decides about extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtractOptions {
    /// Declarations of more lines than this are cut into overlapping pieces (`chunk_split_threshold`).
    pub split_threshold: u32,
    /// Headings up to this level start a chunk of their own (`markdown_heading_depth`).
    pub heading_depth: u8,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self {
            split_threshold: 100,
            heading_depth: 2,
        }
    }
}

/// One language that mast reads.
#[derive(Debug)]
pub struct Language {
    /// Its name on every surface: `typescript`, `javascript`, `markdown`.
    pub name: &'static str,
    /// The extensions of its files, lower case, with their dots.
    pub extensions: &'static [&'static str],
    /// Reads one file. Never fails: what does not parse gives fewer facts.
    pub extract: fn(&RelPath, &Source, ExtractOptions) -> FileFacts,
}

/// Every language, in the order of their numbers in the store.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "typescript",
        extensions: &[".ts", ".tsx", ".mts", ".cts"],
        extract: typescript::extract,
    },
    Language {
        name: "javascript",
        extensions: &[".js", ".jsx", ".mjs", ".cjs"],
        extract: typescript::extract,
    },
    Language {
        name: "markdown",
        extensions: &[".md"],
        extract: markdown::extract,
    },
];

/// The number of the language of `path` in [`LANGUAGES`], by its extension.
pub fn of_path(path: &RelPath) -> Option<usize> {
    let extension = path.extension();
    LANGUAGES
        .iter()
        .position(|language| language.extensions.contains(&extension.as_str()))
}
