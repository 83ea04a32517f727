//! The store: one SQLite file. The only room with SQL.
//!
//! Readers open the file read-only and never wait for a writer; a writer holds a [`WriteLock`](crate::project::lock::WriteLock).
//! A full index is built as a new file and renamed over the old one ([`rebuild`]), so an open reader keeps a whole, older
//! index until it reopens.

mod bytes;
mod chunks;
pub mod code;
mod declarations;
pub mod declared;
#[doc(hidden)]
pub mod dump;
mod exports;
pub mod files;
pub mod fts;
mod imports;
pub mod manifests;
pub mod meta;
pub mod metrics;
pub mod modules;
pub mod pack;
mod places;
pub mod private;
pub mod recent;
mod schema;
pub mod snapshot;
mod stamps;
pub mod swap;
mod vocabulary;
mod words;
pub mod write;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, ErrorKind, Result};

pub use declared::StoredChunk;
pub use schema::{SCHEMA_VERSION, SchemaState};

/// How long a statement waits for another connection's short exclusive moment (a checkpoint, a recovery).
const BUSY_TIMEOUT: Duration = Duration::from_millis(200);

/// The write-ahead log is cut back to this size after a checkpoint.
const LOG_CEILING_BYTES: u64 = 16 << 20;

/// An open index, for reading.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    hits: fts::Hits,
    path: PathBuf,
    identity: Option<FileIdentity>,
}

/// Which file a path names at a moment: a rebuilt index is another file under the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    inode: u64,
}

impl Store {
    /// Opens the index at `path` for reading.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotInitialised`] when there is none, [`ErrorKind::IndexUnreadable`] when it is damaged.
    pub fn open(path: &Path) -> Result<Self> {
        let identity = identity_of(path).ok_or_else(|| {
            Error::new(
                ErrorKind::NotInitialised,
                format!("nothing is indexed at `{}`", path.display()),
            )
            .with_hint("run `mast init` or `mast index` first")
        })?;
        let connection = open_read_only(path).map_err(|error| unreadable(path, &error))?;
        let hits = fts::register(&connection)?;
        Ok(Self {
            connection,
            hits,
            path: path.to_owned(),
            identity: Some(identity),
        })
    }

    /// Whether the file behind this store is still the one that its path names.
    pub fn is_current(&self) -> bool {
        self.identity == identity_of(&self.path)
    }

    /// The rows that match an FTS5 expression, with the fields each term stands in; rows ascending.
    ///
    /// The first `passed_over` phrases of the expression select rows and are not reported; a hit's term counts from the one after them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexUnreadable`] when the index cannot be read.
    pub fn search(&self, expression: &str, passed_over: usize) -> Result<Vec<fts::Hit>> {
        fts::query(&self.connection, &self.hits, expression, passed_over)
            .map_err(|error| unreadable(&self.path, &error))
    }

    /// The rows that match an FTS5 expression, ascending.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexUnreadable`] when the index cannot be read.
    pub fn rows_matching(&self, expression: &str) -> Result<Vec<i64>> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT rowid FROM chunk_fts WHERE chunk_fts MATCH ?1")?
                .query_map([expression], |row| row.get(0))?
                .collect()
        })
    }

    /// Does `work` on one state of the index, whatever another process writes meanwhile.
    ///
    /// # Errors
    ///
    /// Those of `work`, and when the index cannot be read.
    pub fn at_one_state<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.read(|connection| connection.execute_batch("BEGIN"))?;
        let done = work();
        let ended = self.read(|connection| connection.execute_batch("COMMIT"));
        done.and_then(|done| ended.map(|()| done))
    }

    fn read<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        query(&self.connection).map_err(|error| unreadable(&self.path, &error))
    }
}

#[cfg(unix)]
fn identity_of(path: &Path) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).ok()?;
    Some(FileIdentity {
        device: metadata.dev(),
        inode: metadata.ino(),
    })
}

#[cfg(not(unix))]
fn identity_of(path: &Path) -> Option<FileIdentity> {
    let metadata = std::fs::metadata(path).ok()?;
    let created = metadata
        .created()
        .ok()?
        .duration_since(std::time::UNIX_EPOCH)
        .ok()?;
    Some(FileIdentity {
        device: 0,
        inode: created.as_nanos() as u64,
    })
}

fn open_read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let readable = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| {
        row.get::<_, i64>(0)
    });
    let connection = match readable {
        Ok(_) => connection,
        // A reader of a log-mode database makes the log's index beside it. Where it may not write there, nobody else
        // does either, and the file can be read as unchanging.
        Err(_) => Connection::open_with_flags(format!("file:{}?immutable=1", uri_path(path)), flags)?,
    };
    connection.execute_batch("PRAGMA query_only = 1; PRAGMA cache_size = -8192;")?;
    Ok(connection)
}

fn uri_path(path: &Path) -> String {
    path.to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23")
}

fn unreadable(path: &Path, error: &rusqlite::Error) -> Error {
    Error::new(
        ErrorKind::IndexUnreadable,
        format!("the index at `{}` cannot be read: {error}", path.display()),
    )
    .with_hint("run `mast index` to build it anew")
}

pub(crate) fn failed(doing: &str, reason: &str) -> Error {
    Error::new(ErrorKind::Internal, format!("{doing} failed: {reason}"))
}
