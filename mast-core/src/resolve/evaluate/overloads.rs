//! Which signature of several the arguments of a call choose.

use crate::facts::code::{ShapeId, SymbolId};
use crate::facts::shape::{Primitive, Shape};
use crate::facts::symbol::SymbolKind;
use crate::resolve::evaluate::calls::Callable;
use crate::resolve::evaluate::infer::By;
use crate::resolve::evaluate::{Env, Found, Type, Why};
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

impl Program<'_> {
    /// Puts the arguments of a call into the signature that they choose, and gives what `outcome` makes of it. Where
    /// several may be chosen, their outcomes have to be one.
    pub(super) fn choose(
        &self,
        file: FileId,
        call: ShapeId,
        signatures: &[Callable],
        env: &Env,
        outcome: impl Fn(&Callable) -> Type,
    ) -> Type {
        if let [only] = signatures {
            return outcome(&self.applied(file, call, only, env, By::AllArguments));
        }
        let mut possible: Option<Type> = None;
        for candidate in signatures {
            let applied = self.applied(file, call, candidate, env, By::AllArguments);
            match self.accepts(file, call, candidate, env) {
                Verdict::No => {}
                Verdict::Yes if possible.is_none() => return outcome(&applied),
                Verdict::Yes | Verdict::Maybe => {
                    let one = outcome(&applied);
                    match &possible {
                        None => possible = Some(one),
                        Some(known) if *known == one => {}
                        Some(_) => return Type::unknown(Why::Several),
                    }
                }
            }
        }
        possible.unwrap_or(Type::unknown(Why::Form))
    }

    /// Whether the arguments of a call fit a signature.
    pub(super) fn accepts(&self, file: FileId, call: ShapeId, candidate: &Callable, env: &Env) -> Verdict {
        let code = self.code(file);
        let (Shape::Call { arguments, .. } | Shape::New { arguments, .. }) = code.shape(call) else {
            return Verdict::Maybe;
        };
        let declaring = self.code(candidate.file);
        let signature = declaring.signature(candidate.signature);
        let spread = arguments
            .iter()
            .any(|argument| matches!(code.shape(*argument), Shape::Spread(_)));
        let required = signature
            .parameters
            .iter()
            .filter(|parameter| !parameter.is_optional && !parameter.is_rest && parameter.default.is_none())
            .count();
        let most = if signature.parameters.iter().any(|parameter| parameter.is_rest) {
            usize::MAX
        } else {
            signature.parameters.len()
        };
        if !spread && (arguments.len() < required || arguments.len() > most) {
            return Verdict::No;
        }
        let mut verdict = if spread { Verdict::Maybe } else { Verdict::Yes };
        for (argument, parameter) in arguments.iter().zip(&signature.parameters) {
            let Some(declared) = parameter.declared.filter(|_| !parameter.is_rest) else {
                continue;
            };
            let expected = self.type_of(candidate.file, declared, &candidate.env);
            let given = match code.shape(*argument) {
                // A function fits where a function is expected; more is not looked at.
                Shape::Function(_) => {
                    verdict = verdict.and(match &expected {
                        Type::Callable(..) | Type::Parameter(_) => Verdict::Yes,
                        Type::Primitive(_) | Type::Literal(..) => Verdict::No,
                        _ => Verdict::Maybe,
                    });
                    continue;
                }
                _ => self.shape_type(file, *argument, env),
            };
            let given = if parameter.is_optional || parameter.default.is_some() {
                given.present()
            } else {
                given
            };
            if given.is_nothing() && parameter.is_optional {
                continue;
            }
            verdict = verdict.and(self.fits(&given, &expected));
        }
        verdict
    }

    /// Whether a value can be passed where `expected` is written.
    #[expect(
        clippy::match_same_arms,
        reason = "each arm is a rule, and the first that fits counts"
    )]
    pub(super) fn fits(&self, given: &Type, expected: &Type) -> Verdict {
        match (given, expected) {
            (_, Type::Parameter(decl)) => match self.constraint(*decl) {
                None => Verdict::Yes,
                Some(constraint) => self.fits(given, &constraint),
            },
            (Type::Unknown(_), _) | (_, Type::Unknown(_)) => Verdict::Maybe,
            (given, expected) if given == expected => Verdict::Yes,
            (_, Type::Union(parts)) => parts
                .iter()
                .map(|part| self.fits(given, part))
                .fold(Verdict::No, Verdict::or),
            (Type::Union(parts), _) => parts
                .iter()
                .map(|part| self.fits(part, expected))
                .fold(Verdict::Yes, Verdict::and),
            (Type::Literal(of, _), Type::Primitive(primitive)) => Verdict::of(of == primitive),
            (Type::Literal(of, text), Type::Literal(expected, wanted)) => {
                Verdict::of(of == expected && text == wanted)
            }
            (Type::Primitive(one), Type::Literal(other, _)) if one == other => Verdict::Maybe,
            (Type::Primitive(_), Type::Primitive(_) | Type::Literal(..)) => Verdict::No,
            (
                Type::Instance(..)
                | Type::Members(..)
                | Type::Callable(..)
                | Type::Method(..)
                | Type::Tuple(_)
                | Type::Dictionary(_)
                | Type::Mapped(_),
                Type::Primitive(
                    Primitive::String | Primitive::Number | Primitive::Boolean | Primitive::BigInt,
                )
                | Type::Literal(..),
            ) => Verdict::No,
            (
                Type::Primitive(Primitive::String | Primitive::Number | Primitive::Boolean)
                | Type::Literal(..),
                Type::Callable(..) | Type::Tuple(_),
            ) => Verdict::No,
            // An object literal has what it says and nothing else.
            (Type::Members(literal, _), Type::Callable(..)) if self.is_plain_literal(*literal) => Verdict::No,
            (Type::Members(literal, _), Type::Instance(..))
                if self.is_plain_literal(*literal) && self.lacks_required(given, expected) =>
            {
                Verdict::No
            }
            (Type::Instance(one, _), Type::Instance(other, _)) => match self.derives(*one, *other) {
                Some(true) => Verdict::Yes,
                _ => Verdict::Maybe,
            },
            _ => Verdict::Maybe,
        }
    }
}

impl Program<'_> {
    /// Whether a declaration is an object literal without spreads.
    fn is_plain_literal(&self, decl: Decl) -> bool {
        self.with_symbol(decl, |_, symbol| {
            symbol.kind == SymbolKind::Object && symbol.extends_values.is_empty()
        })
    }

    /// Whether a type with a name asks for a member, or for being called, where `given` has none.
    fn lacks_required(&self, given: &Type, expected: &Type) -> bool {
        let Type::Instance(decl, arguments) = expected else {
            return false;
        };
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        let is_there = |member: &SymbolId| {
            let member = code.symbol(*member);
            member.is_static
                || matches!(member.kind, SymbolKind::Constructor | SymbolKind::TypeParameter)
                || member.is_optional
                || self.member(given, code.name(member.name)) != Found::Absent
        };
        (symbol.kind == SymbolKind::Interface && !symbol.signatures.is_empty())
            || !symbol.members.iter().all(is_there)
            || self
                .bases(*decl, arguments)
                .iter()
                .any(|base| self.lacks_required(given, base))
    }
}

/// Whether a signature takes the arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    No,
    Maybe,
    Yes,
}

impl Verdict {
    const fn of(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Maybe, _) | (_, Self::Maybe) => Self::Maybe,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            (Self::Maybe, _) | (_, Self::Maybe) => Self::Maybe,
            (Self::No, Self::No) => Self::No,
        }
    }
}
