//! Variable statements, and values that get a name by being exported.

use super::runs::Run;
use super::{Assembler, Bodies, Place, Reach};
use crate::facts::{ChunkKind, DeclarationKind};
use crate::languages::typescript::outline::{
    Binding, Declarator, Function, MemberKind, Name, Statement, Value, ValueKind,
};
use crate::text::span::Span;

/// A name and the value bound to it.
pub(super) struct Bound {
    pub(super) name: Name,
    pub(super) span: Span,
    /// Where its signature starts.
    pub(super) signature_start: u32,
    pub(super) reach: Reach,
    pub(super) bodies: Bodies,
    /// The kind of its chunk when the value is neither a function nor a class.
    pub(super) other: ChunkKind,
    /// The kind of its chunk when the value is a function.
    pub(super) function: ChunkKind,
}

impl Assembler<'_> {
    pub(super) fn variables(
        &mut self,
        run: &mut Option<Run>,
        statement: &Statement,
        declarators: &[Declarator],
        place: &Place,
    ) {
        if let [
            Declarator {
                binding: Binding::Name(name),
                head,
                value,
                ..
            },
        ] = declarators
        {
            self.end_run(run, place);
            let bound = self.bound(statement, name, statement.span, *head, place);
            let signature = self.head_and_value(*head, value.as_ref());
            self.bound_value(&bound, signature, value.as_ref(), place);
            return;
        }
        let is_plain = !declarators.iter().any(stands_alone);
        for declarator in declarators {
            let span = match declarators {
                [_] => statement.span,
                _ => declarator.span,
            };
            match &declarator.binding {
                Binding::Name(name) if stands_alone(declarator) => {
                    self.end_run(run, place);
                    let bound = self.bound(statement, name, span, declarator.head, place);
                    let signature = self.head_and_value(declarator.head, declarator.value.as_ref());
                    self.bound_value(&bound, signature, declarator.value.as_ref(), place);
                }
                Binding::Name(name) => {
                    let reach = self.declare_constant(statement, declarator, name, span, place);
                    if !is_plain {
                        self.extend_run(run, place, ChunkKind::Block, span, reach);
                    }
                }
                Binding::Pattern(names) => {
                    let mut reach = Reach::Local;
                    for name in names {
                        let of_name = self.declare_constant(statement, declarator, name, span, place);
                        if of_name.is_exported() {
                            reach = of_name;
                        }
                    }
                    if !is_plain {
                        self.extend_run(run, place, ChunkKind::Block, span, reach);
                    }
                }
            }
        }
        if is_plain {
            let reach = declarators
                .iter()
                .flat_map(|declarator| match &declarator.binding {
                    Binding::Name(name) => std::slice::from_ref(name),
                    Binding::Pattern(names) => names.as_slice(),
                })
                .map(|name| place.reach(statement.export, &name.text))
                .find(|reach| reach.is_exported())
                .unwrap_or(Reach::Local);
            self.extend_run(run, place, ChunkKind::Block, statement.span, reach);
        } else {
            self.end_run(run, place);
        }
    }

    fn bound(&self, statement: &Statement, name: &Name, span: Span, head: Span, place: &Place) -> Bound {
        Bound {
            name: name.clone(),
            span,
            signature_start: head.start,
            reach: place.reach(statement.export, &name.text),
            bodies: self.bodies(statement, head, place),
            other: ChunkKind::Block,
            function: ChunkKind::Function,
        }
    }

    fn declare_constant(
        &mut self,
        statement: &Statement,
        declarator: &Declarator,
        name: &Name,
        span: Span,
        place: &Place,
    ) -> Reach {
        let reach = place.reach(statement.export, &name.text);
        let mut declaration = self.declaration(place, DeclarationKind::Const, name, span);
        declaration.signature = self.head_and_value(declarator.head, declarator.value.as_ref());
        declaration.exported = reach.is_exported();
        declaration.default_export = reach == Reach::DefaultExport;
        declaration.without_body = self.bodies(statement, declarator.head, place) == Bodies::Declared;
        self.declarations.push(declaration);
        reach
    }

    /// Whether `declare` stands before the declarator with `head`, or around the statement.
    fn bodies(&self, statement: &Statement, head: Span, place: &Place) -> Bodies {
        let keywords = Span::new(statement.span.start, head.start);
        let mut words = self.source.slice(keywords).split_whitespace().take(2);
        if words.any(|word| word == "declare") {
            Bodies::Declared
        } else {
            place.bodies
        }
    }

    /// Declares `bound`, whose signature is `other_signature` unless the value is a function or class,
    /// with the members of its value, and adds its chunks.
    pub(super) fn bound_value(
        &mut self,
        bound: &Bound,
        other_signature: Span,
        value: Option<&Value>,
        place: &Place,
    ) {
        match value.map(|value| &value.kind) {
            Some(ValueKind::Function(function)) => self.bound_function(bound, function, place),
            Some(ValueKind::Class(class)) => self.bound_class(bound, class, place),
            Some(ValueKind::Object { members }) => {
                self.bound_other(bound, other_signature, place);
                self.object_members(members, &place.qualified(&bound.name.text), bound.reach);
            }
            Some(ValueKind::Reference(_) | ValueKind::Other) | None => {
                self.bound_other(bound, other_signature, place);
            }
        }
    }

    fn bound_function(&mut self, bound: &Bound, function: &Function, place: &Place) {
        let mut declaration = self.declaration(place, DeclarationKind::Function, &bound.name, bound.span);
        declaration.signature = self.head(Span::new(
            bound.signature_start.min(function.head.start),
            function.head.end,
        ));
        declaration.exported = bound.reach.is_exported();
        declaration.default_export = bound.reach == Reach::DefaultExport;
        self.declarations.push(declaration);
        self.chunk(&self.chunk_of(bound.function, &bound.name, bound.span, bound.reach, place));
    }

    fn bound_other(&mut self, bound: &Bound, signature: Span, place: &Place) {
        let mut declaration = self.declaration(place, DeclarationKind::Const, &bound.name, bound.span);
        declaration.signature = signature;
        declaration.exported = bound.reach.is_exported();
        declaration.default_export = bound.reach == Reach::DefaultExport;
        declaration.without_body = bound.bodies == Bodies::Declared;
        self.declarations.push(declaration);
        self.chunk(&self.chunk_of(bound.other, &bound.name, bound.span, bound.reach, place));
    }
}

/// Whether a declarator of several gets a chunk of its own: functions, classes, objects with methods.
fn stands_alone(declarator: &Declarator) -> bool {
    match (
        &declarator.binding,
        declarator.value.as_ref().map(|value| &value.kind),
    ) {
        (Binding::Name(_), Some(ValueKind::Function(_) | ValueKind::Class(_))) => true,
        (Binding::Name(_), Some(ValueKind::Object { members })) => members.iter().any(|member| match member
            .kind
        {
            MemberKind::Method | MemberKind::Getter | MemberKind::Setter | MemberKind::FunctionProperty => {
                true
            }
            MemberKind::Constructor
            | MemberKind::Property
            | MemberKind::ParameterProperty
            | MemberKind::EnumMember
            | MemberKind::Nameless => false,
        }),
        (Binding::Name(_), Some(ValueKind::Reference(_) | ValueKind::Other) | None)
        | (Binding::Pattern(_), _) => false,
    }
}
