//! The distinct terms of the index, with the number of files that hold each.
//!
//! A file's row lists the ids of its terms, so that replacing a file changes exactly the counts it should
//! and the table equals that of a fresh index.

use std::collections::hash_map::Entry;

use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::store::Store;

/// A term with its frequency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The term.
    pub text: String,
    /// How many files hold it.
    pub files: u32,
}

impl Store {
    /// How many files hold `term`; 0 when none does.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn files_with_term(&self, term: &str) -> Result<u32> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT files FROM vocabulary WHERE term = ?1")?
                .query_row([term], |row| row.get(0))
                .optional()
                .map(Option::unwrap_or_default)
        })
    }

    /// Calls `visit` with every term and the number of files that hold it.
    ///
    /// # Cost
    ///
    /// Reads the whole vocabulary: about 0.1 µs a term.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn each_term(&self, mut visit: impl FnMut(&str, u32)) -> Result<()> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT term, files FROM vocabulary")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(row.get_ref(0)?.as_str()?, row.get(1)?);
            }
            Ok(())
        })
    }
}

/// Counts terms while files are written.
#[derive(Debug)]
pub(super) enum Counter {
    /// A new index: all in memory, written at the end.
    Fresh(FxHashMap<Box<str>, (u32, u32)>),
    /// An index that is there: counted in the table.
    Stored,
}

impl Counter {
    /// Counts one file with `terms` in and gives the terms' ids, ascending.
    pub(super) fn add(&mut self, connection: &Connection, terms: &[Box<str>]) -> rusqlite::Result<Vec<u32>> {
        let mut ids = Vec::with_capacity(terms.len());
        match self {
            Self::Fresh(counts) => {
                for term in terms {
                    let next = counts.len() as u32 + 1;
                    let (id, files) = match counts.entry(term.clone()) {
                        Entry::Occupied(entry) => entry.into_mut(),
                        Entry::Vacant(entry) => entry.insert((next, 0)),
                    };
                    *files += 1;
                    ids.push(*id);
                }
            }
            Self::Stored => {
                let mut upsert = connection.prepare_cached(
                    "INSERT INTO vocabulary (term, files) VALUES (?1, 1)
                     ON CONFLICT (term) DO UPDATE SET files = files + 1 RETURNING id",
                )?;
                for term in terms {
                    ids.push(upsert.query_row([term], |row| row.get(0))?);
                }
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// Writes what was counted in memory.
    pub(super) fn finish(self, connection: &Connection) -> rusqlite::Result<()> {
        let Self::Fresh(counts) = self else { return Ok(()) };
        let mut all: Vec<_> = counts.into_iter().map(|(term, (id, files))| (id, term, files)).collect();
        all.sort_unstable();
        let mut insert = connection.prepare("INSERT INTO vocabulary (id, term, files) VALUES (?1, ?2, ?3)")?;
        for (id, term, files) in all {
            insert.execute(params![id, term, files])?;
        }
        Ok(())
    }
}

/// Takes one file's terms out of the counts.
pub(super) fn subtract(connection: &Connection, ids: &[u32]) -> rusqlite::Result<()> {
    let mut decrement =
        connection.prepare_cached("UPDATE vocabulary SET files = files - 1 WHERE id = ?1 RETURNING files")?;
    let mut delete = connection.prepare_cached("DELETE FROM vocabulary WHERE id = ?1")?;
    for id in ids {
        let left: Option<i64> = decrement.query_row([id], |row| row.get(0)).optional()?;
        if left.is_some_and(|files| files <= 0) {
            delete.execute([id])?;
        }
    }
    Ok(())
}

/// Ascending ids as varints of their differences.
pub(super) fn encode_ids(ids: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ids.len() * 2);
    let mut previous = 0;
    for id in ids {
        push_varint(&mut bytes, id - previous);
        previous = *id;
    }
    bytes
}

/// The ids that [`encode_ids`] wrote.
pub(super) fn decode_ids(bytes: &[u8]) -> Vec<u32> {
    let mut previous = 0u32;
    varints(bytes)
        .map(|difference| {
            previous = previous.wrapping_add(difference);
            previous
        })
        .collect()
}

/// Appends `value`, seven bits a byte, lowest first.
pub(super) fn push_varint(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// The varints in `bytes`.
pub(super) fn varints(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let mut rest = bytes.iter();
    std::iter::from_fn(move || {
        let mut value = 0u32;
        let mut shift = 0;
        loop {
            let byte = *rest.next()?;
            value |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Some(value);
            }
            shift += 7;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_their_encoding() {
        let ids = [1, 2, 130, 70_000, u32::MAX];
        assert_eq!(decode_ids(&encode_ids(&ids)), ids);
    }
}
