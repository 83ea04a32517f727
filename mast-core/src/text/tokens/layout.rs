//! How the rank table is laid out: shared by the build script, which writes it, and `ranks`, which reads it.

/// Binary logarithm of the number of slots: 262,144 for 100,256 tokens, so that a miss ends after two probes.
pub(super) const SLOT_BITS: u32 = 18;

/// Bits of a slot: the token's rank, its length and start in the token bytes, then bits of its hash.
const RANK_BITS: u32 = 17;
const LENGTH_BITS: u32 = 8;
const START_BITS: u32 = 20;
const TAG_SHIFT: u32 = RANK_BITS + LENGTH_BITS + START_BITS;

/// One slot of the table. A token's length is never 0, so that the word 0 is an empty slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(pub(super) u64);

impl Slot {
    /// The slot of the token `rank`, whose bytes stand at `start`.
    #[allow(dead_code, reason = "only the build script writes slots")]
    pub(super) fn new(hash: u64, rank: u32, start: usize, length: usize) -> Self {
        assert!(rank < 1 << RANK_BITS && length > 0 && length < 1 << LENGTH_BITS && start < 1 << START_BITS);
        let place = u64::from(rank) | (length as u64) << RANK_BITS | (start as u64) << (RANK_BITS + LENGTH_BITS);
        Self(place | hash >> TAG_SHIFT << TAG_SHIFT)
    }

    /// Whether no token lies here.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a token with the hash `hash` may lie here.
    pub(super) const fn may_hold(self, hash: u64) -> bool {
        self.0 >> TAG_SHIFT == hash >> TAG_SHIFT
    }

    /// The token's rank.
    pub(super) const fn rank(self) -> u32 {
        (self.0 & ((1 << RANK_BITS) - 1)) as u32
    }

    /// Where the token's bytes stand.
    pub(super) const fn bytes(self) -> std::ops::Range<usize> {
        let start = (self.0 >> (RANK_BITS + LENGTH_BITS)) as usize & ((1 << START_BITS) - 1);
        let length = (self.0 >> RANK_BITS) as usize & ((1 << LENGTH_BITS) - 1);
        start..start + length
    }
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
