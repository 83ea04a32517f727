//! The one walk: which files belong to the project. Index, status, `mast walk` and the watch all use it.
//!
//! In scope is a file with one of the configured extensions that no ignore rule and no exclude pattern
//! speaks of, not below a dot directory unless that is named, not behind a symbolic link, not in the state
//! directory, and not in another repository or worktree inside the project; submodules belong to it.
//!
//! A folder that is no repository itself may hold several: each is walked, since none is nested in another.
//!
//! Cost: one listing a directory, one look (`fstatat`) a directory and a file in scope, no file read but
//! ignore files.

#[cfg(test)]
mod cases;
mod dot_dirs;
mod ignore;
pub(super) mod listing;
pub(super) mod outside;
mod pattern;
mod repository;

use std::path::PathBuf;
use std::time::SystemTime;

use self::dot_dirs::DotDirs;
use self::listing::Listing;
use super::config::Config;
use super::manifests::Manifest;
use super::root::Surroundings;
use super::stamps::{DirectoryStamp, FileStamp};
use crate::error::{Error, ErrorKind, Result};
use crate::text::glob::Globs;
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

/// A file outside the sources that decides which files are walked: an ignore file, or the `.git` of the repository.
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
    /// Manifests met, in the order of their paths' bytes.
    pub manifests: Vec<Manifest>,
    /// What was not walked although it may hold files in scope.
    pub problems: Vec<WalkProblem>,
    /// One report per entry of `include_dot_dirs`, in the order of the configuration.
    pub dot_dirs: Vec<DotDirReport>,
    /// Dot directories that are not ignored and were skipped since no entry names them.
    pub skipped_dot_dirs: Vec<String>,
}

/// Walks one project under one configuration.
#[derive(Clone, Debug)]
pub struct Walker {
    pub(super) root: PathBuf,
    surroundings: Surroundings,
    endings: Vec<String>,
    excluded: Globs,
    dot_dirs: DotDirs,
    state_dir: Option<String>,
    ignore_files: IgnoreFiles,
}

/// Whether git's ignore files count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IgnoreFiles {
    Respected,
    Disregarded,
}

/// Whether `root` is a further worktree of a repository that is elsewhere.
pub(super) fn is_linked_worktree(root: &std::path::Path) -> bool {
    matches!(
        repository::Checkout::at(root),
        Some(repository::Checkout::LinkedWorktree { .. })
    )
}

impl Walker {
    /// A walker for the project of `config`; `surroundings` say where git keeps the user's own rules.
    ///
    /// # Errors
    ///
    /// [`ConfigInvalid`](crate::error::ErrorKind::ConfigInvalid) for an exclude pattern that is no glob.
    pub fn new(config: &Config, surroundings: &Surroundings) -> Result<Self> {
        let patterns = config.exclude_patterns.iter().map(String::as_str);
        let excluded = Globs::new(patterns).map_err(|error| {
            Error::config_invalid(format!("`exclude_patterns` is wrong: {error}"))
                .with_hint("`mast docs configuration` says what a pattern may be")
        })?;
        Ok(Self {
            root: config.root.clone(),
            surroundings: surroundings.clone(),
            endings: config.file_extensions.clone(),
            excluded,
            dot_dirs: DotDirs::new(&config.include_dot_dirs),
            state_dir: config.state_dir.below(&config.root),
            ignore_files: if config.respect_gitignore {
                IgnoreFiles::Respected
            } else {
                IgnoreFiles::Disregarded
            },
        })
    }

    /// Walks the whole project, looking not before `now`.
    ///
    /// # Errors
    ///
    /// The root is missing, no directory, or cannot be listed.
    pub fn walk(&self, now: SystemTime) -> Result<Walk> {
        crate::project::root::check_directory(&self.root)?;
        let mut listing = Listing::new(self, now);
        listing.descend(listing.root()?);
        if let Some(problem) = listing.root_problem() {
            return Err(Error::new(
                ErrorKind::Io,
                format!(
                    "cannot list project root `{}`: {}",
                    self.root.display(),
                    problem.reason
                ),
            )
            .with_hint("see who may read it"));
        }
        let mut walk = listing.finish();
        walk.dot_dirs = self.dot_dirs.reports(&self.root, &walk.files, &walk.directories);
        Ok(walk)
    }
}
