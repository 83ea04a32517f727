//! The texts of a code.

use crate::store::bytes::{Bytes, Read, push_number};
use crate::store::words;

/// Appends `names`, whose number the reader will know: of each its length as written, then its bytes.
pub(super) fn encode(names: &[String], bytes: &mut Vec<u8>) {
    let mut written = Vec::new();
    for name in names {
        written.clear();
        words::write(name, &mut written);
        push_number(bytes, written.len() as u32);
        bytes.extend_from_slice(&written);
    }
}

/// A name as [`encode`] writes it, after its length.
pub(super) fn written(name: &str) -> Vec<u8> {
    let mut written = Vec::new();
    words::write(name, &mut written);
    written
}

/// Whether one of the next `count` names was written as `written`.
pub(super) fn have(bytes: &mut Bytes<'_>, count: usize, written: &[u8]) -> Read<bool> {
    for _ in 0..count {
        let length = bytes.number()? as usize;
        if bytes.take(length)? == written {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The next `count` names.
pub(super) fn decode(bytes: &mut Bytes<'_>, count: usize) -> Read<Vec<String>> {
    let mut names = Vec::with_capacity(count);
    let mut text = String::new();
    for _ in 0..count {
        let length = bytes.number()? as usize;
        text.clear();
        words::read(bytes.take(length)?, &mut text)?;
        // As long as it is, and no longer.
        names.push(text.as_str().to_owned());
    }
    Ok(names)
}
