//! The entries of `include_dot_dirs` on disk: which directories they open, and what came of each.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::{DotDirReport, DotDirStatus, WalkedDirectory, WalkedFile};
use crate::text::path::RelPath;

/// The configured entries, and the directories on the way to them.
#[derive(Clone, Debug)]
pub(super) struct DotDirs {
    entries: Vec<RelPath>,
    named: HashSet<String>,
    on_the_way: HashSet<String>,
}

impl DotDirs {
    pub(super) fn new(entries: &[RelPath]) -> Self {
        let mut on_the_way = HashSet::new();
        for entry in entries {
            let mut directory = entry.directory();
            while !directory.is_empty() {
                on_the_way.insert(directory.to_owned());
                directory = directory.rsplit_once('/').map_or("", |(parent, _)| parent);
            }
        }
        Self {
            entries: entries.to_vec(),
            named: entries.iter().map(|entry| entry.as_str().to_owned()).collect(),
            on_the_way,
        }
    }

    /// Whether the directory `path` is an entry.
    pub(super) fn name(&self, path: &str) -> bool {
        self.named.contains(path)
    }

    /// Whether an entry lies below the directory `path`.
    pub(super) fn lead_through(&self, path: &str) -> bool {
        self.on_the_way.contains(path)
    }

    /// What came of each entry, given what was walked, both in the order of their paths.
    pub(super) fn reports(
        &self,
        root: &Path,
        files: &[WalkedFile],
        directories: &[WalkedDirectory],
    ) -> Vec<DotDirReport> {
        let report = |entry: &RelPath| {
            let below = format!("{entry}/");
            let first = files.partition_point(|file| file.path.as_str() < below.as_str());
            let count = files[first..]
                .iter()
                .take_while(|file| file.path.as_str().starts_with(&below))
                .count();
            let was_entered = directories
                .binary_search_by(|directory| directory.path.as_str().cmp(entry.as_str()))
                .is_ok();
            DotDirReport {
                directory: entry.clone(),
                status: match (count, was_entered) {
                    (1.., _) => DotDirStatus::Walked,
                    (0, true) => DotDirStatus::Empty,
                    (0, false) => look(root, entry),
                },
                files: count,
            }
        };
        self.entries.iter().map(report).collect()
    }
}

/// Why an entry was not entered. Names are compared with those listed, since a file system may take `.A` for `.a`.
fn look(root: &Path, entry: &RelPath) -> DotDirStatus {
    let mut directory = root.to_owned();
    for segment in entry.as_str().split('/') {
        let found = fs::read_dir(&directory)
            .ok()
            .and_then(|mut entries| {
                entries.find(|entry| entry.as_ref().is_ok_and(|it| it.file_name() == segment))
            })
            .and_then(|entry| entry.ok()?.file_type().ok());
        match found {
            None => return DotDirStatus::Missing,
            Some(kind) if kind.is_symlink() => return DotDirStatus::Symlink,
            Some(kind) if kind.is_dir() => directory.push(segment),
            Some(_) => return DotDirStatus::NotADirectory,
        }
    }
    // It is there and was left out: excluded by a pattern, the state directory, or another repository.
    DotDirStatus::Empty
}
