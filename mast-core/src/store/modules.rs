//! The rows of modules: where the specifiers of each file lead.

use std::collections::BTreeSet;

use rusqlite::{Connection, Row, params};

use crate::error::Result;
use crate::facts::{ExportTarget, FileFacts};
use crate::project::modules::UnknownReason;
use crate::store::{Store, places};

/// Where a specifier leads, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoredTarget {
    /// To the file with this id.
    File(i64),
    /// To the file with this id, written with other capitals than on disk.
    Miscased(i64),
    /// To a package that is not part of the repository: the specifier says which.
    Package,
    /// To nothing that is known.
    Unknown(UnknownReason),
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleRow {
    /// The file that imports.
    pub file: i64,
    /// The place of the specifier among those of the file, in the order of their bytes.
    pub ordinal: i64,
    /// The specifier as written.
    pub specifier: String,
    /// Where it leads.
    pub target: StoredTarget,
}

/// A specifier that has other capitals than the file has that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiscasedImport {
    /// The path of the file that imports.
    pub file: String,
    /// The specifier as written.
    pub specifier: String,
    /// The path of the file that it leads to; none where names tell capitals apart.
    pub target: Option<String>,
}

/// How many specifiers lead where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleCounts {
    /// To files of the index.
    pub files: u64,
    /// Of these, with other capitals than on disk.
    pub miscased: u64,
    /// To packages that are not part of the repository.
    pub packages: u64,
    /// To nothing known, by reason, in the order of [`UnknownReason::ALL`].
    pub unknown: [u64; UnknownReason::ALL.len()],
}

impl StoredTarget {
    /// The file that it leads to.
    pub const fn file(self) -> Option<i64> {
        match self {
            Self::File(file) | Self::Miscased(file) => Some(file),
            Self::Package | Self::Unknown(_) => None,
        }
    }

    fn state(self) -> i64 {
        match self {
            Self::File(_) => 0,
            Self::Miscased(_) => 1,
            Self::Package => 2,
            Self::Unknown(reason) => 3 + reason as i64,
        }
    }

    fn from_columns(file: Option<i64>, state: i64) -> Self {
        match (file, state) {
            (Some(file), 1) => Self::Miscased(file),
            (Some(file), _) => Self::File(file),
            (None, 2) => Self::Package,
            (None, state) => {
                let reason = usize::try_from(state - 3)
                    .ok()
                    .and_then(|place| UnknownReason::ALL.get(place));
                Self::Unknown(reason.copied().unwrap_or(UnknownReason::Missing))
            }
        }
    }
}

const COLUMNS: &str = "file_id, ordinal, specifier, target_file, state";

fn from_row(row: &Row<'_>) -> rusqlite::Result<ModuleRow> {
    Ok(ModuleRow {
        file: row.get(0)?,
        ordinal: row.get(1)?,
        specifier: row.get(2)?,
        target: StoredTarget::from_columns(row.get(3)?, row.get(4)?),
    })
}

impl Store {
    /// Every distinct specifier of a file with where it leads, in the order of their bytes.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn module_targets(&self, file: i64) -> Result<Vec<(String, StoredTarget)>> {
        self.read(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM modules WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
                ))?
                .query_map(places::of_file(file), from_row)?
                .map(|row| row.map(|row| (row.specifier, row.target)))
                .collect()
        })
    }

    /// Every file that names the file `target`, each with the specifier by which it does.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn importers(&self, target: i64) -> Result<Vec<(i64, String)>> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT file_id, specifier FROM modules WHERE target_file = ?1 ORDER BY id")?
                .query_map([target], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// Every specifier that has other capitals than the file has that it means, by file.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn miscased_imports(&self) -> Result<Vec<MiscasedImport>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT importer.path, specifier, target.path
                     FROM modules JOIN files AS importer ON importer.id = file_id
                     LEFT JOIN files AS target ON target.id = target_file
                     WHERE state IN (1, 4) ORDER BY importer.path, ordinal",
                )?
                .query_map([], |row| {
                    Ok(MiscasedImport {
                        file: row.get(0)?,
                        specifier: row.get(1)?,
                        target: row.get(2)?,
                    })
                })?
                .collect()
        })
    }

    /// How many specifiers lead where.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn module_counts(&self) -> Result<ModuleCounts> {
        self.read(|connection| {
            let mut counts = ModuleCounts::default();
            let mut statement =
                connection.prepare_cached("SELECT state, count(*) FROM modules GROUP BY state")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (state, count): (i64, u64) = (row.get(0)?, row.get(1)?);
                match state {
                    0 => counts.files += count,
                    1 => {
                        counts.files += count;
                        counts.miscased += count;
                    }
                    2 => counts.packages += count,
                    _ => {
                        let place = usize::try_from(state - 3).unwrap_or_default();
                        if let Some(unknown) = counts.unknown.get_mut(place) {
                            *unknown += count;
                        }
                    }
                }
            }
            Ok(counts)
        })
    }
}

/// SQL writes this number plus 3: `state IN (1, 4)`.
const _: () = assert!(UnknownReason::OtherCase as i64 == 1);

/// The distinct specifiers of a file, in the order of their bytes.
pub(super) fn specifiers(facts: &FileFacts) -> BTreeSet<&str> {
    let imports = facts.imports.iter().map(|import| import.module.as_str());
    let exports = facts.exports.iter().filter_map(|export| match &export.target {
        ExportTarget::Named { module, .. }
        | ExportTarget::Star { module }
        | ExportTarget::Namespace { module } => Some(module.as_str()),
        ExportTarget::Local { .. } | ExportTarget::Expression => None,
    });
    imports.chain(exports).collect()
}

/// The specifiers stored of a file.
pub(super) fn stored_specifiers(connection: &Connection, file: i64) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT specifier FROM modules WHERE id BETWEEN ?1 AND ?2 ORDER BY id")?
        .query_map(places::of_file(file), |row| row.get(0))?
        .collect()
}

/// Every row that `is_wanted`.
pub(super) fn rows(
    connection: &Connection,
    mut is_wanted: impl FnMut(&str, StoredTarget) -> bool,
) -> rusqlite::Result<Vec<ModuleRow>> {
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM modules"))?;
    let mut rows = statement.query([])?;
    let mut wanted = Vec::new();
    while let Some(row) = rows.next()? {
        let target = StoredTarget::from_columns(row.get(3)?, row.get(4)?);
        if is_wanted(row.get_ref(2)?.as_str()?, target) {
            wanted.push(from_row(row)?);
        }
    }
    Ok(wanted)
}

pub(super) fn insert(connection: &Connection, row: &ModuleRow) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO modules (id, specifier, target_file, state) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![
            places::number(row.file, row.ordinal as usize),
            row.specifier,
            row.target.file(),
            row.target.state()
        ])
        .map(|_| ())
}

pub(super) fn set_target(connection: &Connection, row: &ModuleRow) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE modules SET target_file = ?2, state = ?3 WHERE id = ?1")?
        .execute(params![
            places::number(row.file, row.ordinal as usize),
            row.target.file(),
            row.target.state()
        ])
        .map(|_| ())
}

pub(super) fn delete(connection: &Connection, file: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM modules WHERE id BETWEEN ?1 AND ?2")?
        .execute(places::of_file(file))
        .map(|_| ())
}
