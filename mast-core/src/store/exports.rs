//! The rows of exports.

use rusqlite::{Connection, Row, params};

use crate::error::Result;
use crate::facts::{Export, ExportTarget};
use crate::store::Store;
use crate::store::chunks::line;

impl Store {
    /// The exports of the file `file`, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn exports_of(&self, file: i64) -> Result<Vec<Export>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT name, target, module, target_name, type_only, line FROM exports WHERE file_id = ?1 ORDER BY ordinal",
                )?
                .query_map([file], from_row)?
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
                     WHERE target IN ('local', 'named') AND target_name <> name
                     OR target = 'expression' AND name <> 'default' ORDER BY file_id, ordinal",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
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
                .prepare_cached("SELECT 1 FROM exports WHERE file_id = ?1 LIMIT 1")?
                .exists([file])
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Export> {
    let text =
        |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(column)?.unwrap_or_default());
    Ok(Export {
        name: row.get(0)?,
        target: match row.get_ref(1)?.as_str()? {
            "local" => ExportTarget::Local { name: text(3)? },
            "named" => ExportTarget::Named {
                module: text(2)?,
                name: text(3)?,
            },
            "star" => ExportTarget::Star { module: text(2)? },
            "namespace" => ExportTarget::Namespace { module: text(2)? },
            _ => ExportTarget::Expression,
        },
        type_only: row.get(4)?,
        line: line(row, 5)?,
    })
}

pub(super) fn insert(connection: &Connection, file: i64, exports: &[Export]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO exports (file_id, ordinal, name, target, module, target_name, type_only, line)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (ordinal, export) in exports.iter().enumerate() {
        let (target, module, target_name) = match &export.target {
            ExportTarget::Local { name } => ("local", None, Some(name)),
            ExportTarget::Named { module, name } => ("named", Some(module), Some(name)),
            ExportTarget::Star { module } => ("star", Some(module), None),
            ExportTarget::Namespace { module } => ("namespace", Some(module), None),
            ExportTarget::Expression => ("expression", None, None),
        };
        insert.execute(params![
            file,
            ordinal as i64,
            export.name,
            target,
            module,
            target_name,
            export.type_only,
            export.line.get(),
        ])?;
    }
    Ok(())
}
