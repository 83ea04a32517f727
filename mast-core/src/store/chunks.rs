//! Chunks as bytes, in source order.

use rustc_hash::FxHashMap;

use crate::facts::{Chunk, ChunkKind, Declaration};
use crate::store::bytes::{Bytes, Damaged, Read, push_number};
use crate::store::declarations::{before_by, distance, nearby, spanning};
use crate::text::line::{Line, LineRange};
use crate::text::span::Span;

const EXPORTED: u8 = 1 << 3;
/// It is a further piece of a long declaration.
const CONTINUES: u8 = 1 << 6;
/// It has a shell, or another doc comment than its declaration.
const MORE: u8 = 1 << 7;

/// Which doc comment a chunk with more to say has.
const NO_DOC: u32 = 0;
/// That of its declaration.
const SAME_DOC: u32 = 1;
const OTHER_DOC: u32 = 2;

/// Where the name of a chunk stands.
const NAMELESS: u8 = 0;
/// In the declaration after the one before it.
const NEXT: u8 = 1;
/// In another declaration, by its distance from that.
const DECLARED: u8 = 2;
/// Here.
const WRITTEN: u8 = 3;

/// What a chunk is expected to be near: its declaration, or what comes before it.
struct Near {
    line: u32,
    span: Span,
    doc: Option<Span>,
}

impl Near {
    fn of(declaration: Option<&Declaration>, line: u32, end: u32) -> Self {
        match declaration {
            Some(shown) => Self {
                line: shown.line.get(),
                span: shown.span,
                doc: shown.doc,
            },
            None => Self {
                line,
                span: Span::new(end, end),
                doc: None,
            },
        }
    }
}

/// Appends `chunks`, whose names are mostly those of `declarations`; `places` has where each name was declared first.
pub(super) fn encode(
    chunks: &[Chunk],
    declarations: &[Declaration],
    places: &FxHashMap<&str, usize>,
    bytes: &mut Vec<u8>,
) {
    let mut line = 1;
    let mut end = 0;
    let mut next = 0;
    for chunk in chunks {
        let name = chunk.name.as_deref();
        let declares = |place: &usize| {
            declarations.get(*place).is_some_and(|declaration| {
                Some(declaration.name.as_str()) == name && declaration.owner == chunk.owner
            })
        };
        let (form, place) = match name {
            None => (NAMELESS, next),
            Some(_) if declares(&next) => (NEXT, next),
            Some(name) => match places.get(name).copied().filter(declares) {
                Some(place) => (DECLARED, place),
                None => (WRITTEN, next),
            },
        };
        let declaration = (form == NEXT || form == DECLARED).then(|| &declarations[place]);
        let near = Near::of(declaration, line, end);
        let more = chunk.doc != near.doc || !chunk.shell.is_empty();
        let flag = |holds: bool, bit: u8| if holds { bit } else { 0 };
        bytes.push(
            chunk.kind as u8
                | flag(chunk.exported, EXPORTED)
                | form << 4
                | flag(chunk.part > 0, CONTINUES)
                | flag(more, MORE),
        );
        if form == DECLARED {
            push_number(bytes, distance(place as u32, next as u32));
        }
        if form == NEXT || form == DECLARED {
            next = place + 1;
        }
        if let (WRITTEN, Some(name)) = (form, name) {
            let owner = chunk.owner.as_deref().filter(|owner| name.starts_with(owner));
            push_number(bytes, owner.map_or(0, str::len) as u32);
            push_number(bytes, name.len() as u32);
            bytes.extend_from_slice(name.as_bytes());
        }
        if chunk.part > 0 {
            push_number(bytes, chunk.part);
        }
        let (first, last) = (chunk.lines.first().get(), chunk.lines.last().get());
        push_number(bytes, distance(first, near.line));
        push_number(bytes, last - first);
        line = last;
        push_number(bytes, distance(chunk.span.start, near.span.start));
        push_number(bytes, distance(chunk.span.len(), near.span.len()));
        end = chunk.span.end;
        if more {
            let doc = match chunk.doc {
                None => NO_DOC,
                same if same == near.doc => SAME_DOC,
                Some(_) => OTHER_DOC,
            };
            push_number(bytes, (chunk.shell.len() as u32) << 2 | doc);
            if let (OTHER_DOC, Some(doc)) = (doc, chunk.doc) {
                push_number(bytes, distance(chunk.span.start, doc.end));
                push_number(bytes, doc.len());
            }
            let mut shown = chunk.span.start;
            for piece in &chunk.shell {
                push_number(bytes, distance(piece.start, shown));
                push_number(bytes, piece.len());
                shown = piece.end;
            }
        }
    }
}

/// The next `count` chunks, of a file that declares `declarations`.
pub(super) fn decode(bytes: &mut Bytes<'_>, count: usize, declarations: &[Declaration]) -> Read<Vec<Chunk>> {
    let mut chunks = Vec::with_capacity(count);
    let mut line = 1;
    let mut end = 0;
    let mut next = 0;
    for _ in 0..count {
        let first = bytes.byte()?;
        let form = first >> 4 & 3;
        let (mut name, mut owner) = (None, None);
        let mut declaration = None;
        if form == NEXT || form == DECLARED {
            if form == DECLARED {
                next = nearby(bytes.number()?, next);
            }
            let shown = declarations.get(next as usize).ok_or(Damaged)?;
            name = Some(shown.name.clone());
            owner.clone_from(&shown.owner);
            declaration = Some(shown);
            next += 1;
        } else if form == WRITTEN {
            let owner_length = bytes.number()? as usize;
            let length = bytes.number()? as usize;
            let text = std::str::from_utf8(bytes.take(length)?).map_err(|_| Damaged)?;
            let of = text.get(..owner_length).ok_or(Damaged)?;
            owner = (!of.is_empty()).then(|| of.to_owned());
            name = Some(text.to_owned());
        }
        let part = if first & CONTINUES == 0 {
            0
        } else {
            bytes.number()?
        };
        let near = Near::of(declaration, line, end);
        let first_line = nearby(bytes.number()?, near.line);
        line = first_line.saturating_add(bytes.number()?);
        let lines = LineRange::new(
            Line::new(first_line).ok_or(Damaged)?,
            Line::new(line).ok_or(Damaged)?,
        );
        let start = nearby(bytes.number()?, near.span.start);
        let span = spanning(start, nearby(bytes.number()?, near.span.len()));
        end = span.end;
        let mut doc = near.doc;
        let mut shell = Vec::new();
        if first & MORE != 0 {
            let more = bytes.number()?;
            if more & 3 == NO_DOC {
                doc = None;
            } else if more & 3 == OTHER_DOC {
                let end = before_by(start, bytes.number()?);
                doc = Some(Span::new(end.saturating_sub(bytes.number()?), end));
            }
            let mut shown = start;
            for _ in 0..more >> 2 {
                let start = nearby(bytes.number()?, shown);
                let piece = spanning(start, bytes.number()?);
                shown = piece.end;
                shell.push(piece);
            }
        }
        chunks.push(Chunk {
            kind: ChunkKind::ALL[usize::from(first & 7)],
            name,
            owner,
            span,
            lines,
            doc,
            shell,
            exported: first & EXPORTED != 0,
            part,
        });
    }
    Ok(chunks)
}
