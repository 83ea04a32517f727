//! From [`Code`] to bytes.

mod shapes;

use super::names;
use super::places::Expected;
use super::tag::{self, name_of_shape};
use crate::facts::Code;
use crate::facts::code::{NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::reference::Reference;
use crate::facts::symbol::{Parameter, Returns, Signature, Symbol};
use crate::store::bytes::{folded, push_number};

/// `code` as bytes; none when it is empty.
pub fn encode(code: &Code) -> Option<Vec<u8>> {
    if *code == Code::default() {
        return None;
    }
    let mut encoder = Encoder {
        bytes: Vec::with_capacity(256 + code.references.len() * 6),
        expected: Expected::default(),
    };
    encoder.bytes.push(tag::VERSION);
    for length in [
        code.names.len(),
        code.imported.len(),
        code.symbols.len(),
        code.signatures.len(),
        code.shapes.len(),
        code.types.len(),
        code.references.len(),
    ] {
        encoder.number(length as u32);
    }
    names::encode(&code.names, &mut encoder.bytes);
    for imported in &code.imported {
        encoder.name(imported.module);
        // Most names are imported under their own.
        let renamed = imported.name != imported.local;
        encoder.bytes.push(bits(&[imported.type_only, renamed]));
        encoder.name(imported.name);
        if renamed {
            encoder.name(imported.local);
        }
    }
    encoder.symbols(code);
    for signature in &code.signatures {
        encoder.signature(signature);
    }
    for (at, shape) in code.shapes.iter().enumerate() {
        encoder.expected.shapes.expected = at as u32;
        encoder.shape(shape);
    }
    for (at, written) in code.types.iter().enumerate() {
        encoder.expected.types.expected = at as u32;
        encoder.type_shape(written);
    }
    encoder.references(code);
    Some(encoder.bytes)
}

/// The flags as bits, the first one lowest.
fn bits(flags: &[bool]) -> u8 {
    flags
        .iter()
        .rev()
        .fold(0, |byte, flag| byte << 1 | u8::from(*flag))
}

struct Encoder {
    bytes: Vec<u8>,
    expected: Expected,
}

impl Encoder {
    fn number(&mut self, value: u32) {
        push_number(&mut self.bytes, value);
    }

    fn name(&mut self, id: NameId) {
        let number = self.expected.names.number(id.0);
        self.number(number);
    }

    fn symbol_id(&mut self, id: SymbolId) {
        let number = self.expected.symbols.number(id.0);
        self.number(number);
    }

    fn signature_id(&mut self, id: SignatureId) {
        let number = self.expected.signatures.number(id.0);
        self.number(number);
    }

    fn shape_id(&mut self, id: ShapeId) {
        let number = self.expected.shapes.number(id.0);
        self.number(number);
    }

    fn type_id(&mut self, id: TypeId) {
        let number = self.expected.types.number(id.0);
        self.number(number);
    }

    fn list<T: Copy>(&mut self, items: &[T], each: fn(&mut Self, T)) {
        self.number(items.len() as u32);
        for item in items {
            each(self, *item);
        }
    }

    /// The items of a list of which a header says how many they are, when they are fewer than `most`.
    fn headed<T: Copy>(&mut self, items: &[T], most: u8, each: fn(&mut Self, T)) {
        if items.len() >= usize::from(most) {
            self.number(items.len() as u32 - u32::from(most));
        }
        for item in items {
            each(self, *item);
        }
    }

    fn symbols(&mut self, code: &Code) {
        let owned = tag::owned_members(&code.symbols);
        let mut line = 0;
        for (at, symbol) in code.symbols.iter().enumerate() {
            self.symbol(at as u32, symbol, owned.of(at) != symbol.members.as_slice(), line);
            line = symbol.lines.first().map_or(line, |first| first.get());
        }
    }

    fn symbol(&mut self, at: u32, symbol: &Symbol, lists_members: bool, line_before: u32) {
        debug_assert!(
            symbol.owner.is_none_or(|owner| owner.0 < at),
            "an owner stands before its members"
        );
        let more = bits(&[
            !symbol.type_parameters.is_empty(),
            symbol.default.is_some(),
            !symbol.extends.is_empty(),
            !symbol.extends_values.is_empty(),
            !symbol.implements.is_empty(),
            lists_members,
            symbol.is_optional,
        ]);
        let first = symbol.kind as u8
            | (symbol.place as u8) << 4
            | u8::from(symbol.owner.is_some()) << 6
            | u8::from(more != 0) << 7;
        self.bytes.push(first);
        self.bytes.push(bits(&[
            symbol.is_value,
            symbol.is_type,
            symbol.is_static,
            symbol.lines.len() != 1,
            symbol.declared.is_some(),
            symbol.value.is_some(),
            !symbol.signatures.is_empty(),
            symbol.aliased.is_some(),
        ]));
        if more != 0 {
            self.bytes.push(more);
        }
        self.name(symbol.name);
        if let Some(owner) = symbol.owner {
            self.number(at.wrapping_sub(owner.0));
        }
        if symbol.lines.len() != 1 {
            self.number(symbol.lines.len() as u32);
        }
        let mut before = line_before;
        for line in &symbol.lines {
            self.number(folded(i64::from(line.get()) - i64::from(before)));
            before = line.get();
        }
        if let Some(declared) = symbol.declared {
            self.type_id(declared);
        }
        if let Some(aliased) = symbol.aliased {
            self.type_id(aliased);
        }
        if let Some(value) = symbol.value {
            self.shape_id(value);
        }
        if !symbol.signatures.is_empty() {
            self.list(&symbol.signatures, Self::signature_id);
        }
        self.expected.symbols.expected = at;
        if !symbol.type_parameters.is_empty() {
            self.list(&symbol.type_parameters, Self::symbol_id);
        }
        if let Some(default) = symbol.default {
            self.type_id(default);
        }
        if !symbol.extends.is_empty() {
            self.list(&symbol.extends, Self::type_id);
        }
        if !symbol.extends_values.is_empty() {
            self.list(&symbol.extends_values, Self::shape_id);
        }
        if !symbol.implements.is_empty() {
            self.list(&symbol.implements, Self::type_id);
        }
        if lists_members {
            self.list(&symbol.members, Self::symbol_id);
        }
    }

    fn signature(&mut self, signature: &Signature) {
        let returns = match signature.returns {
            Returns::Declared(_) => tag::DECLARED,
            Returns::Guard { .. } => tag::GUARD,
            Returns::Inferred(_) => tag::INFERRED,
            Returns::Unknown => tag::UNKNOWN,
        };
        let flags = bits(&[
            signature.is_async,
            signature.is_generator,
            signature.this.is_some(),
            !signature.type_parameters.is_empty(),
        ]);
        let count = signature.parameters.len().min(3) as u8;
        self.bytes.push(flags | returns << 4 | count << 6);
        self.headed(&signature.parameters, 3, Self::parameter);
        if !signature.type_parameters.is_empty() {
            self.list(&signature.type_parameters, Self::symbol_id);
        }
        if let Some(this) = signature.this {
            self.type_id(this);
        }
        match &signature.returns {
            Returns::Declared(declared) => self.type_id(*declared),
            Returns::Guard {
                parameter,
                asserts,
                narrowed,
            } => {
                // Few functions have a thousand million parameters.
                self.number(parameter.map_or(0, |parameter| parameter.saturating_add(1)));
                self.bytes.push(u8::from(*asserts));
                self.type_id(*narrowed);
            }
            Returns::Inferred(values) => self.list(values, Self::shape_id),
            Returns::Unknown => {}
        }
    }

    fn parameter(&mut self, parameter: Parameter) {
        let flags = bits(&[
            parameter.declared.is_some(),
            parameter.default.is_some(),
            parameter.is_rest,
            parameter.is_optional,
        ]);
        self.bytes.push(flags);
        if let Some(declared) = parameter.declared {
            self.type_id(declared);
        }
        if let Some(default) = parameter.default {
            self.shape_id(default);
        }
    }

    fn references(&mut self, code: &Code) {
        self.expected.shapes.expected = 0;
        self.expected.symbols.expected = 0;
        let mut line = 0;
        let mut within = None;
        for reference in &code.references {
            self.reference(code, reference, line, within);
            line = reference.line.get();
            within = reference.within;
        }
    }

    fn reference(&mut self, code: &Code, reference: &Reference, line_before: u32, within: Option<SymbolId>) {
        let implied = name_of_shape(&code.shapes, &code.symbols, &code.imported, reference.shape)
            == Some(reference.name);
        let step = reference.line.get().wrapping_sub(line_before);
        let near = step.min(3) as u8;
        let moved = within != reference.within;
        self.bytes
            .push(reference.kind as u8 | bits(&[!implied, moved]) << 4 | near << 6);
        if near == 3 {
            self.number(folded(i64::from(reference.line.get()) - i64::from(line_before)));
        }
        self.number(reference.column);
        self.shape_id(reference.shape);
        if !implied {
            self.name(reference.name);
        }
        if moved {
            match reference.within {
                None => self.number(0),
                Some(symbol) => {
                    let number = self.expected.symbols.number(symbol.0);
                    self.number(number.saturating_add(1));
                }
            }
        }
    }
}
