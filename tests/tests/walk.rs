//! The walk against git: on random trees with random ignore files, both see the same files.
//!
//! `MAST_SEED=<n>` runs one seed, `MAST_SEEDS=<n>` that many from 1.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use mast_core::project::changes::{Changes, Known, KnownFile, Method};
use mast_core::project::config::{Config, Overrides};
use mast_core::project::root::Surroundings;
use mast_core::project::walk::{Walk, Walker};

/// A small generator of random numbers (xorshift64*), so that a seed means the same tree everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % end
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const NAMES: &[&str] = &[
    "a",
    "b",
    "ab",
    "abc",
    "lib",
    "build",
    "x y",
    "#n",
    "!n",
    "[n]",
    "a*b",
    " n",
    "n ",
    "\u{e9}",
    "\u{65e5}\u{672c}",
    "{a,b}",
    "a-b",
    "A",
    "a.b",
    "a+b",
    "a?b",
    "(a)",
    "a'b",
    "$a",
    "..n",
    "-",
    "a]b",
    "a^b",
    "~",
];

const DOT_NAMES: &[&str] = &[".hid", ".agents", ".x y"];

fn directory_name(random: &mut Random) -> String {
    if random.one_in(8) {
        random.pick(DOT_NAMES).to_owned()
    } else {
        random.pick(NAMES).to_owned()
    }
}

fn file_name(random: &mut Random) -> String {
    let ending = random.pick(&[".ts", ".ts", ".ts", ".d.ts", ".js", ".txt"]);
    let dot = if random.one_in(12) { "." } else { "" };
    format!("{dot}{}{ending}", random.pick(NAMES))
}

/// A name, or parts of one with stars, classes and escapes.
fn segment(random: &mut Random) -> String {
    let mut name = if random.one_in(3) {
        file_name(random)
    } else {
        directory_name(random)
    };
    if random.one_in(3) {
        name = name
            .chars()
            .map(|character| match random.below(8) {
                0 => "*".to_owned(),
                1 => "?".to_owned(),
                2 => format!("\\{character}"),
                3 => format!("[{character}z]"),
                4 => format!("[!{character}]"),
                5 => random
                    .pick(&[
                        "[a-c]",
                        "[]a]",
                        "[[:alpha:]]",
                        "[^[:upper:]]",
                        "[\\]a]",
                        "[a-]",
                        "[b-\\c]",
                    ])
                    .to_owned(),
                _ => character.to_string(),
            })
            .collect();
    }
    match random.below(12) {
        0 => "*".to_owned(),
        1 => format!("*{name}"),
        2 => format!("{name}*"),
        3 => "*.ts".to_owned(),
        4 => "**".to_owned(),
        5 => format!("**{name}"),
        6 => format!("{name}**"),
        _ => name,
    }
}

fn pattern(random: &mut Random) -> String {
    match random.below(30) {
        0 => return String::new(),
        1 => return format!("# {}", segment(random)),
        2 => {
            return random
                .pick(&[
                    "/", "!", "!/", "\\", "[a", "//", " ", "**/", "/**", "a\\", "***", "[]", "[!]",
                ])
                .to_owned();
        }
        _ => {}
    }
    let mut text = String::new();
    if random.one_in(4) {
        text.push('!');
    }
    if random.one_in(4) {
        text.push('/');
    }
    if random.one_in(6) {
        text.push_str("**/");
    }
    let count = 1 + random.below(5) / 2;
    for at in 0..count {
        if at > 0 {
            text.push_str(random.pick(&["/", "/", "/", "/**/", "/*/"]));
        }
        text.push_str(&segment(random));
    }
    text.push_str(random.pick(&[
        "", "", "", "", "", "/", "/", "/**", "/*", "**", " ", "  ", "\\ ", "\r", "\t",
    ]));
    text
}

fn rules(random: &mut Random, most: usize) -> String {
    let count = 1 + random.below(most);
    let mut text = if random.one_in(20) {
        "\u{FEFF}".to_owned()
    } else {
        String::new()
    };
    for _ in 0..count {
        text.push_str(&pattern(random));
        text.push('\n');
    }
    if random.one_in(4) {
        text.pop();
    }
    text
}

/// A directory that is removed with all below it.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mast-walk-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(fs::canonicalize(path).unwrap())
    }

    fn write(&self, path: &str, text: &str) {
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
fn make_repository(tree: &Tree, top: &str) {
    for directory in [".git/objects", ".git/refs", ".git/info"] {
        fs::create_dir_all(tree.0.join(top).join(directory)).unwrap();
    }
    tree.write(&format!("{top}/.git/HEAD"), "ref: refs/heads/main\n");
}

/// Directories of a random tree, each with files and perhaps rules.
fn grow(tree: &Tree, random: &mut Random) -> Vec<String> {
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
        .filter(|path| path.ends_with(".ts") && !path.split('/').any(is_hidden))
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
    for seed in seeds(40) {
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
        compared > 0 || seeds(40).len() == 1,
        "no tree held a file in scope"
    );
}

/// What an index keeps between two looks.
struct Memory {
    files: Vec<KnownFile>,
    walk: Walk,
}

impl Memory {
    fn of(walk: Walk) -> Self {
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

    fn known(&self) -> Known<'_> {
        Known {
            files: &self.files,
            directories: &self.walk.directories,
            rules: &self.walk.rules,
        }
    }

    fn apply(&mut self, changes: Changes) {
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
    }
}

/// One random edit of the tree.
fn edit(tree: &Tree, random: &mut Random, directories: &mut Vec<String>) {
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

#[test]
fn what_stamps_find_is_what_a_whole_walk_finds() {
    let mut by_stamps = 0;
    for seed in seeds(20) {
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
            let walked: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
            assert_eq!(known, walked, "seed {seed}, round {round}: files");
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
        by_stamps > 0 || seeds(20).len() == 1,
        "every look was a whole walk"
    );
}
