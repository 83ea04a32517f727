//! The rows of imports.

use rusqlite::{Connection, params};

use crate::facts::Import;

pub(super) fn insert(connection: &Connection, file: i64, imports: &[Import]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO imports (file_id, ordinal, module, form, type_only, line, bindings)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (ordinal, import) in imports.iter().enumerate() {
        let bindings: Vec<serde_json::Value> = import
            .bindings
            .iter()
            .map(|binding| serde_json::json!([binding.imported, binding.local, u8::from(binding.type_only)]))
            .collect();
        insert.execute(params![
            file,
            ordinal as i64,
            import.module,
            import.form.name(),
            import.type_only,
            import.line.get(),
            serde_json::Value::Array(bindings).to_string(),
        ])?;
    }
    Ok(())
}
