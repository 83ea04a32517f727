//! Lines, counted from one.

use std::num::NonZeroU32;

/// A line of a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(NonZeroU32);

impl Line {
    /// The first line of a file.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// The line with the number `number`, none for 0.
    pub const fn new(number: u32) -> Option<Self> {
        match NonZeroU32::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The line that follows `index` others.
    pub const fn from_index(index: u32) -> Self {
        match NonZeroU32::new(index.saturating_add(1)) {
            Some(number) => Self(number),
            None => Self::FIRST,
        }
    }

    /// Its number, from 1.
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// How many lines stand before it.
    pub const fn index(self) -> u32 {
        self.0.get() - 1
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

/// Whole lines `first..=last`, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRange {
    first: Line,
    last: Line,
}

impl LineRange {
    /// The lines from `first` to `last`; a `last` before `first` gives `first` alone.
    pub fn new(first: Line, last: Line) -> Self {
        Self {
            first,
            last: last.max(first),
        }
    }

    /// First line.
    pub const fn first(self) -> Line {
        self.first
    }

    /// Last line, which belongs to the range.
    pub const fn last(self) -> Line {
        self.last
    }

    /// Number of lines, at least 1.
    pub const fn count(self) -> u32 {
        self.last.get() - self.first.get() + 1
    }

    /// Whether `other` lies inside.
    pub fn contains(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }
}

/// Where the lines of a text start: `\n`, `\r\n` and a lone `\r` each end a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    end: u32,
}

impl LineIndex {
    /// Finds the line starts of `text`, in one pass over its bytes.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at as u32 + 1);
            }
        }
        Self {
            starts,
            end: bytes.len() as u32,
        }
    }

    /// The line that byte `offset` stands on.
    pub fn line_of(&self, offset: u32) -> Line {
        let index = self.starts.partition_point(|start| *start <= offset);
        Line::from_index(index.saturating_sub(1) as u32)
    }

    /// The column of byte `offset`, in bytes from 0.
    pub fn column_of(&self, offset: u32) -> u32 {
        offset - self.start_of(self.line_of(offset))
    }

    /// The first byte of `line`, the end of the text for a line past it.
    pub fn start_of(&self, line: Line) -> u32 {
        self.starts
            .get(line.index() as usize)
            .copied()
            .unwrap_or(self.end)
    }

    /// The byte after `line`'s line end.
    pub fn end_of(&self, line: Line) -> u32 {
        self.starts
            .get(line.index() as usize + 1)
            .copied()
            .unwrap_or(self.end)
    }

    /// Number of lines; a line end at the end of the text opens no further line.
    pub fn count(&self) -> u32 {
        let last_is_empty = self.starts.last() == Some(&self.end);
        (self.starts.len() - usize::from(last_is_empty)) as u32
    }

    /// The lines that the bytes of `span` touch; an empty span touches the line it stands on.
    pub fn lines_of(&self, span: super::span::Span) -> LineRange {
        let last = if span.is_empty() { span.start } else { span.end - 1 };
        LineRange::new(self.line_of(span.start), self.line_of(last))
    }

    /// The bytes of whole `lines`, line ends included.
    pub fn span_of(&self, lines: LineRange) -> super::span::Span {
        super::span::Span::new(self.start_of(lines.first()), self.end_of(lines.last()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_line_end_counts_once() {
        let index = LineIndex::new("a\nb\r\nc\rd");
        assert_eq!(index.starts, [0, 2, 5, 7]);
        assert_eq!(index.line_of(3).get(), 2);
        assert_eq!(index.line_of(7).get(), 4);
        assert_eq!(index.count(), 4);
        assert_eq!(LineIndex::new("a\n").count(), 1);
        assert_eq!(LineIndex::new("").count(), 0);
    }
}
