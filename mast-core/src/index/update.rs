//! An incremental run: what changed on disk, and nothing else.
//!
//! Stamps find what may have changed, hashes confirm it. A file that was touched without a change costs a hash and a new stamp.
//! Under another configuration every file may have changed, and each is looked at.

use std::time::{Instant, SystemTime};

use rayon::prelude::*;

use crate::error::Result;
use crate::index::modules::{self, Found};
use crate::index::prepare::{Contents, read, refusal};
use crate::index::{IndexRun, Progress, Project, Task, prepare_and_write, stamp_run};
use crate::languages;
use crate::project::changes::{Changes, Known, KnownFile};
use crate::project::manifests::Manifest;
use crate::project::stamps::FileStamp;
use crate::project::walk::{ProblemKind, WalkProblem, WalkedDirectory};
use crate::store::Store;
use crate::store::manifests::StoredManifest;
use crate::store::meta::MetaKey;
use crate::store::write::{Permission, Writer};
use crate::text::digest::Digest;
use crate::text::path::RelPath;

/// What an incremental run did and what it left.
#[derive(Clone, Debug, Default)]
pub struct Update {
    /// What was done.
    pub run: IndexRun,
    /// Files whose contents changed and that could not be taken in in time; the index still has what they said before.
    pub stale: Vec<RelPath>,
    /// New files that could not be taken in in time.
    pub unindexed: Vec<RelPath>,
}

impl Update {
    /// Whether nothing was left.
    pub fn is_whole(&self) -> bool {
        self.stale.is_empty() && self.unindexed.is_empty()
    }
}

/// The difference between the index and the disk, and all that is needed to take it in.
#[derive(Debug)]
pub struct Difference {
    /// When the disk was looked at.
    scan: SystemTime,
    pub(super) changes: Changes,
    files: Vec<KnownFile>,
    directories: Vec<WalkedDirectory>,
    manifests: Vec<StoredManifest>,
    configuration: Configuration,
}

/// How the configuration of the index stands to the one in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Configuration {
    /// The same files and the same facts.
    Same,
    /// Other files are in scope; a file that stays in scope says what it said.
    OtherFiles,
    /// Other facts are read from every file.
    OtherFacts,
}

impl Configuration {
    fn of(project: &Project<'_>, store: &Store) -> Result<Self> {
        let is = |key, value: &str| Ok(store.meta(key)?.is_some_and(|stored| stored == value));
        Ok(if !is(MetaKey::Extraction, &project.extraction())? {
            Self::OtherFacts
        } else if !is(MetaKey::Configuration, &project.configuration())? {
            Self::OtherFiles
        } else {
            Self::Same
        })
    }
}

/// Finds what changed on disk since the index was written.
///
/// # Errors
///
/// When the root or the index cannot be read.
pub fn difference(project: &Project<'_>, store: &Store, scan: SystemTime) -> Result<Difference> {
    let configuration = Configuration::of(project, store)?;
    let (mut files, directories, rules) = (
        store.known_files()?,
        store.known_directories()?,
        store.known_rules()?,
    );
    if configuration != Configuration::Same {
        // No stamp says what another configuration makes of a file.
        for file in &mut files {
            file.stamp.settled = false;
        }
    }
    let manifests = store.manifests()?;
    let known_manifests: Vec<Manifest> = manifests.iter().map(|stored| stored.manifest.clone()).collect();
    let known = Known {
        files: &files,
        directories: &directories,
        rules: &rules,
        manifests: &known_manifests,
    };
    let walker = project.walker()?;
    let changes = match configuration {
        Configuration::Same => Changes::find(&walker, known, scan)?,
        Configuration::OtherFiles | Configuration::OtherFacts => {
            Changes::between(&project.config.root, known, walker.walk(scan)?, scan)
        }
    };
    Ok(Difference {
        scan,
        changes,
        files,
        directories,
        manifests,
        configuration,
    })
}

