//! One line of an ignore file, read and matched as git does: byte for byte, quirks included.
//!
//! Written after gitignore(5) and held to `git check-ignore` by a property test. It does not use a regular
//! expression a pattern: most patterns are a literal name or `*.ending`, and a project has hundreds.

/// Whether `A` and `a` are the same letter (`core.ignoreCase`); ASCII only, as in git.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    Exact,
    Folded,
}

impl Letters {
    fn are_equal(self, one: &[u8], other: &[u8]) -> bool {
        match self {
            Self::Exact => one == other,
            Self::Folded => one.eq_ignore_ascii_case(other),
        }
    }

    fn fold(self, byte: u8) -> u8 {
        match self {
            Self::Exact => byte,
            Self::Folded => byte.to_ascii_lowercase(),
        }
    }
}

/// What is asked of a pattern: an entry below the directory of the ignore file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    /// The path below that directory, with `/`.
    pub(super) path: &'a [u8],
    /// Its last segment.
    pub(super) name: &'a [u8],
    /// Whether it is a directory.
    pub(super) is_directory: bool,
}

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Whether it takes back what an earlier pattern ignored.
    pub(super) is_negated: bool,
    directories_only: bool,
    form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// The name is exactly this.
    Name(Box<[u8]>),
    /// The name ends with this: `*.ending`.
    Ending(Box<[u8]>),
    /// The name matches this.
    NameGlob(Box<[u8]>),
    /// The path starts with `literal`, and what follows matches `glob`.
    ///
    /// The literal start is cut off as git cuts it, which decides whether a `**` stands at a start.
    Path { literal: Box<[u8]>, glob: Box<[u8]> },
}

/// Reads the patterns of an ignore file, first line first.
pub(super) fn parse_file(contents: &[u8]) -> Vec<Pattern> {
    let contents = contents.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(contents);
    contents
        .split(|byte| *byte == b'\n')
        .filter_map(parse_line)
        .collect()
}

fn parse_line(line: &[u8]) -> Option<Pattern> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.split(|byte| *byte == 0).next().unwrap_or(line);
    if line.is_empty() || line[0] == b'#' {
        return None;
    }
    let line = without_trailing_spaces(line);
    let (is_negated, line) = match line.strip_prefix(b"!") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (directories_only, text) = match line.strip_suffix(b"/") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    // The literal start is measured before a closing slash is cut off, and never reaches past what is left.
    let literal_length = literal_start(line).min(text.len());
    let form = if text.contains(&b'/') {
        let (literal, glob) = text.split_at(literal_length);
        Form::Path {
            literal: literal.strip_prefix(b"/").unwrap_or(literal).into(),
            glob: glob.into(),
        }
    } else if literal_length == text.len() {
        Form::Name(text.into())
    } else if text[0] == b'*' && literal_start(&line[1..]) == line.len() - 1 {
        Form::Ending(text[1..].into())
    } else {
        Form::NameGlob(text.into())
    };
    Some(Pattern {
        is_negated,
        directories_only,
        form,
    })
}

/// A space at the end counts only behind a backslash; a backslash at the very end keeps all of them.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut end = line.len();
    let mut spaces_from = None;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b' ' => {
                spaces_from.get_or_insert(at);
            }
            b'\\' => {
                at += 1;
                if at == line.len() {
                    return line;
                }
                spaces_from = None;
            }
            _ => spaces_from = None,
        }
        at += 1;
    }
    if let Some(from) = spaces_from {
        end = from;
    }
    &line[..end]
}

/// Number of bytes before the first that a glob reads.
fn literal_start(text: &[u8]) -> usize {
    text.iter()
        .position(|byte| is_special(*byte))
        .unwrap_or(text.len())
}

const fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

impl Pattern {
    /// Whether the pattern, negated or not, speaks of `candidate`.
    pub(super) fn matches(&self, candidate: Candidate<'_>, letters: Letters) -> bool {
        if self.directories_only && !candidate.is_directory {
            return false;
        }
        match &self.form {
            Form::Name(name) => letters.are_equal(name, candidate.name),
            Form::Ending(ending) => candidate
                .name
                .len()
                .checked_sub(ending.len())
                .is_some_and(|start| letters.are_equal(ending, &candidate.name[start..])),
            Form::NameGlob(glob) => wild(glob, candidate.name, Slashes::Plain, letters) == Outcome::Match,
            Form::Path { literal, glob } => {
                let Some((start, rest)) = candidate.path.split_at_checked(literal.len()) else {
                    return false;
                };
                letters.are_equal(literal, start)
                    && if glob.is_empty() {
                        rest.is_empty()
                    } else {
                        wild(glob, rest, Slashes::Separate, letters) == Outcome::Match
                    }
            }
        }
    }
}

