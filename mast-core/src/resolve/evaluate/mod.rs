//! From values and written types to what they are, across files.
//!
//! A small, exact evaluator: it follows annotations, initialisers, calls, members and type arguments, and gives up with a
//! reason where nothing that is written down decides. Giving up is always allowed, guessing never.
//!
//! [`Program::shape_type`] is the way in; [`members`] finds a member of a type, [`calls`] what a call gives back, [`overloads`] which signature it chooses, [`infer`] type
//! arguments, [`mapped`] mapped and conditional types, [`narrow`] what a test leaves over.
//!
//! # Cost
//!
//! Each step takes one unit of fuel and one level of depth; a value is evaluated once a question, unless that was cut short.

mod builtin;
mod calls;
mod infer;
mod mapped;
mod members;
mod narrow;
mod overloads;
mod shapes;
mod types;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::facts::code::{ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::shape::{Primitive, Unknown};
use crate::resolve::{Decl, FileId};

pub use mapped::Mapped;
pub use members::{Found, Member};

/// Steps that one question about one value may take.
pub const FUEL: u32 = 20_000;

/// Steps inside steps; bounds the stack.
const MAX_DEPTH: u32 = 90;

/// Look-ups of members one within the other; further ones are unknown.
const MAX_MEMBERS: u32 = 120;

/// What a value is, or a type that is written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Nothing decides.
    Unknown(Why),
    /// A type without members of its own.
    Primitive(Primitive),
    /// A literal type.
    Literal(Primitive, Rc<str>),
    /// An instance of a class, interface or enum, with its type arguments in the order of its parameters.
    Instance(Decl, Rc<[Type]>),
    /// A class itself, a namespace, an enum itself, a function.
    Value(Decl),
    /// An object literal or type literal.
    Members(Decl, Env),
    /// A function or function type.
    Callable(FileId, SignatureId, Env),
    /// A constructor type.
    Constructs(FileId, SignatureId, Env),
    /// A method, or a member that has signatures.
    Method(Decl, Env),
    /// A module.
    Module(FileId),
    /// One of several.
    Union(Rc<[Type]>),
    /// All of several.
    Intersection(Rc<[Type]>),
    /// An array whose elements have places.
    Tuple(Rc<[Type]>),
    /// A record whose members are all of one type.
    Dictionary(Rc<Type>),
    /// `{ [K in keyof T]: V }`, each member of which is worked out when it is asked for.
    Mapped(Mapped),
    /// A type parameter that nothing has been put in for.
    Parameter(Decl),
}

/// Why a value is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// The file itself does not say.
    File(Unknown),
    /// It comes from a package outside the repository, or is a global that is not known.
    External,
    /// An import leads nowhere.
    Unresolved,
    /// `any`.
    Any,
    /// It has no such member.
    NoMember,
    /// Its members are not all one declaration.
    Several,
    /// A form of type or value that is not followed.
    Form,
    /// It took too many steps.
    Limit,
}

/// What type parameters stand for, and what `this` is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Env(Option<Rc<Scope>>);

#[derive(Debug, PartialEq)]
struct Scope {
    bindings: Vec<(Decl, Type)>,
    this: Option<Type>,
    outer: Env,
}

impl Env {
    /// With more type arguments.
    fn with(&self, bindings: Vec<(Decl, Type)>) -> Self {
        if bindings.is_empty() {
            return self.clone();
        }
        Self(Some(Rc::new(Scope {
            bindings,
            this: None,
            outer: self.clone(),
        })))
    }

    /// With another `this`.
    fn with_this(&self, this: Type) -> Self {
        Self(Some(Rc::new(Scope {
            bindings: Vec::new(),
            this: Some(this),
            outer: self.clone(),
        })))
    }

    fn get(&self, parameter: Decl) -> Option<&Type> {
        let mut scope = self.0.as_deref();
        while let Some(here) = scope {
            if let Some((_, bound)) = here.bindings.iter().find(|(of, _)| *of == parameter) {
                return Some(bound);
            }
            scope = here.outer.0.as_deref();
        }
        None
    }

