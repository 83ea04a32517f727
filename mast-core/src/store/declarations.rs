//! Declarations as bytes, in source order.

use rustc_hash::FxHashMap;

use crate::facts::{Access, Declaration, DeclarationKind};
use crate::store::bytes::{Bytes, Damaged, Read, folded, push_number, unfolded};
use crate::store::words;
use crate::text::line::Line;
use crate::text::span::Span;

const EXPORTED: u8 = 1;
const DEFAULT: u8 = 2;
const STATIC: u8 = 4;
const WITHOUT_BODY: u8 = 8;
const PROTECTED: u8 = 16;
const PRIVATE: u8 = 32;
const DOCUMENTED: u8 = 64;

/// How the owner of a declaration is written.
const NO_OWNER: u8 = 0;
/// The owner of the declaration before it.
const SAME_OWNER: u8 = 1;
/// A declaration before it, by its distance.
const DECLARED_OWNER: u8 = 2;
/// As part of the name.
const OWNER_IN_NAME: u8 = 3;

/// Appends `declarations` and gives where each name was declared first.
pub(super) fn encode<'d>(declarations: &'d [Declaration], bytes: &mut Vec<u8>) -> FxHashMap<&'d str, usize> {
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut written = Vec::new();
    let mut line = 0;
    let mut start = 0;
    let mut owner_before = None;
    for (at, declaration) in declarations.iter().enumerate() {
        let (owner_form, owner, name) = match owned(declaration, &places) {
            Owned::No => (NO_OWNER, None, declaration.name.as_str()),
            Owned::By(owner, name) if owner_before == Some(owner) => (SAME_OWNER, Some(owner), name),
            Owned::By(owner, name) => (DECLARED_OWNER, Some(owner), name),
            Owned::InName => (OWNER_IN_NAME, None, declaration.name.as_str()),
        };
        let step = declaration.line.get().wrapping_sub(line);
        let near = step.min(3) as u8;
        bytes.push(declaration.kind as u8 | owner_form << 4 | near << 6);
        bytes.push(flags(declaration));
        if near == 3 {
            push_number(bytes, distance(declaration.line.get(), line));
        }
        line = declaration.line.get();
        match (owner_form, owner) {
            (DECLARED_OWNER, Some(owner)) => push_number(bytes, (at - owner) as u32),
            (OWNER_IN_NAME, _) => {
                push_number(bytes, declaration.owner.as_deref().map_or(0, str::len) as u32);
            }
            _ => {}
        }
        owner_before = owner.or(owner_before);
        written.clear();
        words::write(name, &mut written);
        push_number(bytes, written.len() as u32);
        bytes.extend_from_slice(&written);
        let span = declaration.span;
        push_number(bytes, distance(span.start, start));
        push_number(bytes, span.len());
        push_number(bytes, distance(declaration.name_span.start, span.start));
        push_number(bytes, distance(declaration.name_span.len(), name.len() as u32));
        push_number(bytes, distance(declaration.signature.start, span.start));
        push_number(bytes, distance(span.len(), declaration.signature.len()));
        if let Some(doc) = declaration.doc {
            push_number(bytes, distance(span.start, doc.end));
            push_number(bytes, doc.len());
        }
        start = span.start;
        places.entry(declaration.name.as_str()).or_insert(at);
    }
    places
}

