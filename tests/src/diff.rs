//! The difference of two texts, line by line, for people.

use std::fmt::Write as _;

/// Lines that are equal are shown only this close to one that is not.
const CONTEXT: usize = 3;

/// What happens to a line on the way from the one text to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Kept,
    Removed,
    Added,
}

/// The lines of `expected` marked `-` where `actual` lacks them, those that it adds marked `+`, with lines around them.
///
/// # Cost
///
/// The product of both numbers of lines, which for answers is nothing.
pub fn lines(expected: &str, actual: &str) -> String {
    let changes = changes(
        &expected.lines().collect::<Vec<_>>(),
        &actual.lines().collect::<Vec<_>>(),
    );
    let near = |at: usize| {
        let around = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(changes.len());
        changes[around].iter().any(|(change, _)| *change != Change::Kept)
    };
    let mut shown = String::new();
    let mut skipping = false;
    for (at, (change, line)) in changes.iter().enumerate() {
        if !near(at) {
            skipping = true;
            continue;
        }
        if std::mem::take(&mut skipping) {
            shown.push_str("  …\n");
        }
        let mark = match change {
            Change::Kept => ' ',
            Change::Removed => '-',
            Change::Added => '+',
        };
        let _ = writeln!(shown, "{}", format!("{mark} {line}").trim_end());
    }
    if skipping {
        shown.push_str("  …\n");
    }
    shown
}

/// The number of the first line, from 0, in which the texts differ.
pub fn first_difference(expected: &str, actual: &str) -> usize {
    let equal = |(expected, actual): &(&str, &str)| expected == actual;
    expected.lines().zip(actual.lines()).take_while(equal).count()
}

/// A longest common subsequence of lines, by dynamic programming from the end.
fn changes<'a>(expected: &[&'a str], actual: &[&'a str]) -> Vec<(Change, &'a str)> {
    let width = actual.len() + 1;
    let mut common = vec![0_u32; (expected.len() + 1) * width];
    for left in (0..expected.len()).rev() {
        for right in (0..actual.len()).rev() {
            common[left * width + right] = if expected[left] == actual[right] {
                common[(left + 1) * width + right + 1] + 1
            } else {
                common[(left + 1) * width + right].max(common[left * width + right + 1])
            };
        }
    }
    let (mut left, mut right) = (0, 0);
    let mut changes = Vec::new();
    while left < expected.len() || right < actual.len() {
        let at = left * width + right;
        if left < expected.len() && right < actual.len() && expected[left] == actual[right] {
            changes.push((Change::Kept, expected[left]));
            (left, right) = (left + 1, right + 1);
        } else if right == actual.len() || (left < expected.len() && common[at + width] >= common[at + 1]) {
            changes.push((Change::Removed, expected[left]));
            left += 1;
        } else {
            changes.push((Change::Added, actual[right]));
            right += 1;
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_marked() {
        let expected = "1\n2\n3\n4\n5\n6\n7\n8\n";
        assert_eq!(
            lines(expected, "1\n2\n3\n4\nfive\n6\n7\n8\nnine\n"),
            "  …\n  2\n  3\n  4\n- 5\n+ five\n  6\n  7\n  8\n+ nine\n"
        );
        assert_eq!(lines("", "a"), "+ a\n");
        assert_eq!(lines("a\nb", ""), "- a\n- b\n");
        assert_eq!(
            lines(expected, &format!("0\n{expected}")),
            "+ 0\n  1\n  2\n  3\n  …\n"
        );
        assert_eq!(first_difference("a\nb\nc", "a\nx"), 1);
    }
}
