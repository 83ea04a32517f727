//! `mast upgrade` with an npm of the test: what it says of each answer, and that it neither fails nor waits for long.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use mast_core::engine::VERSION;
use mast_core::store::SCHEMA_VERSION;
use mast_tests::git::{git, surround};
use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use mast_tests::repository;

/// A project of one file, and an npm that runs `script`.
fn project(script: &str) -> Project {
    let project = Project::of(&[("src/a.ts", "export const a = 1;\n"), ("bin/npm", script)]);
    fs::set_permissions(project.path("bin/npm"), Permissions::from_mode(0o755)).expect("the file is ours");
    project
}

fn upgrade(project: &Project, arguments: &[&str]) -> Ran {
    let arguments = [&["upgrade"], arguments].concat();
    let mut command = program::command(project.root(), &arguments);
    command.env("PATH", format!("{}:/usr/bin:/bin", project.path("bin").display()));
    program::finish(command)
}

/// What it prints where npm runs `script`.
fn printed(script: &str) -> String {
    let project = project(script);
    upgrade(&project, &[]).succeeded().out
}

fn says(answer: &str) -> String {
    format!("#!/bin/sh\ncat <<'END'\n{answer}\nEND\n")
}

/// What is printed below the lines on the versions: the test's program is built from a checkout.
fn command(intent: &str) -> String {
    format!(
        "\n{intent}, in {}:\n  git pull && cargo build --release\n",
        repository().display()
    )
}

fn report(latest: &str, rest: &str) -> String {
    format!("installed:    {VERSION}, built from a checkout of the sources\nlatest:       {latest}\n{rest}")
}

