//! Listing directories and deciding about their entries: the predicate of the walk.
//!
//! A changed directory is listed again by the same code, after the way to it was decided from the root down.

use std::collections::HashMap;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use super::ignore::{self, Scope};
use super::outside::{Around, Outside};
use super::repository::Checkout;
use super::{IgnoreFiles, ProblemKind, Walk, WalkProblem, WalkedDirectory, WalkedFile, Walker};
use crate::error::{Error, Result};
use crate::languages;
use crate::project::manifests::{Manifest, ManifestKind, is_manifest};
use crate::project::stamps::{DirectoryStamp, FileStamp};
use crate::text::path::RelPath;

/// A directory to enter.
#[derive(Clone, Debug)]
pub(in crate::project) struct Entered {
    /// Its path, `""` for the root.
    pub(in crate::project) path: String,
    stamp: DirectoryStamp,
    taking: Taking,
    scope: Option<Rc<Scope>>,
    around: Around,
}

/// What is taken of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taking {
    /// Its files and its directories.
    Everything,
    /// Only what lies on the way to an entry of `include_dot_dirs`.
    Way,
}

/// A directory after its entries were read and its own rules were added.
#[derive(Clone, Debug)]
struct Opened {
    path: String,
    taking: Taking,
    scope: Option<Rc<Scope>>,
    around: Around,
}

/// How the listing of one directory ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    Whole,
    Gone,
    Unreadable,
}

/// What listing a known directory again gave.
#[derive(Clone, Debug)]
pub(in crate::project) enum Again {
    /// Its files in scope are among what was found, and these are the directories to enter below it.
    Listed(Vec<Entered>),
    /// It is gone, or entered no more.
    Left,
    /// It cannot be listed: what is known of it stays.
    Unreadable,
}

/// One walk under way.
pub(in crate::project) struct Listing<'a> {
    walker: &'a Walker,
    now: SystemTime,
    outside: Outside,
    found: Walk,
    /// Directories on the way to those that are listed again.
    opened: HashMap<String, Option<Opened>>,
}

impl<'a> Listing<'a> {
    /// Reads the rules that hold outside and above the root.
    pub(in crate::project) fn new(walker: &'a Walker, now: SystemTime) -> Self {
        let mut found = Walk::default();
        Self {
            walker,
            now,
            outside: Outside::look(walker, &mut found, now),
            found,
            opened: HashMap::new(),
        }
    }

    /// The root, to be entered.
    ///
    /// # Errors
    ///
    /// It cannot be looked at.
    pub(in crate::project) fn root(&self) -> Result<Entered> {
        let root = &self.walker.root;
        let metadata =
            fs::metadata(root).map_err(|reason| Error::io("look at project root", root, &reason))?;
        Ok(Entered {
            path: String::new(),
            stamp: DirectoryStamp::of(&metadata, self.now),
            taking: Taking::Everything,
            scope: self.outside.scope.clone(),
            around: self.outside.around,
        })
    }

    /// Why the root could not be listed.
    pub(in crate::project) fn root_problem(&self) -> Option<&WalkProblem> {
        self.found
            .problems
            .iter()
            .find(|problem| problem.path.is_empty() && problem.kind == ProblemKind::UnreadableDirectory)
    }

    /// Walks `top` and all below it.
    pub(in crate::project) fn descend(&mut self, top: Entered) {
        let mut pending = vec![top];
        while let Some(directory) = pending.pop() {
            self.list(directory, &mut pending);
        }
    }

    /// Where the root is.
    pub(in crate::project) fn root_place(&self) -> &Path {
        &self.walker.root
    }

    /// What was found so far.
    pub(in crate::project) fn found(&self) -> &Walk {
        &self.found
    }

    /// Lists the directory `path` again, and does not go on below it.
    pub(in crate::project) fn list_again(&mut self, path: &str) -> Again {
        let Some(directory) = self.way_to(path) else {
            return Again::Left;
        };
        let mut children = Vec::new();
        match self.list(directory, &mut children) {
            Listed::Whole => Again::Listed(children),
            Listed::Gone => Again::Left,
            Listed::Unreadable => Again::Unreadable,
        }
    }

