//! Valid syntax that the grammars do not know is replaced, byte for byte, by syntax that they do.
//!
//! The grammars (tree-sitter-typescript 0.23, tree-sitter-javascript 0.25) trip over constructs of current
//! TypeScript, and an error can swallow what stands around it. A replacement keeps every offset, and names
//! and spans are read from the original text, so that only the shape of the tree depends on it: a word that
//! changes nothing in the outline becomes spaces or another word of its length. Replacing inside a string or
//! a comment is harmless for the same reason. Cost: one pass over the bytes.

use super::parse::Grammar;

/// The bytes of `text` with what `grammar` does not know replaced.
pub(super) fn mask(text: &str, grammar: Grammar) -> Vec<u8> {
    let mut masked = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(byte) = masked.get(at).copied() {
        if is_word(byte) {
            let end = word_end(&masked, at);
            mask_word(&mut masked, at, end, grammar);
            at = end;
        } else {
            if byte == b'&' && grammar == Grammar::JavaScript {
                mask_ampersand(&mut masked, at);
            }
            if byte == b'\r' && masked.get(at + 1) != Some(&b'\n') {
                // The grammars insert no semicolon at a carriage return that stands alone.
                replace(&mut masked, at, b"\n");
            }
            at += 1;
        }
    }
    masked
}

/// Puts a semicolon for the line end before each line of a type literal that starts a call signature:
/// the grammar reads `{ (a: A): Set<A>⏎ <B>(b: B): C }` as one signature with type arguments. In plain code such
/// a line continues an expression, so this is for text that has errors without it.
pub(super) fn mask_signatures(text: &[u8]) -> Vec<u8> {
    let mut masked = text.to_vec();
    for line_end in 0..masked.len() {
        if masked.get(line_end) != Some(&b'\n') {
            continue;
        }
        let starts = next_significant(&masked, line_end + 1)
            .and_then(|at| masked.get(at))
            .is_some_and(|byte| matches!(byte, b'<' | b'('));
        let ends = previous_significant(&masked, line_end)
            .and_then(|at| masked.get(at))
            .is_some_and(|byte| is_word(*byte) || matches!(byte, b'>' | b']' | b')' | b'}' | b'"' | b'\''));
        if starts
            && ends
            && let Some(byte) = masked.get_mut(line_end)
        {
            *byte = b';';
        }
    }
    masked
}

