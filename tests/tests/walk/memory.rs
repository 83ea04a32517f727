//! What an index keeps of a walk, and brings up to date.

use mast_core::project::changes::{Changes, Known, KnownFile};
use mast_core::project::walk::Walk;

/// What an index keeps between two looks.
pub(crate) struct Memory {
    pub(crate) files: Vec<KnownFile>,
    pub(crate) walk: Walk,
}

impl Memory {
    pub(crate) fn of(walk: Walk) -> Self {
        let files = walk
            .files
            .iter()
            .map(|file| KnownFile {
                path: file.path.clone(),
                stamp: file.stamp,
            })
            .collect();
        Self { files, walk }
    }

    pub(crate) fn known(&self) -> Known<'_> {
        Known {
            files: &self.files,
            directories: &self.walk.directories,
            rules: &self.walk.rules,
            manifests: &self.walk.manifests,
        }
    }

    pub(crate) fn apply(&mut self, changes: Changes) {
        let keep = |removed: &[usize], index: usize| removed.binary_search(&index).is_err();
        for suspect in &changes.suspects {
            self.files[suspect.index].stamp = suspect.stamp;
        }
        let mut index = 0..;
        self.files
            .retain(|_| keep(&changes.removed, index.next().unwrap()));
        self.files.extend(changes.added.into_iter().map(|file| KnownFile {
            path: file.path,
            stamp: file.stamp,
        }));
        self.files.sort_by(|one, other| one.path.cmp(&other.path));
        let mut index = 0..;
        let directories = &mut self.walk.directories;
        directories.retain(|_| keep(&changes.removed_directories, index.next().unwrap()));
        for directory in changes.directories {
            match directories.binary_search_by(|it| it.path.cmp(&directory.path)) {
                Ok(at) => directories[at] = directory,
                Err(at) => directories.insert(at, directory),
            }
        }
        if let Some(rules) = changes.rules {
            self.walk.rules = rules;
        }
        if let Some(manifests) = changes.manifests {
            self.walk.manifests = manifests;
        }
    }
}
