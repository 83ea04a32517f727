//! TypeScript and JavaScript: which parser reads a file, and why.
//!
//! oxc reads every file that parses; tree-sitter reads what oxc refuses. Both report the same
//! `outline`, and one `assemble` makes the facts of it, so that they can differ only in what they
//! saw, never in what is made of it.

mod assemble;
mod exact;
mod generated;
mod outline;
mod tolerant;

#[cfg(test)]
mod tests;

use crate::facts::{Code, FileFacts};
use crate::languages::ExtractOptions;
use crate::text::path::RelPath;
use crate::text::source::Source;

/// Reads a TypeScript or JavaScript file.
pub fn extract(path: &RelPath, source: &Source, options: ExtractOptions) -> FileFacts {
    let (outline, code) =
        exact::outline(path, source).unwrap_or_else(|| (tolerant::outline(path, source), Code::default()));
    assemble::facts(path, source, &outline, code, options)
}

/// One of the two parsers.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parser {
    /// oxc.
    Exact,
    /// tree-sitter.
    Tolerant,
}

/// Reads a file with `parser` alone, so that the two can be compared; none when it refuses the file.
#[doc(hidden)]
pub fn extract_with(
    parser: Parser,
    path: &RelPath,
    source: &Source,
    options: ExtractOptions,
) -> Option<FileFacts> {
    let (outline, code) = match parser {
        Parser::Exact => exact::outline(path, source)?,
        Parser::Tolerant => (tolerant::outline(path, source), Code::default()),
    };
    Some(assemble::facts(path, source, &outline, code, options))
}

/// Whether the file only declares what stands elsewhere.
fn is_definition(path: &RelPath) -> bool {
    let name = path.file_name();
    [".d.ts", ".d.mts", ".d.cts"]
        .iter()
        .any(|ending| name.ends_with(ending))
}
