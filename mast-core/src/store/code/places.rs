//! Places in a list as numbers.
//!
//! A place is written by its distance from the place that is expected: what a parser meets it numbers in order, so most places are
//! new ones or were new a moment ago.

/// Writes the places of one list as numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    /// The place after the last one that was met.
    pub(super) expected: u32,
}

impl Places {
    /// The number for `place`: how far it lies before the expected one, itself when it lies behind it.
    #[inline]
    pub(super) const fn number(&mut self, place: u32) -> u32 {
        let expected = self.expected;
        if place > expected {
            self.expected = place.saturating_add(1);
            place
        } else {
            if place == expected {
                self.expected = place.saturating_add(1);
            }
            expected - place
        }
    }

    /// The place that `number` stands for.
    #[inline]
    pub(super) const fn place(&mut self, number: u32) -> u32 {
        let expected = self.expected;
        let place = if number > expected {
            number
        } else {
            expected - number
        };
        if place >= expected {
            self.expected = place.saturating_add(1);
        }
        place
    }
}

/// What is expected next of each list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    pub(super) names: Places,
    pub(super) imported: Places,
    pub(super) symbols: Places,
    pub(super) signatures: Places,
    pub(super) shapes: Places,
    pub(super) types: Places,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_a_number_of_its_own() {
        let (mut writing, mut reading) = (Places::default(), Places::default());
        for place in [0, 1, 1, 5, 0, 6, 3, 9, 2, 10, u32::MAX, 0] {
            let number = writing.number(place);
            assert_eq!(reading.place(number), place);
        }
    }
}
