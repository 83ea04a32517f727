//! The whole index as text, for tests that compare two of them.
//!
//! What numbers a row, what dates a file and what is only a cache is left out; rows are named by path and ordinal instead, so two
//! indexes of the same files under the same configuration have the same text however each came about. A table or a column
//! that is added to the layout is part of it at once.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use crate::error::Result;
use crate::store::{Store, unreadable};

/// Columns that differ between equal indexes, in whatever table they stand.
pub const LEFT_OUT: &[&str] = &[
    "id",
    "file_id",
    "first_row",
    "modified_ns",
    "changed_ns",
    "inode",
    "settled",
    "tokens",
];

/// A file that a row refers to is shown by its path; one that is not there shows.
const TARGET_PATH: &str = "CASE WHEN target_file IS NOT NULL THEN
    coalesce((SELECT path FROM files WHERE files.id = target_file), 'no file') END";

/// Keys of `meta` that differ between equal indexes.
const DATED_KEYS: &[&str] = &["last_indexed_ms", "last_scan_ns"];

/// Where each row of the full text belongs.
struct Place {
    first_row: i64,
    chunks: i64,
    path: String,
}

impl Store {
    /// Every fact of the index as a line that starts with its table, sorted.
    ///
    /// # Cost
    ///
    /// Reads everything, several times over.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    #[doc(hidden)]
    pub fn dump(&self) -> Result<Vec<String>> {
        let dump = || -> rusqlite::Result<Vec<String>> {
            // A connection of its own: listing the terms of each row needs a temporary table.
            let connection = Connection::open_with_flags(&self.path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let places = places(&connection)?;
            let mut lines = Vec::new();
            for table in tables(&connection)? {
                dump_table(&connection, &table, &places, &mut lines)?;
            }
            dump_terms(&connection, &places, &mut lines)?;
            lines.sort_unstable();
            Ok(lines)
        };
        dump().map_err(|error| unreadable(&self.path, &error))
    }
}

/// The tables that hold rows of their own; those behind the full text are read through it.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")?
        .query_map([], |row| row.get(0))?
        .collect()
}

fn places(connection: &Connection) -> rusqlite::Result<Vec<Place>> {
    connection
        .prepare("SELECT first_row, chunk_count, path FROM files ORDER BY first_row")?
        .query_map([], |row| {
            Ok(Place {
                first_row: row.get(0)?,
                chunks: row.get(1)?,
                path: row.get(2)?,
            })
        })?
        .collect()
}

/// `path` for a file's own row, `path#n` for its n-th chunk.
fn name_of(places: &[Place], row: i64) -> String {
    let at = places.partition_point(|place| place.first_row <= row);
    let place = at
        .checked_sub(1)
        .map(|at| &places[at])
        .filter(|place| row <= place.first_row + place.chunks);
    match place {
        Some(place) if row == place.first_row => place.path.clone(),
        Some(place) => format!("{}#{}", place.path, row - place.first_row - 1),
        None => format!("row {row} of no file"),
    }
}

fn dump_table(
    connection: &Connection,
    table: &str,
    places: &[Place],
    lines: &mut Vec<String>,
) -> rusqlite::Result<()> {
    let path_of_file = "(SELECT path FROM files WHERE files.id = file_id)";
    let columns: Vec<String> = connection
        .prepare("SELECT name FROM pragma_table_xinfo(?1)")?
        .query_map([table], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let has = |name: &str| columns.iter().any(|column| column == name);
    let key = if has("file_id") { path_of_file } else { "''" };
    let shown: Vec<&str> = columns
        .iter()
        .map(String::as_str)
        .filter(|column| !LEFT_OUT.contains(column))
        .collect();
    let read: Vec<&str> = shown
        .iter()
        .map(|column| {
            if *column == "target_file" {
                TARGET_PATH
            } else {
                column
            }
        })
        .collect();
    let mut statement = connection.prepare(&format!("SELECT {key}, {} FROM {table}", read.join(", ")))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if table == "meta" && DATED_KEYS.contains(&row.get_ref(1)?.as_str()?) {
            continue;
        }
        let of = match row.get_ref(0)? {
            ValueRef::Integer(chunk) => name_of(places, chunk),
            other => text_of(other),
        };
        let mut line = format!("{table} {of}");
        for (at, column) in shown.iter().enumerate() {
            line.push(' ');
            line.push_str(column);
            line.push('=');
            line.push_str(&cell(row, at + 1)?);
        }
        lines.push(line);
    }
    Ok(())
}

fn cell(row: &Row<'_>, at: usize) -> rusqlite::Result<String> {
    row.get_ref(at).map(text_of)
}

fn text_of(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "null".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => format!("{bytes:02x?}").replace(", ", ""),
    }
}

/// A line for each column of each row of the full text: its terms.
fn dump_terms(connection: &Connection, places: &[Place], lines: &mut Vec<String>) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE VIRTUAL TABLE temp.chunk_instances USING fts5vocab (main, chunk_fts, instance)",
    )?;
    let mut statement =
        connection.prepare("SELECT doc, col, term FROM temp.chunk_instances ORDER BY doc, col, term")?;
    let mut rows = statement.query([])?;
    let mut open: Option<(i64, String)> = None;
    let mut line = String::new();
    while let Some(row) = rows.next()? {
        let at = (row.get::<_, i64>(0)?, row.get::<_, String>(1)?);
        if open.as_ref() != Some(&at) {
            if open.is_some() {
                lines.push(std::mem::take(&mut line));
            }
            line = format!("terms {} {}:", name_of(places, at.0), at.1);
            open = Some(at);
        }
        line.push(' ');
        line.push_str(row.get_ref(2)?.as_str()?);
    }
    if open.is_some() {
        lines.push(line);
    }
    Ok(())
}
