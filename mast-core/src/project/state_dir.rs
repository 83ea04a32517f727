//! The state directory: the names of the files in it, its making, and small files that are written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind, Result};

/// The index: the only source of truth.
pub const GRAPH_DB: &str = "graph.db";
/// Usage metrics, which outlive a rebuilt index.
pub const METRICS_DB: &str = "metrics.db";
/// A copy of the index's stamp for people and scripts, never trusted over the database.
pub const INDEX_JSON: &str = "index.json";
/// The configuration as it was resolved when last saved.
pub const CONFIG_JSON: &str = "config.json";
/// Held while the index is written.
pub const STRUCTURE_LOCK: &str = "structure.lock";
/// Held by the server that watches and refreshes in the background.
pub const WRITER_LOCK: &str = "writer.lock";
/// A directory whose one file tells a watch how far it has come.
pub const WATCH: &str = "watch";
/// Keeps the directory out of version control.
pub const GITIGNORE: &str = ".gitignore";

/// Every file that mast keeps in a state directory, journals of the databases aside.
pub const STATE_FILES: &[&str] = &[
    GRAPH_DB,
    METRICS_DB,
    INDEX_JSON,
    CONFIG_JSON,
    STRUCTURE_LOCK,
    WRITER_LOCK,
    WATCH,
    GITIGNORE,
];

/// A state directory, which may not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDir {
    path: PathBuf,
}

impl StateDir {
    /// The state directory at the absolute path `path`.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The place of the file `name` in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Its path below `root`, with `/`; none when it is the root itself or lies elsewhere.
    ///
    /// A path that reaches it through symbolic links counts too.
    pub fn below(&self, root: &Path) -> Option<String> {
        let relative = |directory: &Path, root: &Path| {
            crate::text::path::RelPath::below(root, directory)
                .ok()
                .map(|path| path.as_str().to_owned())
        };
        let real = fs::canonicalize(&self.path).ok().zip(fs::canonicalize(root).ok());
        match real {
            Some((directory, root)) => relative(&directory, &root),
            None => relative(&self.path, root),
        }
    }

    /// Creates it where it is missing, and keeps it out of version control.
    ///
    /// # Errors
    ///
    /// [`StateDirUnwritable`](crate::error::ErrorKind::StateDirUnwritable) when it cannot be made or written.
    pub fn create(&self, root: &Path) -> Result<()> {
        fs::create_dir_all(&self.path).map_err(|reason| self.unwritable(&reason))?;
        if self.holds_only_state() && !root.starts_with(&self.path) {
            let ignore = self.file(GITIGNORE);
            if !ignore.exists() {
                write_whole(&ignore, b"*\n").map_err(|reason| self.unwritable(&reason))?;
            }
        }
        self.check_writable()
    }

    /// Whether files can be created in it, found out by creating one.
    ///
    /// # Errors
    ///
    /// [`StateDirUnwritable`](crate::error::ErrorKind::StateDirUnwritable) when they cannot.
    pub fn check_writable(&self) -> Result<()> {
        let probe = unused_name(&self.file("writable"));
        fs::File::create_new(&probe)
            .and_then(|_| fs::remove_file(&probe))
            .map_err(|reason| self.unwritable(&reason))
    }

    /// Writes the file `name` in it whole or not at all.
    ///
    /// # Errors
    ///
    /// [`StateDirUnwritable`](crate::error::ErrorKind::StateDirUnwritable) when it cannot be written.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<()> {
        write_whole(&self.file(name), contents).map_err(|reason| self.unwritable(&reason))
    }

    /// A directory that also holds something else, say sources, must not be hidden from version control.
    fn holds_only_state(&self) -> bool {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return false;
        };
        entries.flatten().all(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            STATE_FILES.iter().any(|known| {
                name.strip_prefix(known)
                    .is_some_and(|rest| matches!(rest, "" | "-wal" | "-shm" | "-journal"))
            })
        })
    }

    fn unwritable(&self, reason: &io::Error) -> Error {
        if self.path.is_file() {
            return Error::new(
                ErrorKind::StateDirUnwritable,
                format!("the state directory `{}` is a file", self.path.display()),
            )
            .with_hint(
                "delete or rename it, or name another directory with `--state-dir` or `MAST_STATE_DIR`",
            );
        }
        Error::state_dir_unwritable(&self.path, reason)
    }
}

/// Writes a small file whole or not at all: a reader sees the old contents or the new.
///
/// # Errors
///
/// The refusal of the operating system; the old file is then as it was.
fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let temporary = unused_name(path);
    let written = fs::File::create_new(&temporary)
        .and_then(|mut file| {
            file.write_all(contents)?;
            file.sync_data()
        })
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // What is left of a failed attempt is of no use, and the first failure is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A name beside `path` that no other writer of this or another process uses.
fn unused_name(path: &Path) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static ATTEMPT: AtomicU32 = AtomicU32::new(0);
    let attempt = ATTEMPT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{attempt}.tmp", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::test_tree::TestTree;

    #[test]
    fn it_is_made_once_and_never_committed() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.join("deep/.mast"));
        state_dir.create(&tree.root).unwrap();
        state_dir.create(&tree.root).unwrap();
        assert_eq!(tree.read("deep/.mast/.gitignore"), "*\n");
        assert_eq!(fs::read_dir(state_dir.path()).unwrap().count(), 1);
        assert_eq!(state_dir.below(&tree.root).as_deref(), Some("deep/.mast"));
    }

    #[test]
    fn a_directory_that_holds_the_project_or_sources_is_not_hidden() {
        let tree = TestTree::with(&[("project/src/a.ts", "")]);
        let root = tree.root.join("project");
        for place in [".", "..", "src"] {
            let state_dir = StateDir::new(crate::project::root::clean(&root.join(place)));
            state_dir.create(&root).unwrap();
            assert!(!state_dir.file(GITIGNORE).exists(), "{place}");
            assert_eq!(state_dir.below(&root).is_some(), place == "src", "{place}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_an_error_that_says_so() {
        let tree = TestTree::with(&[("file", "")]);
        let state_dir = StateDir::new(tree.root.join("file/.mast"));
        let error = state_dir.create(&tree.root).unwrap_err();
        assert_eq!(error.kind, ErrorKind::StateDirUnwritable);
        let start = format!(
            "cannot write the state directory `{}`: ",
            state_dir.path().display()
        );
        assert!(error.message.starts_with(&start), "{error}");
        assert!(error.hint.is_some());
        assert!(state_dir.check_writable().is_err());
    }

    #[test]
    fn a_file_is_written_whole() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.clone());
        state_dir.write(INDEX_JSON, b"one").unwrap();
        state_dir.write(INDEX_JSON, b"two").unwrap();
        assert_eq!(tree.read(INDEX_JSON), "two");
        assert_eq!(fs::read_dir(&tree.root).unwrap().count(), 1);
    }
}
