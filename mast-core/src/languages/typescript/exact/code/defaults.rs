//! `export default` and `export =`: symbols of what gets its name by being exported.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::NodeId;
use oxc_span::Span;

use super::symbols::Scope;
use super::{Builder, Waiting};
use crate::facts::code::{NameId, SymbolId};
use crate::facts::symbol::SymbolKind;
use crate::languages::typescript::exact::values::bare;
use crate::text::line::Line;

impl<'a> Builder<'_, 'a> {
    pub(super) fn default_export(&mut self, export: &'a ast::ExportDefaultDeclaration<'a>, scope: Scope) {
        match &export.declaration {
            ast::ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                match function.id.as_ref().and_then(|id| id.symbol_id.get()) {
                    Some(binding) => {
                        self.declare(binding, scope);
                    }
                    None => self.nameless_default(
                        SymbolKind::Function,
                        function.node_id(),
                        export.span.start,
                        scope,
                    ),
                }
            }
            ast::ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                if let Some(binding) = class.id.as_ref().and_then(|id| id.symbol_id.get()) {
                    self.declare(binding, scope);
                } else {
                    let start = class
                        .decorators
                        .first()
                        .map_or(export.span.start, |first| first.span.start.min(export.span.start));
                    self.nameless_default(SymbolKind::Class, class.node_id(), start, scope);
                }
            }
            ast::ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => {
                if let Some(binding) = interface.id.symbol_id.get() {
                    self.declare(binding, scope);
                }
            }
            other => {
                if let Some(expression) = other.as_expression() {
                    self.default_expression(expression, export.node_id(), export.span, scope);
                }
            }
        }
    }

    /// Functions and classes without a name: overloads are one symbol.
    fn nameless_default(&mut self, kind: SymbolKind, node: NodeId, start: u32, scope: Scope) {
        let name = self.made_name("default");
        let line = self.line(start);
        let existing = self.code.symbols.iter().position(|symbol| {
            symbol.name == name && symbol.owner == scope.owner && symbol.kind == SymbolKind::Function
        });
        let symbol = match existing {
            Some(at) => {
                let symbol = SymbolId(at as u32);
                let has_body =
                    matches!(self.kind(node), AstKind::Function(function) if function.body.is_some());
                self.add_line(symbol, line, has_body);
                symbol
            }
            None => self.new_symbol(name, kind, scope, line),
        };
        self.symbol_of.insert(node, symbol);
        self.waiting.push_back(Waiting::Symbol(symbol, node));
    }

    /// `export default <expression>` and `export = <expression>`.
    pub(super) fn default_expression(
        &mut self,
        expression: &'a ast::Expression<'a>,
        statement: NodeId,
        span: Span,
        scope: Scope,
    ) {
        if let ast::Expression::Identifier(_) = bare(expression) {
            return;
        }
        let name = self.made_name("default");
        let line = self.line(span.start);
        let symbol = self.bound_value(name, expression, line, scope);
        self.symbol_of.insert(statement, symbol);
    }

    /// A symbol for a value that gets its name by being exported.
    pub(super) fn bound_value(
        &mut self,
        name: NameId,
        expression: &'a ast::Expression<'a>,
        line: Line,
        scope: Scope,
    ) -> SymbolId {
        let symbol = self.new_symbol(name, SymbolKind::Variable, scope, line);
        self.own_literal(symbol, expression);
        self.waiting.push_back(Waiting::Value(symbol, expression));
        symbol
    }
}
