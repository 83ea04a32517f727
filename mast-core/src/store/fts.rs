//! Full text: which chunks hold which terms, and in which fields.
//!
//! FTS5 finds and counts; ranking is the search room's. `bm25()` cannot be used: it knows neither whole
//! files nor how many of a query's words a chunk covers, and with `detail = column` it is 0 for every row. So
//! an auxiliary function hands each matching row's fields over, in one pass of the query.
//! Cost: about a microsecond a matching row.

#![allow(unsafe_code)] // FTS5's extension interface is C; the contract of each call stands beside it.

use std::ffi::{CStr, c_int, c_void};
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::{Connection, ffi, params};

use crate::error::Result;
use crate::store::failed;

/// A field of a chunk's text, a column of `chunk_fts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The declared name, without what it is a member of, and its words.
    Name,
    /// What the declaration is a member of; for a Markdown section its file and the headings above it.
    Owner,
    /// The file's path; only in a file's own row.
    Path,
    /// The doc comment.
    Doc,
    /// The code, or the prose of a Markdown section.
    Body,
    /// Terms that stand three times or more in the body; they stand in no row of [`Field::Body`] beside it.
    Often,
}

impl Field {
    /// All fields, in column order.
    pub const ALL: [Self; 6] = [
        Self::Name,
        Self::Owner,
        Self::Path,
        Self::Doc,
        Self::Body,
        Self::Often,
    ];

    /// Its bit in [`Hit::fields`].
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// One term of a query found in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The row: a chunk's id, or a file's first row.
    pub row: i64,
    /// The place of the term in the query.
    pub term: u16,
    /// In which fields it stands: [`Field::bit`]s.
    pub fields: u8,
}

/// Receives the hits of the running query; shared between a connection and the function that fills it.
pub(super) type Hits = Arc<Mutex<Collected>>;

/// What the running query has found, and which of its phrases only select rows.
#[derive(Debug, Default)]
pub(super) struct Collected {
    hits: Vec<Hit>,
    passed_over: c_int,
}

/// Adds the collecting function to `connection`.
pub(super) fn register(connection: &Connection) -> Result<Hits> {
    let hits: Hits = Arc::default();
    let api = fts5_api(connection)?;
    let user_data = Arc::into_raw(Arc::clone(&hits)).cast_mut().cast::<c_void>();
    // SAFETY: `api` comes from FTS5 on this connection and outlives it. SQLite calls `release` exactly once, when the
    // connection closes or the registration fails, so the reference count taken above is returned.
    let status = unsafe {
        match (*api).xCreateFunction {
            Some(create) => create(
                api,
                c"mast_collect".as_ptr(),
                user_data,
                Some(collect),
                Some(release),
            ),
            None => ffi::SQLITE_ERROR,
        }
    };
    if status == ffi::SQLITE_OK {
        Ok(hits)
    } else {
        Err(failed(
            "registering the full-text collector",
            &format!("status {status}"),
        ))
    }
}

unsafe extern "C" fn release(user_data: *mut c_void) {
    // SAFETY: the pointer was made by `Arc::into_raw` in `register`, and this runs once.
    drop(unsafe { Arc::from_raw(user_data.cast::<Mutex<Collected>>()) });
}

fn fts5_api(connection: &Connection) -> Result<*mut ffi::fts5_api> {
    let mut api: *mut ffi::fts5_api = std::ptr::null_mut();
    // SAFETY: the documented way to reach FTS5's interface (<https://sqlite.org/fts5.html>, section 7): bind a typed pointer
    // to `api` and let the function `fts5` fill it. All handles belong to the open `connection`.
    let status = unsafe {
        let mut statement = std::ptr::null_mut();
        let status = ffi::sqlite3_prepare_v2(
            connection.handle(),
            c"SELECT fts5(?1)".as_ptr(),
            -1,
            &raw mut statement,
            std::ptr::null_mut(),
        );
        if status == ffi::SQLITE_OK {
            let name: &CStr = c"fts5_api_ptr";
            ffi::sqlite3_bind_pointer(statement, 1, (&raw mut api).cast::<c_void>(), name.as_ptr(), None);
            ffi::sqlite3_step(statement);
            ffi::sqlite3_finalize(statement)
        } else {
            status
        }
    };
    if status == ffi::SQLITE_OK && !api.is_null() {
        Ok(api)
    } else {
        Err(failed("reaching FTS5", &format!("status {status}")))
    }
}

