//! What each file declares and how it is cut into chunks: one blob a file.
//!
//! Both are read a file at a time, and nothing asks for them by name: the full text does that. A declaration's name is written without
//! its owner's, and a chunk that shows a declaration has no name of its own.

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::{Error, ErrorKind, Result};
use crate::facts::{Chunk, Declaration, FileFacts};
use crate::store::Store;
use crate::store::bytes::{Bytes, Damaged, Read, push_number};
use crate::store::pack::unpack;
use crate::store::snapshot::FileEntry;
use crate::store::{chunks, declarations};

/// A chunk as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChunk {
    /// Its row in the full text.
    pub id: i64,
    /// What the file says of it.
    pub chunk: Chunk,
}

/// The declarations and chunks of `facts` as bytes; none when there are neither.
pub fn encode(facts: &FileFacts) -> Option<Vec<u8>> {
    if facts.declarations.is_empty() && facts.chunks.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(16 + facts.declarations.len() * 20 + facts.chunks.len() * 12);
    push_number(&mut bytes, facts.declarations.len() as u32);
    push_number(&mut bytes, facts.chunks.len() as u32);
    let places = declarations::encode(&facts.declarations, &mut bytes);
    chunks::encode(&facts.chunks, &facts.declarations, &places, &mut bytes);
    Some(bytes)
}

/// Reads what [`encode`] wrote: all declarations, and as many chunks as are wanted.
fn decode(bytes: &[u8], wanted: usize) -> Read<(Vec<Declaration>, Vec<Chunk>)> {
    let mut bytes = Bytes::new(bytes);
    let declaration_count = bytes.count(1)?;
    let chunk_count = bytes.count(1)?;
    let declarations = declarations::decode(&mut bytes, declaration_count)?;
    let chunks = chunks::decode(&mut bytes, chunk_count.min(wanted), &declarations)?;
    Ok((declarations, chunks))
}

impl Store {
    /// The declarations of the file `file`, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn declarations_of(&self, file: i64) -> Result<Vec<Declaration>> {
        self.declared(file, 0).map(|(declarations, _)| declarations)
    }

    /// The chunks of the file `file`, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn chunks_of(&self, file: i64) -> Result<Vec<Chunk>> {
        self.declared(file, usize::MAX).map(|(_, chunks)| chunks)
    }

    /// The chunk of `file` with the row `row` in the full text.
    ///
    /// # Cost
    ///
    /// Reads the declarations of the file and its chunks up to this one.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn chunk(&self, file: &FileEntry, row: i64) -> Result<Option<StoredChunk>> {
        let Some(place) = usize::try_from(row - file.first_row)
            .ok()
            .and_then(|rows| rows.checked_sub(1))
        else {
            return Ok(None);
        };
        let (_, mut chunks) = self.declared(file.id, place + 1)?;
        Ok((chunks.len() > place).then(|| StoredChunk {
            id: row,
            chunk: chunks.swap_remove(place),
        }))
    }

    fn declared(&self, file: i64, chunks: usize) -> Result<(Vec<Declaration>, Vec<Chunk>)> {
        let bytes = self.read(|connection| {
            connection
                .prepare_cached("SELECT facts FROM declared WHERE file_id = ?1")?
                .query_row([file], |row| row.get::<_, Vec<u8>>(0))
                .optional()
        })?;
        let decoded = bytes.map(|packed| decode(&unpack(&packed)?, chunks)).transpose();
        decoded.map(Option::unwrap_or_default).map_err(|Damaged| {
            Error::new(
                ErrorKind::IndexUnreadable,
                "the index is damaged: what a file declares cannot be read",
            )
            .with_hint("run `mast index` to build it anew")
        })
    }
}

pub(super) fn insert(connection: &Connection, file: i64, facts: &[u8]) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO declared (file_id, facts) VALUES (?1, ?2)")?
        .execute(params![file, facts])
        .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::{ExtractOptions, LANGUAGES, of_path};
    use crate::text::path::RelPath;
    use crate::text::source::Source;

    fn facts_of(path: &str, text: &str) -> FileFacts {
        let path = RelPath::from_stored(path.to_owned());
        let source = Source::decode(text.as_bytes().to_vec()).expect("text");
        let language = of_path(&path).expect("a language");
        (LANGUAGES[language].extract)(&path, &source, ExtractOptions::default())
    }

    const CODE: &str = "\
/** What it is. */
export abstract class Widget<T> extends Base {
  /** Of all. */
  private static readonly count = 0;
  #secret = 1;
  constructor(readonly name: string, protected other?: T) { super(); }
  get size() { return 1; }
  abstract run(): void;
  handle = (event: Event) => { event.stop(); };
}
export const a = () => {}, b = { c() {}, d: 1, 'e-f': function () {} };
namespace Outer { export namespace Inner { export enum Kind { One, Two } export function run() {} } }
declare module 'some.module' { interface Added { x: number } }
interface Widget<T> { late(): T }
export default 1 + 1;
export { a as other } from './other';
const été = 1;
";

    #[test]
    fn declarations_and_chunks_survive_their_encoding() {
        let documents = "---\ntitle: x\n---\nText.\n\n# Title\n\nWords.\n\n## Part\n\nMore.\n";
        let long = format!("function long() {{\n{}}}\n", "  call();\n".repeat(400));
        for (path, text) in [
            ("a.ts", CODE),
            ("guide.md", documents),
            ("long.js", &long),
            ("empty.ts", ""),
        ] {
            let facts = facts_of(path, text);
            let Some(bytes) = encode(&facts) else {
                assert!(facts.chunks.is_empty() && facts.declarations.is_empty(), "{path}");
                continue;
            };
            let first = vec![facts.chunks[0].clone()];
            assert_eq!(
                decode(&bytes, 1),
                Ok((facts.declarations.clone(), first)),
                "{path}"
            );
            assert_eq!(
                decode(&bytes, usize::MAX),
                Ok((facts.declarations, facts.chunks)),
                "{path}"
            );
        }
    }

    #[test]
    fn damaged_bytes_give_an_error_or_other_facts() {
        let bytes = encode(&facts_of("a.ts", CODE)).unwrap_or_default();
        for at in 0..bytes.len() {
            drop(decode(&bytes[..at], usize::MAX));
            for flip in [0x01, 0x10, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                drop(decode(&damaged, usize::MAX));
            }
        }
    }
}
