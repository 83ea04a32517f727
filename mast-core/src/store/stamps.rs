//! What the disk looked like when the index last looked: directories, rule files, skipped files.

use std::path::PathBuf;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::Result;
use crate::project::changes::KnownFile;
use crate::project::stamps::{DirectoryStamp, FileStamp};
use crate::project::walk::{RuleFile, WalkedDirectory};
use crate::store::Store;
use crate::text::path::RelPath;

/// A file that the walk found and the index does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedFile {
    /// Its path.
    pub path: RelPath,
    /// Why, as a word: `too_large`, `not_utf8`, `unreadable`, …
    pub reason: String,
    /// Why, for people.
    pub detail: String,
    /// Its stamp when it was looked at.
    pub stamp: FileStamp,
}

/// The five stamp columns that start at `first`.
pub(super) fn stamp_from(row: &Row<'_>, first: usize) -> rusqlite::Result<FileStamp> {
    Ok(FileStamp {
        size: row.get::<_, i64>(first)? as u64,
        modified_ns: row.get(first + 1)?,
        changed_ns: row.get(first + 2)?,
        inode: row.get::<_, i64>(first + 3)? as u64,
        settled: row.get(first + 4)?,
    })
}

const SKIPPED_COLUMNS: &str = "path, reason, detail, size, modified_ns, changed_ns, inode, settled";

fn skipped_from(row: &Row<'_>) -> rusqlite::Result<SkippedFile> {
    Ok(SkippedFile {
        path: RelPath::from_stored(row.get(0)?),
        reason: row.get(1)?,
        detail: row.get(2)?,
        stamp: stamp_from(row, 3)?,
    })
}

impl Store {
    /// Every file that was walked, indexed or skipped, with its stamp; by path.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn known_files(&self) -> Result<Vec<KnownFile>> {
        let mut known = self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT path, size, modified_ns, changed_ns, inode, settled FROM files
                     UNION ALL SELECT path, size, modified_ns, changed_ns, inode, settled FROM skipped",
                )?
                .query_map([], |row| {
                    Ok(KnownFile {
                        path: RelPath::from_stored(row.get(0)?),
                        stamp: stamp_from(row, 1)?,
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        })?;
        known.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        Ok(known)
    }

    /// Every directory that the walk entered, by path.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn known_directories(&self) -> Result<Vec<WalkedDirectory>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT path, modified_ns, changed_ns, inode, settled FROM directories ORDER BY path",
                )?
                .query_map([], |row| {
                    Ok(WalkedDirectory {
                        path: row.get(0)?,
                        stamp: DirectoryStamp {
                            modified_ns: row.get(1)?,
                            changed_ns: row.get(2)?,
                            inode: row.get::<_, i64>(3)? as u64,
                            settled: row.get(4)?,
                        },
                    })
                })?
                .collect()
        })
    }

    /// Every file that decided what is walked.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn known_rules(&self) -> Result<Vec<RuleFile>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT path, size, modified_ns, changed_ns, inode, settled FROM rules ORDER BY path",
                )?
                .query_map([], |row| {
                    let present = row.get::<_, Option<i64>>(1)?.is_some();
                    Ok(RuleFile {
                        path: PathBuf::from(row.get::<_, String>(0)?),
                        stamp: if present { Some(stamp_from(row, 1)?) } else { None },
                    })
                })?
                .collect()
        })
    }

    /// Every skipped file with its reason, by path.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn skipped(&self) -> Result<Vec<SkippedFile>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!("SELECT {SKIPPED_COLUMNS} FROM skipped ORDER BY path"))?
                .query_map([], skipped_from)?
                .collect()
        })
    }

    /// The skipped file at `path`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn skipped_file(&self, path: &str) -> Result<Option<SkippedFile>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!("SELECT {SKIPPED_COLUMNS} FROM skipped WHERE path = ?1"))?
                .query_row([path], skipped_from)
                .optional()
        })
    }
}

pub(super) fn put_directory(connection: &Connection, directory: &WalkedDirectory) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO directories (path, modified_ns, changed_ns, inode, settled) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            directory.path,
            directory.stamp.modified_ns,
            directory.stamp.changed_ns,
            directory.stamp.inode as i64,
            directory.stamp.settled,
        ])
        .map(|_| ())
}

pub(super) fn delete_directory(connection: &Connection, path: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM directories WHERE path = ?1")?
        .execute([path])
        .map(|_| ())
}

pub(super) fn replace_rules(connection: &Connection, rules: &[RuleFile]) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM rules", [])?;
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO rules (path, size, modified_ns, changed_ns, inode, settled) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for rule in rules {
        let stamp = rule.stamp.as_ref();
        insert.execute(params![
            rule.path.to_string_lossy(),
            stamp.map(|stamp| stamp.size as i64),
            stamp.map(|stamp| stamp.modified_ns),
            stamp.map(|stamp| stamp.changed_ns),
            stamp.map(|stamp| stamp.inode as i64),
            stamp.map(|stamp| stamp.settled),
        ])?;
    }
    Ok(())
}

pub(super) fn put_skipped(connection: &Connection, file: &SkippedFile) -> rusqlite::Result<()> {
    connection
        .prepare_cached(&format!(
            "INSERT INTO skipped ({SKIPPED_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ))?
        .execute(params![
            file.path.as_str(),
            file.reason,
            file.detail,
            file.stamp.size as i64,
            file.stamp.modified_ns,
            file.stamp.changed_ns,
            file.stamp.inode as i64,
            file.stamp.settled,
        ])
        .map(|_| ())
}

/// Gives the file at `path`, indexed or skipped, the stamp that it has now.
pub(super) fn restamp(connection: &Connection, path: &str, stamp: &FileStamp) -> rusqlite::Result<()> {
    ["files", "skipped"].iter().try_for_each(|table| {
        connection
            .prepare_cached(&format!(
                "UPDATE {table} SET size = ?2, modified_ns = ?3, changed_ns = ?4, inode = ?5, settled = ?6 WHERE path = ?1"
            ))?
            .execute(params![
                path,
                stamp.size as i64,
                stamp.modified_ns,
                stamp.changed_ns,
                stamp.inode as i64,
                stamp.settled
            ])
            .map(|_| ())
    })
}

pub(super) fn delete_skipped(connection: &Connection, path: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM skipped WHERE path = ?1")?
        .execute([path])
        .map(|_| ())
}