unsafe extern "C" fn collect(
    api: *const ffi::Fts5ExtensionApi,
    context: *mut ffi::Fts5Context,
    result: *mut ffi::sqlite3_context,
    _count: c_int,
    _values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: FTS5 hands a valid interface and context for the current row; the user data is the mutex that
    // `register` put there and keeps alive. Nothing here can panic: pushing only allocates.
    unsafe {
        let api = &*api;
        let (Some(user_data), Some(rowid), Some(phrase_count), Some(first), Some(next)) = (
            api.xUserData,
            api.xRowid,
            api.xPhraseCount,
            api.xPhraseFirstColumn,
            api.xPhraseNextColumn,
        ) else {
            return;
        };
        let hits = &*user_data(context).cast::<Mutex<Collected>>();
        let mut collected = hits.lock();
        let row = rowid(context);
        for phrase in collected.passed_over..phrase_count(context) {
            let mut iterator = ffi::Fts5PhraseIter {
                a: std::ptr::null(),
                b: std::ptr::null(),
            };
            let mut column: c_int = -1;
            if first(context, phrase, &raw mut iterator, &raw mut column) != ffi::SQLITE_OK {
                continue;
            }
            let mut fields = 0u8;
            while column >= 0 {
                fields |= 1u8.checked_shl(column as u32).unwrap_or(0);
                next(context, &raw mut iterator, &raw mut column);
            }
            if fields & Field::Often.bit() != 0 {
                fields |= Field::Body.bit();
            }
            if fields != 0 {
                let term = (phrase - collected.passed_over) as u16;
                collected.hits.push(Hit { row, term, fields });
            }
        }
        ffi::sqlite3_result_int(result, 0);
    }
}

/// The terms of one row, field by field, each field's terms separated by spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowTerms {
    /// Terms of the name.
    pub name: String,
    /// Terms of what it is a member of.
    pub owner: String,
    /// Terms of the doc comment.
    pub doc: String,
    /// Terms of the body that stand there once or twice.
    pub body: String,
    /// Those that stand there more often.
    pub often: String,
}

pub(super) fn insert_file(
    connection: &Connection,
    row: i64,
    stem_terms: &str,
    path_terms: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO chunk_fts (rowid, name, path) VALUES (?1, ?2, ?3)")?
        .execute(params![row, stem_terms, path_terms])
        .map(|_| ())
}

pub(super) fn insert_chunk(connection: &Connection, row: i64, terms: &RowTerms) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO chunk_fts (rowid, name, owner, doc, body, often) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            row,
            terms.name,
            terms.owner,
            terms.doc,
            terms.body,
            terms.often
        ])
        .map(|_| ())
}

/// How far above what comes after it the segment of a fresh index is put.
const LIFT: u8 = 8;

/// The record of `chunk_fts_data` that says which segments there are.
const STRUCTURE: i64 = 10;

/// Puts the segment that a fresh index was filled with on a level of its own; the last statement of its connection, which keeps what
/// the record said.
///
/// A fresh index is one segment, which FTS5 leaves on the level of those that later transactions add. It merges the sixteen segments of
/// a level at once, so that the sixteenth question after an edit would write the whole full text anew. A record is four bytes that
/// count its changes, four that mark its form, how many levels, segments and writes there are, and for each level, lowest first, how many
/// of its segments are being merged, how many it has, and these (`fts5_index.c`, "Structure record"). Levels below that have none are as they are once
/// their segments were merged. A record of another form is left as it is.
pub(super) fn lift_segment(connection: &Connection) -> rusqlite::Result<()> {
    let record: Vec<u8> = connection.query_row(
        "SELECT block FROM chunk_fts_data WHERE id = ?1",
        [STRUCTURE],
        |row| row.get(0),
    )?;
    if let Some(lifted) = lifted(&record) {
        connection.execute(
            "UPDATE chunk_fts_data SET block = ?2 WHERE id = ?1",
            params![STRUCTURE, lifted],
        )?;
    }
    Ok(())
}

