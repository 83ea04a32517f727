//! Imports at any depth whose module is a literal, and all comments: one walk over the whole tree.

use tree_sitter::{Node, Tree};

use super::reader::{Reader, child_of_kind, has_token, is_comment, named_children};
use crate::facts::{ImportBinding, ImportForm};
use crate::languages::typescript::outline::{Comment, CommentKind, ImportUse};
use crate::text::span::Span;

/// What the walk finds, in source order.
#[derive(Default)]
pub(super) struct Found {
    pub(super) comments: Vec<Comment>,
    pub(super) imports: Vec<ImportUse>,
}

/// Whether code at a place is a type or an expression, which decides what `import('m')` means there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Expression,
    Type,
}

impl Reader<'_> {
    /// Walks `tree`.
    pub(super) fn imports_and_comments(self, tree: &Tree) -> Found {
        let mut found = Found::default();
        let mut cursor = tree.walk();
        // What the children of each open node are, outermost first.
        let mut places = vec![Place::Expression];
        loop {
            let node = cursor.node();
            if matches!(node.kind(), "as" | "satisfies")
                && let Some(place) = places.last_mut()
            {
                // What follows in the same expression is a type.
                *place = Place::Type;
            }
            let place = places.last().copied().unwrap_or(Place::Expression);
            self.visit(node, place, &mut found);
            if cursor.goto_first_child() {
                places.push(place_within(node, place));
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    found.imports.sort_by_key(|import| import.start);
                    return found;
                }
                places.pop();
            }
        }
    }

    fn visit(self, node: Node, place: Place, found: &mut Found) {
        match node.kind() {
            _ if is_comment(node) => found.comments.push(self.comment(node)),
            "import_statement" => found.imports.extend(self.import_statement(node)),
            "call_expression" => {
                found.imports.extend(self.then_import(node));
                if let Some(import) = self.import_call(node, place) {
                    // What binds it comes first and has left it with its bindings.
                    let mut latest = found.imports.iter().rev().take(8);
                    let known = latest.any(|other| other.start == import.start);
                    if !known {
                        found.imports.push(import);
                    }
                }
            }
            "variable_declarator" => found.imports.extend(self.bound_import(node)),
            _ => {}
        }
    }

    fn comment(self, node: Node) -> Comment {
        let start = self.start(node);
        let text = self.text(node);
        let text = text.trim_end_matches(['\r', '\n']);
        let kind = if !text.starts_with("/*") {
            CommentKind::Line
        } else if text.starts_with("/**") && !text.starts_with("/***") && text.len() > "/**/".len() {
            CommentKind::JsDoc
        } else {
            CommentKind::Block
        };
        Comment {
            span: Span::new(start, start + text.len() as u32),
            kind,
        }
    }

    fn import_statement(self, node: Node) -> Option<ImportUse> {
        let type_only = has_token(node, "type");
        if let Some(clause) = child_of_kind(node, "import_require_clause") {
            let local = named_children(clause).into_iter().next()?;
            return Some(ImportUse {
                start: self.start(node),
                module: self.literal(clause.child_by_field_name("source")?)?,
                form: ImportForm::Require,
                bindings: vec![plain("*", self.plain(local))],
                type_only,
            });
        }
        let clause = child_of_kind(node, "import_clause");
        Some(ImportUse {
            start: self.start(node),
            module: self.literal(node.child_by_field_name("source")?)?,
            form: match clause {
                Some(_) => ImportForm::Static,
                None => ImportForm::SideEffect,
            },
            bindings: clause.map_or_else(Vec::new, |clause| self.clause_bindings(clause)),
            type_only,
        })
    }

    fn clause_bindings(self, clause: Node) -> Vec<ImportBinding> {
        let mut bindings = Vec::new();
        for part in named_children(clause) {
            match part.kind() {
                "identifier" => bindings.push(plain("default", self.plain(part))),
                "namespace_import" => {
                    bindings.extend(
                        named_children(part)
                            .last()
                            .map(|local| plain("*", self.plain(*local))),
                    );
                }
                "named_imports" => {
                    bindings.extend(
                        named_children(part)
                            .into_iter()
                            .filter_map(|specifier| self.specifier(specifier)),
                    );
                }
                _ => {}
            }
        }
        bindings
    }

    fn specifier(self, specifier: Node) -> Option<ImportBinding> {
        let name = specifier.child_by_field_name("name")?;
        let alias = specifier.child_by_field_name("alias").unwrap_or(name);
        let first = specifier.child(0)?;
        Some(ImportBinding {
            imported: self.plain(name),
            local: self.plain(alias),
            type_only: first.kind() == "type" && first.id() != name.id(),
        })
    }

    /// `import('m')` and `require('m')`.
    fn import_call(self, call: Node, place: Place) -> Option<ImportUse> {
        let callee = call.child_by_field_name("function")?;
        let arguments = call.child_by_field_name("arguments")?;
        if arguments.kind() != "arguments" {
            return None;
        }
        let arguments = named_children(arguments);
        let module = self.literal(self.bare(*arguments.first()?))?;
        let form = match (callee.kind(), place) {
            ("import", Place::Type) => ImportForm::TypeQuery,
            ("import", Place::Expression) => ImportForm::Dynamic,
            ("identifier", _) if self.text(callee) == "require" && arguments.len() == 1 => {
                ImportForm::Require
            }
            _ => return None,
        };
        Some(ImportUse {
            start: self.start(call),
            module,
            form,
            bindings: Vec::new(),
            type_only: form == ImportForm::TypeQuery,
        })
    }

    /// The import that a declarator binds, with what it binds.
    fn bound_import(self, declarator: Node) -> Option<ImportUse> {
        let binding = declarator.child_by_field_name("name")?;
        let (call, member) = self.whole_module(declarator.child_by_field_name("value")?)?;
        let import = self.import_call(call, Place::Expression)?;
        let bindings = match (member, binding.kind()) {
            (Some(member), "identifier") => vec![plain(&self.plain(member), self.plain(binding))],
            (Some(_), _) => Vec::new(),
            (None, _) => self.pattern_bindings(binding),
        };
        Some(ImportUse { bindings, ..import })
    }

    /// The import in `import('m').then((pattern) => …)`.
    fn then_import(self, call: Node) -> Option<ImportUse> {
        let callee = call.child_by_field_name("function")?;
        if callee.kind() != "member_expression"
            || self.text(callee.child_by_field_name("property")?) != "then"
        {
            return None;
        }
        let promise = self.bare(callee.child_by_field_name("object")?);
        if promise.child_by_field_name("function")?.kind() != "import" {
            return None;
        }
        let arguments = call.child_by_field_name("arguments")?;
        let callback = self.bare(named_children(arguments).into_iter().next()?);
        if !matches!(
            callback.kind(),
            "arrow_function" | "function_expression" | "generator_function"
        ) {
            return None;
        }
        let first = match callback.child_by_field_name("parameter") {
            Some(only) => only,
            None => named_children(callback.child_by_field_name("parameters")?)
                .into_iter()
                .next()?,
        };
        // TypeScript wraps a parameter and keeps its default apart; JavaScript has the pattern itself.
        let pattern = first
            .child_by_field_name("pattern")
            .or_else(|| first.child_by_field_name("left"))
            .unwrap_or(first);
        let import = self.import_call(promise, Place::Expression)?;
        Some(ImportUse {
            bindings: self.pattern_bindings(pattern),
            ..import
        })
    }

    /// The import call whose module `value` is, or one member of it.
    fn whole_module(self, value: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
        let bare = self.bare(value);
        match bare.kind() {
            "member_expression" => {
                let module = self.module_expression(self.bare(bare.child_by_field_name("object")?))?;
                Some((module, Some(bare.child_by_field_name("property")?)))
            }
            _ => Some((self.module_expression(bare)?, None)),
        }
    }

    /// `require('m')`, `await import('m')`.
    fn module_expression(self, bare: Node<'_>) -> Option<Node<'_>> {
        match bare.kind() {
            "call_expression" => {
                let callee = bare.child_by_field_name("function")?;
                (callee.kind() == "identifier").then_some(bare)
            }
            "await_expression" => {
                let call = self.bare(named_children(bare).into_iter().next()?);
                let callee = call.child_by_field_name("function")?;
                (call.kind() == "call_expression" && callee.kind() == "import").then_some(call)
            }
            _ => None,
        }
    }

    /// A name binds the module, each plain entry of an object pattern its key.
    fn pattern_bindings(self, pattern: Node) -> Vec<ImportBinding> {
        match pattern.kind() {
            "identifier" => return vec![plain("*", self.plain(pattern))],
            "object_pattern" => {}
            _ => return Vec::new(),
        }
        named_children(pattern)
            .into_iter()
            .filter_map(|entry| {
                let (imported, local) = match entry.kind() {
                    "shorthand_property_identifier_pattern" => (self.plain(entry), entry),
                    "object_assignment_pattern" => {
                        let left = entry.child_by_field_name("left")?;
                        (self.plain(left), left)
                    }
                    "pair_pattern" => {
                        let key = entry.child_by_field_name("key")?;
                        let value = entry.child_by_field_name("value")?;
                        let imported = match key.kind() {
                            "property_identifier" | "string" => self.plain(key),
                            _ => return None,
                        };
                        let local = match value.kind() {
                            "assignment_pattern" => value.child_by_field_name("left")?,
                            _ => value,
                        };
                        (imported, local)
                    }
                    _ => return None,
                };
                let names = matches!(
                    local.kind(),
                    "identifier" | "shorthand_property_identifier_pattern"
                );
                names.then(|| plain(&imported, self.plain(local)))
            })
            .collect()
    }
}

