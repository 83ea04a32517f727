//! Symbols: what a file declares and a question can lead to, with what it is made of.

use crate::facts::code::{NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::text::line::Line;

/// One name with everything that is declared under it: overloads, an interface and a class of one name, a function and the
/// namespace of its properties, a getter and its setter are one symbol. Static and instance members are two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its own name: `handle` of `Widget.handle`, `#secret`, `constructor`, `default` for a nameless default export, `[Symbol.iterator]`;
    /// empty for an object literal, a type literal, and a class expression without a name.
    pub name: NameId,
    /// What it is a member of. The object literal that is the value of `const api` has `api` as its owner, and so has the type
    /// literal of an alias; a literal elsewhere has none. A type parameter is owned by what it parameterises, where that is a symbol.
    pub owner: Option<SymbolId>,
    /// What it is.
    pub kind: SymbolKind,
    /// Where it stands.
    pub place: Place,
    /// The lines of its name, one a declaration, ascending; the first declaration that a caller would be shown comes first:
    /// a function's or method's implementation before its overload signatures, else source order.
    pub lines: Vec<Line>,
    /// Whether a value has this name: false for interfaces, type aliases, type parameters, their members, and type-only namespaces.
    pub is_value: bool,
    /// Whether a type has this name: classes, interfaces, aliases, enums, type parameters.
    pub is_type: bool,
    /// A static member of a class.
    pub is_static: bool,
    /// `m?(): void`, `p?: T`.
    pub is_optional: bool,
    /// Its type parameters; those of a function are in its signature.
    pub type_parameters: Vec<SymbolId>,
    /// The annotation of a variable, property or accessor (a getter's return, else the setter's parameter); the constraint of a
    /// type parameter.
    pub declared: Option<TypeId>,
    /// What an alias stands for, also one that shares its name with a variable.
    pub aliased: Option<TypeId>,
    /// The default of a type parameter.
    pub default: Option<TypeId>,
    /// The initialiser of a variable or property, the value of an object member, what a nameless default export gives. A getter
    /// without an annotation has its returns here.
    pub value: Option<ShapeId>,
    /// Of functions, methods and function-valued variables and members, and of an object type its call signatures: overload
    /// signatures where there are any, else the implementation. Construct signatures stand in a member called `new`.
    pub signatures: Vec<SignatureId>,
    /// `extends` of a class as written: `Base<T>`, the entity with its type arguments when it is a name.
    pub extends: Vec<TypeId>,
    /// `extends <expression>` of a class when it is no plain name (`mixin(Base)`); the spreads of an object literal.
    pub extends_values: Vec<ShapeId>,
    /// `implements` of a class.
    pub implements: Vec<TypeId>,
    /// Its members in source order: of classes (constructor, parameter properties, static ones), interfaces, enums, object and type literals,
    /// and what a namespace exports.
    pub members: Vec<SymbolId>,
}

/// What a symbol is, by its most telling declaration (class before interface, function before namespace).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// `function f() {}`.
    Function,
    /// `class C {}`, also an expression.
    Class,
    /// `interface I {}`.
    Interface,
    /// `type T = …`.
    Alias,
    /// `enum E {}`.
    Enum,
    /// `namespace N {}`.
    Namespace,
    /// `const a`, `let a`, `var a`, a name of a top-level pattern; a nameless default export that is an expression.
    Variable,
    /// A method or method signature, also of an object literal.
    Method,
    /// `constructor`; `new` of an object type.
    Constructor,
    /// `get` or `set`.
    Accessor,
    /// A field, parameter property, property signature, or another member of an object literal.
    Property,
    /// A member of an enum.
    EnumMember,
    /// `T` of `<T>`.
    TypeParameter,
    /// An object literal.
    Object,
    /// A type literal `{ a: A }`.
    TypeLiteral,
}

impl SymbolKind {
    /// All kinds, in the order of their numbers in the store.
    pub const ALL: [Self; 15] = [
        Self::Function,
        Self::Class,
        Self::Interface,
        Self::Alias,
        Self::Enum,
        Self::Namespace,
        Self::Variable,
        Self::Method,
        Self::Constructor,
        Self::Accessor,
        Self::Property,
        Self::EnumMember,
        Self::TypeParameter,
        Self::Object,
        Self::TypeLiteral,
    ];
}

/// Where a symbol is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// At the top level of the module.
    Top,
    /// In a class, interface, object, enum or namespace.
    Member,
    /// Inside a function or block: only this file's shapes lead there.
    Nested,
}

impl Place {
    /// All places, in the order of their numbers in the store.
    pub const ALL: [Self; 3] = [Self::Top, Self::Member, Self::Nested];
}

/// How a function is called and what it gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `<T, U>`.
    pub type_parameters: Vec<SymbolId>,
    /// Its parameters in order, without a `this` parameter.
    pub parameters: Vec<Parameter>,
    /// `this: T`.
    pub this: Option<TypeId>,
    /// What it gives back.
    pub returns: Returns,
    /// `async`: inferred returns are wrapped in a promise.
    pub is_async: bool,
    /// `function*`: inferred returns are unknown.
    pub is_generator: bool,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its annotation.
    pub declared: Option<TypeId>,
    /// Its default.
    pub default: Option<ShapeId>,
    /// `...rest`.
    pub is_rest: bool,
    /// `p?`.
    pub is_optional: bool,
}

/// What a function gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returns {
    /// An annotation.
    Declared(TypeId),
    /// `x is T`, `asserts x is T`.
    Guard {
        /// Which parameter; none for `this is T`.
        parameter: Option<u32>,
        /// `asserts`.
        asserts: bool,
        /// `T`.
        narrowed: TypeId,
    },
    /// No annotation: what its `return` statements (or its expression) give, each once; empty when it returns nothing.
    Inferred(Vec<ShapeId>),
    /// No annotation and no body, or `asserts x`.
    Unknown,
}
