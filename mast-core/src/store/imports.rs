//! The rows of imports.

use rusqlite::{Connection, Row, params};

use crate::error::Result;
use crate::facts::{Import, ImportBinding, ImportForm};
use crate::store::Store;
use crate::store::places::{self, line};

impl Store {
    /// The imports of the file `file`, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn imports_of(&self, file: i64) -> Result<Vec<Import>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT specifier, form, type_only, line, bindings
                     FROM imports JOIN modules ON modules.id = ?1 + module
                     WHERE imports.id BETWEEN ?1 AND ?2 ORDER BY imports.id",
                )?
                .query_map(places::of_file(file), from_row)?
                .collect()
        })
    }

    /// Every import of a name of a module under another name, by file: `a` and `b` of `import { a as b } from`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn renaming_imports(&self) -> Result<Vec<(i64, String, String)>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT file_id, bindings FROM imports WHERE bindings LIKE '% as %' ORDER BY id",
            )?;
            let mut rows = statement.query([])?;
            let mut renaming = Vec::new();
            while let Some(row) = rows.next()? {
                let file = row.get(0)?;
                for binding in read(row.get_ref(1)?.as_str()?) {
                    let is_named = !matches!(binding.imported.as_str(), "default" | "*");
                    if is_named && binding.imported != binding.local {
                        renaming.push((file, binding.imported, binding.local));
                    }
                }
            }
            Ok(renaming)
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Import> {
    Ok(Import {
        module: row.get(0)?,
        form: ImportForm::ALL
            .get(row.get::<_, usize>(1)?)
            .copied()
            .unwrap_or(ImportForm::Static),
        type_only: row.get(2)?,
        line: line(row, 3)?,
        bindings: read(row.get_ref(4)?.as_str()?),
    })
}

/// Writes the imports of `file`, of which `modules` are the specifiers in the order of their bytes.
pub(super) fn insert(
    connection: &Connection,
    file: i64,
    imports: &[Import],
    modules: &[&str],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO imports (id, module, form, type_only, line, bindings)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (ordinal, import) in imports.iter().enumerate().take(places::MOST) {
        let bindings: Vec<String> = import.bindings.iter().map(written).collect();
        insert.execute(params![
            places::number(file, ordinal),
            modules.binary_search(&import.module.as_str()).ok(),
            import.form as u8,
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

/// The bindings that [`written`] wrote, one after another with commas between.
fn read(text: &str) -> Vec<ImportBinding> {
    let mut rest = text;
    let mut bindings = Vec::new();
    while !rest.is_empty() {
        let type_only = rest.strip_prefix("type ");
        let (imported, after) = name_at(type_only.unwrap_or(rest));
        let (local, after) = match after.strip_prefix(" as ") {
            Some(after) => name_at(after),
            None => (imported.clone(), after),
        };
        bindings.push(ImportBinding {
            imported,
            local,
            type_only: type_only.is_some(),
        });
        rest = after.strip_prefix(", ").unwrap_or("");
    }
    bindings
}

/// The name that `text` starts with, and what follows it.
fn name_at(text: &str) -> (String, &str) {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    if text.starts_with('"')
        && let Some(Ok(name)) = values.next()
    {
        return (name, text.get(values.byte_offset()..).unwrap_or(""));
    }
    let end = text.find([' ', ',']).unwrap_or(text.len());
    (text[..end].to_owned(), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_survive_being_written() {
        let binding = |imported: &str, local: &str, type_only| ImportBinding {
            imported: imported.to_owned(),
            local: local.to_owned(),
            type_only,
        };
        let bindings = [
            binding("a", "a", false),
            binding("default", "b", false),
            binding("*", "ns", false),
            binding("*", "*", false),
            binding("type", "as", true),
            binding("as", "type", false),
            binding("c", "c", true),
            binding("a-b, \" as c", "d", true),
            binding("", "名前", false),
            binding("$_", "#x", false),
        ];
        let text: Vec<String> = bindings.iter().map(written).collect();
        assert_eq!(read(&text.join(", ")), bindings);
        assert_eq!(read(""), []);
    }
}