/// Whether `/` is a character like others or separates segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slashes {
    Plain,
    Separate,
}

/// What matching found; the two ways to give up keep a pattern with several stars from trying every split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Match,
    NoMatch,
    /// The text is used up: no later start helps.
    GiveUp,
    /// Only a `**` before this place can help.
    GiveUpToStars,
}

/// The byte at `at`, 0 behind the end: neither patterns nor names hold a NUL.
fn byte_at(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// Matches `text` as a whole against the glob `pattern`.
fn wild(pattern: &[u8], text: &[u8], slashes: Slashes, letters: Letters) -> Outcome {
    let mut p = 0;
    let mut t = 0;
    while p < pattern.len() {
        let raw = byte_at(text, t);
        let byte = letters.fold(raw);
        if byte == 0 && pattern[p] != b'*' {
            return Outcome::GiveUp;
        }
        match pattern[p] {
            b'*' => match star(pattern, &mut p, text, &mut t, slashes, letters) {
                Some(outcome) => return outcome,
                None => continue,
            },
            b'?' => {
                if slashes == Slashes::Separate && byte == b'/' {
                    return Outcome::NoMatch;
                }
                p += 1;
            }
            b'[' => match class(&pattern[p..], byte, letters) {
                None => return Outcome::GiveUp,
                Some((is_in, length)) => {
                    if !is_in || (slashes == Slashes::Separate && byte == b'/') {
                        return Outcome::NoMatch;
                    }
                    p += length;
                }
            },
            b'\\' => {
                if byte_at(pattern, p + 1) != byte {
                    return Outcome::NoMatch;
                }
                p += 2;
            }
            literal => {
                if letters.fold(literal) != byte {
                    return Outcome::NoMatch;
                }
                p += 1;
            }
        }
        t += 1;
    }
    if t < text.len() {
        Outcome::NoMatch
    } else {
        Outcome::Match
    }
}

/// Matches from a `*` on. None says to go on behind it, with `p` and `t` moved.
fn star(
    pattern: &[u8],
    p: &mut usize,
    text: &[u8],
    t: &mut usize,
    slashes: Slashes,
    letters: Letters,
) -> Option<Outcome> {
    let first = *p;
    while byte_at(pattern, *p) == b'*' {
        *p += 1;
    }
    let next = byte_at(pattern, *p);
    let crosses_slashes = match slashes {
        Slashes::Plain => true,
        Slashes::Separate if *p - first == 1 => false,
        Slashes::Separate => {
            let starts_segment = first == 0 || pattern[first - 1] == b'/';
            let ends_segment =
                matches!(next, 0 | b'/') || (next == b'\\' && byte_at(pattern, *p + 1) == b'/');
            if starts_segment && ends_segment {
                // `**/` is also no directory at all.
                if next == b'/' && wild(&pattern[*p + 1..], &text[*t..], slashes, letters) == Outcome::Match {
                    return Some(Outcome::Match);
                }
                true
            } else {
                false
            }
        }
    };
    if next == 0 {
        return Some(if !crosses_slashes && text[*t..].contains(&b'/') {
            Outcome::GiveUpToStars
        } else {
            Outcome::Match
        });
    }
    if !crosses_slashes && next == b'/' {
        // One star takes the rest of a segment, whatever it is.
        return match text[*t..].iter().position(|byte| *byte == b'/') {
            None => Some(Outcome::GiveUp),
            Some(length) => {
                *t += length + 1;
                *p += 1;
                None
            }
        };
    }
    while *t < text.len() {
        if !is_special(next) {
            let wanted = letters.fold(next);
            while *t < text.len() {
                let byte = text[*t];
                if letters.fold(byte) == wanted || (!crosses_slashes && byte == b'/') {
                    break;
                }
                *t += 1;
            }
            if letters.fold(byte_at(text, *t)) != wanted {
                return Some(if crosses_slashes {
                    Outcome::GiveUp
                } else {
                    Outcome::GiveUpToStars
                });
            }
        }
        match wild(&pattern[*p..], &text[*t..], slashes, letters) {
            Outcome::NoMatch => {
                if !crosses_slashes && text[*t] == b'/' {
                    return Some(Outcome::GiveUpToStars);
                }
            }
            Outcome::GiveUpToStars if crosses_slashes => {}
            outcome @ (Outcome::Match | Outcome::GiveUp | Outcome::GiveUpToStars) => return Some(outcome),
        }
        *t += 1;
    }
    Some(Outcome::GiveUp)
}

/// Whether `byte` is in the class that `pattern` starts with, and how long that is; none when it never ends.
fn class(pattern: &[u8], byte: u8, letters: Letters) -> Option<(bool, usize)> {
    let mut p = 1;
    let is_negated = matches!(byte_at(pattern, p), b'!' | b'^');
    if is_negated {
        p += 1;
    }
    let mut is_in = false;
    let mut previous = 0;
    // A `]` at the very start is a member.
    loop {
        let mut member = byte_at(pattern, p);
        if member == 0 {
            return None;
        }
        let next = byte_at(pattern, p + 1);
        if member == b'\\' {
            p += 1;
            member = next;
            if member == 0 {
                return None;
            }
            is_in |= byte == member;
        } else if member == b'-' && previous != 0 && next != 0 && next != b']' {
            p += 1;
            let mut last = next;
            if last == b'\\' {
                p += 1;
                last = byte_at(pattern, p);
                if last == 0 {
                    return None;
                }
            }
            is_in |= (previous..=last).contains(&byte);
            if letters == Letters::Folded && byte.is_ascii_lowercase() {
                is_in |= (previous..=last).contains(&byte.to_ascii_uppercase());
            }
            member = 0;
        } else if member == b'[' && next == b':' {
            let start = p + 2;
            let end = start + pattern.get(start..)?.iter().position(|byte| *byte == b']')?;
            if end > start && pattern[end - 1] == b':' {
                is_in |= is_in_named_class(&pattern[start..end - 1], byte, letters)?;
                p = end;
                member = 0;
            } else {
                is_in |= byte == b'[';
            }
        } else {
            is_in |= byte == member;
        }
        previous = member;
        p += 1;
        if byte_at(pattern, p) == b']' {
            return Some((is_in != is_negated, p + 1));
        }
    }
}

/// Whether `byte` is in the POSIX class `name`; none for a class that does not exist.
fn is_in_named_class(name: &[u8], byte: u8, letters: Letters) -> Option<bool> {
    Some(match name {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"cntrl" => byte.is_ascii_control(),
        b"digit" => byte.is_ascii_digit(),
        b"graph" => byte.is_ascii_graphic(),
        b"lower" => byte.is_ascii_lowercase(),
        b"print" => byte.is_ascii_graphic() || byte == b' ',
        b"punct" => byte.is_ascii_punctuation(),
        b"space" => byte.is_ascii_whitespace() || byte == 0x0B,
        b"upper" => byte.is_ascii_uppercase() || (letters == Letters::Folded && byte.is_ascii_lowercase()),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str) -> bool {
        let is_directory = path.ends_with('/');
        let path = path.trim_end_matches('/').as_bytes();
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap();
        let patterns = parse_file(pattern.as_bytes());
        patterns.iter().any(|pattern| {
            pattern.matches(
                Candidate {
                    path,
                    name,
                    is_directory,
                },
                Letters::Exact,
            )
        })
    }

    #[test]
    fn a_name_matches_at_every_depth_and_a_path_from_its_directory() {
        assert!(check("dist", "a/dist"));
        assert!(check("*.log", "a/b.log"));
        assert!(check("/dist", "dist"));
        assert!(!check("/dist", "a/dist"));
        assert!(check("a/b", "a/b"));
        assert!(!check("a/b", "x/a/b"));
        assert!(check("**/a/b", "x/a/b"));
        assert!(check("a/**/b", "a/b"));
        assert!(check("a/**/b", "a/x/y/b"));
        assert!(check("a/**", "a/x/y"));
        assert!(!check("a/**", "a"));
        assert!(!check("a/*", "a/x/y"));
        assert!(check("build/", "build/"));
        assert!(!check("build/", "build"));
    }

    #[test]
    fn spaces_comments_and_escapes() {
        assert!(check("a  ", "a"));
        assert!(check("a\\ ", "a "));
        assert!(!check("#a", "#a"));
        assert!(check("\\#a", "#a"));
        assert!(check("\\!a", "!a"));
        assert!(check("a\r\n", "a"));
        assert!(check("\u{FEFF}a", "a"));
        assert!(!check("a\\", "a"));
        assert!(check("[[]x", "[x"));
        assert!(check("{a,b}.ts", "{a,b}.ts"));
        assert!(!check("/", "a"));
    }

    #[test]
    fn classes() {
        assert!(check("[a-c].ts", "b.ts"));
        assert!(!check("[!a-c].ts", "b.ts"));
        assert!(check("[]a].ts", "].ts"));
        assert!(check("[[:digit:]x].ts", "7.ts"));
        assert!(!check("[[:nothing:]].ts", "7.ts"));
        assert!(!check("a[/]b", "a/b"));
        assert!(!check("[a", "a"));
        assert!(check("a[\\]]", "a]"));
    }
}
