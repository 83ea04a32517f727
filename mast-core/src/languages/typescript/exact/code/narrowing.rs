//! Tests that say more of a value in the code that they guard.
//!
//! A test on a variable uses the variable, so that its tests are found among its references, and a use asks only for
//! the regions of its own variable. A name counts when nothing is assigned to it after its declaration; a member of
//! such a name, or of `this`, counts within one function, since others may change it.

use std::rc::Rc;

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_ast::ast::{BinaryOperator, LogicalOperator, UnaryOperator};
use oxc_semantic::{NodeId, SymbolFlags, SymbolId as BindingId};
use oxc_span::{GetSpan, Span};

use super::Builder;
use super::classes::plain;
use crate::facts::code::{NameId, ShapeId};
use crate::facts::shape::{Shape, Test};

/// What a path of names starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Binding(BindingId),
    This,
}

/// What is known about the paths from one root, in source order of the tests.
pub(super) type Narrowings = Rc<[Region]>;

/// Code in which a test held, or failed.
#[derive(Clone, Debug)]
pub(super) struct Region {
    span: Span,
    /// The members that lead from the root to what is tested.
    path: Vec<NameId>,
    /// The innermost function around the test.
    function: Option<NodeId>,
    test: Test,
    negated: bool,
}

/// A test on a path.
struct Tested {
    /// The expression that is the test.
    node: NodeId,
    path: Vec<NameId>,
    test: Test,
    negated: bool,
}

/// What the truth of an expression says of a test in it: whether it then failed, where that is known.
#[derive(Clone, Copy)]
struct Known {
    when_true: Option<bool>,
    when_false: Option<bool>,
}

