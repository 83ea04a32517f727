//! A temporary tree, grown and edited at random.

use std::fs;
use std::path::PathBuf;

use crate::random::{Random, directory_name, file_name, rules};

/// A directory that is removed with all below it.
pub(crate) struct Tree(pub(crate) PathBuf);

impl Tree {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mast-walk-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(fs::canonicalize(path).unwrap())
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let place = self.0.join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What `git init` makes, less what nobody reads here.
pub(crate) fn make_repository(tree: &Tree, top: &str) {
    for directory in [".git/objects", ".git/refs", ".git/info"] {
        fs::create_dir_all(tree.0.join(top).join(directory)).unwrap();
    }
    tree.write(&format!("{top}/.git/HEAD"), "ref: refs/heads/main\n");
}

/// Directories of a random tree, each with files and perhaps rules.
pub(crate) fn grow(tree: &Tree, random: &mut Random) -> Vec<String> {
    let mut directories = vec!["top".to_owned()];
    for _ in 0..3 + random.below(14) {
        let parent = directories[random.below(directories.len())].clone();
        if parent.matches('/').count() < 6 {
            let path = format!("{parent}/{}", directory_name(random));
            fs::create_dir_all(tree.0.join(&path)).unwrap();
            if !directories.contains(&path) {
                directories.push(path);
            }
        }
    }
    for directory in &directories {
        for _ in 0..random.below(6) {
            let place = tree.0.join(directory).join(file_name(random));
            if !place.is_dir() {
                fs::write(place, "").unwrap();
            }
        }
        if directory == "top" || random.one_in(3) {
            tree.write(&format!("{directory}/.gitignore"), &rules(random, 8));
        }
    }
    directories
}

/// One random edit of the tree.
pub(crate) fn edit(tree: &Tree, random: &mut Random, directories: &mut Vec<String>) {
    let directory = directories[random.below(directories.len())].clone();
    let place = tree.0.join(&directory);
    if !place.is_dir() {
        return;
    }
    match random.below(12) {
        0..=3 => {
            let file = place.join(file_name(random));
            if !file.is_dir() {
                fs::write(file, "changed").unwrap();
            }
        }
        4..=5 => {
            if let Some(Ok(entry)) = fs::read_dir(&place).unwrap().next()
                && entry.file_type().unwrap().is_file()
            {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        6..=7 => {
            let path = format!("{directory}/{}", directory_name(random));
            let new = tree.0.join(&path);
            if !new.exists() {
                fs::create_dir_all(&new).unwrap();
                fs::write(new.join(file_name(random)), "").unwrap();
                directories.push(path);
            }
        }
        8 => {
            if directory != "top" {
                fs::remove_dir_all(&place).unwrap();
            }
        }
        9 => {
            let other = format!("{directory}-moved");
            if directory != "top" && !tree.0.join(&other).exists() {
                fs::rename(&place, tree.0.join(&other)).unwrap();
                directories.push(other);
            }
        }
        10 => tree.write(&format!("{directory}/.gitignore"), &rules(random, 3)),
        _ => {
            let _ = fs::remove_file(place.join(".gitignore"));
            if directory != "top" && random.one_in(3) {
                make_repository(tree, &directory);
            }
        }
    }
}
