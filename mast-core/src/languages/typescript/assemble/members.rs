//! Members of classes, interfaces, type literals and objects.

use std::collections::HashSet;

use super::{Assembler, Bodies, ChunkOf, Reach};
use crate::facts::{Access, ChunkKind, Declaration, DeclarationKind};
use crate::languages::typescript::outline::{Member, MemberKey, MemberKind, Name};
use crate::text::span::Span;

/// What the members of one class share.
pub(super) struct Members<'o> {
    pub(super) owner: &'o str,
    pub(super) reach: Reach,
    pub(super) bodies: Bodies,
}

/// One member with the overload signatures before it, or a signature with those that repeat it.
pub(super) struct Group<'m> {
    /// The member that counts: the implementation, or the first signature.
    pub(super) member: &'m Member,
    /// From the first to the last member of the group.
    pub(super) span: Span,
}

/// The members of a class in source order, overloads joined: a signature without a body belongs to the
/// implementation of its name; signatures alone belong to the first of them.
pub(super) fn groups(members: &[Member]) -> Vec<Group<'_>> {
    let implemented: HashSet<(&str, bool)> = members
        .iter()
        .filter(|member| member.body.is_some())
        .filter_map(overload_key)
        .collect();
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut signatures: HashSet<(&str, bool)> = HashSet::new();
    // Signatures that wait for their implementation.
    let mut waiting: Option<((&str, bool), Span)> = None;
    for member in members {
        let key = overload_key(member);
        match key {
            Some(key) if member.body.is_none() && implemented.contains(&key) => {
                waiting = match waiting {
                    Some((other, span)) if other == key => {
                        Some((key, Span::new(span.start, member.span.end)))
                    }
                    Some(_) | None => Some((key, member.span)),
                };
            }
            Some(key) if member.body.is_none() => {
                if signatures.insert(key) {
                    groups.push(Group {
                        member,
                        span: member.span,
                    });
                } else if let Some(last) = groups.last_mut()
                    && overload_key(last.member) == Some(key)
                {
                    last.span.end = member.span.end;
                }
            }
            Some(_) | None => {
                let start = match waiting.take() {
                    Some((other, span)) if Some(other) == key => span.start,
                    Some(_) | None => member.span.start,
                };
                groups.push(Group {
                    member,
                    span: Span::new(start, member.span.end),
                });
            }
        }
    }
    groups
}

/// What overloads have in common; none for what cannot be overloaded.
fn overload_key(member: &Member) -> Option<(&str, bool)> {
    match (&member.kind, &member.key) {
        (MemberKind::Method | MemberKind::Constructor, MemberKey::Name(name)) => {
            Some((&name.text, member.is_static))
        }
        (MemberKind::Method | MemberKind::Constructor, MemberKey::Computed(_) | MemberKey::Nameless)
        | (
            MemberKind::Getter
            | MemberKind::Setter
            | MemberKind::FunctionProperty
            | MemberKind::Property
            | MemberKind::ParameterProperty
            | MemberKind::EnumMember
            | MemberKind::Nameless,
            _,
        ) => None,
    }
}

