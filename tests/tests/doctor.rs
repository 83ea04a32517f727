//! `mast doctor`: what it finds right and wrong, and that it changes nothing.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use mast_core::engine::VERSION;
use mast_tests::git::git;
use mast_tests::program::{self, Ran};
use mast_tests::project::{Project, files_below};
use serde_json::Value;

/// A project with an index, in a directory beside a home and a directory of programs.
fn project() -> Project {
    let project = Project::of(&[
        ("it/src/a.ts", "export const a = 1;\n"),
        ("it/.git/HEAD", ""),
        ("home/.keep", ""),
        ("bin/.keep", ""),
    ]);
    fs::remove_dir_all(project.path("it/.git")).expect("the project is ours");
    git(&project.path("it"), &["init", "--quiet"]);
    symlink(program::path(), project.path("bin/mast")).expect("links can be made");
    mast(&project, &["index"]);
    project
}

fn mast(project: &Project, arguments: &[&str]) -> Ran {
    let mut command = program::command(&project.path("it"), arguments);
    command.env("HOME", project.path("home")).env(
        "PATH",
        format!("{}:/usr/local/bin:/usr/bin:/bin", project.path("bin").display()),
    );
    program::finish(command)
}

/// What it says of each thing: how it is, what was seen, what to do.
fn findings(project: &Project, exit_code: i32) -> Vec<[String; 4]> {
    let ran = mast(project, &["doctor", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(exit_code), ""), "{}", ran.out);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let report = ran.json();
    assert_eq!(report["version"], VERSION);
    assert_eq!(
        report["problems"]
            .as_u64()
            .map_or(0, |count| i32::from(count > 0)),
        exit_code
    );
    let checks = report["checks"].as_array().expect("a list");
    let of = |check: &Value| ["check", "state", "message", "do"].map(|key| text(&check[key]));
    checks.iter().map(of).collect()
}

#[track_caller]
fn found(project: &Project, exit_code: i32, about: &str) -> Vec<String> {
    let all = findings(project, exit_code);
    let of = all.iter().filter(|finding| finding[0] == about);
    let root = project.root().display().to_string();
    of.map(|[_, state, seen, to_do]| format!("{state}: {seen} → {to_do}").replace(&root, ""))
        .collect()
}

