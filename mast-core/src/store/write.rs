//! Writing: one transaction, file by file.
//!
//! Nothing that is written once a file says `OR REPLACE`: SQLite guards such a statement with a savepoint, at which FTS5 writes out
//! all that it has sorted so far.
//!
//! A fresh index is filled as a new file with the journal off and renamed into place; an index that is there is changed
//! through the write-ahead log. Either way a killed run leaves the last complete index.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, ErrorKind, Result};
use crate::facts::FileFacts;
use crate::project::lock::WriteLock;
use crate::project::stamps::FileStamp;
use crate::project::walk::{RuleFile, WalkedDirectory};
use crate::store::files::{NewRow, StoredFile};
use crate::store::fts::RowTerms;
use crate::store::manifests::StoredManifest;
use crate::store::meta::{self, MetaKey};
use crate::store::modules::{ModuleRow, StoredTarget};
use crate::store::private::PrivateIndex;
use crate::store::swap::{Unfinished, publish, remove_database, settle_log};
use crate::store::{
    BUSY_TIMEOUT, LOG_CEILING_BYTES, SCHEMA_VERSION, code, declared, exports, files, fts, imports, manifests,
    modules, places, schema, stamps,
};
use crate::text::digest::Digest;
use crate::text::path::RelPath;

pub use crate::store::stamps::SkippedFile;

/// How much of the full text of a fresh index is sorted in memory; more is written in several segments and merged.
const SEGMENT_BYTES: u32 = 96 << 20;

/// One file, read and prepared, on its way into the store.
#[derive(Debug)]
pub struct NewFile {
    /// Its path.
    pub path: RelPath,
    /// Its language, a place in `LANGUAGES`.
    pub language: usize,
    /// The stamp taken before it was read.
    pub stamp: FileStamp,
    /// The hash of what was read.
    pub digest: Digest,
    /// What it says of imports and exports, and of itself.
    pub facts: FileFacts,
    /// [`crate::store::declared::encode`] of what it declares and of its chunks, packed.
    pub declared: Option<Vec<u8>>,
    /// [`crate::store::code::encode`] of its code, packed.
    pub code: Option<Vec<u8>>,
    /// The terms of what its name says, separated by spaces.
    pub stem_terms: String,
    /// The terms of its path, separated by spaces.
    pub path_terms: String,
    /// The terms of each chunk.
    pub rows: Vec<RowTerms>,
    /// [`crate::store::snapshot::glance`] of each chunk.
    pub outline: Vec<u8>,
}

/// An index open for writing.
#[derive(Debug)]
pub struct Writer<'lock> {
    connection: Connection,
    target: Target,
    next_file: i64,
    next_row: i64,
    unresolved: Unresolved,
    _permission: Permission<'lock>,
}

/// Why a writer may write.
#[derive(Clone, Copy, Debug)]
pub enum Permission<'lock> {
    /// Nobody else writes to the state directory.
    Lock(&'lock WriteLock),
    /// Nobody else sees what is written.
    Private(&'lock PrivateIndex),
}

/// What has to be resolved before the commit: what a writer did to files as far as it changes where specifiers lead.
#[derive(Debug, Default)]
pub struct Unresolved {
    /// Files whose specifiers are new or differ, each with all of them in the order of their bytes; no rows of theirs are stored.
    pub files: Vec<(i64, RelPath, Vec<String>)>,
    /// Files that the index did not hold.
    pub arrived: Vec<RelPath>,
    /// Files that the index holds no more.
    pub departed: Vec<RelPath>,
}

#[derive(Debug)]
enum Target {
    Fresh { building: Unfinished, path: PathBuf },
    Stored,
}

/// What a change of one file did to the number of chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkChange {
    /// Chunks written.
    pub added: u64,
    /// Chunks taken out.
    pub removed: u64,
}

