//! Mapped and conditional types.

use std::rc::Rc;

use crate::facts::code::{SymbolId, TypeId};
use crate::facts::shape::{Primitive, Shape, TypeShape};
use crate::resolve::evaluate::members::{Found, Member};
use crate::resolve::evaluate::overloads::Verdict;
use crate::resolve::evaluate::{Env, Type, Why};
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

/// `{ [K in keyof T]: V }` with what the type parameters around it stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapped {
    file: FileId,
    /// `K`.
    parameter: SymbolId,
    /// `V`.
    value: TypeId,
    env: Env,
}

impl Program<'_> {
    /// A mapped type: over any text it is a record, else it is looked up member by member.
    pub(super) fn mapped(&self, file: FileId, parameter: SymbolId, value: TypeId, env: &Env) -> Type {
        let code = self.code(file);
        let keys = code.symbol(parameter).declared;
        if let (Some(TypeShape::KeyOf(over)), TypeShape::Indexed { of, key }) =
            (keys.map(|keys| code.type_shape(keys)), code.type_shape(value))
        {
            // `{ [K in keyof T]: T[K] }` is T.
            let is_key = matches!(
                code.type_shape(*key),
                TypeShape::Reference { entity, .. }
                    if matches!(code.shape(*entity), Shape::Symbol(symbol) if *symbol == parameter)
            );
            if is_key && over == of {
                return self.type_of(file, *over, env);
            }
        }
        let mapped = Mapped {
            file,
            parameter,
            value,
            env: env.clone(),
        };
        match keys.map(|keys| code.type_shape(keys)) {
            Some(TypeShape::Primitive(primitive)) => {
                match self.mapped_value(&mapped, Type::Primitive(*primitive)) {
                    Type::Unknown(why) => Type::unknown(why),
                    element => Type::Dictionary(Rc::new(element)),
                }
            }
            _ => Type::Mapped(mapped),
        }
    }

    /// `V` for one key.
    fn mapped_value(&self, mapped: &Mapped, key: Type) -> Type {
        let parameter = Decl {
            file: mapped.file,
            symbol: mapped.parameter,
        };
        self.type_of(
            mapped.file,
            mapped.value,
            &mapped.env.with(vec![(parameter, key)]),
        )
    }

    /// `V` for any of the keys.
    pub(super) fn mapped_element(&self, mapped: &Mapped) -> Type {
        self.mapped_value(mapped, Type::Primitive(Primitive::String))
    }

    /// The member of a mapped type that is called `name`: over `keyof T` it is the one of `T`, with another type.
    pub(super) fn mapped_member(&self, mapped: &Mapped, name: &str) -> Found {
        let value = || self.mapped_value(mapped, Type::Literal(Primitive::String, name.into()));
        let code = self.code(mapped.file);
        let Some(keys) = code.symbol(mapped.parameter).declared else {
            return Found::Unknown(Why::Form);
        };
        if let TypeShape::KeyOf(over) = code.type_shape(keys) {
            return match self.member(&self.type_of(mapped.file, *over, &mapped.env), name) {
                Found::Members(members) => Found::Members(
                    members
                        .into_iter()
                        .map(|member| Member {
                            given: Some(value()),
                            ..member
                        })
                        .collect(),
                ),
                Found::Absent => Found::Absent,
                // A key that is not known is there, where it is asked for.
                Found::Typed(_) | Found::Unknown(_) => Found::Typed(value()),
            };
        }
        match self.type_of(mapped.file, keys, &mapped.env) {
            Type::Union(keys) => {
                let is_literal =
                    |key: &Type| matches!(key, Type::Literal(Primitive::String, text) if **text == *name);
                let is_open = |key: &Type| !matches!(key, Type::Literal(..));
                if keys.iter().any(is_literal) || keys.iter().any(is_open) {
                    Found::Typed(value())
                } else {
                    Found::Absent
                }
            }
            Type::Literal(Primitive::String, text) if *text != *name => Found::Absent,
            _ => Found::Typed(value()),
        }
    }

    /// `check extends extends_type ? then : otherwise`: where the test cannot be decided, one of both.
    pub(super) fn conditional(
        &self,
        file: FileId,
        [check, extends, then, otherwise]: [TypeId; 4],
        env: &Env,
    ) -> Type {
        let inner = |written: TypeId| self.type_of(file, written, env);
        let (check, extends) = (inner(check), inner(extends));
        let mut branches = [false, false];
        for part in check.parts() {
            match part {
                Type::Primitive(Primitive::Never) => {}
                Type::Parameter(_) => branches = [true, true],
                part => match self.fits(part, &extends) {
                    Verdict::Yes if !matches!(extends, Type::Parameter(_)) => branches[0] = true,
                    Verdict::No => branches[1] = true,
                    Verdict::Yes | Verdict::Maybe => branches = [true, true],
                },
            }
        }
        let mut chosen = Vec::new();
        for (is_taken, branch) in branches.into_iter().zip([then, otherwise]) {
            if is_taken {
                chosen.push(inner(branch));
            }
        }
        Type::union(chosen)
    }

    /// Whether no value of a type can be called.
    pub(in crate::resolve) fn is_never_callable(&self, one: &Type) -> bool {
        match one {
            Type::Union(parts) | Type::Intersection(parts) => {
                parts.iter().all(|part| self.is_never_callable(part))
            }
            Type::Primitive(primitive) => *primitive != Primitive::Any,
            Type::Literal(..) | Type::Tuple(_) | Type::Dictionary(_) | Type::Mapped(_) => true,
            Type::Instance(decl, arguments) => {
                self.signatures(one).is_empty()
                    && self
                        .bases(*decl, arguments)
                        .iter()
                        .all(|base| self.is_never_callable(base))
            }
            Type::Members(decl, _) => {
                self.signatures(one).is_empty()
                    && self.with_symbol(*decl, |_, symbol| symbol.extends_values.is_empty())
            }
            Type::Unknown(_)
            | Type::Value(_)
            | Type::Callable(..)
            | Type::Constructs(..)
            | Type::Method(..)
            | Type::Module(_)
            | Type::Parameter(_) => false,
        }
    }

    /// The members called `name` that a call on `whole` can mean: parts of a union that have it as something that cannot be called
    /// are ruled out.
    pub(in crate::resolve) fn called_member(&self, whole: &Type, name: &str) -> Found {
        let Type::Union(parts) = whole else {
            return self.member(whole, name);
        };
        let callable: Vec<Type> = parts
            .iter()
            .filter(|part| match self.member(part, name) {
                Found::Typed(one) => !self.is_never_callable(&one),
                Found::Members(_) | Found::Absent | Found::Unknown(_) => true,
            })
            .cloned()
            .collect();
        self.member(&Type::union(callable), name)
    }
}
