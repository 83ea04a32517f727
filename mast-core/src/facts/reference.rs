//! References: uses of names.

use crate::facts::code::{NameId, ShapeId, SymbolId};
use crate::text::line::Line;

/// One use of a name that could lead to a declaration in this or another file.
///
/// A use of a local variable, a parameter or a type parameter is none. A member read off something unknown
/// ([`ReferenceKind::Value`] or [`ReferenceKind::Shorthand`] of a [`Member`](crate::facts::shape::Shape::Member) whose whole is unknown or a literal) is left out; a call of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// How the name is used.
    pub kind: ReferenceKind,
    /// The name as written: the last one of `a.b.c`, the local one of an import; `super` for `super(…)`.
    pub name: NameId,
    /// The line of the name.
    pub line: Line,
    /// Where in the line the name starts, in characters, from 1.
    pub column: u32,
    /// The innermost declaration around it that has a name of its own: at the top level, or a member of such. None at module level.
    pub within: Option<SymbolId>,
    /// What it leads to: the whole that is called, constructed, read or named.
    pub shape: ShapeId,
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// `f()`, `a.f()`, `a?.f()`.
    Call,
    /// `new C()`.
    New,
    /// `super(…)`.
    SuperCall,
    /// A tagged template.
    Tagged,
    /// `@d` and `@d()`, once each.
    Decorator,
    /// `<C>`, `<C />`.
    Jsx,
    /// `</C>`.
    JsxClose,
    /// In a type.
    Type,
    /// `extends` of a class or an interface.
    Extends,
    /// `implements`.
    Implements,
    /// The name of an import binding, at its first name: `a` of `import { a as b }`.
    Import,
    /// `export { a } from 'm'`: the shape is a [`Member`](crate::facts::shape::Shape::Member) of the module.
    ReExport,
    /// `export { a }`, `export default a`, `export = a`.
    Export,
    /// `{ a }` in an object literal, where it names a variable; in a pattern, where it names a member.
    Shorthand,
    /// Any other use as a value: read, written, passed on.
    Value,
}

impl ReferenceKind {
    /// All kinds, in the order of their numbers in the store.
    pub const ALL: [Self; 15] = [
        Self::Call,
        Self::New,
        Self::SuperCall,
        Self::Tagged,
        Self::Decorator,
        Self::Jsx,
        Self::JsxClose,
        Self::Type,
        Self::Extends,
        Self::Implements,
        Self::Import,
        Self::ReExport,
        Self::Export,
        Self::Shorthand,
        Self::Value,
    ];

    /// Its name on every surface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::New => "new",
            Self::SuperCall => "super",
            Self::Tagged => "tagged",
            Self::Decorator => "decorator",
            Self::Jsx => "jsx",
            Self::JsxClose => "jsx_close",
            Self::Type => "type",
            Self::Extends => "extends",
            Self::Implements => "implements",
            Self::Import => "import",
            Self::ReExport => "reexport",
            Self::Export => "export",
            Self::Shorthand => "shorthand",
            Self::Value => "value",
        }
    }

    /// Whether the use runs what is named: a call, construction, JSX element, tagged template or decorator.
    pub const fn is_call(self) -> bool {
        match self {
            Self::Call | Self::New | Self::SuperCall | Self::Tagged | Self::Decorator | Self::Jsx => true,
            Self::JsxClose
            | Self::Type
            | Self::Extends
            | Self::Implements
            | Self::Import
            | Self::ReExport
            | Self::Export
            | Self::Shorthand
            | Self::Value => false,
        }
    }
}
