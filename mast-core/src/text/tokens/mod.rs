//! Token counts: exactly those of `cl100k_base`, in which all costs and budgets of mast are stated.
//!
//! The oracle is `tiktoken_rs::cl100k_base().encode_ordinary(text).len()`; there is no text on which the two differ.
//! Costs nothing at start: the vocabulary is a table in the program's read-only data.

mod layout;
mod merge;
mod pieces;
mod ranks;

use std::cell::RefCell;

/// The number of `cl100k_base` tokens of `text`; special tokens are read as plain text.
///
/// # Cost
///
/// About 20 ns a kilobyte of memory-resident source code and core; linear but for pieces without any space
/// or change of class, which cost `n log n`.
///
/// # Examples
///
/// ```
/// assert_eq!(mast_core::text::tokens::count("export function greet(name: string) {}"), 8);
/// ```
pub fn count(text: &str) -> usize {
    CACHE.with_borrow_mut(|cache| pieces::Pieces::new(text).map(|piece| cache.count(piece)).sum())
}

thread_local! {
    static CACHE: RefCell<Cache> = const { RefCell::new(Cache { entries: Vec::new() }) };
}

/// Entries of a cache: 512 KiB a thread.
const ENTRIES: usize = 1 << 14;

/// Longer pieces are rare and are counted anew each time.
const CACHED: usize = 24;

/// The counts of pieces that are no tokens: identifiers that a code base repeats.
struct Cache {
    /// One place for all pieces of one hash; nothing until the first such piece. The piece as
    /// [`three_words`], then its length and its count: whole numbers, so that the memory comes zeroed
    /// from the system and only what is used is ever touched.
    entries: Vec<[u64; 4]>,
}

impl Cache {
    #[inline]
    fn count(&mut self, piece: &[u8]) -> usize {
        if piece.len() > ranks::LONGEST {
            return merge::count(piece);
        }
        let hash = layout::hash(piece);
        if ranks::rank_hashed(piece, hash).is_some() {
            1
        } else if piece.len() > CACHED {
            merge::count(piece)
        } else {
            self.count_cached(piece, hash)
        }
    }

    fn count_cached(&mut self, piece: &[u8], hash: u64) -> usize {
        if self.entries.is_empty() {
            self.entries = vec![[0; 4]; ENTRIES];
        }
        let [low, middle, high] = three_words(piece);
        let length = piece.len() as u64;
        let entry = &mut self.entries[hash as usize % ENTRIES];
        if entry[..3] != [low, middle, high] || entry[3] & 0xff != length {
            *entry = [low, middle, high, length | (merge::count(piece) as u64) << 8];
        }
        (entry[3] >> 8) as usize
    }
}

/// Up to [`CACHED`] bytes as words; two pieces of one length are equal when their words are.
fn three_words(piece: &[u8]) -> [u64; 3] {
    let (low, high) = layout::words(piece);
    let middle = piece.get(8..).and_then(<[u8]>::first_chunk);
    [low, middle.map_or(0, |middle| u64::from_le_bytes(*middle)), high]
}

#[cfg(test)]
mod tests {
    use super::*;
}
