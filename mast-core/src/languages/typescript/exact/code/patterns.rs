//! Patterns: what each name takes out of the whole.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::{NodeId, SymbolId as BindingId};

use super::Builder;
use crate::facts::code::ShapeId;
use crate::facts::shape::{Shape, Unknown};

/// The bindings of `pattern`, in source order.
pub(super) fn bindings(pattern: &ast::BindingPattern<'_>, found: &mut Vec<BindingId>) {
    match pattern {
        ast::BindingPattern::BindingIdentifier(name) => found.extend(name.symbol_id.get()),
        ast::BindingPattern::ObjectPattern(object) => {
            for property in &object.properties {
                bindings(&property.value, found);
            }
            if let Some(rest) = &object.rest {
                bindings(&rest.argument, found);
            }
        }
        ast::BindingPattern::ArrayPattern(array) => {
            for element in array.elements.iter().flatten() {
                bindings(element, found);
            }
            if let Some(rest) = &array.rest {
                bindings(&rest.argument, found);
            }
        }
        ast::BindingPattern::AssignmentPattern(assignment) => bindings(&assignment.left, found),
    }
}

fn binds(pattern: &ast::BindingPattern<'_>, binding: BindingId) -> bool {
    let mut found = Vec::new();
    bindings(pattern, &mut found);
    found.contains(&binding)
}

impl<'a> Builder<'_, 'a> {
    /// What `binding` is when `pattern` takes `of` apart.
    pub(super) fn taken_out(
        &mut self,
        pattern: &ast::BindingPattern<'a>,
        binding: BindingId,
        of: ShapeId,
    ) -> ShapeId {
        match pattern {
            ast::BindingPattern::BindingIdentifier(_) => of,
            ast::BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    if binds(&property.value, binding) {
                        let part = self.property_of(of, &property.key);
                        return self.taken_out(&property.value, binding, part);
                    }
                }
                of
            }
            ast::BindingPattern::ArrayPattern(array) => {
                for (index, element) in array.elements.iter().enumerate() {
                    if let Some(element) = element
                        && binds(element, binding)
                    {
                        let part = self.element_of(of, index);
                        return self.taken_out(element, binding, part);
                    }
                }
                of
            }
            ast::BindingPattern::AssignmentPattern(assignment) => {
                let of = self.defaulted(of, &assignment.right);
                self.taken_out(&assignment.left, binding, of)
            }
        }
    }

    pub(super) fn defaulted(&mut self, of: ShapeId, default: &ast::Expression<'a>) -> ShapeId {
        let default = self.value(default);
        self.shape(Shape::Defaulted { of, default })
    }

    /// `of.key`, an unknown element for a computed key.
    pub(super) fn property_of(&mut self, of: ShapeId, key: &ast::PropertyKey<'a>) -> ShapeId {
        match self.key(key) {
            Some(name) => self.shape(Shape::Member { of, name }),
            None => self.shape(Shape::Element { of, index: None }),
        }
    }

    pub(super) fn element_of(&mut self, of: ShapeId, index: usize) -> ShapeId {
        let index = u32::try_from(index).ok();
        self.shape(Shape::Element { of, index })
    }

    /// What the reference at `node`, which is written to, gets: the right side of its assignment, or the part of it
    /// that a pattern takes out.
    pub(super) fn assigned(&mut self, node: NodeId) -> ShapeId {
        // From the innermost pattern outwards; applied the other way round.
        let mut steps: Vec<(NodeId, NodeId)> = Vec::new();
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            match self.kind(parent) {
                AstKind::AssignmentExpression(assignment) => {
                    let whole = self.assigned_whole(assignment);
                    return self.follow(whole, &steps);
                }
                AstKind::ForOfStatement(statement) => {
                    let whole = self.iterated(statement);
                    return self.follow(whole, &steps);
                }
                AstKind::ForInStatement(_) => return self.string(),
                AstKind::UpdateExpression(_) => return self.number(),
                AstKind::AssignmentTargetPropertyIdentifier(_)
                | AstKind::AssignmentTargetPropertyProperty(_)
                | AstKind::ArrayAssignmentTarget(_)
                | AstKind::AssignmentTargetWithDefault(_) => steps.push((parent, at)),
                AstKind::ObjectAssignmentTarget(_)
                | AstKind::AssignmentTargetRest(_)
                | AstKind::ParenthesizedExpression(_)
                | AstKind::TSAsExpression(_)
                | AstKind::TSNonNullExpression(_)
                | AstKind::TSSatisfiesExpression(_)
                | AstKind::TSTypeAssertion(_) => {}
                _ => break,
            }
            at = parent;
        }
        self.unknown(Unknown::Untyped)
    }

    fn follow(&mut self, whole: ShapeId, steps: &[(NodeId, NodeId)]) -> ShapeId {
        let mut of = whole;
        for (pattern, part) in steps.iter().rev() {
            of = match self.kind(*pattern) {
                AstKind::AssignmentTargetPropertyIdentifier(property) => {
                    let name = self.name(property.binding.name.as_str());
                    let of = self.shape(Shape::Member { of, name });
                    match &property.init {
                        Some(default) => self.defaulted(of, default),
                        None => of,
                    }
                }
                AstKind::AssignmentTargetPropertyProperty(property) => self.property_of(of, &property.name),
                AstKind::AssignmentTargetWithDefault(target) => self.defaulted(of, &target.init),
                AstKind::ArrayAssignmentTarget(array) => {
                    let index = array
                        .elements
                        .iter()
                        .position(|element| element.as_ref().is_some_and(|at| at.node_id() == *part));
                    match index {
                        Some(index) => self.element_of(of, index),
                        None => of,
                    }
                }
                _ => of,
            };
        }
        of
    }
}
