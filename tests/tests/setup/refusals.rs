//! What is not understood is reported and left as it is.

use crate::{Stage, says};

#[track_caller]
fn refused(stage: &Stage, arguments: &[&str], path: &str, reason: &str) {
    let before = stage.all();
    for flags in [&[] as &[&str], &["--dry-run"], &["--remove"], &["--check"]] {
        let ran = stage.global(&[arguments, flags].concat());
        assert_eq!(ran.code, Some(1), "{flags:?}: {ran:?}");
        let message = format!(
            "mast: cannot change `{}`: {reason}\n",
            stage.project.path(path).display()
        );
        assert!(ran.err.contains(&message), "{flags:?}: {message:?} in {ran:?}");
        assert!(ran.err.contains("hint: the file was left as it is"), "{ran:?}");
        assert_eq!(stage.all(), before, "{flags:?}");
    }
}

#[test]
fn files_that_are_not_understood() {
    let cases = [
        (
            "{\n  \"a\": 1\n  \"b\": 2\n}",
            "expected comma on line 2 column 9",
        ),
        ("", "it is empty"),
        ("[]", "it is not a JSON object"),
        ("// x\n{}", "comments are not allowed on line 1 column 1"),
        ("{\"hooks\": []}", "its `hooks` are not an object"),
        (
            "{\"hooks\": {\"SessionStart\": {}}}",
            "its `hooks.SessionStart` are not a list",
        ),
        (
            "{\"hooks\": {\"PreToolUse\": [7]}}",
            "its `hooks.PreToolUse` hold something that is not an object",
        ),
        (
            "{\"hooks\": {\"PreToolUse\": [{\"command\": \"x\"}]}}",
            "its `hooks.PreToolUse` hold a group without a list of `hooks`",
        ),
        (
            "{\"hooks\": {}, \"hooks\": {}}",
            "`hooks` stands twice in one object",
        ),
    ];
    for (text, reason) in cases {
        let stage = Stage::new();
        stage.project.write("work/.claude/settings.json", text);
        refused(&stage, &["setup", "claude"], "work/.claude/settings.json", reason);
    }
    let stage = Stage::new();
    stage.project.write("work/.cursor/hooks.json", "{\"version\": 2}");
    refused(
        &stage,
        &["setup", "cursor"],
        "work/.cursor/hooks.json",
        "its `version` is 2, and mast knows 1",
    );
}

