//! The source files of folders outside the project, for tests that compare much code.

use std::path::{Path, PathBuf};

use mast_core::languages::LANGUAGES;

/// Larger files are not indexed by default.
const MAX_BYTES: u64 = 2 * 1024 * 1024;

/// The TypeScript and JavaScript files below `root`, in the order of their paths.
pub fn code_files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(directory) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() && entry.file_name() != "node_modules" && entry.file_name() != ".git" {
                waiting.push(path);
            } else if kind.is_file()
                && is_code(&path)
                && entry.metadata().is_ok_and(|data| data.len() <= MAX_BYTES)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn is_code(path: &Path) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("");
    LANGUAGES
        .iter()
        .filter(|language| language.name != "markdown")
        .any(|language| language.extensions.contains(&format!(".{extension}").as_str()))
}
