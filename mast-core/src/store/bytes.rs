//! Numbers as bytes: seven bits a byte, lowest first.

/// Bytes that nothing was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// What a reader gives.
pub(super) type Read<T> = Result<T, Damaged>;

/// Appends `value`, in one byte up to 127.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// A number that may be negative as one that is small when it is close to zero.
pub(super) const fn folded(difference: i64) -> u32 {
    ((difference << 1) ^ (difference >> 63)) as u32
}

/// What [`folded`] folded.
pub(super) const fn unfolded(value: u32) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Bytes that are read from the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'b> {
    rest: &'b [u8],
}

impl<'b> Bytes<'b> {
    pub(super) const fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// How many are left.
    pub(super) const fn left(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Read<u8> {
        let (first, rest) = self.rest.split_first().ok_or(Damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Read<u32> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u32::from(first));
        }
        self.long_number(first)
    }

    fn long_number(&mut self, first: u8) -> Read<u32> {
        let mut value = u64::from(first & 0x7F);
        for shift in [7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(value).map_err(|_| Damaged);
            }
        }
        Err(Damaged)
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Read<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    /// A count of things that take at least `least` bytes each, so that a damaged one asks for no more memory than there can be.
    pub(super) fn count(&mut self, least: usize) -> Read<usize> {
        let count = self.number()? as usize;
        if count.saturating_mul(least) <= self.left() {
            Ok(count)
        } else {
            Err(Damaged)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_their_encoding() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, 1 << 28, u32::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            push_number(&mut bytes, number);
        }
        let mut read = Bytes::new(&bytes);
        for number in numbers {
            assert_eq!(read.number(), Ok(number));
        }
        assert_eq!(read.number(), Err(Damaged));
        assert_eq!(Bytes::new(&[0xFF, 0xFF, 0xFF, 0xFF, 0x1F]).number(), Err(Damaged));
        assert_eq!(Bytes::new(&[0x80; 9]).number(), Err(Damaged));
    }

    #[test]
    fn differences_survive_folding() {
        for difference in [0, 1, -1, 63, -64, 1 << 30, -(1 << 30)] {
            assert_eq!(unfolded(folded(difference)), difference);
        }
        assert_eq!((folded(0), folded(-1), folded(1)), (0, 1, 2));
    }

    #[test]
    fn a_count_is_no_larger_than_what_follows() {
        assert_eq!(Bytes::new(&[2, 0, 0, 0]).count(2), Err(Damaged));
        assert_eq!(Bytes::new(&[2, 0, 0, 0, 0]).count(2), Ok(2));
    }
}
