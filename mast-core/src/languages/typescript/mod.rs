//! TypeScript and JavaScript: which parser reads a file, and why.
//!
//! oxc reads every file that parses; tree-sitter reads what oxc refuses. Both report the same
//! `outline`, and one `assemble` makes the facts of it, so that they can differ only in what they
//! saw, never in what is made of it.

mod assemble;
mod exact;
mod generated;
pub mod heads;
mod outline;
mod tolerant;

#[cfg(test)]
mod tests;

use crate::facts::{Code, FileFacts};
use crate::languages::ExtractOptions;
use crate::text::path::RelPath;
use crate::text::source::Source;

/// What the deepest nesting that is accepted needs of a stack.
const STACK_BYTES: usize = 32 << 20;

/// Reads a TypeScript or JavaScript file.
///
/// # Cost
///
/// A thread that has less than 32 MiB of stack left gets as much for the length of the call: some 50 µs. Workers of a run have it.
pub fn extract(path: &RelPath, source: &Source, options: ExtractOptions) -> FileFacts {
    read_exactly(path, source, options).unwrap_or_else(|| read_tolerantly(path, source, options))
}

/// The facts of a file as oxc sees it, none when it refuses the file.
fn read_exactly(path: &RelPath, source: &Source, options: ExtractOptions) -> Option<FileFacts> {
    // What is nested is followed by recursion to the end, when it is freed too.
    stacker::maybe_grow(STACK_BYTES, STACK_BYTES, || {
        let (outline, code) = exact::outline(path, source)?;
        Some(assemble::facts(path, source, &outline, code, options))
    })
}

/// The facts of a file as tree-sitter sees it.
fn read_tolerantly(path: &RelPath, source: &Source, options: ExtractOptions) -> FileFacts {
    let read = tolerant::read(path, source);
    let mut facts = assemble::facts(path, source, &read.outline, Code::default(), options);
    facts.code = tolerant::code(source, &facts, read.uses);
    facts
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
    Some(match parser {
        Parser::Exact => read_exactly(path, source, options)?,
        Parser::Tolerant => read_tolerantly(path, source, options),
    })
}

/// Whether the file only declares what stands elsewhere.
fn is_definition(path: &RelPath) -> bool {
    let name = path.file_name();
    [".d.ts", ".d.mts", ".d.cts"]
        .iter()
        .any(|ending| name.ends_with(ending))
}
