//! Shells: a class or namespace without the bodies of its members, as pieces of the source.

use super::Assembler;
use super::members::groups;
use crate::languages::typescript::outline::{
    Class, Declarator, Function, MemberKind, Namespace, Statement, StatementKind, ValueKind,
};
use crate::text::span::Span;

/// Members of at most this many lines are shown whole when they have no body.
const WHOLE_LINES: u32 = 3;

impl Assembler<'_> {
    /// The header of a class that starts at `start`, then a piece a member.
    pub(super) fn class_shell(&self, start: u32, class: &Class) -> Vec<Span> {
        let mut pieces = vec![Span::new(start, class.body.start + 1)];
        for group in groups(&class.members) {
            let member = group.member;
            let end = match member.kind {
                MemberKind::Method
                | MemberKind::Constructor
                | MemberKind::Getter
                | MemberKind::Setter
                | MemberKind::FunctionProperty => match member.body {
                    Some(_) => self.head(member.head).end,
                    None => self.whole(group.span).end,
                },
                MemberKind::Property | MemberKind::EnumMember => {
                    if self.is_short(member.span) {
                        self.whole(member.span).end
                    } else {
                        self.head(member.head).end
                    }
                }
                MemberKind::Nameless => {
                    if !self.is_short(member.span) {
                        continue;
                    }
                    self.whole(member.span).end
                }
                MemberKind::ParameterProperty => continue,
            };
            pieces.push(self.with_doc(group.span.start, end));
        }
        pieces
    }

    /// The header of a namespace that starts at `start`, then a piece a statement that declares something.
    pub(super) fn namespace_shell(&self, start: u32, namespace: &Namespace) -> Vec<Span> {
        let Some(body) = namespace.body else {
            return Vec::new();
        };
        let mut pieces = vec![Span::new(start, body.start + 1)];
        for statement in &namespace.statements {
            if let Some(end) = self.shown_end(statement) {
                pieces.push(self.with_doc(statement.span.start, end));
            }
        }
        pieces
    }

    /// Where the part of a statement ends that a shell shows.
    fn shown_end(&self, statement: &Statement) -> Option<u32> {
        let whole_or = |end: u32| {
            if self.is_short(statement.span) {
                self.whole(statement.span).end
            } else {
                end
            }
        };
        match &statement.kind {
            StatementKind::Function(function) => Some(self.function_end(function)),
            StatementKind::Class(class) => Some(self.head(class.head).end),
            StatementKind::Variables { declarators } => match declarators.as_slice() {
                [only] => match only.value.as_ref().map(|value| &value.kind) {
                    Some(ValueKind::Function(function)) => Some(self.function_end(function)),
                    Some(ValueKind::Class(class)) => Some(self.head(class.head).end),
                    Some(ValueKind::Object { .. } | ValueKind::Reference(_) | ValueKind::Other) | None => {
                        Some(whole_or(self.declarator_end(only)))
                    }
                },
                several => several.first().map(|first| whole_or(self.declarator_end(first))),
            },
            StatementKind::Interface(of) | StatementKind::TypeAlias(of) | StatementKind::Enum(of) => {
                Some(whole_or(self.head(of.head).end))
            }
            StatementKind::Namespace(namespace) => Some(self.head(namespace.head).end),
            StatementKind::ExportNames { .. }
            | StatementKind::ReExport(_)
            | StatementKind::ImportAlias { .. }
            | StatementKind::Import { .. } => Some(self.whole(statement.span).end),
            StatementKind::ExportDefault { .. } | StatementKind::ExportAssignment { .. } => {
                Some(whole_or(self.first_line(statement.span).end))
            }
            StatementKind::CommonJsExport { .. } | StatementKind::Plain | StatementKind::Nothing => None,
        }
    }

    fn function_end(&self, function: &Function) -> u32 {
        self.head(function.head).end
    }

    fn declarator_end(&self, declarator: &Declarator) -> u32 {
        self.head(declarator.head).end
    }

    fn with_doc(&self, start: u32, end: u32) -> Span {
        let start = self.docs.before(start).map_or(start, |doc| doc.start);
        Span::new(start, end)
    }

    fn is_short(&self, span: Span) -> bool {
        self.source.lines().lines_of(span).count() <= WHOLE_LINES
    }
}
