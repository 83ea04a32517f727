//! Closing what was left open: brackets, strings and templates, as the indentation says where.
//!
//! A bracket that is still open when a line starts no deeper than the line that opened it has lost its
//! closing one; a closing bracket that stands deeper than every open one is one too many. Closing brackets
//! are written over white space and surplus ones are blanked, so that all offsets stay; only at the end of
//! the text some may be added. Cost: one pass over the bytes.

use std::ops::Range;

/// An open bracket.
#[derive(Clone, Copy)]
struct Open {
    closing: u8,
    /// The columns of white space before the first character of its line.
    indent: usize,
    line: usize,
}

/// `text` with its brackets in balance.
pub(super) fn repair(text: &[u8]) -> Vec<u8> {
    let mut repair = Repair::new(text);
    repair.run();
    repair.text
}

/// Whether nothing in `text` is left open and nothing is closed that was not open.
pub(super) fn is_balanced(text: &[u8]) -> bool {
    repair(text) == text
}

/// Where the template literals of `text` stand; none when one of them has no end, since then each of the
/// others may be the text between two.
pub(super) fn templates(text: &[u8]) -> Vec<Range<usize>> {
    let mut repair = Repair::new(text);
    repair.run();
    if repair.has_open_template {
        Vec::new()
    } else {
        repair.templates
    }
}

struct Repair {
    text: Vec<u8>,
    at: usize,
    /// Where the white space before `at` starts that may be written over.
    free: usize,
    line: usize,
    line_start: usize,
    /// The indentation of the line; none before its first character.
    indent: Option<usize>,
    open: Vec<Open>,
    /// The last byte that was no white space, which decides whether a slash divides.
    last: u8,
    templates: Vec<Range<usize>>,
    has_open_template: bool,
}

impl Repair {
    fn new(text: &[u8]) -> Self {
        Self {
            text: text.to_vec(),
            at: 0,
            free: 0,
            line: 0,
            line_start: 0,
            indent: None,
            open: Vec::new(),
            last: 0,
            templates: Vec::new(),
            has_open_template: false,
        }
    }