#[test]
fn a_newer_release_is_told_with_the_command_and_the_cost() {
    let project = project(&says(r#"{"version": "99.0.0", "mast.schemaVersion": "9.0.0"}"#));
    let cost = |index: &str| {
        let text = format!(
            "index schema: {SCHEMA_VERSION} becomes 9.0.0: {index} is rebuilt by the next `mast serve` or `mast index`; \
             until then `mast search` and `mast query` stop with an error\n"
        );
        report("99.0.0", &(text + &command("To upgrade")))
    };
    assert_eq!(upgrade(&project, &[]).succeeded().out, cost("each index"));
    program::run(&project, &["index"]).succeeded();
    assert_eq!(
        upgrade(&project, &[]).succeeded().out,
        cost("the index here (1 file, 1 chunk)")
    );
    let json = upgrade(&project, &["--json"]).succeeded().json();
    assert_eq!(json["installed"], VERSION);
    assert_eq!(
        (&json["latest"], &json["newer"]),
        (&"99.0.0".into(), &true.into())
    );
    assert_eq!(json["rebuilds_index"], true);
    assert_eq!(json["latest_schema_version"], "9.0.0");
    assert_eq!(json["index"]["files"], 1);
    assert_eq!(json["installation"], "checkout");
    assert_eq!(json["reason"], serde_json::Value::Null);
}

#[test]
fn what_is_installed_in_the_project_is_to_be_looked_at_afterwards() {
    let project = project(&says("\"99.0.0\""));
    let none = upgrade(&project, &[]).succeeded().out;
    assert!(!none.contains("After upgrading"), "{none}");
    git(project.root(), &["init", "--quiet"]);
    project.write("CLAUDE.md", "# Notes\n");
    for command in [
        &["setup", "claude", "--mcp"] as &[&str],
        &["setup", "cursor"],
        &["skill", "--install"],
        &["install-hooks"],
    ] {
        let mut command = program::command(project.root(), command);
        surround(&mut command).env("HOME", "/nowhere");
        program::finish(command);
    }
    let after = upgrade(&project, &[]).succeeded().out;
    let expected = "
After upgrading:
  mast setup claude --mcp --check  .claude/settings.json, .mcp.json
  mast setup cursor --check        .cursor/hooks.json, .cursor/rules/mast.mdc
  mast skill --install             CLAUDE.md
  mast install-hooks --check       git hooks
";
    assert!(after.ends_with(expected), "{after}");
    let json = upgrade(&project, &["--json"]).succeeded().json();
    assert_eq!(json["after_upgrading"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_release_with_the_same_schema_costs_nothing() {
    let answer = format!(r#"{{"version": "99.0.0", "mast.schemaVersion": "{SCHEMA_VERSION}"}}"#);
    let rest = format!("index schema: stays {SCHEMA_VERSION}: no index has to be rebuilt\n");
    assert_eq!(
        printed(&says(&answer)),
        report("99.0.0", &(rest + &command("To upgrade")))
    );
    // A release that does not say its schema is printed by npm as a version alone.
    let rest = format!(
        "index schema: {SCHEMA_VERSION} here, and the release does not say its own: each index may have to be rebuilt\n"
    );
    assert_eq!(
        printed(&says("\"99.0.0\"")),
        report("99.0.0", &(rest + &command("To upgrade")))
    );
}

#[test]
fn what_is_not_newer_needs_no_command() {
    let latest = |version: &str| printed(&says(&format!(r#"{{"version": "{version}"}}"#)));
    assert_eq!(latest(VERSION), report(VERSION, "this is the latest version\n"));
    assert_eq!(
        latest("0.0.1"),
        report("0.0.1", "this is newer than the latest release\n")
    );
    let prerelease = format!("{VERSION}-rc.1");
    assert_eq!(
        latest(&prerelease),
        report(&prerelease, "this is newer than the latest release\n")
    );
    let newer = latest("99.0.0-beta.2");
    assert!(newer.contains("To upgrade, in "), "{newer}");
}

#[test]
fn where_npm_does_not_know_it_says_why() {
    let not_known = |reason: &str| {
        report(
            &format!("not known: {reason}"),
            &command("To install the latest version"),
        )
    };
    let fails = |answer: &str| format!("{}echo noise >&2\nexit 1\n", says(answer));
    assert_eq!(
        printed(&fails(r#"{"error": {"code": "E404", "summary": "Not Found"}}"#)),
        not_known("the registry that npm asks does not have @spikedpunch/mast")
    );
    assert_eq!(
        printed(&fails(
            r#"{"error": {"code": "ENOTFOUND", "summary": "request to … failed"}}"#
        )),
        not_known("npm cannot reach the registry; are you offline?")
    );
    assert_eq!(
        printed(&fails(
            r#"{"error": {"code": "E401", "summary": "Unable to authenticate"}}"#
        )),
        not_known("npm says: Unable to authenticate")
    );
    assert_eq!(
        printed(&fails("")),
        not_known("npm could not ask the registry; are you offline?")
    );
    for garbage in [
        "<html>",
        "[]",
        "{}",
        r#"{"version": "newest"}"#,
        r#"{"version": 1}"#,
    ] {
        assert_eq!(
            printed(&says(garbage)),
            not_known("npm's answer is not understood"),
            "{garbage}"
        );
    }
    let project = project(&says(""));
    project.delete("bin/npm");
    let mut without = program::command(project.root(), &["upgrade", "--json"]);
    without.env("PATH", project.path("bin"));
    let json = program::finish(without).succeeded().json();
    assert_eq!(json["reason"], "npm is not installed, or not on the PATH");
    assert_eq!(
        (&json["latest"], &json["newer"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
}

#[test]
#[allow(clippy::disallowed_methods, reason = "what takes long is the question")]
fn an_npm_that_hangs_is_ended_with_what_it_started() {
    // As a version manager does, it starts another process and waits for it.
    let script = "#!/bin/sh\nsleep 600 &\necho $! > started.txt\nwait\n";
    let project = project(script);
    let start = Instant::now();
    let out = upgrade(&project, &[]).succeeded().out;
    assert!(out.contains("not known: npm did not answer within 5 s"), "{out}");
    let took = start.elapsed();
    assert!(
        took >= Duration::from_secs(5) && took < Duration::from_secs(50),
        "{took:?}"
    );
    let child = project.read("started.txt");
    let is_there = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    while cfg!(target_os = "linux") && is_there() {
        std::thread::yield_now();
    }
}

#[test]
fn npm_is_asked_in_the_project_and_told_nothing() {
    let script =
        "#!/bin/sh\npwd > asked.txt\necho \"$@\" >> asked.txt\nread line || echo no input >> asked.txt\n";
    let project = project(script);
    upgrade(&project, &[]).succeeded();
    let asked = format!(
        "{}\nview @spikedpunch/mast version mast.schemaVersion --json --no-update-notifier --logs-max=0\nno input\n",
        project.root().display()
    );
    assert_eq!(project.read("asked.txt"), asked);
}
