//! Shapes: values and types reduced to what tells which declaration they lead to.
//!
//! A local variable or parameter has no shape of its own: it is replaced by its annotation ([`Shape::Cast`]), by the shape of its
//! initialiser, or by what the place of its function says ([`Shape::ParameterOf`]).

use crate::facts::code::{ImportedId, NameId, ShapeId, SignatureId, SymbolId, TypeId};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Nothing in this file says what it is.
    Unknown(Unknown),
    /// What a declaration of this file names: a function, a class itself, a namespace, an enum, a variable, an object literal, a
    /// class expression. In a type position the type of that name.
    Symbol(SymbolId),
    /// What an import binds.
    Imported(ImportedId),
    /// A name that nothing in the file declares: `console`, `Array`, `JSX`.
    Global(NameId),
    /// A whole module: `require('m')`, `import('m')` in a type, and awaited `import('m')` when it is no import binding.
    Module(NameId),
    /// `this`: an instance of a class (also of a merged interface), or the class itself on its static side; an object literal's own `this`.
    This {
        /// The class, or the object literal.
        of: SymbolId,
        /// In a static member.
        is_static: bool,
    },
    /// `super` of a class, on one of its sides; as a callee the constructor of its parent.
    Super {
        /// The class that extends.
        of: SymbolId,
        /// In a static member.
        is_static: bool,
    },
    /// `new callee<T>(…)`.
    New {
        /// What is constructed.
        callee: ShapeId,
        /// `<T>`.
        type_arguments: Vec<TypeId>,
        /// The arguments.
        arguments: Vec<ShapeId>,
    },
    /// `callee<T>(…)`; a tagged template is a call without known arguments.
    Call {
        /// What is called.
        callee: ShapeId,
        /// `<T>`.
        type_arguments: Vec<TypeId>,
        /// The arguments.
        arguments: Vec<ShapeId>,
    },
    /// `of.name`, `of?.name`, `of['name']`, and what a pattern takes out: `{ name }`. In a type position `Ns.Name`.
    Member {
        /// The whole.
        of: ShapeId,
        /// The member; `#x` for a private one.
        name: NameId,
    },
    /// `of[2]`, `of[i]`, and what a pattern takes out: `[, , x]`.
    Element {
        /// The whole.
        of: ShapeId,
        /// Which one, when that is written.
        index: Option<u32>,
    },
    /// What iterating gives: `for (const x of of)`, `...of`; `for await` awaits it too.
    Iterated(ShapeId),
    /// `await of`.
    Await(ShapeId),
    /// Everything that is annotated: the type that is written.
    Cast(TypeId),
    /// `x as T`, `<T>x`: the same. (`as const`, `!` and `satisfies` leave the value's own shape.)
    Asserted(TypeId),
    /// A primitive value, with its text for strings, numbers and booleans.
    Literal(Primitive, Option<NameId>),
    /// `[a, b]`.
    Array(Vec<ShapeId>),
    /// `...of` inside an array or a list of arguments.
    Spread(ShapeId),
    /// A function expression or arrow function that is not the value of a symbol.
    Function(SignatureId),
    /// `a ? b : c`, `a || b`, `a ?? b`, a variable without an annotation by all that is assigned to it.
    OneOf(Vec<ShapeId>),
    /// A pattern's `{ a = value }`, or an unannotated parameter with a default: `of` where that is known, else the default.
    Defaulted {
        /// What is taken out.
        of: ShapeId,
        /// The default.
        default: ShapeId,
    },
    /// `of`, in code that runs only when a test held (or did not).
    Narrowed {
        /// The value without the test.
        of: ShapeId,
        /// The test on it.
        test: Test,
        /// Whether the test failed here.
        negated: bool,
    },
    /// What the callee expects as an argument.
    ArgumentOf {
        /// A [`Shape::Call`] or [`Shape::New`].
        call: ShapeId,
        /// Which argument, from 0.
        index: u32,
    },
    /// A parameter of a function-typed value: of `handler` in `const handler: Handler = (event) => …` the first.
    ParameterOf {
        /// The function.
        function: ShapeId,
        /// Which parameter, from 0.
        index: u32,
    },
    /// What a function-typed value gives back.
    ReturnOf(ShapeId),
    /// What a JSX element expects as an attribute: `<Button onClick={…}>`.
    AttributeOf {
        /// The element's name as a value.
        element: ShapeId,
        /// The attribute.
        name: NameId,
    },
}

