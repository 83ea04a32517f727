//! What changed on disk since the index last looked, found without reading a file.
//!
//! Every known directory and file is asked for its stamp; only directories whose stamp differs are listed
//! again, and only a changed ignore rule costs a whole walk.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::root;
use super::stamps::{FileStamp, Finding, Seen};
use super::walk::listing::{Again, Entered, Listing, rule_stamp};
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
    /// The root is gone, or a whole walk was needed and failed.
    ///
    /// # Cost
    ///
    /// One look (`lstat`) a known directory and a known file; one listing a directory that differs.
    pub fn find(walker: &Walker, known: Known<'_>, now: SystemTime) -> Result<Self> {
        root::check_directory(&walker.root)?;
        let listing = Listing::new(walker, now);
        if rules_differ(&listing, known.rules, now) {
            return Ok(Self::between(known, walker.walk(now)?));
        }
        let seen = Seen::look(&walker.root, known.directories, known.files, now);
        match Relisting::new(known).run(listing, &seen) {
            Some(changes) => Ok(changes),
            None => Ok(Self::between(known, walker.walk(now)?)),
        }
    }

    /// The difference between what is known and a whole walk.
    pub fn between(known: Known<'_>, walk: Walk) -> Self {
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
    }

    fn none(method: Method) -> Self {
        Self {
            added: Vec::new(),
            suspects: Vec::new(),
            removed: Vec::new(),
            directories: Vec::new(),
            removed_directories: Vec::new(),
            rules: None,
            problems: Vec::new(),
            method,
        }
    }
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

/// The changes, found by listing again only the directories that differ.
struct Relisting<'a> {
    known: Known<'a>,
    gone_files: Vec<usize>,
    gone_directories: Vec<usize>,
    suspects: Vec<Suspect>,
    /// Known directories that differ and cannot be listed.
    unreadable: Vec<usize>,
}

impl<'a> Relisting<'a> {
    fn new(known: Known<'a>) -> Self {
        Self {
            known,
            gone_files: Vec::new(),
            gone_directories: Vec::new(),
            suspects: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    /// None when an ignore file is new, so that everything has to be decided again.
    fn run(mut self, mut listing: Listing<'_>, seen: &Seen) -> Option<Changes> {
        for (index, finding) in &seen.files {
            match finding {
                Finding::Differs(stamp) => self.suspects.push(Suspect {
                    index: *index,
                    stamp: *stamp,
                }),
                Finding::Gone => self.gone_files.push(*index),
            }
        }
        for (index, finding) in &seen.directories {
            match finding {
                Finding::Gone => self.gone_directories.push(*index),
                Finding::Differs(_) => {
                    let path = &self.known.directories[*index].path;
                    match listing.list_again(path) {
                        Again::Unreadable => self.unreadable.push(*index),
                        Again::Left => self.drop_directory(*index),
                        Again::Listed(children) => {
                            self.drop_children_but(path, &children);
                            let is_new = |child: &Entered| self.directory_index(&child.path).is_none();
                            for child in children.into_iter().filter(is_new) {
                                listing.descend(child);
                            }
                        }
                    }
                }
            }
        }
        if has_new_rules(&listing, self.known.rules) {
            return None;
        }
        let root = listing.root_place().to_owned();
        Some(self.finish(listing.finish(), seen, &root))
    }

    fn finish(mut self, found: Walk, seen: &Seen, root: &Path) -> Changes {
        let mut changes = Changes::none(Method::Stamps);
        for (index, finding) in &seen.directories {
            if matches!(finding, Finding::Differs(_)) && !self.unreadable.contains(index) {
                self.drop_files_but(&self.known.directories[*index].path, &found.files);
            }
        }
        self.gone_files.sort_unstable();
        self.gone_files.dedup();
        self.gone_directories.sort_unstable();
        self.gone_directories.dedup();
        self.suspects
            .retain(|suspect| self.gone_files.binary_search(&suspect.index).is_err());
        changes.rules = self.rules_left(root);
        changes.added = found
            .files
            .into_iter()
            .filter(|file| self.file_index(file.path.as_str()).is_none())
            .collect();
        changes.directories = found.directories;
        changes.directories.dedup_by(|one, other| one.path == other.path);
        changes.problems = found.problems;
        changes.suspects = self.suspects;
        changes.removed = self.gone_files;
        changes.removed_directories = self.gone_directories;
        changes
    }

    /// The known rule files less those in directories that are no longer in the project; none if that is all of them.
    fn rules_left(&self, root: &Path) -> Option<Vec<RuleFile>> {
        let gone: Vec<PathBuf> = self
            .gone_directories
            .iter()
            .map(|index| root.join(&self.known.directories[*index].path))
            .collect();
        let is_left = |rule: &&RuleFile| !gone.iter().any(|directory| rule.path.starts_with(directory));
        let left: Vec<RuleFile> = self.known.rules.iter().filter(is_left).cloned().collect();
        (left.len() < self.known.rules.len()).then_some(left)
    }

    fn file_index(&self, path: &str) -> Option<usize> {
        self.known
            .files
            .binary_search_by(|file| file.path.as_str().cmp(path))
            .ok()
    }

    fn directory_index(&self, path: &str) -> Option<usize> {
        self.known
            .directories
            .binary_search_by(|directory| directory.path.as_str().cmp(path))
            .ok()
    }

    /// The directory and all below it are no longer in the project.
    fn drop_directory(&mut self, index: usize) {
        let path = &self.known.directories[index].path;
        self.gone_directories.push(index);
        self.gone_directories.extend(directories_below(self.known, path));
        self.gone_files.extend(files_below(self.known, path));
    }

    /// Drops the known directories directly in `path` that are not among `children`.
    fn drop_children_but(&mut self, path: &str, children: &[Entered]) {
        let dropped: Vec<usize> = directories_below(self.known, path)
            .filter(|index| {
                let child = self.known.directories[*index].path.as_str();
                is_directly_in(child, path) && !children.iter().any(|it| it.path == child)
            })
            .collect();
        for index in dropped {
            self.drop_directory(index);
        }
    }

    /// Drops the known files directly in `path` that were not `found` there.
    fn drop_files_but(&mut self, path: &str, found: &[WalkedFile]) {
        let dropped = files_below(self.known, path).filter(|index| {
            let file = self.known.files[*index].path.as_str();
            is_directly_in(file, path) && found.binary_search_by(|it| it.path.as_str().cmp(file)).is_err()
        });
        self.gone_files.extend(dropped);
    }
}

fn files_below<'a>(known: Known<'a>, directory: &str) -> impl Iterator<Item = usize> + use<'a> {
    places_below(known.files, directory, |file| file.path.as_str())
}