/// What accompanies a run: who hears of its progress, the time, and whether it may go on.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// Who hears of its progress.
    pub progress: Progress<'a>,
    /// Tells the time of day.
    pub clock: &'a dyn Fn() -> SystemTime,
    /// When it began.
    pub started: Instant,
    /// Asked after every few files.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Course<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Course")
            .field("progress", &self.progress)
            .field("started", &self.started)
            .finish_non_exhaustive()
    }
}

/// Takes the difference into the index that `store` reads, or into a private copy of it that it reads, as much of it as the course
/// allows.
///
/// # Errors
///
/// When the index cannot be read or written.
pub(super) fn update(
    project: &Project<'_>,
    permission: Permission<'_>,
    store: &Store,
    difference: &Difference,
    course: Course<'_>,
) -> Result<Update> {
    let changes = &difference.changes;
    let mut update = Update::default();
    update.run.files_skipped = difference.files.len() as u64;
    if difference.is_empty() {
        update.run.duration = course.started.elapsed();
        return Ok(update);
    }
    let Confirmed {
        different: tasks,
        touched,
    } = confirmed(project, store, difference)?;
    let mut writer = match permission {
        Permission::Lock(lock) => Writer::stored(&project.database(), lock)?,
        Permission::Private(copy) => Writer::private(copy)?,
    };
    if difference.configuration == Configuration::OtherFacts {
        writer.forget_hashes()?;
        writer.set_meta(MetaKey::Extraction, &project.extraction())?;
    }
    for (path, stamp) in &touched {
        writer.restamp(path, stamp)?;
    }
    for place in &changes.removed {
        let change = writer.remove(&difference.files[*place].path)?;
        update.run.chunks_removed += change.removed;
        update.run.files_removed += 1;
    }
    course.progress.report(0, tasks.len());
    let done = prepare_and_write(
        project,
        &tasks,
        &mut writer,
        &mut update.run,
        course.progress,
        course.go_on,
    )?;
    update.run.files_skipped -= changes.removed.len() as u64;
    let known = |path: &RelPath| {
        difference
            .files
            .binary_search_by(|file| file.path.cmp(path))
            .is_ok()
    };
    update.run.files_skipped -= tasks[..done].iter().filter(|task| known(&task.path)).count() as u64;
    for task in &tasks[done..] {
        if known(&task.path) {
            update.stale.push(task.path.clone());
        } else {
            update.unindexed.push(task.path.clone());
        }
    }
    let manifests = Found::Compared {
        stored: &difference.manifests,
        now: changes.manifests.as_deref(),
    };
    modules::resolve(project, &mut writer, manifests, difference.scan)?;
    if update.unindexed.is_empty() {
        let removed: Vec<&str> = changes
            .removed_directories
            .iter()
            .map(|place| difference.directories[*place].path.as_str())
            .collect();
        writer.set_directories(&changes.directories, &removed)?;
        if let Some(rules) = &changes.rules {
            writer.set_rules(rules)?;
        }
        writer.set_meta(MetaKey::Configuration, &project.configuration())?;
    }
    stamp_run(project, &mut writer, difference.scan, (course.clock)())?;
    writer.commit()?;
    update.run.duration = course.started.elapsed();
    Ok(update)
}

/// What the index says of a file that may have changed.
enum Before {
    /// What was read had this hash.
    Indexed(Digest),
    /// It was not indexed, for a reason and a detail.
    LeftOut(String, String),
}

/// What the contents of files say about a difference that stamps found.
struct Confirmed {
    /// New files and files whose contents differ, by path.
    different: Vec<Task>,
    /// Files that have a new stamp and the same contents.
    touched: Vec<(RelPath, FileStamp)>,
}

