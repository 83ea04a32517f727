//! The database file and what SQLite keeps beside it: how a finished one takes the place of another.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::{Error, Result};

/// A log longer than this is taken into the database after a write.
const LOG_BYTES: u64 = 1 << 20;

/// A database that is being filled; what is not published is removed, so that a failed run costs no space.
#[derive(Debug)]
pub(super) struct Unfinished(pub(super) PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // The next run removes what is left.
        drop(remove_database(&self.0));
    }
}

/// Takes the log into the database once it is long, if no reader stands in the way; the next writer tries again.
///
/// The first process that opens the index reads the whole log, so a log that only grew would cost every question.
pub(super) fn settle_log(connection: &Connection, path: &Path) {
    if log_bytes(path) > LOG_BYTES {
        // What is committed is safe in either file; a log that stays long is no failure of this write.
        drop(connection.busy_timeout(std::time::Duration::ZERO));
        drop(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
}

/// How long the write-ahead log of the index at `path` is.
pub fn log_bytes(path: &Path) -> u64 {
    std::fs::metadata(beside(path, "-wal")).map_or(0, |log| log.len())
}

/// Puts a finished database in the place of the old one.
///
/// The old log and its index go first: a log belongs to the file it was written for, and a reader that still has the old file
/// open keeps the old log open too. What the log holds is taken into the old file before, so that a process that is killed
/// between the two steps leaves the old index whole.
pub(super) fn publish(building: &Path, path: &Path) -> Result<()> {
    if path.exists() {
        // A file that is no database, the reason for many a rebuild, has no log worth keeping.
        drop(Connection::open(path).and_then(|old| old.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")));
    }
    let io = |error: std::io::Error| Error::io("replace", path, &error);
    std::fs::File::open(building)
        .and_then(|file| file.sync_all())
        .map_err(io)?;
    for suffix in ["-wal", "-shm", "-journal"] {
        remove_if_there(&beside(path, suffix))?;
        remove_if_there(&beside(building, suffix))?;
    }
    std::fs::rename(building, path).map_err(io)?;
    if let Some(directory) = path.parent() {
        // A rename is durable once its directory is; not every file system lets a directory be synced.
        if let Ok(directory) = std::fs::File::open(directory) {
            drop(directory.sync_all());
        }
    }
    Ok(())
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

pub(super) fn remove_database(path: &Path) -> Result<()> {
    remove_if_there(path)?;
    ["-wal", "-shm", "-journal"]
        .iter()
        .try_for_each(|suffix| remove_if_there(&beside(path, suffix)))
}

fn remove_if_there(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::io("remove", path, &error)),
    }
}
