//! Long declarations are cut into overlapping windows of lines, so that each piece is a useful result.

use crate::text::line::{Line, LineRange};

/// How many lines two neighbouring windows share.
const OVERLAP: u32 = 10;

/// The windows of `lines`: the whole when it has at most `threshold` lines, else windows of `threshold`
/// lines, each starting 10 lines before the end of the one before.
pub fn windows(lines: LineRange, threshold: u32) -> Vec<LineRange> {
    let threshold = threshold.max(OVERLAP + 1);
    if lines.count() <= threshold {
        return vec![lines];
    }
    let (mut first, last) = (lines.first().index(), lines.last().index());
    let mut windows = Vec::new();
    loop {
        let end = (first + threshold - 1).min(last);
        windows.push(LineRange::new(Line::from_index(first), Line::from_index(end)));
        if end == last {
            return windows;
        }
        first = end + 1 - OVERLAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: u32, last: u32, threshold: u32) -> Vec<(u32, u32)> {
        let lines = LineRange::new(Line::from_index(first - 1), Line::from_index(last - 1));
        windows(lines, threshold)
            .iter()
            .map(|w| (w.first().get(), w.last().get()))
            .collect()
    }

    #[test]
    fn windows_overlap_by_ten_lines() {
        assert_eq!(check(5, 104, 100), [(5, 104)]);
        assert_eq!(check(1, 101, 100), [(1, 100), (91, 101)]);
        assert_eq!(check(1, 250, 100), [(1, 100), (91, 190), (181, 250)]);
    }
}