    fn run(&mut self) {
        while let Some(byte) = self.text.get(self.at).copied() {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                    self.indent = None;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.starts_with(b"//") => self.skip_line_comment(),
                b'/' if self.starts_with(b"/*") => self.skip_block_comment(),
                _ => {
                    self.start_line(byte);
                    self.token(byte);
                    self.last = self.text.get(self.at.saturating_sub(1)).copied().unwrap_or(byte);
                    self.free = self.at;
                }
            }
        }
        while let Some(open) = self.open.pop() {
            self.text.push(open.closing);
        }
    }

    fn starts_with(&self, start: &[u8]) -> bool {
        self.text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(start))
    }

    fn skip_line_comment(&mut self) {
        self.indent.get_or_insert(self.at - self.line_start);
        self.at = self.find(b'\n').unwrap_or(self.text.len());
        // The line end belongs to the comment.
        self.free = (self.at + 1).min(self.text.len());
    }

    fn skip_block_comment(&mut self) {
        let rest = self.text.get(self.at + 2..).unwrap_or(&[]);
        let length = rest.windows(2).position(|pair| pair == b"*/").map(|at| at + 4);
        if let Some(length) = length {
            let comment = self.text.get(self.at..self.at + length).unwrap_or(&[]);
            self.line += comment.split(|byte| *byte == b'\n').count() - 1;
            if let Some(last) = comment.iter().rposition(|byte| *byte == b'\n') {
                self.line_start = self.at + last + 1;
            }
            self.at += length;
        } else {
            // A comment without an end hides its line alone.
            for byte in self.text.iter_mut().skip(self.at).take(2) {
                *byte = b'/';
            }
            self.skip_line_comment();
        }
        self.free = self.free.max(self.at);
    }

    /// Closes what the first character of a line says is closed.
    fn start_line(&mut self, first: u8) {
        if self.indent.is_some() {
            return;
        }
        let indent = self.at - self.line_start;
        self.indent = Some(indent);
        let closes = matches!(first, b'}' | b')' | b']');
        let continues = matches!(
            first,
            b'.' | b'?' | b':' | b'&' | b'|' | b'+' | b'=' | b'<' | b'{' | b'>'
        ) || self.starts_with(b"case ")
            || self.starts_with(b"default:");
        let mut missing = Vec::new();
        while let Some(open) = self.open.last().copied() {
            let deeper = open.indent > indent || (open.indent == indent && !closes && !continues);
            if open.line == self.line || !deeper {
                break;
            }
            missing.push(open.closing);
            self.open.pop();
        }
        self.write_over_white_space(&missing);
    }

    fn write_over_white_space(&mut self, missing: &[u8]) {
        if missing.is_empty() {
            return;
        }
        let ends_signature = missing.last() == Some(&b')');
        if let Some(gap) = self.text.get_mut(self.free..self.at)
            && gap.len() >= missing.len()
        {
            let (closing, rest) = gap.split_at_mut(missing.len());
            closing.copy_from_slice(missing);
            if ends_signature
                && !rest.contains(&b'\n')
                && let Some(byte) = rest.first_mut()
            {
                *byte = b';';
            }
        }
    }

    fn token(&mut self, byte: u8) {
        let indent = self.indent.unwrap_or(0);
        let line = self.line;
        match byte {
            b'(' | b'[' | b'{' => {
                let closing = match byte {
                    b'(' => b')',
                    b'[' => b']',
                    _ => b'}',
                };
                self.open.push(Open {
                    closing,
                    indent,
                    line,
                });
                self.at += 1;
            }
            b')' | b']' | b'}' => {
                self.close(byte);
                self.at += 1;
            }
            b'"' | b'\'' => self.skip_string(byte),
            b'`' => self.skip_template(),
            b'/' if self.divides() => self.at += 1,
            b'/' => self.skip_regex(),
            _ => self.at += 1,
        }
    }

    /// Closes the bracket that `closing` belongs to, or blanks a surplus one.
    fn close(&mut self, closing: u8) {
        let fits = self.open.last().is_some_and(|open| open.closing == closing);
        if fits {
            self.open.pop();
            return;
        }
        let same_line = self
            .open
            .iter()
            .rposition(|open| open.closing == closing && open.line == self.line);
        let same_indent = self
            .open
            .iter()
            .rposition(|open| open.closing == closing && Some(open.indent) == self.indent)
            .filter(|_| {
                self.text
                    .get(self.line_start..self.at)
                    .is_some_and(|line| line.trim_ascii().is_empty())
            });
        match (same_line, same_indent) {
            // `call(a[1)`: what was opened after it on the same line is left open for good.
            (Some(index), _) => self.open.truncate(index),
            // `call({` and `)` in lines of their own.
            (None, Some(index)) => {
                let missing: Vec<u8> = self
                    .open
                    .drain(index..)
                    .skip(1)
                    .rev()
                    .map(|open| open.closing)
                    .collect();
                self.write_over_white_space(&missing);
            }
            (None, None) => {
                if let Some(byte) = self.text.get_mut(self.at) {
                    *byte = b' ';
                }
            }
        }
    }

    fn find(&self, byte: u8) -> Option<usize> {
        let rest = self.text.get(self.at..)?;
        rest.iter()
            .position(|other| *other == byte)
            .map(|at| self.at + at)
    }

    fn skip_string(&mut self, quote: u8) {
        let mut at = self.at + 1;
        loop {
            match self.text.get(at) {
                Some(b'\\') => at += 2,
                Some(byte) if *byte == quote => break,
                Some(b'\n') | None => {
                    // The string ends with its line; its last character becomes the quote.
                    let last = at.saturating_sub(1);
                    if last > self.at
                        && let Some(byte) = self.text.get_mut(last)
                    {
                        *byte = quote;
                    }
                    self.at = at.min(self.text.len());
                    return;
                }
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
    }

    fn skip_template(&mut self) {
        let mut at = self.at + 1;
        let mut depth = 0_u32;
        let (mut line, mut line_start) = (self.line, self.line_start);
        loop {
            match self.text.get(at) {
                Some(b'\\') => at += 1,
                Some(b'`') if depth == 0 => {
                    self.templates.push(self.at..at + 1);
                    self.at = at + 1;
                    (self.line, self.line_start) = (line, line_start);
                    return;
                }
                Some(b'$') if self.text.get(at + 1) == Some(&b'{') => {
                    depth += 1;
                    at += 1;
                }
                Some(b'{') if depth > 0 => depth += 1,
                Some(b'}') => depth = depth.saturating_sub(1),
                Some(b'\n') => {
                    line += 1;
                    line_start = at + 1;
                }
                Some(_) => {}
                None => break,
            }
            at += 1;
        }
        // A template without an end is closed at the end of its line.
        self.has_open_template = true;
        let end = self.find(b'\n').unwrap_or(self.text.len());
        if let Some(byte) = self.text.get_mut(end) {
            *byte = b'`';
        } else {
            self.text.push(b'`');
        }
        self.at = end + 1;
        self.line += 1;
        self.line_start = self.at;
        self.indent = None;
    }

    /// Whether a slash here divides, rather than starts a regular expression.
    fn divides(&self) -> bool {
        let word = self.last.is_ascii_alphanumeric() || matches!(self.last, b'_' | b'$' | b')' | b']' | b'}');
        let before = self.text.get(..self.free).unwrap_or(&[]);
        (word && !before.ends_with(b"return"))
            || self.last == b'<'
            || self.text.get(self.at + 1) == Some(&b'>')
    }

    fn skip_regex(&mut self) {
        let mut at = self.at + 1;
        let mut in_class = false;
        loop {
            match self.text.get(at) {
                Some(b'\\') => at += 1,
                Some(b'[') => in_class = true,
                Some(b']') => in_class = false,
                Some(b'/') if !in_class => {
                    self.at = at + 1;
                    return;
                }
                Some(b'\n') | None => {
                    self.at += 1;
                    return;
                }
                Some(_) => {}
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(String::from_utf8(repair(text.as_bytes())).unwrap(), expected);
    }

    #[test]
    fn brackets_are_closed_where_the_indentation_says() {
        check(
            "class A {\n  a() {\n    if (x) {\n      y;\n  }\n\n  b() {}\n}\n",
            "class A {\n  a() {\n    if (x) {\n      y;}  }\n\n  b() {}\n}\n",
        );
        check("f(\n", "f(\n)");
        check("a {\n  b(\n\n  c() {}\n}\n", "a {\n  b()\n  c() {}\n}\n");
        check("a }\n", "a  \n");
        check("x = 'abc;\ny", "x = 'abc'\ny");
        check("x = /[}]/; y = a / b; `}`", "x = /[}]/; y = a / b; `}`");
    }
}
