//! All files of the index at a glance: what search needs of each file and chunk without a look-up a row.
//!
//! Cost: one read of the `files` table, about 0.2 µs a file and three bytes a chunk.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::facts::{Chunk, ChunkKind, Code};
use crate::store::Store;
use crate::store::code::WrittenName;
use crate::store::recent::Recent;
use crate::store::vocabulary::Vocabulary;

/// One file, as search sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its row in `files`.
    pub id: i64,
    /// Its path.
    pub path: String,
    /// Its language, a place in `LANGUAGES`.
    pub language: u8,
    /// Whether people did not write it.
    pub generated: bool,
    /// Its own row in the full text; its chunks are the next `chunk_count`.
    pub first_row: i64,
    /// How many chunks it has.
    pub chunk_count: u32,
    outline_start: u32,
}

/// What is known of a chunk without reading its row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChunkGlance {
    /// What it is.
    pub kind: ChunkKind,
    /// Whether the module exports it.
    pub exported: bool,
    /// Whether it is a further piece of a long declaration.
    pub continues: bool,
    /// Whether it has a doc comment.
    pub documented: bool,
    /// Whether it is a member of something.
    pub member: bool,
    /// About how many distinct terms its body has.
    pub length: f32,
    /// How many words its name has, 0 without one.
    pub name_words: u8,
}

/// All files, ordered by their rows in the full text.
#[derive(Debug, Default)]
pub struct Snapshot {
    files: Vec<FileEntry>,
    outlines: Vec<u8>,
    chunks: u32,
    mean_length: f32,
    vocabulary: OnceLock<Vocabulary>,
    places: OnceLock<FxHashMap<i64, u32>>,
    by_path: OnceLock<Vec<u32>>,
    codes: Mutex<Codes>,
    recent: Recent,
}

/// The codes that were read last.
#[derive(Debug, Default)]
struct Codes {
    kept: FxHashMap<i64, KeptCode>,
    /// The next to go first, with what each counts for.
    order: VecDeque<(i64, usize)>,
    weight: usize,
}

#[derive(Debug)]
struct KeptCode {
    code: Arc<Code>,
    /// Whether it was asked for since it was last its turn to go: then it stays for another turn.
    used: bool,
}

/// What decoded codes may weigh together, in entries of their lists: about 60 MB.
const CODES_WEIGHT: usize = 1_200_000;

impl Codes {
    fn keep(&mut self, file: i64, code: &Arc<Code>) {
        let weight = code.names.len() / 2
            + code.symbols.len() * 6
            + code.signatures.len() * 3
            + code.shapes.len()
            + code.types.len()
            + code.references.len();
        let kept = KeptCode {
            code: Arc::clone(code),
            used: false,
        };
        if self.kept.insert(file, kept).is_none() {
            self.order.push_back((file, weight));
            self.weight += weight;
        }
        while self.weight > CODES_WEIGHT
            && let Some((oldest, weight)) = self.order.pop_front()
        {
            match self.kept.get_mut(&oldest) {
                Some(kept) if kept.used => {
                    kept.used = false;
                    self.order.push_back((oldest, weight));
                }
                _ => {
                    self.kept.remove(&oldest);
                    self.weight -= weight;
                }
            }
        }
    }

    fn get(&mut self, file: i64) -> Option<&Arc<Code>> {
        let kept = self.kept.get_mut(&file)?;
        kept.used = true;
        Some(&kept.code)
    }
}

/// How many bytes of an outline one chunk takes.
pub const GLANCE_BYTES: usize = 3;

/// The outline bytes of one chunk, whose body has `distinct_terms` and whose name has `name_words`.
pub fn glance(chunk: &Chunk, distinct_terms: usize, name_words: usize) -> [u8; GLANCE_BYTES] {
    let flag = |holds: bool, bit: u8| u8::from(holds) << bit;
    let flags = flag(chunk.exported, 4)
        | flag(chunk.part > 0, 5)
        | flag(chunk.doc.is_some(), 6)
        | flag(chunk.owner.is_some(), 7);
    [
        chunk.kind as u8 | flags,
        length_byte(distinct_terms),
        name_words.min(255) as u8,
    ]
}

/// An eighth of an octave: within a tenth of the count, up to four thousand million.
fn length_byte(count: usize) -> u8 {
    ((count as f32 + 1.0).log2() * 8.0).round().min(255.0) as u8
}

fn length_of(byte: u8) -> f32 {
    (f32::from(byte) / 8.0).exp2() - 1.0
}

