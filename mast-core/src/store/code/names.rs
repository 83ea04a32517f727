//! The texts of a code.

use super::bytes::{Bytes, Damaged, Read, push_number};

/// Appends `names`, whose number the reader will know: their lengths, then their bytes.
pub(super) fn encode(names: &[String], bytes: &mut Vec<u8>) {
    for name in names {
        push_number(bytes, name.len() as u32);
    }
    for name in names {
        bytes.extend_from_slice(name.as_bytes());
    }
}

/// The next `count` names.
pub(super) fn decode(bytes: &mut Bytes<'_>, count: usize) -> Read<Vec<String>> {
    let mut lengths = *bytes;
    let mut total = 0usize;
    for _ in 0..count {
        total = total.saturating_add(bytes.number()? as usize);
    }
    // Checked as a whole, which is faster than one by one.
    let mut text = std::str::from_utf8(bytes.take(total)?).map_err(|_| Damaged)?;
    let mut names = Vec::with_capacity(count);
    for _ in 0..count {
        let (name, rest) = text.split_at_checked(lengths.number()? as usize).ok_or(Damaged)?;
        names.push(name.to_owned());
        text = rest;
    }
    Ok(names)
}
