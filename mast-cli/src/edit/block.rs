//! A marked block in a text that people write: between its markers it is ours, outside it is theirs.

/// The beginning of the line above the block.
const BEGIN: &str = "<!-- BEGIN mast skill";
/// The beginning of the line below it.
const END: &str = "<!-- END mast skill";

/// The whole line above it.
const BEGIN_LINE: &str = "<!-- BEGIN mast skill: written by mast, edit outside of it -->";
/// The whole line below it.
const END_LINE: &str = "<!-- END mast skill -->";

/// Where a block stands: from the start of its first line to the end of its last, without the line end.
type Place = std::ops::Range<usize>;

/// Whether `text` has a block, or a part of one.
pub(crate) fn is_in(text: &str) -> bool {
    text.lines()
        .any(|line| is_marker(line, BEGIN) || is_marker(line, END))
}

/// `text` with `inside` as its block: in place of the one that is there, else behind everything else after an empty line.
///
/// # Errors
///
/// When the markers of the text do not make one block.
pub(crate) fn put(text: &str, inside: &str) -> Result<String, String> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines: Vec<&str> = [BEGIN_LINE]
        .into_iter()
        .chain(inside.trim_end().lines())
        .chain([END_LINE])
        .collect();
    let block = lines.join(newline);
    if let Some(place) = find(text)? {
        return Ok([&text[..place.start], &block, &text[place.end..]].concat());
    }
    // Whether the text ended with a line end can be told from the block afterwards.
    Ok(if text.is_empty() {
        block + newline
    } else if text.ends_with('\n') {
        [text, newline, &block, newline].concat()
    } else {
        [text, newline, newline, &block].concat()
    })
}

/// `text` without its block, and without what was put around it; none when it has none.
///
/// # Errors
///
/// As [`put`].
pub(crate) fn take_out(text: &str) -> Result<Option<String>, String> {
    let Some(place) = find(text)? else { return Ok(None) };
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let after = without_newline(after).unwrap_or(after);
    let ends_with_line = text.len() > place.end;
    let shorter = |text: &'static str| before.strip_suffix(text);
    let before = if ends_with_line {
        shorter("\r\n\r\n")
            .map(|_| &before[..before.len() - 2])
            .or_else(|| shorter("\n\n").map(|_| &before[..before.len() - 1]))
    } else {
        shorter("\r\n\r\n").or_else(|| shorter("\n\n"))
    }
    .unwrap_or(before);
    Ok(Some([before, after].concat()))
}

fn without_newline(text: &str) -> Option<&str> {
    text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n'))
}

fn find(text: &str) -> Result<Option<Place>, String> {
    let mut begins = Vec::new();
    let mut ends = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = start + line.trim_end_matches(['\r', '\n']).len();
        if is_marker(line, BEGIN) {
            begins.push((number + 1, start));
        } else if is_marker(line, END) {
            ends.push((number + 1, end));
        }
        start += line.len();
    }
    match (begins.as_slice(), ends.as_slice()) {
        ([], []) => Ok(None),
        ([(_, start)], [(_, end)]) if start < end => Ok(Some(*start..*end)),
        ([(line, _)], []) => Err(format!("the mast block that begins in line {line} has no end")),
        ([], [(line, _)]) => Err(format!(
            "the mast block that ends in line {line} has no beginning"
        )),
        ([(_, _), (line, _), ..], _) => Err(format!("a second mast block begins in line {line}")),
        (_, [.., (line, _)]) => Err(format!("a mast block ends in line {line} where none is open")),
    }
}

fn is_marker(line: &str, marker: &str) -> bool {
    line.trim_start().starts_with(marker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_is_put_in_and_taken_out_leaves_the_text_as_it_was() {
        for text in [
            "",
            "one line",
            "a\n",
            "a\n\n",
            "a\n\n\n",
            "\n",
            "a\r\nb\r\n",
            "a\r\n\r\n",
            "a\r\nb",
        ] {
            let with = put(text, "words\nmore\n").unwrap();
            assert_eq!(put(&with, "words\nmore").unwrap(), with, "{text:?}");
            assert_eq!(take_out(&with).unwrap().as_deref(), Some(text), "{with:?}");
            assert_eq!(
                with.contains("words\r\nmore\r\n"),
                text.contains('\r'),
                "{with:?}"
            );
        }
    }

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let before = put("# Mine\n", "old").unwrap() + "\nMore of mine.\n";
        let after = put(&before, "new").unwrap();
        assert_eq!(after, before.replace("\nold\n", "\nnew\n"));
        assert_eq!(take_out(&after).unwrap().unwrap(), "# Mine\n\nMore of mine.\n");
        assert_eq!(take_out("# Mine\n").unwrap(), None);
    }

    #[test]
    fn markers_that_make_no_block_are_refused() {
        let refused = |text: &str| put(text, "x").unwrap_err();
        assert_eq!(
            refused("a\n<!-- BEGIN mast skill -->\nb\n"),
            "the mast block that begins in line 2 has no end"
        );
        assert_eq!(
            refused("<!-- END mast skill -->\n"),
            "the mast block that ends in line 1 has no beginning"
        );
        let twice = put("", "a").unwrap().repeat(2);
        assert_eq!(refused(&twice), "a second mast block begins in line 4");
        assert_eq!(
            refused("<!-- END mast skill -->\n<!-- BEGIN mast skill -->\n"),
            "a mast block ends in line 1 where none is open"
        );
        assert!(is_in(&twice) && !is_in("BEGIN mast skill"));
    }
}
