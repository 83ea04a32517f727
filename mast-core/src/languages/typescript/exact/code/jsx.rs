//! JSX: element names as values, and what they expect of their attributes.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::NodeId;

use super::Builder;
use crate::facts::code::ShapeId;
use crate::facts::shape::Shape;

impl<'a> Builder<'_, 'a> {
    /// An element's name as a value; none for `<div>` and `<a:b>`.
    pub(super) fn element(&mut self, name: &ast::JSXElementName<'a>) -> Option<ShapeId> {
        match name {
            ast::JSXElementName::IdentifierReference(name) => Some(self.identifier(name)),
            ast::JSXElementName::MemberExpression(member) => Some(self.jsx_member(member)),
            ast::JSXElementName::ThisExpression(this) => Some(self.this(this.node_id())),
            ast::JSXElementName::Identifier(_) | ast::JSXElementName::NamespacedName(_) => None,
        }
    }

    pub(super) fn jsx_member(&mut self, member: &ast::JSXMemberExpression<'a>) -> ShapeId {
        let of = match &member.object {
            ast::JSXMemberExpressionObject::IdentifierReference(name) => self.identifier(name),
            ast::JSXMemberExpressionObject::MemberExpression(inner) => self.jsx_member(inner),
            ast::JSXMemberExpressionObject::ThisExpression(this) => self.this(this.node_id()),
        };
        let name = self.name(member.property.name.as_str());
        self.shape(Shape::Member { of, name })
    }

    /// What the element around the container at `node` expects there.
    pub(super) fn expected_attribute(&mut self, node: NodeId) -> Option<ShapeId> {
        let parent = self.parent(node)?;
        let (element, name) = match self.kind(parent) {
            AstKind::JSXAttribute(attribute) => {
                let ast::JSXAttributeName::Identifier(name) = &attribute.name else {
                    return None;
                };
                let opening = self.parent(parent)?;
                let AstKind::JSXOpeningElement(opening) = self.kind(opening) else {
                    return None;
                };
                (&opening.name, self.name(name.name.as_str()))
            }
            AstKind::JSXElement(element) => (&element.opening_element.name, self.made_name("children")),
            _ => return None,
        };
        let element = self.element(element)?;
        Some(self.shape(Shape::AttributeOf { element, name }))
    }
}
