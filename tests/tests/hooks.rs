//! `mast install-hooks` with real git: what runs, what stays as it was, and what is taken out again.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, Instant};

use mast_tests::git::{git, surround};
use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use serde_json::Value;

const HOOKS: [&str; 4] = ["post-commit", "post-checkout", "post-merge", "post-rewrite"];

/// The program in `directory`, which finds git.
fn mast(directory: &Path, arguments: &[&str]) -> Ran {
    let mut command = program::command(directory, arguments);
    surround(&mut command);
    program::finish(command)
}

/// A repository without commits.
fn repository(files: &[(&str, &str)]) -> Project {
    let project = Project::of(files);
    git(project.root(), &["init", "--quiet"]);
    project
}

fn commit(directory: &Path) -> String {
    git(directory, &["add", "--all"]);
    git(directory, &["commit", "--quiet", "--message", "a change"])
}

fn status(directory: &Path) -> Value {
    mast(directory, &["status", "--json"]).json()
}

/// Waits until the index has `files` files and is true of the disk.
#[track_caller]
#[allow(clippy::disallowed_methods, reason = "a run in the background is waited for")]
fn wait_for(directory: &Path, files: u64) {
    let start = Instant::now();
    loop {
        let status = status(directory);
        if status["indexed_files"] == files && status["index_fresh"] == true {
            return;
        }
        assert!(start.elapsed() < Duration::from_mins(1), "{status:#}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("the file is ours");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path)
        .expect("the file is there")
        .permissions()
        .mode()
        & 0o777
}

#[test]
fn a_commit_a_checkout_and_a_merge_bring_the_index_up_to_date_and_say_nothing() {
    let project = repository(&[("a.ts", "export const a = 1;\n")]);
    let root = project.root();
    mast(root, &["install-hooks"]).succeeded();
    assert_eq!(commit(root), "");
    wait_for(root, 1);
    git(root, &["checkout", "--quiet", "-b", "side"]);
    project.write("b.ts", "export const b = 1;\n");
    assert_eq!(commit(root), "");
    wait_for(root, 2);
    git(root, &["checkout", "--quiet", "main"]);
    wait_for(root, 1);
    git(root, &["merge", "--quiet", "side"]);
    wait_for(root, 2);
    git(root, &["commit", "--quiet", "--amend", "--message", "another"]);
    assert_eq!(git(root, &["status", "--porcelain"]), "");
}

#[test]
fn installing_twice_changes_nothing_and_removing_leaves_nothing() {
    let project = repository(&[]);
    let root = project.root();
    assert_eq!(mast(root, &["install-hooks", "--check"]).code, Some(1));
    mast(root, &["install-hooks", "--dry-run"]).succeeded();
    assert!(!project.path(".git/hooks/post-commit").exists());
    mast(root, &["install-hooks"]).succeeded();
    let before: Vec<_> = HOOKS
        .map(|name| fs::metadata(project.path(&format!(".git/hooks/{name}"))))
        .into();
    assert!(before.iter().all(Result::is_ok));
    let again = mast(root, &["install-hooks"]).succeeded();
    assert_eq!(
        again.out.matches("already up to date").count(),
        4,
        "{}",
        again.out
    );
    let after = HOOKS.map(|name| fs::metadata(project.path(&format!(".git/hooks/{name}"))));
    for (before, after) in before.into_iter().zip(after) {
        let modified = |metadata: std::io::Result<fs::Metadata>| metadata.and_then(|it| it.modified()).ok();
        assert_eq!(modified(before), modified(after));
    }
    mast(root, &["install-hooks", "--check"]).succeeded();
    let stale = project
        .read(".git/hooks/post-merge")
        .replace("--incremental", "--old");
    fs::write(project.path(".git/hooks/post-merge"), stale).expect("the file is ours");
    let found = mast(root, &["install-hooks", "--check"]);
    assert_eq!(found.code, Some(1));
    assert!(found.out.contains("post-merge     out of date"), "{}", found.out);
    let updated = mast(root, &["install-hooks"]).succeeded();
    assert_eq!(updated.out.matches("updated").count(), 1, "{}", updated.out);
    mast(root, &["install-hooks", "--remove"]).succeeded();
    for name in HOOKS {
        assert!(!project.path(&format!(".git/hooks/{name}")).exists(), "{name}");
    }
    let nothing = mast(root, &["install-hooks", "--remove"]).succeeded();
    assert_eq!(nothing.out.matches("not installed").count(), 4, "{}", nothing.out);
    assert_eq!(
        mast(root, &["install-hooks", "--check", "--remove"]).code,
        Some(2)
    );
    assert_eq!(
        mast(root, &["install-hooks", "--check", "--dry-run"]).code,
        Some(2)
    );
}

#[test]
fn hooks_of_others_run_as_before_and_come_back_byte_for_byte() {
    let project = repository(&[("a.ts", "export const a = 1;\n")]);
    let root = project.root();
    let others = [
        ("post-commit", "#!/bin/sh\nset -eu\necho ran > ran.txt\nexit 0"),
        ("post-checkout", "#!/usr/bin/env bash\necho checkout\r\n"),
        ("post-merge", ""),
        ("post-rewrite", "#!/bin/sh\nif true; then\n  exec true\nfi\n"),
    ];
    for (name, text) in others {
        let path = format!(".git/hooks/{name}");
        project.write(&path, text);
        set_mode(&project.path(&path), 0o700);
    }
    mast(root, &["install-hooks"]).succeeded();
    for (name, text) in others {
        let path = format!(".git/hooks/{name}");
        assert!(
            project
                .read(&path)
                .starts_with(text.lines().next().unwrap_or_default()),
            "{name}"
        );
        assert_eq!(mode(&project.path(&path)), 0o700, "{name}");
    }
    assert_eq!(commit(root), "");
    assert_eq!(project.read("ran.txt"), "ran\n");
    wait_for(root, 1);
    mast(root, &["install-hooks", "--remove"]).succeeded();
    for (name, text) in others {
        let path = format!(".git/hooks/{name}");
        assert_eq!(project.read(&path), text, "{name}");
        assert_eq!(mode(&project.path(&path)), 0o700, "{name}");
    }
}

#[test]
fn what_is_no_shell_script_is_left_alone_and_told() {
    let project = repository(&[("scripts/hook.sh", "#!/bin/sh\n")]);
    let root = project.root();
    let node = "#!/usr/bin/env node\nconsole.log('hook')\n";
    project.write(".git/hooks/post-commit", node);
    set_mode(&project.path(".git/hooks/post-commit"), 0o755);
    project.write(".git/hooks/post-merge", "#!/bin/sh\necho off\n");
    set_mode(&project.path(".git/hooks/post-merge"), 0o644);
    symlink("../../scripts/hook.sh", project.path(".git/hooks/post-checkout")).expect("links can be made");
    let ran = mast(root, &["install-hooks"]);
    let expected = format!(
        "post-commit    left alone          {root}/.git/hooks/post-commit
               it is run by `/usr/bin/env node`; have it start `mast index --incremental` itself
post-checkout  left alone          {root}/.git/hooks/post-checkout
               it is a link to `../../scripts/hook.sh`; have that start `mast index --incremental` itself
post-merge     left alone          {root}/.git/hooks/post-merge
               it is not executable, so git does not run it; `chmod +x '{root}/.git/hooks/post-merge'` first, or delete it
post-rewrite   installed           {root}/.git/hooks/post-rewrite
commits, checkouts, merges and rebases bring the index up to date, in the background
",
        root = root.display()
    );
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), expected.as_str()));
    assert_eq!(project.read(".git/hooks/post-commit"), node);
    assert_eq!(project.read("scripts/hook.sh"), "#!/bin/sh\n");
    mast(root, &["install-hooks", "--remove"]).succeeded();
    assert_eq!(project.read(".git/hooks/post-commit"), node);
}

