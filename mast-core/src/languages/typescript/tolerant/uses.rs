//! Uses of names: calls, constructions, types, members that are read, imports and exports, wherever the tree has them.
//!
//! A tree without errors would say no more: what a name is bound to is not looked at. A node says to its children what a name at
//! their place is used for, so that one walk from the root is enough.

use tree_sitter::{Node, Tree};

use super::reader::{Reader, child_of_kind};
use crate::facts::ReferenceKind;

/// One use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// What it is used for.
    pub(crate) kind: ReferenceKind,
    /// The name as written; the local one of an import.
    pub(crate) name: String,
    /// Where the name starts.
    pub(crate) start: u32,
    /// Whether the name may as well be that of a variable nearby: a name alone, which nothing is done with that says more.
    pub(crate) is_bare: bool,
}

/// What a name at a place is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Nothing is known.
    Plain,
    /// It declares, or another node reports it.
    Passed,
    /// This.
    Use(ReferenceKind),
}

/// A node whose children are walked.
struct Open<'t> {
    kind: &'t str,
    role: Role,
    /// Of a call: that it is a tagged template; of an export: that it names a module.
    is_special: bool,
}

impl Reader<'_> {
    /// The uses in `tree`, in source order but for decorators.
    pub(super) fn uses(self, tree: &Tree) -> Vec<Use> {
        let mut uses = Vec::new();
        let mut cursor = tree.walk();
        let mut open: Vec<Open<'_>> = Vec::new();
        loop {
            let node = cursor.node();
            let role = open
                .last()
                .map_or(Role::Plain, |parent| role_in(parent, cursor.field_name()));
            self.visit_use(node, role, &open, &mut uses);
            if cursor.goto_first_child() {
                open.push(Open {
                    kind: node.kind(),
                    role,
                    is_special: is_special(node),
                });
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return uses;
                }
                open.pop();
            }
        }
    }

    fn visit_use(self, node: Node, role: Role, open: &[Open<'_>], uses: &mut Vec<Use>) {
        let kind = match (node.kind(), role) {
            (_, Role::Passed) => return,
            ("identifier", Role::Use(kind @ (ReferenceKind::Jsx | ReferenceKind::JsxClose))) => {
                // An element in lower case is one of the platform.
                if self.text(node).starts_with(|first: char| first.is_lowercase()) {
                    return;
                }
                kind
            }
            (
                "identifier" | "property_identifier" | "private_property_identifier" | "type_identifier",
                Role::Use(kind),
            ) => kind,
            ("identifier", Role::Plain) => return self.alone(node, ReferenceKind::Value, uses),
            ("shorthand_property_identifier", _) => return self.alone(node, ReferenceKind::Shorthand, uses),
            ("type_identifier", Role::Plain) => ReferenceKind::Type,
            ("super", Role::Use(ReferenceKind::Call)) => ReferenceKind::SuperCall,
            ("import_specifier", _) => return self.specifier_use(node, ReferenceKind::Import, uses),
            ("export_specifier", _) => {
                let statement = open.iter().rev().find(|node| node.kind == "export_statement");
                let kind = if statement.is_some_and(|statement| statement.is_special) {
                    ReferenceKind::ReExport
                } else {
                    ReferenceKind::Export
                };
                return self.specifier_use(node, kind, uses);
            }
            _ => return,
        };
        self.report(node, self.plain(node), kind, uses);
    }

    /// `a as b`: it stands at `a`; an import is known in its file as `b`.
    fn specifier_use(self, node: Node, kind: ReferenceKind, uses: &mut Vec<Use>) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let local = if kind == ReferenceKind::Import {
            node.child_by_field_name("alias").unwrap_or(name)
        } else {
            name
        };
        self.report(name, self.plain(local), kind, uses);
    }

    fn report(self, node: Node, name: String, kind: ReferenceKind, uses: &mut Vec<Use>) {
        // What the grammar misses has a node without text.
        if !name.is_empty() {
            uses.push(Use {
                kind,
                name,
                start: self.start(node),
                is_bare: false,
            });
        }
    }

    fn alone(self, node: Node, kind: ReferenceKind, uses: &mut Vec<Use>) {
        let count = uses.len();
        self.report(node, self.plain(node), kind, uses);
        if let Some(found) = uses.get_mut(count) {
            found.is_bare = true;
        }
    }
}

fn is_special(node: Node) -> bool {
    match node.kind() {
        "call_expression" => node
            .child_by_field_name("arguments")
            .is_some_and(|arguments| arguments.kind() == "template_string"),
        "export_statement" => child_of_kind(node, "from").is_some(),
        _ => false,
    }
}

/// What a name is used for in the field `field` of `parent`.
fn role_in(parent: &Open<'_>, field: Option<&str>) -> Role {
    match (parent.kind, field) {
        // `@d()` is a use of `d` as a decorator, once.
        ("call_expression", Some("function")) if parent.role == Role::Use(ReferenceKind::Decorator) => {
            parent.role
        }
        ("call_expression", Some("function")) if parent.is_special => Role::Use(ReferenceKind::Tagged),
        ("call_expression", Some("function")) => Role::Use(ReferenceKind::Call),
        ("new_expression", Some("constructor")) => Role::Use(ReferenceKind::New),
        ("jsx_opening_element" | "jsx_self_closing_element", Some("name")) => Role::Use(ReferenceKind::Jsx),
        ("jsx_closing_element", Some("name")) => Role::Use(ReferenceKind::JsxClose),
        ("decorator", _) => Role::Use(ReferenceKind::Decorator),
        ("extends_clause", Some("value"))
        | ("class_heritage", None)
        | ("extends_type_clause", Some("type")) => Role::Use(ReferenceKind::Extends),
        ("implements_clause", _) => Role::Use(ReferenceKind::Implements),
        // The last name of a path is what the whole is used for.
        ("generic_type" | "nested_type_identifier", Some("name"))
        | ("instantiation_expression", Some("function"))
        | ("parenthesized_expression" | "non_null_expression", _) => parent.role,
        ("member_expression" | "nested_identifier", Some("property")) => match parent.role {
            Role::Plain => Role::Use(ReferenceKind::Value),
            Role::Passed | Role::Use(_) => parent.role,
        },
        ("export_statement", Some("value") | None) => Role::Use(ReferenceKind::Export),
        ("import_clause" | "namespace_import" | "import_require_clause", None) => {
            Role::Use(ReferenceKind::Import)
        }
        ("import_specifier" | "export_specifier", _)
        | (_, Some("name" | "pattern" | "parameter" | "alias" | "label"))
        | ("formal_parameters" | "array_pattern" | "rest_pattern" | "namespace_export", None)
        | ("assignment_pattern" | "object_assignment_pattern" | "for_in_statement", Some("left"))
        | ("pair_pattern", Some("value")) => Role::Passed,
        _ => Role::Plain,
    }
}
