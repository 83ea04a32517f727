//! What changed on disk since the index last looked, found without reading a file.
//!
//! Every known directory and file is asked for its stamp; only directories whose stamp differs are listed
//! again, and only a changed ignore rule costs a whole walk.

#[cfg(test)]
mod cases;
mod relisting;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::Path;
use std::time::SystemTime;

use self::relisting::Relisting;
use super::manifests::{Manifest, ManifestKind};
use super::root;
use super::stamps::{FileStamp, Seen};
use super::walk::listing::Listing;
use super::walk::outside::rule_stamp;
use super::walk::{ProblemKind, RuleFile, Walk, WalkProblem, WalkedDirectory, WalkedFile, Walker};
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
    /// Every manifest, in the order of their paths' bytes.
    pub manifests: &'a [Manifest],
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
///
/// Whoever applies it stores the stamps that come with it, of suspects that turn out unchanged too: only
/// then are they settled, and not looked into again.
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
    /// The manifests as they are now, where any is not proven to be as in [`Known::manifests`].
    pub manifests: Option<Vec<Manifest>>,
    /// What was met that is not walked, in the directories that were listed. What the index knows below a
    /// directory that cannot be listed is kept.
    pub problems: Vec<WalkProblem>,
    /// How the changes were found.
    pub method: Method,
}

impl Changes {
    /// Finds what changed, looking not before `now`.
    ///
    /// # Errors
    ///
    /// The root is gone, or a whole walk was needed and failed.
    ///
    /// # Cost
    ///
    /// One look (`lstat`) a known directory, file and manifest; one listing a directory that differs.
    pub fn find(walker: &Walker, known: Known<'_>, now: SystemTime) -> Result<Self> {
        root::check_directory(&walker.root)?;
        let listing = Listing::new(walker, now);
        if rules_differ(&listing, known.rules, now) {
            return Ok(Self::between(&walker.root, known, walker.walk(now)?, now));
        }
        let seen = Seen::look(&walker.root, known.directories, known.files, now);
        match Relisting::new(known).run(listing, &seen, now) {
            Some(changes) => Ok(changes),
            None => Ok(Self::between(&walker.root, known, walker.walk(now)?, now)),
        }
    }

    /// The difference between what is known of the project at `root` and a whole walk; looks not before `now`.
    pub fn between(root: &Path, known: Known<'_>, walk: Walk, now: SystemTime) -> Self {
        let unreadable: Vec<&str> = unreadable(&walk.problems).collect();
        let is_unknown = |path: &str| unreadable.iter().any(|directory| is_below(path, directory));
        let mut changes = Self::none(Method::Walk);
        let rules = walk.rules;
        for step in merge(
            known.files,
            walk.files,
            |file| file.path.as_str(),
            |file| file.path.as_str(),
        ) {
            match step {
                Step::Known(index) => {
                    if !is_unknown(known.files[index].path.as_str()) {
                        changes.removed.push(index);
                    }
                }
                Step::Both(index, file) => {
                    if !known.files[index].stamp.proves_unchanged(&file.stamp) {
                        changes.suspects.push(Suspect {
                            index,
                            stamp: file.stamp,
                        });
                    }
                }
                Step::New(file) => changes.added.push(file),
            }
        }
        for step in merge(
            known.directories,
            walk.directories,
            |it| it.path.as_str(),
            |it| it.path.as_str(),
        ) {
            match step {
                Step::Known(index) => {
                    if !is_unknown(&known.directories[index].path) {
                        changes.removed_directories.push(index);
                    }
                }
                Step::Both(index, directory) => {
                    if !known.directories[index].stamp.proves_unchanged(&directory.stamp) {
                        changes.directories.push(directory);
                    }
                }
                Step::New(directory) => changes.directories.push(directory),
            }
        }
        changes.rules = (rules != known.rules).then_some(rules);
        let is_kept =
            |manifest: &Manifest| manifest.kind == ManifestKind::Extended || is_unknown(&manifest.path);
        changes.manifests = manifests_now(root, known.manifests, walk.manifests, is_kept, now);
        changes.problems = walk.problems;
        changes
    }

