//! Classes, as statements and as values.

use super::members::Members;
use super::variables::Bound;
use super::{Assembler, Bodies, Place, Reach, default_name};
use crate::facts::{ChunkKind, DeclarationKind};
use crate::languages::typescript::outline::{Class, Name, Statement};
use crate::text::span::Span;

/// What is said about a class beside the class itself.
struct ClassOf<'c> {
    class: &'c Class,
    name: &'c Name,
    span: Span,
    signature: Span,
    reach: Reach,
}

impl Assembler<'_> {
    pub(super) fn class_statement(&mut self, statement: &Statement, class: &Class, place: &Place) {
        let name = class.name.clone().unwrap_or_else(|| default_name(statement.span));
        let reach = place.reach(statement.export, &name.text);
        self.class(
            &ClassOf {
                class,
                name: &name,
                span: statement.span,
                signature: self.head(class.head),
                reach,
            },
            place,
        );
    }

    pub(super) fn bound_class(&mut self, bound: &Bound, class: &Class, place: &Place) {
        let head = Span::new(bound.signature_start.min(class.head.start), class.head.end);
        self.class(
            &ClassOf {
                class,
                name: &bound.name,
                span: bound.span,
                signature: self.head(head),
                reach: bound.reach,
            },
            place,
        );
    }

    fn class(&mut self, of: &ClassOf<'_>, place: &Place) {
        let is_declared =
            place.bodies == Bodies::Declared || self.source.slice(of.class.head).starts_with("declare");
        let mut declaration = self.declaration(place, DeclarationKind::Class, of.name, of.span);
        declaration.signature = of.signature;
        declaration.exported = of.reach.is_exported();
        declaration.default_export = of.reach == Reach::DefaultExport;
        declaration.without_body = of.class.is_abstract || is_declared;
        self.declarations.push(declaration);
        let shell = self.class_shell(of.span.start, of.class);
        let chunk = self.chunk_of(ChunkKind::ClassShell, of.name, of.span, of.reach, place);
        self.shell_chunk(chunk, shell);
        self.class_members(
            &of.class.members,
            &Members {
                owner: &place.qualified(&of.name.text),
                reach: of.reach,
                bodies: if is_declared {
                    Bodies::Declared
                } else {
                    Bodies::Written
                },
            },
        );
    }
}
