//! Refuses code that is nested deeper than a stack can follow, by one cheap scan of its bytes.

/// How many brackets may be open at once, and how many prefix operators may stand in a row.
const DEEPEST: u32 = 2000;

/// Whether brackets are nested, or prefix operators repeated, beyond what a recursive parser can follow.
///
/// Strings and comments are not told apart from code: their brackets rarely add up to thousands, and
/// a wrong refusal costs only the exact reading of one file.
pub(super) fn is_too_deep(text: &str) -> bool {
    let mut open = 0_u32;
    let mut prefixes = 0_u32;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => {
                open += 1;
                if open > DEEPEST {
                    return true;
                }
                prefixes = 0;
            }
            b')' | b']' | b'}' => {
                open = open.saturating_sub(1);
                prefixes = 0;
            }
            b'!' | b'~' | b'+' | b'-' | b'<' => {
                prefixes += 1;
                if prefixes > DEEPEST {
                    return true;
                }
            }
            b' ' | b'\n' | b'\r' | b'\t' => {}
            _ => prefixes = 0,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_of_open_brackets_are_refused() {
        assert!(is_too_deep(&"[".repeat(5000)));
        assert!(is_too_deep(&"!".repeat(5000)));
        assert!(!is_too_deep(&"[]".repeat(5000)));
    }
}
