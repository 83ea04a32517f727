//! The rows of chunks.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::Result;
use crate::facts::{Chunk, ChunkKind};
use crate::store::Store;
use crate::store::spans;
use crate::text::line::{Line, LineRange};
use crate::text::span::Span;

/// A chunk as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChunk {
    /// Its row, also in the full text.
    pub id: i64,
    /// What the file says of it.
    pub chunk: Chunk,
}

const COLUMNS: &str = "id, kind, name, owner_length, exported, part, start_line, end_line, spans";

impl Store {
    /// The chunk with the row `id`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn chunk(&self, id: i64) -> Result<Option<StoredChunk>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM chunks WHERE id = ?1"))?
                .query_row([id], from_row)
                .optional()
        })
    }

    /// The chunks with rows `first..first + count`, in order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn chunks_of(&self, first: i64, count: u32) -> Result<Vec<StoredChunk>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM chunks WHERE id >= ?1 AND id < ?2 ORDER BY id"
                ))?
                .query_map([first, first + i64::from(count)], from_row)?
                .collect()
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredChunk> {
    let name: Option<String> = row.get(2)?;
    let (span, mut others) = spans::decode(row.get_ref(8)?.as_blob()?);
    let shell = others.split_off(others.len().min(1));
    Ok(StoredChunk {
        id: row.get(0)?,
        chunk: Chunk {
            kind: ChunkKind::ALL
                .get(row.get::<_, usize>(1)?)
                .copied()
                .unwrap_or(ChunkKind::Block),
            owner: owner_of(name.as_deref().unwrap_or_default(), row.get(3)?),
            name,
            exported: row.get(4)?,
            part: row.get(5)?,
            lines: LineRange::new(line(row, 6)?, line(row, 7)?),
            span,
            doc: others.into_iter().next().flatten(),
            shell: shell.into_iter().flatten().collect(),
        },
    })
}

/// The owner that the first `length` bytes of a qualified name say.
pub(super) fn owner_of(name: &str, length: usize) -> Option<String> {
    name.get(..length)
        .filter(|owner| !owner.is_empty())
        .map(str::to_owned)
}

/// How many bytes of `name` are `owner`.
pub(super) fn owner_length(name: &str, owner: Option<&str>) -> usize {
    owner.filter(|owner| name.starts_with(owner)).map_or(0, str::len)
}

pub(super) fn line(row: &Row<'_>, column: usize) -> rusqlite::Result<Line> {
    Ok(Line::new(row.get(column)?).unwrap_or(Line::FIRST))
}

pub(super) fn insert(connection: &Connection, id: i64, chunk: &Chunk) -> rusqlite::Result<()> {
    let others: Vec<Option<Span>> = [chunk.doc]
        .into_iter()
        .chain(chunk.shell.iter().copied().map(Some))
        .collect();
    connection
        .prepare_cached(&format!(
            "INSERT INTO chunks ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        ))?
        .execute(params![
            id,
            chunk.kind as u8,
            chunk.name,
            owner_length(chunk.name.as_deref().unwrap_or_default(), chunk.owner.as_deref()) as i64,
            chunk.exported,
            chunk.part,
            chunk.lines.first().get(),
            chunk.lines.last().get(),
            spans::encode(chunk.span, &others),
        ])
        .map(|_| ())
}

pub(super) fn delete(connection: &Connection, first: i64, count: u32) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM chunks WHERE id >= ?1 AND id < ?2")?
        .execute([first, first + i64::from(count)])
        .map(|_| ())
}
