//! The split of a text into pieces that are encoded each on its own.
//!
//! Equal to the pattern of `cl100k_base`, whose alternatives are tried in this order:
//! `'(?i:[sdmt]|ll|ve|re)`, `[^\r\n\p{L}\p{N}]?+\p{L}++`, `\p{N}{1,3}+`, ` ?[^\s\p{L}\p{N}]++[\r\n]*+`,
//! `\s++$`, `\s*[\r\n]`, `\s+(?!\S)`, `\s`.
//! `char::is_alphabetic` and `char::is_numeric` are other sets than `\p{L}` and `\p{N}`, hence own tables.
//! One pass, no allocation.

static BLOCKS: &[[u8; 256]] = include_bytes!(concat!(env!("OUT_DIR"), "/class_blocks"))
    .as_chunks()
    .0;
static INDEX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/class_index"));

/// What a character is to the pattern. The numbers are those of the build script.
const OTHER: u8 = 0;
const LETTER: u8 = 1;
const NUMBER: u8 = 2;
/// White space but line ends.
const SPACE: u8 = 3;
/// `\r` and `\n`.
const LINE_END: u8 = 4;

fn class(character: char) -> u8 {
    let code = character as usize;
    BLOCKS[usize::from(INDEX[code >> 8])][code & 0xff]
}

/// The pieces of a text, in order; together they are the text.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The class of the character at `at` and where it ends; none at the end of the text.
    #[inline]
    fn look(&self, at: usize) -> Option<(u8, usize)> {
        let byte = *self.text.as_bytes().get(at)?;
        if byte < 0x80 {
            return Some((BLOCKS[0][usize::from(byte)], at + 1));
        }
        let character = self.text.get(at..)?.chars().next()?;
        Some((class(character), at + character.len_utf8()))
    }

    /// The end of the run of characters of a class from `at`.
    #[inline]
    fn run(&self, class: u8, mut at: usize) -> usize {
        while let Some((found, end)) = self.look(at)
            && found == class
        {
            at = end;
        }
        at
    }

    /// The end of the piece that starts at `start`, a character of the class `first` that ends at `after`.
    #[inline]
    fn end(&self, start: usize, first: u8, after: usize) -> usize {
        match first {
            LETTER => self.run(LETTER, after),
            NUMBER => self.digits(after),
            LINE_END => self.white_space(start),
            OTHER => {
                if let Some(end) = self.contraction(start) {
                    return end;
                }
                if let Some((LETTER, end)) = self.look(after) {
                    return self.run(LETTER, end);
                }
                self.run(LINE_END, self.run(OTHER, after))
            }
            _ => match self.look(after) {
                Some((LETTER, end)) => self.run(LETTER, end),
                Some((OTHER, end)) if self.text.as_bytes()[start] == b' ' => {
                    self.run(LINE_END, self.run(OTHER, end))
                }
                _ => self.white_space(start),
            },
        }
    }

    /// The end of `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve`, `'re` in any case; `ſ` is a small s to a pattern without case.
    #[inline]
    fn contraction(&self, start: usize) -> Option<usize> {
        let rest = self.text.get(start..)?.strip_prefix('\'')?;
        match rest.as_bytes() {
            [b's' | b'd' | b'm' | b't' | b'S' | b'D' | b'M' | b'T', ..] => Some(start + 2),
            [b'l' | b'L', b'l' | b'L', ..] | [b'v' | b'V' | b'r' | b'R', b'e' | b'E', ..] => Some(start + 3),
            _ => rest.starts_with('ſ').then_some(start + 1 + 'ſ'.len_utf8()),
        }
    }

    /// The end of a group of at most three digits, the first of which ends at `at`.
    fn digits(&self, mut at: usize) -> usize {
        for _ in 1..3 {
            match self.look(at) {
                Some((NUMBER, end)) => at = end,
                _ => break,
            }
        }
        at
    }

    /// The end of a piece of white space: up to the last line end of the run; without one, all but its last
    /// character, which belongs to what follows; all of it at the end of the text.
    fn white_space(&self, start: usize) -> usize {
        let (mut at, mut last, mut after_line_end) = (start, start, None);
        while let Some((class @ (SPACE | LINE_END), end)) = self.look(at) {
            if class == LINE_END {
                after_line_end = Some(end);
            }
            last = at;
            at = end;
        }
        if at == self.text.len() {
            return at;
        }
        after_line_end.unwrap_or(if last == start { at } else { last })
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        let (first, after) = self.look(start)?;
        self.at = self.end(start, first, after);
        self.text.as_bytes().get(start..self.at)
    }
}
