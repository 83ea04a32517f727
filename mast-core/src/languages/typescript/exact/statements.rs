//! Statements of the top level and of namespaces.

use oxc_ast::ast;
use oxc_span::GetSpan;

use super::values::function_of;
use super::{Reader, first_decorator, span};
use crate::languages::typescript::outline::{
    Binding, CommonJsTarget, Declarator, ExportKeyword, ExportName, Name, Namespace, NamespaceName, ReExport,
    ReExported, Statement, StatementKind, Type,
};
use crate::text::span::Span;

/// How many names of `namespace A.B.C` count: nobody writes more, and each is a declaration.
const LONGEST_PATH: usize = 32;

impl Reader<'_> {
    pub(super) fn statement(self, statement: &ast::Statement<'_>) -> Statement {
        let whole = span(statement.span());
        match statement {
            ast::Statement::ExportDeclaration(export) => {
                self.declaration(&export.declaration, whole, ExportKeyword::Named)
            }
            ast::Statement::ExportDefaultDeclaration(export) => {
                self.default_export(&export.declaration, whole)
            }
            ast::Statement::ExportNamedDeclaration(export) => unexported(
                whole,
                StatementKind::ExportNames {
                    names: export.specifiers.iter().map(export_name).collect(),
                    type_only: export.export_kind.is_type(),
                },
            ),
            ast::Statement::ExportFromDeclaration(export) => unexported(
                whole,
                StatementKind::ReExport(ReExport {
                    module: export.source.value.to_string(),
                    type_only: export.export_kind.is_type(),
                    what: ReExported::Names(export.specifiers.iter().map(export_name).collect()),
                }),
            ),
            ast::Statement::ExportAllDeclaration(export) => unexported(
                whole,
                StatementKind::ReExport(ReExport {
                    module: export.source.value.to_string(),
                    type_only: export.export_kind.is_type(),
                    what: export.exported.as_ref().map_or(ReExported::Star, |name| {
                        ReExported::Namespace(Name {
                            text: name.name().to_string(),
                            span: span(name.span()),
                        })
                    }),
                }),
            ),
            ast::Statement::TSExportAssignment(export) => unexported(
                whole,
                StatementKind::ExportAssignment {
                    value: self.value(&export.expression),
                },
            ),
            ast::Statement::ImportDeclaration(_) => unexported(whole, StatementKind::Import { alias: None }),
            ast::Statement::TSNamespaceExportDeclaration(_) | ast::Statement::EmptyStatement(_) => {
                unexported(whole, StatementKind::Nothing)
            }
            ast::Statement::ExpressionStatement(statement) => {
                unexported(whole, self.expression_statement(&statement.expression))
            }
            other => match other.as_declaration() {
                Some(declaration) => self.declaration(declaration, whole, ExportKeyword::None),
                None => unexported(whole, StatementKind::Plain),
            },
        }
    }

    fn declaration(
        self,
        declaration: &ast::Declaration<'_>,
        whole: Span,
        export: ExportKeyword,
    ) -> Statement {
        let start = declaration.span().start;
        let (start, kind) = match declaration {
            ast::Declaration::VariableDeclaration(variables) => (
                start,
                StatementKind::Variables {
                    declarators: variables
                        .declarations
                        .iter()
                        .map(|declarator| self.declarator(declarator))
                        .collect(),
                },
            ),
            ast::Declaration::FunctionDeclaration(function) => {
                (start, StatementKind::Function(function_of(function)))
            }
            ast::Declaration::ClassDeclaration(class) => (
                first_decorator(&class.decorators, start),
                StatementKind::Class(self.class(class, whole.start.min(start))),
            ),
            ast::Declaration::TSTypeAliasDeclaration(alias) => (
                start,
                StatementKind::TypeAlias(Type {
                    name: binding_name(&alias.id),
                    head: Span::new(start, alias.type_annotation.span().start),
                    body: span(alias.type_annotation.span()),
                    members: self.type_members(&alias.type_annotation),
                }),
            ),
            ast::Declaration::TSInterfaceDeclaration(interface) => {
                (start, StatementKind::Interface(self.interface(interface)))
            }
            ast::Declaration::TSEnumDeclaration(declared) => (
                start,
                StatementKind::Enum(Type {
                    name: binding_name(&declared.id),
                    head: Span::new(start, declared.body.span.start),
                    body: span(declared.body.span),
                    members: declared.body.members.iter().map(Self::enum_member).collect(),
                }),
            ),
            ast::Declaration::TSExternalModuleDeclaration(module) => (
                start,
                StatementKind::Namespace(self.namespace(
                    start,
                    NamespaceName::Module(Name {
                        text: module.id.value.to_string(),
                        span: span(module.id.span),
                    }),
                    module.body.as_deref(),
                    module.span.end,
                )),
            ),
            ast::Declaration::TSNamespaceDeclaration(namespace) => {
                let mut path = vec![binding_name(&namespace.id)];
                let mut body = &namespace.body;
                let block = loop {
                    match body {
                        ast::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                            if path.len() < LONGEST_PATH {
                                path.push(binding_name(&inner.id));
                            }
                            body = &inner.body;
                        }
                        ast::TSNamespaceDeclarationBody::TSModuleBlock(block) => break block,
                    }
                };
                (
                    start,
                    StatementKind::Namespace(self.namespace(
                        start,
                        NamespaceName::Path(path),
                        Some(block),
                        namespace.span.end,
                    )),
                )
            }
            ast::Declaration::TSGlobalDeclaration(global) => (
                start,
                StatementKind::Namespace(self.namespace(
                    start,
                    NamespaceName::Global(span(global.global_span)),
                    Some(&global.body),
                    global.span.end,
                )),
            ),
            ast::Declaration::TSImportEqualsDeclaration(import) => {
                let name = binding_name(&import.id);
                let kind = match import.module_reference {
                    ast::TSModuleReference::ExternalModuleReference(_) => {
                        StatementKind::Import { alias: Some(name) }
                    }
                    ast::TSModuleReference::IdentifierReference(_)
                    | ast::TSModuleReference::QualifiedName(_) => StatementKind::ImportAlias { name },
                };
                (start, kind)
            }
        };
        Statement {
            span: Span::new(whole.start.min(start), whole.end),
            export,
            kind,
        }
    }

    fn default_export(self, declaration: &ast::ExportDefaultDeclarationKind<'_>, whole: Span) -> Statement {
        let start = declaration.span().start;
        let (start, kind) = match declaration {
            ast::ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                (start, StatementKind::Function(function_of(function)))
            }
            ast::ExportDefaultDeclarationKind::ClassDeclaration(class) => (
                first_decorator(&class.decorators, start),
                StatementKind::Class(self.class(class, whole.start.min(start))),
            ),
            ast::ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => {
                (start, StatementKind::Interface(self.interface(interface)))
            }
            other => match other.as_expression() {
                Some(expression) => {
                    let value = self.value(expression);
                    return unexported(whole, StatementKind::ExportDefault { value });
                }
                None => (start, StatementKind::Plain),
            },
        };
        Statement {
            span: Span::new(whole.start.min(start), whole.end),
            export: ExportKeyword::Default,
            kind,
        }
    }

    fn interface(self, interface: &ast::TSInterfaceDeclaration<'_>) -> Type {
        Type {
            name: binding_name(&interface.id),
            head: Span::new(interface.span.start, interface.body.span.start),
            body: span(interface.body.span),
            members: interface
                .body
                .body
                .iter()
                .map(|signature| self.signature(signature))
                .collect(),
        }
    }

    fn namespace(
        self,
        start: u32,
        name: NamespaceName,
        block: Option<&ast::TSModuleBlock<'_>>,
        end: u32,
    ) -> Namespace {
        let statements = block.map_or_else(Vec::new, |block| {
            block
                .body
                .iter()
                .map(|statement| self.statement(statement))
                .collect()
        });
        Namespace {
            name,
            head: Span::new(start, block.map_or(end, |block| block.span.start)),
            body: block.map(|block| span(block.span)),
            statements,
        }
    }

    fn declarator(self, declarator: &ast::VariableDeclarator<'_>) -> Declarator {
        let binding = match &declarator.id {
            ast::BindingPattern::BindingIdentifier(name) => Binding::Name(binding_name(name)),
            pattern => {
                let mut names = Vec::new();
                pattern_names(pattern, &mut names);
                Binding::Pattern(names)
            }
        };
        let head_end = declarator
            .type_annotation
            .as_ref()
            .map_or(declarator.id.span().end, |annotation| annotation.span.end);
        let head_end = match &declarator.init {
            Some(_) => head_end,
            None => declarator.span.end,
        };
        Declarator {
            span: span(declarator.span),
            binding,
            head: Span::new(declarator.span.start, head_end),
            value: declarator.init.as_ref().map(|init| self.value(init)),
        }
    }

    fn expression_statement(self, expression: &ast::Expression<'_>) -> StatementKind {
        let mut targets = Vec::new();
        let mut expression = expression;
        while let ast::Expression::AssignmentExpression(assignment) = expression {
            if !assignment.operator.is_assign() {
                return StatementKind::Plain;
            }
            match commonjs_target(&assignment.left) {
                Assigned::Export(target) => targets.push(target),
                Assigned::Other if targets.is_empty() => return StatementKind::Plain,
                Assigned::ExportsItself | Assigned::Other => {}
            }
            expression = &assignment.right;
        }
        if targets.is_empty() {
            return StatementKind::Plain;
        }
        StatementKind::CommonJsExport {
            targets,
            value: self.value(expression),
        }
    }
}

