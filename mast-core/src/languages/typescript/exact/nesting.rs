//! Refuses code that is nested deeper than a stack can follow, by one scan of its bytes.
//!
//! A recursive parser goes deeper at every bracket, and also at operators and keywords that wrap what
//! follows them until the statement ends: `a ? b : c ? …`, `x => y => …`, `if (a) if (b) …`, `<A><B>…`.
//! The scan estimates both. It does not tell strings and comments from code: they rarely add up, and
//! a wrong refusal costs only the exact reading of one file.

/// How deep the estimate may go.
const DEEPEST: u32 = 1500;

/// Whether the nesting of `text` is beyond what a recursive parser can follow.
///
/// # Cost
///
/// One pass over the bytes, of which words are looked at by length and first letter.
pub(super) fn is_too_deep(text: &str) -> bool {
    text.len() > DEEPEST as usize && Scan::new(text.as_bytes()).exceeds_deepest()
}

struct Scan<'t> {
    text: &'t [u8],
    /// How many wrapping operators and keywords stand in each open bracket, outermost first.
    open: Vec<u32>,
    /// The sum of all of them and of the brackets.
    depth: u32,
}

/// What the scan does at a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// White space within a line.
    Blank,
    /// Nothing but to remember it.
    Plain,
    /// A word begins, which is looked at as a whole.
    Word,
    /// It may change the depth.
    Telling,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut at = 0;
    while at < classes.len() {
        classes[at] = match at as u8 {
            b'\n' | b'(' | b'[' | b'{' | b')' | b']' | b'}' | b';' | b',' | b'"' | b'\'' | b'<' | b'?'
            | b':' | b'!' | b'~' | b'+' | b'-' | b'=' | b'/' => Class::Telling,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Word,
            byte if byte.is_ascii_whitespace() => Class::Blank,
            _ => Class::Plain,
        };
        at += 1;
    }
    classes
};

impl<'t> Scan<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            open: vec![0],
            depth: 0,
        }
    }

    fn exceeds_deepest(mut self) -> bool {
        let mut at = 0;
        let mut last = b';';
        while let Some(byte) = self.text.get(at).copied() {
            match CLASSES[usize::from(byte)] {
                Class::Blank => {
                    at += 1;
                    continue;
                }
                Class::Plain => {
                    last = byte;
                    at += 1;
                    continue;
                }
                Class::Word => {
                    let end = word_end(self.text, at);
                    if is_wrapping(&self.text[at..end]) {
                        self.wrap();
                        if self.depth > DEEPEST {
                            return true;
                        }
                    }
                    at = end;
                    last = b'a';
                    continue;
                }
                Class::Telling => {}
            }
            match byte {
                b'(' | b'[' | b'{' => {
                    self.open.push(0);
                    self.depth += 1;
                }
                b')' | b']' => self.close(),
                b'}' => {
                    self.close();
                    self.end_statement(at);
                }
                b';' | b',' => self.end_statement(at),
                b'\n' if self.is_statement_end(at, last) => self.end_statement(at),
                b'"' | b'\'' => at = self.string_end(at).unwrap_or(at),
                b'<' if self.text.get(at + 1) == Some(&b'/') => self.unwrap_one(),
                b'<' | b'?' | b':' => self.wrap(),
                b'!' | b'~' | b'+' | b'-' if is_prefix_after(last) => self.wrap(),
                b'=' if self.text.get(at + 1) != Some(&b'=') => self.wrap(),
                b'/' if self.text.get(at + 1) == Some(&b'>') => self.unwrap_one(),
                _ => {}
            }
            if self.depth > DEEPEST {
                return true;
            }
            if !byte.is_ascii_whitespace() {
                last = byte;
            }
            at += 1;
        }
        false
    }

    fn wrap(&mut self) {
        if let Some(wrapped) = self.open.last_mut() {
            *wrapped += 1;
            self.depth += 1;
        }
    }

    fn unwrap_one(&mut self) {
        if let Some(wrapped) = self.open.last_mut()
            && *wrapped > 0
        {
            *wrapped -= 1;
            self.depth -= 1;
        }
    }

    fn close(&mut self) {
        if self.open.len() > 1
            && let Some(wrapped) = self.open.pop()
        {
            self.depth = self.depth.saturating_sub(wrapped + 1);
        }
    }

    /// Forgets what wraps the statement that ends at `at`, unless an `else` carries it on.
    fn end_statement(&mut self, at: usize) {
        let next = self.text.get(at + 1..).unwrap_or(&[]).trim_ascii_start();
        if next.starts_with(b"else") {
            return;
        }
        if let Some(wrapped) = self.open.last_mut() {
            self.depth = self.depth.saturating_sub(*wrapped);
            *wrapped = 0;
        }
    }

    /// Whether the line end at `at`, after the byte `last`, ends a statement in code without semicolons.
    fn is_statement_end(&self, at: usize, last: u8) -> bool {
        let can_end = is_word_byte(last) || matches!(last, b')' | b']' | b'}' | b'>' | b'"' | b'\'' | b'`');
        if !can_end {
            return false;
        }
        let next = self.text.get(at + 1..).unwrap_or(&[]).trim_ascii_start();
        match next.first() {
            Some(b'@' | b'#' | b'"' | b'\'') => true,
            Some(first) if is_word_byte(*first) => {
                let word = next.get(..word_end(next, 0)).unwrap_or(&[]);
                !is_wrapping(word) && !is_continuing(word)
            }
            Some(_) | None => false,
        }
    }

    /// The closing quote of the string that opens at `at`, when it stands on the same line.
    fn string_end(&self, at: usize) -> Option<usize> {
        let quote = self.text.get(at)?;
        let rest = self.text.get(at + 1..)?;
        let end = rest.iter().position(|byte| byte == quote || *byte == b'\n')?;
        (rest.get(end) == Some(quote)).then_some(at + 1 + end)
    }
}

