//! The one walk: which files belong to the project. Index, status, `mast walk` and the watch all use it.

use std::path::PathBuf;
use std::time::SystemTime;

use super::config::Config;
use super::root::Surroundings;
use super::stamps::{DirectoryStamp, FileStamp};
use crate::error::Result;
use crate::text::path::RelPath;

/// A file in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedFile {
    /// Its path.
    pub path: RelPath,
    /// Its stamp.
    pub stamp: FileStamp,
    /// Its place in [`LANGUAGES`](crate::languages::LANGUAGES).
    pub language: usize,
}

/// A directory that was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedDirectory {
    /// Its path, `""` for the root.
    pub path: String,
    /// Its stamp, taken before its entries were listed.
    pub stamp: DirectoryStamp,
}

/// A file outside the sources that decides which files are walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// Where it is, absolute.
    pub path: PathBuf,
    /// Its stamp, none while there is no such file.
    pub stamp: Option<FileStamp>,
}

/// Why something in the project was not walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The directory cannot be listed; the files below it are unknown, not deleted.
    UnreadableDirectory,
    /// The entry cannot be looked at.
    UnreadableEntry,
    /// The ignore rules in the file cannot be read.
    UnreadableRules,
    /// The name is not valid Unicode.
    NotUnicode,
    /// The name holds a backslash, which stands for `/` in every path of mast.
    Backslash,
    /// The directory is a linked worktree of a git repository.
    LinkedWorktree,
    /// The directory is another git repository.
    NestedRepository,
}

/// Something in the project that was not walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkProblem {
    /// Where, relative to the root; what is not Unicode in it is replaced.
    pub path: String,
    /// Why.
    pub kind: ProblemKind,
    /// Why, for people.
    pub reason: String,
}

/// What came of one entry of `include_dot_dirs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotDirStatus {
    /// It was walked and holds files.
    Walked,
    /// It is a directory, and no file in it is in scope.
    Empty,
    /// There is no directory of exactly that name.
    Missing,
    /// It is, or lies below, a symbolic link.
    Symlink,
    /// It is a file.
    NotADirectory,
}

/// The report on one entry of `include_dot_dirs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotDirReport {
    /// The entry.
    pub directory: RelPath,
    /// What came of it.
    pub status: DotDirStatus,
    /// Number of files walked below it.
    pub files: usize,
}

/// Everything that a walk found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Files in scope, in the order of their paths' bytes.
    pub files: Vec<WalkedFile>,
    /// Directories entered, in the order of their paths' bytes.
    pub directories: Vec<WalkedDirectory>,
    /// Files that decided what is walked, and places where one would.
    pub rules: Vec<RuleFile>,
    /// What was not walked although it may hold files in scope.
    pub problems: Vec<WalkProblem>,
    /// One report per entry of `include_dot_dirs`, in the order of the configuration.
    pub dot_dirs: Vec<DotDirReport>,
    /// Dot directories that are not ignored and were skipped since no entry names them.
    pub skipped_dot_dirs: Vec<String>,
}

/// Walks one project under one configuration.
#[derive(Debug)]
pub struct Walker {
    root: PathBuf,
}

impl Walker {
    /// A walker for the project of `config`; `surroundings` say where git keeps the user's own rules.
    ///
    /// # Errors
    ///
    /// An exclude pattern that is no glob.
    pub fn new(config: &Config, _surroundings: &Surroundings) -> Result<Self> {
        Ok(Self {
            root: config.root.clone(),
        })
    }

    /// Walks the whole project, looking not before `now`.
    ///
    /// # Errors
    ///
    /// The root is missing, no directory, or cannot be listed.
    pub fn walk(&self, _now: SystemTime) -> Result<Walk> {
        let _ = &self.root;
        Ok(Walk::default())
    }
}
