//! Files in the middle of a merge: the markers of git are no code.

/// Where the first conflict starts, in a text that holds a whole one.
pub(super) fn first_marker(text: &str) -> Option<u32> {
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        match marker(line.as_bytes()) {
            Some(b'<') => start = start.or(Some(at as u32)),
            Some(b'>') if start.is_some() => return start,
            _ => {}
        }
        at += line.len();
    }
    None
}

/// Blanks the lines of the markers.
pub(super) fn blank_markers(text: &mut [u8]) {
    for line in text.split_inclusive_mut(|byte| *byte == b'\n') {
        if marker(line).is_some() {
            blank(line);
        }
    }
}

/// Blanks in `masked` what stands behind the first side of each conflict of `text`.
pub(super) fn blank_second_sides(text: &str, masked: &mut [u8]) {
    let mut at = 0;
    let mut is_second = false;
    for line in text.split_inclusive('\n') {
        match marker(line.as_bytes()) {
            Some(b'=' | b'|') => is_second = true,
            Some(_) => is_second = false,
            None if is_second => {
                if let Some(line) = masked.get_mut(at..at + line.len()) {
                    blank(line);
                }
            }
            None => {}
        }
        at += line.len();
    }
}

/// The character of the marker that `line` is: `<`, `|`, `=` or `>`, seven times at its start.
fn marker(line: &[u8]) -> Option<u8> {
    let first = *line.first()?;
    let is_marker = matches!(first, b'<' | b'|' | b'=' | b'>')
        && line
            .get(..7)
            .is_some_and(|start| start.iter().all(|byte| *byte == first))
        && line
            .get(7)
            .is_none_or(|next| matches!(next, b' ' | b'\r' | b'\n'));
    is_marker.then_some(first)
}

fn blank(line: &mut [u8]) {
    for byte in line {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}
