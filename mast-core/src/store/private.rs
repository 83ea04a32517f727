//! A copy of the index in memory, for a process that cannot write the index itself.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::error::Result;
use crate::store::{FileIdentity, Store, fts};

/// A larger index is not copied.
const MOST_BYTES: i64 = 256 << 20;

/// A copy of one state of the index, in the memory of this process: nobody else sees it, so that changing it needs no lock.
///
/// # Cost
///
/// As much memory as the index has bytes.
#[derive(Debug)]
pub struct PrivateIndex {
    /// Reads the copy.
    store: Store,
    /// No other copy of this process has it.
    number: u64,
    /// The state that was copied: the file and its generation.
    origin: (Option<FileIdentity>, i64),
}

impl PrivateIndex {
    /// Copies what `store` reads; nothing where that is too large.
    ///
    /// # Errors
    ///
    /// When the index cannot be read, or there is not enough memory.
    pub fn copy_of(store: &Store) -> Result<Option<Self>> {
        static COPIES: AtomicU64 = AtomicU64::new(1);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let copied = store.at_one_state(|| {
            let generation = store.generation()?;
            let copied = store.read(|from| copy(from, number))?;
            Ok(copied.map(|connection| (connection, generation)))
        })?;
        let Some((connection, generation)) = copied else {
            return Ok(None);
        };
        let hits = fts::register(&connection)?;
        Ok(Some(Self {
            store: Store {
                connection,
                hits,
                path: store.path.clone(),
                identity: store.identity,
            },
            number,
            origin: (store.identity, generation),
        }))
    }

    /// Whether it was copied from the state that `store` reads now.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn is_copy_of(&self, store: &Store) -> Result<bool> {
        Ok(self.origin == (store.identity, store.generation()?))
    }

    /// A number that no other copy of this process has, above zero.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The copy, for reading.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// A second connection to the copy, for writing.
    pub(super) fn open(&self) -> rusqlite::Result<Connection> {
        open(self.number)
    }

    /// What it is a copy of, for messages.
    pub(super) fn path(&self) -> &Path {
        &self.store.path
    }
}

/// All of the database in one step, unless it is too large or another connection stands in the way.
fn copy(from: &Connection, number: u64) -> rusqlite::Result<Option<Connection>> {
    let of = |what: &str| from.query_row(&format!("PRAGMA {what}"), [], |row| row.get::<_, i64>(0));
    if of("page_count")? * of("page_size")? > MOST_BYTES {
        return Ok(None);
    }
    let mut to = open(number)?;
    let step = Backup::new(from, &mut to)?.step(-1)?;
    Ok((step == StepResult::Done).then_some(to))
}

fn open(number: u64) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(
        format!("file:mast-private-{number}?mode=memory&cache=shared"),
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI,
    )
}
