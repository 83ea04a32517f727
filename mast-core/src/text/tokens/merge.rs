//! Byte-pair merging: how many tokens a piece that is no token itself has.
//!
//! As tiktoken does it: of all neighbouring parts whose concatenation is a token, the pair with the lowest
//! rank is merged, the leftmost of equals first, until no pair is a token.

use super::ranks;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to this many bytes a scan over all pairs is faster than a heap.
const SCANNED: usize = 96;

/// A rank that no token has: the pair is none.
const NONE: u32 = u32::MAX;

/// The number of tokens of `piece`.
pub(super) fn count(piece: &[u8]) -> usize {
    if piece.len() <= SCANNED {
        count_by_scan(piece)
    } else {
        count_by_heap(piece)
    }
}

/// The rank of `bytes[start..end]`, [`NONE`] where that is no token.
#[inline]
fn rank(piece: &[u8], start: usize, end: usize) -> u32 {
    piece.get(start..end).and_then(ranks::rank).unwrap_or(NONE)
}

/// The rank of the two bytes from `at`.
#[inline]
fn rank_of_pair(piece: &[u8], at: usize) -> u32 {
    match piece.get(at..at + 2) {
        Some(&[first, second]) => ranks::rank_of_pair(first, second).unwrap_or(NONE),
        _ => NONE,
    }
}

/// Quadratic in the length, which is small.
fn count_by_scan(piece: &[u8]) -> usize {
    // The part `i` starts at `starts[i]`; `pairs[i]` is the rank of the parts `i` and `i + 1` together.
    let mut starts = [0_u8; SCANNED + 1];
    let mut pairs = [NONE; SCANNED];
    let mut parts = piece.len();
    for (at, start) in starts[..=parts].iter_mut().enumerate() {
        *start = at as u8;
    }
    for (at, pair) in pairs[..parts.saturating_sub(1)].iter_mut().enumerate() {
        *pair = rank_of_pair(piece, at);
    }
    while parts > 1 {
        let mut best = 0;
        for at in 1..parts - 1 {
            if pairs[at] < pairs[best] {
                best = at;
            }
        }
        if pairs[best] == NONE {
            break;
        }
        starts.copy_within(best + 2..=parts, best + 1);
        pairs.copy_within(best + 1..parts, best);
        parts -= 1;
        let pair = |at: usize| rank(piece, usize::from(starts[at]), usize::from(starts[at + 2]));
        pairs[best] = if best + 1 < parts { pair(best) } else { NONE };
        if best > 0 {
            pairs[best - 1] = pair(best - 1);
        }
    }
    parts
}

/// `n log n` in the length, so that a megabyte without a space is no trap.
fn count_by_heap(piece: &[u8]) -> usize {
    // Indexed by the byte a part starts at. A part that was merged into the one before keeps the pair NONE.
    let length = piece.len();
    let mut ends: Vec<u32> = (1..=length as u32).collect();
    let mut previous: Vec<u32> = (0..length as u32).map(|at| at.saturating_sub(1)).collect();
    let mut pairs: Vec<u32> = (0..length).map(|at| rank_of_pair(piece, at)).collect();
    let mut queue: BinaryHeap<Reverse<u64>> = pairs
        .iter()
        .zip(0..)
        .filter(|(pair, _)| **pair != NONE)
        .map(|(pair, at)| queued(*pair, at))
        .collect();
    let mut parts = length;
    while let Some(Reverse(entry)) = queue.pop() {
        let (pair, at) = ((entry >> 32) as u32, entry as u32);
        let left = at as usize;
        if pairs[left] != pair {
            continue; // One of its two parts has grown since.
        }
        let right = ends[left] as usize;
        ends[left] = ends[right];
        pairs[right] = NONE;
        parts -= 1;
        let follower = ends[left] as usize;
        pairs[left] = NONE;
        if follower < length {
            previous[follower] = at;
            pairs[left] = rank(piece, left, ends[follower] as usize);
        }
        if pairs[left] != NONE {
            queue.push(queued(pairs[left], at));
        }
        if left > 0 {
            let before = previous[left] as usize;
            pairs[before] = rank(piece, before, follower);
            if pairs[before] != NONE {
                queue.push(queued(pairs[before], previous[left]));
            }
        }
    }
    parts
}

/// The lowest rank comes first, then the leftmost. One number, for it is compared some twenty times.
fn queued(pair: u32, at: u32) -> Reverse<u64> {
    Reverse(u64::from(pair) << 32 | u64::from(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scan_and_heap_agree() {
        let mut state = 1_u32;
        for length in 1..=SCANNED {
            let piece: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    b"etaoinshrd"[state as usize >> 16 & 7]
                })
                .collect();
            assert_eq!(count_by_scan(&piece), count_by_heap(&piece), "{piece:?}");
        }
    }
}
