//! An incremental run: what changed on disk, and nothing else.
//!
//! Stamps find what may have changed, hashes confirm it. A file that was touched without a change costs a hash and a new stamp.

use std::time::{Instant, SystemTime};

use rayon::prelude::*;

use crate::error::Result;
use crate::index::prepare::{Contents, read};
use crate::index::{IndexRun, Progress, Project, Task, prepare_and_write, stamp_run};
use crate::languages;
use crate::project::changes::{Changes, Known, KnownFile};
use crate::project::lock::WriteLock;
use crate::project::stamps::FileStamp;
use crate::project::walk::WalkedDirectory;
use crate::store::Store;
use crate::store::write::Writer;
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

/// The difference between the index and the disk, and all that is needed to take it in.
#[derive(Debug)]
pub struct Difference {
    /// When the disk was looked at.
    scan: SystemTime,
    pub(super) changes: Changes,
    files: Vec<KnownFile>,
    directories: Vec<WalkedDirectory>,
}

/// Finds what changed on disk since the index was written.
///
/// # Errors
///
/// When the root or the index cannot be read.
pub fn difference(project: &Project<'_>, store: &Store, scan: SystemTime) -> Result<Difference> {
    let (files, directories, rules) = (
        store.known_files()?,
        store.known_directories()?,
        store.known_rules()?,
    );
    let known = Known {
        files: &files,
        directories: &directories,
        rules: &rules,
    };
    let changes = Changes::find(&project.walker()?, known, scan)?;
    Ok(Difference {
        scan,
        changes,
        files,
        directories,
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

/// Takes the difference into the index, as much of it as the course allows.
///
/// # Errors
///
/// When the index cannot be read or written.
pub fn update(
    project: &Project<'_>,
    lock: &WriteLock,
    store: &Store,
    difference: &Difference,
    course: Course<'_>,
) -> Result<Update> {
    let changes = &difference.changes;
    let mut update = Update::default();
    update.run.files_skipped = difference.files.len() as u64;
    if changes.is_empty() {
        update.run.duration = course.started.elapsed();
        return Ok(update);
    }
    let Confirmed {
        different: tasks,
        touched,
    } = confirmed(project, store, difference)?;
    let mut writer = Writer::stored(&project.database(), lock)?;
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
    }
    stamp_run(project, &mut writer, difference.scan, (course.clock)())?;
    writer.commit()?;
    update.run.duration = course.started.elapsed();
    Ok(update)
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
    let mut digests = Vec::with_capacity(changes.suspects.len());
    for suspect in &changes.suspects {
        digests.push(
            store
                .file(difference.files[suspect.index].path.as_str())?
                .map(|file| file.digest),
        );
    }
    let config = project.config;
    let same: Vec<bool> = changes
        .suspects
        .par_iter()
        .zip(&digests)
        .map(|(suspect, digest)| {
            let path = &difference.files[suspect.index].path;
            digest.is_some_and(|digest| match read(&config.root, path, config.max_file_bytes) {
                Contents::Bytes(bytes) => Digest::of(&bytes) == digest,
                Contents::Refused(..) | Contents::Vanished => false,
            })
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
        self.changes.is_empty()
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
        })
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
}

impl NamedDifference {
    /// How many files differ.
    pub fn count(&self) -> usize {
        self.changed.len() + self.unindexed.len() + self.deleted.len()
    }
}
