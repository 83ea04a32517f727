//! The outline of one file: what a parser saw, in terms that belong to no parser.
//!
//! Both parsers fill these types and decide nothing; `assemble` decides what becomes of them.
//! All offsets are bytes of the decoded text. Lists are in source order unless a field says otherwise.
//! A parser leaves out what it could not read (inside a syntax error) and never invents.

use crate::facts::{Access, ImportBinding, ImportForm, ParsedBy};
use crate::text::span::Span;

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Who made it.
    pub(crate) parsed_by: ParsedBy,
    /// Offset of the first syntax error, where the file does not parse as a whole.
    pub(crate) syntax_error: Option<u32>,
    /// Every comment of the file, at any depth. A `#!` line is no comment.
    pub(crate) comments: Vec<Comment>,
    /// The statements of the top level, directives (`'use strict'`) among them.
    pub(crate) statements: Vec<Statement>,
    /// Every import at any depth whose module is a literal, but for re-exports, which are statements.
    pub(crate) imports: Vec<ImportUse>,
}

/// One comment with its marks: `// a`, `/* a */`, `/** a */`; HTML-like comments of scripts too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// Its bytes, without the line end.
    pub(crate) span: Span,
    /// Its form.
    pub(crate) kind: CommentKind,
}

/// How a comment is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// `// …`.
    Line,
    /// `/* … */`, on one line or several.
    Block,
    /// `/** … */`; `/**/` and `/***…` are plain blocks.
    JsDoc,
}

/// One statement of the top level or of a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// From the first decorator, `export` or `declare` to the end, a closing `;` included, comments not.
    pub(crate) span: Span,
    /// The `export` before it, for the kinds that can carry one.
    pub(crate) export: ExportKeyword,
    /// What it is.
    pub(crate) kind: StatementKind,
}

/// How a declaration statement is exported by a keyword of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportKeyword {
    /// Not at all.
    None,
    /// `export const a = 1`.
    Named,
    /// `export default function f() {}`.
    Default,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StatementKind {
    /// `import … from 'm'`, `import 'm'`, `import x = require('m')`; what it binds stands in
    /// [`Outline::imports`]. With an export keyword only for `export import x = require('m')`.
    Import {
        /// The name of `import x = require('m')`; none for the other forms.
        alias: Option<Name>,
    },
    /// `import x = A.B`, `export import x = A.B`.
    ImportAlias {
        /// `x`.
        name: Name,
    },
    /// `function f() {}`, with or without a body; each overload is a statement of its own.
    Function(Function),
    /// `class C {}`.
    Class(Class),
    /// `const a = 1, b = 2`, also `let`, `var`, `using`, `await using`.
    Variables {
        /// Each declarator.
        declarators: Vec<Declarator>,
    },
    /// `interface I {}`.
    Interface(Type),
    /// `type T = …`. The members are those of type literals that are the type itself, in
    /// parentheses, or a part of an intersection.
    TypeAlias(Type),
    /// `enum E {}`, `const enum E {}`; the members are of the kind [`MemberKind::EnumMember`].
    Enum(Type),
    /// `namespace A.B {}`, `module A {}`, `declare module 'm' {}`, `declare global {}`.
    Namespace(Namespace),
    /// `export … from 'm'`.
    ReExport(ReExport),
    /// `export { a, b as c }`.
    ExportNames {
        /// Each name.
        names: Vec<ExportName>,
        /// `export type { … }`.
        type_only: bool,
    },
    /// `export default <expression>`; functions, classes and interfaces written as declarations are
    /// of the kinds above.
    ExportDefault {
        /// The expression.
        value: Value,
    },
    /// `export = <expression>`.
    ExportAssignment {
        /// The expression.
        value: Value,
    },
    /// An expression statement that assigns to `module.exports`, `exports.a` or `module.exports.a`
    /// (`exports['a']` too), in every kind of file: `assemble` knows where it counts.
    CommonJsExport {
        /// Each target, from left to right: `exports.a = exports.b = f` has two with the same value,
        /// `module.exports = exports = f` has one.
        targets: Vec<CommonJsTarget>,
        /// What is assigned in the end.
        value: Value,
    },
    /// Any other statement or directive.
    Plain,
    /// `;` and `export as namespace X`: nothing comes of it.
    Nothing,
}

