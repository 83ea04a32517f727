//! The rows of exports.

use rusqlite::{Connection, params};

use crate::facts::{Export, ExportTarget};

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