    fn this(&self) -> Option<&Type> {
        let mut scope = self.0.as_deref();
        while let Some(here) = scope {
            if let Some(this) = &here.this {
                return Some(this);
            }
            scope = here.outer.0.as_deref();
        }
        None
    }

    const fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// A written type or a value that is being evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Shape(FileId, ShapeId),
    Type(FileId, TypeId),
    Value(Decl),
}

/// What has been evaluated for a question.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Only results that no limit and no circle cut short, and of empty environments.
    known: RefCell<FxHashMap<Step, Type>>,
    running: RefCell<Vec<(Step, Env)>>,
    /// The object literals in whose spreads a member is being looked for.
    spreading: RefCell<Vec<(Decl, String)>>,
    /// How many look-ups of members are going on, one within the other.
    members: Cell<u32>,
    /// How often something was cut short so far.
    cuts: Cell<u32>,
    fuel: Cell<u32>,
}

impl super::program::Program<'_> {
    /// Starts the evaluation of one value with full fuel.
    pub(super) fn refuel(&self) {
        self.memory.fuel.set(FUEL);
    }

    /// Notes that a result is less than it could be, so that it is not kept.
    fn cut_short(&self) {
        self.memory.cuts.set(self.memory.cuts.get() + 1);
    }

    /// Does `work` as the evaluation of `step`, once for each question where the environment is empty.
    fn step(&self, step: Step, env: &Env, work: impl FnOnce() -> Type) -> Type {
        if env.is_empty()
            && let Some(known) = self.memory.known.borrow().get(&step)
        {
            return known.clone();
        }
        {
            let running = self.memory.running.borrow();
            let circle = running
                .iter()
                .any(|(other, other_env)| *other == step && other_env == env);
            if circle || running.len() as u32 >= MAX_DEPTH || self.memory.fuel.get() == 0 {
                self.cut_short();
                return Type::Unknown(if circle {
                    Why::File(Unknown::Ambiguous)
                } else {
                    Why::Limit
                });
            }
        }
        self.memory.fuel.set(self.memory.fuel.get() - 1);
        let cuts = self.memory.cuts.get();
        self.memory.running.borrow_mut().push((step, env.clone()));
        let outermost = self.memory.running.borrow().len() == 1;
        let found = work();
        self.memory.running.borrow_mut().pop();
        if env.is_empty() && (outermost || self.memory.cuts.get() == cuts) {
            self.memory.known.borrow_mut().insert(step, found.clone());
        }
        found
    }
}

impl Type {
    /// Not known, and why.
    const fn unknown(why: Why) -> Self {
        Self::Unknown(why)
    }

    /// `null`, `undefined`, `void`, `never`.
    pub(super) const fn is_nothing(&self) -> bool {
        matches!(
            self,
            Self::Primitive(Primitive::Null | Primitive::Undefined | Primitive::Void | Primitive::Never)
        )
    }

    const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// One of `types`: nested unions taken apart, each once, in order.
    fn union(types: impl IntoIterator<Item = Self>) -> Self {
        fn add(all: &mut Vec<Type>, one: Type) {
            match one {
                Type::Union(parts) => parts.iter().for_each(|part| add(all, part.clone())),
                one => {
                    if !all.contains(&one) {
                        all.push(one);
                    }
                }
            }
        }
        let mut all = Vec::new();
        for one in types {
            add(&mut all, one);
        }
        if all.len() > 1 {
            all.retain(|one| *one != Self::Primitive(Primitive::Never));
        }
        match all.len() {
            0 => Self::Primitive(Primitive::Never),
            1 => all.swap_remove(0),
            _ => Self::Union(all.into()),
        }
    }

    /// The parts of a union, or the type alone.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Union(parts) => parts,
            one => std::slice::from_ref(one),
        }
    }

    /// Without `null`, `undefined` and `void`.
    pub(super) fn present(&self) -> Self {
        match self {
            Self::Union(parts) => Self::union(parts.iter().filter(|part| !part.is_nothing()).cloned()),
            one => one.clone(),
        }
    }
}

impl Decl {
    /// Another symbol of the same file.
    #[must_use]
    pub const fn beside(self, symbol: SymbolId) -> Self {
        Self {
            file: self.file,
            symbol,
        }
    }
}
