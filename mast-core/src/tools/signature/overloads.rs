//! Overload signatures: the index has one declaration for all of them, with the places of the one that has a body.
//!
//! # Cost
//!
//! A parse of the file, on a thread of its own: recursion follows its nesting. Asked for only where there are overloads.

use crate::facts::declaration::DeclarationKind;
use crate::languages::typescript::heads::overloads::{Found, signatures};
use crate::text::span::Span;
use crate::tools::written::Written;

/// Declarations of one file with each of their overload signatures by itself, in source order. Signatures stand `without_body`.
pub(in crate::tools) fn apart(written: Vec<Written>, path: &str) -> Vec<Written> {
    let found = written
        .iter()
        .find_map(Written::source)
        .map(|source| signatures(source.text(), path))
        .unwrap_or_default();
    let mut apart = Vec::new();
    for one in written {
        let name_start = one.declaration.name_span.start;
        let group = found
            .iter()
            .find(|group| group.iter().any(|found| found.name_start == name_start))
            .filter(|group| group.len() > 1 && is_callable(one.declaration.kind));
        match group {
            Some(group) => apart.extend(
                group
                    .iter()
                    .enumerate()
                    .map(|(at, found)| alone(&one, found, at == 0)),
            ),
            None => apart.push(one),
        }
    }
    apart
}

/// The declaration as if it had one signature alone; its doc comment is that of the first.
fn alone(of: &Written, found: &Found, is_first: bool) -> Written {
    let mut one = of.clone();
    let declaration = &mut one.declaration;
    declaration.signature = found.signature;
    declaration.name_span = Span::new(found.name_start, found.name_start + declaration.name_span.len());
    if let Some(source) = of.source() {
        declaration.line = source.lines().line_of(found.name_start);
    }
    if !is_first {
        declaration.doc = found.doc;
    }
    declaration.without_body = found.without_body;
    one
}

/// What callers see: an implementation behind overload signatures is none of it.
pub(in crate::tools) fn seen_by_callers(written: &mut Vec<Written>) {
    let overloaded: Vec<String> = written
        .iter()
        .filter(|one| one.declaration.without_body && is_callable(one.declaration.kind))
        .map(|one| one.declaration.name.clone())
        .collect();
    written.retain(|one| {
        let declaration = &one.declaration;
        declaration.without_body || !is_callable(declaration.kind) || !overloaded.contains(&declaration.name)
    });
}

/// Whether a declaration of this kind can have overloads.
pub(super) const fn is_callable(kind: DeclarationKind) -> bool {
    match kind {
        DeclarationKind::Function | DeclarationKind::Method | DeclarationKind::Constructor => true,
        DeclarationKind::Class
        | DeclarationKind::Interface
        | DeclarationKind::Type
        | DeclarationKind::Enum
        | DeclarationKind::Namespace
        | DeclarationKind::Const
        | DeclarationKind::Accessor
        | DeclarationKind::Property
        | DeclarationKind::EnumMember => false,
    }
}