/// What an assignment assigns to.
pub(super) enum Assigned {
    Export(CommonJsTarget),
    /// `exports = …`.
    ExportsItself,
    Other,
}

pub(super) fn commonjs_target(target: &ast::AssignmentTarget<'_>) -> Assigned {
    let (object, name) = match target {
        ast::AssignmentTarget::AssignmentTargetIdentifier(name) if name.name == "exports" => {
            return Assigned::ExportsItself;
        }
        ast::AssignmentTarget::StaticMemberExpression(member) => (
            &member.object,
            Name {
                text: member.property.name.to_string(),
                span: span(member.property.span),
            },
        ),
        ast::AssignmentTarget::ComputedMemberExpression(member) => match &member.expression {
            ast::Expression::StringLiteral(name) => (
                &member.object,
                Name {
                    text: name.value.to_string(),
                    span: span(name.span),
                },
            ),
            _ => return Assigned::Other,
        },
        _ => return Assigned::Other,
    };
    match object {
        ast::Expression::Identifier(object) if object.name == "exports" => {
            Assigned::Export(CommonJsTarget::Name(name))
        }
        ast::Expression::Identifier(object) if object.name == "module" && name.text == "exports" => {
            Assigned::Export(CommonJsTarget::Module(span(target.span())))
        }
        ast::Expression::StaticMemberExpression(inner)
            if inner.property.name == "exports"
                && matches!(&inner.object, ast::Expression::Identifier(module) if module.name == "module") =>
        {
            Assigned::Export(CommonJsTarget::Name(name))
        }
        _ => Assigned::Other,
    }
}

