//! The numbers of rows that belong to a file, in the order in which they stand in it.
//!
//! A row's number is its file's with its place below it: rows of new files are appended, which leaves no page half full, and
//! neither number is stored beside it.

use rusqlite::Row;

use crate::text::line::Line;

/// How many bits a place takes: the shortest export is two bytes, so that a file of 4 MB has no more.
const PLACE_BITS: u32 = 21;

/// How many rows a file can have.
pub(super) const MOST: usize = 1 << PLACE_BITS;

/// The number of the row at `place` of the file `file`.
pub(super) const fn number(file: i64, place: usize) -> i64 {
    file << PLACE_BITS | place as i64
}

/// The first number and the last one that a row of the file `file` can have.
pub(super) const fn of_file(file: i64) -> [i64; 2] {
    [file << PLACE_BITS, (file << PLACE_BITS) + (1 << PLACE_BITS) - 1]
}

pub(super) fn line(row: &Row<'_>, column: usize) -> rusqlite::Result<Line> {
    Ok(Line::new(row.get(column)?).unwrap_or(Line::FIRST))
}
