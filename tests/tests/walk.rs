//! The walk against git: on random trees with random ignore files, both see the same files.
//!
//! `MAST_SEED=<n>` runs one seed, `MAST_SEEDS=<n>` that many from 1.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    reason = "a test is told its seed by a variable, and sets the times of files"
)]

#[path = "walk/memory.rs"]
mod memory;
#[path = "walk/random.rs"]
mod random;
#[path = "walk/tree.rs"]
mod tree;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use mast_core::project::changes::{Changes, Method};
use mast_core::project::config::{Config, Overrides};
use mast_core::project::root::Surroundings;
use mast_core::project::walk::{Walk, Walker};

use memory::Memory;
use random::{Random, file_path, rules};
use tree::{Tree, edit, grow, make_repository};

fn git(tree: &Tree, root: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", tree.0.join("home"))
        .env("XDG_CONFIG_HOME", tree.0.join("xdg"))
        .env("GIT_CEILING_DIRECTORIES", &tree.0)
        .output()
        .expect("git runs");
    let text = String::from_utf8(output.stdout).expect("names are Unicode");
    (output.status.code().unwrap_or(-1), text)
}

/// What git sees, less what mast never walks.
fn seen_by_git(tree: &Tree, root: &Path) -> BTreeSet<String> {
    let (status, listed) = git(tree, root, &["ls-files", "-co", "--exclude-standard", "-z"]);
    assert_eq!(status, 0);
    listed
        .split('\0')
        .filter(|path| {
            Path::new(path).extension().is_some_and(|ending| ending == "ts")
                && !path.split('/').any(is_hidden)
        })
        .map(str::to_owned)
        .collect()
}

fn is_hidden(segment: &str) -> bool {
    segment.starts_with('.')
}

fn configure(root: &Path) -> Config {
    fs::write(
        root.join("mast.config.json"),
        r#"{"file_extensions": [".ts"], "exclude_patterns": []}"#,
    )
    .unwrap();
    Config::load(root, &Overrides::default()).unwrap()
}

fn surroundings(tree: &Tree) -> Surroundings {
    Surroundings {
        working_directory: tree.0.clone(),
        home: Some(tree.0.join("home")),
        config_home: Some(tree.0.join("xdg")),
    }
}

fn paths(walk: &Walk) -> BTreeSet<String> {
    walk.files
        .iter()
        .map(|file| file.path.as_str().to_owned())
        .collect()
}

fn seeds(default: u64) -> Vec<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    match (number("MAST_SEED"), number("MAST_SEEDS")) {
        (Some(seed), _) => vec![seed],
        (None, count) => (1..=count.unwrap_or(default)).collect(),
    }
}

#[test]
fn random_trees_are_walked_as_git_sees_them() {
    let mut compared = 0;
    for seed in seeds(25) {
        let random = &mut Random::new(seed);
        let tree = Tree::new(&format!("git-{seed}"));
        make_repository(&tree, "top");
        let directories = grow(&tree, random);
        if random.one_in(2) {
            tree.write("top/.git/info/exclude", &rules(random, 4));
        }
        if random.one_in(2) {
            tree.write("xdg/git/ignore", &rules(random, 3));
        }
        if random.one_in(6) {
            tree.write("top/.git/config", "[core]\n\tignoreCase = true\n");
        }
        if random.one_in(6) {
            tree.write(
                "home/.gitconfig",
                "[core]\n\texcludesFile = \"~/my ignore\" ; mine\n",
            );
            tree.write("home/my ignore", &rules(random, 3));
        }
        let at = &directories[if random.one_in(3) {
            random.below(directories.len())
        } else {
            0
        }];
        let root = tree.0.join(at);
        // A root that git ignores is walked all the same, which git would not do.
        if at != "top"
            && git(
                &tree,
                &tree.0.join("top"),
                &["check-ignore", "-q", "--", &at["top/".len()..]],
            )
            .0 == 0
        {
            continue;
        }
        let config = configure(&root);
        let walk = Walker::new(&config, &surroundings(&tree))
            .and_then(|walker| walker.walk(SystemTime::now()))
            .unwrap();
        let (ours, theirs) = (paths(&walk), seen_by_git(&tree, &root));
        assert_eq!(
            ours.difference(&theirs).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "seed {seed}, root {at}: walked, and ignored by git"
        );
        assert_eq!(
            theirs.difference(&ours).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "seed {seed}, root {at}: seen by git, and not walked"
        );
        compared += ours.len();
    }
    assert!(
        compared > 0 || seeds(25).len() == 1,
        "no tree held a file in scope"
    );
}

