//! How the rank table is laid out: shared by the build script, which writes it, and `ranks`, which reads it.

/// Binary logarithm of the number of slots: 262,144 for 100,256 tokens, so that a miss ends after two probes.
pub(super) const SLOT_BITS: u32 = 18;

/// Bits of a slot that hold one more than the token's rank; the others are the highest bits of its hash.
const RANK_BITS: u32 = 17;

/// One slot of the table; the word 0 is an empty slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(pub(super) u32);

impl Slot {
    /// The slot of the token `rank`.
    #[allow(dead_code, reason = "only the build script writes slots")]
    pub(super) fn new(hash: u64, rank: u32) -> Self {
        assert!(rank + 1 < 1 << RANK_BITS, "a rank fits its bits");
        Self(tag(hash) | (rank + 1))
    }

    /// Whether no token lies here.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a token with the hash `hash` may lie here.
    pub(super) const fn may_hold(self, hash: u64) -> bool {
        self.0 >> RANK_BITS == tag(hash) >> RANK_BITS
    }

    /// The rank of the token, of a slot that is not empty.
    pub(super) const fn rank(self) -> u32 {
        (self.0 & ((1 << RANK_BITS) - 1)) - 1
    }
}

const fn tag(hash: u64) -> u32 {
    ((hash >> 32) as u32) >> RANK_BITS << RANK_BITS
}

/// The slot at which the search for a token with the hash `hash` starts.
pub(super) const fn home(hash: u64) -> usize {
    hash as usize & ((1 << SLOT_BITS) - 1)
}

/// The slot after `slot`.
pub(super) const fn next(slot: usize) -> usize {
    (slot + 1) & ((1 << SLOT_BITS) - 1)
}

/// A hash of `bytes`: words multiplied and folded, as in wyhash (<https://github.com/wangyi-fudan/wyhash>).
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
    const SECOND: u64 = 0xa076_1d64_78bd_642f;
    let mut seed = FIRST;
    let mut rest = bytes;
    while rest.len() > 16
        && let Some((word, after)) = rest.split_first_chunk()
    {
        seed = fold(seed ^ u64::from_le_bytes(*word), SECOND);
        rest = after;
    }
    let (low, high) = words(rest);
    fold(seed ^ low, SECOND ^ high ^ bytes.len() as u64)
}

/// The first and the last eight bytes; for a shorter slice all its bytes. Up to 16 bytes, two slices of one
/// length are equal when their words are.
#[inline]
pub(super) fn words(bytes: &[u8]) -> (u64, u64) {
    if let (Some(low), Some(high)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return (u64::from_le_bytes(*low), u64::from_le_bytes(*high));
    }
    if let (Some(low), Some(high)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (low, high) = (u32::from_le_bytes(*low), u32::from_le_bytes(*high));
        return (u64::from(low), u64::from(high));
    }
    match *bytes {
        [] => (0, 0),
        [a] => (u64::from(a), 0),
        [a, b] => (u64::from(a), u64::from(b)),
        [a, b, c, ..] => (u64::from(a) | u64::from(c) << 8, u64::from(b)),
    }
}

#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