fn directories_below<'a>(known: Known<'a>, directory: &str) -> impl Iterator<Item = usize> + use<'a> {
    places_below(known.directories, directory, |it| it.path.as_str())
}

/// The places in `sorted` of what lies below `directory`, at any depth.
fn places_below<'a, T>(
    sorted: &'a [T],
    directory: &str,
    path_of: fn(&T) -> &str,
) -> impl Iterator<Item = usize> + use<'a, T> {
    let start = if directory.is_empty() {
        String::new()
    } else {
        format!("{directory}/")
    };
    let first = sorted.partition_point(|it| path_of(it) < start.as_str());
    let count = sorted[first..].partition_point(|it| path_of(it).starts_with(&start));
    first..first + count
}

fn is_directly_in(path: &str, directory: &str) -> bool {
    !path.is_empty() && path.rsplit_once('/').map_or("", |(parent, _)| parent) == directory
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;
    use crate::project::config::{Config, Overrides};
    use crate::project::test_tree::TestTree;

    /// A project that was looked at long after its last change, so that its stamps are settled.
    struct Looked {
        tree: TestTree,
        walker: Walker,
        walk: Walk,
        files: Vec<KnownFile>,
    }

    fn later() -> SystemTime {
        SystemTime::now() + Duration::from_secs(60)
    }

    impl Looked {
        fn at(files: &[(&str, &str)]) -> Self {
            let tree = TestTree::with(files);
            let config = Config::load(&tree.root, &Overrides::default()).unwrap();
            let walker = Walker::new(&config, &tree.surroundings("")).unwrap();
            let walk = walker.walk(later()).unwrap();
            let files = walk
                .files
                .iter()
                .map(|file| KnownFile {
                    path: file.path.clone(),
                    stamp: file.stamp,
                })
                .collect();
            // The clock of a file system ticks every few milliseconds.
            std::thread::sleep(Duration::from_millis(12));
            Self {
                tree,
                walker,
                walk,
                files,
            }
        }

        fn known(&self) -> Known<'_> {
            Known {
                files: &self.files,
                directories: &self.walk.directories,
                rules: &self.walk.rules,
            }
        }

        fn changes(&self) -> Changes {
            Changes::find(&self.walker, self.known(), later()).unwrap()
        }

        /// The changes in one line of text.
        fn check(&self) -> String {
            let changes = self.changes();
            let known = |index: &usize| self.files[*index].path.as_str().to_owned();
            let added = changes.added.iter().map(|file| format!("+{}", file.path));
            let suspects = changes.suspects.iter().map(|it| format!("?{}", known(&it.index)));
            let removed = changes.removed.iter().map(|index| format!("-{}", known(index)));
            let method = format!("{:?}:", changes.method);
            let all: Vec<String> = std::iter::once(method)
                .chain(added)
                .chain(suspects)
                .chain(removed)
                .collect();
            all.join(" ")
        }
    }

    const PROJECT: &[(&str, &str)] = &[
        (".git/HEAD", ""),
        ("a.ts", "1"),
        ("d/b.ts", "2"),
        ("d/e/c.ts", "3"),
    ];

    #[test]
    fn nothing_changed() {
        let looked = Looked::at(PROJECT);
        assert!(looked.changes().is_empty());
        // Git writes to its own directory all the time.
        looked.tree.write(".git/index", "");
        assert_eq!(looked.check(), "Stamps:");
    }

    #[test]
    fn an_edit_a_new_file_and_a_deletion_are_seen() {
        let looked = Looked::at(PROJECT);
        looked.tree.write("a.ts", "changed");
        looked.tree.write("d/new.ts", "");
        looked.tree.write("d/new/deep/x.ts", "");
        fs::remove_file(looked.tree.root.join("d/e/c.ts")).unwrap();
        assert_eq!(
            looked.check(),
            "Stamps: +d/new.ts +d/new/deep/x.ts ?a.ts -d/e/c.ts"
        );
        let directories: Vec<String> = looked
            .changes()
            .directories
            .into_iter()
            .map(|it| it.path)
            .collect();
        assert_eq!(directories, ["d", "d/e", "d/new", "d/new/deep"]);
    }

    #[test]
    fn an_older_time_is_a_change_too() {
        let looked = Looked::at(PROJECT);
        let file = fs::File::options()
            .write(true)
            .open(looked.tree.root.join("a.ts"))
            .unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_577_836_800))
            .unwrap();
        assert_eq!(looked.check(), "Stamps: ?a.ts");
    }

    #[test]
    fn a_removed_and_a_moved_directory_take_their_files_along() {
        let looked = Looked::at(PROJECT);
        fs::rename(looked.tree.root.join("d/e"), looked.tree.root.join("moved")).unwrap();
        assert_eq!(looked.check(), "Stamps: +moved/c.ts -d/e/c.ts");
        fs::remove_dir_all(looked.tree.root.join("d")).unwrap();
        assert_eq!(looked.check(), "Stamps: +moved/c.ts -d/b.ts -d/e/c.ts");
        assert_eq!(looked.changes().removed_directories, [1, 2]);
    }

    #[test]
    fn a_file_that_became_a_link_or_a_directory_is_gone() {
        let looked = Looked::at(PROJECT);
        fs::remove_file(looked.tree.root.join("a.ts")).unwrap();
        std::os::unix::fs::symlink("d/b.ts", looked.tree.root.join("a.ts")).unwrap();
        fs::remove_file(looked.tree.root.join("d/b.ts")).unwrap();
        fs::create_dir(looked.tree.root.join("d/b.ts")).unwrap();
        assert_eq!(looked.check(), "Stamps: -a.ts -d/b.ts");
    }

    #[test]
    fn a_changed_rule_or_border_decides_everything_again() {
        let looked = Looked::at(PROJECT);
        looked.tree.write(".git/info/exclude", "b.ts\n");
        assert_eq!(looked.check(), "Walk: -d/b.ts");
        let looked = Looked::at(PROJECT);
        looked.tree.write("d/.gitignore", "e\n");
        assert_eq!(looked.check(), "Walk: -d/e/c.ts");
        let looked = Looked::at(PROJECT);
        looked.tree.write("d/.git/HEAD", "");
        assert_eq!(looked.check(), "Stamps: -d/b.ts -d/e/c.ts");
        let looked = Looked::at(&[("a.ts", ""), ("d/.git/HEAD", ""), ("d/b.ts", "")]);
        looked.tree.write(".git/HEAD", "");
        assert_eq!(looked.check(), "Walk: -d/b.ts");
    }

    #[test]
    fn what_was_looked_at_too_soon_is_suspect() {
        let mut looked = Looked::at(PROJECT);
        looked.files[0].stamp.settled = false;
        assert_eq!(looked.check(), "Stamps: ?a.ts");
    }

    #[test]
    fn what_cannot_be_listed_is_not_gone() {
        let looked = Looked::at(PROJECT);
        let mut walk = looked.walk.clone();
        walk.files.retain(|file| !file.path.as_str().starts_with("d/"));
        walk.directories.retain(|directory| directory.path != "d/e");
        walk.problems.push(WalkProblem {
            path: "d".to_owned(),
            kind: ProblemKind::UnreadableDirectory,
            reason: "permission denied".to_owned(),
        });
        let changes = Changes::between(looked.known(), walk);
        assert_eq!((changes.removed, changes.removed_directories), (vec![], vec![]));
        assert_eq!(changes.problems.len(), 1);
    }

    #[test]
    fn a_root_that_vanished_is_an_error() {
        let looked = Looked::at(PROJECT);
        fs::remove_dir_all(&looked.tree.root).unwrap();
        let error = Changes::find(&looked.walker, looked.known(), later()).unwrap_err();
        assert_eq!(error.kind, crate::error::ErrorKind::RootMissing);
    }
}
