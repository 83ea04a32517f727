//! `export` in all its forms, those of `CommonJS` too.

use tree_sitter::Node;

use super::reader::{Reader, child_of_kind, children, has_token, is_comment, named_children};
use super::statements::{Around, plain_statement};
use crate::languages::typescript::outline::{
    CommonJsTarget, ExportKeyword, ExportName, ReExport, ReExported, Statement, StatementKind,
};
use crate::text::span::Span;

impl Reader<'_> {
    /// A statement that starts with `export`, or with decorators before it.
    pub(super) fn export_statement(self, node: Node, depth: u32) -> Option<Statement> {
        let span = self.span(node);
        let is_default = has_token(node, "default");
        let around = Around {
            span,
            export: if is_default {
                ExportKeyword::Default
            } else {
                ExportKeyword::Named
            },
            declare: None,
            depth,
        };
        if let Some(declaration) = node.child_by_field_name("declaration") {
            return self.declaration(declaration, around);
        }
        if let Some(value) = node.child_by_field_name("value") {
            return self.default_export(node, value, around);
        }
        let kind = if let Some(source) = node.child_by_field_name("source") {
            StatementKind::ReExport(ReExport {
                module: self.literal(source)?,
                type_only: self.is_type_only(node),
                what: self.re_exported(node)?,
            })
        } else if let Some(clause) = child_of_kind(node, "export_clause") {
            StatementKind::ExportNames {
                names: self.export_names(clause),
                type_only: self.is_type_only(node),
            }
        } else if has_token(node, "=") {
            StatementKind::ExportAssignment {
                value: self.value(named_children(node).into_iter().next()?),
            }
        } else if has_token(node, "namespace") {
            StatementKind::Nothing
        } else {
            return None;
        };
        Some(plain_statement(span, kind))
    }

    fn default_export(self, node: Node, value: Node, around: Around) -> Option<Statement> {
        match value.kind() {
            "function_expression" | "generator_function" | "class" => {
                // A semicolon after it is a statement of its own, and `abstract` may have been blanked.
                let word = self.end_before(node, value);
                let between = self.between(word, self.start(value));
                let is_abstract = between.trim() == "abstract";
                let blank = (between.len() - between.trim_start().len()) as u32;
                self.declaration(
                    value,
                    Around {
                        span: Span::new(around.span.start, self.end(value)),
                        declare: is_abstract.then_some(word + blank),
                        ..around
                    },
                )
            }
            _ => Some(plain_statement(
                around.span,
                StatementKind::ExportDefault {
                    value: self.value(value),
                },
            )),
        }
    }

    fn re_exported(self, node: Node) -> Option<ReExported> {
        if let Some(clause) = child_of_kind(node, "export_clause") {
            return Some(ReExported::Names(self.export_names(clause)));
        }
        if let Some(namespace) = child_of_kind(node, "namespace_export") {
            let name = children(namespace)
                .into_iter()
                .rfind(|child| !is_comment(*child))?;
            return Some(ReExported::Namespace(self.name(name)));
        }
        has_token(node, "*").then_some(ReExported::Star)
    }

    fn export_names(self, clause: Node) -> Vec<ExportName> {
        self.entries(clause)
            .into_iter()
            .filter(|entry| entry.kind() == "export_specifier")
            .filter_map(|specifier| {
                let local = specifier.child_by_field_name("name")?;
                let exported = specifier.child_by_field_name("alias").unwrap_or(local);
                let first = specifier.child(0)?;
                Some(ExportName {
                    local: self.plain(local),
                    exported: self.name(exported),
                    type_only: first.kind() == "type" && first.id() != local.id(),
                })
            })
            .collect()
    }

    /// Whether `type` follows `export`; the tree does not say it where the word was blanked.
    fn is_type_only(self, node: Node) -> bool {
        let Some(keyword) = child_of_kind(node, "export") else {
            return false;
        };
        let rest = self.between(self.end(keyword), self.end(node)).trim_start();
        rest.strip_prefix("type").is_some_and(|after| {
            after.starts_with(|next: char| next.is_whitespace() || next == '{' || next == '*')
        })
    }

    /// What an expression statement exports in the way of `CommonJS`.
    pub(super) fn commonjs(self, expression: Node) -> Option<StatementKind> {
        let mut targets = Vec::new();
        let mut expression = expression;
        loop {
            match expression.kind() {
                "augmented_assignment_expression" => return None,
                "assignment_expression" => {}
                _ => break,
            }
            match self.commonjs_target(expression.child_by_field_name("left")?) {
                Assigned::Export(target) => targets.push(target),
                Assigned::Other if targets.is_empty() => return None,
                Assigned::ExportsItself | Assigned::Other => {}
            }
            expression = expression.child_by_field_name("right")?;
        }
        if targets.is_empty() {
            return None;
        }
        Some(StatementKind::CommonJsExport {
            targets,
            value: self.value(expression),
        })
    }

    fn commonjs_target(self, target: Node) -> Assigned {
        if target.kind() == "identifier" && self.text(target) == "exports" {
            return Assigned::ExportsItself;
        }
        let name = match target.kind() {
            "member_expression" => target.child_by_field_name("property"),
            "subscript_expression" => target
                .child_by_field_name("index")
                .filter(|index| index.kind() == "string"),
            _ => None,
        };
        let (Some(name), Some(object)) = (name, target.child_by_field_name("object")) else {
            return Assigned::Other;
        };
        let name = self.name(name);
        match self.compact(object).as_str() {
            "exports" | "module.exports" => Assigned::Export(CommonJsTarget::Name(name)),
            "module" if name.text == "exports" => Assigned::Export(CommonJsTarget::Module(self.span(target))),
            _ => Assigned::Other,
        }
    }

    /// The text of a short member expression without white space.
    fn compact(self, node: Node) -> String {
        match node.kind() {
            "identifier" | "member_expression" if node.byte_range().len() < 64 => {
                self.text(node).split_whitespace().collect()
            }
            _ => String::new(),
        }
    }
}

/// What an assignment assigns to.
enum Assigned {
    Export(CommonJsTarget),
    /// `exports = …`.
    ExportsItself,
    Other,
}