    /// Whether the disk is as the index knows it.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.suspects.is_empty()
            && self.removed.is_empty()
            && self.directories.is_empty()
            && self.removed_directories.is_empty()
            && self.rules.is_none()
            && self.manifests.is_none()
    }

    fn none(method: Method) -> Self {
        Self {
            added: Vec::new(),
            suspects: Vec::new(),
            removed: Vec::new(),
            directories: Vec::new(),
            removed_directories: Vec::new(),
            rules: None,
            manifests: None,
            problems: Vec::new(),
            method,
        }
    }
}

/// All manifests now: those that were met, and of the known ones those that `is_kept` though they were not; none when each is proven to
/// be as it is known.
fn manifests_now(
    root: &Path,
    known: &[Manifest],
    met: Vec<Manifest>,
    is_kept: impl Fn(&Manifest) -> bool,
    now: SystemTime,
) -> Option<Vec<Manifest>> {
    let mut all = met;
    for manifest in known {
        if is_kept(manifest) {
            let looked = Manifest::look(root, &manifest.path, manifest.kind, now);
            if looked.stamp.is_some() || manifest.kind == ManifestKind::Extended {
                all.push(looked);
            }
        }
    }
    all.sort_by(|one, other| one.path.cmp(&other.path));
    // What is met again takes the place of what was looked at.
    all.dedup_by(|later, earlier| later.path == earlier.path);
    let is_same = all.len() == known.len()
        && known.iter().zip(&all).all(|(before, after)| {
            before.path == after.path && before.kind == after.kind && before.proves_unchanged(after)
        });
    (!is_same).then_some(all)
}

/// Whether any rule file came, went or differs, those outside the project's directories included.
fn rules_differ(listing: &Listing<'_>, known: &[RuleFile], now: SystemTime) -> bool {
    let differs = |rule: &RuleFile| match (&rule.stamp, rule_stamp(&rule.path, now)) {
        (None, None) => false,
        (Some(before), Some(stamp)) => !before.proves_unchanged(&stamp),
        (None, Some(_)) | (Some(_), None) => true,
    };
    has_new_rules(listing, known) || known.iter().any(differs)
}

/// Whether the listing met a rule file that is not known.
fn has_new_rules(listing: &Listing<'_>, known: &[RuleFile]) -> bool {
    let known: HashSet<&Path> = known.iter().map(|rule| rule.path.as_path()).collect();
    let met = &listing.found().rules;
    met.iter().any(|rule| !known.contains(rule.path.as_path()))
}

/// One step through what is known and what was found, both in the order of their paths.
enum Step<T> {
    Known(usize),
    Both(usize, T),
    New(T),
}

fn merge<K, T>(
    known: &[K],
    found: Vec<T>,
    known_path: fn(&K) -> &str,
    found_path: fn(&T) -> &str,
) -> impl Iterator<Item = Step<T>> {
    let mut index = 0;
    let mut found = found.into_iter().peekable();
    std::iter::from_fn(move || {
        let order = match (known.get(index), found.peek()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(known), Some(found)) => known_path(known).cmp(found_path(found)),
        };
        if order != Ordering::Greater {
            index += 1;
        }
        match order {
            Ordering::Less => Some(Step::Known(index - 1)),
            Ordering::Equal => found.next().map(|found| Step::Both(index - 1, found)),
            Ordering::Greater => found.next().map(Step::New),
        }
    })
}

fn is_below(path: &str, directory: &str) -> bool {
    directory.is_empty()
        || path
            .strip_prefix(directory)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn unreadable(problems: &[WalkProblem]) -> impl Iterator<Item = &str> {
    problems
        .iter()
        .filter(|problem| {
            matches!(
                problem.kind,
                ProblemKind::UnreadableDirectory | ProblemKind::UnreadableEntry
            )
        })
        .map(|problem| problem.path.as_str())
}