/// The next `count` declarations.
pub(super) fn decode(bytes: &mut Bytes<'_>, count: usize) -> Read<Vec<Declaration>> {
    let mut declarations: Vec<Declaration> = Vec::with_capacity(count);
    let mut line = 0;
    let mut start = 0;
    let mut owner_before = None;
    for at in 0..count {
        let first = bytes.byte()?;
        let flags = bytes.byte()?;
        line = match first >> 6 {
            3 => nearby(bytes.number()?, line),
            step => line.wrapping_add(u32::from(step)),
        };
        let owner_form = first >> 4 & 3;
        let mut owner_length = 0;
        let owner = match owner_form {
            SAME_OWNER => Some(owner_before.ok_or(Damaged)?),
            DECLARED_OWNER => Some(at.checked_sub(bytes.number()? as usize).ok_or(Damaged)?),
            OWNER_IN_NAME => {
                owner_length = bytes.number()? as usize;
                None
            }
            _ => None,
        };
        owner_before = owner.or(owner_before);
        let length = bytes.number()? as usize;
        let mut name = String::new();
        let mut owner_name = None;
        if let Some(owner) = owner {
            let of = &declarations.get(owner).ok_or(Damaged)?.name;
            name.reserve_exact(of.len() + 1 + length);
            name.push_str(of);
            name.push('.');
            owner_name = Some(of.clone());
        }
        let before = name.len();
        words::read(bytes.take(length)?, &mut name)?;
        let own_length = (name.len() - before) as u32;
        if owner_form == OWNER_IN_NAME {
            owner_name = Some(name.get(..owner_length).ok_or(Damaged)?.to_owned());
        }
        start = nearby(bytes.number()?, start);
        let span = spanning(start, bytes.number()?);
        let name_start = nearby(bytes.number()?, start);
        let name_span = spanning(name_start, nearby(bytes.number()?, own_length));
        let signature_start = nearby(bytes.number()?, start);
        let signature = spanning(signature_start, before_by(span.len(), bytes.number()?));
        let doc = if flags & DOCUMENTED == 0 {
            None
        } else {
            let end = before_by(start, bytes.number()?);
            Some(Span::new(end.saturating_sub(bytes.number()?), end))
        };
        declarations.push(Declaration {
            name,
            owner: owner_name,
            kind: DeclarationKind::ALL
                .get(usize::from(first & 15))
                .copied()
                .ok_or(Damaged)?,
            span,
            name_span,
            line: Line::new(line).ok_or(Damaged)?,
            doc,
            signature,
            exported: flags & EXPORTED != 0,
            default_export: flags & DEFAULT != 0,
            is_static: flags & STATIC != 0,
            without_body: flags & WITHOUT_BODY != 0,
            access: if flags & PRIVATE != 0 {
                Access::Private
            } else if flags & PROTECTED != 0 {
                Access::Protected
            } else {
                Access::Public
            },
        });
    }
    Ok(declarations)
}

enum Owned<'d> {
    No,
    /// By the declaration at this place, with what its name says beside the owner's.
    By(usize, &'d str),
    InName,
}

fn owned<'d>(declaration: &'d Declaration, places: &FxHashMap<&str, usize>) -> Owned<'d> {
    let Some(owner) = declaration.owner.as_deref() else {
        return Owned::No;
    };
    let own = declaration.name.strip_prefix(owner);
    match (own.and_then(|rest| rest.strip_prefix('.')), places.get(owner)) {
        (Some(own), Some(place)) => Owned::By(*place, own),
        _ if own.is_some() => Owned::InName,
        _ => Owned::No,
    }
}

fn flags(declaration: &Declaration) -> u8 {
    let access = match declaration.access {
        Access::Public => 0,
        Access::Protected => PROTECTED,
        Access::Private => PRIVATE,
    };
    let flag = |holds: bool, bit: u8| if holds { bit } else { 0 };
    access
        | flag(declaration.exported, EXPORTED)
        | flag(declaration.default_export, DEFAULT)
        | flag(declaration.is_static, STATIC)
        | flag(declaration.without_body, WITHOUT_BODY)
        | flag(declaration.doc.is_some(), DOCUMENTED)
}

/// How far `value` lies from `other`, small on either side of it.
pub(super) fn distance(value: u32, other: u32) -> u32 {
    folded(i64::from(value) - i64::from(other))
}

/// The value of which [`distance`] from `other` is `distance`.
pub(super) const fn nearby(distance: u32, other: u32) -> u32 {
    other.wrapping_add(unfolded(distance) as u32)
}

/// The other value, of which `value` has the [`distance`] `distance`.
pub(super) const fn before_by(value: u32, distance: u32) -> u32 {
    value.wrapping_sub(unfolded(distance) as u32)
}

/// The span of `length` bytes at `start`, as far as there can be bytes.
pub(super) fn spanning(start: u32, length: u32) -> Span {
    Span::new(start, start.saturating_add(length))
}
