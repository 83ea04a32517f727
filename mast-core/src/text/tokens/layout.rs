//! How the rank table is laid out: shared by the build script, which writes it, and `ranks`, which reads it.

/// A slot for each of 100,256 tokens, and one in twenty to spare.
pub(super) const SLOTS: usize = 105_600;

/// Binary logarithm of the number of buckets: three tokens in each, on average.
const BUCKET_BITS: u32 = 15;

/// Displacements, one a bucket.
#[allow(dead_code, reason = "only the build script makes buckets")]
pub(super) const BUCKETS: usize = 1 << BUCKET_BITS;

/// Binary logarithm of the number of tokens in a block: the place of a token is that of its block and the lengths before it.
pub(super) const BLOCK_BITS: u32 = 3;

/// Bits of a slot that hold one more than the token's rank; the others are the tag of its hash.
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

/// The lowest bits of the hash, which say least about the slot.
const fn tag(hash: u64) -> u32 {
    (hash as u32) << RANK_BITS
}

/// The bucket of a token with the hash `hash`.
pub(super) const fn bucket(hash: u64) -> usize {
    (hash >> (u64::BITS - BUCKET_BITS)) as usize
}

/// The one slot in which a token with the hash `hash` can lie, when its bucket has the displacement `displacement`.
///
/// Hash and displace, from Belazzougui, Botelho, Dietzfelbinger: Hash, Displace, and Compress (ESA 2009): each bucket gets the
/// first displacement that leads all its tokens to free slots, so that a look-up reads one slot, whether the token is there or not.
pub(super) const fn slot(hash: u64, displacement: u16) -> usize {
    let step = (hash >> 32) as u32 | 1;
    let mixed = (hash as u32).wrapping_add(step.wrapping_mul(displacement as u32));
    ((mixed as u64 * SLOTS as u64) >> 32) as usize
}

/// The sum of the first `count` of eight lengths, the first in the lowest byte; `count` is less than eight.
pub(super) const fn sum_of_first(lengths: u64, count: u32) -> usize {
    const EVERY_SECOND: u64 = 0x00ff_00ff_00ff_00ff;
    let kept = lengths & ((1 << (8 * count)) - 1);
    let pairs = (kept & EVERY_SECOND) + ((kept >> 8) & EVERY_SECOND);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
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
    // No two tokens may have one hash, and runs of tabs or dashes differ in little but their length.
    fold(
        seed ^ low,
        SECOND ^ high ^ (bytes.len() as u64).wrapping_mul(FIRST),
    )
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
