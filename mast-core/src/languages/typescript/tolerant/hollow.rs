//! A declaration without its insides: what is left when they are too damaged to be read.
//!
//! The lines that are indented deeper than asked for are blanked, so that a function keeps its head and its
//! braces, a class its members. Comments stay, since a half of one would hide the rest.

/// `text` without the lines that are indented deeper than the outermost ones (`levels` is 0) or than the
/// outermost that are indented at all (`levels` is 1).
pub(super) fn hollow(text: &[u8], levels: u8) -> Vec<u8> {
    let mut hollow = text.to_vec();
    let mut kept = 0;
    if levels > 0 {
        let indents = text
            .split(|byte| *byte == b'\n')
            .filter_map(indent)
            .filter(|indent| *indent > 0);
        kept = indents.min().unwrap_or(0);
    }
    for line in hollow.split_mut(|byte| *byte == b'\n') {
        if indent(line).is_some_and(|indent| indent > kept) {
            for byte in line.iter_mut().filter(|byte| **byte != b'\r') {
                *byte = b' ';
            }
        }
    }
    hollow
}

/// The columns before the first character of `line`; none for a blank line and one of a comment.
fn indent(line: &[u8]) -> Option<usize> {
    let indent = line.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let rest = line.get(indent..).unwrap_or(&[]);
    let is_comment = rest.starts_with(b"*") || rest.starts_with(b"/*") || rest.ends_with(b"*/");
    (!is_comment).then_some(indent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_braces_stay() {
        let text = b"class A {\n  /**\n   * Doc.\n   */\n  run() {\n    broken(;\n  }\n}\n";
        let text = |levels| String::from_utf8(hollow(text, levels)).unwrap();
        assert_eq!(
            text(1),
            "class A {\n  /**\n   * Doc.\n   */\n  run() {\n            \n  }\n}\n"
        );
        assert_eq!(
            text(0),
            "class A {\n  /**\n   * Doc.\n   */\n         \n            \n   \n}\n"
        );
    }
}
