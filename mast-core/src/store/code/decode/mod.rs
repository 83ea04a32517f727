//! From bytes to [`Code`]. Whatever the bytes are, it ends, asks for memory in proportion to them, and gives no place that is not there.

mod shapes;

use super::names;
use super::places::Expected;
use super::tag::{self, name_of_shape, owned_members};
use crate::facts::Code;
use crate::facts::code::{Imported, NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::symbol::{Parameter, Place, Returns, Signature, Symbol, SymbolKind};
use crate::store::bytes::{Bytes, Damaged, Read, unfolded};
use crate::text::line::Line;

/// Whether the code that `bytes` were written for has a name that was written as `written`.
pub(super) fn has_name(bytes: &[u8], written: &[u8]) -> Read<bool> {
    let mut bytes = Bytes::new(bytes);
    let lengths = Lengths::read(&mut bytes)?;
    names::have(&mut bytes, lengths.names as usize, written)
}

/// The code that `bytes` were written for.
pub(super) fn decode(bytes: &[u8]) -> Read<Code> {
    let mut bytes = Bytes::new(bytes);
    let lengths = Lengths::read(&mut bytes)?;
    let mut code = Code {
        names: names::decode(&mut bytes, lengths.names as usize)?,
        ..Code::default()
    };
    let mut decoder = Decoder {
        bytes,
        lengths,
        expected: Expected::default(),
    };
    code.imported = decoder.all(lengths.imported, |decoder, _| decoder.imported())?;
    code.symbols = decoder.symbols()?;
    code.signatures = decoder.all(lengths.signatures, |decoder, _| decoder.signature())?;
    code.shapes = decoder.all(lengths.shapes, |decoder, at| {
        decoder.expected.shapes.expected = at;
        decoder.shape()
    })?;
    code.types = decoder.all(lengths.types, |decoder, at| {
        decoder.expected.types.expected = at;
        decoder.type_shape()
    })?;
    code.references = decoder.references(&code)?;
    if decoder.bytes.left() > 0 {
        return Err(Damaged);
    }
    Ok(code)
}

/// How long each list is.
#[derive(Clone, Copy)]
struct Lengths {
    names: u32,
    imported: u32,
    symbols: u32,
    signatures: u32,
    shapes: u32,
    types: u32,
    references: u32,
}

impl Lengths {
    /// What a code starts with.
    fn read(bytes: &mut Bytes<'_>) -> Read<Self> {
        if bytes.byte()? != tag::VERSION {
            return Err(Damaged);
        }
        let lengths = Self {
            names: bytes.number()?,
            imported: bytes.number()?,
            symbols: bytes.number()?,
            signatures: bytes.number()?,
            shapes: bytes.number()?,
            types: bytes.number()?,
            references: bytes.number()?,
        };
        if lengths.least() > bytes.left() as u64 {
            return Err(Damaged);
        }
        Ok(lengths)
    }

    /// The fewest bytes that such lists take.
    fn least(self) -> u64 {
        let ones = [self.names, self.signatures, self.shapes, self.types];
        let fours = [self.symbols];
        let threes = [self.imported, self.references];
        let sum = |lengths: &[u32]| lengths.iter().map(|length| u64::from(*length)).sum::<u64>();
        sum(&ones) + 3 * sum(&threes) + 4 * sum(&fours)
    }
}

struct Decoder<'b> {
    bytes: Bytes<'b>,
    lengths: Lengths,
    expected: Expected,
}

/// `place`, when the list is that long.
#[inline]
fn within(place: u32, length: u32) -> Read<u32> {
    if place < length { Ok(place) } else { Err(Damaged) }
}

/// The entry of a table that a number stands for.
#[inline]
fn entry<T: Copy>(table: &[T], number: u8) -> Read<T> {
    table.get(usize::from(number)).copied().ok_or(Damaged)
}

const fn bit(byte: u8, place: u8) -> bool {
    byte >> place & 1 == 1
}

