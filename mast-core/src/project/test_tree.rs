//! Temporary project trees for tests.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use super::root::Surroundings;

/// A directory that is removed with all below it.
#[derive(Debug)]
pub(crate) struct TestTree {
    pub(crate) root: PathBuf,
}

impl TestTree {
    /// An empty directory.
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("mast-tree-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Self {
            root: fs::canonicalize(root).unwrap(),
        }
    }

    /// A directory with files: `(path, contents)`, a path with a closing `/` for an empty directory.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let tree = Self::new();
        for (path, contents) in files {
            if path.ends_with('/') {
                fs::create_dir_all(tree.root.join(path)).unwrap();
            } else {
                tree.write(path, contents);
            }
        }
        tree
    }

    pub(crate) fn write(&self, path: &str, contents: &str) {
        let place = self.root.join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, contents).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap()
    }

    /// As a surface would say it that runs in `directory`, with a home directory beside the tree.
    pub(crate) fn surroundings(&self, directory: &str) -> Surroundings {
        Surroundings {
            working_directory: self.root.join(directory),
            home: Some(PathBuf::from("/nowhere/home")),
            config_home: None,
        }
    }
}

impl Drop for TestTree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