#[test]
fn a_hook_neither_waits_nor_fails_nor_prints() {
    let project = repository(&[
        ("a.ts", "export const a = 1;\n"),
        (
            "slow",
            "#!/bin/sh\necho $$ > started.txt\necho noise\necho noise >&2\nexec sleep 600\n",
        ),
    ]);
    let root = project.root();
    set_mode(&project.path("slow"), 0o755);
    mast(root, &["install-hooks"]).succeeded();
    let hook = project.read(".git/hooks/post-commit");
    let own = program::path().to_string_lossy().into_owned();
    let real = fs::canonicalize(program::path())
        .expect("it is there")
        .to_string_lossy()
        .into_owned();
    let with = |program: &str| {
        let text = hook
            .replace(&own, program)
            .replace(&real, program)
            .replace("command -v mast", "command -v no-mast");
        assert!(text.contains(program), "{hook}");
        fs::write(project.path(".git/hooks/post-commit"), text).expect("the file is ours");
    };
    // What reads git's output to its end does not wait for the run either.
    with(&project.path("slow").to_string_lossy());
    assert_eq!(commit(root), "");
    let started = || fs::read_to_string(project.path("started.txt")).unwrap_or_default();
    while !started().ends_with('\n') {
        std::thread::yield_now();
    }
    with("/no/such/mast");
    project.write("b.ts", "export const b = 1;\n");
    assert_eq!(commit(root), "");
    project.write("fails", "#!/bin/sh\necho broken >&2\nexit 70\n");
    set_mode(&project.path("fails"), 0o755);
    with(&project.path("fails").to_string_lossy());
    assert_eq!(commit(root), "");
    let ended = std::process::Command::new("kill").arg(started().trim()).status();
    assert!(ended.is_ok_and(|status| status.success()));
}

