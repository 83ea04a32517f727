//! Words: what a text is found by.
//!
//! An identifier counts as a whole (`getuserbyid`) and by its words (`get`, `user`, `by`, `id`), all in lower
//! case; a word also counts without its inflection (`users` as `user`). Text in scripts without
//! spaces counts by pairs of characters. The same rules read the index's text and the query, so that
//! they can never differ.
//!
//! Cost: one pass over the text, no allocation a word.

use std::borrow::Cow;

/// A run longer than this is data (a hash, an encoded file), not a name; it is passed over.
const LONGEST_RUN: usize = 100;

/// A word longer than this does not count by itself.
const LONGEST_WORD: usize = 40;

/// One token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenForm {
    /// A whole identifier or word, as written but in lower case.
    Whole,
    /// One word of an identifier that has several, or the stem of a word.
    Word,
}

/// Calls `emit` with every token of `text`, in order; a token that is both forms is emitted once, as [`TokenForm::Whole`].
pub fn tokens(text: &str, mut emit: impl FnMut(&str, TokenForm)) {
    let mut lower = String::with_capacity(64);
    for run in runs(text) {
        token_of_run(run, &mut lower, &mut emit);
    }
}

/// The maximal runs of identifier characters in `text`.
pub fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = run_end(text, at, false);
        at = run_end(text, start, true);
        text.get(start..at).filter(|run| !run.is_empty())
    })
}

/// Which ASCII characters belong to identifiers.
const IN_RUN: [bool; 128] = {
    let mut table = [false; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' || byte as u8 == b'$';
        byte += 1;
    }
    table
};

/// The end of the longest stretch from `at` whose characters all are, or all are not, part of a run.
fn run_end(text: &str, mut at: usize, inside: bool) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match IN_RUN.get(usize::from(*byte)) {
            Some(in_run) if *in_run == inside => at += 1,
            Some(_) => return at,
            None => match text[at..].chars().next() {
                Some(character) if (character.is_alphanumeric() || is_emoji(character)) == inside => {
                    at += character.len_utf8();
                }
                _ => return at,
            },
        }
    }
    at
}

fn is_emoji(character: char) -> bool {
    matches!(character, '\u{2600}'..='\u{27BF}' | '\u{1F300}'..='\u{1FAFF}')
}

/// Scripts that put no spaces between words.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{2FA1F}')
        || is_emoji(character)
}

fn token_of_run(run: &str, lower: &mut String, emit: &mut impl FnMut(&str, TokenForm)) {
    if run.len() > LONGEST_RUN && run.is_ascii() {
        return;
    }
    if !run.is_ascii() && run.chars().any(is_unspaced) {
        unspaced(run, lower, emit);
        return;
    }
    lower.clear();
    if run.is_ascii() {
        lower.push_str(run);
        lower.make_ascii_lowercase();
    } else {
        lower.extend(run.chars().flat_map(char::to_lowercase));
    }
    let whole = lower.trim_matches(['_', '$']);
    if whole.is_empty() {
        emit(lower, TokenForm::Whole);
        return;
    }
    emit(whole, TokenForm::Whole);
    let mut several = false;
    for word in words_of(run) {
        if word.len() == whole.len() {
            break;
        }
        several = true;
        if word.len() > LONGEST_WORD {
            continue;
        }
        if run.is_ascii() {
            // Lower case is as long as what was written, so the word stands at the same place.
            let start = word.as_ptr() as usize - run.as_ptr() as usize;
            emit(&stem(&lower[start..start + word.len()]), TokenForm::Word);
        } else {
            emit(&stem(&word.to_lowercase()), TokenForm::Word);
        }
    }
    if !several && whole.len() <= LONGEST_WORD {
        let stemmed = stem(whole);
        if stemmed != whole {
            emit(&stemmed, TokenForm::Word);
        }
    }
}

fn unspaced(run: &str, lower: &mut String, emit: &mut impl FnMut(&str, TokenForm)) {
    let mut rest = run;
    while let Some(first) = rest.chars().next() {
        if is_unspaced(first) {
            let end = rest.find(|c: char| !is_unspaced(c)).unwrap_or(rest.len());
            let block = &rest[..end];
            let starts: Vec<usize> = block
                .char_indices()
                .map(|(at, _)| at)
                .chain([block.len()])
                .collect();
            if starts.len() == 2 {
                emit(block, TokenForm::Whole);
            }
            for pair in starts.windows(3) {
                emit(&block[pair[0]..pair[2]], TokenForm::Word);
            }
            rest = &rest[end..];
        } else {
            let end = rest.find(is_unspaced).unwrap_or(rest.len());
            token_of_run(&rest[..end], lower, emit);
            rest = &rest[end..];
        }
    }
}

/// The words of an identifier as written: split at `_`, `$`, before a capital that starts a word, before
/// the last capital of an acronym (`HTMLParser`), and between letters and digits.
pub fn words_of(identifier: &str) -> impl Iterator<Item = &str> {
    let mut rest = identifier;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(['_', '$']);
        if rest.is_empty() {
            return None;
        }
        let end = word_end(rest);
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    Digit,
    Gap,
}

fn class_of(character: char) -> Class {
    match character {
        'A'..='Z' => Class::Upper,
        'a'..='z' => Class::Lower,
        '0'..='9' => Class::Digit,
        '_' | '$' => Class::Gap,
        other if other.is_uppercase() => Class::Upper,
        other if other.is_numeric() => Class::Digit,
        _ => Class::Lower,
    }
}

