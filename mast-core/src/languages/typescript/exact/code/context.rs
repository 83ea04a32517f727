//! What the place of an expression says of it: the type that is expected there, and what `this` is.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::NodeId;

use super::Builder;
use super::classes::{is_const, plain};
use crate::facts::code::ShapeId;
use crate::facts::shape::{Shape, Unknown};
use crate::facts::symbol::SymbolKind;

impl<'a> Builder<'_, 'a> {
    /// What the place of a function says of its parameter at `node`.
    pub(super) fn contextual_parameter(&mut self, node: NodeId) -> Option<ShapeId> {
        let list = self.parent(node)?;
        let function = self.parent(list)?;
        let AstKind::FormalParameters(parameters) = self.kind(list) else {
            return None;
        };
        let index = parameters.items.iter().position(|item| item.node_id() == node)?;
        if let Some(module) = self.module_of_then(function) {
            return (index == 0).then_some(module);
        }
        if let Some(call) = self.called_at_once(function) {
            let argument = call.arguments.get(..=index)?;
            if argument
                .iter()
                .any(|argument| matches!(argument, ast::Argument::SpreadElement(_)))
            {
                return None;
            }
            let argument = argument.last()?.as_expression()?;
            return Some(self.value(argument));
        }
        let function = self.expected(function)?;
        Some(self.shape(Shape::ParameterOf {
            function,
            index: index as u32,
        }))
    }

    /// The call of a function where it stands: `(function (a) {})(b)`.
    fn called_at_once(&self, function: NodeId) -> Option<&'a ast::CallExpression<'a>> {
        let mut at = function;
        loop {
            let parent = self.parent(at)?;
            match self.kind(parent) {
                AstKind::ParenthesizedExpression(_) => at = parent,
                AstKind::CallExpression(call) => {
                    return (call.callee.node_id() == at).then_some(call);
                }
                _ => return None,
            }
        }
    }

    /// The module of `import('m').then(function)`.
    fn module_of_then(&mut self, function: NodeId) -> Option<ShapeId> {
        let parent = self.parent(function)?;
        let AstKind::CallExpression(call) = self.kind(parent) else {
            return None;
        };
        if call.arguments.first()?.node_id() != function {
            return None;
        }
        let ast::Expression::StaticMemberExpression(callee) = &call.callee else {
            return None;
        };
        let ast::Expression::ImportExpression(_) = plain(&callee.object) else {
            return None;
        };
        (callee.property.name == "then").then(|| self.value(&callee.object))
    }

    /// The value that is expected of the expression at `node`, when its place says so.
    pub(super) fn expected(&mut self, node: NodeId) -> Option<ShapeId> {
        let parent = self.parent(node)?;
        match self.kind(parent) {
            AstKind::ParenthesizedExpression(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::SpreadElement(_)
                if !matches!(self.kind(parent), AstKind::SpreadElement(_)) || self.is_in_object(parent) =>
            {
                self.expected(parent)
            }
            AstKind::ConditionalExpression(conditional) => {
                (conditional.test.node_id() != node).then(|| self.expected(parent))?
            }
            AstKind::LogicalExpression(logical) => (!logical.operator.is_and()
                || logical.right.node_id() == node)
                .then(|| self.expected(parent))?,
            AstKind::SequenceExpression(sequence) => {
                let is_last =
                    sequence.expressions.last().map(oxc_ast::ast::Expression::node_id) == Some(node);
                is_last.then(|| self.expected(parent))?
            }
            AstKind::TSAsExpression(cast) => self.expected_by(parent, &cast.type_annotation),
            AstKind::TSTypeAssertion(cast) => self.expected_by(parent, &cast.type_annotation),
            AstKind::TSSatisfiesExpression(cast) => self.expected_by(parent, &cast.type_annotation),
            AstKind::CallExpression(call) => {
                let index = argument_at(&call.arguments, node)?;
                let call = self.call(call);
                Some(self.shape(Shape::ArgumentOf { call, index }))
            }
            AstKind::NewExpression(call) => {
                let index = argument_at(&call.arguments, node)?;
                let call = self.construction(call);
                Some(self.shape(Shape::ArgumentOf { call, index }))
            }
            AstKind::VariableDeclarator(declarator) => self.declared(declarator.type_annotation.as_deref()),
            AstKind::PropertyDefinition(field) => self.declared(field.type_annotation.as_deref()),
            AstKind::AccessorProperty(field) => self.declared(field.type_annotation.as_deref()),
            AstKind::FormalParameter(parameter) => self.declared(parameter.type_annotation.as_deref()),
            AstKind::AssignmentExpression(assignment) => {
                if assignment.right.node_id() != node || !assignment.operator.is_assign() {
                    return None;
                }
                self.target(&assignment.left)
            }
            AstKind::ObjectProperty(property) => {
                if property.value.node_id() != node || property.kind != ast::PropertyKind::Init {
                    return None;
                }
                let object = self.parent(parent)?;
                let of = self.expected(object)?;
                Some(self.property_of(of, &property.key))
            }
            AstKind::ArrayExpression(array) => {
                let before = array
                    .elements
                    .iter()
                    .position(|element| element.node_id() == node)?;
                let is_after_spread = array
                    .elements
                    .iter()
                    .take(before)
                    .any(|element| matches!(element, ast::ArrayExpressionElement::SpreadElement(_)));
                let of = self.expected(parent)?;
                let index = (!is_after_spread).then_some(before as u32);
                Some(self.shape(Shape::Element { of, index }))
            }
            AstKind::ArrowFunctionExpression(_) => self.expected_return(parent),
            AstKind::ReturnStatement(_) => {
                let function = self.ancestors(parent).find(|around| {
                    matches!(
                        self.kind(*around),
                        AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)
                    )
                })?;
                self.expected_return(function)
            }
            AstKind::JSXExpressionContainer(_) => self.expected_attribute(parent),
            _ => None,
        }
    }

    fn is_in_object(&self, node: NodeId) -> bool {
        self.parent(node)
            .is_some_and(|parent| matches!(self.kind(parent), AstKind::ObjectExpression(_)))
    }

    fn expected_by(&mut self, cast: NodeId, to: &ast::TSType<'a>) -> Option<ShapeId> {
        if is_const(to) {
            return self.expected(cast);
        }
        let to = self.type_of(to);
        Some(self.shape(Shape::Cast(to)))
    }

    fn declared(&mut self, annotation: Option<&ast::TSTypeAnnotation<'a>>) -> Option<ShapeId> {
        let declared = self.annotation(annotation)?;
        Some(self.shape(Shape::Cast(declared)))
    }

    /// What the left side of an assignment expects: a member, or a variable that says what it holds.
    fn target(&mut self, target: &ast::AssignmentTarget<'a>) -> Option<ShapeId> {
        match target {
            ast::AssignmentTarget::AssignmentTargetIdentifier(name) => {
                let binding = self.binding_of(name)?;
                let is_told = self.symbols[binding.index()].is_some()
                    || match self.kind(self.scoping.symbol_declaration(binding)) {
                        AstKind::VariableDeclarator(declarator) => declarator.type_annotation.is_some(),
                        AstKind::FormalParameter(parameter) => parameter.type_annotation.is_some(),
                        _ => false,
                    };
                is_told.then(|| self.binding_value(binding))
            }
            ast::AssignmentTarget::StaticMemberExpression(member) => {
                let of = self.value(&member.object);
                if let Shape::Global(_) = self.code.shape(of) {
                    return None;
                }
                let name = self.name(member.property.name.as_str());
                Some(self.shape(Shape::Member { of, name }))
            }
            ast::AssignmentTarget::PrivateFieldExpression(member) => {
                let of = self.value(&member.object);
                let name = self.private_name(&member.field);
                Some(self.shape(Shape::Member { of, name }))
            }
            ast::AssignmentTarget::ComputedMemberExpression(member) => Some(self.computed_member(member)),
            _ => None,
        }
    }

    /// What the function at `node` is expected to give back.
    fn expected_return(&mut self, node: NodeId) -> Option<ShapeId> {
        let (annotation, is_async, is_generator) = match self.kind(node) {
            AstKind::Function(function) => (
                function.return_type.as_deref(),
                function.r#async,
                function.generator,
            ),
            AstKind::ArrowFunctionExpression(arrow) => (arrow.return_type.as_deref(), arrow.r#async, false),
            _ => return None,
        };
        if is_generator {
            return None;
        }
        let returned = if let Some(declared) = self.declared(annotation) {
            declared
        } else {
            let function = self.expected(node)?;
            self.shape(Shape::ReturnOf(function))
        };
        Some(if is_async {
            self.shape(Shape::Await(returned))
        } else {
            returned
        })
    }

    /// What `this` is at `node`.
    pub(super) fn this(&mut self, node: NodeId) -> ShapeId {
        let mut inner = node;
        while let Some(around) = self.parent(inner) {
            match self.kind(around) {
                AstKind::Function(function) => return self.this_of_function(around, function),
                AstKind::PropertyDefinition(field)
                    if field.value.as_ref().map(ast::Expression::node_id) == Some(inner) =>
                {
                    return self.class_this(around, field.r#static);
                }
                AstKind::AccessorProperty(field)
                    if field.value.as_ref().map(ast::Expression::node_id) == Some(inner) =>
                {
                    return self.class_this(around, field.r#static);
                }
                AstKind::StaticBlock(_) => return self.class_this(around, true),
                AstKind::Decorator(_) => break,
                _ => inner = around,
            }
        }
        self.unknown(Unknown::This)
    }

    fn this_of_function(&mut self, node: NodeId, function: &'a ast::Function<'a>) -> ShapeId {
        let annotation = function
            .this_param
            .as_ref()
            .and_then(|this| this.type_annotation.as_deref());
        let Some(parent) = self.parent(node) else {
            return self.unknown(Unknown::This);
        };
        let is_of_class =
            annotation.is_some_and(|annotation| self.is_own_class(node, &annotation.type_annotation));
        if let (Some(annotation), false) = (annotation, is_of_class) {
            let declared = self.type_of(&annotation.type_annotation);
            return self.shape(Shape::Cast(declared));
        }
        match self.kind(parent) {
            AstKind::MethodDefinition(method) => self.class_this(parent, method.r#static || is_of_class),
            AstKind::ObjectProperty(property) if property.value.node_id() == node => {
                match self.parent(parent) {
                    Some(object) => self.object_this(object),
                    None => self.unknown(Unknown::This),
                }
            }
            _ => self.unknown(Unknown::This),
        }
    }

    /// Whether `of` is `typeof C` or `typeof C & …` of the class `C` around `node`.
    fn is_own_class(&self, node: NodeId, of: &ast::TSType<'a>) -> bool {
        match of {
            ast::TSType::TSTypeQuery(query) => {
                let ast::TSTypeQueryExprName::IdentifierReference(name) = &query.expr_name else {
                    return false;
                };
                let class = self.class_around(node).and_then(|class| class.id.as_ref());
                let class = class.and_then(|id| id.symbol_id.get());
                class.is_some() && self.binding_of(name) == class
            }
            ast::TSType::TSParenthesizedType(inner) => self.is_own_class(node, &inner.type_annotation),
            ast::TSType::TSIntersectionType(parts) => {
                parts.types.iter().any(|part| self.is_own_class(node, part))
            }
            _ => false,
        }
    }

    fn object_this(&mut self, object: NodeId) -> ShapeId {
        if let Some(expected) = self.expected(object) {
            expected
        } else {
            let of = self.literal(object, SymbolKind::Object, None);
            self.shape(Shape::This { of, is_static: false })
        }
    }

    /// `this` of the class around the member at `node`.
    fn class_this(&mut self, node: NodeId, is_static: bool) -> ShapeId {
        match self.class_around(node) {
            Some(class) => {
                let of = self.class_symbol(class);
                self.shape(Shape::This { of, is_static })
            }
            None => self.unknown(Unknown::This),
        }
    }

    pub(super) fn class_around(&self, node: NodeId) -> Option<&'a ast::Class<'a>> {
        self.ancestors(node).find_map(|around| match self.kind(around) {
            AstKind::Class(class) => Some(class),
            _ => None,
        })
    }

    /// What `super` is at `node`.
    pub(super) fn super_of(&mut self, node: NodeId) -> ShapeId {
        let mut inner = node;
        while let Some(around) = self.parent(inner) {
            let is_static = match self.kind(around) {
                AstKind::Function(_) => {
                    let Some(parent) = self.parent(around) else {
                        break;
                    };
                    match self.kind(parent) {
                        AstKind::MethodDefinition(method) => method.r#static,
                        AstKind::ObjectProperty(_) => {
                            let Some(object) = self.parent(parent) else {
                                break;
                            };
                            let of = self.literal(object, SymbolKind::Object, None);
                            return self.shape(Shape::Super { of, is_static: false });
                        }
                        _ => break,
                    }
                }
                AstKind::PropertyDefinition(field) => field.r#static,
                AstKind::AccessorProperty(field) => field.r#static,
                AstKind::StaticBlock(_) => true,
                _ => {
                    inner = around;
                    continue;
                }
            };
            let Some(class) = self.class_around(around) else {
                break;
            };
            let of = self.class_symbol(class);
            return self.shape(Shape::Super { of, is_static });
        }
        self.unknown(Unknown::This)
    }
}

/// Which argument `node` is; none after a spread, which may be any number of them.
fn argument_at(arguments: &[ast::Argument<'_>], node: NodeId) -> Option<u32> {
    for (index, argument) in arguments.iter().enumerate() {
        if let ast::Argument::SpreadElement(_) = argument {
            return None;
        }
        if argument.node_id() == node {
            return Some(index as u32);
        }
    }
    None
}
