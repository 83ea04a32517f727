//! Tests that say more of a value in the code that they guard.

use oxc_ast::ast;
use oxc_semantic::{NodeId, SymbolId as BindingId};

use super::Builder;
use crate::facts::code::{NameId, ShapeId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Binding(BindingId),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Narrowings;

impl<'a> Builder<'_, 'a> {
    pub(super) fn narrowed_binding(&mut self, shape: ShapeId, _: BindingId, _: NodeId) -> ShapeId {
        shape
    }
    pub(super) fn narrowed_member(
        &mut self,
        shape: ShapeId,
        _: &ast::Expression<'a>,
        _: NameId,
        _: NodeId,
    ) -> ShapeId {
        shape
    }
    pub(super) fn narrowed_path(&mut self, shape: ShapeId, _: &ast::Expression<'a>) -> ShapeId {
        shape
    }
}