    /// Decides about the directory `path` as a walk from the root would.
    fn way_to(&mut self, path: &str) -> Option<Entered> {
        if path.is_empty() {
            return self.root().ok();
        }
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let parent = self.opened(parent)?;
        let metadata = fs::symlink_metadata(self.place(path))
            .ok()
            .filter(fs::Metadata::is_dir)?;
        let full = [self.outside.lead.as_slice(), path.as_bytes()].concat();
        let taking = self.decide_directory(&parent, &full)?;
        Some(Entered {
            path: path.to_owned(),
            stamp: DirectoryStamp::of(&metadata, self.now),
            taking,
            scope: self.scope_inside(&parent, &full, path),
            around: parent.around,
        })
    }

    /// The directory `path` with its own rules; none when it is entered no more, or no further.
    fn opened(&mut self, path: &str) -> Option<Opened> {
        if let Some(known) = self.opened.get(path) {
            return known.clone();
        }
        let opened = self.way_to(path).and_then(|directory| {
            let place = self.place(path);
            let has_checkout = fs::symlink_metadata(place.join(".git")).is_ok();
            let has_rules =
                fs::symlink_metadata(place.join(".gitignore")).is_ok_and(|metadata| metadata.is_file());
            self.open(directory, has_checkout, has_rules)
        });
        self.opened.insert(path.to_owned(), opened.clone());
        opened
    }

    /// What was found, in order.
    pub(in crate::project) fn finish(self) -> Walk {
        let mut walk = self.found;
        walk.files
            .sort_unstable_by(|one, other| one.path.cmp(&other.path));
        walk.directories
            .sort_unstable_by(|one, other| one.path.cmp(&other.path));
        walk.manifests
            .sort_unstable_by(|one, other| one.path.cmp(&other.path));
        walk.rules
            .sort_unstable_by(|one, other| one.path.as_os_str().cmp(other.path.as_os_str()));
        walk.rules.dedup_by(|one, other| one.path == other.path);
        walk.problems.sort_by(|one, other| one.path.cmp(&other.path));
        walk.problems.dedup();
        walk.skipped_dot_dirs.sort_unstable();
        walk
    }

    /// Lists one directory: its files in scope are found, its directories to enter are put into `pending`.
    fn list(&mut self, directory: Entered, pending: &mut Vec<Entered>) -> Listed {
        let place = self.place(&directory.path);
        let entries = match fs::read_dir(&place).and_then(Iterator::collect::<std::io::Result<Vec<DirEntry>>>)
        {
            Ok(entries) => entries,
            Err(reason) if ignore::is_absence(&reason) && !directory.path.is_empty() => return Listed::Gone,
            Err(reason) => {
                self.problem(
                    &directory.path,
                    ProblemKind::UnreadableDirectory,
                    &reason.to_string(),
                );
                self.found.directories.push(WalkedDirectory {
                    path: directory.path,
                    // Whatever it looks like later, it has to be tried again.
                    stamp: DirectoryStamp {
                        settled: false,
                        ..directory.stamp
                    },
                });
                return Listed::Unreadable;
            }
        };
        self.found.directories.push(WalkedDirectory {
            path: directory.path.clone(),
            stamp: directory.stamp,
        });
        let mut has_checkout = false;
        let mut has_rules = false;
        for entry in &entries {
            let name = entry.file_name();
            has_checkout |= name == ".git";
            has_rules |= name == ".gitignore" && entry.file_type().is_ok_and(|kind| kind.is_file());
        }
        let Some(opened) = self.open(directory, has_checkout, has_rules) else {
            return Listed::Whole;
        };
        let mut path = self.full_path(&opened.path);
        let directory_length = path.len();
        for entry in entries {
            let Ok(kind) = entry.file_type() else { continue };
            let name = entry.file_name();
            path.truncate(directory_length);
            path.extend_from_slice(name.as_encoded_bytes());
            if kind.is_dir() {
                if let Some(taking) = self.decide_directory(&opened, &path) {
                    self.enter(&opened, &path, taking, &entry, pending);
                }
            } else if opened.taking == Taking::Everything {
                let kind_of_manifest = match name.to_str() {
                    Some(name) if is_manifest(name) => Some(ManifestKind::Named),
                    Some(_) | None => kind.is_symlink().then_some(ManifestKind::Link),
                };
                if let Some(kind) = kind_of_manifest {
                    self.meet_manifest(&path, kind);
                }
                if kind.is_file() {
                    self.decide_file(&opened, &path, &entry);
                }
            }
        }
        Listed::Whole
    }

