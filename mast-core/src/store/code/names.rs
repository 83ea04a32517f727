//! The texts of a code.

use crate::facts::names::Names;
use crate::store::bytes::{Bytes, Read, push_number};
use crate::store::words;

/// Appends `names`, whose number the reader will know: of each its length as written, then its bytes.
pub(super) fn encode(names: &Names, bytes: &mut Vec<u8>) {
    let mut written = Vec::new();
    for name in names.iter() {
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
pub(super) fn decode(bytes: &mut Bytes<'_>, count: usize) -> Read<Names> {
    let mut names = Names::with_capacity(count);
    for _ in 0..count {
        let length = bytes.number()? as usize;
        let written = bytes.take(length)?;
        names.push_with(|text| words::read(written, text))?;
    }
    names.shrink();
    Ok(names)
}
