//! Facts about the index as a whole.

use rusqlite::{Connection, OptionalExtension};

use crate::error::Result;
use crate::store::{SchemaState, Store};

/// A key of the `meta` table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetaKey {
    /// The layout's version.
    SchemaVersion,
    /// The program that wrote last.
    ProgramVersion,
    /// The fingerprint of the configuration that decided what is indexed, in hexadecimal.
    Configuration,
    /// The fingerprint of what of it decides what is read from a file.
    Extraction,
    /// The project root that was indexed.
    Root,
    /// When the last run ended, in milliseconds since 1970.
    LastIndexed,
    /// When the last walk or scan of the disk began, in nanoseconds since 1970.
    LastScan,
    /// The commit that a seed index was built from.
    SeedCommit,
}

impl MetaKey {
    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SchemaVersion => "schema_version",
            Self::ProgramVersion => "program_version",
            Self::Configuration => "configuration",
            Self::Extraction => "extraction",
            Self::Root => "root",
            Self::LastIndexed => "last_indexed_ms",
            Self::LastScan => "last_scan_ns",
            Self::SeedCommit => "seed_commit",
        }
    }
}

pub(super) fn get(connection: &Connection, key: MetaKey) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key.name()], |row| row.get(0))
        .optional()
}

pub(super) fn set(connection: &Connection, key: MetaKey, value: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")?
        .execute([key.name(), value])
        .map(|_| ())
}

impl Store {
    /// The value of `key`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn meta(&self, key: MetaKey) -> Result<Option<String>> {
        self.read(|connection| get(connection, key))
    }

    /// How the stored layout stands to this program's.
    pub fn schema_state(&self) -> SchemaState {
        match self.meta(MetaKey::SchemaVersion) {
            Ok(Some(version)) => SchemaState::of(&version),
            Ok(None) | Err(_) => SchemaState::Unreadable,
        }
    }

    /// A number that changes with every commit of another connection to the same file.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn generation(&self) -> Result<i64> {
        self.read(|connection| connection.query_row("PRAGMA data_version", [], |row| row.get(0)))
    }
}
