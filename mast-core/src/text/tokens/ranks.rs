//! The vocabulary: from the bytes of a token to its rank. Read where the build script laid it; nothing is built at start.

use super::layout::{self, Slot};

static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/token_bytes"));
static SLOTS: &[[u8; 8]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_slots"))
    .as_chunks()
    .0;
/// One more than the rank of each token of two bytes, which are half of all that merging asks for.
static PAIRS: &[[u8; 3]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_pairs"))
    .as_chunks()
    .0;

/// No token is longer, in bytes.
pub(super) const LONGEST: usize = 128;

/// The rank of the token `bytes`, whose hash is `hash`.
#[inline]
pub(super) fn rank_hashed(bytes: &[u8], hash: u64) -> Option<u32> {
    let mut at = layout::home(hash);
    loop {
        let slot = Slot(u64::from_le_bytes(SLOTS[at]));
        if slot.is_empty() {
            return None;
        }
        if slot.may_hold(hash) && equal(&BYTES[slot.bytes()], bytes) {
            return Some(slot.rank());
        }
        at = layout::next(at);
    }
}

/// The rank of the token of the two bytes `first` and `second`.
#[inline]
pub(super) fn rank_of_pair(first: u8, second: u8) -> Option<u32> {
    let pair = usize::from(u16::from_le_bytes([first, second]));
    let [low, middle, high] = PAIRS[pair];
    match u32::from_le_bytes([low, middle, high, 0]) {
        0 => None,
        above => Some(above - 1),
    }
}

/// The rank of the token `bytes`.
#[inline]
pub(super) fn rank(bytes: &[u8]) -> Option<u32> {
    if bytes.len() > LONGEST {
        return None;
    }
    rank_hashed(bytes, layout::hash(bytes))
}

/// As `==`, without the call to `memcmp` that costs more than it compares.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        false
    } else if a.len() <= 16 {
        layout::words(a) == layout::words(b)
    } else {
        a == b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_found_at_its_rank() {
        let mut longest = 0;
        let mut count = 0;
        for slot in SLOTS.iter().map(|slot| Slot(u64::from_le_bytes(*slot))) {
            if !slot.is_empty() {
                let bytes = &BYTES[slot.bytes()];
                assert_eq!(rank(bytes), Some(slot.rank()));
                longest = longest.max(bytes.len());
                count += 1;
            }
        }
        assert_eq!((count, longest), (100_256, LONGEST));
        assert_eq!(rank(b"\xFF\xFE\xFD"), None);
    }
}