/// Whether an operator after the byte `last` stands before its operand, not between two.
fn is_prefix_after(last: u8) -> bool {
    !is_word_byte(last) && !matches!(last, b')' | b']')
}

const fn is_word_byte(byte: u8) -> bool {
    WORD_BYTES[byte as usize]
}

const WORD_BYTES: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        let byte = at as u8;
        bytes[at] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
        at += 1;
    }
    bytes
};

/// Whether `word` at the start of a line carries on the line before.
fn is_continuing(word: &[u8]) -> bool {
    matches!(
        word,
        b"as"
            | b"else"
            | b"extends"
            | b"from"
            | b"implements"
            | b"in"
            | b"instanceof"
            | b"is"
            | b"of"
            | b"satisfies"
    )
}

fn word_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or(&[]);
    let length = rest.iter().position(|byte| !is_word_byte(*byte));
    start + length.unwrap_or(rest.len()).max(usize::from(!rest.is_empty()))
}

/// Whether `word` wraps the expression, type or statement that follows it.
fn is_wrapping(word: &[u8]) -> bool {
    // Most words are told by their length.
    (2..=8).contains(&word.len())
        && matches!(
            word,
            b"asserts"
                | b"async"
                | b"await"
                | b"delete"
                | b"do"
                | b"for"
                | b"if"
                | b"infer"
                | b"keyof"
                | b"new"
                | b"readonly"
                | b"typeof"
                | b"void"
                | b"while"
                | b"with"
                | b"yield"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_code_is_refused() {
        for unit in [
            "[",
            "(a,{b:",
            "!",
            "a=>",
            "a?b:",
            "a=",
            "new ",
            "if(a)",
            "if(a)b;else ",
            "a:",
            "<div>",
            "A<",
            "keyof ",
            "() =>",
            "if (a) {} else ",
        ] {
            assert!(is_too_deep(&unit.repeat(5000)), "{unit}");
        }
    }

    #[test]
    fn long_code_is_not() {
        for unit in [
            "[]",
            "a = !b;",
            "const a = (b: C) => d\n",
            "a: 1,\n",
            "if (a) { b() }\n",
            "<a b={c}>d</a>,",
            "<a />\n",
            "a + b[0].c;",
            "type A<B> = C<D>\n",
            "@A()\nb: C\n\n",
            "b?: 'c'\n",
            "'M-1-2-3+4'",
            "1-2",
        ] {
            assert!(!is_too_deep(&unit.repeat(5000)), "{unit}");
        }
    }
}
