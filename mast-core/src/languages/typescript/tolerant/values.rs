//! Expressions as far as they matter: functions, classes, object literals.

use tree_sitter::Node;

use super::reader::{Reader, child_of_kind, children, has_token, is_comment, named_children};
use crate::languages::typescript::outline::{Class, Function, Value, ValueKind};
use crate::text::span::Span;

impl Reader<'_> {
    pub(super) fn value(self, expression: Node) -> Value {
        let bare = self.bare(expression);
        let kind = match bare.kind() {
            "arrow_function" | "function_expression" | "generator_function" => {
                ValueKind::Function(self.function(bare, self.start(bare)))
            }
            "class" => self.class(bare, None).map_or(ValueKind::Other, ValueKind::Class),
            "object" => ValueKind::Object {
                members: self.object_members(bare),
            },
            "identifier" | "undefined" => ValueKind::Reference(self.plain(bare)),
            _ => ValueKind::Other,
        };
        Value {
            span: self.span(expression),
            kind,
        }
    }

    /// A function in any form, whose head starts at `start`.
    pub(super) fn function(self, node: Node, start: u32) -> Function {
        let body = node.child_by_field_name("body");
        let head_end = match (child_of_kind(node, "=>"), body) {
            (Some(arrow), _) => self.end_before(node, arrow),
            (None, Some(body)) => self.start(body),
            (None, None) => self.end(node),
        };
        Function {
            name: node.child_by_field_name("name").map(|name| self.name(name)),
            head: Span::new(start, head_end.max(start)),
            body: body.map(|body| self.span(body)),
        }
    }

    /// A class, whose head starts at `start` where a `declare` stands before it; none without a body.
    pub(super) fn class(self, node: Node, start: Option<u32>) -> Option<Class> {
        let body = node.child_by_field_name("body")?;
        let keyword = children(node)
            .into_iter()
            .find(|child| matches!(child.kind(), "abstract" | "class"))?;
        let start = start.unwrap_or_else(|| self.start(keyword));
        let head = Span::new(start, self.start(body).max(start));
        Some(Class {
            name: node.child_by_field_name("name").map(|name| self.name(name)),
            head,
            body: self.span(body),
            is_abstract: node.kind() == "abstract_class_declaration"
                || self.between(head.start, self.start(keyword)).contains("abstract")
                || has_token(node, "abstract"),
            members: self.class_members(body),
        })
    }

    /// The expression below parentheses, type assertions and `Object.freeze(…)`.
    pub(super) fn bare(self, expression: Node<'_>) -> Node<'_> {
        let mut expression = expression;
        loop {
            let inner = match expression.kind() {
                "parenthesized_expression"
                | "as_expression"
                | "satisfies_expression"
                | "non_null_expression" => named_children(expression).into_iter().next(),
                "type_assertion" => named_children(expression).into_iter().nth(1),
                "call_expression" => self.frozen(expression),
                _ => None,
            };
            match inner {
                Some(inner) => expression = inner,
                None => return expression,
            }
        }
    }

    /// The argument of `Object.freeze(…)`.
    fn frozen(self, call: Node<'_>) -> Option<Node<'_>> {
        let callee = call.child_by_field_name("function")?;
        let object = callee.child_by_field_name("object")?;
        let property = callee.child_by_field_name("property")?;
        let arguments = call.child_by_field_name("arguments")?;
        let freezes = callee.kind() == "member_expression"
            && object.kind() == "identifier"
            && self.text(object) == "Object"
            && self.text(property) == "freeze";
        match named_children(arguments).as_slice() {
            [argument]
                if freezes && arguments.kind() == "arguments" && argument.kind() != "spread_element" =>
            {
                Some(*argument)
            }
            _ => None,
        }
    }

    /// The end of what stands in `parent` before its child `before`.
    pub(super) fn end_before(self, parent: Node, before: Node) -> u32 {
        children(parent)
            .into_iter()
            .take_while(|child| child.id() != before.id())
            .filter(|child| !is_comment(*child))
            .last()
            .map_or_else(|| self.start(before), |last| self.end(last))
    }
}