#[test]
fn where_all_is_well_it_says_so_and_changes_nothing() {
    let project = project();
    mast(&project, &["install-hooks"]).succeeded();
    mast(&project, &["setup", "gemini"]);
    let contents = || -> BTreeMap<_, _> {
        let files = files_below(project.root()).into_iter();
        // Memory that the readers of the index share.
        let files = files.filter(|path| !path.to_string_lossy().ends_with("-shm"));
        files.map(|path| (path.clone(), fs::read(path).ok())).collect()
    };
    let before = contents();
    let ran = mast(&project, &["doctor"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(ran.out.ends_with("\nno problems, no warnings\n"), "{}", ran.out);
    assert!(
        ran.out.lines().rev().skip(1).all(|line| line.starts_with("ok  ")),
        "{}",
        ran.out
    );
    findings(&project, 0);
    let after = contents();
    assert!(before == after, "{:?}", after.keys());
    assert_eq!(
        found(&project, 0, "git hooks"),
        ["ok: post-commit, post-checkout, post-merge, post-rewrite up to date → "]
    );
}

#[test]
fn an_index_that_cannot_answer_is_a_problem() {
    let project = project();
    let stamp = project.path("it/.mast/graph.db");
    let set_version = |version: &str| {
        let database = rusqlite::Connection::open(&stamp).expect("the index opens");
        let changed = database.execute(
            "UPDATE meta SET value = ?1 WHERE key = 'schema_version'",
            [version],
        );
        assert_eq!(changed, Ok(1));
    };
    let schema = mast_core::store::SCHEMA_VERSION;
    set_version("1.0.0");
    assert_eq!(
        found(&project, 1, "index"),
        [format!(
            "problem: it has schema 1.0.0, and this mast needs {schema} → run `mast index` to rebuild it"
        )]
    );
    set_version("99.0.0");
    assert_eq!(
        found(&project, 1, "index"),
        [format!(
            "problem: it has schema 99.0.0, which is newer than the {schema} of this mast → use the mast that made it, or upgrade this one: `mast upgrade`"
        )]
    );
    project.delete("it/.mast");
    project.write("it/.mast/graph.db", "no database");
    assert_eq!(
        found(&project, 1, "index"),
        ["problem: it is damaged, or no index → run `mast index` to build it anew"]
    );
    project.delete("it/.mast");
    assert_eq!(
        found(&project, 1, "index"),
        ["problem: there is none → run `mast init`"]
    );
    project.write("it/.mast", "a file");
    let state = found(&project, 1, "state directory");
    assert!(
        state[0].starts_with("problem: /it/.mast cannot be written"),
        "{state:?}"
    );
}

#[test]
fn what_the_index_lacks_is_a_warning() {
    let project = project();
    project.write("it/src/binary.ts", [0_u8, 1, 2]);
    project.write("it/src/broken.ts", "export function (\n");
    project.write("it/mast.config.json", r#"{"file_extension": [".ts"]}"#);
    assert_eq!(
        found(&project, 0, "freshness"),
        ["ok: 0 changed, 2 new, 0 gone since it was written; the next question takes them in → "]
    );
    mast(&project, &["index"]);
    assert_eq!(
        found(&project, 0, "files"),
        [
            "warning: left out: src/binary.ts (binary) → `mast status` names all with the reason; mend them, raise `max_file_bytes`, or exclude them",
            "warning: indexed outside their syntax errors: src/broken.ts:1 → mend them; until then their uses of names are not proven",
        ]
    );
    assert_eq!(
        found(&project, 0, "configuration"),
        [
            "warning: mast.config.json: unknown key `file_extension`, did you mean `file_extensions`? → correct it; `mast docs configuration` lists every key"
        ]
    );
    project.write("it/mast.config.json", "{");
    let refused = found(&project, 1, "project");
    assert!(
        refused[0].starts_with("problem: `/it/mast.config.json` is not valid JSON"),
        "{refused:?}"
    );
}

#[test]
fn another_mast_before_this_one_is_told() {
    let project = project();
    assert_eq!(
        found(&project, 0, "PATH"),
        ["ok: `mast` is this program (/bin/mast) → "]
    );
    project.delete("bin/mast");
    let missing = found(&project, 0, "PATH");
    assert!(
        missing[0].starts_with("warning: no `mast` is on the PATH"),
        "{missing:?}"
    );
    project.write("bin/mast", "#!/bin/sh\n");
    fs::set_permissions(project.path("bin/mast"), Permissions::from_mode(0o755)).expect("the file is ours");
    let other = found(&project, 0, "PATH");
    assert!(
        other[0].starts_with("warning: `mast` is another program than this one: /bin/mast"),
        "{other:?}"
    );
}

#[test]
fn what_is_set_up_and_out_of_date_is_told_with_the_command() {
    let project = project();
    project.write("it/CLAUDE.md", "# Notes\n");
    mast(&project, &["install-hooks"]).succeeded();
    mast(&project, &["setup", "claude", "--mcp"]);
    mast(&project, &["skill", "--install"]).succeeded();
    let assistants = found(&project, 0, "assistants");
    assert_eq!(
        assistants,
        [
            "ok: claude: hooks in .claude/settings.json, up to date → ",
            "ok: claude: server in .mcp.json, up to date → ",
            "ok: any: skill in CLAUDE.md, up to date → ",
        ]
    );
    let edit = |path: &str, from: &str, to: &str| {
        let text = project.read(path);
        assert!(text.contains(from), "{text}");
        project.write(path, text.replace(from, to));
    };
    edit("it/CLAUDE.md", "Searching code", "Looking for code");
    edit("it/.mcp.json", "serve", "serve-old");
    let assistants = found(&project, 0, "assistants");
    assert_eq!(
        assistants[1..],
        ["warning: any: skill in CLAUDE.md, out of date → run `mast skill --install`"]
    );
    edit("it/.git/hooks/post-merge", "break", "continue");
    project.delete("it/.git/hooks/post-rewrite");
    assert_eq!(
        found(&project, 0, "git hooks"),
        ["warning: out of date: post-merge → run `mast install-hooks`"]
    );
    mast(&project, &["install-hooks"]).succeeded();
    project.delete("it/.git/hooks/post-rewrite");
    assert_eq!(
        found(&project, 0, "git hooks"),
        ["warning: not installed: post-rewrite → run `mast install-hooks`"]
    );
    // The directory is as large as the index, and of this machine alone.
    project.write("it/.gitignore", "!.mast\n");
    project.write("it/.mast/.gitignore", "");
    assert_eq!(found(&project, 0, "git").len(), 1);
}

#[test]
fn a_place_that_was_named_and_is_none_is_a_mistake() {
    let project = project();
    let ran = mast(&project, &["doctor", "nowhere"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("mast: project root `"), "{}", ran.err);
}
