//! Spans as bytes: small numbers in few bytes.
//!
//! Spans of one row lie close together, so each is written as its distance from the first one's start; a distance may
//! point back (a doc comment stands before its declaration), so its sign is in the lowest bit.

use crate::text::span::Span;

/// `first`, then every other by its distance from `first`; an absent one takes a byte.
pub(super) fn encode(first: Span, others: &[Option<Span>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(6 + others.len() * 3);
    push(&mut bytes, first.start);
    push(&mut bytes, first.len());
    for other in others {
        match other {
            None => push(&mut bytes, 0),
            Some(span) => {
                // 0 says absent, so a length is written as one more.
                push(&mut bytes, span.len() + 1);
                push(&mut bytes, signed(i64::from(span.start) - i64::from(first.start)));
            }
        }
    }
    bytes
}

/// What [`encode`] wrote; spans that the bytes do not reach are absent.
pub(super) fn decode(bytes: &[u8]) -> (Span, Vec<Option<Span>>) {
    let mut values = varints(bytes);
    let start = values.next().unwrap_or_default();
    let first = Span::new(start, start.wrapping_add(values.next().unwrap_or_default()));
    let mut others = Vec::new();
    while let Some(length) = values.next() {
        others.push(length.checked_sub(1).map(|length| {
            let start = (i64::from(first.start) + unsigned(values.next().unwrap_or_default())) as u32;
            Span::new(start, start.wrapping_add(length))
        }));
    }
    (first, others)
}

const fn signed(distance: i64) -> u32 {
    (if distance < 0 {
        (-distance as u64) << 1 | 1
    } else {
        (distance as u64) << 1
    }) as u32
}

const fn unsigned(value: u32) -> i64 {
    let distance = (value >> 1) as i64;
    if value & 1 == 1 { -distance } else { distance }
}

/// Appends `value`, seven bits a byte, lowest first.
fn push(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn varints(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let mut rest = bytes.iter();
    std::iter::from_fn(move || {
        let mut value = 0u32;
        let mut shift = 0;
        loop {
            let byte = *rest.next()?;
            value |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Some(value);
            }
            shift += 7;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_survive_their_encoding() {
        let first = Span::new(70_000, 70_900);
        let others = [
            Some(Span::new(69_900, 69_990)),
            None,
            Some(Span::new(70_000, 70_000)),
            Some(Span::new(70_100, 2_000_000)),
        ];
        assert_eq!(decode(&encode(first, &others)), (first, others.to_vec()));
    }
}
