//! Random numbers that can be had again: the seed of a run is printed, and `MAST_SEED` sets it.

use std::ops::Range;

/// Marsaglia's xorshift64*. Good enough to shuffle edits, small enough to read.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Self {
        // Spreads small seeds, and never gives the state 0, which would stay 0.
        let state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Self { state }
    }

    /// The sequence of `MAST_SEED`, else of a new seed; prints it, which a failing test then shows.
    #[allow(
        clippy::disallowed_methods,
        reason = "tests read the environment and the clock"
    )]
    #[allow(clippy::disallowed_macros, reason = "a failing test shows what it printed")]
    pub fn announced() -> Self {
        let given = std::env::var("MAST_SEED").ok().and_then(|text| text.parse().ok());
        let seed = given.unwrap_or_else(|| {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            since.map_or(0, |time| time.as_nanos() as u64 % 1_000_000_000)
        });
        println!("seed: MAST_SEED={seed}");
        Self::new(seed)
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number in `range`.
    ///
    /// # Panics
    ///
    /// When `range` is empty.
    pub fn within(&mut self, range: Range<usize>) -> usize {
        assert!(!range.is_empty(), "a number from an empty range");
        range.start + (self.next_word() >> 16) as usize % range.len()
    }

    /// Whether an event that happens `times` in a hundred happens.
    pub fn percent(&mut self, times: usize) -> bool {
        self.within(0..100) < times
    }

    /// One of `items`.
    ///
    /// # Panics
    ///
    /// When there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.within(0..items.len())]
    }

    /// Puts `items` in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.within(0..last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_covers_its_range() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..200).map(|_| random.within(3..13)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        for number in 3..13 {
            assert!(draw(0).contains(&number), "{number}");
        }
        let mut items: Vec<u8> = (0..20).collect();
        Random::new(5).shuffle(&mut items);
        let mut sorted = items.clone();
        sorted.sort_unstable();
        assert_ne!(items, sorted);
        assert_eq!(sorted, (0..20).collect::<Vec<u8>>());
    }
}