#[test]
fn worktrees_and_submodules_have_an_index_of_their_own() {
    let project = repository(&[("main/a.ts", "export const a = 1;\n")]);
    let main = project.path("main");
    git(&main, &["init", "--quiet"]);
    mast(&main, &["install-hooks"]).succeeded();
    commit(&main);
    wait_for(&main, 1);
    git(&main, &["worktree", "add", "--quiet", "../linked"]);
    let linked = project.path("linked");
    wait_for(&linked, 1);
    mast(&linked, &["install-hooks", "--check"]).succeeded();
    project.write("linked/b.ts", "export const b = 1;\n");
    assert_eq!(commit(&linked), "");
    wait_for(&linked, 2);
    assert_eq!(status(&main)["indexed_files"], 1);
    // A submodule keeps git's files in those of its parent.
    git(project.root(), &["submodule", "--quiet", "add", "./main", "sub"]);
    let sub = project.path("sub");
    assert!(sub.join(".git").is_file());
    mast(&sub, &["install-hooks"]).succeeded();
    assert!(project.path(".git/modules/sub/hooks/post-commit").is_file());
    project.write("sub/c.ts", "export const c = 1;\n");
    commit(&sub);
    wait_for(&sub, 2);
    mast(&sub, &["install-hooks", "--remove"]).succeeded();
    assert!(!project.path(".git/modules/sub/hooks/post-commit").exists());
}

#[test]
fn hooks_path_is_followed_and_what_may_be_committed_names_no_place() {
    let project = repository(&[("a.ts", "export const a = 1;\n")]);
    let root = project.root();
    git(root, &["config", "core.hooksPath", "tools/hooks"]);
    let told = mast(root, &["install-hooks"]).succeeded().out;
    assert!(told.contains("these files are in the worktree"), "{told}");
    let hook = project.read("tools/hooks/post-commit");
    assert!(hook.contains("for mast in \"$(command -v mast)\"; do"), "{hook}");
    assert!(!project.path(".git/hooks/post-commit").exists());
    mast(root, &["install-hooks", "--check"]).succeeded();
    // The program is found on the PATH: here it is a link in a directory of the test.
    fs::create_dir(project.path(".bin")).expect("the project is ours");
    symlink(program::path(), project.path(".bin/mast")).expect("links can be made");
    git(root, &["add", "--all"]);
    let mut command = std::process::Command::new("git");
    surround(&mut command)
        .args(["commit", "--quiet", "--message", "m"])
        .current_dir(root);
    let path = format!("{}:/usr/bin:/bin:/usr/local/bin", project.path(".bin").display());
    let done = command.env("PATH", path).output().expect("git runs");
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    wait_for(root, 1);
    // Hooks that git no longer looks for are taken out too.
    mast(root, &["install-hooks", "--remove"]).succeeded();
    assert!(!project.path("tools/hooks/post-commit").exists());
    git(root, &["config", "--unset", "core.hooksPath"]);
    mast(root, &["install-hooks"]).succeeded();
    git(root, &["config", "core.hooksPath", "tools/hooks"]);
    mast(root, &["install-hooks", "--remove"]).succeeded();
    assert!(!project.path(".git/hooks/post-commit").exists());
}

