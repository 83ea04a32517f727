//! What a change would make of a file, line by line, for a person.

use mast_core::tools::{Page, Style};

/// How many unchanged lines are shown around a changed one.
const AROUND: usize = 2;

/// The lines of `before` that go, with `-`, and those of `after` that come, with `+`, among a few that stay.
///
/// # Cost
///
/// The product of the numbers of lines between the first and the last that differ, which for an entry in a settings file are few.
pub(super) fn between(before: &str, after: &str) -> Page {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut page = Page::default();
    let lines = compared(&old, &new);
    let is_near = |at: usize| {
        let near = at.saturating_sub(AROUND)..=at + AROUND;
        lines
            .iter()
            .enumerate()
            .any(|(other, (sign, _))| *sign != ' ' && near.contains(&other))
    };
    let mut hidden = false;
    for (at, (sign, line)) in lines.iter().enumerate() {
        if !is_near(at) {
            hidden = true;
            continue;
        }
        if std::mem::take(&mut hidden) {
            page.line(Style::Faint, "    …");
        }
        let style = match sign {
            '+' => Style::Good,
            '-' => Style::Warning,
            _ => Style::Faint,
        };
        page.line(style, format!("    {sign} {line}").trim_end());
    }
    page
}

/// Each line with what becomes of it, by a longest common subsequence of the lines that are not the same at both ends.
fn compared<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    let start = old
        .iter()
        .zip(new)
        .take_while(|(one, other)| one == other)
        .count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = end.take_while(|(one, other)| one == other).count();
    let (old_rest, new_rest) = (
        &old_rest[..old_rest.len() - end],
        &new_rest[..new_rest.len() - end],
    );
    // How many lines are common from here on.
    let mut common = vec![vec![0_usize; new_rest.len() + 1]; old_rest.len() + 1];
    for one in (0..old_rest.len()).rev() {
        for other in (0..new_rest.len()).rev() {
            common[one][other] = if old_rest[one] == new_rest[other] {
                common[one + 1][other + 1] + 1
            } else {
                common[one + 1][other].max(common[one][other + 1])
            };
        }
    }
    let mut lines: Vec<(char, &str)> = old[..start].iter().map(|line| (' ', *line)).collect();
    let (mut one, mut other) = (0, 0);
    while one < old_rest.len() || other < new_rest.len() {
        if one < old_rest.len() && other < new_rest.len() && old_rest[one] == new_rest[other] {
            lines.push((' ', old_rest[one]));
            (one, other) = (one + 1, other + 1);
        } else if other == new_rest.len()
            || one < old_rest.len() && common[one + 1][other] >= common[one][other + 1]
        {
            lines.push(('-', old_rest[one]));
            one += 1;
        } else {
            lines.push(('+', new_rest[other]));
            other += 1;
        }
    }
    lines.extend(old[old.len() - end..].iter().map(|line| (' ', *line)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_shown_among_a_few_that_stay() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let after = "a\nb\nc\nD\ne\nf\ng\nh\ni\nj\n";
        assert_eq!(
            between(before, after).plain(),
            "    …\n      b\n      c\n    - d\n    + D\n      e\n      f\n    …\n      h\n      i\n    + j\n"
        );
        assert_eq!(between("", "x\n").plain(), "    + x\n");
    }
}
