//! Tests of what is seen to have changed.

#![allow(
    clippy::disallowed_methods,
    reason = "a test has no surface that hands it a clock"
)]
#![cfg(unix)]

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
    SystemTime::now() + Duration::from_mins(1)
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
            manifests: &self.walk.manifests,
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
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_hours(438_288))
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
    let changes = Changes::between(&looked.tree.root, looked.known(), walk, later());
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
