//! The rows of exports.

use rusqlite::{Connection, Row, params};

use crate::error::Result;
use crate::facts::{Export, ExportTarget};
use crate::store::Store;
use crate::store::places::{self, line};

impl Store {
    /// The exports of the file `file`, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn exports_of(&self, file: i64) -> Result<Vec<Export>> {
        let [first, last] = places::of_file(file);
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT name, target, specifier, target_name, type_only, line
                     FROM exports LEFT JOIN modules ON modules.file_id = ?3 AND modules.ordinal = module
                     WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
                )?
                .query_map(params![first, last, file], from_row)?
                .collect()
        })
    }

    /// Every export of a name under another name, by file: `a` and `b` of `export { a as b }`, and only `b` of `exports.b = 1`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn renaming_exports(&self) -> Result<Vec<(i64, Option<String>, String)>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT file_id, target_name, name FROM exports
                     WHERE target IN (?1, ?2) AND target_name IS NOT NULL
                     OR target = ?3 AND name <> 'default' ORDER BY id",
                )?
                .query_map([LOCAL, NAMED, EXPRESSION], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })?
                .collect()
        })
    }

    /// Whether the file `file` exports anything.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn has_exports(&self, file: i64) -> Result<bool> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT 1 FROM exports WHERE id BETWEEN ?1 AND ?2 LIMIT 1")?
                .exists(places::of_file(file))
        })
    }
}

const LOCAL: u8 = 0;
const NAMED: u8 = 1;
const STAR: u8 = 2;
const NAMESPACE: u8 = 3;
const EXPRESSION: u8 = 4;

fn from_row(row: &Row<'_>) -> rusqlite::Result<Export> {
    let name: String = row.get(0)?;
    let module = || Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(2)?.unwrap_or_default());
    let target_name =
        || Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(3)?.unwrap_or_else(|| name.clone()));
    Ok(Export {
        target: match row.get(1)? {
            LOCAL => ExportTarget::Local { name: target_name()? },
            NAMED => ExportTarget::Named {
                module: module()?,
                name: target_name()?,
            },
            STAR => ExportTarget::Star { module: module()? },
            NAMESPACE => ExportTarget::Namespace { module: module()? },
            _ => ExportTarget::Expression,
        },
        name,
        type_only: row.get(4)?,
        line: line(row, 5)?,
    })
}

/// Writes the exports of `file`, of which `modules` are the specifiers in the order of their bytes.
pub(super) fn insert(
    connection: &Connection,
    file: i64,
    exports: &[Export],
    modules: &[&str],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO exports (id, name, target, module, target_name, type_only, line)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (ordinal, export) in exports.iter().enumerate() {
        let (target, module, target_name) = match &export.target {
            ExportTarget::Local { name } => (LOCAL, None, Some(name)),
            ExportTarget::Named { module, name } => (NAMED, Some(module), Some(name)),
            ExportTarget::Star { module } => (STAR, Some(module), None),
            ExportTarget::Namespace { module } => (NAMESPACE, Some(module), None),
            ExportTarget::Expression => (EXPRESSION, None, None),
        };
        insert.execute(params![
            places::number(file, ordinal),
            export.name,
            target,
            module.and_then(|module| modules.binary_search(&module.as_str()).ok()),
            target_name.filter(|target| **target != export.name),
            export.type_only,
            export.line.get(),
        ])?;
    }
    Ok(())
}
