//! What a hook starts depends on how mast was installed.

use crate::{Stage, says};
use mast_tests::program;
use std::path::PathBuf;

/// Where npm puts the program below the directory of a package.
const PROGRAM: &str = "node_modules/@spikedpunch/mast-linux-x64/bin/mast";

/// The commands of the hooks in the file at `path`, in order.
fn commands(stage: &Stage, path: &str) -> Vec<String> {
    let text = stage.text(path).unwrap_or_default();
    let parts = text.split("\"command\": \"").skip(1);
    let parts = parts.filter_map(|part| part.split("\",\n").next());
    parts.map(|part| part.replace("\\\"", "\"")).collect()
}

/// Installs mast as a dependency of the package at `package`.
fn dependency(stage: &Stage, package: &str) -> PathBuf {
    let place = stage.project.path(&format!("{package}/{PROGRAM}"));
    program::install(&place);
    stage
        .project
        .write(&format!("{package}/node_modules/.bin/mast"), "");
    stage.project.write(&format!("{package}/package.json"), "{}");
    place
}

#[test]
fn a_global_installation_is_started_by_name() {
    let stage = Stage::new();
    let ran = stage.global(&["setup", "claude"]);
    says(&ran, 0, &["installed"]);
    assert_eq!(
        commands(&stage, "work/.claude/settings.json"),
        ["mast hook claude session-start", "mast hook claude search"]
    );
    assert!(!ran.err.contains("on PATH"), "{ran:?}");
    let mut command = stage.command(&stage.installed(), &["setup", "claude"]);
    command.env_remove("PATH");
    let ran = program::finish(command);
    assert!(ran.err.contains("note: there is no `mast` on PATH"), "{ran:?}");
}

#[test]
fn a_build_in_a_checkout_is_started_by_its_path() {
    let stage = Stage::new();
    let ran = stage.built(&["setup", "gemini"]);
    let program = program::path().display();
    assert_eq!(
        commands(&stage, "work/.gemini/settings.json"),
        [
            format!("\"{program}\" hook gemini session-start"),
            format!("\"{program}\" hook gemini search")
        ]
    );
    assert!(
        ran.err
            .contains("they are right on this machine only, do not commit them"),
        "{ran:?}"
    );
}

#[test]
fn a_dependency_is_started_from_the_project() {
    let stage = Stage::new();
    let program = dependency(&stage, "work");
    let run = |arguments: &[&str]| program::finish(stage.command(&program, arguments));
    for harness in ["claude", "cursor", "vscode", "codex", "gemini"] {
        assert_eq!(run(&["setup", harness, "--mcp"]).code, Some(0));
        assert_eq!(run(&["setup", harness, "--mcp", "--check"]).code, Some(0));
    }
    let first = |path: &str| commands(&stage, path).swap_remove(0);
    assert_eq!(
        first("work/.claude/settings.json"),
        "\"${CLAUDE_PROJECT_DIR}\"/node_modules/.bin/mast hook claude session-start"
    );
    assert_eq!(
        first("work/.gemini/settings.json"),
        "\"${GEMINI_PROJECT_DIR}\"/node_modules/.bin/mast hook gemini session-start"
    );
    for harness in [
        ("cursor", "work/.cursor/hooks.json"),
        ("vscode", "work/.github/hooks/mast.json"),
        ("codex", "work/.codex/hooks.json"),
    ] {
        let (name, path) = harness;
        assert_eq!(
            first(path),
            format!("node_modules/.bin/mast hook {name} session-start")
        );
    }
    let server = stage.text("work/.mcp.json").unwrap_or_default();
    assert!(
        server.contains("\"command\": \"npx\",\n      \"args\": [\"@spikedpunch/mast\", \"serve\"]"),
        "{server}"
    );

    let before = stage.all();
    for flags in [&[] as &[&str], &["--check"], &["--dry-run"]] {
        let ran = run(&[&["setup", "claude", "--global"], flags].concat());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.err.starts_with("mast: this mast is a dependency of `"),
            "{ran:?}"
        );
    }
    let ran = run(&["setup", "desktop", "--mcp"]);
    assert!(
        ran.code == Some(1) && ran.err.starts_with("mast: this mast is a dependency of `"),
        "{ran:?}"
    );
    assert_eq!(run(&["setup", "claude", "--global", "--remove"]).code, Some(0));
    assert_eq!(stage.all(), before);
}

#[test]
fn a_dependency_of_a_package_further_in_is_started_from_there() {
    let stage = Stage::new();
    let program = dependency(&stage, "work/type script");
    let run = |arguments: &[&str]| program::finish(stage.command(&program, arguments));
    says(&run(&["setup", "claude"]), 0, &["installed"]);
    assert_eq!(
        commands(&stage, "work/.claude/settings.json")[1],
        "\"${CLAUDE_PROJECT_DIR}\"/\"type script/node_modules/.bin/mast\" hook claude search"
    );
    says(&run(&["setup", "claude", "--check"]), 0, &["up to date"]);

    stage.project.delete("work/type script/node_modules/.bin");
    let ran = run(&["setup", "claude", "--check"]);
    assert_eq!(ran.code, Some(1));
    let root = stage.root();
    assert!(
        ran.err.starts_with(&format!(
            "mast: this mast is a dependency of `{0}/type script`, and there is no `mast` to start in \
             `{0}/type script/node_modules/.bin`, `{0}/node_modules/.bin`\nhint: ",
            root.display()
        )),
        "{ran:?}"
    );
    says(&run(&["setup", "claude", "--remove"]), 0, &["removed"]);
}

#[test]
fn what_was_run_once_says_so() {
    let stage = Stage::new();
    let place = stage.project.path(&format!("home/.npm/_npx/0a1b/{PROGRAM}"));
    program::install(&place);
    stage.project.write("home/.npm/_npx/0a1b/package.json", "{}");
    let ran = program::finish(stage.command(&place, &["setup", "claude"]));
    says(&ran, 0, &["installed"]);
    assert!(
        ran.err.contains("note: this mast is there for one run only"),
        "{ran:?}"
    );
}

#[test]
fn desktop_names_the_project() {
    let stage = Stage::new();
    says(&stage.global(&["setup", "desktop", "--mcp"]), 0, &["installed"]);
    let path = if cfg!(target_os = "macos") {
        "home/Library/Application Support/Claude/claude_desktop_config.json"
    } else if cfg!(windows) {
        "home/AppData/Roaming/Claude/claude_desktop_config.json"
    } else {
        "home/.config/Claude/claude_desktop_config.json"
    };
    let text = stage.text(path).unwrap_or_default();
    let state_dir = serde_json::Value::from(stage.root().join(".mast").display().to_string());
    assert!(
        text.contains(&format!("\"MAST_STATE_DIR\": {state_dir}")),
        "{text}"
    );
    stage
        .project
        .write("work/mast.config.json", "{\"state_dir\": \".cache/mast\"}");
    says(
        &stage.global(&["setup", "desktop", "--mcp", "--check"]),
        1,
        &["out of date"],
    );
}

#[test]
fn for_a_user_no_project_is_needed() {
    let stage = Stage::new();
    let mut command = stage.command(&stage.installed(), &["setup", "claude", "--global"]);
    command.current_dir(stage.project.path("home"));
    says(&program::finish(command), 0, &["installed"]);
    assert!(stage.text("home/.claude/settings.json").is_some());
}
