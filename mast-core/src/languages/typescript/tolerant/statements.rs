//! Statements of the top level and of namespaces.

use tree_sitter::Node;

use super::reader::{Reader, child_of_kind, children, has_token, is_comment, named_children};
use crate::languages::typescript::outline::{
    Binding, Declarator, ExportKeyword, Name, Namespace, NamespaceName, Statement, StatementKind, Type,
};
use crate::text::span::Span;

/// How deep namespaces are followed.
const DEEPEST: u32 = 64;

/// What stands around a declaration and belongs to its statement.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// The whole statement.
    pub(super) span: Span,
    /// Its export keyword.
    pub(super) export: ExportKeyword,
    /// Where its `declare` stands.
    pub(super) declare: Option<u32>,
    /// How many namespaces it stands in.
    pub(super) depth: u32,
}

impl Reader<'_> {
    /// The statements in `block`: the program, or the body of a namespace.
    pub(super) fn statements(self, block: Node, depth: u32) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut global: Option<Node> = None;
        for node in self.entries(block) {
            // The grammar knows `global { … }` only behind `declare`; without it, it reads a name and a block.
            if let Some(word) = global.take()
                && node.kind() == "statement_block"
            {
                let span = Span::new(self.start(word), self.end(node));
                let name = NamespaceName::Global(self.span(word));
                statements.push(plain_statement(
                    span,
                    StatementKind::Namespace(self.namespace(span.start, name, Some(node), depth)),
                ));
                continue;
            }
            if self.is_global(node) {
                global = Some(node);
                continue;
            }
            if let Some(statement) = self.statement(node, depth)
                && !(self.damaged && depth == 0 && self.is_inner(statement.span.start))
            {
                self.join(&mut statements, statement);
            }
        }
        statements
    }

    /// Adds `statement`, or the `;` that ends the one before it and that the grammar has for itself.
    fn join(self, statements: &mut Vec<Statement>, statement: Statement) {
        if let (StatementKind::Nothing, Some(last)) = (&statement.kind, statements.last_mut())
            && let StatementKind::Namespace(Namespace { body: None, .. }) = last.kind
            && self
                .between(last.span.end, statement.span.start)
                .trim()
                .is_empty()
        {
            last.span.end = statement.span.end;
            return;
        }
        statements.push(statement);
    }

    fn is_global(self, node: Node) -> bool {
        matches!(node.kind(), "identifier" | "expression_statement") && self.text(node) == "global"
    }

    /// One statement; none for what is no statement.
    fn statement(self, node: Node, depth: u32) -> Option<Statement> {
        let span = self.span(node);
        let plain = plain_statement(span, StatementKind::Plain);
        let (start, export) = self.export_before(node);
        let around = Around {
            span: Span::new(start, span.end),
            export,
            declare: None,
            depth,
        };
        match node.kind() {
            "export_statement" => Some(self.export_statement(node, depth).unwrap_or(plain)),
            "import_statement" | "import_alias" => {
                Some(self.import_declaration(node, around).unwrap_or(plain))
            }
            "empty_statement" => Some(plain_statement(span, StatementKind::Nothing)),
            "expression_statement" => Some(self.expression_statement(node, around)),
            kind if is_declaration(kind) => Some(self.declaration(node, around).unwrap_or(plain)),
            kind if kind.ends_with("_statement") || kind == "statement_block" => Some(plain),
            _ => None,
        }
    }

    /// In a damaged tree an `export` may have been torn off its declaration.
    fn export_before(self, node: Node) -> (u32, ExportKeyword) {
        let start = self.start(node);
        if !self.damaged || !is_declaration(node.kind()) {
            return (start, ExportKeyword::None);
        }
        let line = self.line_before(start);
        let indent = line.len() - line.trim_start().len();
        let keyword = match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["export"] => ExportKeyword::Named,
            ["export", "default"] => ExportKeyword::Default,
            _ => return (start, ExportKeyword::None),
        };
        (start - (line.len() - indent) as u32, keyword)
    }

    /// A declaration of any kind, in the statement that `around` describes.
    pub(super) fn declaration(self, node: Node, around: Around) -> Option<Statement> {
        let start = around.declare.unwrap_or_else(|| self.start(node));
        let kind = match node.kind() {
            "ambient_declaration" => return self.ambient(node, around),
            "import_alias" | "import_statement" => return self.import_declaration(node, around),
            "lexical_declaration" | "variable_declaration" | "using_declaration" => {
                StatementKind::Variables {
                    declarators: named_children(node)
                        .into_iter()
                        .filter_map(|declarator| self.declarator(declarator))
                        .collect(),
                }
            }
            "function_declaration"
            | "generator_function_declaration"
            | "function_signature"
            | "function_expression"
            | "generator_function" => StatementKind::Function(self.function(node, start)),
            "class_declaration" | "abstract_class_declaration" | "class" => {
                StatementKind::Class(self.class(node, around.declare)?)
            }
            "interface_declaration" => {
                let body = node.child_by_field_name("body")?;
                StatementKind::Interface(Type {
                    name: self.name(node.child_by_field_name("name")?),
                    head: Span::new(start, self.start(body)),
                    body: self.span(body),
                    members: self.signatures(body),
                })
            }
            "type_alias_declaration" => {
                let value = node.child_by_field_name("value")?;
                StatementKind::TypeAlias(Type {
                    name: self.name(node.child_by_field_name("name")?),
                    head: Span::new(start, self.start(value)),
                    body: self.span(value),
                    members: self.type_members(value),
                })
            }
            "enum_declaration" => {
                let body = node.child_by_field_name("body")?;
                StatementKind::Enum(Type {
                    name: self.name(node.child_by_field_name("name")?),
                    head: Span::new(start, self.start(body)),
                    body: self.span(body),
                    members: self.enum_members(body),
                })
            }
            "module" | "internal_module" => {
                let name = self.namespace_name(node.child_by_field_name("name")?);
                let body = node.child_by_field_name("body");
                StatementKind::Namespace(self.namespace(start, name, body, around.depth))
            }
            _ => return None,
        };
        Some(Statement {
            span: Span::new(around.span.start.min(start), around.span.end),
            export: around.export,
            kind,
        })
    }

    /// `declare …`.
    fn ambient(self, node: Node, around: Around) -> Option<Statement> {
        let start = self.start(node);
        if let Some(word) = child_of_kind(node, "global") {
            let body = child_of_kind(node, "statement_block")?;
            let name = NamespaceName::Global(self.span(word));
            return Some(Statement {
                span: around.span,
                export: around.export,
                kind: StatementKind::Namespace(self.namespace(start, name, Some(body), around.depth)),
            });
        }
        let declared = named_children(node)
            .into_iter()
            .find(|child| is_declaration(child.kind()))?;
        self.declaration(
            declared,
            Around {
                declare: Some(start),
                ..around
            },
        )
    }

    fn namespace(self, start: u32, name: NamespaceName, body: Option<Node>, depth: u32) -> Namespace {
        let name_end = match &name {
            NamespaceName::Path(path) => path.last().map_or(start, |name| name.span.end),
            NamespaceName::Module(name) => name.span.end,
            NamespaceName::Global(span) => span.end,
        };
        Namespace {
            name,
            head: Span::new(start, body.map_or(name_end, |body| self.start(body))),
            body: body.map(|body| self.span(body)),
            statements: match body {
                Some(body) if depth < DEEPEST => self.statements(body, depth + 1),
                _ => Vec::new(),
            },
        }
    }

    fn namespace_name(self, node: Node) -> NamespaceName {
        if node.kind() == "string" {
            return NamespaceName::Module(self.name(node));
        }
        let mut path = Vec::new();
        let mut waiting = vec![node];
        while let Some(next) = waiting.pop() {
            match next.kind() {
                "nested_identifier" | "member_expression" => {
                    waiting.extend(named_children(next).into_iter().rev());
                }
                _ => path.push(self.name(next)),
            }
        }
        NamespaceName::Path(path)
    }

    fn import_declaration(self, node: Node, around: Around) -> Option<Statement> {
        let kind = if node.kind() == "import_alias" {
            StatementKind::ImportAlias {
                name: self.name(named_children(node).into_iter().next()?),
            }
        } else {
            let alias = child_of_kind(node, "import_require_clause")
                .and_then(|clause| named_children(clause).into_iter().next());
            StatementKind::Import {
                alias: alias.map(|alias| self.name(alias)),
            }
        };
        Some(Statement {
            span: around.span,
            export: around.export,
            kind,
        })
    }

    /// An expression, or one of the declarations that the grammar takes for one.
    fn expression_statement(self, node: Node, around: Around) -> Statement {
        let plain = plain_statement(self.span(node), StatementKind::Plain);
        let Some(expression) = named_children(node).into_iter().next() else {
            return plain;
        };
        match expression.kind() {
            "internal_module" => {
                // A semicolon after the block is a statement of its own.
                let span = Span::new(around.span.start, self.end(expression));
                self.declaration(expression, Around { span, ..around })
                    .unwrap_or(plain)
            }
            "assignment_expression" | "await_expression" | "sequence_expression" => {
                match self.using(expression) {
                    Some(declarators) => Statement {
                        kind: StatementKind::Variables { declarators },
                        ..plain
                    },
                    None => Statement {
                        kind: self.commonjs(expression).unwrap_or(StatementKind::Plain),
                        ..plain
                    },
                }
            }
            _ => plain,
        }
    }

    /// The declarators of `using a = b, c = d` and `await using a = b`.
    fn using(self, expression: Node) -> Option<Vec<Declarator>> {
        let expression = match expression.kind() {
            "await_expression" => named_children(expression).into_iter().next()?,
            _ => expression,
        };
        let assignments = match expression.kind() {
            "sequence_expression" => named_children(expression),
            _ => vec![expression],
        };
        if !has_token(*assignments.first()?, "using") {
            return None;
        }
        let declarators = assignments.into_iter().filter_map(|assignment| {
            let left = assignment.child_by_field_name("left")?;
            let right = assignment.child_by_field_name("right")?;
            Some(Declarator {
                span: Span::new(self.start(left), self.end(right)),
                binding: Binding::Name(self.name(left)),
                head: self.span(left),
                value: Some(self.value(right)),
            })
        });
        Some(declarators.collect())
    }

    fn declarator(self, node: Node) -> Option<Declarator> {
        if node.kind() != "variable_declarator" {
            return None;
        }
        let name = node.child_by_field_name("name")?;
        let value = node.child_by_field_name("value");
        let last = node.child_by_field_name("type").unwrap_or(name);
        let span = self.span(node);
        Some(Declarator {
            span,
            binding: match name.kind() {
                "object_pattern" | "array_pattern" => Binding::Pattern(self.pattern_names(name)),
                _ => Binding::Name(self.name(name)),
            },
            head: Span::new(span.start, value.map_or(span.end, |_| self.end(last))),
            value: value.map(|value| self.value(value)),
        })
    }

    /// The names that `pattern` binds, in source order.
    fn pattern_names(self, pattern: Node) -> Vec<Name> {
        let mut names = Vec::new();
        let mut waiting = vec![pattern];
        while let Some(next) = waiting.pop() {
            match next.kind() {
                "identifier" | "shorthand_property_identifier_pattern" | "undefined" => {
                    names.push(self.name(next));
                }
                "object_pattern" | "array_pattern" | "rest_pattern" => {
                    waiting.extend(named_children(next).into_iter().rev());
                }
                "pair_pattern" => waiting.extend(next.child_by_field_name("value")),
                "assignment_pattern" | "object_assignment_pattern" => {
                    waiting.extend(next.child_by_field_name("left"));
                }
                _ => {}
            }
        }
        names
    }

    /// The entries of a list of statements or members. What an error holds counts as if it stood in its
    /// parent, but for what stands behind a `{` of the error: that is the body of something damaged.
    pub(super) fn entries(self, list: Node<'_>) -> Vec<Node<'_>> {
        let mut entries = Vec::new();
        let mut open = 0_u32;
        let mut waiting: Vec<(Node, bool)> = children(list)
            .into_iter()
            .rev()
            .map(|node| (node, false))
            .collect();
        while let Some((node, in_error)) = waiting.pop() {
            if node.is_error() {
                waiting.extend(children(node).into_iter().rev().map(|child| (child, true)));
                continue;
            }
            if in_error && !node.is_named() {
                match node.kind() {
                    "{" | "${" => open += 1,
                    "}" => open = open.saturating_sub(1),
                    _ => {}
                }
                continue;
            }
            if open > 0 && self.starts_line(self.start(node)) {
                // What starts a line in the first column is not in a body, however its braces count.
                open = 0;
            }
            // In one line of much code nothing says where a body ended.
            let torn = in_error && is_declaration(node.kind()) && !self.begins_line(self.start(node));
            if open == 0 && node.is_named() && !is_comment(node) && !torn {
                entries.push(node);
            }
        }
        entries
    }

    /// Whether nothing but `export`, `default` and `declare` stands before `offset` on its line.
    fn begins_line(self, offset: u32) -> bool {
        self.line_before(offset)
            .split_whitespace()
            .all(|word| matches!(word, "export" | "default" | "declare"))
    }
}

pub(super) fn plain_statement(span: Span, kind: StatementKind) -> Statement {
    Statement {
        span,
        export: ExportKeyword::None,
        kind,
    }
}

/// Whether `kind` is that of a declaration.
pub(super) fn is_declaration(kind: &str) -> bool {
    kind.ends_with("_declaration")
        || matches!(
            kind,
            "function_signature" | "module" | "internal_module" | "import_alias"
        )
}
