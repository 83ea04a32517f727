//! Expressions as far as they matter: functions, classes, object literals.

use oxc_ast::ast;
use oxc_span::GetSpan;

use super::statements::binding_name;
use super::{Reader, span};
use crate::languages::typescript::outline::{Class, Function, Value, ValueKind};
use crate::text::span::Span;

impl Reader<'_> {
    pub(super) fn value(self, expression: &ast::Expression<'_>) -> Value {
        let kind = match bare(expression) {
            ast::Expression::ArrowFunctionExpression(arrow) => ValueKind::Function(arrow_function(arrow)),
            ast::Expression::FunctionExpression(function) => ValueKind::Function(function_of(function)),
            ast::Expression::ClassExpression(class) => ValueKind::Class(self.class(class, class.span.start)),
            ast::Expression::ObjectExpression(object) => ValueKind::Object {
                members: object
                    .properties
                    .iter()
                    .filter_map(|property| self.object_member(property))
                    .collect(),
            },
            ast::Expression::Identifier(name) => ValueKind::Reference(name.name.to_string()),
            _ => ValueKind::Other,
        };
        Value {
            span: span(expression.span()),
            kind,
        }
    }

    /// `start` is where the whole statement starts, so that `export` before and after decorators is passed.
    pub(super) fn class(self, class: &ast::Class<'_>, start: u32) -> Class {
        Class {
            name: class.id.as_ref().map(binding_name),
            head: Span::new(self.head_start(start, &class.decorators), class.body.span.start),
            body: span(class.body.span),
            is_abstract: class.r#abstract,
            members: class
                .body
                .body
                .iter()
                .flat_map(|element| self.class_members(element))
                .collect(),
        }
    }
}

pub(super) fn function_of(function: &ast::Function<'_>) -> Function {
    let body = function.body.as_ref().map(|body| span(body.span));
    Function {
        name: function.id.as_ref().map(binding_name),
        head: Span::new(
            function.span.start,
            body.map_or(function.span.end, |body| body.start),
        ),
        body,
    }
}

pub(super) fn arrow_function(arrow: &ast::ArrowFunctionExpression<'_>) -> Function {
    let head_end = arrow
        .return_type
        .as_ref()
        .map_or(arrow.params.span.end, |annotation| annotation.span.end);
    Function {
        name: None,
        head: Span::new(arrow.span.start, head_end),
        body: Some(span(arrow.body.span())),
    }
}

/// The expression below parentheses, type assertions and `Object.freeze(…)`.
pub(super) fn bare<'e, 'a>(expression: &'e ast::Expression<'a>) -> &'e ast::Expression<'a> {
    let mut expression = expression;
    loop {
        expression = match expression {
            ast::Expression::ParenthesizedExpression(inner) => &inner.expression,
            ast::Expression::TSAsExpression(inner) => &inner.expression,
            ast::Expression::TSSatisfiesExpression(inner) => &inner.expression,
            ast::Expression::TSTypeAssertion(inner) => &inner.expression,
            ast::Expression::TSNonNullExpression(inner) => &inner.expression,
            ast::Expression::CallExpression(call) => match frozen(call) {
                Some(inner) => inner,
                None => return expression,
            },
            _ => return expression,
        }
    }
}

/// The argument of `Object.freeze(…)`.
fn frozen<'e, 'a>(call: &'e ast::CallExpression<'a>) -> Option<&'e ast::Expression<'a>> {
    let ast::Expression::StaticMemberExpression(callee) = &call.callee else {
        return None;
    };
    let ast::Expression::Identifier(object) = &callee.object else {
        return None;
    };
    match call.arguments.as_slice() {
        [argument] if object.name == "Object" && callee.property.name == "freeze" => argument.as_expression(),
        _ => None,
    }
}
