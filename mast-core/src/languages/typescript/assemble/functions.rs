//! Function statements and their overloads.

use super::{Assembler, Bodies, Place, Reach, default_name};
use crate::facts::{ChunkKind, DeclarationKind};
use crate::languages::typescript::outline::{Function, Statement, StatementKind};
use crate::text::span::Span;

/// The statements directly after a signature that belong to the same function: further signatures,
/// up to the implementation.
pub(super) fn overloads<'s>(
    statement: &Statement,
    function: &Function,
    following: &'s [Statement],
) -> &'s [Statement] {
    let mut taken = 0;
    let mut has_body = function.body.is_some();
    for next in following {
        let StatementKind::Function(other) = &next.kind else {
            break;
        };
        if has_body || !is_same(statement, function, next, other) {
            break;
        }
        has_body = other.body.is_some();
        taken += 1;
    }
    following.get(..taken).unwrap_or(&[])
}

fn is_same(statement: &Statement, function: &Function, next: &Statement, other: &Function) -> bool {
    match (&function.name, &other.name) {
        (Some(name), Some(other)) => name.text == other.text,
        (None, None) => statement.export == next.export,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

impl Assembler<'_> {
    /// A function of which `statement` is the first, and `overloads` the further statements.
    pub(super) fn function(
        &mut self,
        statement: &Statement,
        function: &Function,
        overloads: &[Statement],
        place: &Place,
    ) {
        let mut declared = (statement, function);
        let mut span = statement.span;
        let mut reach = function_reach(statement, function, place);
        for overload in overloads {
            span.end = overload.span.end;
            if let StatementKind::Function(other) = &overload.kind {
                let other_reach = function_reach(overload, other, place);
                if !reach.is_exported() {
                    reach = other_reach;
                }
                if other.body.is_some() {
                    declared = (overload, other);
                }
            }
        }
        let (statement, function) = declared;
        let name = function
            .name
            .clone()
            .unwrap_or_else(|| default_name(statement.span));
        let qualified = place.qualified(&name.text);
        let is_first = self.functions.insert(qualified);
        if is_first || function.body.is_some() {
            let mut declaration = self.declaration(place, DeclarationKind::Function, &name, statement.span);
            declaration.doc = declaration.doc.or_else(|| self.docs.before(span.start));
            declaration.signature = self.head(function.head);
            declaration.exported = reach.is_exported();
            declaration.default_export = reach == Reach::DefaultExport;
            declaration.without_body = function.body.is_none() || place.bodies == Bodies::Declared;
            self.declarations.push(declaration);
        }
        let span = Span::new(span.start, span.end);
        self.chunk(&self.chunk_of(ChunkKind::Function, &name, span, reach, place));
    }
}

fn function_reach(statement: &Statement, function: &Function, place: &Place) -> Reach {
    let name = function
        .name
        .as_ref()
        .map_or("default", |name| name.text.as_str());
    place.reach(statement.export, name)
}