/// Why a value is unknown in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unknown {
    /// A parameter or variable without a type.
    Untyped,
    /// A computed member, an operator, JSX, or another expression that is not followed.
    Expression,
    /// `this` of a function that is no member.
    This,
    /// Two declarations of one name that do not agree, or a value that leads to itself.
    Ambiguous,
    /// The file has a syntax error, so that nothing is known but names.
    SyntaxError,
}

impl Unknown {
    /// All reasons, in the order of their numbers in the store.
    pub const ALL: [Self; 5] = [
        Self::Untyped,
        Self::Expression,
        Self::This,
        Self::Ambiguous,
        Self::SyntaxError,
    ];
}

/// A test that narrows a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `of instanceof C`.
    InstanceOf(ShapeId),
    /// `isC(of)`: an argument of a call whose function may be a type guard; `asserts` guards after the call.
    Guard {
        /// The callee.
        callee: ShapeId,
        /// Which argument `of` is.
        argument: u32,
    },
    /// `of.name === 'text'`.
    Equals {
        /// The member that tells.
        name: NameId,
        /// The literal's text.
        value: NameId,
    },
    /// `'name' in of`.
    Has(NameId),
    /// `typeof of === 'text'`.
    TypeOf(NameId),
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeShape {
    /// A form that is not followed: template literals, `infer`.
    Unknown,
    /// `string`, `void`, …
    Primitive(Primitive),
    /// `'a'`, `1`, `true`.
    Literal(Primitive, NameId),
    /// `Name<A>`, `Ns.Name<A>`, `T`.
    Reference {
        /// [`Shape::Symbol`], [`Shape::Imported`], [`Shape::Global`], or [`Shape::Member`] of such; never a value.
        entity: ShapeId,
        /// `<A>`.
        arguments: Vec<TypeId>,
    },
    /// `A | B`.
    Union(Vec<TypeId>),
    /// `A & B`.
    Intersection(Vec<TypeId>),
    /// `A[]`, `readonly A[]`.
    Array(TypeId),
    /// `[A, B]`; optional and rest elements as their types.
    Tuple(Vec<TypeId>),
    /// `(a: A) => B`.
    Function(SignatureId),
    /// `new (a: A) => B`.
    Constructor(SignatureId),
    /// `{ a: A; b(): B }`: a symbol of the kind type literal.
    Object(SymbolId),
    /// `typeof value`.
    TypeOf(ShapeId),
    /// `A['key']`, `A[number]`.
    Indexed {
        /// The whole.
        of: TypeId,
        /// The key.
        key: TypeId,
    },
    /// The type `this`.
    This(SymbolId),
    /// `keyof A`.
    KeyOf(TypeId),
    /// `{ [K in A]: B }`; modifiers and `as` clauses make it unknown, `readonly` and `?` do not.
    Mapped {
        /// `K`, with `A` as its constraint.
        parameter: SymbolId,
        /// `B`.
        value: TypeId,
    },
    /// `A extends B ? C : D`.
    Conditional {
        /// `A`.
        check: TypeId,
        /// `B`.
        extends: TypeId,
        /// `C`.
        then: TypeId,
        /// `D`.
        otherwise: TypeId,
    },
}

/// A type that has no declaration in any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    /// `string`, template literals.
    String,
    /// `number`.
    Number,
    /// `boolean`.
    Boolean,
    /// `bigint`.
    BigInt,
    /// `symbol`.
    Symbol,
    /// `null`.
    Null,
    /// `undefined`.
    Undefined,
    /// `void`.
    Void,
    /// `never`.
    Never,
    /// `any`.
    Any,
    /// `unknown`.
    Unknown,
    /// `object`.
    Object,
    /// A regular expression literal.
    RegExp,
}

impl Primitive {
    /// All of them, in the order of their numbers in the store.
    pub const ALL: [Self; 13] = [
        Self::String,
        Self::Number,
        Self::Boolean,
        Self::BigInt,
        Self::Symbol,
        Self::Null,
        Self::Undefined,
        Self::Void,
        Self::Never,
        Self::Any,
        Self::Unknown,
        Self::Object,
        Self::RegExp,
    ];
}
