//! The vocabulary: from the bytes of a token to its rank. Read where the build script laid it; nothing is built at start.

use super::layout::{self, Slot};

static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/token_bytes"));
/// The length of each token, a block in a row.
static LENGTHS: &[[u8; 1 << layout::BLOCK_BITS]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_lengths"))
    .as_chunks()
    .0;
/// Where the bytes of each block start; frequent tokens have low ranks, so that what is used often lies together.
static BLOCKS: &[[u8; 4]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_blocks"))
    .as_chunks()
    .0;
static SLOTS: &[[u8; 4]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_slots"))
    .as_chunks()
    .0;
static DISPLACEMENTS: &[[u8; 2]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_displacements"))
    .as_chunks()
    .0;
/// Which two bytes are a token, a bit each, and how many are before each 64 of them: half of all that merging asks for.
static PAIRS: &[[u8; 8]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_pairs"))
    .as_chunks()
    .0;
static PAIRS_BEFORE: &[[u8; 2]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_pairs_before"))
    .as_chunks()
    .0;
static PAIR_RANKS: &[[u8; 3]] = include_bytes!(concat!(env!("OUT_DIR"), "/token_pair_ranks"))
    .as_chunks()
    .0;

/// No token is longer, in bytes.
pub(super) const LONGEST: usize = 128;

/// The rank of the token `bytes`, whose hash is `hash`.
#[inline]
pub(super) fn rank_hashed(bytes: &[u8], hash: u64) -> Option<u32> {
    let displacement = u16::from_le_bytes(DISPLACEMENTS[layout::bucket(hash)]);
    let slot = Slot(u32::from_le_bytes(SLOTS[layout::slot(hash, displacement)]));
    let found = !slot.is_empty() && slot.may_hold(hash) && equal(token(slot.rank()), bytes);
    found.then(|| slot.rank())
}

/// The rank of the token of the two bytes `first` and `second`.
#[inline]
pub(super) fn rank_of_pair(first: u8, second: u8) -> Option<u32> {
    let pair = usize::from(u16::from_le_bytes([first, second]));
    let bits = u64::from_le_bytes(PAIRS[pair >> 6]);
    let bit = 1 << (pair & 63);
    if bits & bit == 0 {
        return None;
    }
    let before = usize::from(u16::from_le_bytes(PAIRS_BEFORE[pair >> 6]));
    let [low, middle, high] = PAIR_RANKS[before + (bits & (bit - 1)).count_ones() as usize];
    Some(u32::from_le_bytes([low, middle, high, 0]))
}

/// The rank of the token `bytes`.
#[inline]
pub(super) fn rank(bytes: &[u8]) -> Option<u32> {
    if bytes.len() > LONGEST {
        return None;
    }
    rank_hashed(bytes, layout::hash(bytes))
}

/// The bytes of the token `rank`.
#[inline]
fn token(rank: u32) -> &'static [u8] {
    let block = (rank >> layout::BLOCK_BITS) as usize;
    let place = rank % (1 << layout::BLOCK_BITS);
    let lengths = LENGTHS[block];
    let before = layout::sum_of_first(u64::from_le_bytes(lengths), place);
    let start = u32::from_le_bytes(BLOCKS[block]) as usize + before;
    &BYTES[start..start + usize::from(lengths[place as usize])]
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
        for number in 0..100_256 {
            let bytes = token(number);
            assert_eq!(rank(bytes), Some(number));
            if let [first, second] = *bytes {
                assert_eq!(rank_of_pair(first, second), Some(number));
            }
            longest = longest.max(bytes.len());
        }
        assert_eq!(longest, LONGEST);
        assert_eq!(rank(b"\xFF\xFE\xFD"), None);
    }
}
