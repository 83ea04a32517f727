//! What an identifier stands for: a symbol, an import, or what the variable or parameter was given.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_ast::ast::AssignmentOperator;
use oxc_semantic::{NodeId, SymbolFlags, SymbolId as BindingId};

use super::classes::plain;
use super::types::NESTED;
use super::{Builder, Value};
use crate::facts::code::{ShapeId, SymbolId};
use crate::facts::shape::{Primitive, Shape, Unknown};
use crate::facts::symbol::SymbolKind;

/// How many local variables are looked through at once.
const DEEPEST: u32 = 200;

impl<'a> Builder<'_, 'a> {
    pub(super) fn binding_of(&self, name: &ast::IdentifierReference<'a>) -> Option<BindingId> {
        let reference = name.reference_id.get()?;
        self.scoping.get_reference(reference).symbol_id()
    }

    pub(super) fn identifier(&mut self, name: &ast::IdentifierReference<'a>) -> ShapeId {
        let Some(binding) = self.binding_of(name) else {
            if name.name == "undefined" {
                return self.shape(Shape::Literal(Primitive::Undefined, None));
            }
            let name = self.name(name.name.as_str());
            return self.shape(Shape::Global(name));
        };
        let shape = self.binding_value(binding);
        self.narrowed_binding(shape, binding, name.node_id())
    }

    /// What `binding` stands for as a value.
    pub(super) fn binding_value(&mut self, binding: BindingId) -> ShapeId {
        match self.values[binding.index()] {
            Value::Known(shape) => return shape,
            Value::InProgress => {
                self.cycles += 1;
                return self.unknown(Unknown::Ambiguous);
            }
            Value::Unseen if self.depth > DEEPEST => {
                self.cycles += 1;
                return self.unknown(Unknown::Expression);
            }
            Value::Unseen => {}
        }
        self.values[binding.index()] = Value::InProgress;
        self.depth += 1;
        let shape = self.find_value(binding);
        self.depth -= 1;
        self.values[binding.index()] = Value::Known(shape);
        shape
    }

    fn find_value(&mut self, binding: BindingId) -> ShapeId {
        if self.is_ambiguous(binding) {
            return self.unknown(Unknown::Ambiguous);
        }
        let flags = self.scoping.symbol_flags(binding);
        let is_import = flags.intersects(SymbolFlags::Import | SymbolFlags::TypeImport);
        if is_import && !flags.intersects(SymbolFlags::Value) {
            return self.import_binding(binding);
        }
        if let Some(symbol) = self.symbols[binding.index()] {
            return self.shape(Shape::Symbol(symbol));
        }
        if flags.intersects(SymbolFlags::EnumMember) {
            return self.enum_member(binding);
        }
        let is_declaration = !flags.intersects(SymbolFlags::Variable);
        if is_declaration || self.is_function_valued(binding) {
            let symbol = self.declare(binding, NESTED);
            return self.shape(Shape::Symbol(symbol));
        }
        self.variable(binding)
    }

    /// Whether `binding` is declared more than once so that its declarations do not agree.
    fn is_ambiguous(&self, binding: BindingId) -> bool {
        let declarations = self.scoping.symbol_redeclarations(binding);
        if declarations.is_empty() {
            return false;
        }
        let flags = self.scoping.symbol_flags(binding);
        if flags.intersects(SymbolFlags::Import) && flags.intersects(SymbolFlags::Value) {
            return true;
        }
        let mut block_scoped = 0;
        let mut values = 0;
        let mut implementations = 0;
        for declaration in declarations {
            let kind = self.kind(declaration.declaration);
            if let AstKind::Function(function) = kind {
                implementations += u32::from(function.body.is_some());
            }
            if matches!(kind, AstKind::Class(_))
                || matches!(kind, AstKind::VariableDeclarator(_) if flags.intersects(SymbolFlags::BlockScopedVariable))
            {
                block_scoped += 1;
            }
            if matches!(
                kind,
                AstKind::Function(_)
                    | AstKind::VariableDeclarator(_)
                    | AstKind::Class(_)
                    | AstKind::FormalParameter(_)
                    | AstKind::CatchParameter(_)
            ) {
                values += 1;
            }
        }
        let is_variable_and_function = flags.intersects(SymbolFlags::Variable)
            && flags.intersects(SymbolFlags::Function | SymbolFlags::Class | SymbolFlags::Enum);
        implementations > 1 || (block_scoped > 0 && values > 1) || is_variable_and_function
    }

    /// Whether `binding` is a variable that always holds the function that it is declared with.
    pub(super) fn is_function_valued(&self, binding: BindingId) -> bool {
        if self.is_reassigned[binding.index()] || !self.scoping.symbol_redeclarations(binding).is_empty() {
            return false;
        }
        match self.kind(self.scoping.symbol_declaration(binding)) {
            AstKind::VariableDeclarator(declarator) => {
                matches!(&declarator.id, ast::BindingPattern::BindingIdentifier(_))
                    && matches!(
                        declarator.init.as_ref().map(plain),
                        Some(
                            ast::Expression::FunctionExpression(_)
                                | ast::Expression::ArrowFunctionExpression(_)
                        )
                    )
            }
            _ => false,
        }
    }

    /// The variable whose initialiser the function at `node` is.
    pub(super) fn bound_to(&self, node: NodeId) -> Option<BindingId> {
        let mut at = self.parent(node)?;
        loop {
            match self.kind(at) {
                AstKind::ParenthesizedExpression(_)
                | AstKind::TSSatisfiesExpression(_)
                | AstKind::TSNonNullExpression(_) => at = self.parent(at)?,
                AstKind::VariableDeclarator(declarator) => {
                    return match &declarator.id {
                        ast::BindingPattern::BindingIdentifier(name) => name.symbol_id.get(),
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
    }

    /// A member of an enum, named inside the enum.
    fn enum_member(&mut self, binding: BindingId) -> ShapeId {
        let node = self.scoping.symbol_declaration(binding);
        let around = self.ancestors(node).find_map(|around| match self.kind(around) {
            AstKind::TSEnumDeclaration(declared) => declared.id.symbol_id.get(),
            _ => None,
        });
        let scoping = self.scoping;
        let name = self.made_name(scoping.symbol_name(binding));
        match around {
            Some(around) => {
                let of = self.binding_value(around);
                self.shape(Shape::Member { of, name })
            }
            None => self.unknown(Unknown::Untyped),
        }
    }

    /// Gives the variable `symbol` what its declarations say.
    pub(super) fn fill_variable(&mut self, symbol: SymbolId, binding: BindingId) {
        let declarations = self.declarations(binding);
        for (_, node) in &declarations {
            let AstKind::VariableDeclarator(declarator) = self.kind(*node) else {
                continue;
            };
            if let (ast::BindingPattern::BindingIdentifier(_), Some(annotation)) =
                (&declarator.id, declarator.type_annotation.as_deref())
            {
                let declared = self.type_of(&annotation.type_annotation);
                self.symbol_mut(symbol).declared.get_or_insert(declared);
            }
            if let ([_], ast::BindingPattern::BindingIdentifier(_), Some(init)) =
                (declarations.as_slice(), &declarator.id, &declarator.init)
                && (self.code.symbol(symbol).declared.is_some() || !self.is_reassigned[binding.index()])
            {
                self.fill_value(symbol, init);
                return;
            }
        }
        if self.code.symbol(symbol).declared.is_none()
            && self.code.symbol(symbol).kind == SymbolKind::Variable
        {
            let value = self.variable(binding);
            self.symbol_mut(symbol).value = Some(value);
        }
    }

    /// What the variable or parameter `binding` was given.
    fn variable(&mut self, binding: BindingId) -> ShapeId {
        let mut parts = Vec::new();
        for (_, node) in self.declarations(binding) {
            match self.kind(node) {
                AstKind::VariableDeclarator(declarator) => {
                    if let Some(of) = self.declarator(node, declarator) {
                        if is_annotated_name(&declarator.id, declarator.type_annotation.is_some()) {
                            return of;
                        }
                        parts.push(self.taken_out(&declarator.id, binding, of));
                    }
                }
                AstKind::FormalParameter(parameter) => {
                    let of = self.parameter(node, parameter);
                    if is_annotated_name(&parameter.pattern, parameter.type_annotation.is_some()) {
                        return of;
                    }
                    parts.push(self.taken_out(&parameter.pattern, binding, of));
                }
                AstKind::FormalParameterRest(rest) => {
                    let of = self.rest(rest);
                    parts.push(self.taken_out(&rest.rest.argument, binding, of));
                }
                AstKind::CatchParameter(parameter) => {
                    let of = match self.annotation(parameter.type_annotation.as_deref()) {
                        Some(declared) => self.shape(Shape::Cast(declared)),
                        None => self.unknown(Unknown::Untyped),
                    };
                    parts.push(self.taken_out(&parameter.pattern, binding, of));
                }
                // A type of the same name says nothing of the value.
                AstKind::TSInterfaceDeclaration(_)
                | AstKind::TSTypeAliasDeclaration(_)
                | AstKind::TSNamespaceDeclaration(_) => {}
                _ => parts.push(self.unknown(Unknown::Untyped)),
            }
        }
        if self.is_reassigned[binding.index()] {
            parts.retain(|part| {
                !matches!(
                    self.code.shape(*part),
                    Shape::Literal(Primitive::Null | Primitive::Undefined, _)
                )
            });
            // What a variable is declared with decides its type, and what is assigned later fits it.
            if !parts.is_empty() && parts.iter().all(|part| self.decides(*part)) {
                return self.one_of(parts);
            }
            let written: Vec<NodeId> = self
                .scoping
                .get_resolved_references(binding)
                .filter(|reference| reference.is_write())
                .map(oxc_semantic::Reference::node_id)
                .collect();
            for node in written {
                parts.push(self.assigned(node));
            }
        }
        self.one_of(parts)
    }

    /// Whether the first value of a variable is its type: not `[]` and `{}`, which grow, and not what is unknown.
    fn decides(&self, value: ShapeId) -> bool {
        match self.code.shape(value) {
            Shape::Unknown(_) => false,
            Shape::Array(elements) => !elements.is_empty(),
            Shape::Symbol(symbol) => self.code.symbol(*symbol).kind != SymbolKind::Object,
            _ => true,
        }
    }

    /// What the pattern of `declarator` takes apart; none for a variable that is only declared.
    pub(super) fn declarator(
        &mut self,
        node: NodeId,
        declarator: &ast::VariableDeclarator<'a>,
    ) -> Option<ShapeId> {
        if let Some(declared) = self.annotation(declarator.type_annotation.as_deref()) {
            return Some(self.shape(Shape::Cast(declared)));
        }
        if let Some(init) = &declarator.init {
            return Some(self.value(init));
        }
        let declaration = self.parent(node)?;
        let loop_node = self.parent(declaration)?;
        match self.kind(loop_node) {
            AstKind::ForOfStatement(statement) => Some(self.iterated(statement)),
            AstKind::ForInStatement(_) => Some(self.string()),
            _ => None,
        }
    }

    /// What one round of `for … of` gets.
    pub(super) fn iterated(&mut self, statement: &ast::ForOfStatement<'a>) -> ShapeId {
        let of = self.value(&statement.right);
        let one = self.shape(Shape::Iterated(of));
        if statement.r#await {
            self.shape(Shape::Await(one))
        } else {
            one
        }
    }

    /// What a parameter gets.
    pub(super) fn parameter(&mut self, node: NodeId, parameter: &ast::FormalParameter<'a>) -> ShapeId {
        if let Some(declared) = self.annotation(parameter.type_annotation.as_deref()) {
            return self.shape(Shape::Cast(declared));
        }
        let of = match self.contextual_parameter(node) {
            Some(of) => of,
            None => self.unknown(Unknown::Untyped),
        };
        match &parameter.initializer {
            Some(default) => self.defaulted(of, default),
            None => of,
        }
    }

    pub(super) fn rest(&mut self, rest: &ast::FormalParameterRest<'a>) -> ShapeId {
        match self.annotation(rest.type_annotation.as_deref()) {
            Some(declared) => self.shape(Shape::Cast(declared)),
            None => self.unknown(Unknown::Untyped),
        }
    }

    /// What the whole left side of `assignment` gets.
    pub(super) fn assigned_whole(&mut self, assignment: &ast::AssignmentExpression<'a>) -> ShapeId {
        match assignment.operator {
            AssignmentOperator::Assign
            | AssignmentOperator::LogicalAnd
            | AssignmentOperator::LogicalOr
            | AssignmentOperator::LogicalNullish => self.value(&assignment.right),
            AssignmentOperator::Addition => match plain(&assignment.right) {
                ast::Expression::StringLiteral(_) | ast::Expression::TemplateLiteral(_) => self.string(),
                _ => self.unknown(Unknown::Expression),
            },
            _ => self.number(),
        }
    }
}

fn is_annotated_name(pattern: &ast::BindingPattern<'_>, is_annotated: bool) -> bool {
    is_annotated && matches!(pattern, ast::BindingPattern::BindingIdentifier(_))
}
