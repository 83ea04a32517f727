//! What is stored of a file, compressed.
//!
//! One file's blob by itself, so that rows stand alone; `zstd` at its own level. Small blobs, which gain nothing, are stored as they are.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};

use crate::store::bytes::{Bytes, Damaged, Read, push_number};

/// Blobs are small: this level takes a fiftieth of a cold index more than level 6, for half a byte in a hundred of the index.
const LEVEL: i32 = 9;

/// What every frame begins with; it is not stored.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Longer blobs are stored as they are: a length that is damaged asks for no more memory than this.
const LONGEST: usize = 64 << 20;

thread_local! {
    // A context is a megabyte of tables, made once a thread.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// `bytes` as they are stored: twice their length, one more when they are compressed, then they themselves.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let compressed = COMPRESSOR.with_borrow_mut(|kept| compressed(kept, bytes).ok());
    let mut packed = Vec::with_capacity(compressed.as_ref().map_or(bytes.len(), Vec::len) + 5);
    match compressed.as_deref().and_then(|frame| frame.strip_prefix(&MAGIC)) {
        Some(frame) if frame.len() < bytes.len() && bytes.len() <= LONGEST => {
            push_number(&mut packed, (bytes.len() as u32) << 1 | 1);
            packed.extend_from_slice(frame);
        }
        _ => {
            push_number(&mut packed, 0);
            packed.extend_from_slice(bytes);
        }
    }
    packed
}

fn compressed(kept: &mut Option<Compressor<'static>>, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    if let Some(compressor) = kept {
        return compressor.compress(bytes);
    }
    let mut compressor = Compressor::new(LEVEL)?;
    compressor.include_contentsize(false)?;
    compressor.include_checksum(false)?;
    kept.insert(compressor).compress(bytes)
}

/// What [`pack`] packed.
pub(super) fn unpack(packed: &[u8]) -> Read<Vec<u8>> {
    let mut bytes = Bytes::new(packed);
    let length = bytes.number()? as usize >> 1;
    let rest = bytes.take(bytes.left())?;
    if packed.first().is_some_and(|first| first & 1 == 0) {
        return Ok(rest.to_vec());
    }
    if length > LONGEST {
        return Err(Damaged);
    }
    let frame = [&MAGIC, rest].concat();
    DECOMPRESSOR.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(Decompressor::new().map_err(|_| Damaged)?),
        };
        let bytes = decompressor.decompress(&frame, length).map_err(|_| Damaged)?;
        if bytes.len() == length {
            Ok(bytes)
        } else {
            Err(Damaged)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_being_packed() {
        let long = b"a piece of text, ".repeat(10_000);
        for bytes in [&b""[..], b"x", b"short and plain", &long] {
            assert_eq!(unpack(&pack(bytes)), Ok(bytes.to_vec()));
        }
        assert!(pack(&long).len() < 200);
    }

    #[test]
    fn damaged_bytes_are_refused_or_other_bytes() {
        let packed = pack(&b"a piece of text, ".repeat(100));
        for at in 0..packed.len() {
            drop(unpack(&packed[..at]));
            for flip in [0x01, 0x10, 0x80, 0xFF] {
                let mut damaged = packed.clone();
                damaged[at] ^= flip;
                drop(unpack(&damaged));
            }
        }
        assert_eq!(unpack(&[]), Err(Damaged));
        assert_eq!(unpack(&[1]), Err(Damaged));
    }
}
