//! What one file says, as plain data that depends on that file alone. Knows no parser and no store.

pub mod chunk;
pub mod code;
pub mod declaration;
pub mod export;
pub mod import;
pub mod names;
pub mod reference;
#[doc(hidden)]
pub mod render;
pub mod shape;
pub mod symbol;

pub use chunk::{Chunk, ChunkKind};
pub use code::Code;
pub use declaration::{Access, Declaration, DeclarationKind};
pub use export::{Export, ExportTarget};
pub use import::{Import, ImportBinding, ImportForm};
pub use reference::{Reference, ReferenceKind};

use crate::text::line::Line;

/// Which parser made the facts of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParsedBy {
    /// oxc: the file parses, and its facts are complete.
    Exact,
    /// tree-sitter: the file has a syntax error, and what lies outside the error was recovered.
    Tolerant,
    /// pulldown-cmark.
    Markdown,
}

/// How a file that people do not write by hand was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generated {
    /// Its header says so (`@generated`, `DO NOT EDIT`, …).
    Header,
    /// Its shape says so: minified or machine-made lines.
    Shape,
}

/// Everything that one file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// Which parser made them.
    pub parsed_by: ParsedBy,
    /// The line of the first syntax error, for a file that does not parse as a whole.
    pub syntax_error: Option<Line>,
    /// Whether people wrote it.
    pub generated: Option<Generated>,
    /// Search units, in source order.
    pub chunks: Vec<Chunk>,
    /// Named declarations and members, in source order.
    pub declarations: Vec<Declaration>,
    /// Import statements and import-like expressions, in source order.
    pub imports: Vec<Import>,
    /// Exported names, in source order.
    pub exports: Vec<Export>,
    /// What the code refers to; empty for Markdown.
    pub code: Code,
}
