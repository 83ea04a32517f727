//! Markdown: one chunk a section.

use crate::facts::{FileFacts, ParsedBy};
use crate::languages::ExtractOptions;
use crate::text::path::RelPath;
use crate::text::source::Source;

/// Reads a Markdown file.
pub fn extract(_path: &RelPath, _source: &Source, _options: ExtractOptions) -> FileFacts {
    FileFacts {
        parsed_by: ParsedBy::Markdown,
        syntax_error: None,
        generated: None,
        chunks: Vec::new(),
        declarations: Vec::new(),
        imports: Vec::new(),
        exports: Vec::new(),
    }
}
