//! Symbols that assignments make: what `CommonJS` exports, and members added to functions and classes.

use oxc_ast::ast;
use oxc_span::GetSpan;

use super::Builder;
use super::symbols::Scope;
use crate::facts::code::SymbolId;
use crate::facts::symbol::{Place, SymbolKind};
use crate::languages::typescript::exact::statements::{Assigned, commonjs_target};
use crate::languages::typescript::exact::values::bare;
use crate::languages::typescript::outline::CommonJsTarget;

const TOP: Scope = Scope {
    owner: None,
    place: Place::Top,
};

impl<'a> Builder<'_, 'a> {
    /// `exports.a = …` and `module.exports = …` of the top level.
    pub(super) fn commonjs(&mut self, program: &'a ast::Program<'a>) {
        for (assignment, start) in assignments(program) {
            let mut targets = Vec::new();
            let mut at = assignment;
            let value = loop {
                match commonjs_target(&at.left) {
                    Assigned::Export(target) => targets.push(target),
                    Assigned::ExportsItself | Assigned::Other => {}
                }
                match &at.right {
                    ast::Expression::AssignmentExpression(inner) => at = inner,
                    value => break value,
                }
            };
            for target in targets {
                self.exported(&target, assignment, value, start);
            }
        }
    }

    fn exported(
        &mut self,
        target: &CommonJsTarget,
        assignment: &'a ast::AssignmentExpression<'a>,
        value: &'a ast::Expression<'a>,
        start: u32,
    ) {
        let (name, at) = match target {
            CommonJsTarget::Name(name) => (self.made_name(&name.text), name.span.start),
            CommonJsTarget::Module(_) => match own_name(value) {
                Some(name) => (self.name(name.name.as_str()), name.span.start),
                None => (self.made_name("default"), start),
            },
        };
        let exists = self
            .code
            .symbols
            .iter()
            .any(|symbol| symbol.place == Place::Top && symbol.name == name);
        if exists {
            return;
        }
        let line = self.line(at);
        let symbol = self.bound_value(name, value, line, TOP);
        self.symbol_of.entry(assignment.node_id()).or_insert(symbol);
    }

    /// `f.a = …` of the top level, where `f` is a function or class of the file.
    pub(super) fn expandos(&mut self, program: &'a ast::Program<'a>) {
        for (assignment, _) in assignments(program) {
            let ast::AssignmentTarget::StaticMemberExpression(member) = &assignment.left else {
                continue;
            };
            let ast::Expression::Identifier(owner) = &member.object else {
                continue;
            };
            if let Some(owner) = self.extended(owner) {
                let name = self.name(member.property.name.as_str());
                self.assigned_member(owner, name, member.property.span.start, assignment);
            }
        }
    }

    fn extended(&self, name: &ast::IdentifierReference<'a>) -> Option<SymbolId> {
        let binding = self.binding_of(name)?;
        let symbol = self.symbols[binding.index()]?;
        let is_extensible = match self.code.symbol(symbol).kind {
            SymbolKind::Function | SymbolKind::Class => true,
            _ => self.is_function_valued(binding),
        };
        is_extensible.then_some(symbol)
    }
}

/// The statements of the top level that assign, with their starts.
fn assignments<'a>(
    program: &'a ast::Program<'a>,
) -> impl Iterator<Item = (&'a ast::AssignmentExpression<'a>, u32)> {
    program.body.iter().filter_map(|statement| match statement {
        ast::Statement::ExpressionStatement(statement) => match &statement.expression {
            ast::Expression::AssignmentExpression(assignment) if assignment.operator.is_assign() => {
                Some((&**assignment, statement.span().start))
            }
            _ => None,
        },
        _ => None,
    })
}

/// The own name of a function or class expression.
fn own_name<'e, 'a>(value: &'e ast::Expression<'a>) -> Option<&'e ast::BindingIdentifier<'a>> {
    match bare(value) {
        ast::Expression::FunctionExpression(function) => function.id.as_ref(),
        ast::Expression::ClassExpression(class) => class.id.as_ref(),
        _ => None,
    }
}