/// One replacement.
enum Edit {
    /// These bytes become spaces.
    Blank(usize, usize),
    /// The bytes from the offset on become these.
    Write(usize, &'static [u8]),
}

/// Applies what `edits` has to say about the word `start..end`.
fn mask_word(text: &mut [u8], start: usize, end: usize, grammar: Grammar) {
    for edit in edits(text, start, end, grammar) {
        match edit {
            Edit::Blank(start, end) => blank(text, start, end),
            Edit::Write(at, bytes) => replace(text, at, bytes),
        }
    }
}

/// The replacements for the word `start..end`, where it stands in a construct that the grammar does not know.
fn edits(text: &[u8], start: usize, end: usize, grammar: Grammar) -> Vec<Edit> {
    let word = text.get(start..end).unwrap_or(&[]);
    if !KEYWORDS.contains(&word) && !word.starts_with(b"in") {
        return Vec::new();
    }
    let next = next_significant(text, end).unwrap_or(text.len());
    let next_word = word_at(text, next);
    let next_byte = text.get(next).copied().unwrap_or(0);
    let previous = previous_significant(text, start);
    let previous_byte = previous.and_then(|at| text.get(at)).copied().unwrap_or(0);
    let previous_word = previous.map_or(&[][..], |at| word_before(text, at + 1));
    let starts_member = matches!(previous_byte, b'{' | b';' | b',' | b'}') || starts_line(text, start);
    let whole = vec![Edit::Blank(start, end)];
    match word {
        // `interface Box<in out T>`
        b"in" | b"out"
            if (matches!(previous_byte, b'<' | b',') || matches!(previous_word, b"const" | b"in"))
                && !next_word.is_empty()
                && next_word != b"extends" =>
        {
            let alone = previous_word == b"in" && word == b"in";
            if alone { Vec::new() } else { whole }
        }
        // `static accessor size = 1`; alone the TypeScript grammars know it.
        b"accessor" if !next_word.is_empty() || matches!(next_byte, b'#' | b'[' | b'"' | b'\'') => {
            let modified = MODIFIERS.contains(&previous_word);
            let ends_line = text.get(end..next).is_some_and(|space| space.contains(&b'\n'));
            let known = grammar != Grammar::JavaScript && !modified;
            if known || ends_line { Vec::new() } else { whole }
        }
        // `export type * from 'm'`
        b"type" if previous_word == b"export" && next_byte == b'*' => whole,
        // `export { a } from 'm' with { type: 'json' }`
        b"with" | b"assert" if next_byte == b'{' && matches!(previous_byte, b'"' | b'\'') => {
            let close = text
                .get(next..)
                .and_then(|rest| rest.iter().position(|byte| *byte == b'}'));
            close.map_or_else(Vec::new, |length| vec![Edit::Blank(start, next + length + 1)])
        }
        // `import defer * as ns from 'm'`, `import source x from 'm'`
        b"defer" if previous_word == b"import" && next_byte == b'*' => whole,
        b"source" if previous_word == b"import" && !next_word.is_empty() && next_word != b"from" => whole,
        // `import.defer('m')`
        b"defer" | b"source" if previous_byte == b'.' && next_byte == b'(' => match previous {
            Some(dot) if word_before(text, dot) == b"import" => vec![Edit::Blank(dot, end)],
            _ => Vec::new(),
        },
        // `for (using x of xs)`, `for (await using x of xs)`
        b"using" if !next_word.is_empty() && !matches!(next_word, b"of" | b"in") => {
            let first = previous.map_or(0, |last| last + 1 - previous_word.len());
            let opens = previous_significant(text, first).and_then(|at| text.get(at));
            if previous_byte == b'(' {
                vec![Edit::Write(start, b"const")]
            } else if previous_word == b"await" && opens == Some(&b'(') {
                vec![Edit::Blank(first, start), Edit::Write(start, b"const")]
            } else {
                Vec::new()
            }
        }
        // `export default abstract class {}`; with a name the grammars know it.
        b"abstract" if previous_word == b"default" && next_word == b"class" => {
            let name = next_significant(text, next + next_word.len()).map_or(&[][..], |at| word_at(text, at));
            if matches!(name, b"" | b"extends" | b"implements") {
                whole
            } else {
                Vec::new()
            }
        }
        // `static [key: string]: number`
        b"static"
            if next_byte == b'[' && grammar != Grammar::JavaScript && is_index_signature(text, next) =>
        {
            whole
        }
        // A property that is called like a modifier: `{ abstract: boolean }`, `declare?(): void`.
        b"abstract" | b"declare" | b"override" | b"readonly" | b"accessor" | b"static"
            if starts_member && matches!(next_byte, b':' | b'?' | b'(') && grammar != Grammar::JavaScript =>
        {
            vec![Edit::Write(start, b"_")]
        }
        // The scanner takes the start of `in2?: number` on a line of its own for the operator `in`.
        _ if word.starts_with(b"in") && next_byte == b'?' && starts_member => vec![Edit::Write(start, b"_")],
        _ => Vec::new(),
    }
}

/// The words that `edits` looks at, those that start with `in` apart.
const KEYWORDS: [&[u8]; 13] = [
    b"out",
    b"accessor",
    b"type",
    b"with",
    b"assert",
    b"defer",
    b"source",
    b"using",
    b"abstract",
    b"static",
    b"declare",
    b"override",
    b"readonly",
];

/// The modifiers after which the TypeScript grammars do not expect `accessor`.
const MODIFIERS: [&[u8]; 7] = [
    b"static",
    b"abstract",
    b"override",
    b"public",
    b"private",
    b"protected",
    b"declare",
];

/// Whether the bracket at `open` is that of an index signature: `[key: …]`.
fn is_index_signature(text: &[u8], open: usize) -> bool {
    let Some(key) = next_significant(text, open + 1) else {
        return false;
    };
    let end = word_end(text, key);
    end > key && next_significant(text, end).and_then(|at| text.get(at)) == Some(&b':')
}

/// Replaces each `&` in `range`, which an error covers, and says whether there was one. In TypeScript an `&`
/// may join types, whose members count; so only where it does harm.
pub(super) fn mask_ampersands(text: &mut [u8], range: std::ops::Range<usize>) -> bool {
    let before = text.get(range.clone()).map(<[u8]>::to_vec);
    for at in range.clone() {
        if text.get(at) == Some(&b'&') {
            mask_ampersand(text, at);
        }
    }
    text.get(range).map(<[u8]>::to_vec) != before
}

/// JSX text and attributes may hold a bare `&`, which the grammars take for the start of an entity. As an
/// operator of JavaScript it becomes another one, which changes nothing in the outline.
fn mask_ampersand(text: &mut [u8], at: usize) {
    let entity = text.get(at + 1..).is_some_and(|rest| {
        let length = rest
            .iter()
            .take(32)
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'#')
            .unwrap_or(0);
        length > 0 && rest.get(length) == Some(&b';')
    });
    if !entity {
        replace(text, at, b"|");
    }
}

/// Blanks `start..end`, but for line ends, whose place decides where statements end.
fn blank(text: &mut [u8], start: usize, end: usize) {
    for byte in text.get_mut(start..end).unwrap_or(&mut []) {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// Writes `with` at `start`.
fn replace(text: &mut [u8], start: usize, with: &[u8]) {
    if let Some(place) = text.get_mut(start..start + with.len()) {
        place.copy_from_slice(with);
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn word_end(text: &[u8], start: usize) -> usize {
    let length = text
        .get(start..)
        .and_then(|rest| rest.iter().position(|byte| !is_word(*byte)));
    length.map_or(text.len(), |length| start + length)
}

/// The word that starts at `start`; empty when none does.
fn word_at(text: &[u8], start: usize) -> &[u8] {
    text.get(start..word_end(text, start)).unwrap_or(&[])
}

/// The word that ends at `end`; empty when none does.
fn word_before(text: &[u8], end: usize) -> &[u8] {
    let before = text.get(..end).unwrap_or(&[]);
    let start = before
        .iter()
        .rposition(|byte| !is_word(*byte))
        .map_or(0, |at| at + 1);
    before.get(start..).unwrap_or(&[])
}

fn next_significant(text: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    rest.iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .map(|at| start + at)
}

fn previous_significant(text: &[u8], end: usize) -> Option<usize> {
    text.get(..end)?
        .iter()
        .rposition(|byte| !byte.is_ascii_whitespace())
}

/// Whether only white space stands between `at` and the line end before it.
fn starts_line(text: &[u8], at: usize) -> bool {
    let start = previous_significant(text, at).map_or(0, |last| last + 1);
    text.get(start..at).is_some_and(|space| space.contains(&b'\n'))
}