impl Assembler<'_> {
    pub(super) fn class_members(&mut self, members: &[Member], of: &Members<'_>) {
        for group in groups(members) {
            let member = group.member;
            let reach = if member.access == Access::Private {
                Reach::Local
            } else {
                member_reach(of.reach)
            };
            let is_declared = of.bodies == Bodies::Declared;
            match &member.key {
                MemberKey::Name(name) => {
                    let mut declaration = self.member(of.owner, name, member, reach);
                    declaration.doc = declaration.doc.or_else(|| self.docs.before(group.span.start));
                    declaration.without_body = member.is_abstract
                        || is_declared
                        || (member.body.is_none() && chunk_kind(member.kind).is_some());
                    self.declarations.push(declaration);
                    self.member_chunk(of.owner, &name.text, member.kind, group.span, reach);
                }
                MemberKey::Computed(expression) => {
                    let name = format!("[{}]", self.source.slice(*expression));
                    self.member_chunk(of.owner, &name, member.kind, group.span, reach);
                }
                MemberKey::Nameless => {}
            }
        }
    }

    pub(super) fn object_members(&mut self, members: &[Member], owner: &str, reach: Reach) {
        let reach = member_reach(reach);
        for member in members {
            match &member.key {
                MemberKey::Name(name) => {
                    let declaration = self.member(owner, name, member, reach);
                    self.declarations.push(declaration);
                    self.member_chunk(owner, &name.text, member.kind, member.span, reach);
                }
                MemberKey::Computed(expression) => {
                    let name = format!("[{}]", self.source.slice(*expression));
                    self.member_chunk(owner, &name, member.kind, member.span, reach);
                }
                MemberKey::Nameless => {}
            }
        }
    }

    /// The members of an interface: each name once, a method with all of its signatures in one chunk.
    pub(super) fn signatures(&mut self, members: &[Member], owner: &str, reach: Reach) {
        let reach = member_reach(reach);
        for (name, member, span) in once_a_name(members) {
            let mut declaration = self.member(owner, name, member, reach);
            declaration.without_body = true;
            self.declarations.push(declaration);
            self.member_chunk(owner, &name.text, member.kind, span, reach);
        }
    }

    /// The members of a type literal, which have no chunks of their own.
    pub(super) fn type_members(&mut self, members: &[Member], owner: &str, reach: Reach) {
        let reach = member_reach(reach);
        for (name, member, _) in once_a_name(members) {
            let mut declaration = self.member(owner, name, member, reach);
            declaration.without_body = true;
            self.declarations.push(declaration);
        }
    }

    fn member(&self, owner: &str, name: &Name, member: &Member, reach: Reach) -> Declaration {
        let span = self.whole(member.span);
        let kind = declaration_kind(member.kind);
        Declaration {
            name: format!("{owner}.{}", name.text),
            owner: Some(owner.to_owned()),
            kind,
            span,
            name_span: name.span,
            line: self.source.lines().line_of(name.span.start),
            doc: self.docs.before(span.start),
            signature: match kind {
                DeclarationKind::Property | DeclarationKind::EnumMember => {
                    self.whole(Span::new(member.head.start, member.span.end))
                }
                DeclarationKind::Function
                | DeclarationKind::Class
                | DeclarationKind::Interface
                | DeclarationKind::Type
                | DeclarationKind::Enum
                | DeclarationKind::Namespace
                | DeclarationKind::Const
                | DeclarationKind::Method
                | DeclarationKind::Constructor
                | DeclarationKind::Accessor => self.head(member.head),
            },
            exported: reach.is_exported(),
            default_export: false,
            is_static: member.is_static,
            without_body: false,
            access: member.access,
        }
    }

    fn member_chunk(&mut self, owner: &str, name: &str, kind: MemberKind, span: Span, reach: Reach) {
        if let Some(kind) = chunk_kind(kind) {
            let span = self.whole(span);
            self.chunk(&ChunkOf {
                kind,
                name: Some(format!("{owner}.{name}")),
                owner: Some(owner.to_owned()),
                span,
                doc: self.docs.before(span.start),
                reach,
            });
        }
    }
}

/// The named members, each name once, with the span of the signatures that follow one another.
fn once_a_name(members: &[Member]) -> Vec<(&Name, &Member, Span)> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut found: Vec<(&Name, &Member, Span)> = Vec::new();
    for member in members {
        let MemberKey::Name(name) = &member.key else {
            continue;
        };
        if seen.insert(&name.text) {
            found.push((name, member, member.span));
        } else if let Some((last, _, span)) = found.last_mut()
            && last.text == name.text
        {
            span.end = member.span.end;
        }
    }
    found
}

fn member_reach(owner: Reach) -> Reach {
    if owner.is_exported() {
        Reach::Exported
    } else {
        Reach::Local
    }
}

fn chunk_kind(kind: MemberKind) -> Option<ChunkKind> {
    match kind {
        MemberKind::Method
        | MemberKind::Constructor
        | MemberKind::Getter
        | MemberKind::Setter
        | MemberKind::FunctionProperty => Some(ChunkKind::Method),
        MemberKind::Property
        | MemberKind::ParameterProperty
        | MemberKind::EnumMember
        | MemberKind::Nameless => None,
    }
}

fn declaration_kind(kind: MemberKind) -> DeclarationKind {
    match kind {
        MemberKind::Method | MemberKind::FunctionProperty => DeclarationKind::Method,
        MemberKind::Constructor => DeclarationKind::Constructor,
        MemberKind::Getter | MemberKind::Setter => DeclarationKind::Accessor,
        MemberKind::Property | MemberKind::ParameterProperty | MemberKind::Nameless => {
            DeclarationKind::Property
        }
        MemberKind::EnumMember => DeclarationKind::EnumMember,
    }
}
