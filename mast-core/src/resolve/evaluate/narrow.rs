//! What a test leaves over of a value.

use crate::facts::shape::{Primitive, Test, Unknown};
use crate::facts::symbol::Returns;
use crate::resolve::FileId;
use crate::resolve::evaluate::members::Found;
use crate::resolve::evaluate::{Env, Type, Why};
use crate::resolve::program::Program;

impl Program<'_> {
    /// `whole` where `test` held, or did not.
    pub(super) fn narrowed(&self, file: FileId, whole: &Type, test: Test, negated: bool, env: &Env) -> Type {
        match test {
            Test::InstanceOf(class) => {
                let class = self.shape_type(file, class, env);
                let candidate = self.instance_of_value(&class);
                self.narrowed_to(whole, &candidate, negated)
            }
            Test::Guard { callee, argument } => {
                let callee = self.shape_type(file, callee, env);
                let mut result = whole.clone();
                for signature in self.signatures(&callee) {
                    let code = self.code(signature.file);
                    if let Returns::Guard {
                        parameter: Some(parameter),
                        narrowed,
                        asserts: _,
                    } = &code.signature(signature.signature).returns
                        && *parameter == argument
                    {
                        let candidate = self.type_of(signature.file, *narrowed, &signature.env);
                        result = self.narrowed_to(whole, &candidate, negated);
                        break;
                    }
                }
                result
            }
            Test::Equals { name, value } => {
                let code = self.code(file);
                let (name, value) = (code.name(name), code.name(value));
                Self::filtered(whole, |part| match self.read(part, name).parts() {
                    parts if parts.iter().all(|one| matches!(one, Type::Literal(..))) => {
                        let has = parts
                            .iter()
                            .any(|one| matches!(one, Type::Literal(_, literal) if **literal == *value));
                        if negated { !(has && parts.len() == 1) } else { has }
                    }
                    _ => true,
                })
            }
            Test::Has(name) => {
                let code = self.code(file);
                let name = code.name(name);
                Self::filtered(whole, |part| match self.member(part, name) {
                    Found::Members(_) => !negated,
                    Found::Absent => negated,
                    Found::Typed(_) | Found::Unknown(_) => true,
                })
            }
            Test::TypeOf(name) => {
                let code = self.code(file);
                let name = code.name(name);
                Self::filtered(whole, |part| {
                    let kind = match part {
                        Type::Primitive(Primitive::String) | Type::Literal(Primitive::String, _) => "string",
                        Type::Primitive(Primitive::Number) | Type::Literal(Primitive::Number, _) => "number",
                        Type::Primitive(Primitive::Boolean) | Type::Literal(Primitive::Boolean, _) => {
                            "boolean"
                        }
                        Type::Callable(..) | Type::Method(..) => "function",
                        Type::Tuple(_) | Type::Dictionary(_) | Type::Mapped(_) => "object",
                        _ => return true,
                    };
                    (kind == name) != negated
                })
            }
        }
    }

    fn filtered(whole: &Type, keep: impl Fn(&Type) -> bool) -> Type {
        match whole {
            Type::Union(parts) => {
                let kept: Vec<Type> = parts.iter().filter(|part| keep(part)).cloned().collect();
                if kept.is_empty() {
                    whole.clone()
                } else {
                    Type::union(kept)
                }
            }
            one => one.clone(),
        }
    }

    fn narrowed_to(&self, whole: &Type, candidate: &Type, negated: bool) -> Type {
        if let Type::Unknown(why) = candidate {
            return if negated {
                whole.clone()
            } else {
                Type::unknown(*why)
            };
        }
        if let Type::Union(candidates) = candidate
            && !negated
            && !matches!(whole, Type::Union(_))
        {
            // One that is not nullable narrowed to several.
            return Type::union(
                candidates
                    .iter()
                    .map(|candidate| self.narrowed_to(whole, candidate, false)),
            );
        }
        match whole {
            // A value without any type is what the test says.
            Type::Unknown(Why::Any | Why::File(Unknown::Untyped)) | Type::Primitive(Primitive::Unknown) => {
                if negated {
                    whole.clone()
                } else {
                    candidate.clone()
                }
            }
            Type::Unknown(_) => whole.clone(),
            Type::Union(_) if negated => Self::filtered(whole, |part| {
                !candidate
                    .parts()
                    .iter()
                    .any(|candidate| self.is_sub(part, candidate) == Some(true))
            }),
            Type::Union(parts) => {
                let mut kept = Vec::new();
                for part in parts.iter().filter(|part| !part.is_nothing()) {
                    for candidate in candidate.parts() {
                        match (self.is_sub(part, candidate), self.is_sub(candidate, part)) {
                            (Some(true), _) => kept.push(part.clone()),
                            (_, Some(true)) => kept.push(candidate.clone()),
                            (Some(false), Some(false)) => {}
                            // What passes the test is a `candidate`; only another name for it could declare more.
                            _ if !Self::may_extend(part) => kept.push(candidate.clone()),
                            _ => return Type::unknown(Why::Form),
                        }
                    }
                }
                if kept.is_empty() {
                    candidate.clone()
                } else {
                    Type::union(kept)
                }
            }
            one if negated => one.clone(),
            one => match (self.is_sub(one, candidate), self.is_sub(candidate, one)) {
                (Some(true), _) => one.clone(),
                (_, Some(true)) => candidate.clone(),
                _ => Self::intersection([candidate.clone(), one.clone()]),
            },
        }
    }

    /// Whether a type may be a class or interface that extends another.
    fn may_extend(one: &Type) -> bool {
        match one {
            Type::Instance(..) | Type::Parameter(_) => true,
            Type::Intersection(parts) | Type::Union(parts) => parts.iter().any(Self::may_extend),
            Type::Unknown(why) => !matches!(why, Why::Form | Why::External | Why::Any),
            Type::Primitive(_)
            | Type::Literal(..)
            | Type::Value(_)
            | Type::Members(..)
            | Type::Callable(..)
            | Type::Constructs(..)
            | Type::Method(..)
            | Type::Module(_)
            | Type::Tuple(_)
            | Type::Dictionary(_)
            | Type::Mapped(_) => false,
        }
    }

    /// Whether every `one` is an `other`, by name.
    fn is_sub(&self, one: &Type, other: &Type) -> Option<bool> {
        match (one, other) {
            (one, other) if one == other => Some(true),
            (Type::Instance(one, _), Type::Instance(other, _)) => self.derives(*one, *other),
            (Type::Unknown(_), _) | (_, Type::Unknown(_)) => None,
            (Type::Literal(of, _), Type::Primitive(primitive)) => Some(of == primitive),
            (Type::Primitive(_) | Type::Literal(..), _) | (_, Type::Primitive(_) | Type::Literal(..)) => {
                Some(false)
            }
            // Object types may fit without naming each other.
            _ => None,
        }
    }
}
