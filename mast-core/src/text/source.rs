//! The text of one file, decoded, with its lines.
//!
//! Files are read as UTF-8; a byte-order mark is dropped and UTF-16 with a mark is converted.
//! All spans and lines of mast refer to the decoded text.

use super::line::{LineIndex, LineRange};
use super::span::Span;

/// Why bytes are not a text that mast reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// Neither UTF-8 nor UTF-16 with a mark; the first bad byte stands at the offset.
    NotUtf8 {
        /// Offset of the first bad byte.
        offset: usize,
    },
    /// Starts with a UTF-16 mark and is no valid UTF-16.
    NotUtf16,
    /// Holds NUL bytes: a binary file with a source file's name.
    Binary,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotUtf8 { offset } => write!(out, "not UTF-8 (first bad byte at offset {offset})"),
            Self::NotUtf16 => write!(out, "not valid UTF-16"),
            Self::Binary => write!(out, "binary (holds NUL bytes)"),
        }
    }
}

/// One decoded text and the starts of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    lines: LineIndex,
}

impl Source {
    /// Decodes the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] for anything but UTF-8 and UTF-16 with a mark.
    pub fn decode(bytes: Vec<u8>) -> Result<Self, DecodeError> {
        let text = match bytes.as_slice() {
            [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
            [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
            _ => {
                let mut text = String::from_utf8(bytes).map_err(|error| DecodeError::NotUtf8 {
                    offset: error.utf8_error().valid_up_to(),
                })?;
                if text.starts_with('\u{FEFF}') {
                    text.drain(..'\u{FEFF}'.len_utf8());
                }
                text
            }
        };
        if text.as_bytes().iter().take(8192).any(|byte| *byte == 0) {
            return Err(DecodeError::Binary);
        }
        Ok(Self::new(text))
    }

    /// A source with the text `text`.
    pub fn new(text: String) -> Self {
        let lines = LineIndex::new(&text);
        Self { text, lines }
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The text of `span`.
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The text of whole lines, without the last line end.
    pub fn slice_lines(&self, lines: LineRange) -> &str {
        self.slice(self.lines.span_of(lines))
            .trim_end_matches(['\n', '\r'])
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DecodeError> {
    if !bytes.len().is_multiple_of(2) {
        return Err(DecodeError::NotUtf16);
    }
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .collect::<Result<String, _>>()
        .map_err(|_| DecodeError::NotUtf16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_dropped_and_utf16_is_converted() {
        assert_eq!(Source::decode(b"\xEF\xBB\xBFa".to_vec()).unwrap().text(), "a");
        assert_eq!(
            Source::decode(b"\xFF\xFEa\0\xE9\0".to_vec()).unwrap().text(),
            "a\u{e9}"
        );
        assert_eq!(Source::decode(b"\xFE\xFF\0a".to_vec()).unwrap().text(), "a");
        assert_eq!(
            Source::decode(b"ab\xE9".to_vec()).unwrap_err(),
            DecodeError::NotUtf8 { offset: 2 }
        );
        assert_eq!(
            Source::decode(b"\xFF\xFEa".to_vec()).unwrap_err(),
            DecodeError::NotUtf16
        );
        assert_eq!(Source::decode(b"a\0".to_vec()).unwrap_err(), DecodeError::Binary);
    }
}