/// A name where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The name as others use it: without quotes, with `#` for a private one, with brackets for
    /// `[Symbol.iterator]`; escapes resolved.
    pub(crate) text: String,
    /// Its bytes; a quoted name with its quotes; a computed one without its brackets.
    pub(crate) span: Span,
}

/// A function as declaration or value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    /// Its own name: none for an anonymous one and for arrows.
    pub(crate) name: Option<Name>,
    /// From `declare`, `async` or `function` (arrows: `async`, `<` or the parameters) up to the body,
    /// or up to `=>`; to the end when there is no body. Trailing space is allowed.
    pub(crate) head: Span,
    /// `{ … }` with its braces, or the expression after `=>` (its parentheses included).
    pub(crate) body: Option<Span>,
}

/// A class as declaration or value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// Its own name.
    pub(crate) name: Option<Name>,
    /// From `declare`, `abstract` or `class`, so after the decorators, up to the `{` of the body.
    pub(crate) head: Span,
    /// `{ … }` with its braces.
    pub(crate) body: Span,
    /// `abstract class`.
    pub(crate) is_abstract: bool,
    /// Everything in the body but stray semicolons.
    pub(crate) members: Vec<Member>,
}

/// An interface, type alias or enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    /// Its name.
    pub(crate) name: Name,
    /// From `declare`, `const`, `interface`, `type` or `enum` up to the `{` of the body, or up to the `=`.
    pub(crate) head: Span,
    /// `{ … }` with its braces; the type after `=`.
    pub(crate) body: Span,
    /// Its members.
    pub(crate) members: Vec<Member>,
}

/// A namespace, module or `declare global`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Namespace {
    /// What it is called.
    pub(crate) name: NamespaceName,
    /// From `declare`, `namespace`, `module` or `global` up to the `{` of the body.
    pub(crate) head: Span,
    /// `{ … }` with its braces; none for `declare module 'm';`.
    pub(crate) body: Option<Span>,
    /// What stands in it.
    pub(crate) statements: Vec<Statement>,
}

impl Namespace {
    /// The name that it declares in its scope: `A` of `namespace A.B`, none for modules and `global`.
    pub(crate) fn first_name(&self) -> Option<&Name> {
        match &self.name {
            NamespaceName::Path(path) => path.first(),
            NamespaceName::Module(_) | NamespaceName::Global(_) => None,
        }
    }
}

/// What a namespace is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamespaceName {
    /// `namespace A.B`: the names in order, at least one.
    Path(Vec<Name>),
    /// `declare module 'm'`; the text without quotes.
    Module(Name),
    /// `declare global`; the bytes of `global`.
    Global(Span),
}

/// One declarator of a variable statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declarator {
    /// From the binding to the end of the initialiser.
    pub(crate) span: Span,
    /// What it binds: one name, or those of a pattern at any depth.
    pub(crate) binding: Binding,
    /// The binding with its type annotation, up to the `=` or the end. Trailing space is allowed.
    pub(crate) head: Span,
    /// The initialiser.
    pub(crate) value: Option<Value>,
}

/// The left side of a declarator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// `a`.
    Name(Name),
    /// `{ a, b: c }`, `[d, ...e]`: the local names.
    Pattern(Vec<Name>),
}

/// An expression, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The whole expression as written.
    pub(crate) span: Span,
    /// What it is below parentheses, `as X`, `satisfies X`, `<X>`, `!`, and `Object.freeze(…)`.
    pub(crate) kind: ValueKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// An arrow function, function expression or generator expression.
    Function(Function),
    /// A class expression.
    Class(Class),
    /// An object literal.
    Object {
        /// Its members, without spreads.
        members: Vec<Member>,
    },
    /// A bare name.
    Reference(String),
    /// Anything else.
    Other,
}

