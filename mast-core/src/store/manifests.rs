//! The rows of manifests: what decided where specifiers lead.

use rusqlite::{Connection, params};

use crate::error::Result;
use crate::project::manifests::{Manifest, ManifestKind};
use crate::store::Store;
use crate::store::stamps::stamp_from;
use crate::text::digest::Digest;

/// A manifest as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredManifest {
    /// As it was last looked at.
    pub manifest: Manifest,
    /// The hash of what was read.
    pub digest: Digest,
    /// Why it cannot be read.
    pub problem: Option<String>,
}

impl Store {
    /// Every manifest, in the order of their paths' bytes.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn manifests(&self) -> Result<Vec<StoredManifest>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT path, kind, hash, problem, size, modified_ns, changed_ns, inode, settled
                     FROM manifests ORDER BY path",
                )?
                .query_map([], |row| {
                    let present = row.get::<_, Option<i64>>(4)?.is_some();
                    Ok(StoredManifest {
                        manifest: Manifest {
                            path: row.get(0)?,
                            kind: ManifestKind::ALL
                                .get(row.get::<_, usize>(1)?)
                                .copied()
                                .unwrap_or(ManifestKind::Extended),
                            stamp: if present { Some(stamp_from(row, 4)?) } else { None },
                        },
                        digest: Digest(row.get(2)?),
                        problem: row.get(3)?,
                    })
                })?
                .collect()
        })
    }

    /// The manifests that cannot be read, by path, each with the reason.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn manifest_problems(&self) -> Result<Vec<(String, String)>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT path, problem FROM manifests WHERE problem IS NOT NULL ORDER BY path",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }
}

pub(super) fn replace(connection: &Connection, manifests: &[StoredManifest]) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM manifests", [])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO manifests (path, kind, hash, problem, size, modified_ns, changed_ns, inode, settled)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for stored in manifests {
        let stamp = stored.manifest.stamp.as_ref();
        insert.execute(params![
            stored.manifest.path,
            stored.manifest.kind as i64,
            stored.digest.0,
            stored.problem,
            stamp.map(|stamp| stamp.size as i64),
            stamp.map(|stamp| stamp.modified_ns),
            stamp.map(|stamp| stamp.changed_ns),
            stamp.map(|stamp| stamp.inode as i64),
            stamp.map(|stamp| stamp.settled),
        ])?;
    }
    Ok(())
}
