//! Imports at any depth whose module is a literal.

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};

use super::members::template_text;
use super::values::bare;
use crate::facts::{ImportBinding, ImportForm};
use crate::languages::typescript::outline::ImportUse;

/// How deep expressions, statements and types are followed.
const DEEPEST: u32 = 4000;

/// The imports of `program`, in source order.
///
/// # Cost
///
/// Only a file whose text can hold an import below the top level is walked as a whole.
pub(super) fn of_program(text: &str, program: &ast::Program<'_>) -> Vec<ImportUse> {
    let mut collector = Collector {
        found: Vec::new(),
        depth: 0,
    };
    if may_import_below_top_level(text) {
        collector.visit_program(program);
    } else {
        for statement in &program.body {
            if matches!(
                statement,
                ast::Statement::ImportDeclaration(_)
                    | ast::Statement::TSExternalModuleDeclaration(_)
                    | ast::Statement::TSGlobalDeclaration(_)
            ) {
                collector.visit_statement(statement);
            }
        }
    }
    let mut found = collector.found;
    found.sort_by_key(|import| import.start);
    found
}

/// Whether the text holds `require`, `import(`, `import.` with a call, or a block with imports of its own.
fn may_import_below_top_level(text: &str) -> bool {
    if text.contains("require") {
        return true;
    }
    let mut rest = text;
    let mut at_line_start = true;
    while let Some(at) = rest.find("import") {
        let before = rest[..at].chars().next_back();
        at_line_start = match before {
            None => at_line_start,
            Some(character) => character == '\n' || character == '\r',
        };
        rest = &rest[at + "import".len()..];
        let after = rest.trim_start();
        if !at_line_start || after.starts_with(['(', '.', '/']) {
            return true;
        }
        at_line_start = false;
    }
    false
}

struct Collector {
    found: Vec<ImportUse>,
    depth: u32,
}

impl Collector {
    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.depth < DEEPEST {
            self.depth += 1;
            walk(self);
            self.depth -= 1;
        }
    }

    fn static_import(&mut self, import: &ast::ImportDeclaration<'_>) {
        let type_only = import.import_kind.is_type();
        let bindings = import
            .specifiers
            .iter()
            .flatten()
            .map(|specifier| match specifier {
                ast::ImportDeclarationSpecifier::ImportSpecifier(named) => ImportBinding {
                    imported: named.imported.name().to_string(),
                    local: named.local.name.to_string(),
                    type_only: named.import_kind.is_type(),
                },
                ast::ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                    plain("default", &default.local.name)
                }
                ast::ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => {
                    plain("*", &namespace.local.name)
                }
            });
        self.found.push(ImportUse {
            start: import.span.start,
            module: import.source.value.to_string(),
            form: if import.specifiers.is_some() {
                ImportForm::Static
            } else {
                ImportForm::SideEffect
            },
            bindings: bindings.collect(),
            type_only,
        });
    }

    fn expression_import(&mut self, start: u32, module: String, form: ImportForm) {
        self.found.push(ImportUse {
            start,
            module,
            form,
            bindings: Vec::new(),
            type_only: form == ImportForm::TypeQuery,
        });
    }

    /// Gives the import that starts at `start` the names that it is bound to.
    fn bind(&mut self, start: u32, bindings: Vec<ImportBinding>) {
        if let Some(import) = self.found.iter_mut().rev().find(|import| import.start == start) {
            import.bindings = bindings;
        }
    }
}

impl<'a> Visit<'a> for Collector {
    fn visit_expression(&mut self, expression: &ast::Expression<'a>) {
        // The left sides of a long chain of operators are followed in a loop.
        let mut expression = expression;
        loop {
            match expression {
                ast::Expression::BinaryExpression(binary) => {
                    self.visit_expression(&binary.right);
                    expression = &binary.left;
                }
                ast::Expression::LogicalExpression(logical) => {
                    self.visit_expression(&logical.right);
                    expression = &logical.left;
                }
                _ => break,
            }
        }
        self.deeper(|collector| walk::walk_expression(collector, expression));
    }

    fn visit_statement(&mut self, statement: &ast::Statement<'a>) {
        self.deeper(|collector| walk::walk_statement(collector, statement));
    }

    fn visit_ts_type(&mut self, of: &ast::TSType<'a>) {
        self.deeper(|collector| walk::walk_ts_type(collector, of));
    }

    fn visit_jsx_child(&mut self, child: &ast::JSXChild<'a>) {
        self.deeper(|collector| walk::walk_jsx_child(collector, child));
    }

    fn visit_import_declaration(&mut self, import: &ast::ImportDeclaration<'a>) {
        self.static_import(import);
    }

    fn visit_ts_import_equals_declaration(&mut self, import: &ast::TSImportEqualsDeclaration<'a>) {
        if let ast::TSModuleReference::ExternalModuleReference(reference) = &import.module_reference {
            self.found.push(ImportUse {
                start: import.span.start,
                module: reference.expression.value.to_string(),
                form: ImportForm::Require,
                bindings: vec![plain("*", &import.id.name)],
                type_only: import.import_kind.is_type(),
            });
        }
    }

