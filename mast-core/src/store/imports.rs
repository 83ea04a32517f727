//! The rows of imports.

use rusqlite::{Connection, params};

use crate::facts::{Import, ImportBinding};

pub(super) fn insert(connection: &Connection, file: i64, imports: &[Import]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO imports (file_id, ordinal, module, form, type_only, line, bindings)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (ordinal, import) in imports.iter().enumerate() {
        let bindings: Vec<String> = import.bindings.iter().map(written).collect();
        insert.execute(params![
            file,
            ordinal as i64,
            import.module,
            import.form.name(),
            import.type_only,
            import.line.get(),
            bindings.join(", "),
        ])?;
    }
    Ok(())
}

/// A binding as people write it: `a`, `a as b`, `type a`, `* as b`; a name that is no identifier stands in quotes.
fn written(binding: &ImportBinding) -> String {
    let type_only = if binding.type_only { "type " } else { "" };
    let imported = quoted(&binding.imported);
    if binding.imported == binding.local {
        format!("{type_only}{imported}")
    } else {
        format!("{type_only}{imported} as {}", quoted(&binding.local))
    }
}

fn quoted(name: &str) -> std::borrow::Cow<'_, str> {
    let plain = name == "*"
        || name
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '_' | '$'));
    if plain && name != "type" && name != "as" {
        name.into()
    } else {
        serde_json::Value::from(name).to_string().into()
    }
}
