//! Tests of what is walked and what is not.

#![allow(
    clippy::disallowed_methods,
    reason = "a test has no surface that hands it a clock"
)]
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::time::SystemTime;

use super::*;
use crate::project::config::Overrides;
use crate::project::test_tree::TestTree;

/// Walks `root` below the tree.
fn walk_below(tree: &TestTree, root: &str, overrides: &Overrides) -> Walk {
    let config = Config::load(&tree.root.join(root), overrides).unwrap();
    let walker = Walker::new(&config, &tree.surroundings("")).unwrap();
    walker.walk(SystemTime::now()).unwrap()
}

fn walk(tree: &TestTree) -> Walk {
    walk_below(tree, "", &Overrides::default())
}

fn paths(walk: &Walk) -> Vec<&str> {
    walk.files.iter().map(|file| file.path.as_str()).collect()
}

fn problems(walk: &Walk) -> Vec<(&str, ProblemKind)> {
    let each = walk.problems.iter();
    each.map(|problem| (problem.path.as_str(), problem.kind.clone()))
        .collect()
}

#[test]
fn extensions_excludes_and_dots_decide() {
    let tree = TestTree::with(&[
        ("b.ts", ""),
        ("a/x.TSX", ""),
        ("a-b.md", ""),
        ("a.py", ""),
        (".ts", ""),
        (".hidden.ts", ""),
        ("a/x.test.ts", ""),
        ("a/x.test.tsx", ""),
        ("node_modules/p/i.ts", ""),
        ("a/dist/x.ts", ""),
        (".agents/x.ts", ""),
        ("..scratch/x.ts", ""),
    ]);
    let walk = walk(&tree);
    assert_eq!(paths(&walk), ["a-b.md", "a/x.TSX", "a/x.test.tsx", "b.ts"]);
    let languages: Vec<usize> = walk.files.iter().map(|file| file.language).collect();
    assert_eq!(languages, [2, 0, 0, 0]);
    let directories: Vec<&str> = walk.directories.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(directories, ["", "a"]);
    assert_eq!(walk.skipped_dot_dirs, ["..scratch", ".agents"]);
    assert_eq!(walk.problems, []);
}