impl<'a> Builder<'_, 'a> {
    /// `shape` of `binding` at the identifier `node`, with the tests that hold there.
    pub(super) fn narrowed_binding(&mut self, shape: ShapeId, binding: BindingId, node: NodeId) -> ShapeId {
        if !self.is_steady(binding) {
            return shape;
        }
        self.narrowed(shape, Root::Binding(binding), &[], node)
    }

    /// `shape` of `object.name` at `node`, with the tests that hold there.
    pub(super) fn narrowed_member(
        &mut self,
        shape: ShapeId,
        object: &ast::Expression<'a>,
        name: NameId,
        node: NodeId,
    ) -> ShapeId {
        let mut at = plain(object);
        let root = loop {
            match at {
                ast::Expression::StaticMemberExpression(member) => at = plain(&member.object),
                ast::Expression::Identifier(name) => match self.binding_of(name) {
                    Some(binding) if self.is_steady(binding) => break Root::Binding(binding),
                    Some(_) | None => return shape,
                },
                ast::Expression::ThisExpression(_) => break Root::This,
                _ => return shape,
            }
        };
        if self.narrowings_of(root).is_empty() {
            return shape;
        }
        let mut path = vec![name];
        let mut at = plain(object);
        while let ast::Expression::StaticMemberExpression(member) = at {
            path.push(self.name(member.property.name.as_str()));
            at = plain(&member.object);
        }
        path.reverse();
        self.narrowed(shape, root, &path, node)
    }

    fn narrowed(&mut self, shape: ShapeId, root: Root, path: &[NameId], node: NodeId) -> ShapeId {
        let narrowings = self.narrowings_of(root);
        if narrowings.is_empty() {
            return shape;
        }
        let at = self.kind(node).span().start;
        let mut shape = shape;
        for region in narrowings.iter() {
            if region.span.start <= at
                && at < region.span.end
                && region.path == path
                && (path.is_empty() || region.function == self.function_around(node))
            {
                shape = self.shape(Shape::Narrowed {
                    of: shape,
                    test: region.test,
                    negated: region.negated,
                });
            }
        }
        shape
    }

    /// Whether `binding` is a local variable or parameter that keeps its value.
    fn is_steady(&self, binding: BindingId) -> bool {
        let flags = self.scoping.symbol_flags(binding);
        flags.intersects(SymbolFlags::Variable)
            && self.symbols[binding.index()].is_none()
            && !self.is_reassigned[binding.index()]
            && self.scoping.symbol_redeclarations(binding).is_empty()
    }

    fn function_around(&self, node: NodeId) -> Option<NodeId> {
        self.ancestors(node).find(|around| {
            matches!(
                self.kind(*around),
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_)
            )
        })
    }

    fn narrowings_of(&mut self, root: Root) -> Narrowings {
        if let Some(known) = self.narrowings.get(&root) {
            return Rc::clone(known);
        }
        // Tests on what a test names are not looked for twice.
        self.narrowings.insert(root, Rc::from([]));
        let uses: Vec<NodeId> = match root {
            Root::Binding(binding) => self
                .scoping
                .get_resolved_references(binding)
                .filter(|reference| reference.is_read())
                .map(oxc_semantic::Reference::node_id)
                .collect(),
            Root::This => self
                .nodes
                .iter_enumerated()
                .filter(|(_, node)| matches!(node.kind(), AstKind::ThisExpression(_)))
                .map(|(id, _)| id)
                .collect(),
        };
        let mut regions = Vec::new();
        for node in uses {
            self.tests_at(node, root, &mut regions);
        }
        let regions: Narrowings = Rc::from(regions);
        self.narrowings.insert(root, Rc::clone(&regions));
        regions
    }

    /// The regions of the tests on the root at `node` and on the path that starts there.
    fn tests_at(&mut self, node: NodeId, root: Root, regions: &mut Vec<Region>) {
        let mut at = node;
        let mut path: Vec<NameId> = Vec::new();
        while let Some(parent) = self.parent(at) {
            match self.kind(parent) {
                AstKind::ParenthesizedExpression(_)
                | AstKind::TSNonNullExpression(_)
                | AstKind::ChainExpression(_) => {}
                AstKind::StaticMemberExpression(member) if member.object.node_id() == at => {
                    path.push(self.name(member.property.name.as_str()));
                }
                AstKind::SwitchStatement(switch) if switch.discriminant.node_id() == at => {
                    self.cases(switch, &path, regions);
                    return;
                }
                _ => {
                    if root == Root::This && path.is_empty() {
                        return;
                    }
                    if let Some(tested) = self.test_of(at, parent, path) {
                        self.regions_of(&tested, regions);
                    }
                    return;
                }
            }
            at = parent;
        }
    }

    /// The test that `parent` makes of the path at `at`.
    fn test_of(&mut self, at: NodeId, parent: NodeId, mut path: Vec<NameId>) -> Option<Tested> {
        match self.kind(parent) {
            AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Typeof => {
                let comparison = self.parent(parent)?;
                let AstKind::BinaryExpression(binary) = self.kind(comparison) else {
                    return None;
                };
                let (value, negated) = self.compared(binary, parent)?;
                Some(Tested {
                    node: comparison,
                    path,
                    test: Test::TypeOf(value),
                    negated,
                })
            }
            AstKind::BinaryExpression(binary) => {
                let (test, negated) = match binary.operator {
                    BinaryOperator::Instanceof if binary.left.node_id() == at => {
                        (Test::InstanceOf(self.value(&binary.right)), false)
                    }
                    BinaryOperator::In if binary.right.node_id() == at => match plain(&binary.left) {
                        ast::Expression::StringLiteral(name) => {
                            (Test::Has(self.name(name.value.as_str())), false)
                        }
                        _ => return None,
                    },
                    _ => {
                        let (value, negated) = self.compared(binary, at)?;
                        let name = path.pop()?;
                        (Test::Equals { name, value }, negated)
                    }
                };
                Some(Tested {
                    node: parent,
                    path,
                    test,
                    negated,
                })
            }
            AstKind::CallExpression(call) => {
                let argument = call.arguments.iter().position(|of| of.node_id() == at)?;
                if !self.is_test(parent) {
                    return None;
                }
                let callee = self.value(&call.callee);
                matches!(
                    self.code.shape(callee),
                    Shape::Symbol(_) | Shape::Imported(_) | Shape::Member { .. }
                )
                .then_some(Tested {
                    node: parent,
                    path,
                    test: Test::Guard {
                        callee,
                        argument: argument as u32,
                    },
                    negated: false,
                })
            }
            _ => None,
        }
    }

    /// Whether the call at `node` stands where its outcome guards something.
    fn is_test(&self, node: NodeId) -> bool {
        let Some(parent) = self.parent(node) else {
            return false;
        };
        match self.kind(parent) {
            AstKind::ParenthesizedExpression(_) => self.is_test(parent),
            AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::LogicalNot,
            AstKind::LogicalExpression(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::IfStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ExpressionStatement(_) => true,
            _ => false,
        }
    }

    /// The literal that the side `at` of an equation is compared with, and whether it must differ.
    fn compared(&mut self, binary: &ast::BinaryExpression<'a>, at: NodeId) -> Option<(NameId, bool)> {
        let negated = match binary.operator {
            BinaryOperator::StrictEquality | BinaryOperator::Equality => false,
            BinaryOperator::StrictInequality | BinaryOperator::Inequality => true,
            _ => return None,
        };
        let other = if binary.left.node_id() == at {
            &binary.right
        } else {
            &binary.left
        };
        let value = self.literal_text(other)?;
        Some((value, negated))
    }

    fn literal_text(&mut self, expression: &ast::Expression<'a>) -> Option<NameId> {
        match plain(expression) {
            ast::Expression::StringLiteral(text) => Some(self.name(text.value.as_str())),
            ast::Expression::BooleanLiteral(literal) => {
                Some(self.made_name(if literal.value { "true" } else { "false" }))
            }
            ast::Expression::NumericLiteral(literal) => {
                let text = self.text_of(literal.span).to_owned();
                Some(self.made_name(&text))
            }
            _ => None,
        }
    }

    /// `switch (path.name)`: each case that is entered by one literal alone.
    fn cases(&mut self, switch: &ast::SwitchStatement<'a>, path: &[NameId], regions: &mut Vec<Region>) {
        let Some((name, path)) = path.split_last() else {
            return;
        };
        let function = self.function_around(switch.node_id());
        let mut is_entered_from_above = false;
        for case in &switch.cases {
            let value = case.test.as_ref().and_then(|test| self.literal_text(test));
            if let (Some(value), false, Some(first), Some(last)) = (
                value,
                is_entered_from_above,
                case.consequent.first(),
                case.consequent.last(),
            ) {
                regions.push(Region {
                    span: Span::new(first.span().start, last.span().end),
                    path: path.to_vec(),
                    function,
                    test: Test::Equals { name: *name, value },
                    negated: false,
                });
            }
            is_entered_from_above = !case.consequent.last().is_some_and(leaves);
        }
    }

    /// The code that runs only when `tested` held, or failed.
    fn regions_of(&self, tested: &Tested, regions: &mut Vec<Region>) {
        let function = self.function_around(tested.node);
        let mut add = |span: Span, failed: Option<bool>| {
            if let Some(failed) = failed {
                regions.push(Region {
                    span,
                    path: tested.path.clone(),
                    function,
                    test: tested.test,
                    negated: failed != tested.negated,
                });
            }
        };
        let mut known = Known {
            when_true: Some(false),
            when_false: Some(true),
        };
        let mut at = tested.node;
        while let Some(parent) = self.parent(at) {
            match self.kind(parent) {
                AstKind::ParenthesizedExpression(_) => {}
                AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
                    known = Known {
                        when_true: known.when_false,
                        when_false: known.when_true,
                    };
                }
                AstKind::LogicalExpression(logical) => match logical.operator {
                    LogicalOperator::And => {
                        if logical.left.node_id() == at {
                            add(logical.right.span(), known.when_true);
                        }
                        known.when_false = None;
                    }
                    LogicalOperator::Or => {
                        if logical.left.node_id() == at {
                            add(logical.right.span(), known.when_false);
                        }
                        known.when_true = None;
                    }
                    LogicalOperator::Coalesce => return,
                },
                AstKind::ConditionalExpression(conditional) if conditional.test.node_id() == at => {
                    add(conditional.consequent.span(), known.when_true);
                    add(conditional.alternate.span(), known.when_false);
                    return;
                }
                AstKind::IfStatement(statement) if statement.test.node_id() == at => {
                    add(statement.consequent.span(), known.when_true);
                    if let Some(alternate) = &statement.alternate {
                        add(alternate.span(), known.when_false);
                        if leaves(alternate)
                            && let Some(rest) = self.rest_of_block(parent)
                        {
                            add(rest, known.when_true);
                        }
                    }
                    if leaves(&statement.consequent)
                        && let Some(rest) = self.rest_of_block(parent)
                    {
                        add(rest, known.when_false);
                    }
                    return;
                }
                AstKind::WhileStatement(statement) if statement.test.node_id() == at => {
                    add(statement.body.span(), known.when_true);
                    return;
                }
                AstKind::ForStatement(statement) => {
                    if statement.test.as_ref().map(ast::Expression::node_id) == Some(at) {
                        add(statement.body.span(), known.when_true);
                    }
                    return;
                }
                AstKind::ExpressionStatement(_) => {
                    if at == tested.node
                        && let (Test::Guard { .. }, Some(rest)) = (tested.test, self.rest_of_block(parent))
                    {
                        add(rest, Some(false));
                    }
                    return;
                }
                _ => return,
            }
            at = parent;
        }
    }

    /// What follows the statement at `node` in its block.
    fn rest_of_block(&self, node: NodeId) -> Option<Span> {
        let block = self.kind(self.parent(node)?);
        match block {
            AstKind::BlockStatement(_)
            | AstKind::FunctionBody(_)
            | AstKind::Program(_)
            | AstKind::SwitchCase(_)
            | AstKind::StaticBlock(_)
            | AstKind::TSModuleBlock(_) => Some(Span::new(self.kind(node).span().end, block.span().end)),
            _ => None,
        }
    }
}

/// Whether nothing after `statement` runs when it does.
fn leaves(statement: &ast::Statement<'_>) -> bool {
    match statement {
        ast::Statement::ReturnStatement(_)
        | ast::Statement::ThrowStatement(_)
        | ast::Statement::ContinueStatement(_)
        | ast::Statement::BreakStatement(_) => true,
        ast::Statement::BlockStatement(block) => block.body.last().is_some_and(leaves),
        ast::Statement::IfStatement(statement) => {
            leaves(&statement.consequent) && statement.alternate.as_ref().is_some_and(leaves)
        }
        _ => false,
    }
}