fn unexported(span: Span, kind: StatementKind) -> Statement {
    Statement {
        span,
        export: ExportKeyword::None,
        kind,
    }
}

pub(super) fn binding_name(name: &ast::BindingIdentifier<'_>) -> Name {
    Name {
        text: name.name.to_string(),
        span: span(name.span),
    }
}

fn export_name(specifier: &ast::ExportSpecifier<'_>) -> ExportName {
    ExportName {
        local: specifier.local.name().to_string(),
        exported: Name {
            text: specifier.exported.name().to_string(),
            span: span(specifier.exported.span()),
        },
        type_only: specifier.export_kind.is_type(),
    }
}

/// The names that `pattern` binds, in source order.
fn pattern_names(pattern: &ast::BindingPattern<'_>, names: &mut Vec<Name>) {
    match pattern {
        ast::BindingPattern::BindingIdentifier(name) => names.push(binding_name(name)),
        ast::BindingPattern::ObjectPattern(object) => {
            for property in &object.properties {
                pattern_names(&property.value, names);
            }
            if let Some(rest) = &object.rest {
                pattern_names(&rest.argument, names);
            }
        }
        ast::BindingPattern::ArrayPattern(array) => {
            for element in array.elements.iter().flatten() {
                pattern_names(element, names);
            }
            if let Some(rest) = &array.rest {
                pattern_names(&rest.argument, names);
            }
        }
        ast::BindingPattern::AssignmentPattern(assignment) => pattern_names(&assignment.left, names),
    }
}