    fn visit_import_expression(&mut self, import: &ast::ImportExpression<'a>) {
        if let Some(module) = literal(&import.source) {
            self.expression_import(import.span.start, module, ImportForm::Dynamic);
        }
        walk::walk_import_expression(self, import);
    }

    fn visit_ts_import_type(&mut self, import: &ast::TSImportType<'a>) {
        self.expression_import(
            import.span.start,
            import.source.value.to_string(),
            ImportForm::TypeQuery,
        );
        walk::walk_ts_import_type(self, import);
    }

    fn visit_call_expression(&mut self, call: &ast::CallExpression<'a>) {
        if let Some(module) = required(call) {
            self.expression_import(call.span.start, module, ImportForm::Require);
        }
        walk::walk_call_expression(self, call);
        if let Some((start, pattern)) = awaited_by_then(call) {
            self.bind(start, pattern_bindings(pattern));
        }
    }

    fn visit_variable_declarator(&mut self, declarator: &ast::VariableDeclarator<'a>) {
        walk::walk_variable_declarator(self, declarator);
        if let Some((start, member)) = declarator.init.as_ref().and_then(whole_module) {
            let bindings = match (member, &declarator.id) {
                (Some(member), ast::BindingPattern::BindingIdentifier(local)) => {
                    vec![plain(&member, &local.name)]
                }
                (Some(_), _) => Vec::new(),
                (None, pattern) => pattern_bindings(pattern),
            };
            self.bind(start, bindings);
        }
    }
}

/// Where the import starts that `value` gives: `require('m')`, `await import('m')`, or one member of it.
fn whole_module(value: &ast::Expression<'_>) -> Option<(u32, Option<String>)> {
    let value = bare(value);
    if let ast::Expression::StaticMemberExpression(member) = value {
        let start = module_itself(bare(&member.object))?;
        return Some((start, Some(member.property.name.to_string())));
    }
    module_itself(value).map(|start| (start, None))
}

fn module_itself(value: &ast::Expression<'_>) -> Option<u32> {
    match value {
        ast::Expression::CallExpression(call) => required(call).map(|_| call.span.start),
        ast::Expression::AwaitExpression(awaited) => match bare(&awaited.argument) {
            ast::Expression::ImportExpression(import) => Some(import.span.start),
            _ => None,
        },
        _ => None,
    }
}

/// Where the import starts of `import('m').then((pattern) => …)`, and the pattern.
fn awaited_by_then<'n, 'a>(call: &'n ast::CallExpression<'a>) -> Option<(u32, &'n ast::BindingPattern<'a>)> {
    let ast::Expression::StaticMemberExpression(callee) = &call.callee else {
        return None;
    };
    let ast::Expression::ImportExpression(import) = bare(&callee.object) else {
        return None;
    };
    if callee.property.name != "then" {
        return None;
    }
    let parameters = match bare(call.arguments.first()?.as_expression()?) {
        ast::Expression::ArrowFunctionExpression(arrow) => &arrow.params,
        ast::Expression::FunctionExpression(function) => &function.params,
        _ => return None,
    };
    let first = parameters.items.first()?;
    Some((import.span.start, &first.pattern))
}

fn pattern_bindings(pattern: &ast::BindingPattern<'_>) -> Vec<ImportBinding> {
    match pattern {
        ast::BindingPattern::BindingIdentifier(local) => vec![plain("*", &local.name)],
        ast::BindingPattern::ObjectPattern(object) => object
            .properties
            .iter()
            .filter_map(|property| {
                let imported = match &property.key {
                    ast::PropertyKey::StaticIdentifier(name) => name.name.to_string(),
                    ast::PropertyKey::StringLiteral(name) => name.value.to_string(),
                    _ => return None,
                };
                let local = match &property.value {
                    ast::BindingPattern::AssignmentPattern(assignment) => &assignment.left,
                    other => other,
                };
                match local {
                    ast::BindingPattern::BindingIdentifier(local) => Some(plain(&imported, &local.name)),
                    _ => None,
                }
            })
            .collect(),
        ast::BindingPattern::ArrayPattern(_) | ast::BindingPattern::AssignmentPattern(_) => Vec::new(),
    }
}

/// The module of `require('m')`.
fn required(call: &ast::CallExpression<'_>) -> Option<String> {
    match (&call.callee, call.arguments.as_slice()) {
        (ast::Expression::Identifier(callee), [argument]) if callee.name == "require" => {
            argument.as_expression().and_then(literal)
        }
        _ => None,
    }
}

fn literal(expression: &ast::Expression<'_>) -> Option<String> {
    match bare(expression) {
        ast::Expression::StringLiteral(text) => Some(text.value.to_string()),
        ast::Expression::TemplateLiteral(template) => template_text(template),
        _ => None,
    }
}

fn plain(imported: &str, local: &str) -> ImportBinding {
    ImportBinding {
        imported: imported.to_owned(),
        local: local.to_owned(),
        type_only: false,
    }
}
