//! Named declarations and their members.

use crate::text::line::Line;
use crate::text::span::Span;

/// What a declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeclarationKind {
    /// `function f() {}` and constants whose value is a function.
    Function,
    /// `class C {}`.
    Class,
    /// `interface I {}`.
    Interface,
    /// `type T = …`.
    Type,
    /// `enum E {}`.
    Enum,
    /// `namespace N {}`, `module N {}`.
    Namespace,
    /// A constant or variable that holds no function; the name of an `export default <expression>`.
    Const,
    /// A method, or a function-valued member of a class or of an object bound to a constant.
    Method,
    /// `constructor`.
    Constructor,
    /// `get` or `set`.
    Accessor,
    /// A field, parameter property, property signature, or another member of an object bound to a constant.
    Property,
    /// A member of an enum.
    EnumMember,
}

impl DeclarationKind {
    /// All kinds, in the order of their numbers in the store.
    pub const ALL: [Self; 12] = [
        Self::Function,
        Self::Class,
        Self::Interface,
        Self::Type,
        Self::Enum,
        Self::Namespace,
        Self::Const,
        Self::Method,
        Self::Constructor,
        Self::Accessor,
        Self::Property,
        Self::EnumMember,
    ];

    /// Its name on every surface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Type => "type",
            Self::Enum => "enum",
            Self::Namespace => "namespace",
            Self::Const => "const",
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Accessor => "accessor",
            Self::Property => "property",
            Self::EnumMember => "enum_member",
        }
    }
}

/// Who may use a class member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// No modifier, or `public`.
    #[default]
    Public,
    /// `protected`.
    Protected,
    /// `private`, or a `#name`.
    Private,
}

/// One named declaration or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Qualified name: `handle`, `Widget.handle`, `NS.Inner.run`, `Widget.#secret`.
    pub name: String,
    /// The qualified name of what it is a member of.
    pub owner: Option<String>,
    /// What it declares.
    pub kind: DeclarationKind,
    /// Its bytes: from the first decorator or `export` keyword to its end (a declarator of a statement
    /// that has several: the declarator alone), without its doc comment.
    pub span: Span,
    /// The bytes of its name where it is declared; the start of `span` for a nameless default export.
    pub name_span: Span,
    /// The line of its name.
    pub line: Line,
    /// The doc comment directly before it.
    pub doc: Option<Span>,
    /// What `mast_signature` shows: up to the body (functions, methods), the header (classes), everything
    /// (interfaces, types, enums), without a trailing `=>`, `;` or `,`. Starts after decorators and `export`.
    pub signature: Span,
    /// Whether the module exports it: by a keyword, by `export { name }`, or as a member (not private) of
    /// something that is exported.
    pub exported: bool,
    /// Whether it is the module's default export.
    pub default_export: bool,
    /// `static` members.
    pub is_static: bool,
    /// `abstract` classes and members, and declarations without a body (`declare`, interface members).
    pub without_body: bool,
    /// Who may use it.
    pub access: Access,
}