/// A member of a class, interface, type literal, object literal or enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// From its first decorator or modifier to its end. A closing `;` or `,` may belong to it or not.
    pub(crate) span: Span,
    /// How it is called.
    pub(crate) key: MemberKey,
    /// What it is.
    pub(crate) kind: MemberKind,
    /// From the first modifier after the decorators up to the body, `=>` or `=`, or to the end. For an
    /// object member up to the end of the value when that is no function. Trailing space is allowed.
    pub(crate) head: Span,
    /// A method's `{ … }`; a function-valued property's function body (as in [`Function::body`]; the
    /// head then ends before it or before its `=>`); a property's initialiser.
    pub(crate) body: Option<Span>,
    /// `public`, `protected`, `private`; a `#name` is private.
    pub(crate) access: Access,
    /// `static`.
    pub(crate) is_static: bool,
    /// `abstract`.
    pub(crate) is_abstract: bool,
    /// For a member of an object literal whose value is a bare name (`{ a, b: c }`): that name.
    pub(crate) refers_to: Option<String>,
}

/// How a member is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MemberKey {
    /// A name, string, number, `['literal']`, or `[Symbol.x]`, which keeps its brackets.
    Name(Name),
    /// Any other computed key: the expression between the brackets.
    Computed(Span),
    /// A static block, or an index, call or construct signature.
    Nameless,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberKind {
    /// A method, its overload signature (without a body), a method signature of an interface.
    Method,
    /// `constructor`, with or without a body.
    Constructor,
    /// `get a()`.
    Getter,
    /// `set a(value)`.
    Setter,
    /// A field or object member whose value is an arrow function or function expression, also in
    /// parentheses or below `as` and `satisfies`.
    FunctionProperty,
    /// Any other field (`accessor` and `declare` too), property signature or object member.
    Property,
    /// `constructor(private a: A)`: stands directly after its constructor; the span is the parameter's.
    ParameterProperty,
    /// `E.A`.
    EnumMember,
    /// A static block, or an index, call or construct signature.
    Nameless,
}

/// `export … from 'm'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReExport {
    /// The specifier without quotes.
    pub(crate) module: String,
    /// `export type … from`.
    pub(crate) type_only: bool,
    /// What it passes on.
    pub(crate) what: ReExported,
}

/// What a re-export statement passes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReExported {
    /// `export { a, b as c } from`.
    Names(Vec<ExportName>),
    /// `export * from`.
    Star,
    /// `export * as ns from`.
    Namespace(Name),
}

/// One entry of `export { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExportName {
    /// The name in this file, or in the module re-exported from; without quotes.
    pub(crate) local: String,
    /// The name that importers use; without quotes. Its span is that of the local name where it is not renamed.
    pub(crate) exported: Name,
    /// `export { type a }`.
    pub(crate) type_only: bool,
}

/// The left side of an assignment to `module.exports` or `exports`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommonJsTarget {
    /// `module.exports`; the span of it.
    Module(Span),
    /// `exports.a`, `module.exports.a`.
    Name(Name),
}

/// An import at any depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportUse {
    /// Where it starts: the statement, the call, the `import(` or the type.
    pub(crate) start: u32,
    /// The specifier without quotes; a template without substitutions counts as a literal.
    pub(crate) module: String,
    /// How it is written; never [`ImportForm::ExportFrom`].
    pub(crate) form: ImportForm,
    /// What it binds. For `const … = require('m')` and `const … = await import('m')`: a name binds `*`,
    /// each plain entry of an object pattern binds the key; `const a = require('m').b` binds `b` as `a`.
    /// The first parameter of `import('m').then((…) => …)` is such a pattern too.
    pub(crate) bindings: Vec<ImportBinding>,
    /// `import type … from`, `import('m').T` in a type.
    pub(crate) type_only: bool,
}
