//! Expressions as shapes.

use oxc_ast::ast;
use oxc_ast::ast::{BinaryOperator, UnaryOperator};
use oxc_semantic::NodeId;

use super::Builder;
use super::classes::{is_const, plain};
use super::types::NESTED;
use crate::facts::code::{ShapeId, SymbolId};
use crate::facts::shape::{Primitive, Shape, TypeShape, Unknown};
use crate::facts::symbol::SymbolKind;
use crate::languages::typescript::exact::members::template_text;

/// A text of more bytes tells no member and no overload from another: it is a string like others.
const LONGEST_LITERAL: usize = 64;

impl<'a> Builder<'_, 'a> {
    /// What `expression` gives.
    pub(super) fn value(&mut self, expression: &ast::Expression<'a>) -> ShapeId {
        let node = expression.node_id().index();
        if let Some(shape) = self.shape_of[node] {
            return shape;
        }
        let cycles = self.cycles;
        let shape = self.evaluate(expression);
        // What was seen of a value that leads to itself depends on where the look began.
        if self.cycles == cycles {
            self.shape_of[node] = Some(shape);
        }
        shape
    }

    fn evaluate(&mut self, expression: &ast::Expression<'a>) -> ShapeId {
        match expression {
            ast::Expression::Identifier(name) => self.identifier(name),
            ast::Expression::StaticMemberExpression(member) => self.static_member(member),
            ast::Expression::PrivateFieldExpression(member) => {
                let of = self.value(&member.object);
                let name = self.private_name(&member.field);
                self.shape(Shape::Member { of, name })
            }
            ast::Expression::ComputedMemberExpression(member) => self.computed_member(member),
            ast::Expression::CallExpression(call) => self.call(call),
            ast::Expression::NewExpression(call) => self.construction(call),
            ast::Expression::ChainExpression(chain) => match &chain.expression {
                ast::ChainElement::CallExpression(call) => self.call(call),
                ast::ChainElement::TSNonNullExpression(inner) => self.value(&inner.expression),
                ast::ChainElement::StaticMemberExpression(member) => self.static_member(member),
                ast::ChainElement::ComputedMemberExpression(member) => self.computed_member(member),
                ast::ChainElement::PrivateFieldExpression(member) => {
                    let of = self.value(&member.object);
                    let name = self.private_name(&member.field);
                    self.shape(Shape::Member { of, name })
                }
            },
            ast::Expression::ThisExpression(this) => self.this(this.node_id()),
            ast::Expression::Super(of) => self.super_of(of.node_id()),
            ast::Expression::ParenthesizedExpression(inner) => self.value(&inner.expression),
            ast::Expression::TSNonNullExpression(inner) => self.value(&inner.expression),
            ast::Expression::TSSatisfiesExpression(inner) => self.value(&inner.expression),
            ast::Expression::TSInstantiationExpression(inner) => self.value(&inner.expression),
            ast::Expression::TSAsExpression(cast) => self.cast(&cast.expression, &cast.type_annotation),
            ast::Expression::TSTypeAssertion(cast) => self.cast(&cast.expression, &cast.type_annotation),
            ast::Expression::AwaitExpression(awaited) => {
                let of = self.value(&awaited.argument);
                if let ast::Expression::ImportExpression(_) = plain(&awaited.argument) {
                    return of;
                }
                self.shape(Shape::Await(of))
            }
            ast::Expression::ConditionalExpression(conditional) => {
                let parts = vec![
                    self.value(&conditional.consequent),
                    self.value(&conditional.alternate),
                ];
                self.one_of(parts)
            }
            ast::Expression::LogicalExpression(logical) => {
                if logical.operator.is_and() {
                    return self.value(&logical.right);
                }
                let parts = vec![self.value(&logical.left), self.value(&logical.right)];
                self.one_of(parts)
            }
            ast::Expression::SequenceExpression(sequence) => match sequence.expressions.last() {
                Some(last) => self.value(last),
                None => self.unknown(Unknown::Expression),
            },
            ast::Expression::AssignmentExpression(assignment) => self.assigned_whole(assignment),
            ast::Expression::ArrayExpression(array) => self.array(array),
            ast::Expression::ObjectExpression(object) => {
                let symbol = self.literal(object.node_id(), SymbolKind::Object, None);
                self.shape(Shape::Symbol(symbol))
            }
            ast::Expression::ClassExpression(class) => {
                let symbol = self.class_symbol(class);
                self.shape(Shape::Symbol(symbol))
            }
            ast::Expression::FunctionExpression(function) => {
                let binding = function.id.as_ref().and_then(|id| id.symbol_id.get());
                self.function(function.node_id(), binding)
            }
            ast::Expression::ArrowFunctionExpression(arrow) => self.function(arrow.node_id(), None),
            ast::Expression::ImportExpression(import) => match self.module_text(&import.source) {
                Some(module) => self.shape(Shape::Module(module)),
                None => self.unknown(Unknown::Expression),
            },
            ast::Expression::TaggedTemplateExpression(tagged) => {
                let callee = self.value(&tagged.tag);
                let type_arguments = self.type_arguments(tagged.type_arguments.as_deref());
                self.shape(Shape::Call {
                    callee,
                    type_arguments,
                    arguments: Vec::new(),
                })
            }
            ast::Expression::StringLiteral(literal) if literal.value.len() > LONGEST_LITERAL => self.string(),
            ast::Expression::StringLiteral(literal) => {
                let text = self.name(literal.value.as_str());
                self.shape(Shape::Literal(Primitive::String, Some(text)))
            }
            ast::Expression::NumericLiteral(literal) => {
                let text = self.text_of(literal.span).to_owned();
                let text = self.made_name(&text);
                self.shape(Shape::Literal(Primitive::Number, Some(text)))
            }
            ast::Expression::BooleanLiteral(literal) => {
                let text = self.made_name(if literal.value { "true" } else { "false" });
                self.shape(Shape::Literal(Primitive::Boolean, Some(text)))
            }
            ast::Expression::NullLiteral(_) => self.primitive(Primitive::Null),
            ast::Expression::BigIntLiteral(_) => self.primitive(Primitive::BigInt),
            ast::Expression::RegExpLiteral(_) => self.primitive(Primitive::RegExp),
            ast::Expression::TemplateLiteral(_) => self.string(),
            ast::Expression::UpdateExpression(_) => self.number(),
            ast::Expression::PrivateInExpression(_) => self.primitive(Primitive::Boolean),
            ast::Expression::UnaryExpression(unary) => match unary.operator {
                UnaryOperator::Typeof => self.string(),
                UnaryOperator::LogicalNot | UnaryOperator::Delete => self.primitive(Primitive::Boolean),
                UnaryOperator::Void => self.primitive(Primitive::Undefined),
                UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot => {
                    self.number()
                }
            },
            ast::Expression::BinaryExpression(binary) => self.binary(binary),
            ast::Expression::ImportMeta(_) => {
                let name = self.made_name("ImportMeta");
                let entity = self.shape(Shape::Global(name));
                let written = self.type_shape(TypeShape::Reference {
                    entity,
                    arguments: Vec::new(),
                });
                self.shape(Shape::Cast(written))
            }
            ast::Expression::YieldExpression(_)
            | ast::Expression::NewTarget(_)
            | ast::Expression::JSXElement(_)
            | ast::Expression::JSXFragment(_)
            | ast::Expression::V8IntrinsicExpression(_) => self.unknown(Unknown::Expression),
        }
    }

    fn primitive(&mut self, of: Primitive) -> ShapeId {
        self.shape(Shape::Literal(of, None))
    }

    pub(super) fn string(&mut self) -> ShapeId {
        self.primitive(Primitive::String)
    }

    pub(super) fn number(&mut self) -> ShapeId {
        self.primitive(Primitive::Number)
    }

    fn binary(&mut self, binary: &ast::BinaryExpression<'a>) -> ShapeId {
        if binary.operator.is_compare()
            || binary.operator.is_equality()
            || matches!(binary.operator, BinaryOperator::In | BinaryOperator::Instanceof)
        {
            return self.primitive(Primitive::Boolean);
        }
        if binary.operator != BinaryOperator::Addition {
            return self.number();
        }
        let mut at = binary;
        loop {
            if is_text(&at.right) {
                return self.string();
            }
            match &at.left {
                ast::Expression::BinaryExpression(left) if left.operator == BinaryOperator::Addition => {
                    at = left;
                }
                left if is_text(left) => return self.string(),
                _ => return self.unknown(Unknown::Expression),
            }
        }
    }

    fn cast(&mut self, expression: &ast::Expression<'a>, to: &ast::TSType<'a>) -> ShapeId {
        if is_const(to) {
            return self.value(expression);
        }
        let to = self.type_of(to);
        self.shape(Shape::Asserted(to))
    }

    pub(super) fn static_member(&mut self, member: &ast::StaticMemberExpression<'a>) -> ShapeId {
        let node = member.node_id().index();
        if let Some(shape) = self.shape_of[node] {
            return shape;
        }
        let cycles = self.cycles;
        let of = self.value(&member.object);
        let name = self.name(member.property.name.as_str());
        let shape = self.shape(Shape::Member { of, name });
        let shape = self.narrowed_member(shape, &member.object, name, member.node_id());
        if self.cycles == cycles {
            self.shape_of[node] = Some(shape);
        }
        shape
    }

    pub(super) fn computed_member(&mut self, member: &ast::ComputedMemberExpression<'a>) -> ShapeId {
        let of = self.value(&member.object);
        match plain(&member.expression) {
            ast::Expression::StringLiteral(name) => {
                let name = self.name(name.value.as_str());
                self.shape(Shape::Member { of, name })
            }
            ast::Expression::NumericLiteral(index) => {
                let is_index =
                    index.value >= 0.0 && index.value <= f64::from(u32::MAX) && index.value.fract() == 0.0;
                let index = is_index.then_some(index.value as u32);
                self.shape(Shape::Element { of, index })
            }
            ast::Expression::TemplateLiteral(template) => match template_text(template) {
                Some(text) => {
                    let name = self.made_name(&text);
                    self.shape(Shape::Member { of, name })
                }
                None => self.shape(Shape::Element { of, index: None }),
            },
            ast::Expression::StaticMemberExpression(symbol) if matches!(&symbol.object, ast::Expression::Identifier(object) if object.name == "Symbol") =>
            {
                let name = self.made_name(&format!("[Symbol.{}]", symbol.property.name));
                self.shape(Shape::Member { of, name })
            }
            _ => self.shape(Shape::Element { of, index: None }),
        }
    }

    /// A call; its place is taken before its arguments are looked at where they may lead back to it.
    pub(super) fn call(&mut self, call: &ast::CallExpression<'a>) -> ShapeId {
        let node = call.node_id();
        if let Some(shape) = self.shape_of[node.index()] {
            return shape;
        }
        if let Some(module) = self.required(call) {
            return self.shape(Shape::Module(module));
        }
        let place = self.reserve(node, &call.arguments);
        let callee = self.value(&call.callee);
        let type_arguments = self.type_arguments(call.type_arguments.as_deref());
        let arguments = self.arguments(&call.arguments);
        self.place(
            place,
            Shape::Call {
                callee,
                type_arguments,
                arguments,
            },
        )
    }

    pub(super) fn construction(&mut self, call: &ast::NewExpression<'a>) -> ShapeId {
        let node = call.node_id();
        if let Some(shape) = self.shape_of[node.index()] {
            return shape;
        }
        let place = self.reserve(node, &call.arguments);
        let callee = self.value(&call.callee);
        let type_arguments = self.type_arguments(call.type_arguments.as_deref());
        let arguments = self.arguments(&call.arguments);
        self.place(
            place,
            Shape::New {
                callee,
                type_arguments,
                arguments,
            },
        )
    }

    fn reserve(&mut self, node: NodeId, arguments: &[ast::Argument<'a>]) -> Option<ShapeId> {
        if arguments.iter().all(leads_nowhere) {
            return None;
        }
        let place = self.new_shape(Shape::Unknown(Unknown::Ambiguous));
        self.shape_of[node.index()] = Some(place);
        Some(place)
    }

    fn place(&mut self, place: Option<ShapeId>, shape: Shape) -> ShapeId {
        match place {
            Some(place) => {
                self.code.shapes[place.0 as usize] = shape;
                place
            }
            None => self.shape(shape),
        }
    }

    fn arguments(&mut self, arguments: &[ast::Argument<'a>]) -> Vec<ShapeId> {
        arguments
            .iter()
            .map(|argument| match argument {
                ast::Argument::SpreadElement(spread) => {
                    let of = self.value(&spread.argument);
                    self.shape(Shape::Spread(of))
                }
                other => match other.as_expression() {
                    Some(expression) => self.value(expression),
                    None => self.unknown(Unknown::Expression),
                },
            })
            .collect()
    }

    fn array(&mut self, array: &ast::ArrayExpression<'a>) -> ShapeId {
        let elements = array
            .elements
            .iter()
            .map(|element| match element {
                ast::ArrayExpressionElement::SpreadElement(spread) => {
                    let of = self.value(&spread.argument);
                    self.shape(Shape::Spread(of))
                }
                ast::ArrayExpressionElement::Elision(_) => self.primitive(Primitive::Undefined),
                other => match other.as_expression() {
                    Some(expression) => self.value(expression),
                    None => self.unknown(Unknown::Expression),
                },
            })
            .collect();
        self.shape(Shape::Array(elements))
    }

    /// A function as a value: the symbol whose value it is, else its signature.
    fn function(&mut self, node: NodeId, own_name: Option<oxc_semantic::SymbolId>) -> ShapeId {
        if !self.symbol_of.contains_key(&node) {
            let holder = self
                .bound_to(node)
                .filter(|binding| self.is_function_valued(*binding));
            if let Some(binding) = holder.or(own_name) {
                self.declare(binding, NESTED);
            }
        }
        if let Some(symbol) = self.symbol_of.get(&node) {
            let symbol = *symbol;
            self.shape(Shape::Symbol(symbol))
        } else {
            let signature = self.signature(node);
            self.shape(Shape::Function(signature))
        }
    }

    pub(super) fn class_symbol(&mut self, class: &ast::Class<'a>) -> SymbolId {
        if let Some(symbol) = self.symbol_of.get(&class.node_id()) {
            return *symbol;
        }
        match class.id.as_ref().and_then(|id| id.symbol_id.get()) {
            Some(binding) if class.is_declaration() => self.declare(binding, NESTED),
            Some(_) | None => self.literal(class.node_id(), SymbolKind::Class, None),
        }
    }
}

fn is_text(expression: &ast::Expression<'_>) -> bool {
    matches!(
        plain(expression),
        ast::Expression::StringLiteral(_) | ast::Expression::TemplateLiteral(_)
    )
}

/// Whether nothing in `argument` asks what its call expects.
fn leads_nowhere(argument: &ast::Argument<'_>) -> bool {
    match argument {
        ast::Argument::SpreadElement(spread) => is_simple(&spread.argument),
        other => other.as_expression().is_some_and(is_simple),
    }
}

fn is_simple(expression: &ast::Expression<'_>) -> bool {
    match expression {
        ast::Expression::Identifier(_)
        | ast::Expression::ThisExpression(_)
        | ast::Expression::StringLiteral(_)
        | ast::Expression::NumericLiteral(_)
        | ast::Expression::BooleanLiteral(_)
        | ast::Expression::NullLiteral(_)
        | ast::Expression::RegExpLiteral(_)
        | ast::Expression::BigIntLiteral(_)
        | ast::Expression::TemplateLiteral(_)
        | ast::Expression::BinaryExpression(_)
        | ast::Expression::UnaryExpression(_)
        | ast::Expression::UpdateExpression(_) => true,
        ast::Expression::StaticMemberExpression(member) => is_simple(&member.object),
        ast::Expression::CallExpression(call) => {
            is_simple(&call.callee) && call.arguments.iter().all(leads_nowhere)
        }
        ast::Expression::NewExpression(call) => {
            is_simple(&call.callee) && call.arguments.iter().all(leads_nowhere)
        }
        ast::Expression::AwaitExpression(awaited) => is_simple(&awaited.argument),
        ast::Expression::ParenthesizedExpression(inner) => is_simple(&inner.expression),
        ast::Expression::TSAsExpression(inner) => is_simple(&inner.expression),
        ast::Expression::TSNonNullExpression(inner) => is_simple(&inner.expression),
        _ => false,
    }
}
