//! The rows of chunks.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::Result;
use crate::facts::{Chunk, ChunkKind};
use crate::store::Store;
use crate::store::vocabulary::{push_varint, varints};
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

const COLUMNS: &str =
    "id, kind, name, owner, exported, part, start_line, end_line, start_byte, end_byte, doc_start, doc_end, shell";

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
                .prepare_cached(&format!("SELECT {COLUMNS} FROM chunks WHERE id >= ?1 AND id < ?2 ORDER BY id"))?
                .query_map([first, first + i64::from(count)], from_row)?
                .collect()
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredChunk> {
    let doc = match (row.get(10)?, row.get(11)?) {
        (Some(start), Some(end)) => Some(Span::new(start, end)),
        _ => None,
    };
    let shell: Option<Vec<u8>> = row.get(12)?;
    Ok(StoredChunk {
        id: row.get(0)?,
        chunk: Chunk {
            kind: ChunkKind::ALL.get(row.get::<_, usize>(1)?).copied().unwrap_or(ChunkKind::Block),
            name: row.get(2)?,
            owner: row.get(3)?,
            exported: row.get(4)?,
            part: row.get(5)?,
            lines: LineRange::new(line(row, 6)?, line(row, 7)?),
            span: Span::new(row.get(8)?, row.get(9)?),
            doc,
            shell: shell.map_or_else(Vec::new, |bytes| decode_spans(&bytes)),
        },
    })
}

pub(super) fn line(row: &Row<'_>, column: usize) -> rusqlite::Result<Line> {
    Ok(Line::new(row.get(column)?).unwrap_or(Line::FIRST))
}

pub(super) fn insert(connection: &Connection, id: i64, chunk: &Chunk) -> rusqlite::Result<()> {
    let shell = (!chunk.shell.is_empty()).then(|| encode_spans(&chunk.shell));
    connection
        .prepare_cached(&format!(
            "INSERT INTO chunks ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        ))?
        .execute(params![
            id,
            chunk.kind as u8,
            chunk.name,
            chunk.owner,
            chunk.exported,
            chunk.part,
            chunk.lines.first().get(),
            chunk.lines.last().get(),
            chunk.span.start,
            chunk.span.end,
            chunk.doc.map(|doc| doc.start),
            chunk.doc.map(|doc| doc.end),
            shell,
        ])
        .map(|_| ())
}

pub(super) fn delete(connection: &Connection, first: i64, count: u32) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM chunks WHERE id >= ?1 AND id < ?2")?
        .execute([first, first + i64::from(count)])
        .map(|_| ())
}

/// Spans in source order as the differences of their ends.
fn encode_spans(spans: &[Span]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(spans.len() * 4);
    let mut previous = 0;
    for span in spans {
        push_varint(&mut bytes, span.start.wrapping_sub(previous));
        push_varint(&mut bytes, span.len());
        previous = span.end;
    }
    bytes
}

fn decode_spans(bytes: &[u8]) -> Vec<Span> {
    let mut values = varints(bytes);
    let mut previous = 0u32;
    let mut spans = Vec::new();
    while let (Some(gap), Some(length)) = (values.next(), values.next()) {
        let start = previous.wrapping_add(gap);
        previous = start.wrapping_add(length);
        spans.push(Span::new(start, previous));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_survive_their_encoding() {
        let spans = [Span::new(3, 40), Span::new(50, 51), Span::new(51, 900)];
        assert_eq!(decode_spans(&encode_spans(&spans)), spans);
    }
}