impl<'lock> Writer<'lock> {
    /// A new, empty index that will replace whatever is at `path`.
    ///
    /// # Errors
    ///
    /// When the file cannot be made.
    pub fn fresh(path: &Path, lock: &'lock WriteLock) -> Result<Self> {
        let building = Unfinished(path.with_extension("db.building"));
        remove_database(&building.0)?;
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open(&building.0)?;
            connection.execute_batch(
                "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                 PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; BEGIN",
            )?;
            schema::create_tables(&connection)?;
            // The terms of this many bytes are sorted in memory at a time; one such segment needs no merging.
            connection.execute_batch(&format!(
                "INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('hashsize', {SEGMENT_BYTES});
                 INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('automerge', 0);"
            ))?;
            meta::set(&connection, MetaKey::SchemaVersion, SCHEMA_VERSION)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| write_failed(&building.0, &error))?;
        Ok(Self {
            connection,
            target: Target::Fresh {
                building,
                path: path.to_owned(),
            },
            next_file: 1,
            next_row: 1,
            unresolved: Unresolved::default(),
            _permission: Permission::Lock(lock),
        })
    }

    /// The index at `path`, to be changed in one transaction.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or another process writes to it.
    pub fn stored(path: &Path, lock: &'lock WriteLock) -> Result<Self> {
        let open = || {
            let connection = Connection::open_with_flags(
                path,
                OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            )?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            connection.execute_batch(&format!(
                "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;
                 PRAGMA journal_size_limit = {LOG_CEILING_BYTES}"
            ))?;
            Ok(connection)
        };
        Self::begin(open, path, Permission::Lock(lock))
    }

    /// A copy that only this process sees, to be changed in one transaction.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub fn private(copy: &'lock PrivateIndex) -> Result<Self> {
        Self::begin(|| copy.open(), copy.path(), Permission::Private(copy))
    }

    fn begin(
        open: impl FnOnce() -> rusqlite::Result<Connection>,
        path: &Path,
        permission: Permission<'lock>,
    ) -> Result<Self> {
        let begun = || -> rusqlite::Result<(Connection, (i64, i64))> {
            let connection = open()?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let next = files::next_free(&connection)?;
            Ok((connection, next))
        };
        let (connection, (next_file, next_row)) = begun().map_err(|error| write_failed(path, &error))?;
        Ok(Self {
            connection,
            target: Target::Stored,
            next_file,
            next_row,
            unresolved: Unresolved::default(),
            _permission: permission,
        })
    }

    /// Writes `file`, instead of what was known under its path.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn put(&mut self, file: &NewFile) -> Result<ChunkChange> {
        let mut change = ChunkChange {
            added: file.rows.len() as u64,
            removed: 0,
        };
        let id = if let Some((id, removed)) = self.take_out(&file.path)? {
            change.removed = removed;
            id
        } else {
            self.unresolved.arrived.push(file.path.clone());
            self.free_file()
        };
        self.note_specifiers(id, file)?;
        let first_row = self.next_row;
        self.next_row += file.rows.len() as i64 + 1;
        let write = |connection: &Connection| -> rusqlite::Result<()> {
            files::delete(connection, id)?;
            stamps::delete_skipped(connection, file.path.as_str())?;
            fts::insert_file(connection, first_row, &file.stem_terms, &file.path_terms)?;
            for (row, terms) in (first_row + 1..).zip(&file.rows) {
                fts::insert_chunk(connection, row, terms)?;
            }
            let modules: Vec<&str> = modules::specifiers(&file.facts).into_iter().collect();
            imports::insert(connection, id, &file.facts.imports, &modules)?;
            exports::insert(connection, id, &file.facts.exports, &modules)?;
            if let Some(facts) = &file.declared {
                declared::insert(connection, id, facts)?;
            }
            if let Some(facts) = &file.code {
                code::insert(connection, id, facts)?;
            }
            let stored = StoredFile {
                id,
                path: file.path.clone(),
                language: file.language,
                stamp: file.stamp,
                digest: file.digest,
                parsed_by: file.facts.parsed_by,
                generated: file.facts.generated,
                syntax_error: file.facts.syntax_error,
                tokens: None,
                first_row,
                chunk_count: file.rows.len() as u32,
            };
            files::write(
                connection,
                &NewRow {
                    file: &stored,
                    outline: &file.outline,
                },
            )
        };
        write(&self.connection).map_err(|error| write_failed(Path::new(file.path.as_str()), &error))?;
        Ok(change)
    }

    /// Takes the file at `path` out and gives how many chunks it had.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn remove(&mut self, path: &RelPath) -> Result<ChunkChange> {
        let removed = match self.take_out(path)? {
            Some((id, removed)) => {
                self.run(|connection| files::delete(connection, id))?;
                self.run(|connection| modules::delete(connection, id))?;
                self.unresolved.departed.push(path.clone());
                removed
            }
            None => 0,
        };
        self.run(|connection| stamps::delete_skipped(connection, path.as_str()))?;
        Ok(ChunkChange { added: 0, removed })
    }

    /// Notes that `file` was found and is not indexed, and why.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn skip(&mut self, file: &SkippedFile) -> Result<ChunkChange> {
        let change = self.remove(&file.path)?;
        self.run(|connection| stamps::put_skipped(connection, file))?;
        Ok(change)
    }

    /// Gives an unchanged file its present stamp.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn restamp(&mut self, path: &RelPath, stamp: &FileStamp) -> Result<()> {
        self.run(|connection| stamps::restamp(connection, path.as_str(), stamp))
    }

    /// Makes every file one that has to be read anew, whatever its stamp; a run that does not come to all of them
    /// leaves the others so.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn forget_hashes(&mut self) -> Result<()> {
        self.run(files::forget_hashes)
    }

    /// Keeps the cl100k count of a file whose contents have the hash `digest`.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn set_tokens(&mut self, path: &str, digest: Digest, tokens: u32) -> Result<()> {
        self.run(|connection| files::set_tokens(connection, path, digest, tokens))
    }

    /// Notes that the walk entered `directories` and no longer enters `removed`.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn set_directories(&mut self, directories: &[WalkedDirectory], removed: &[&str]) -> Result<()> {
        self.run(|connection| {
            removed
                .iter()
                .try_for_each(|path| stamps::delete_directory(connection, path))?;
            directories
                .iter()
                .try_for_each(|directory| stamps::put_directory(connection, directory))
        })
    }

    /// Replaces the list of files that decide what is walked.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn set_rules(&mut self, rules: &[RuleFile]) -> Result<()> {
        self.run(|connection| stamps::replace_rules(connection, rules))
    }

    /// What has to be resolved after what was written so far; asked once.
    pub fn take_unresolved(&mut self) -> Unresolved {
        std::mem::take(&mut self.unresolved)
    }

    /// Every file of the index as it will be, with its id.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn file_ids(&self) -> Result<Vec<(i64, RelPath)>> {
        self.run(files::ids)
    }

    /// The stored rows of specifiers that `is_wanted`.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn module_rows(&self, is_wanted: impl FnMut(&str, StoredTarget) -> bool) -> Result<Vec<ModuleRow>> {
        self.run(|connection| modules::rows(connection, is_wanted))
    }

    /// Writes rows of specifiers that are not stored.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn put_modules(&mut self, rows: &[ModuleRow]) -> Result<()> {
        self.run(|connection| rows.iter().try_for_each(|row| modules::insert(connection, row)))
    }

    /// Gives stored specifiers other targets.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn set_module_targets(&mut self, rows: &[ModuleRow]) -> Result<()> {
        self.run(|connection| {
            rows.iter()
                .try_for_each(|row| modules::set_target(connection, row))
        })
    }

    /// Replaces the list of manifests.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn set_manifests(&mut self, manifests: &[StoredManifest]) -> Result<()> {
        self.run(|connection| manifests::replace(connection, manifests))
    }

    /// Sets a fact about the index.
    ///
    /// # Errors
    ///
    /// When the database refuses.
    pub fn set_meta(&mut self, key: MetaKey, value: &str) -> Result<()> {
        self.run(|connection| meta::set(connection, key, value))
    }

    /// Makes everything written visible to readers at once.
    ///
    /// # Errors
    ///
    /// When the database refuses, or the new file cannot take its place.
    pub fn commit(self) -> Result<()> {
        let Self {
            connection, target, ..
        } = self;
        let path = match &target {
            Target::Fresh { building, .. } => building.0.clone(),
            Target::Stored => connection.path().map(PathBuf::from).unwrap_or_default(),
        };
        let failed = |error: rusqlite::Error| write_failed(&path, &error);
        match target {
            Target::Stored => {
                connection.execute_batch("COMMIT").map_err(failed)?;
                settle_log(&connection, &path);
                Ok(())
            }
            Target::Fresh { building, path } => {
                schema::create_indexes(&connection).map_err(failed)?;
                connection
                    .execute_batch(
                        "INSERT INTO chunk_fts (chunk_fts) VALUES ('optimize');
                         INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('hashsize', 1048576);
                         INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('automerge', 4);
                         COMMIT",
                    )
                    .and_then(|()| fts::lift_segment(&connection))
                    .and_then(|()| {
                        connection.execute_batch("PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE);")
                    })
                    .map_err(failed)?;
                connection.close().map_err(|(_, error)| failed(error))?;
                publish(&building.0, &path)
            }
        }
    }

    fn take_out(&self, path: &RelPath) -> Result<Option<(i64, u64)>> {
        if matches!(self.target, Target::Fresh { .. }) {
            return Ok(None);
        }
        self.run(|connection| {
            let Some(traces) = files::traces(connection, path.as_str())? else {
                return Ok(None);
            };
            for row in traces.first_row..=traces.first_row + i64::from(traces.chunk_count) {
                fts::delete(connection, row)?;
            }
            for table in ["declared", "code"] {
                connection
                    .prepare_cached(&format!("DELETE FROM {table} WHERE file_id = ?1"))?
                    .execute([traces.id])?;
            }
            for table in ["imports", "exports"] {
                connection
                    .prepare_cached(&format!("DELETE FROM {table} WHERE id BETWEEN ?1 AND ?2"))?
                    .execute(places::of_file(traces.id))?;
            }
            Ok(Some((traces.id, u64::from(traces.chunk_count))))
        })
    }

    /// Rows whose specifiers are as before stay; else they go, and the specifiers wait for the end of the run.
    fn note_specifiers(&mut self, id: i64, file: &NewFile) -> Result<()> {
        let specifiers = modules::specifiers(&file.facts);
        if matches!(self.target, Target::Stored) {
            let stored = self.run(|connection| modules::stored_specifiers(connection, id))?;
            if stored.iter().map(String::as_str).eq(specifiers.iter().copied()) {
                return Ok(());
            }
            self.run(|connection| modules::delete(connection, id))?;
        }
        if !specifiers.is_empty() {
            let specifiers = specifiers.into_iter().map(str::to_owned).collect();
            self.unresolved.files.push((id, file.path.clone(), specifiers));
        }
        Ok(())
    }

    const fn free_file(&mut self) -> i64 {
        let id = self.next_file;
        self.next_file += 1;
        id
    }

    fn run<T>(&self, statement: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        statement(&self.connection).map_err(|error| {
            write_failed(
                &self.connection.path().map(PathBuf::from).unwrap_or_default(),
                &error,
            )
        })
    }
}

fn write_failed(path: &Path, error: &rusqlite::Error) -> Error {
    let code = error.sqlite_error_code();
    let what = path.display();
    match code {
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => Error::new(
            ErrorKind::Busy,
            format!("the index is being written by another process: {error}"),
        )
        .with_hint("try again when it has finished"),
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => Error::new(
            ErrorKind::IndexUnreadable,
            format!("the index at `{what}` is damaged: {error}"),
        )
        .with_hint("run `mast index` to build it anew"),
        Some(rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::CannotOpen) => Error::new(
            ErrorKind::StateDirUnwritable,
            format!("the index at `{what}` cannot be written: {error}"),
        )
        .with_hint("make the state directory writable, or name another one with `--state-dir`"),
        Some(rusqlite::ErrorCode::DiskFull) => Error::new(
            ErrorKind::Io,
            format!("the disk is full: `{what}` could not be written"),
        )
        .with_hint("free some space and run `mast index` again; the last complete index is kept"),
        _ => Error::new(ErrorKind::Io, format!("writing `{what}` failed: {error}")),
    }
}
