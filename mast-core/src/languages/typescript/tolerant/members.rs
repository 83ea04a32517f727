//! Members of classes, interfaces, type literals, object literals and enums.

use tree_sitter::Node;

use super::reader::{Reader, child_of_kind, children, has_token, is_comment, named_children};
use crate::facts::Access;
use crate::languages::typescript::outline::{Function, Member, MemberKey, MemberKind};
use crate::text::span::Span;

impl Reader<'_> {
    /// The members of a class body.
    pub(super) fn class_members(self, body: Node) -> Vec<Member> {
        let mut members = Vec::new();
        // The grammar has the decorators of a method before it, those of a field in it.
        let mut decorated: Option<u32> = None;
        for node in self.entries(body) {
            match node.kind() {
                "decorator" => {
                    decorated.get_or_insert(self.start(node));
                    continue;
                }
                "method_definition" | "method_signature" | "abstract_method_signature" => {
                    members.extend(self.method(node, decorated));
                }
                "public_field_definition" | "field_definition" => members.extend(self.field(node, decorated)),
                "class_static_block" | "index_signature" => members.push(nameless(self.span(node))),
                _ if is_comment(node) => continue,
                _ => {}
            }
            decorated = None;
        }
        members
    }

    /// A method, and after a constructor the parameters of it that are members.
    fn method(self, node: Node, decorated: Option<u32>) -> Vec<Member> {
        let Some(name) = node.child_by_field_name("name") else {
            return Vec::new();
        };
        let key = self.key(name);
        let is_static = has_static(node);
        let body = node.child_by_field_name("body");
        let is_constructor = matches!(&key, MemberKey::Name(name) if name.text == "constructor")
            && !is_static
            && name.kind() != "computed_property_name";
        let kind = match accessor_kind(node) {
            Some(kind) => kind,
            None if is_constructor => MemberKind::Constructor,
            None => MemberKind::Method,
        };
        let start = decorated.map_or(self.start(node), |start| start.min(self.start(node)));
        let mut members = vec![Member {
            span: Span::new(start, self.end(node)),
            access: self.access(node, &key),
            key,
            kind,
            head: Span::new(
                self.after_decorators(node),
                body.map_or(self.end(node), |body| self.start(body)),
            ),
            body: body.map(|body| self.span(body)),
            is_static,
            is_abstract: has_token(node, "abstract"),
            refers_to: None,
        }];
        if is_constructor && let Some(parameters) = node.child_by_field_name("parameters") {
            members.extend(
                named_children(parameters)
                    .into_iter()
                    .filter_map(|parameter| self.parameter_property(parameter)),
            );
        }
        members
    }

    fn field(self, node: Node, decorated: Option<u32>) -> Option<Member> {
        let name = node
            .child_by_field_name("name")
            .or_else(|| node.child_by_field_name("property"))?;
        let key = self.key(name);
        let value = node.child_by_field_name("value");
        let function = value.and_then(|value| self.function_value(value));
        let (kind, head_end, body) = match (&function, value) {
            (Some(function), _) => (MemberKind::FunctionProperty, function.head.end, function.body),
            (None, Some(value)) => {
                let last = node.child_by_field_name("type").unwrap_or(name);
                (MemberKind::Property, self.end(last), Some(self.span(value)))
            }
            (None, None) if has_parameters(node) => (MemberKind::Method, self.end(node), None),
            (None, None) => (MemberKind::Property, self.end(node), None),
        };
        let start = decorated.map_or(self.start(node), |start| start.min(self.start(node)));
        let head_start = self.after_decorators(node);
        Some(Member {
            span: Span::new(start, self.end(node)),
            access: self.access(node, &key),
            key,
            kind,
            head: Span::new(head_start, head_end.max(head_start)),
            body,
            is_static: has_static(node),
            is_abstract: has_token(node, "abstract"),
            refers_to: None,
        })
    }

    fn parameter_property(self, node: Node) -> Option<Member> {
        let modified = ["accessibility_modifier", "override_modifier", "readonly"]
            .iter()
            .any(|modifier| has_token(node, modifier));
        let pattern = node.child_by_field_name("pattern")?;
        if !modified || pattern.kind() != "identifier" {
            return None;
        }
        let key = MemberKey::Name(self.name(pattern));
        let value = node.child_by_field_name("value");
        let last = node.child_by_field_name("type").unwrap_or(pattern);
        let head_end = value.map_or(self.end(node), |_| self.end(last));
        Some(Member {
            access: self.access(node, &key),
            key,
            kind: MemberKind::ParameterProperty,
            head: Span::new(self.after_decorators(node), head_end),
            body: value.map(|value| self.span(value)),
            ..nameless(self.span(node))
        })
    }

    /// The members of an interface body or type literal; none of a mapped type.
    pub(super) fn signatures(self, body: Node) -> Vec<Member> {
        let mut members = Vec::new();
        for node in self.entries(body) {
            let whole = nameless(self.span(node));
            match node.kind() {
                "property_signature" | "method_signature" => {
                    let Some(name) = node.child_by_field_name("name") else {
                        continue;
                    };
                    let kind = match node.kind() {
                        "property_signature" => MemberKind::Property,
                        _ => accessor_kind(node).unwrap_or(MemberKind::Method),
                    };
                    members.push(Member {
                        key: self.key(name),
                        kind,
                        ..whole
                    });
                }
                "index_signature" if has_token(node, "mapped_type_clause") => return Vec::new(),
                "index_signature" | "call_signature" | "construct_signature" => members.push(whole),
                _ => {}
            }
        }
        members
    }

    /// The members of type literals that are the type itself or a part of an intersection.
    pub(super) fn type_members(self, of: Node) -> Vec<Member> {
        let mut members = Vec::new();
        let mut waiting = vec![of];
        while let Some(next) = waiting.pop() {
            match next.kind() {
                "object_type" => members.extend(self.signatures(next)),
                "parenthesized_type" | "intersection_type" => {
                    waiting.extend(named_children(next).into_iter().rev());
                }
                // The grammar reads `readonly A[] & B` as `readonly (A[] & B)`, which is no type.
                "readonly_type" => waiting.extend(child_of_kind(next, "intersection_type")),
                _ => {}
            }
        }
        members
    }

    /// The members of an enum.
    pub(super) fn enum_members(self, body: Node) -> Vec<Member> {
        let mut members = Vec::new();
        for node in self.entries(body) {
            let (name, value) = match node.kind() {
                "enum_assignment" => (
                    node.child_by_field_name("name"),
                    node.child_by_field_name("value"),
                ),
                "property_identifier" | "string" | "computed_property_name" | "number" => (Some(node), None),
                _ => continue,
            };
            let Some(name) = name else { continue };
            let whole = self.span(node);
            let key = match self.key(name) {
                MemberKey::Computed(_) => continue,
                key @ (MemberKey::Name(_) | MemberKey::Nameless) => key,
            };
            members.push(Member {
                key,
                kind: MemberKind::EnumMember,
                head: Span::new(whole.start, value.map_or(whole.end, |_| self.end(name))),
                body: value.map(|value| self.span(value)),
                ..nameless(whole)
            });
        }
        members
    }

    /// The members of an object literal, without spreads.
    pub(super) fn object_members(self, object: Node) -> Vec<Member> {
        self.entries(object)
            .into_iter()
            .filter_map(|node| self.object_member(node))
            .collect()
    }

    fn object_member(self, node: Node) -> Option<Member> {
        let whole = self.span(node);
        match node.kind() {
            "shorthand_property_identifier" => Some(Member {
                key: MemberKey::Name(self.name(node)),
                kind: MemberKind::Property,
                refers_to: Some(self.plain(node)),
                ..nameless(whole)
            }),
            "method_definition" => {
                let name = node.child_by_field_name("name")?;
                let body = node.child_by_field_name("body")?;
                Some(Member {
                    key: self.key(name),
                    kind: accessor_kind(node).unwrap_or(MemberKind::Method),
                    head: Span::new(whole.start, self.start(body)),
                    body: Some(self.span(body)),
                    ..nameless(whole)
                })
            }
            "pair" => {
                let key = self.key(node.child_by_field_name("key")?);
                let value = node.child_by_field_name("value")?;
                let function = self.function_value(value);
                let is_name = matches!(value.kind(), "identifier" | "undefined");
                Some(Member {
                    key,
                    kind: match &function {
                        Some(_) => MemberKind::FunctionProperty,
                        None => MemberKind::Property,
                    },
                    head: Span::new(
                        whole.start,
                        function.as_ref().map_or(whole.end, |function| function.head.end),
                    ),
                    body: function.and_then(|function| function.body),
                    refers_to: is_name.then(|| self.plain(value)),
                    ..nameless(whole)
                })
            }
            _ => None,
        }
    }

    fn function_value(self, value: Node) -> Option<Function> {
        let bare = self.bare(value);
        match bare.kind() {
            "arrow_function" | "function_expression" | "generator_function" => {
                Some(self.function(bare, self.start(bare)))
            }
            _ => None,
        }
    }

    fn access(self, node: Node, key: &MemberKey) -> Access {
        let written = child_of_kind(node, "accessibility_modifier").map(|modifier| self.text(modifier));
        match (written, key) {
            (Some("private"), _) => Access::Private,
            (Some("protected"), _) => Access::Protected,
            (_, MemberKey::Name(name)) if name.text.starts_with('#') => Access::Private,
            (_, MemberKey::Name(_) | MemberKey::Computed(_) | MemberKey::Nameless) => Access::Public,
        }
    }

    /// Where `node` starts after its decorators.
    fn after_decorators(self, node: Node) -> u32 {
        children(node)
            .into_iter()
            .find(|child| child.kind() != "decorator" && !is_comment(*child))
            .map_or(self.start(node), |first| self.start(first))
    }
}

fn nameless(span: Span) -> Member {
    Member {
        span,
        key: MemberKey::Nameless,
        kind: MemberKind::Nameless,
        head: span,
        body: None,
        access: Access::Public,
        is_static: false,
        is_abstract: false,
        refers_to: None,
    }
}

fn accessor_kind(node: Node) -> Option<MemberKind> {
    if has_token(node, "get") || has_token(node, "static get") {
        Some(MemberKind::Getter)
    } else if has_token(node, "set") {
        Some(MemberKind::Setter)
    } else {
        None
    }
}

/// Whether `node` is static. The JavaScript grammar reads `static get`, followed by a line end, as one token.
fn has_static(node: Node) -> bool {
    has_token(node, "static") || has_token(node, "static get")
}

/// Whether the grammar took a method signature that it does not know (`@decorated abstract run(): void`)
/// for a field, with the parameters as an error.
fn has_parameters(field: Node) -> bool {
    child_of_kind(field, "ERROR").is_some_and(|error| has_token(error, "("))
}
