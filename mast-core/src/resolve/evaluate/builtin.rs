//! What the language itself provides: arrays, promises, iteration, and its utility types.

use std::rc::Rc;

use crate::facts::shape::Primitive;
use crate::resolve::Decl;
use crate::resolve::evaluate::members::Found;
use crate::resolve::evaluate::{Type, Why};
use crate::resolve::program::Program;

impl Program<'_> {
    /// A utility type, by its name.
    pub(super) fn built_in(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        let first = || arguments.first().cloned().unwrap_or(Type::unknown(Why::Form));
        Some(match name {
            // Each has the members of its argument, though fewer, optional or read-only; asking for one that it lacks is an error
            // of the program. A part of a union is the union: where all parts agree, so does this one.
            "Partial" | "Required" | "Readonly" | "Pick" | "Omit" | "Exclude" | "Extract" | "NoInfer"
            | "ThisType" => first(),
            "NonNullable" => first().present(),
            "Awaited" => self.awaited(&first()),
            "ReturnType" => self.returned(&first()),
            "InstanceType" => self.instance_of_value(&first()),
            "Parameters" => self.parameters_of(&first()),
            "Record" => Type::Dictionary(Rc::new(
                arguments.get(1).cloned().unwrap_or(Type::unknown(Why::Form)),
            )),
            _ => return None,
        })
    }

    /// An array of `element`.
    pub(super) fn array_of(&self, element: Type) -> Type {
        match self.prelude("Array") {
            Some(array) => Type::Instance(array, Rc::from([element])),
            None => Type::unknown(Why::External),
        }
    }

    /// A promise of `value`.
    pub(super) fn promise_of(&self, value: Type) -> Type {
        match self.prelude("Promise") {
            Some(promise) => Type::Instance(promise, Rc::from([value])),
            None => Type::unknown(Why::External),
        }
    }

    /// The type whose members a value without its own has.
    pub(super) fn apparent(&self, primitive: Primitive) -> Type {
        let name = match primitive {
            Primitive::String => "String",
            Primitive::Number => "Number",
            Primitive::Boolean => "Boolean",
            Primitive::BigInt => "BigInt",
            Primitive::Symbol => "Symbol",
            Primitive::RegExp => "RegExp",
            Primitive::Object => "Object",
            Primitive::Any => return Type::unknown(Why::Any),
            Primitive::Null
            | Primitive::Undefined
            | Primitive::Void
            | Primitive::Never
            | Primitive::Unknown => return Type::unknown(Why::NoMember),
        };
        self.prelude_instance(name)
    }

    pub(super) fn prelude_instance(&self, name: &str) -> Type {
        self.prelude(name).map_or(Type::unknown(Why::External), |decl| {
            Type::Instance(decl, Rc::from([]))
        })
    }

    /// The type arguments that `of` gives to the prelude's `name`, by itself or through what it extends.
    pub(super) fn as_prelude(&self, of: &Type, name: &str) -> Option<Rc<[Type]>> {
        let wanted = self.prelude(name)?;
        self.as_instance_of(of, wanted)
    }

    /// The type arguments that `of` gives to `wanted`, by itself or through what it extends.
    pub(super) fn as_instance_of(&self, of: &Type, wanted: Decl) -> Option<Rc<[Type]>> {
        match of {
            Type::Instance(decl, arguments) if *decl == wanted => Some(Rc::clone(arguments)),
            Type::Instance(decl, arguments) => self
                .bases(*decl, arguments)
                .iter()
                .find_map(|base| self.as_instance_of(base, wanted)),
            Type::Intersection(parts) => parts.iter().find_map(|part| self.as_instance_of(part, wanted)),
            Type::Parameter(decl) => self.as_instance_of(&self.constraint(*decl)?, wanted),
            _ => None,
        }
    }

    /// `await` of a value.
    pub(super) fn awaited(&self, of: &Type) -> Type {
        match of {
            Type::Union(parts) => Type::union(parts.iter().map(|part| self.awaited(part))),
            Type::Unknown(why) => Type::unknown(*why),
            one => {
                let inner = self
                    .as_prelude(one, "Promise")
                    .or_else(|| self.as_prelude(one, "PromiseLike"));
                match inner.as_deref() {
                    Some([value, ..]) => self.awaited(value),
                    Some([]) => Type::unknown(Why::Form),
                    None => one.clone(),
                }
            }
        }
    }

    /// `of[index]`.
    pub(super) fn element(&self, of: &Type, index: Option<u32>) -> Type {
        match of {
            Type::Tuple(parts) => match index {
                Some(index) => parts
                    .get(index as usize)
                    .cloned()
                    .unwrap_or(Type::Primitive(Primitive::Undefined)),
                None => Type::union(parts.iter().cloned()),
            },
            Type::Dictionary(value) => (**value).clone(),
            Type::Mapped(mapped) => self.mapped_element(mapped),
            Type::Union(parts) => Type::union(
                parts
                    .iter()
                    .filter(|part| !part.is_nothing())
                    .map(|part| self.element(part, index)),
            ),
            Type::Primitive(Primitive::String) | Type::Literal(Primitive::String, _) => {
                Type::Primitive(Primitive::String)
            }
            Type::Unknown(why) => Type::unknown(*why),
            Type::Parameter(decl) => match self.constraint(*decl) {
                Some(constraint) => self.element(&constraint, index),
                None => Type::unknown(Why::Form),
            },
            one => {
                let array = self
                    .as_prelude(one, "Array")
                    .or_else(|| self.as_prelude(one, "ReadonlyArray"));
                match array.as_deref() {
                    Some([element, ..]) => element.clone(),
                    _ => Type::unknown(Why::Form),
                }
            }
        }
    }

    /// What iterating gives.
    pub(super) fn iterated(&self, of: &Type) -> Type {
        match of {
            Type::Tuple(parts) => Type::union(parts.iter().cloned()),
            Type::Union(parts) => Type::union(
                parts
                    .iter()
                    .filter(|part| !part.is_nothing())
                    .map(|part| self.iterated(part)),
            ),
            Type::Unknown(why) => Type::unknown(*why),
            Type::Primitive(Primitive::String) | Type::Literal(Primitive::String, _) => {
                Type::Primitive(Primitive::String)
            }
            one => {
                if let Some([element, ..]) = self
                    .as_prelude(one, "Array")
                    .or_else(|| self.as_prelude(one, "ReadonlyArray"))
                    .as_deref()
                {
                    return element.clone();
                }
                let method = match self.member(one, "[Symbol.iterator]") {
                    Found::Members(_) | Found::Typed(_) => "[Symbol.iterator]",
                    Found::Absent | Found::Unknown(_) => "[Symbol.asyncIterator]",
                };
                let iterator = self.returned(&self.read(one, method));
                let yields = ["Iterator", "AsyncIterator"]
                    .iter()
                    .find_map(|name| self.as_prelude(&iterator, name));
                match yields.as_deref() {
                    Some([element, ..]) => element.clone(),
                    _ => Type::unknown(Why::Form),
                }
            }
        }
    }

    /// Whether a declaration is none of the repository.
    pub const fn is_built_in(decl: Decl) -> bool {
        decl.file.is_built_in()
    }
}
