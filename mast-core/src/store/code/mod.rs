//! The rows of code: what each file refers to, a few bytes a reference.
//!
//! A question takes apart the rows of all its candidate files, thousands at times, so a row is one blob that is read from front to
//! back once. It is written where files are prepared, on every core, so that the one writer only copies it.

mod decode;
mod encode;
mod names;
mod places;
mod tag;

#[cfg(test)]
mod tests;

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::{Error, ErrorKind, Result};
use crate::facts::Code;
use crate::store::Store;
use crate::store::bytes::Damaged;
use crate::store::pack::unpack;

pub use encode::encode;

/// The code that [`encode`] wrote as `bytes`.
///
/// # Errors
///
/// [`ErrorKind::IndexUnreadable`] when nothing was written as these bytes.
///
/// # Cost
///
/// A few nanoseconds a byte, most of it for the memory of names and lists.
pub fn decode(bytes: &[u8]) -> Result<Code> {
    decode::decode(bytes).map_err(damaged)
}

fn damaged(Damaged: Damaged) -> Error {
    Error::new(
        ErrorKind::IndexUnreadable,
        "the index is damaged: what a file's code says cannot be read",
    )
    .with_hint("run `mast index` to build it anew")
}

/// A name that is looked for in codes without taking them apart.
#[derive(Clone, Debug)]
pub struct WrittenName(Vec<u8>);

impl WrittenName {
    /// Of `name`.
    pub fn new(name: &str) -> Self {
        Self(names::written(name))
    }
}

impl Store {
    /// What the code of the file `file` refers to; none for a file without code.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn code(&self, file: i64) -> Result<Option<Code>> {
        let packed = self.read(|connection| {
            connection
                .prepare_cached("SELECT facts FROM code WHERE file_id = ?1")?
                .query_row([file], |row| row.get::<_, Vec<u8>>(0))
                .optional()
        })?;
        packed
            .map(|packed| unpack(&packed).map_err(damaged).and_then(|bytes| decode(&bytes)))
            .transpose()
    }

    /// Whether the code of the file `file` has a name, wherever it stands in it.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    ///
    /// # Cost
    ///
    /// A tenth of taking the code apart.
    pub fn code_has_name(&self, file: i64, name: &WrittenName) -> Result<bool> {
        let found = self.read(|connection| {
            connection
                .prepare_cached("SELECT facts FROM code WHERE file_id = ?1")?
                .query_row([file], |row| {
                    let packed = row.get_ref(0)?.as_blob()?;
                    Ok(unpack(packed).and_then(|bytes| decode::has_name(&bytes, &name.0)))
                })
                .optional()
        })?;
        found.unwrap_or(Ok(false)).map_err(damaged)
    }
}

pub(super) fn insert(connection: &Connection, file: i64, facts: &[u8]) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO code (file_id, facts) VALUES (?1, ?2)")?
        .execute(params![file, facts])
        .map(|_| ())
}
