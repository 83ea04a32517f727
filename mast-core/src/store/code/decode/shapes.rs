//! Values and types.

use super::{Decoder, bit, entry, within};
use crate::facts::code::{ImportedId, ShapeId, TypeId};
use crate::facts::shape::{Primitive, Shape, Test, TypeShape, Unknown};
use crate::store::bytes::{Damaged, Read};
use crate::store::code::tag::{self, parts};

impl Decoder<'_> {
    pub(super) fn shape(&mut self) -> Read<Shape> {
        let (tag, extra) = parts(self.bytes.byte()?);
        Ok(match tag {
            tag::shape::UNKNOWN => Shape::Unknown(entry(&Unknown::ALL, extra)?),
            tag::shape::SYMBOL => Shape::Symbol(self.symbol_id()?),
            tag::shape::IMPORTED => {
                let number = self.bytes.number()?;
                let place = self.expected.imported.place(number);
                Shape::Imported(ImportedId(within(place, self.lengths.imported)?))
            }
            tag::shape::GLOBAL => Shape::Global(self.name()?),
            tag::shape::MODULE => Shape::Module(self.name()?),
            tag::shape::THIS => Shape::This {
                of: self.symbol_id()?,
                is_static: extra != 0,
            },
            tag::shape::SUPER => Shape::Super {
                of: self.symbol_id()?,
                is_static: extra != 0,
            },
            tag::shape::NEW => {
                let (callee, type_arguments, arguments) = self.call(extra)?;
                Shape::New {
                    callee,
                    type_arguments,
                    arguments,
                }
            }
            tag::shape::CALL => {
                let (callee, type_arguments, arguments) = self.call(extra)?;
                Shape::Call {
                    callee,
                    type_arguments,
                    arguments,
                }
            }
            tag::shape::MEMBER => Shape::Member {
                of: self.shape_id()?,
                name: self.name()?,
            },
            tag::shape::ELEMENT => Shape::Element {
                of: self.shape_id()?,
                index: if extra == 0 {
                    None
                } else {
                    Some(self.bytes.number()?)
                },
            },
            tag::shape::ITERATED => Shape::Iterated(self.shape_id()?),
            tag::shape::AWAIT => Shape::Await(self.shape_id()?),
            tag::shape::CAST => Shape::Cast(self.type_id()?),
            tag::shape::ASSERTED => Shape::Asserted(self.type_id()?),
            tag::shape::LITERAL => Shape::Literal(self.primitive()?, self.some(extra != 0, Self::name)?),
            tag::shape::ARRAY => Shape::Array(self.headed(extra, 7, Self::shape_id)?),
            tag::shape::SPREAD => Shape::Spread(self.shape_id()?),
            tag::shape::FUNCTION => Shape::Function(self.signature_id()?),
            tag::shape::ONE_OF => Shape::OneOf(self.headed(extra, 7, Self::shape_id)?),
            tag::shape::DEFAULTED => Shape::Defaulted {
                of: self.shape_id()?,
                default: self.shape_id()?,
            },
            tag::shape::NARROWED | tag::shape::NARROWED_NOT => Shape::Narrowed {
                of: self.shape_id()?,
                test: self.test(extra)?,
                negated: tag == tag::shape::NARROWED_NOT,
            },
            tag::shape::ARGUMENT_OF => {
                let index = self.index(extra)?;
                Shape::ArgumentOf {
                    call: self.shape_id()?,
                    index,
                }
            }
            tag::shape::PARAMETER_OF => {
                let index = self.index(extra)?;
                Shape::ParameterOf {
                    function: self.shape_id()?,
                    index,
                }
            }
            tag::shape::RETURN_OF => Shape::ReturnOf(self.shape_id()?),
            tag::shape::ATTRIBUTE_OF => Shape::AttributeOf {
                element: self.shape_id()?,
                name: self.name()?,
            },
            _ => return Err(Damaged),
        })
    }

    fn call(&mut self, extra: u8) -> Read<(ShapeId, Vec<TypeId>, Vec<ShapeId>)> {
        let callee = self.shape_id()?;
        let type_arguments = self.list_if(bit(extra, 2), Self::type_id)?;
        let arguments = self.headed(extra & 3, 3, Self::shape_id)?;
        Ok((callee, type_arguments, arguments))
    }

    fn index(&mut self, extra: u8) -> Read<u32> {
        if extra < 7 {
            Ok(u32::from(extra))
        } else {
            self.bytes.number()?.checked_add(7).ok_or(Damaged)
        }
    }

    fn primitive(&mut self) -> Read<Primitive> {
        entry(&Primitive::ALL, self.bytes.byte()?)
    }

    fn test(&mut self, which: u8) -> Read<Test> {
        Ok(match which {
            tag::INSTANCE_OF => Test::InstanceOf(self.shape_id()?),
            tag::GUARDED => Test::Guard {
                callee: self.shape_id()?,
                argument: self.bytes.number()?,
            },
            tag::EQUALS => Test::Equals {
                name: self.name()?,
                value: self.name()?,
            },
            tag::HAS => Test::Has(self.name()?),
            tag::TYPE_OF => Test::TypeOf(self.name()?),
            _ => return Err(Damaged),
        })
    }

    pub(super) fn type_shape(&mut self) -> Read<TypeShape> {
        let (tag, extra) = parts(self.bytes.byte()?);
        Ok(match tag {
            tag::written::UNKNOWN => TypeShape::Unknown,
            tag::written::PRIMITIVE => TypeShape::Primitive(self.primitive()?),
            tag::written::LITERAL => TypeShape::Literal(self.primitive()?, self.name()?),
            tag::written::REFERENCE => TypeShape::Reference {
                entity: self.shape_id()?,
                arguments: self.headed(extra, 7, Self::type_id)?,
            },
            tag::written::UNION => TypeShape::Union(self.headed(extra, 7, Self::type_id)?),
            tag::written::INTERSECTION => TypeShape::Intersection(self.headed(extra, 7, Self::type_id)?),
            tag::written::ARRAY => TypeShape::Array(self.type_id()?),
            tag::written::TUPLE => TypeShape::Tuple(self.headed(extra, 7, Self::type_id)?),
            tag::written::FUNCTION => TypeShape::Function(self.signature_id()?),
            tag::written::CONSTRUCTOR => TypeShape::Constructor(self.signature_id()?),
            tag::written::OBJECT => TypeShape::Object(self.symbol_id()?),
            tag::written::TYPE_OF => TypeShape::TypeOf(self.shape_id()?),
            tag::written::INDEXED => TypeShape::Indexed {
                of: self.type_id()?,
                key: self.type_id()?,
            },
            tag::written::THIS => TypeShape::This(self.symbol_id()?),
            tag::written::KEY_OF => TypeShape::KeyOf(self.type_id()?),
            tag::written::MAPPED => TypeShape::Mapped {
                parameter: self.symbol_id()?,
                value: self.type_id()?,
            },
            tag::written::CONDITIONAL => TypeShape::Conditional {
                check: self.type_id()?,
                extends: self.type_id()?,
                then: self.type_id()?,
                otherwise: self.type_id()?,
            },
            _ => return Err(Damaged),
        })
    }
}