#[test]
fn a_failed_part_stops_the_next_but_both_are_checked() {
    let stage = Stage::new();
    stage.project.write("work/.cursor/hooks.json", "{");
    let ran = stage.global(&["setup", "cursor"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(stage.text("work/.cursor/rules/mast.mdc"), None);
    let ran = stage.global(&["setup", "cursor", "--check"]);
    says(&ran, 1, &["not installed"]);
    assert!(ran.err.contains("cannot change"), "{ran:?}");
}

#[test]
fn servers_that_start_something_else() {
    for (harness, path, text, reason) in [
        (
            "claude",
            "work/.mcp.json",
            r#"{"mcpServers": {"mast": {"command": "sail"}}}"#,
            "its `mcpServers.mast` does not start `mast serve`",
        ),
        (
            "claude",
            "work/.mcp.json",
            r#"{"mcpServers": {"mast": {"url": "http://localhost"}}}"#,
            "its `mcpServers.mast` does not start `mast serve`",
        ),
        (
            "claude",
            "work/.mcp.json",
            r#"{"mcpServers": []}"#,
            "its `mcpServers` are not an object",
        ),
        (
            "codex",
            "work/.codex/config.toml",
            "mcp_servers = 1\n",
            "`mcp_servers` is not a table",
        ),
        (
            "codex",
            "work/.codex/config.toml",
            "[mcp_servers.mast]\nurl = 'x'\n",
            "`mcp_servers.mast` does not start a program",
        ),
        (
            "codex",
            "work/.codex/config.toml",
            "a = \n",
            "string values must be quoted, expected literal string in line 1",
        ),
    ] {
        let stage = Stage::new();
        stage.project.write(path, text);
        let ran = stage.global(&["setup", harness, "--mcp"]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.err.contains(&format!(": {reason}\n")), "{reason}: {ran:?}");
        assert_eq!(stage.text(path).as_deref(), Some(text));
    }
}

#[test]
fn blocks_that_are_none() {
    let stage = Stage::new();
    stage
        .project
        .write("work/.rules", "<!-- BEGIN mast skill -->\nx\n");
    refused(
        &stage,
        &["setup", "zed"],
        "work/.rules",
        "the mast block that begins in line 1 has no end",
    );
}

#[test]
fn a_scope_that_a_harness_does_not_have() {
    let stage = Stage::new();
    let before = stage.all();
    for harness in ["windsurf", "zed"] {
        for flags in [&[] as &[&str], &["--check"], &["--remove"], &["--dry-run"]] {
            let ran = stage.global(&[&["setup", harness, "--global"], flags].concat());
            assert_eq!(ran.code, Some(1), "{ran:?}");
            assert!(
                ran.err
                    .contains("has no user-level rules file that mast could write\nhint: "),
                "{ran:?}"
            );
        }
    }
    for arguments in [
        ["windsurf", "--mcp"].as_slice(),
        &["claude", "--mcp", "--global"],
        &["vscode", "--mcp", "--global"],
    ] {
        let ran = stage.global(&[&["setup"], arguments].concat());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.err
                .contains("-level file for MCP servers that mast could write\nhint: "),
            "{ran:?}"
        );
    }
    assert_eq!(stage.all(), before);
}

#[test]
fn desktop_has_nothing_to_write_and_always_succeeds() {
    let stage = Stage::new();
    let before = stage.all();
    for flags in [
        &[] as &[&str],
        &["--global"],
        &["--check"],
        &["--remove"],
        &["--dry-run"],
    ] {
        let ran = stage.global(&[&["setup", "desktop"], flags].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(
            ran.out
                .starts_with("Claude Desktop: no hook system and no rules file"),
            "{ran:?}"
        );
    }
    assert_eq!(stage.all(), before);
}

#[test]
fn zed_makes_no_file_and_cleans_all_of_them() {
    let stage = Stage::new();
    let before = stage.all();
    let removed = stage.global(&["setup", "zed", "--remove"]).succeeded();
    assert_eq!(removed.out, "  not installed\n");
    for flags in [&[] as &[&str], &["--check"], &["--dry-run"], &["--mcp"]] {
        let ran = stage.global(&[&["setup", "zed"], flags].concat());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.err
                .contains("hint: create `.rules`, even an empty one, and run `mast setup zed"),
            "{ran:?}"
        );
    }
    assert_eq!(stage.all(), before);
    stage.project.write("work/CLAUDE.md", "# C\n");
    stage.project.write("work/GEMINI.md", "# G\n");
    says(&stage.global(&["setup", "zed"]), 0, &["installed"]);
    assert_eq!(stage.text("work/GEMINI.md").as_deref(), Some("# G\n"));
    stage.project.write("work/AGENTS.md", "");
    says(&stage.global(&["setup", "zed", "--check"]), 1, &["not installed"]);
    says(&stage.global(&["setup", "zed"]), 0, &["installed"]);
    says(
        &stage.global(&["setup", "zed", "--remove"]),
        0,
        &["removed", "removed"],
    );
    assert_eq!(stage.text("work/CLAUDE.md").as_deref(), Some("# C\n"));
    assert_eq!(stage.text("work/AGENTS.md").as_deref(), Some(""));
}

#[test]
fn flags_that_exclude_one_another_and_unknown_harnesses_are_mistakes_of_the_command_line() {
    let stage = Stage::new();
    for arguments in [
        ["setup", "claude", "--check", "--remove"].as_slice(),
        &["setup", "claude", "--check", "--dry-run"],
        &["setup", "emacs"],
        &["setup"],
    ] {
        assert_eq!(stage.global(arguments).code, Some(2), "{arguments:?}");
    }
}
