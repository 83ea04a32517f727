//! Small projects, one a form, with where their specifiers lead: `tests/*.md`.
//!
//! A case is a heading, a sentence of why, a block `files` with one file a line (its text after two spaces), and a block `modules`
//! with a line `importer: specifier -> target` for each specifier.

#![allow(
    clippy::disallowed_methods,
    reason = "a test has no surface that hands it a clock"
)]

use std::fmt::Write as _;
use std::time::SystemTime;

use super::{ImportTarget, Modules};
use crate::project::config::{Config, Overrides};
use crate::project::manifests::ReadManifest;
use crate::project::test_tree::TestTree;
use crate::project::walk::Walker;
use crate::text::path::RelPath;

/// One case.
struct Case<'a> {
    title: &'a str,
    files: Vec<(&'a str, &'a str)>,
    modules: Vec<&'a str>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut block = "";
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            cases.push(Case {
                title,
                files: Vec::new(),
                modules: Vec::new(),
            });
        } else if let Some(name) = line.strip_prefix("```") {
            block = name;
        } else if let (Some(case), false) = (cases.last_mut(), line.is_empty()) {
            match block {
                "files" => case.files.push(line.split_once("  ").unwrap_or((line, ""))),
                "modules" => case.modules.push(line),
                _ => {}
            }
        }
    }
    cases
}

fn shown(target: &ImportTarget) -> String {
    match target {
        ImportTarget::File(path) => path.to_string(),
        ImportTarget::Miscased(path) => format!("{path} (miscased)"),
        ImportTarget::Package(name) => format!("package {name}"),
        ImportTarget::Unknown(reason) => format!("({})", reason.name()),
    }
}

fn project(case: &Case<'_>) -> (TestTree, Modules) {
    let tree = TestTree::new();
    for (path, text) in &case.files {
        match path.split_once(" -> ") {
            None => tree.write(path, text),
            #[cfg(unix)]
            Some((link, target)) => {
                let place = tree.root.join(link);
                std::fs::create_dir_all(place.parent().unwrap()).unwrap();
                std::os::unix::fs::symlink(target, place).unwrap();
            }
            #[cfg(not(unix))]
            Some(_) => {}
        }
    }
    let config = Config::load(&tree.root, &Overrides::default()).unwrap();
    let now = SystemTime::now();
    let walk = Walker::new(&config, &tree.surroundings(""))
        .unwrap()
        .walk(now)
        .unwrap();
    let files: Vec<RelPath> = walk.files.into_iter().map(|file| file.path).collect();
    let manifests: Vec<ReadManifest> = walk
        .manifests
        .into_iter()
        .map(|manifest| manifest.read(&tree.root))
        .collect();
    let modules = Modules::new(&tree.root, files.iter(), &manifests, now);
    (tree, modules)
}

fn check(text: &str) {
    let mut faults = String::new();
    let mut checked = 0;
    for case in cases(text) {
        let (_tree, modules) = project(&case);
        for line in &case.modules {
            let (from, rest) = line.split_once(": ").unwrap();
            let (specifier, wanted) = rest.split_once(" -> ").unwrap();
            let found = shown(&modules.resolve(&RelPath::parse(from).unwrap(), specifier));
            checked += 1;
            if found != wanted {
                let _ = writeln!(
                    faults,
                    "{}\n  {from}: {specifier} -> {found}, wanted {wanted}",
                    case.title
                );
            }
        }
    }
    assert!(checked > 0);
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn relative_specifiers() {
    check(include_str!("relative.md"));
}

#[test]
fn configurations() {
    check(include_str!("tsconfig.md"));
}

#[test]
fn packages() {
    check(include_str!("packages.md"));
}

#[test]
fn build_output() {
    check(include_str!("outputs.md"));
}

#[test]
fn what_cannot_be_read_is_named() {
    let case = Case {
        title: "",
        files: vec![
            ("a/tsconfig.json", "{ nothing"),
            ("package.json", "["),
            ("a/b.ts", ""),
        ],
        modules: Vec::new(),
    };
    let (_tree, modules) = project(&case);
    let paths: Vec<&str> = modules.problems().iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["a/tsconfig.json", "package.json"]);
}

/// What is looked at on disk to know whether the file system minds capitals.
#[test]
fn a_file_is_spelt_as_the_import_spells_it() {
    for (path, actual, written) in [
        ("src/deepdir/mod", "src/DeepDir/mod.ts", "src/deepdir/mod.ts"),
        ("src/foo.js", "src/Foo.tsx", "src/foo.tsx"),
        ("src/Foo.js", "src/foo.ts", "src/Foo.ts"),
        ("SRC/a", "src/a/index.ts", "SRC/a/index.ts"),
    ] {
        assert_eq!(super::as_written(path, actual), written, "{path}");
    }
}