/// Many ignore files of few lines, each over the same files: what one pattern means, and little else.
#[test]
fn each_pattern_means_what_it_means_to_git() {
    for seed in seeds(1) {
        let random = &mut Random::new(seed);
        let tree = Tree::new(&format!("patterns-{seed}"));
        make_repository(&tree, "top");
        let files: Vec<String> = (0..12).map(|_| file_path(random)).collect();
        for number in 0..32 {
            tree.write(&format!("top/{number}/.gitignore"), &rules(random, 2));
            for file in &files {
                let place = tree.0.join(format!("top/{number}/{file}"));
                // A name that is a directory already stays one.
                let _ = fs::create_dir_all(place.parent().unwrap()).and_then(|()| fs::write(place, ""));
            }
        }
        let root = tree.0.join("top");
        let config = configure(&root);
        let walk = Walker::new(&config, &surroundings(&tree))
            .and_then(|walker| walker.walk(SystemTime::now()))
            .unwrap();
        let (ours, theirs) = (paths(&walk), seen_by_git(&tree, &root));
        let differs = ours.symmetric_difference(&theirs).next();
        let rules = differs.map(|path| {
            let number = path.split('/').next().unwrap();
            fs::read_to_string(root.join(number).join(".gitignore")).unwrap()
        });
        assert_eq!((differs, rules), (None, None), "seed {seed}");
    }
}

#[test]
fn what_stamps_find_is_what_a_whole_walk_finds() {
    let mut by_stamps = 0;
    for seed in seeds(12) {
        let random = &mut Random::new(seed);
        let tree = Tree::new(&format!("changes-{seed}"));
        if random.one_in(2) {
            make_repository(&tree, "top");
        }
        let mut directories = grow(&tree, random);
        let config = configure(&tree.0.join("top"));
        let walker = Walker::new(&config, &surroundings(&tree)).unwrap();
        // Every other tree is looked at long after its changes, so that its stamps are settled.
        let is_late = random.one_in(2);
        let now = || SystemTime::now() + Duration::from_secs(if is_late { 3600 } else { 0 });
        let mut memory = Memory::of(walker.walk(now()).unwrap());
        for round in 0..4 {
            if is_late {
                // The clock of a file system ticks every few milliseconds.
                std::thread::sleep(Duration::from_millis(10));
            }
            for _ in 0..random.below(5) {
                edit(&tree, random, &mut directories);
            }
            let changes = Changes::find(&walker, memory.known(), now()).unwrap();
            by_stamps += usize::from(changes.method == Method::Stamps);
            memory.apply(changes);
            let whole = walker.walk(SystemTime::now()).unwrap();
            let known: Vec<&str> = memory.files.iter().map(|file| file.path.as_str()).collect();
            let expected: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
            assert_eq!(known, expected, "seed {seed}, round {round}: files");
            let entered = |walk: &Walk| {
                walk.directories
                    .iter()
                    .map(|it| it.path.clone())
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                entered(&memory.walk),
                entered(&whole),
                "seed {seed}, round {round}: directories"
            );
            let decide = |walk: &Walk| walk.rules.iter().map(|it| it.path.clone()).collect::<Vec<_>>();
            assert_eq!(
                decide(&memory.walk),
                decide(&whole),
                "seed {seed}, round {round}: rules"
            );
        }
    }
    assert!(
        by_stamps > 0 || seeds(12).len() == 1,
        "every look was a whole walk"
    );
}
