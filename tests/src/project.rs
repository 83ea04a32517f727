//! A project of a test: files in a temporary directory.

use crate::temp::TempDir;
use std::path::{Path, PathBuf};

/// A directory of files that a test writes, edits and asks about.
#[derive(Debug, Default)]
pub struct Project {
    directory: TempDir,
}

impl Project {
    /// A project without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// A project of the files `(path, text)`.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let project = Self::new();
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// Its root: absolute, without links in it.
    pub fn root(&self) -> &Path {
        self.directory.path()
    }

    /// Where the file `path` is.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// Creates or replaces the file `path`, and the directories above it.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let place = self.path(path);
        if let Some(directory) = place.parent() {
            std::fs::create_dir_all(directory).unwrap_or_else(|error| panic!("`{path}`: {error}"));
        }
        std::fs::write(&place, text).unwrap_or_else(|error| panic!("`{path}`: {error}"));
    }

    /// The text of the file `path`.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("`{path}`: {error}"))
    }

    /// Deletes the file or directory `path`.
    ///
    /// # Panics
    ///
    /// When it cannot be deleted, as when it is not there.
    pub fn delete(&self, path: &str) {
        let place = self.path(path);
        let remove = || {
            if place.is_dir() {
                std::fs::remove_dir_all(&place)
            } else {
                std::fs::remove_file(&place)
            }
        };
        let mut done = remove();
        // Calls are written down beside the index while it is deleted.
        for _ in 0..100 {
            match &done {
                Err(error) if error.kind() == std::io::ErrorKind::DirectoryNotEmpty => done = remove(),
                _ => break,
            }
        }
        done.unwrap_or_else(|error| panic!("`{path}`: {error}"));
    }

    /// The paths of all its files, sorted, with `/`.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        for place in files_below(self.root()) {
            if let Ok(path) = place.strip_prefix(self.root()) {
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
        found
    }
}

/// All files below `directory`, sorted; links are not followed, and what is not there has none.
pub fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}