    /// Decides what a directory is and adds its own rules; none at a border.
    fn open(&mut self, directory: Entered, has_checkout: bool, has_rules: bool) -> Option<Opened> {
        let Entered {
            path,
            taking,
            mut scope,
            mut around,
            ..
        } = directory;
        let base = self.full_path(&path).len();
        if has_checkout && !path.is_empty() {
            match Checkout::at(&self.place(&path)) {
                None => {}
                Some(Checkout::LinkedWorktree { .. }) => {
                    self.problem(
                        &path,
                        ProblemKind::LinkedWorktree,
                        "a linked worktree of a git repository",
                    );
                    return None;
                }
                Some(checkout) => {
                    let is_module =
                        matches!(checkout, Checkout::Submodule { .. }) || self.is_listed_module(&path);
                    if around == Around::Repository && !is_module {
                        self.problem(&path, ProblemKind::NestedRepository, "another git repository");
                        return None;
                    }
                    // A repository of its own begins here, and with it what it ignores.
                    around = Around::Repository;
                    if self.walker.ignore_files == IgnoreFiles::Respected {
                        let exclude = self.read_rules(&checkout.exclude_file());
                        scope = self.add(None, self.outside.excludes.clone().as_deref(), base);
                        scope = self.add(scope, exclude.as_deref(), base);
                    }
                }
            }
        }
        if has_rules && self.walker.ignore_files == IgnoreFiles::Respected {
            let rules = self.read_rules(&self.place(&path).join(".gitignore"));
            scope = self.add(scope, rules.as_deref(), base);
        }
        Some(Opened {
            path,
            taking,
            scope,
            around,
        })
    }

    /// Whether and how the directory at the full path `path` is entered.
    fn decide_directory(&mut self, parent: &Opened, path: &[u8]) -> Option<Taking> {
        let below = String::from_utf8_lossy(&path[self.outside.lead.len()..]).into_owned();
        let name = below.rsplit('/').next().unwrap_or_default();
        if self.walker.state_dir.as_deref() == Some(below.as_str())
            || self.walker.excluded.covers_directory(&below)
        {
            return None;
        }
        if self.walker.dot_dirs.name(&below) {
            return Some(Taking::Everything);
        }
        let leads_on = self.walker.dot_dirs.lead_through(&below).then_some(Taking::Way);
        if parent.taking == Taking::Way {
            return leads_on;
        }
        let is_ignored = ignore::ignores_directory(parent.scope.as_ref(), path);
        if name.starts_with('.') {
            if leads_on.is_none() && !is_ignored && name != ".git" {
                self.found.skipped_dot_dirs.push(below);
            }
            return leads_on;
        }
        if is_ignored {
            leads_on
        } else {
            Some(Taking::Everything)
        }
    }

    fn enter(
        &mut self,
        parent: &Opened,
        path: &[u8],
        taking: Taking,
        entry: &DirEntry,
        pending: &mut Vec<Entered>,
    ) {
        let Some(below) = self.checked_path(path) else {
            return;
        };
        match entry.metadata() {
            Ok(metadata) => pending.push(Entered {
                stamp: DirectoryStamp::of(&metadata, self.now),
                taking,
                scope: self.scope_inside(parent, path, &below),
                around: parent.around,
                path: below,
            }),
            Err(reason) if ignore::is_absence(&reason) => {}
            Err(reason) => self.problem(&below, ProblemKind::UnreadableEntry, &reason.to_string()),
        }
    }

