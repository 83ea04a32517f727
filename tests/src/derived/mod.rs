//! Documents that are derived from tables of the program: each is made anew, and one that is stale is rewritten.

pub mod config;
pub mod header;
pub mod node;
pub mod tools;

use crate::repository;

/// What stands at the head of a derived document.
const NOTICE: &str = "<!-- Derived from the program; `cargo test --workspace` rewrites it. Change the source that is named below. -->";

/// A document with the title `title`, derived from the source file `source`.
pub fn document(title: &str, source: &str, body: &str) -> String {
    format!(
        "{NOTICE}\n\n# {title}\n\nDerived from `{source}`.\n\n{}\n",
        body.trim()
    )
}

/// Compares the committed document `path` with what it should be, and rewrites it when it differs.
///
/// # Panics
///
/// When it was stale, so that nobody commits without it.
#[track_caller]
pub fn check(path: &str, expected: &str) {
    let place = repository().join(path);
    let committed = std::fs::read_to_string(&place).unwrap_or_default();
    if committed == expected {
        return;
    }
    std::fs::write(&place, expected).unwrap_or_else(|error| panic!("`{path}`: {error}"));
    panic!("derived file `{path}` was stale and has been rewritten: commit it");
}

/// Text as one cell of a table.
fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|").replace('\n', " ")
}

/// A table row.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The head of a table.
fn head(names: &[&str]) -> String {
    format!("{}|{}\n", row(names), "---|".repeat(names.len()))
}

/// `text` as inline code.
fn code(text: &str) -> String {
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_markdown() {
        assert_eq!(head(&["a", "b"]), "| a | b |\n|---|---|\n");
        assert_eq!(row(&["x|y", "two\nlines"]), "| x\\|y | two lines |\n");
    }
}