/// Reads and hashes every file whose stamp differs.
fn confirmed(project: &Project<'_>, store: &Store, difference: &Difference) -> Result<Confirmed> {
    let changes = &difference.changes;
    let mut tasks = Vec::new();
    let mut touched = Vec::new();
    let mut befores = Vec::with_capacity(changes.suspects.len());
    for suspect in &changes.suspects {
        let path = difference.files[suspect.index].path.as_str();
        befores.push(match store.file(path)? {
            _ if difference.configuration == Configuration::OtherFacts => None,
            Some(file) => Some(Before::Indexed(file.digest)),
            None => store
                .skipped_file(path)?
                .map(|file| Before::LeftOut(file.reason, file.detail)),
        });
    }
    let config = project.config;
    let same: Vec<bool> = changes
        .suspects
        .par_iter()
        .zip(&befores)
        .map(|(suspect, before)| {
            let path = &difference.files[suspect.index].path;
            match before {
                None => false,
                Some(Before::Indexed(digest)) => match read(&config.root, path, config.max_file_bytes) {
                    Contents::Bytes(bytes) => Digest::of(&bytes) == *digest,
                    Contents::Refused(..) | Contents::Vanished => false,
                },
                Some(Before::LeftOut(reason, detail)) => refusal(&config.root, path, config.max_file_bytes)
                    .is_some_and(|(now, why)| now == reason && why == *detail),
            }
        })
        .collect();
    for (suspect, same) in changes.suspects.iter().zip(same) {
        let path = difference.files[suspect.index].path.clone();
        if same {
            touched.push((path, suspect.stamp));
        } else if let Some(language) = languages::of_path(&path) {
            tasks.push(Task {
                path,
                language,
                stamp: suspect.stamp,
            });
        }
    }
    tasks.extend(changes.added.iter().map(|file| Task {
        path: file.path.clone(),
        language: file.language,
        stamp: file.stamp,
    }));
    tasks.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(Confirmed {
        different: tasks,
        touched,
    })
}

impl Difference {
    /// Whether the disk is as the index has it.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.configuration == Configuration::Same
    }

    /// Known files whose contents really differ, new files, and files that are gone.
    ///
    /// # Cost
    ///
    /// Reads and hashes every file whose stamp differs.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn named(&self, project: &Project<'_>, store: &Store) -> Result<NamedDifference> {
        let tasks = confirmed(project, store, self)?.different;
        let known = |path: &RelPath| self.files.binary_search_by(|file| file.path.cmp(path)).is_ok();
        let (changed, unindexed) = tasks.into_iter().map(|task| task.path).partition(known);
        let deleted = self
            .changes
            .removed
            .iter()
            .map(|place| self.files[*place].path.clone())
            .collect();
        Ok(NamedDifference {
            changed,
            unindexed,
            deleted,
            unreadable: self.unreadable(),
        })
    }

    /// Directories whose contents are not known, with the reason.
    pub(crate) fn unreadable(&self) -> Vec<(String, String)> {
        let is_unknown = |problem: &&WalkProblem| match problem.kind {
            ProblemKind::UnreadableDirectory | ProblemKind::UnreadableEntry => true,
            ProblemKind::UnreadableRules
            | ProblemKind::NotUnicode
            | ProblemKind::Backslash
            | ProblemKind::LinkedWorktree
            | ProblemKind::NestedRepository => false,
        };
        let problems = self.changes.problems.iter().filter(is_unknown);
        problems
            .map(|problem| (problem.path.clone(), problem.reason.clone()))
            .collect()
    }

    /// How many files the index knows.
    pub fn known_files(&self) -> usize {
        self.files.len()
    }
}

/// A difference by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedDifference {
    /// Indexed files whose contents differ.
    pub changed: Vec<RelPath>,
    /// Files that the index has never seen.
    pub unindexed: Vec<RelPath>,
    /// Indexed files that are gone.
    pub deleted: Vec<RelPath>,
    /// Directories that cannot be looked into, with the reason: what the index has of them may be true or not.
    pub unreadable: Vec<(String, String)>,
}

impl NamedDifference {
    /// How many files differ.
    pub fn count(&self) -> usize {
        self.changed.len() + self.unindexed.len() + self.deleted.len()
    }
}