impl Decoder<'_> {
    fn all<T>(&mut self, length: u32, mut one: impl FnMut(&mut Self, u32) -> Read<T>) -> Read<Vec<T>> {
        let mut all = Vec::with_capacity(length as usize);
        for at in 0..length {
            all.push(one(self, at)?);
        }
        Ok(all)
    }

    #[inline]
    fn name(&mut self) -> Read<NameId> {
        let number = self.bytes.number()?;
        within(self.expected.names.place(number), self.lengths.names).map(NameId)
    }

    #[inline]
    fn symbol_id(&mut self) -> Read<SymbolId> {
        let number = self.bytes.number()?;
        self.symbol_at(number)
    }

    fn symbol_at(&mut self, number: u32) -> Read<SymbolId> {
        within(self.expected.symbols.place(number), self.lengths.symbols).map(SymbolId)
    }

    fn signature_id(&mut self) -> Read<SignatureId> {
        let number = self.bytes.number()?;
        within(self.expected.signatures.place(number), self.lengths.signatures).map(SignatureId)
    }

    #[inline]
    fn shape_id(&mut self) -> Read<ShapeId> {
        let number = self.bytes.number()?;
        within(self.expected.shapes.place(number), self.lengths.shapes).map(ShapeId)
    }

    #[inline]
    fn type_id(&mut self) -> Read<TypeId> {
        let number = self.bytes.number()?;
        within(self.expected.types.place(number), self.lengths.types).map(TypeId)
    }

    fn list<T>(&mut self, each: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.bytes.count(1)?;
        self.items(count, each)
    }

    fn list_if<T>(&mut self, present: bool, each: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        if present { self.list(each) } else { Ok(Vec::new()) }
    }

    /// A list of which a header said `most`, or how many fewer it has.
    fn headed<T>(&mut self, held: u8, most: u8, each: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = if held < most {
            usize::from(held)
        } else {
            usize::from(most) + self.bytes.count(1)?
        };
        self.items(count, each)
    }

    fn items<T>(&mut self, count: usize, each: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(each(self)?);
        }
        Ok(items)
    }

    fn some<T>(&mut self, present: bool, read: fn(&mut Self) -> Read<T>) -> Read<Option<T>> {
        if present { read(self).map(Some) } else { Ok(None) }
    }

    fn imported(&mut self) -> Read<Imported> {
        let module = self.name()?;
        let flags = self.bytes.byte()?;
        let name = self.name()?;
        Ok(Imported {
            module,
            name,
            local: if bit(flags, 1) { self.name()? } else { name },
            type_only: bit(flags, 0),
        })
    }

    fn symbols(&mut self) -> Read<Vec<Symbol>> {
        let mut listed = Vec::with_capacity(self.lengths.symbols as usize);
        let mut line = 0;
        let mut symbols = self.all(self.lengths.symbols, |decoder, at| {
            let (symbol, lists_members) = decoder.symbol(at, line)?;
            line = symbol.lines.first().map_or(line, |first| first.get());
            listed.push(lists_members);
            Ok(symbol)
        })?;
        let owned = owned_members(&symbols);
        for (at, symbol) in symbols.iter_mut().enumerate() {
            if !listed[at] {
                symbol.members = owned.of(at).to_vec();
            }
        }
        Ok(symbols)
    }

    /// A symbol, and whether its members are its own list.
    fn symbol(&mut self, at: u32, line_before: u32) -> Read<(Symbol, bool)> {
        let first = self.bytes.byte()?;
        let flags = self.bytes.byte()?;
        let more = if bit(first, 7) { self.bytes.byte()? } else { 0 };
        let name = self.name()?;
        let owner = if bit(first, 6) {
            // An owner stands before its members, so that no symbol owns itself.
            let distance = self.bytes.number()?;
            if distance == 0 {
                return Err(Damaged);
            }
            Some(SymbolId(at.checked_sub(distance).ok_or(Damaged)?))
        } else {
            None
        };
        let line_count = if bit(flags, 3) { self.bytes.count(1)? } else { 1 };
        let mut lines = Vec::with_capacity(line_count);
        let mut before = line_before;
        for _ in 0..line_count {
            let line = self.line_after(before)?;
            before = line.get();
            lines.push(line);
        }
        let declared = self.some(bit(flags, 4), Self::type_id)?;
        let aliased = self.some(bit(flags, 7), Self::type_id)?;
        let value = self.some(bit(flags, 5), Self::shape_id)?;
        let signatures = self.list_if(bit(flags, 6), Self::signature_id)?;
        self.expected.symbols.expected = at;
        let symbol = Symbol {
            name,
            owner,
            kind: entry(&SymbolKind::ALL, first & 0xF)?,
            place: entry(&Place::ALL, first >> 4 & 3)?,
            lines,
            is_value: bit(flags, 0),
            is_type: bit(flags, 1),
            is_static: bit(flags, 2),
            is_optional: bit(more, 6),
            declared,
            aliased,
            value,
            signatures,
            type_parameters: self.list_if(bit(more, 0), Self::symbol_id)?,
            default: self.some(bit(more, 1), Self::type_id)?,
            extends: self.list_if(bit(more, 2), Self::type_id)?,
            extends_values: self.list_if(bit(more, 3), Self::shape_id)?,
            implements: self.list_if(bit(more, 4), Self::type_id)?,
            members: self.list_if(bit(more, 5), Self::symbol_id)?,
        };
        Ok((symbol, bit(more, 5)))
    }

    fn line_after(&mut self, before: u32) -> Read<Line> {
        let line = i64::from(before) + unfolded(self.bytes.number()?);
        u32::try_from(line).ok().and_then(Line::new).ok_or(Damaged)
    }

    fn signature(&mut self) -> Read<Signature> {
        let first = self.bytes.byte()?;
        let parameters = self.headed(first >> 6, 3, Self::parameter)?;
        let type_parameters = self.list_if(bit(first, 3), Self::symbol_id)?;
        let this = self.some(bit(first, 2), Self::type_id)?;
        let returns = match first >> 4 & 3 {
            tag::DECLARED => Returns::Declared(self.type_id()?),
            tag::GUARD => Returns::Guard {
                parameter: self.bytes.number()?.checked_sub(1),
                asserts: self.bytes.byte()? != 0,
                narrowed: self.type_id()?,
            },
            tag::INFERRED => Returns::Inferred(self.list(Self::shape_id)?),
            _ => Returns::Unknown,
        };
        Ok(Signature {
            type_parameters,
            parameters,
            this,
            returns,
            is_async: bit(first, 0),
            is_generator: bit(first, 1),
        })
    }

    fn parameter(&mut self) -> Read<Parameter> {
        let flags = self.bytes.byte()?;
        Ok(Parameter {
            declared: self.some(bit(flags, 0), Self::type_id)?,
            default: self.some(bit(flags, 1), Self::shape_id)?,
            is_rest: bit(flags, 2),
            is_optional: bit(flags, 3),
        })
    }

    fn references(&mut self, code: &Code) -> Read<Vec<Reference>> {
        self.expected.shapes.expected = 0;
        self.expected.symbols.expected = 0;
        let mut line = 0;
        let mut within = None;
        self.all(self.lengths.references, |decoder, _| {
            let reference = decoder.reference(code, line, within)?;
            line = reference.line.get();
            within = reference.within;
            Ok(reference)
        })
    }

    fn reference(&mut self, code: &Code, line_before: u32, before: Option<SymbolId>) -> Read<Reference> {
        let first = self.bytes.byte()?;
        let line = match first >> 6 {
            3 => self.line_after(line_before)?,
            step => line_before
                .checked_add(u32::from(step))
                .and_then(Line::new)
                .ok_or(Damaged)?,
        };
        let column = self.bytes.number()?;
        let shape = self.shape_id()?;
        let name = if bit(first, 4) {
            self.name()?
        } else {
            name_of_shape(&code.shapes, &code.symbols, &code.imported, shape).ok_or(Damaged)?
        };
        let within = if bit(first, 5) {
            match self.bytes.number()?.checked_sub(1) {
                None => None,
                Some(number) => Some(self.symbol_at(number)?),
            }
        } else {
            before
        };
        Ok(Reference {
            kind: entry(&ReferenceKind::ALL, first & 0xF)?,
            name,
            line,
            column,
            within,
            shape,
        })
    }
}