/// What the children of `node` are, when `node` itself is `outer`.
fn place_within(node: Node, outer: Place) -> Place {
    match node.kind() {
        "type_annotation"
        | "type_arguments"
        | "type_parameters"
        | "type_alias_declaration"
        | "type_query"
        | "type_predicate"
        | "type_predicate_annotation"
        | "asserts"
        | "asserts_annotation"
        | "constraint"
        | "default_type"
        | "union_type"
        | "intersection_type"
        | "array_type"
        | "generic_type"
        | "object_type"
        | "interface_body"
        | "function_type"
        | "constructor_type"
        | "conditional_type"
        | "lookup_type"
        | "readonly_type"
        | "tuple_type"
        | "parenthesized_type"
        | "index_type_query"
        | "infer_type"
        | "mapped_type_clause"
        | "implements_clause"
        | "extends_type_clause"
        | "omitting_type_annotation"
        | "adding_type_annotation"
        | "opting_type_annotation"
        | "optional_type"
        | "rest_type"
        | "template_type"
        | "flow_maybe_type" => Place::Type,
        "statement_block"
        | "class_body"
        | "computed_property_name"
        | "as_expression"
        | "satisfies_expression" => Place::Expression,
        // The grammar reads the type argument of `load<typeof import('m')>()` as a comparison. The type of a
        // promise is never asked for.
        "unary_expression" if has_token(node, "typeof") => {
            let imports = node
                .child_by_field_name("argument")
                .and_then(|argument| argument.child_by_field_name("function"))
                .is_some_and(|callee| callee.kind() == "import");
            if imports { Place::Type } else { outer }
        }
        _ => outer,
    }
}

fn plain(imported: &str, local: String) -> ImportBinding {
    ImportBinding {
        imported: imported.to_owned(),
        local,
        type_only: false,
    }
}
