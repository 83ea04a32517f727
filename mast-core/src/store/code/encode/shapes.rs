//! Values and types.

use super::Encoder;
use crate::facts::code::{ShapeId, TypeId};
use crate::facts::shape::{Shape, Test, TypeShape};
use crate::store::code::tag::{self, header};

impl Encoder {
    /// A byte that says what follows, with a small number.
    fn header(&mut self, tag: u8, extra: u8) {
        self.bytes.push(header(tag, extra));
    }

    pub(super) fn shape(&mut self, shape: &Shape) {
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
            Shape::Asserted(to) => {
                self.header(tag::shape::ASSERTED, 0);
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

    pub(super) fn type_shape(&mut self, written: &TypeShape) {
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
}