#[test]
fn hooks_of_several_repositories_index_the_one_that_asked() {
    let project = repository(&[
        ("one/a.ts", "export const a = 1;\n"),
        ("two/b.ts", "export const b = 1;\n"),
    ]);
    let (one, two) = (project.path("one"), project.path("two"));
    let shared = project.path("shared");
    for directory in [&one, &two] {
        git(directory, &["init", "--quiet"]);
        git(
            directory,
            &["config", "core.hooksPath", &shared.to_string_lossy()],
        );
    }
    mast(&one, &["install-hooks"]).succeeded();
    assert_eq!(mast(&two, &["install-hooks", "--check"]).code, Some(1));
    assert_eq!(commit(&two), "");
    assert_eq!(commit(&one), "");
    wait_for(&one, 1);
    assert!(!two.join(".mast").exists());
    mast(&two, &["install-hooks"]).succeeded();
    mast(&one, &["install-hooks", "--remove"]).succeeded();
    mast(&two, &["install-hooks", "--check"]).succeeded();
    mast(&two, &["install-hooks", "--remove"]).succeeded();
    assert!(fs::read_dir(&shared).expect("it is there").next().is_none());
}

#[test]
fn with_husky_the_file_above_its_own_directory_is_used() {
    let project = repository(&[("a.ts", "export const a = 1;\n")]);
    let root = project.root();
    // As husky 9 lays its directory out.
    let runner = "#!/usr/bin/env sh\nn=$(basename \"$0\")\ns=$(dirname \"$(dirname \"$0\")\")/$n\n[ ! -f \"$s\" ] && exit 0\nsh -e \"$s\" \"$@\"\nexit $?\n";
    project.write(".husky/_/h", runner);
    for name in HOOKS {
        let path = format!(".husky/_/{name}");
        project.write(&path, "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"");
        set_mode(&project.path(&path), 0o755);
    }
    project.write(".husky/post-commit", "echo mine > mine.txt\n");
    git(root, &["config", "core.hooksPath", ".husky/_"]);
    let told = mast(root, &["install-hooks"]).succeeded().out;
    assert!(told.contains(".husky/post-commit\n"), "{told}");
    let hook = project.read(".husky/post-commit");
    assert!(hook.starts_with("echo mine > mine.txt\n# BEGIN mast\n"), "{hook}");
    let named = hook.replace("command -v mast", &format!("echo {}", program::path().display()));
    project.write(".husky/post-commit", named);
    assert_eq!(commit(root), "");
    assert_eq!(project.read("mine.txt"), "mine\n");
    wait_for(root, 1);
    mast(root, &["install-hooks", "--remove"]).succeeded();
    assert_eq!(project.read(".husky/post-commit"), "echo mine > mine.txt\n");
    assert!(!project.path(".husky/post-merge").exists());
}

#[test]
fn a_project_below_the_top_is_the_one_that_is_indexed() {
    let project = repository(&[
        ("packages/my app/a.ts", "export const a = 1;\n"),
        ("b.ts", "export const b = 1;\n"),
    ]);
    let root = project.root();
    mast(
        root,
        &[
            "install-hooks",
            "packages/my app",
            "--state-dir",
            "elsewhere index",
        ],
    )
    .succeeded();
    assert_eq!(commit(root), "");
    let arguments = [
        "status",
        "packages/my app",
        "--state-dir",
        "elsewhere index",
        "--json",
    ];
    while mast(root, &arguments).json()["indexed_files"] != 1 {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!project.path(".mast").exists() && !project.path("packages/my app/.mast").exists());
    mast(root, &["install-hooks"]).succeeded();
    mast(root, &["install-hooks", "packages/my app", "--remove"]).succeeded();
    mast(root, &["install-hooks", "--check"]).succeeded();
}

#[test]
fn where_there_is_no_worktree_it_says_so() {
    let project = Project::of(&[("a.ts", "")]);
    let root = project.root().display().to_string();
    let ran = mast(project.root(), &["install-hooks"]);
    let expected = format!(
        "mast: `{root}` is not in a git repository\nhint: run `git init` there first, or name a project that is in one: `mast install-hooks <path>`\n"
    );
    assert_eq!((ran.code, ran.err), (Some(1), expected));
    git(project.root(), &["init", "--quiet", "--bare", "bare.git"]);
    let ran = mast(&project.path("bare.git"), &["install-hooks", "."]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("is in a git repository without a worktree"),
        "{}",
        ran.err
    );
    let off = repository(&[]);
    git(off.root(), &["config", "core.hooksPath", "/dev/null"]);
    let expected = "mast: git runs no hooks here: `/dev/null` is no directory\n\
                    hint: `git config --show-origin core.hooksPath` says where that is set\n";
    let ran = mast(off.root(), &["install-hooks"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), expected));
    let mut without = program::command(project.root(), &["install-hooks"]);
    without.env("PATH", "/nowhere");
    let ran = program::finish(without);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("git cannot be started") && ran.err.contains("hint: install git"),
        "{}",
        ran.err
    );
}