fn lifted(record: &[u8]) -> Option<Vec<u8>> {
    let (head, rest) = record.split_at_checked(8)?;
    let (levels, rest) = rest.split_first()?;
    // Numbers below 128 are a byte; a longer number has its highest bit set.
    if head[4..] != [0xFF, 0, 0, 1] || *levels > 16 || *rest.first()? != 1 {
        return None;
    }
    let writes = rest[1..].iter().take(9).position(|byte| *byte < 0x80)? + 1;
    let (counts, below) = rest.split_at_checked(1 + writes)?;
    let mut lifted = Vec::with_capacity(record.len() + 2 * usize::from(LIFT));
    lifted.extend_from_slice(head);
    lifted.push(levels + LIFT);
    lifted.extend_from_slice(counts);
    lifted.extend([0; 2 * LIFT as usize]);
    lifted.extend_from_slice(below);
    Some(lifted)
}

/// Deletes one row; FTS5 finds a row by `rowid = ?` alone, a range would read the whole table.
pub(super) fn delete(connection: &Connection, row: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM chunk_fts WHERE rowid = ?1")?
        .execute([row])
        .map(|_| ())
}

/// Runs `expression` and gives the hits of every matching row, rows ascending. The first `passed_over` phrases select rows and are not
/// reported; [`Hit::term`] counts from the one after them.
pub(super) fn query(
    connection: &Connection,
    hits: &Hits,
    expression: &str,
    passed_over: usize,
) -> rusqlite::Result<Vec<Hit>> {
    *hits.lock() = Collected {
        hits: Vec::new(),
        passed_over: passed_over as c_int,
    };
    let mut statement = connection
        .prepare_cached("SELECT mast_collect(chunk_fts) FROM chunk_fts WHERE chunk_fts MATCH ?1")?;
    let mut rows = statement.query([expression])?;
    while rows.next()?.is_some() {}
    Ok(std::mem::take(&mut hits.lock().hits))
}

/// A term as a quoted string of FTS5's query language.
pub fn quoted(term: &str) -> String {
    format!("\"{}\"", term.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(connection: &Connection) -> i64 {
        connection
            .query_row("SELECT count(DISTINCT segid) FROM chunk_fts_idx", [], |row| {
                row.get(0)
            })
            .unwrap_or_default()
    }

    fn insert(connection: &Connection, row: i64, words: usize) -> rusqlite::Result<()> {
        let body: Vec<String> = (0..words).map(|word| format!("w{row}x{word}")).collect();
        connection
            .execute(
                "INSERT INTO chunk_fts (rowid, body) VALUES (?1, ?2)",
                params![row, body.join(" ")],
            )
            .map(|_| ())
    }

    #[test]
    fn a_lifted_segment_stays_when_others_are_merged() -> rusqlite::Result<()> {
        let connection = Connection::open_in_memory()?;
        crate::store::schema::create_tables(&connection)?;
        insert(&connection, 1, 20_000)?;
        let first: i64 =
            connection.query_row("SELECT max(segid) FROM chunk_fts_idx", [], |row| row.get(0))?;
        assert_eq!(segments(&connection), 1);
        lift_segment(&connection)?;
        // What the connection kept of the record is older than the record.
        connection.execute_batch("DROP TABLE chunk_terms; VACUUM")?;
        for row in 2..60 {
            insert(&connection, row, 5)?;
        }
        connection.execute("DELETE FROM chunk_fts WHERE rowid = 2", [])?;
        let kept: i64 = connection.query_row(
            "SELECT count(*) FROM chunk_fts_idx WHERE segid = ?1",
            [first],
            |row| row.get(0),
        )?;
        assert!(kept > 0, "the first segment was merged");
        assert!(segments(&connection) < 40, "the others were not");
        connection.execute_batch("INSERT INTO chunk_fts (chunk_fts) VALUES ('integrity-check')")?;
        let found = |term: &str| {
            connection.query_row(
                "SELECT count(*) FROM chunk_fts WHERE chunk_fts MATCH ?1",
                [term],
                |row| row.get::<_, i64>(0),
            )
        };
        assert_eq!((found("w1x7")?, found("w59x4")?, found("w2x0")?), (1, 1, 0));
        Ok(())
    }

    #[test]
    fn a_record_of_another_form_is_left_as_it_is() {
        assert_eq!(lifted(&[]), None);
        assert_eq!(lifted(&[0, 0, 0, 1, 1, 1, 0, 0, 1]), None);
        assert_eq!(
            lifted(&[0, 0, 0, 1, 0xFF, 0, 0, 1, 1, 2, 0]),
            None,
            "two segments"
        );
    }
}