#[test]
fn ignore_files_count_without_a_repository_and_not_when_turned_off() {
    let tree = TestTree::with(&[
        (".gitignore", "gen/\n*.js\n"),
        ("a.js", ""),
        ("gen/x.ts", ""),
        ("p/.gitignore", "!keep.js\n"),
        ("p/keep.js", ""),
        ("p/x.js", ""),
        ("p/x.ts", ""),
    ]);
    assert_eq!(paths(&walk(&tree)), ["p/keep.js", "p/x.ts"]);
    tree.write("mast.config.json", r#"{"respect_gitignore": false}"#);
    let all = walk(&tree);
    assert_eq!(paths(&all), ["a.js", "gen/x.ts", "p/keep.js", "p/x.js", "p/x.ts"]);
    assert_eq!(all.rules, []);
}

#[test]
fn rules_above_the_root_reach_into_it_unless_they_ignore_it_as_a_whole() {
    let tree = TestTree::with(&[
        (".git/HEAD", ""),
        (".git/info/exclude", "*.mjs\n"),
        (".gitignore", "/packages/app/gen\n/vendor/\n*.cjs\n"),
        ("packages/.gitignore", "app/*.jsx\n"),
        ("packages/app/gen/x.ts", ""),
        ("packages/app/a.mjs", ""),
        ("packages/app/a.jsx", ""),
        ("packages/app/a.ts", ""),
        ("vendor/lib/a.ts", ""),
        ("vendor/lib/a.cjs", ""),
    ]);
    let app = walk_below(&tree, "packages/app", &Overrides::default());
    assert_eq!(paths(&app), ["a.ts"]);
    let vendor = walk_below(&tree, "vendor/lib", &Overrides::default());
    assert_eq!(paths(&vendor), ["a.cjs", "a.ts"]);
}

#[test]
fn a_submodule_belongs_to_the_project_and_another_checkout_does_not() {
    let tree = TestTree::with(&[
        (".git/HEAD", ""),
        (".git/modules/sub/info/exclude", "local.ts\n"),
        (".git/worktrees/feature/commondir", "../..\n"),
        (".gitignore", "outer.ts\n"),
        (".gitmodules", "[submodule \"old\"]\n\tpath = libs/old\n"),
        ("a.ts", ""),
        ("sub/.git", "gitdir: ../.git/modules/sub\n"),
        ("sub/a.ts", ""),
        ("sub/local.ts", ""),
        ("sub/outer.ts", ""),
        ("libs/old/.git/HEAD", ""),
        ("libs/old/a.ts", ""),
        ("feature/.git", "gitdir: ../.git/worktrees/feature\n"),
        ("feature/a.ts", ""),
        ("pruned/.git", "gitdir: /gone/.git/worktrees/pruned\n"),
        ("pruned/a.ts", ""),
        ("other/.git/HEAD", ""),
        ("other/a.ts", ""),
        ("elsewhere/.git", "gitdir: /somewhere/else.git\n"),
        ("elsewhere/a.ts", ""),
        ("worktrees/m/.git", "gitdir: ../../.git/modules/worktrees/m\n"),
        ("worktrees/m/a.ts", ""),
    ]);
    let found = walk(&tree);
    assert_eq!(
        paths(&found),
        [
            "a.ts",
            "libs/old/a.ts",
            "sub/a.ts",
            "sub/outer.ts",
            "worktrees/m/a.ts"
        ]
    );
    assert_eq!(
        problems(&found),
        [
            ("elsewhere", ProblemKind::NestedRepository),
            ("feature", ProblemKind::LinkedWorktree),
            ("other", ProblemKind::NestedRepository),
            ("pruned", ProblemKind::LinkedWorktree),
        ]
    );
    // As a root of its own, each is a project.
    assert_eq!(
        paths(&walk_below(&tree, "feature", &Overrides::default())),
        ["a.ts"]
    );
    assert_eq!(
        paths(&walk_below(&tree, "other", &Overrides::default())),
        ["a.ts"]
    );
}

#[test]
fn a_folder_of_repositories_is_walked_and_what_is_nested_in_one_is_not() {
    let tree = TestTree::with(&[
        ("one/.git/HEAD", ""),
        ("one/.git/info/exclude", "/local.ts\n"),
        ("one/a.ts", ""),
        ("one/local.ts", ""),
        ("one/nested/.git/HEAD", ""),
        ("one/nested/a.ts", ""),
        ("two/.git", "gitdir: ../one/.git/worktrees/two\n"),
        ("two/a.ts", ""),
    ]);
    let found = walk(&tree);
    assert_eq!(paths(&found), ["one/a.ts"]);
    assert_eq!(
        problems(&found),
        [
            ("one/nested", ProblemKind::NestedRepository),
            ("two", ProblemKind::LinkedWorktree),
        ]
    );
}

#[test]
fn symbolic_links_are_not_followed_but_the_root_may_be_one() {
    let tree = TestTree::with(&[("real/a.ts", ""), ("outside/b.ts", "")]);
    symlink(tree.root.join("outside"), tree.root.join("real/linked")).unwrap();
    symlink(tree.root.join("outside/b.ts"), tree.root.join("real/b.ts")).unwrap();
    symlink(tree.root.join("real"), tree.root.join("root")).unwrap();
    assert_eq!(paths(&walk_below(&tree, "root", &Overrides::default())), ["a.ts"]);
}

#[test]
fn the_state_directory_is_never_walked_whatever_its_name() {
    let tree = TestTree::with(&[
        ("a.ts", ""),
        ("mast-state/notes.md", ""),
        ("sub/mast-state/x.ts", ""),
    ]);
    let at = |state_dir: &str| {
        let overrides = Overrides {
            state_dir: Some(state_dir.into()),
            ..Overrides::default()
        };
        let found = walk_below(&tree, "", &overrides);
        paths(&found).len()
    };
    assert_eq!(at("mast-state"), 2);
    assert_eq!(at("./sub/../mast-state/"), 2);
    assert_eq!(at("."), 3);
    assert_eq!(at(".."), 3);
    symlink(tree.root.join("mast-state"), tree.root.join("link")).unwrap();
    assert_eq!(at("link"), 2);
}

#[test]
fn named_dot_directories_are_walked_and_each_entry_is_reported() {
    let tree = TestTree::with(&[
        (".git/HEAD", ""),
        (".gitignore", ".cache\n.deep/**\n"),
        (
            "mast.config.json",
            r#"{"include_dot_dirs": [".agents", "pkg/.storybook", ".a/.b/c", ".cache", ".deep", ".A", ".file", ".link", ".empty", ".gone/x"],
                "exclude_patterns": ["**/dist/**"]}"#,
        ),
        (".agents/x.ts", ""),
        (".agents/deep/x.ts", ""),
        (".agents/.x/y.ts", ""),
        (".agents/.hidden.ts", ""),
        (".agents/dist/x.ts", ""),
        ("pkg/.storybook/main.ts", ""),
        ("pkg/.other/x.ts", ""),
        (".a/x.ts", ""),
        (".a/.b/x.ts", ""),
        (".a/.b/c/x.ts", ""),
        (".a/.b/d/x.ts", ""),
        (".cache/.gitignore", "no.ts\n"),
        (".cache/yes.ts", ""),
        (".cache/no.ts", ""),
        (".deep/x.ts", ""),
        (".file", ""),
        (".empty/", ""),
    ]);
    symlink(tree.root.join("pkg"), tree.root.join(".link")).unwrap();
    let found = walk(&tree);
    assert_eq!(
        paths(&found),
        [
            ".a/.b/c/x.ts",
            ".agents/deep/x.ts",
            ".agents/x.ts",
            ".cache/yes.ts",
            ".deep/x.ts",
            "pkg/.storybook/main.ts"
        ]
    );
    let reports: Vec<(&str, DotDirStatus, usize)> = found
        .dot_dirs
        .iter()
        .map(|report| (report.directory.as_str(), report.status, report.files))
        .collect();
    assert_eq!(
        reports,
        [
            (".agents", DotDirStatus::Walked, 2),
            ("pkg/.storybook", DotDirStatus::Walked, 1),
            (".a/.b/c", DotDirStatus::Walked, 1),
            (".cache", DotDirStatus::Walked, 1),
            (".deep", DotDirStatus::Walked, 1),
            (".A", DotDirStatus::Missing, 0),
            (".file", DotDirStatus::NotADirectory, 0),
            (".link", DotDirStatus::Symlink, 0),
            (".empty", DotDirStatus::Empty, 0),
            (".gone/x", DotDirStatus::Missing, 0),
        ]
    );
    assert_eq!(found.skipped_dot_dirs, [".agents/.x", "pkg/.other"]);
}

