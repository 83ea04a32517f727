//! Changes found by listing again only the directories that differ, decided as a walk from the root would.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::super::manifests::{Manifest, ManifestKind};
use super::super::stamps::{Finding, Seen};
use super::super::walk::listing::{Again, Entered, Listing};
use super::super::walk::{RuleFile, Walk, WalkedFile};
use super::{Changes, Known, Method, Suspect, has_new_rules, manifests_now};

/// The changes, found by listing again only the directories that differ.
pub(super) struct Relisting<'a> {
    known: Known<'a>,
    gone_files: Vec<usize>,
    gone_directories: Vec<usize>,
    suspects: Vec<Suspect>,
    /// Known directories that differ and cannot be listed.
    unreadable: Vec<usize>,
}

impl<'a> Relisting<'a> {
    pub(super) fn new(known: Known<'a>) -> Self {
        Self {
            known,
            gone_files: Vec::new(),
            gone_directories: Vec::new(),
            suspects: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    /// None when an ignore file is new, so that everything has to be decided again.
    pub(super) fn run(mut self, mut listing: Listing<'_>, seen: &Seen, now: SystemTime) -> Option<Changes> {
        for (index, finding) in &seen.files {
            match finding {
                Finding::Differs(stamp) => self.suspects.push(Suspect {
                    index: *index,
                    stamp: *stamp,
                }),
                Finding::Gone => self.gone_files.push(*index),
            }
        }
        let gone = seen
            .directories
            .iter()
            .filter(|(_, finding)| *finding == Finding::Gone);
        for (index, _) in gone {
            self.drop_directory(*index);
        }
        sort(&mut self.gone_directories);
        let vanished = self.gone_directories.clone();
        let differing = seen
            .directories
            .iter()
            .filter(|(_, finding)| *finding != Finding::Gone);
        for (index, _) in differing {
            let path = &self.known.directories[*index].path;
            match listing.list_again(path) {
                Again::Unreadable => self.unreadable.push(*index),
                Again::Left => self.drop_directory(*index),
                Again::Listed(children) => {
                    self.drop_children_but(path, &children);
                    // What vanished a moment ago and is back is as good as new.
                    let is_new = |child: &Entered| {
                        self.directory_index(&child.path)
                            .is_none_or(|index| vanished.binary_search(&index).is_ok())
                    };
                    for child in children.into_iter().filter(is_new) {
                        listing.descend(child);
                    }
                }
            }
        }
        if has_new_rules(&listing, self.known.rules) {
            return None;
        }
        let root = listing.root_place().to_owned();
        Some(self.finish(listing.finish(), seen, &root, now))
    }

    fn finish(mut self, found: Walk, seen: &Seen, root: &Path, now: SystemTime) -> Changes {
        let mut changes = Changes::none(Method::Stamps);
        for (index, finding) in &seen.directories {
            if matches!(finding, Finding::Differs(_)) && !self.unreadable.contains(index) {
                self.drop_files_but(&self.known.directories[*index].path, &found.files);
            }
        }
        sort(&mut self.gone_files);
        sort(&mut self.gone_directories);
        self.keep_what_is_back(&found);
        self.suspects
            .retain(|suspect| self.gone_files.binary_search(&suspect.index).is_err());
        changes.rules = self.rules_left(root, seen, &found.rules);
        changes.manifests = self.manifests(root, seen, found.manifests, now);
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

    /// The known rule files less those in directories that are no longer in the project, and those that were not met again in
    /// a directory that was listed again; none if that is all of them.
    fn rules_left(&self, root: &Path, seen: &Seen, met: &[RuleFile]) -> Option<Vec<RuleFile>> {
        let place = |index: &usize| root.join(&self.known.directories[*index].path);
        let gone: Vec<PathBuf> = self.gone_directories.iter().map(place).collect();
        let listed: Vec<PathBuf> = seen
            .directories
            .iter()
            .filter(|(index, finding)| {
                matches!(finding, Finding::Differs(_)) && !self.unreadable.contains(index)
            })
            .map(|(index, _)| place(index))
            .collect();
        let is_left = |rule: &&RuleFile| {
            let is_gone = gone.iter().any(|directory| rule.path.starts_with(directory));
            let was_sought = listed.iter().any(|directory| {
                rule.path == directory.join(".gitignore") || rule.path.starts_with(directory.join(".git"))
            });
            !is_gone && (!was_sought || met.iter().any(|found| found.path == rule.path))
        };
        let left: Vec<RuleFile> = self.known.rules.iter().filter(is_left).cloned().collect();
        (left.len() < self.known.rules.len()).then_some(left)
    }

    /// The manifests now: those met, and those known in directories that were not listed again.
    fn manifests(
        &self,
        root: &Path,
        seen: &Seen,
        met: Vec<Manifest>,
        now: SystemTime,
    ) -> Option<Vec<Manifest>> {
        let listed: HashSet<usize> = seen
            .directories
            .iter()
            .map(|(index, _)| *index)
            .filter(|index| !self.unreadable.contains(index))
            .collect();
        let is_kept = |manifest: &Manifest| {
            let directory = manifest
                .path
                .rsplit_once('/')
                .map_or("", |(directory, _)| directory);
            let is_in_place = |index: usize| {
                !listed.contains(&index) && self.gone_directories.binary_search(&index).is_err()
            };
            manifest.kind == ManifestKind::Extended
                || self.directory_index(directory).is_some_and(is_in_place)
        };
        manifests_now(root, self.known.manifests, met, is_kept, now)
    }

    /// What was gone at the first look and listed at the second is there, and may be another.
    fn keep_what_is_back(&mut self, found: &Walk) {
        for file in &found.files {
            let known = self.file_index(file.path.as_str());
            if let Some(at) = known.and_then(|index| self.gone_files.binary_search(&index).ok()) {
                self.suspects.push(Suspect {
                    index: self.gone_files.remove(at),
                    stamp: file.stamp,
                });
            }
        }
        for directory in &found.directories {
            let known = self.directory_index(&directory.path);
            if let Some(at) = known.and_then(|index| self.gone_directories.binary_search(&index).ok()) {
                self.gone_directories.remove(at);
            }
        }
        self.suspects.sort_unstable_by_key(|suspect| suspect.index);
        self.suspects.dedup_by_key(|suspect| suspect.index);
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

fn sort(places: &mut Vec<usize>) {
    places.sort_unstable();
    places.dedup();
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