fn word_end(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, first)) = characters.next() else {
        return 0;
    };
    let mut previous = class_of(first);
    let mut previous_at = 0;
    for (length, (at, character)) in (1..).zip(characters) {
        let class = class_of(character);
        let ends_here = match (previous, class) {
            (Class::Lower | Class::Digit, Class::Upper)
            | (Class::Digit, Class::Lower)
            | (Class::Upper | Class::Lower, Class::Digit)
            | (_, Class::Gap)
            | (Class::Gap, _) => true,
            (Class::Upper, Class::Lower) if length > 1 => return previous_at,
            (Class::Upper, Class::Lower | Class::Upper)
            | (Class::Lower, Class::Lower)
            | (Class::Digit, Class::Digit) => false,
        };
        if ends_here {
            return at;
        }
        previous = class;
        previous_at = at;
    }
    text.len()
}

/// A word without its English inflection: plurals, `-ing`, `-ed`, `-ly` and what `-er`/`-ion` words share
/// is left alone, since names use those as words of their own.
///
/// A few suffix rules in the manner of Porter's algorithm (1980), step 1, on lower-case ASCII words; everything else is
/// returned as it is.
pub fn stem(word: &str) -> Cow<'_, str> {
    let length = word.len();
    if length < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let plural = strip_plural(word);
    let base = plural.as_ref();
    for suffix in ["ing", "ed"] {
        let Some(root) = base.strip_suffix(suffix) else {
            continue;
        };
        if root.len() < 3 || !root.bytes().any(is_vowel) {
            break;
        }
        return Cow::Owned(restore_root(root));
    }
    // Words that end in a silent `e` meet their inflected forms: `cache`, `caching`, `cached`.
    if base.len() >= 4 && base.ends_with('e') {
        return Cow::Owned(base[..base.len() - 1].to_owned());
    }
    plural
}

/// Suffixes that make a word of the same family out of a stem.
const FAMILY: &[&str] = &[
    "ion", "ation", "er", "or", "ment", "able", "al", "ly", "ity", "ness",
];

/// Stems of words of the same family: `detect` and `detection`, `resolv` and `resolver`. Most are no words; only those that
/// an index holds mean anything.
pub fn relatives(stem: &str) -> Vec<String> {
    let mut all = Vec::new();
    if stem.len() < 4 || !stem.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return all;
    }
    for suffix in FAMILY {
        if let Some(root) = stem.strip_suffix(suffix).filter(|root| root.len() >= 3) {
            all.push(restore_root(root));
        }
        all.push(format!("{stem}{suffix}"));
    }
    all.retain(|relative| relative != stem);
    all.sort_unstable();
    all.dedup();
    all
}

fn strip_plural(word: &str) -> Cow<'_, str> {
    if let Some(root) = word.strip_suffix("ies").filter(|root| root.len() >= 2) {
        return Cow::Owned(format!("{root}y"));
    }
    for suffix in ["sses", "shes", "ches", "xes", "zes"] {
        if word.ends_with(suffix) {
            return Cow::Borrowed(&word[..word.len() - 2]);
        }
    }
    if word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        return Cow::Borrowed(&word[..word.len() - 1]);
    }
    Cow::Borrowed(word)
}

fn restore_root(root: &str) -> String {
    let bytes = root.as_bytes();
    let doubled = bytes.len() > 3
        && bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
        && !matches!(bytes[bytes.len() - 1], b'l' | b's' | b'z' | b'e' | b'o');
    if doubled {
        root[..root.len() - 1].to_owned()
    } else {
        root.to_owned()
    }
}

const fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        let mut all = Vec::new();
        tokens(text, |token, form| {
            all.push(match form {
                TokenForm::Whole => token.to_owned(),
                TokenForm::Word => format!("~{token}"),
            });
        });
        all.join(" ")
    }

    #[test]
    fn identifiers_count_whole_and_by_their_words() {
        assert_eq!(check("getUserById(x)"), "getuserbyid ~get ~user ~by ~id x");
        assert_eq!(
            check("HTMLParser2 MAX_SIZE $el _x"),
            "htmlparser2 ~html ~parser ~2 max_size ~max ~siz el x"
        );
        assert_eq!(check("base64"), "base64 ~bas ~64");
        assert_eq!(check("__"), "__");
    }

    #[test]
    fn inflections_meet() {
        assert_eq!(check("users"), "users ~user");
        for (a, b) in [
            ("caching", "cached"),
            ("cache", "caches"),
            ("running", "run"),
            ("resolves", "resolving"),
            ("parse", "parsed"),
            ("types", "typed"),
            ("queries", "query"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        assert_eq!(stem("status"), "status");
        assert_eq!(stem("class"), "class");
        assert_eq!(stem("string"), "string");
    }

    #[test]
    fn unspaced_scripts_count_by_pairs() {
        assert_eq!(check("検索機能"), "~検索 ~索機 ~機能");
        assert_eq!(check("Größe"), "größe");
        assert_eq!(check("🚀 go"), "🚀 go");
    }

    #[test]
    fn data_is_passed_over() {
        assert_eq!(check(&"a".repeat(300)), "");
    }
}
