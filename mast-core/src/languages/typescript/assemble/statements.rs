//! Walks the statements of a file or namespace.

use super::commonjs::own_name;
use super::exports::CommonJs;
use super::runs::Run;
use super::variables::Bound;
use super::{Assembler, ChunkOf, Place, Reach, default_name};
use crate::facts::{ChunkKind, DeclarationKind};
use crate::languages::typescript::outline::{
    CommonJsTarget, ExportKeyword, MemberKey, Name, Statement, StatementKind, Type, Value, ValueKind,
};
use crate::text::span::Span;

impl Assembler<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement], place: &Place) {
        let mut run: Option<Run> = None;
        let mut rest = statements;
        while let [statement, others @ ..] = rest {
            rest = others;
            let span = statement.span;
            match &statement.kind {
                StatementKind::Nothing => {}
                StatementKind::Plain => {
                    self.extend_run(&mut run, place, ChunkKind::Block, span, Reach::Local);
                }
                StatementKind::ReExport(_) => {
                    self.extend_run(&mut run, place, ChunkKind::Export, span, Reach::Exported);
                }
                StatementKind::Variables { declarators } => {
                    self.variables(&mut run, statement, declarators, place);
                }
                StatementKind::CommonJsExport { targets, value } => {
                    self.commonjs_export(&mut run, span, targets, value, place);
                }
                StatementKind::Import { .. }
                | StatementKind::ImportAlias { .. }
                | StatementKind::ExportNames { .. } => self.end_run(&mut run, place),
                StatementKind::Function(function) => {
                    self.end_run(&mut run, place);
                    let overloads = super::functions::overloads(statement, function, others);
                    rest = others.get(overloads.len()..).unwrap_or(&[]);
                    self.function(statement, function, overloads, place);
                }
                StatementKind::Class(class) => {
                    self.end_run(&mut run, place);
                    self.class_statement(statement, class, place);
                }
                StatementKind::Interface(interface) => {
                    self.end_run(&mut run, place);
                    self.interface(statement, interface, place);
                }
                StatementKind::TypeAlias(alias) => {
                    self.end_run(&mut run, place);
                    self.type_alias(statement, alias, place);
                }
                StatementKind::Enum(declared) => {
                    self.end_run(&mut run, place);
                    self.enumeration(statement, declared, place);
                }
                StatementKind::Namespace(namespace) => {
                    self.end_run(&mut run, place);
                    self.namespace(statement, namespace, place);
                }
                StatementKind::ExportDefault { value } | StatementKind::ExportAssignment { value } => {
                    self.end_run(&mut run, place);
                    self.default_expression(span, value, place);
                }
            }
        }
        self.end_run(&mut run, place);
    }

    fn interface(&mut self, statement: &Statement, interface: &Type, place: &Place) {
        let reach = place.reach(statement.export, &interface.name.text);
        self.declare_type(statement, interface, DeclarationKind::Interface, reach, place);
        self.chunk(&self.chunk_of(
            ChunkKind::Interface,
            &interface.name,
            statement.span,
            reach,
            place,
        ));
        self.signatures(&interface.members, &place.qualified(&interface.name.text), reach);
    }

    fn type_alias(&mut self, statement: &Statement, alias: &Type, place: &Place) {
        let reach = place.reach(statement.export, &alias.name.text);
        self.declare_type(statement, alias, DeclarationKind::Type, reach, place);
        self.chunk(&self.chunk_of(ChunkKind::Type, &alias.name, statement.span, reach, place));
        self.type_members(&alias.members, &place.qualified(&alias.name.text), reach);
    }

    fn enumeration(&mut self, statement: &Statement, declared: &Type, place: &Place) {
        let reach = place.reach(statement.export, &declared.name.text);
        self.declare_type(statement, declared, DeclarationKind::Enum, reach, place);
        self.chunk(&self.chunk_of(ChunkKind::Block, &declared.name, statement.span, reach, place));
        let members = Place {
            owner: Some(place.qualified(&declared.name.text)),
            ..place.clone()
        };
        for member in &declared.members {
            if let MemberKey::Name(name) = &member.key {
                let mut declaration = self.declaration(
                    &members,
                    DeclarationKind::EnumMember,
                    name,
                    self.whole(member.span),
                );
                declaration.exported = reach.is_exported();
                self.declarations.push(declaration);
            }
        }
    }

    fn declare_type(
        &mut self,
        statement: &Statement,
        of: &Type,
        kind: DeclarationKind,
        reach: Reach,
        place: &Place,
    ) {
        let mut declaration = self.declaration(place, kind, &of.name, statement.span);
        declaration.signature = self.whole(Span::new(of.head.start, statement.span.end));
        declaration.exported = reach.is_exported();
        declaration.default_export = reach == Reach::DefaultExport;
        self.declarations.push(declaration);
    }

    /// `export default <expression>` and `export = <expression>`; a bare name is exported by that name.
    fn default_expression(&mut self, span: Span, value: &Value, place: &Place) {
        if let ValueKind::Reference(_) = value.kind {
            return;
        }
        let bound = Bound {
            name: default_name(span),
            span,
            signature_start: value.span.start,
            reach: place.reach(ExportKeyword::Default, "default"),
            bodies: place.bodies,
            other: ChunkKind::Export,
            function: ChunkKind::Export,
        };
        self.bound_value(&bound, self.first_line(value.span), Some(value), place);
    }

    fn commonjs_export(
        &mut self,
        run: &mut Option<Run>,
        span: Span,
        targets: &[CommonJsTarget],
        value: &Value,
        place: &Place,
    ) {
        let counts = self.exports.commonjs == CommonJs::Counts && place.owner.is_none();
        let name = match targets {
            [CommonJsTarget::Name(name)] if counts && !self.exports.declared.contains(&name.text) => {
                Some((name.clone(), Reach::Exported))
            }
            [CommonJsTarget::Module(_)] if counts => {
                let name = own_name(value).cloned().unwrap_or_else(|| default_name(span));
                Some((name, Reach::DefaultExport))
            }
            _ => None,
        };
        let is_worth_a_chunk = match &value.kind {
            ValueKind::Function(_) | ValueKind::Class(_) | ValueKind::Object { .. } => true,
            ValueKind::Reference(_) | ValueKind::Other => false,
        };
        match name {
            Some((name, reach)) if is_worth_a_chunk => {
                self.end_run(run, place);
                let bound = Bound {
                    name,
                    span,
                    signature_start: span.start,
                    reach,
                    bodies: place.bodies,
                    other: ChunkKind::Block,
                    function: ChunkKind::Function,
                };
                self.bound_value(&bound, self.first_line(span), Some(value), place);
            }
            _ => {
                let reach = if counts { Reach::Exported } else { Reach::Local };
                self.extend_run(run, place, ChunkKind::Block, span, reach);
            }
        }
    }

    /// A chunk for `span`, called `name`, with the doc comment before it.
    pub(super) fn chunk_of(
        &self,
        kind: ChunkKind,
        name: &Name,
        span: Span,
        reach: Reach,
        place: &Place,
    ) -> ChunkOf {
        ChunkOf {
            kind,
            name: Some(place.qualified(&name.text)),
            owner: place.owner.clone(),
            span,
            doc: self.docs.before(span.start),
            reach,
        }
    }
}
