//! From [`Code`] to bytes.

use super::bytes::{Expected, folded, push_number};
use super::names;
use super::tag::{self, header, name_of_shape};
use crate::facts::Code;
use crate::facts::code::{NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::reference::Reference;
use crate::facts::shape::{Shape, Test, TypeShape};
use crate::facts::symbol::{Parameter, Returns, Signature, Symbol};

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

    /// The items of a list whose length is `held` as far as the header could say it.
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

    /// A byte that says what follows, with a small number.
    fn header(&mut self, tag: u8, extra: u8) {
        self.bytes.push(header(tag, extra));
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Unknown(reason) => self.header(tag::shape::UNKNOWN, *reason as u8),
            Shape::Symbol(symbol) => {
                self.header(tag::shape::SYMBOL, 0);
                self.symbol_id(*symbol);
            }
            Shape::Imported(imported) => {
                self.header(tag::shape::IMPORTED, 0);
                let number = self.expected.imported.number(imported.0);
                self.number(number);
            }
            Shape::Global(name) => {
                self.header(tag::shape::GLOBAL, 0);
                self.name(*name);
            }
            Shape::Module(name) => {
                self.header(tag::shape::MODULE, 0);
                self.name(*name);
            }
            Shape::This { of, is_static } => {
                self.header(tag::shape::THIS, u8::from(*is_static));
                self.symbol_id(*of);
            }
            Shape::Super { of, is_static } => {
                self.header(tag::shape::SUPER, u8::from(*is_static));
                self.symbol_id(*of);
            }
            Shape::New {
                callee,
                type_arguments,
                arguments,
            } => self.call(tag::shape::NEW, *callee, type_arguments, arguments),
            Shape::Call {
                callee,
                type_arguments,
                arguments,
            } => self.call(tag::shape::CALL, *callee, type_arguments, arguments),
            Shape::Member { of, name } => {
                self.header(tag::shape::MEMBER, 0);
                self.shape_id(*of);
                self.name(*name);
            }
            Shape::Element { of, index } => {
                self.header(tag::shape::ELEMENT, u8::from(index.is_some()));
                self.shape_id(*of);
                if let Some(index) = index {
                    self.number(*index);
                }
            }
            Shape::Iterated(of) => self.one_shape(tag::shape::ITERATED, *of),
            Shape::Await(of) => self.one_shape(tag::shape::AWAIT, *of),
            Shape::Cast(to) => {
                self.header(tag::shape::CAST, 0);
                self.type_id(*to);
            }
            Shape::Literal(primitive, text) => {
                self.header(tag::shape::LITERAL, u8::from(text.is_some()));
                self.bytes.push(*primitive as u8);
                if let Some(text) = text {
                    self.name(*text);
                }
            }
            Shape::Array(elements) => {
                self.header(tag::shape::ARRAY, elements.len().min(7) as u8);
                self.headed(elements, 7, Self::shape_id);
            }
            Shape::Spread(of) => self.one_shape(tag::shape::SPREAD, *of),
            Shape::Function(signature) => {
                self.header(tag::shape::FUNCTION, 0);
                self.signature_id(*signature);
            }
            Shape::OneOf(values) => {
                self.header(tag::shape::ONE_OF, values.len().min(7) as u8);
                self.headed(values, 7, Self::shape_id);
            }
            Shape::Defaulted { of, default } => {
                self.one_shape(tag::shape::DEFAULTED, *of);
                self.shape_id(*default);
            }
            Shape::Narrowed { of, test, negated } => {
                let tag = if *negated {
                    tag::shape::NARROWED_NOT
                } else {
                    tag::shape::NARROWED
                };
                self.narrowed(tag, *of, *test);
            }
            Shape::ArgumentOf { call, index } => self.counted(tag::shape::ARGUMENT_OF, *call, *index),
            Shape::ParameterOf { function, index } => {
                self.counted(tag::shape::PARAMETER_OF, *function, *index);
            }
            Shape::ReturnOf(function) => self.one_shape(tag::shape::RETURN_OF, *function),
            Shape::AttributeOf { element, name } => {
                self.one_shape(tag::shape::ATTRIBUTE_OF, *element);
                self.name(*name);
            }
        }
    }

    fn one_shape(&mut self, tag: u8, of: ShapeId) {
        self.header(tag, 0);
        self.shape_id(of);
    }

    fn call(&mut self, tag: u8, callee: ShapeId, type_arguments: &[TypeId], arguments: &[ShapeId]) {
        let typed = !type_arguments.is_empty();
        self.header(tag, u8::from(typed) << 2 | arguments.len().min(3) as u8);
        self.shape_id(callee);
        if typed {
            self.list(type_arguments, Self::type_id);
        }
        self.headed(arguments, 3, Self::shape_id);
    }

    fn counted(&mut self, tag: u8, of: ShapeId, index: u32) {
        self.header(tag, index.min(7) as u8);
        if index >= 7 {
            self.number(index - 7);
        }
        self.shape_id(of);
    }

    fn narrowed(&mut self, tag: u8, of: ShapeId, test: Test) {
        let which = match test {
            Test::InstanceOf(_) => tag::INSTANCE_OF,
            Test::Guard { .. } => tag::GUARDED,
            Test::Equals { .. } => tag::EQUALS,
            Test::Has(_) => tag::HAS,
            Test::TypeOf(_) => tag::TYPE_OF,
        };
        self.header(tag, which);
        self.shape_id(of);
        match test {
            Test::InstanceOf(class) => self.shape_id(class),
            Test::Guard { callee, argument } => {
                self.shape_id(callee);
                self.number(argument);
            }
            Test::Equals { name, value } => {
                self.name(name);
                self.name(value);
            }
            Test::Has(name) | Test::TypeOf(name) => self.name(name),
        }
    }

    fn type_shape(&mut self, written: &TypeShape) {
        match written {
            TypeShape::Unknown => self.header(tag::written::UNKNOWN, 0),
            TypeShape::Primitive(primitive) => {
                self.header(tag::written::PRIMITIVE, 0);
                self.bytes.push(*primitive as u8);
            }
            TypeShape::Literal(primitive, text) => {
                self.header(tag::written::LITERAL, 0);
                self.bytes.push(*primitive as u8);
                self.name(*text);
            }
            TypeShape::Reference { entity, arguments } => {
                self.header(tag::written::REFERENCE, arguments.len().min(7) as u8);
                self.shape_id(*entity);
                self.headed(arguments, 7, Self::type_id);
            }
            TypeShape::Union(of) => self.several_types(tag::written::UNION, of),
            TypeShape::Intersection(of) => self.several_types(tag::written::INTERSECTION, of),
            TypeShape::Array(of) => self.types(tag::written::ARRAY, &[*of]),
            TypeShape::Tuple(of) => self.several_types(tag::written::TUPLE, of),
            TypeShape::Function(signature) => {
                self.header(tag::written::FUNCTION, 0);
                self.signature_id(*signature);
            }
            TypeShape::Constructor(signature) => {
                self.header(tag::written::CONSTRUCTOR, 0);
                self.signature_id(*signature);
            }
            TypeShape::Object(symbol) => {
                self.header(tag::written::OBJECT, 0);
                self.symbol_id(*symbol);
            }
            TypeShape::TypeOf(value) => {
                self.header(tag::written::TYPE_OF, 0);
                self.shape_id(*value);
            }
            TypeShape::Indexed { of, key } => self.types(tag::written::INDEXED, &[*of, *key]),
            TypeShape::This(symbol) => {
                self.header(tag::written::THIS, 0);
                self.symbol_id(*symbol);
            }
            TypeShape::KeyOf(of) => self.types(tag::written::KEY_OF, &[*of]),
            TypeShape::Mapped { parameter, value } => {
                self.header(tag::written::MAPPED, 0);
                self.symbol_id(*parameter);
                self.type_id(*value);
            }
            TypeShape::Conditional {
                check,
                extends,
                then,
                otherwise,
            } => self.types(tag::written::CONDITIONAL, &[*check, *extends, *then, *otherwise]),
        }
    }

    fn types(&mut self, tag: u8, of: &[TypeId]) {
        self.header(tag, 0);
        for part in of {
            self.type_id(*part);
        }
    }

    fn several_types(&mut self, tag: u8, of: &[TypeId]) {
        self.header(tag, of.len().min(7) as u8);
        self.headed(of, 7, Self::type_id);
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
