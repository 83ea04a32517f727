//! Answers without what differs from run to run, times of day and durations, or with every change of weights: scores.

/// `text` with `<time>` for each RFC 3339 time, `<n>` for each number of milliseconds and each score, and `<age>` for how long ago
/// something was indexed.
pub fn settle(text: &str) -> String {
    const INDEXED: &str = "last indexed ";
    let mut parts = text.split(INDEXED);
    let mut settled = settle_numbers(parts.next().unwrap_or_default());
    for part in parts {
        settled.push_str(INDEXED);
        // An age is a few words of one line.
        let age = part
            .find(" ago")
            .filter(|end| !part[..*end].contains(['.', '\n']));
        if age.is_some() {
            settled.push_str("<age>");
        }
        settled.push_str(&settle_numbers(&part[age.unwrap_or_default()..]));
    }
    settled
}

fn settle_numbers(text: &str) -> String {
    let mut settled = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            let next = rest
                .find(|letter: char| letter.is_ascii_digit())
                .unwrap_or(rest.len());
            settled.push_str(&rest[..next]);
            rest = &rest[next..];
            continue;
        }
        let time = time_length(rest);
        if time > 0 {
            settled.push_str("<time>");
            rest = &rest[time..];
            continue;
        }
        let (number, after) = rest.split_at(digits);
        let of = settled.trim_end_matches([' ', '-']);
        if of.ends_with("_ms\":") || of.ends_with("match_score\":") {
            settled.push_str("<n>");
            rest = after.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        } else if after.starts_with("ms") && !after[2..].starts_with(char::is_alphanumeric) {
            settled.push_str("<n>");
            rest = after;
        } else {
            settled.push_str(number);
            rest = after;
        }
    }
    settled
}

/// How long a time such as `2026-11-30T01:37:47.123Z` at the start of `text` is; 0 without one.
fn time_length(text: &str) -> usize {
    let shape = "dddd-dd-ddTdd:dd:dd";
    let fits = text.len() > shape.len()
        && text
            .bytes()
            .zip(shape.bytes())
            .all(|(byte, wanted)| match wanted {
                b'd' => byte.is_ascii_digit(),
                other => byte == other,
            });
    if !fits {
        return 0;
    }
    let fraction = text[shape.len()..]
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || *byte == b'.')
        .count();
    shape.len() + fraction + usize::from(text[shape.len() + fraction..].starts_with('Z'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_taken_out() {
        assert_eq!(
            settle(
                "2 files in 31ms, at 2026-11-30T01:37:47.123Z; {\"duration_ms\": 1.25, \"match_score\":-7.5, \"rows\": 3} 10msec a1"
            ),
            "2 files in <n>ms, at <time>; {\"duration_ms\": <n>, \"match_score\":-<n>, \"rows\": 3} 10msec a1"
        );
        assert_eq!(
            settle("2 files, last indexed 3 minutes ago. last indexed: never"),
            "2 files, last indexed <age> ago. last indexed: never"
        );
    }
}