#[test]
fn names_that_mast_cannot_say_are_reported() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let tree = TestTree::with(&[
        ("a\\b.ts", ""),
        ("x\\y/a.ts", ""),
        ("a\\b.py", ""),
        ("ok #[*].ts", ""),
    ]);
    std::fs::write(tree.root.join(OsStr::from_bytes(b"\xFF.ts")), "").unwrap();
    let found = walk(&tree);
    assert_eq!(paths(&found), ["ok #[*].ts"]);
    assert_eq!(
        problems(&found),
        [
            ("a\\b.ts", ProblemKind::Backslash),
            ("x\\y", ProblemKind::Backslash),
            ("\u{FFFD}.ts", ProblemKind::NotUnicode),
        ]
    );
}

#[test]
fn a_root_that_is_not_there_is_an_error() {
    let tree = TestTree::with(&[("file.ts", "")]);
    for root in ["none", "file.ts"] {
        let config = Config::load(&tree.root.join(root), &Overrides::default());
        // A file has no configuration below it, and says so itself.
        if let Ok(config) = config {
            let walker = Walker::new(&config, &tree.surroundings("")).unwrap();
            let error = walker.walk(SystemTime::now()).unwrap_err();
            assert_eq!(error.kind, ErrorKind::RootMissing, "{root}");
        }
        assert!(!tree.root.join(root).join(".mast").exists());
    }
}
