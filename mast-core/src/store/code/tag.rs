//! The numbers that say what follows, and what both directions of the encoding work out alike.

use crate::facts::code::{Imported, NameId, ShapeId, SymbolId};
use crate::facts::shape::Shape;
use crate::facts::symbol::{Symbol, SymbolKind};

/// The first byte of an encoded code. A change of the encoding changes the version of the schema too, so that an index has one only.
pub(super) const VERSION: u8 = 1;

/// How far the number beside a tag goes.
const EXTRA_SHIFT: u8 = 5;

/// `tag`, which is less than 32, with `extra`, which is less than 8.
pub(super) const fn header(tag: u8, extra: u8) -> u8 {
    tag | extra << EXTRA_SHIFT
}

/// What [`header`] put together.
pub(super) const fn parts(header: u8) -> (u8, u8) {
    (header & ((1 << EXTRA_SHIFT) - 1), header >> EXTRA_SHIFT)
}

/// What a signature gives back is declared.
pub(super) const DECLARED: u8 = 0;
/// It is a guard.
pub(super) const GUARD: u8 = 1;
/// It follows from the values that are returned.
pub(super) const INFERRED: u8 = 2;
/// It is unknown.
pub(super) const UNKNOWN: u8 = 3;

/// `instanceof`.
pub(super) const INSTANCE_OF: u8 = 0;
/// A call of a guard.
pub(super) const GUARDED: u8 = 1;
/// A member equals a literal.
pub(super) const EQUALS: u8 = 2;
/// `in`.
pub(super) const HAS: u8 = 3;
/// `typeof`.
pub(super) const TYPE_OF: u8 = 4;

/// The variants of `Shape`.
pub(super) mod shape {
    pub(in super::super) const UNKNOWN: u8 = 0;
    pub(in super::super) const SYMBOL: u8 = 1;
    pub(in super::super) const IMPORTED: u8 = 2;
    pub(in super::super) const GLOBAL: u8 = 3;
    pub(in super::super) const MODULE: u8 = 4;
    pub(in super::super) const THIS: u8 = 5;
    pub(in super::super) const SUPER: u8 = 6;
    pub(in super::super) const NEW: u8 = 7;
    pub(in super::super) const CALL: u8 = 8;
    pub(in super::super) const MEMBER: u8 = 9;
    pub(in super::super) const ELEMENT: u8 = 10;
    pub(in super::super) const ITERATED: u8 = 11;
    pub(in super::super) const AWAIT: u8 = 12;
    pub(in super::super) const CAST: u8 = 13;
    pub(in super::super) const LITERAL: u8 = 14;
    pub(in super::super) const ARRAY: u8 = 15;
    pub(in super::super) const SPREAD: u8 = 16;
    pub(in super::super) const FUNCTION: u8 = 17;
    pub(in super::super) const ONE_OF: u8 = 18;
    pub(in super::super) const DEFAULTED: u8 = 19;
    pub(in super::super) const NARROWED: u8 = 20;
    pub(in super::super) const NARROWED_NOT: u8 = 21;
    pub(in super::super) const ARGUMENT_OF: u8 = 22;
    pub(in super::super) const PARAMETER_OF: u8 = 23;
    pub(in super::super) const RETURN_OF: u8 = 24;
    pub(in super::super) const ATTRIBUTE_OF: u8 = 25;
    pub(in super::super) const ASSERTED: u8 = 26;
}

/// The variants of `TypeShape`.
pub(super) mod written {
    pub(in super::super) const UNKNOWN: u8 = 0;
    pub(in super::super) const PRIMITIVE: u8 = 1;
    pub(in super::super) const LITERAL: u8 = 2;
    pub(in super::super) const REFERENCE: u8 = 3;
    pub(in super::super) const UNION: u8 = 4;
    pub(in super::super) const INTERSECTION: u8 = 5;
    pub(in super::super) const ARRAY: u8 = 6;
    pub(in super::super) const TUPLE: u8 = 7;
    pub(in super::super) const FUNCTION: u8 = 8;
    pub(in super::super) const CONSTRUCTOR: u8 = 9;
    pub(in super::super) const OBJECT: u8 = 10;
    pub(in super::super) const TYPE_OF: u8 = 11;
    pub(in super::super) const INDEXED: u8 = 12;
    pub(in super::super) const THIS: u8 = 13;
    pub(in super::super) const KEY_OF: u8 = 14;
    pub(in super::super) const MAPPED: u8 = 15;
    pub(in super::super) const CONDITIONAL: u8 = 16;
}

/// The name that a reference to `shape` nearly always has.
#[inline]
pub(super) fn name_of_shape(
    shapes: &[Shape],
    symbols: &[Symbol],
    imported: &[Imported],
    shape: ShapeId,
) -> Option<NameId> {
    match shapes.get(shape.0 as usize)? {
        Shape::Symbol(symbol) => symbols.get(symbol.0 as usize).map(|symbol| symbol.name),
        Shape::Imported(binding) => imported.get(binding.0 as usize).map(|binding| binding.local),
        Shape::Global(name) | Shape::Member { name, .. } => Some(*name),
        Shape::Unknown(_)
        | Shape::Module(_)
        | Shape::This { .. }
        | Shape::Super { .. }
        | Shape::New { .. }
        | Shape::Call { .. }
        | Shape::Element { .. }
        | Shape::Iterated(_)
        | Shape::Await(_)
        | Shape::Cast(_)
        | Shape::Asserted(_)
        | Shape::Literal(..)
        | Shape::Array(_)
        | Shape::Spread(_)
        | Shape::Function(_)
        | Shape::OneOf(_)
        | Shape::Defaulted { .. }
        | Shape::Narrowed { .. }
        | Shape::ArgumentOf { .. }
        | Shape::ParameterOf { .. }
        | Shape::ReturnOf(_)
        | Shape::AttributeOf { .. } => None,
    }
}

/// The members that symbols have when each has those that name it as their owner, as nearly all do.
#[derive(Debug)]
pub(super) struct OwnedMembers {
    /// The members of all, one owner's after another's.
    members: Vec<SymbolId>,
    /// Where those of each symbol start, and where the last ones end.
    starts: Vec<u32>,
}

impl OwnedMembers {
    pub(super) fn of(&self, symbol: usize) -> &[SymbolId] {
        let place = |at: usize| self.starts.get(at).map_or(0, |start| *start as usize);
        self.members.get(place(symbol)..place(symbol + 1)).unwrap_or(&[])
    }
}

/// Type parameters have an owner and are no members.
pub(super) fn owned_members(symbols: &[Symbol]) -> OwnedMembers {
    let member = |symbol: &Symbol| {
        symbol
            .owner
            .filter(|owner| symbol.kind != SymbolKind::TypeParameter && (owner.0 as usize) < symbols.len())
    };
    let mut starts = vec![0u32; symbols.len() + 1];
    for owner in symbols.iter().filter_map(member) {
        starts[owner.0 as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut members = vec![SymbolId(0); starts.last().map_or(0, |end| *end as usize)];
    for (at, symbol) in symbols.iter().enumerate() {
        if let Some(owner) = member(symbol) {
            let place = &mut next[owner.0 as usize];
            members[*place as usize] = SymbolId(at as u32);
            *place += 1;
        }
    }
    OwnedMembers { members, starts }
}