    /// The rules that hold in a directory from outside it.
    ///
    /// An entry of `include_dot_dirs` that git ignores was asked for by name: only its own rules hold in it.
    fn scope_inside(&self, parent: &Opened, path: &[u8], below: &str) -> Option<Rc<Scope>> {
        let is_overridden =
            self.walker.dot_dirs.name(below) && ignore::ignores_contents(parent.scope.as_ref(), path);
        if is_overridden { None } else { parent.scope.clone() }
    }

    fn decide_file(&mut self, parent: &Opened, path: &[u8], entry: &DirEntry) {
        let name = &path[self.full_length(&parent.path)..];
        if name.first() == Some(&b'.') || !self.has_ending(name) {
            return;
        }
        let below = String::from_utf8_lossy(&path[self.outside.lead.len()..]);
        if self.walker.excluded.is_match(&below) || ignore::ignores_file(parent.scope.as_ref(), path) {
            return;
        }
        let Some(below) = self.checked_path(path) else {
            return;
        };
        match entry.metadata() {
            Ok(metadata) => {
                let path = RelPath::from_stored(below);
                if let Some(language) = languages::of_path(&path) {
                    self.found.files.push(WalkedFile {
                        path,
                        stamp: FileStamp::of(&metadata, self.now),
                        language,
                    });
                }
            }
            Err(reason) if ignore::is_absence(&reason) => {}
            Err(reason) => self.problem(&below, ProblemKind::UnreadableEntry, &reason.to_string()),
        }
    }

    /// A manifest counts whether or not it is ignored: an installation reads it all the same.
    fn meet_manifest(&mut self, path: &[u8], kind: ManifestKind) {
        if let Some(below) = self.checked_path(path) {
            let manifest = Manifest::look(&self.walker.root, &below, kind, self.now);
            if manifest.stamp.is_some() {
                self.found.manifests.push(manifest);
            }
        }
    }

    fn has_ending(&self, name: &[u8]) -> bool {
        self.walker.endings.iter().any(|ending| {
            let ending = ending.as_bytes();
            name.len() > ending.len() && name[name.len() - ending.len()..].eq_ignore_ascii_case(ending)
        })
    }

    /// The path below the root of the full path `path`, where it is one that mast can name.
    fn checked_path(&mut self, path: &[u8]) -> Option<String> {
        let bytes = &path[self.outside.lead.len()..];
        let Ok(below) = std::str::from_utf8(bytes) else {
            let shown = String::from_utf8_lossy(bytes).into_owned();
            self.problem(&shown, ProblemKind::NotUnicode, "its name is not valid Unicode");
            return None;
        };
        if below.contains('\\') {
            let reason = "its name holds a backslash, which stands for `/` in paths";
            self.problem(below, ProblemKind::Backslash, reason);
            return None;
        }
        Some(below.to_owned())
    }

    fn is_listed_module(&self, path: &str) -> bool {
        let full = [self.outside.lead.as_slice(), path.as_bytes()].concat();
        self.outside
            .modules
            .iter()
            .any(|module| module.as_bytes() == full)
    }

    fn place(&self, path: &str) -> PathBuf {
        if path.is_empty() {
            self.walker.root.clone()
        } else {
            self.walker.root.join(path)
        }
    }

    /// The path of the directory `path` below the top of the repository, with a closing `/` unless it is the top.
    fn full_path(&self, path: &str) -> Vec<u8> {
        let mut full = Vec::with_capacity(self.outside.lead.len() + path.len() + 32);
        full.extend_from_slice(&self.outside.lead);
        if !path.is_empty() {
            full.extend_from_slice(path.as_bytes());
            full.push(b'/');
        }
        full
    }

    fn full_length(&self, path: &str) -> usize {
        self.outside.lead.len() + path.len() + usize::from(!path.is_empty())
    }

    fn add(&self, outer: Option<Rc<Scope>>, rules: Option<&[u8]>, base: usize) -> Option<Rc<Scope>> {
        Scope::add(outer, rules.unwrap_or_default(), base, self.outside.letters)
    }

    fn read_rules(&mut self, path: &Path) -> Option<Vec<u8>> {
        self.found.read_rules(path, &self.walker.root, self.now)
    }

    fn problem(&mut self, path: &str, kind: ProblemKind, reason: &str) {
        self.found.problem(path, kind, reason);
    }
}
