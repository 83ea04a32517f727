//! The rows of files.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::Result;
use crate::facts::{Generated, ParsedBy};
use crate::project::stamps::FileStamp;
use crate::store::Store;
use crate::store::places::line;
use crate::store::stamps::stamp_from;
use crate::text::digest::Digest;
use crate::text::line::Line;
use crate::text::path::RelPath;

/// A file as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Its row.
    pub id: i64,
    /// Its path.
    pub path: RelPath,
    /// Its language, a place in `LANGUAGES`.
    pub language: usize,
    /// The stamp it had when it was read.
    pub stamp: FileStamp,
    /// The hash of what was read.
    pub digest: Digest,
    /// Which parser made its facts.
    pub parsed_by: ParsedBy,
    /// Whether people wrote it.
    pub generated: Option<Generated>,
    /// The line of its first syntax error.
    pub syntax_error: Option<Line>,
    /// The cl100k count of the whole file, once somebody asked for it.
    pub tokens: Option<u32>,
    /// Its row in the full text; its chunks are the next `chunk_count`.
    pub first_row: i64,
    /// How many chunks it has.
    pub chunk_count: u32,
}

const COLUMNS: &str =
    "id, path, language, size, modified_ns, changed_ns, inode, settled, hash, parsed_by, generated,
     syntax_error, tokens, first_row, chunk_count";

impl Store {
    /// The file at `path`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn file(&self, path: &str) -> Result<Option<StoredFile>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM files WHERE path = ?1"))?
                .query_row([path], from_row)
                .optional()
        })
    }

    /// Every file, by path.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn files(&self) -> Result<Vec<StoredFile>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM files ORDER BY path"))?
                .query_map([], from_row)?
                .collect()
        })
    }

    /// The indexed files that do not parse as a whole, by path, each with the line of its first syntax error.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn syntax_errors(&self) -> Result<Vec<(String, Line)>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT path, syntax_error FROM files WHERE syntax_error IS NOT NULL ORDER BY path",
                )?
                .query_map([], |row| Ok((row.get(0)?, line(row, 1)?)))?
                .collect()
        })
    }

    /// How many indexed files people did not write.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn generated_count(&self) -> Result<u64> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT count(*) FROM files WHERE generated <> 0")?
                .query_row([], |row| row.get(0))
        })
    }

    /// How many files and how many chunks are indexed.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn counts(&self) -> Result<(u64, u64)> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT count(*), coalesce(sum(chunk_count), 0) FROM files")?
                .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredFile> {
    Ok(StoredFile {
        id: row.get(0)?,
        path: RelPath::from_stored(row.get(1)?),
        language: row.get(2)?,
        stamp: stamp_from(row, 3)?,
        digest: Digest(row.get(8)?),
        parsed_by: match row.get::<_, u8>(9)? {
            1 => ParsedBy::Tolerant,
            2 => ParsedBy::Markdown,
            _ => ParsedBy::Exact,
        },
        generated: match row.get::<_, u8>(10)? {
            1 => Some(Generated::Header),
            2 => Some(Generated::Shape),
            _ => None,
        },
        syntax_error: row.get::<_, Option<u32>>(11)?.and_then(Line::new),
        tokens: row.get(12)?,
        first_row: row.get(13)?,
        chunk_count: row.get(14)?,
    })
}

/// A row to write.
#[derive(Debug)]
pub(super) struct NewRow<'a> {
    pub(super) file: &'a StoredFile,
    pub(super) outline: &'a [u8],
}

pub(super) fn write(connection: &Connection, row: &NewRow<'_>) -> rusqlite::Result<()> {
    let file = row.file;
    connection
        .prepare_cached(&format!(
            "INSERT INTO files ({COLUMNS}, outline)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        ))?
        .execute(params![
            file.id,
            file.path.as_str(),
            file.language as i64,
            file.stamp.size as i64,
            file.stamp.modified_ns,
            file.stamp.changed_ns,
            file.stamp.inode as i64,
            file.stamp.settled,
            file.digest.0,
            match file.parsed_by {
                ParsedBy::Exact => 0,
                ParsedBy::Tolerant => 1,
                ParsedBy::Markdown => 2,
            },
            match file.generated {
                None => 0,
                Some(Generated::Header) => 1,
                Some(Generated::Shape) => 2,
            },
            file.syntax_error.map(Line::get),
            file.tokens,
            file.first_row,
            file.chunk_count,
            row.outline,
        ])
        .map(|_| ())
}

/// What has to be known of a stored file to take it out again.
#[derive(Debug)]
pub(super) struct Traces {
    pub(super) id: i64,
    pub(super) first_row: i64,
    pub(super) chunk_count: u32,
}

pub(super) fn traces(connection: &Connection, path: &str) -> rusqlite::Result<Option<Traces>> {
    connection
        .prepare_cached("SELECT id, first_row, chunk_count FROM files WHERE path = ?1")?
        .query_row([path], |row| {
            Ok(Traces {
                id: row.get(0)?,
                first_row: row.get(1)?,
                chunk_count: row.get(2)?,
            })
        })
        .optional()
}

/// Every file with its id, by path.
pub(super) fn ids(connection: &Connection) -> rusqlite::Result<Vec<(i64, RelPath)>> {
    connection
        .prepare_cached("SELECT id, path FROM files ORDER BY path")?
        .query_map([], |row| Ok((row.get(0)?, RelPath::from_stored(row.get(1)?))))?
        .collect()
}

pub(super) fn delete(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM files WHERE id = ?1")?
        .execute([id])
        .map(|_| ())
}

pub(super) fn set_tokens(
    connection: &Connection,
    path: &str,
    digest: Digest,
    tokens: u32,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE files SET tokens = ?3 WHERE path = ?1 AND hash = ?2")?
        .execute(params![path, digest.0, tokens])
        .map(|_| ())
}

/// Makes every file one whose contents are not known to be what was indexed.
pub(super) fn forget_hashes(connection: &Connection) -> rusqlite::Result<()> {
    connection
        .execute("UPDATE files SET hash = zeroblob(16), settled = 0", [])
        .map(|_| ())
}

/// The first file id and the first row that nothing uses; read off the ends of two indexes.
pub(super) fn next_free(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    connection.query_row(
        "SELECT (SELECT coalesce(max(id), 0) + 1 FROM files),
                coalesce((SELECT first_row + chunk_count FROM files ORDER BY first_row DESC LIMIT 1), 0) + 1",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