impl Snapshot {
    /// Reads the table of files.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn read(store: &Store) -> Result<Self> {
        let mut snapshot = store.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, path, language, generated, first_row, chunk_count, outline FROM files ORDER BY first_row",
            )?;
            let mut rows = statement.query([])?;
            let mut snapshot = Self::default();
            while let Some(row) = rows.next()? {
                let outline_start = snapshot.outlines.len() as u32;
                snapshot.outlines.extend_from_slice(row.get_ref(6)?.as_blob()?);
                snapshot.files.push(FileEntry {
                    id: row.get(0)?,
                    path: row.get(1)?,
                    language: row.get(2)?,
                    generated: row.get::<_, u8>(3)? != 0,
                    first_row: row.get(4)?,
                    chunk_count: row.get(5)?,
                    outline_start,
                });
            }
            Ok(snapshot)
        })?;
        let lengths: f64 = snapshot
            .outlines
            .iter()
            .skip(1)
            .step_by(GLANCE_BYTES)
            .map(|byte| f64::from(length_of(*byte)))
            .sum();
        snapshot.chunks = (snapshot.outlines.len() / GLANCE_BYTES) as u32;
        snapshot.mean_length = (lengths / f64::from(snapshot.chunks.max(1))).max(1.0) as f32;
        Ok(snapshot)
    }

    /// Every term of the index; read when first asked for.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn vocabulary(&self, store: &Store) -> Result<&Vocabulary> {
        if let Some(vocabulary) = self.vocabulary.get() {
            return Ok(vocabulary);
        }
        let read = store.vocabulary()?;
        Ok(self.vocabulary.get_or_init(|| read))
    }

    /// The code of a file, kept while others do not push it out; empty for a file without code.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn code(&self, store: &Store, file: i64) -> Result<Arc<Code>> {
        if let Some(code) = self.codes.lock().get(file) {
            return Ok(Arc::clone(code));
        }
        let code = Arc::new(store.code(file)?.unwrap_or_default());
        self.codes.lock().keep(file, &code);
        Ok(code)
    }

    /// The same, not kept: for who goes through more files than can be.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn code_in_passing(&self, store: &Store, file: i64) -> Result<Arc<Code>> {
        if let Some(kept) = self.codes.lock().kept.get(&file) {
            return Ok(Arc::clone(&kept.code));
        }
        Ok(Arc::new(store.code(file)?.unwrap_or_default()))
    }

    /// Those of `files` whose code has `name`, wherever it stands in it.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn having(&self, store: &Store, mut files: Vec<i64>, name: &str) -> Result<Vec<i64>> {
        let written = WrittenName::new(name);
        let mut failure = None;
        files.retain(|file| {
            if let Some(kept) = self.codes.lock().kept.get(file) {
                return kept.code.names.iter().any(|known| known == name);
            }
            store.code_has_name(*file, &written).unwrap_or_else(|error| {
                failure.get_or_insert(error);
                false
            })
        });
        failure.map_or(Ok(files), Err)
    }

    /// What was read of files lately.
    pub const fn recent(&self) -> &Recent {
        &self.recent
    }

    /// The file at `path`.
    pub fn file_at(&self, path: &str) -> Option<&FileEntry> {
        let by_path = self.by_path.get_or_init(|| {
            let mut by_path: Vec<u32> = (0..self.files.len() as u32).collect();
            by_path.sort_unstable_by(|one, other| {
                self.files[*one as usize]
                    .path
                    .cmp(&self.files[*other as usize].path)
            });
            by_path
        });
        let found = by_path.binary_search_by(|place| self.files[*place as usize].path.as_str().cmp(path));
        Some(&self.files[by_path[found.ok()?] as usize])
    }

    /// The file whose row in `files` is `id`.
    pub fn file(&self, id: i64) -> Option<&FileEntry> {
        let places = self.places.get_or_init(|| {
            let places = self.files.iter().enumerate();
            places.map(|(place, file)| (file.id, place as u32)).collect()
        });
        self.files.get(*places.get(&id)? as usize)
    }

    /// All files, by first row.
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }

    /// How many chunks there are.
    pub const fn chunk_count(&self) -> u32 {
        self.chunks
    }

    /// The mean number of distinct terms in a chunk's body.
    pub const fn mean_length(&self) -> f32 {
        self.mean_length
    }

    /// The place in [`Snapshot::files`] of the file that the row belongs to.
    pub fn place_of_row(&self, row: i64) -> Option<usize> {
        let place = self
            .files
            .partition_point(|file| file.first_row <= row)
            .checked_sub(1)?;
        let file = &self.files[place];
        (row <= file.first_row + i64::from(file.chunk_count)).then_some(place)
    }

    /// What is known of the chunk in `row` of the file at `place`; none for the file's own row.
    pub fn glance(&self, place: usize, row: i64) -> Option<ChunkGlance> {
        let file = self.files.get(place)?;
        let ordinal = usize::try_from(row - file.first_row - 1).ok()?;
        if ordinal >= file.chunk_count as usize {
            return None;
        }
        let at = file.outline_start as usize + ordinal * GLANCE_BYTES;
        let [flags, length, name_words] = self.outlines.get(at..at + GLANCE_BYTES)?.try_into().ok()?;
        Some(ChunkGlance {
            kind: ChunkKind::ALL
                .get(usize::from(flags & 0x0F))
                .copied()
                .unwrap_or(ChunkKind::Block),
            exported: flags & 0x10 != 0,
            continues: flags & 0x20 != 0,
            documented: flags & 0x40 != 0,
            member: flags & 0x80 != 0,
            length: length_of(length),
            name_words,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_kept_within_a_tenth() {
        for count in [0usize, 1, 5, 40, 300, 5000] {
            let back = length_of(length_byte(count));
            assert!(
                (back - count as f32).abs() <= 0.1 * count as f32 + 0.1,
                "{count} {back}"
            );
        }
    }
}
