//! Chunks: the units that search returns.

use crate::text::line::LineRange;
use crate::text::span::Span;

/// What a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChunkKind {
    /// A function, or a constant that holds one.
    Function,
    /// A method, accessor, constructor, or a function-valued member.
    Method,
    /// A class without the bodies of its members.
    ClassShell,
    /// An interface.
    Interface,
    /// A type alias.
    Type,
    /// A re-export statement or `export default <expression>`.
    Export,
    /// Any other top-level code: constants, enums, namespaces, statements.
    Block,
    /// A section of a Markdown file.
    Doc,
}

impl ChunkKind {
    /// All kinds, in the order of their numbers in the store.
    pub const ALL: [Self; 8] = [
        Self::Function,
        Self::Method,
        Self::ClassShell,
        Self::Interface,
        Self::Type,
        Self::Export,
        Self::Block,
        Self::Doc,
    ];

    /// Its name on every surface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Method => "method",
            Self::ClassShell => "class_shell",
            Self::Interface => "interface",
            Self::Type => "type",
            Self::Export => "export",
            Self::Block => "block",
            Self::Doc => "doc",
        }
    }

    /// The kind called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One unit of search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// What it is.
    pub kind: ChunkKind,
    /// Qualified name: `handle`, `Widget.handle`, `guide.md > Install`. None for nameless code.
    pub name: Option<String>,
    /// The class, interface, namespace or object that a member belongs to: `Widget`.
    pub owner: Option<String>,
    /// The declaration's bytes, from its first decorator or `export` keyword to its end, without its doc comment.
    pub span: Span,
    /// The lines of `span`.
    pub lines: LineRange,
    /// The doc comment that stands directly before the declaration; always ends before `span` starts.
    pub doc: Option<Span>,
    /// For a shell (a class or namespace without bodies): the pieces that are shown, in order; the first is
    /// the header up to and including `{`, then one piece a member (its doc comment, its signature). Empty for every other chunk, which is
    /// shown as `doc` and `span`.
    pub shell: Vec<Span>,
    /// Whether the module exports it.
    pub exported: bool,
    /// 0 for a chunk that is whole or the first piece of a split declaration, 1, 2, … for the further pieces.
    pub part: u32,
}

/// The last part of a qualified name: `handle` of `Widget.handle`, `Install` of `guide.md > Install`.
pub fn own_name(qualified: &str) -> &str {
    if let Some((_, heading)) = qualified.rsplit_once(" > ") {
        return heading;
    }
    match qualified.rfind('.') {
        // A file's name and a name that ends in a dot are whole.
        Some(at)
            if at + 1 < qualified.len()
                && !qualified.contains(' ')
                && !qualified[at + 1..].eq_ignore_ascii_case("md") =>
        {
            &qualified[at + 1..]
        }
        Some(_) | None => qualified,
    }
}
