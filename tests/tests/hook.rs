//! `mast hook`, driven with what the harnesses send, and with what they should not.

use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const REMINDER: &str = "try mast_search first";

/// A project with an index.
fn indexed() -> Project {
    let project = Project::of(&[
        (".git/HEAD", ""),
        ("src/greet.ts", "export function greet(name: string) {}\n"),
        ("src/lib.v2/x.ts", "export const x = 1;\n"),
        ("tools/run.py", "pass\n"),
        ("node_modules/a/index.js", "module.exports = 1;\n"),
    ]);
    program::run(&project, &["index"]).succeeded();
    project
}

/// What the hook says when it is started outside of any project.
fn hook(words: &[&str], input: &[u8]) -> Ran {
    let elsewhere = Project::new();
    let command = program::command(elsewhere.root(), &[&["hook"], words].concat());
    program::finish_with(command, input)
}

/// What Claude Code sends before a search.
fn grep(project: &Project, tool: &str, input: &Value) -> Value {
    json!({
        "session_id": "5f1c",
        "transcript_path": "/home/you/.claude/projects/p/5f1c.jsonl",
        "cwd": project.root(),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": input,
        "tool_use_id": "toolu_01",
    })
}

#[track_caller]
fn reminded(ran: &Ran) -> bool {
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    if ran.out.is_empty() {
        return false;
    }
    assert_eq!(ran.out.lines().count(), 1, "{ran:?}");
    assert!(ran.out.contains(REMINDER), "{ran:?}");
    true
}

/// Nothing for the harness, one line for people.
#[track_caller]
fn complains(ran: &Ran, problem: &str) {
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    assert!(
        ran.err.starts_with("mast hook: ") && ran.err.contains(problem),
        "{problem}: {ran:?}"
    );
}

#[test]
fn each_harness_gets_its_envelope() {
    let project = indexed();
    let root = project.root();
    let context = |ran: Ran, place: &[&str]| {
        let answer = ran.succeeded().json();
        let found = place.iter().fold(&answer, |value, key| &value[*key]);
        found.as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let specific = ["hookSpecificOutput", "additionalContext"];
    let primer = program::run(&project, &["prime"]).succeeded().out;
    let rules = primer.split("mast index:").next().unwrap_or_default().to_owned();

    let claude = json!({"session_id": "5f1c", "transcript_path": "/t.jsonl", "cwd": root, "hook_event_name": "SessionStart", "source": "startup"});
    let cursor = json!({
        "conversation_id": "c", "generation_id": "g", "model": "m", "hook_event_name": "sessionStart",
        "cursor_version": "2.4.0", "workspace_roots": [root], "user_email": null, "transcript_path": null,
        "session_id": "c", "is_background_agent": false, "composer_mode": "agent",
    });
    let vscode = json!({"timestamp": "2026-02-09T10:30:00.000Z", "cwd": root, "sessionId": "s", "hookEventName": "SessionStart", "transcript_path": "/t.json", "source": "new"});
    let gemini = json!({"session_id": "s", "transcript_path": "/t.json", "cwd": root, "hook_event_name": "SessionStart", "timestamp": "2026-02-09T10:30:00Z", "source": "startup"});
    let codex = json!({"session_id": "s", "transcript_path": null, "cwd": root, "hook_event_name": "SessionStart", "model": "m", "permission_mode": "default", "source": "startup"});
    for (harness, sent) in [
        ("claude", claude),
        ("vscode", vscode),
        ("gemini", gemini),
        ("codex", codex),
    ] {
        let ran = hook(&[harness, "session-start"], sent.to_string().as_bytes());
        assert_eq!(ran.json()["hookSpecificOutput"]["hookEventName"], "SessionStart");
        let text = context(ran, &specific);
        assert!(
            text.starts_with(&rules) && text.contains("mast index: 2 files, last indexed "),
            "{harness}: {text}"
        );
    }
    let text = context(
        hook(&["cursor", "session-start"], cursor.to_string().as_bytes()),
        &["additional_context"],
    );
    assert!(text.starts_with(&rules), "{text}");

    let search = json!({"pattern": "greet"});
    let claude = hook(
        &["claude", "search"],
        grep(&project, "Grep", &search).to_string().as_bytes(),
    );
    assert_eq!(claude.json()["hookSpecificOutput"]["hookEventName"], "PreToolUse");
    assert!(context(claude, &specific).contains(REMINDER));
    let cursor = json!({
        "conversation_id": "c", "hook_event_name": "postToolUse", "workspace_roots": [root], "tool_name": "Grep",
        "tool_input": search, "tool_output": "{\"matches\": 3}", "tool_use_id": "t", "cwd": root, "duration": 12,
    });
    assert!(
        context(
            hook(&["cursor", "search"], cursor.to_string().as_bytes()),
            &["additional_context"]
        )
        .contains(REMINDER)
    );
    let gemini = json!({"cwd": root, "hook_event_name": "AfterTool", "tool_name": "search_file_content", "tool_input": search, "tool_response": {"llmContent": "x"}});
    let gemini = hook(&["gemini", "search"], gemini.to_string().as_bytes());
    assert_eq!(gemini.json()["hookSpecificOutput"]["hookEventName"], "AfterTool");
    let vscode = json!({"cwd": root, "hookEventName": "PreToolUse", "tool_name": "grep_search", "tool_input": {"query": "greet"}});
    let vscode = hook(&["vscode", "search"], vscode.to_string().as_bytes());
    assert_eq!(vscode.json()["hookSpecificOutput"]["hookEventName"], "PreToolUse");
}

#[test]
fn a_search_that_reaches_nothing_indexed_is_not_answered() {
    let project = indexed();
    let root = project.root().display().to_string();
    let cases: &[(&str, Value, bool)] = &[
        ("Grep", json!({"pattern": "x"}), true),
        ("Grep", json!({"pattern": "x", "type": "ts"}), true),
        ("Grep", json!({"pattern": "x", "type": "js"}), true),
        ("Grep", json!({"pattern": "x", "type": "markdown"}), true),
        ("Grep", json!({"pattern": "x", "type": "py"}), false),
        ("Grep", json!({"pattern": "x", "type": "rust"}), false),
        ("Grep", json!({"pattern": "x", "glob": "*.ts"}), true),
        ("Grep", json!({"pattern": "x", "glob": "src/**/*.TSX"}), true),
        ("Grep", json!({"pattern": "x", "glob": "*.{py,ts}"}), true),
        ("Grep", json!({"pattern": "x", "glob": "*.{py,go}"}), false),
        (
            "Grep",
            json!({"pattern": "x", "glob": "{*.py,src/*.{rs,go}}"}),
            false,
        ),
        ("Grep", json!({"pattern": "x", "glob": "*.py, *.md"}), true),
        ("Grep", json!({"pattern": "x", "glob": "**/*.json"}), false),
        ("Grep", json!({"pattern": "x", "glob": "src/**"}), true),
        ("Grep", json!({"pattern": "x", "glob": "*.[jt]s"}), true),
        ("Grep", json!({"pattern": "x", "glob": "*.p*"}), true),
        ("Grep", json!({"pattern": "x", "glob": "!*.ts"}), true),
        ("Grep", json!({"pattern": "x", "glob": "releases/v1.2"}), true),
        ("Grep", json!({"pattern": "x", "glob": "*.{ts"}), true),
        ("Grep", json!({"pattern": "x", "path": "src"}), true),
        ("Grep", json!({"pattern": "x", "path": "src/lib.v2"}), true),
        ("Grep", json!({"pattern": "x", "path": "src/greet.ts"}), true),
        ("Grep", json!({"pattern": "x", "path": "tools/run.py"}), false),
        ("Grep", json!({"pattern": "x", "path": "gone.py"}), false),
        ("Grep", json!({"pattern": "x", "path": root}), true),
        ("Grep", json!({"pattern": "x", "path": "/"}), true),
        ("Grep", json!({"pattern": "x", "path": ".."}), true),
        ("Grep", json!({"pattern": "x", "path": "/usr/include"}), false),
        ("Grep", json!({"pattern": "x", "path": "node_modules/a"}), false),
        (
            "Grep",
            json!({"pattern": "x", "path": "src", "type": "py"}),
            false,
        ),
        (
            "Grep",
            json!({"pattern": "x", "type": null, "glob": "", "path": 7}),
            true,
        ),
        ("Glob", json!({"pattern": "**/*.ts"}), true),
        ("Glob", json!({"pattern": "**/*.py"}), false),
        ("Glob", json!({"pattern": "**/Makefile"}), true),
        ("Grep", json!({"pattern": "**/*.py"}), true),
        ("Read", json!({"file_path": "src/greet.ts"}), false),
        ("Bash", json!({"command": "grep x src"}), false),
        ("mcp__mast__mast_search", json!({"query": "x"}), false),
        ("WebSearch", json!({"query": "x"}), false),
        ("Grep", Value::Null, true),
        ("Grep", json!("{\"pattern\": \"x\", \"type\": \"py\"}"), false),
    ];
    for (tool, input, expected) in cases {
        let ran = hook(
            &["claude", "search"],
            grep(&project, tool, input).to_string().as_bytes(),
        );
        assert_eq!(reminded(&ran), *expected, "{tool} {input}");
    }
    // What Gemini calls its glob.
    for (name, expected) in [("*.ts", true), ("*.py", false)] {
        let sent = json!({"cwd": root, "tool_name": "search_file_content", "tool_input": {"pattern": "x", "include": name}});
        assert_eq!(
            reminded(&hook(&["gemini", "search"], sent.to_string().as_bytes())),
            expected,
            "{name}"
        );
    }
}

#[test]
fn the_project_says_what_is_indexed() {
    let project = indexed();
    project.write("mast.config.json", r#"{"file_extensions": [".mjs"]}"#);
    for (input, expected) in [
        (json!({"glob": "*.mjs"}), true),
        (json!({"glob": "*.ts"}), false),
        (json!({"type": "js"}), true),
        (json!({"type": "ts"}), false),
        (json!({"path": "src/greet.ts"}), false),
    ] {
        let ran = hook(
            &["claude", "search"],
            grep(&project, "Grep", &input).to_string().as_bytes(),
        );
        assert_eq!(reminded(&ran), expected, "{input}");
    }
    project.write("mast.config.json", "{");
    let sent = grep(&project, "Grep", &json!({})).to_string();
    complains(&hook(&["claude", "search"], sent.as_bytes()), "mast.config.json");
}

#[test]
fn the_project_is_the_one_that_is_named_first() {
    let (project, other) = (indexed(), Project::of(&[(".git/HEAD", "")]));
    let sent = |value: Value| reminded(&hook(&["cursor", "search"], value.to_string().as_bytes()));
    assert!(sent(
        json!({"cwd": project.root(), "workspace_roots": [other.root()]})
    ));
    assert!(!sent(
        json!({"cwd": other.root(), "workspace_roots": [project.root()]})
    ));
    assert!(sent(json!({"workspace_roots": [project.root(), other.root()]})));
    assert!(sent(json!({"cwd": "", "workspace_roots": [project.root()]})));
    assert!(sent(json!({"cwd": project.path("src")})));
    let here = |value: &str| {
        let command = program::command(&project.path("src"), &["hook", "cursor", "search"]);
        reminded(&program::finish_with(command, value.as_bytes()))
    };
    assert!(here("{}"));
    assert!(here(r#"{"cwd": 7, "workspace_roots": "x"}"#));
    assert!(here(r#"{"cwd": "lib.v2"}"#));
    // The state directory is found as the commands find it.
    let elsewhere = Project::new();
    let mut command = program::command(elsewhere.root(), &["hook", "cursor", "search"]);
    command.env("MAST_STATE_DIR", project.path(".mast"));
    assert!(reminded(&program::finish_with(command, b"{}")));
}

#[test]
fn without_an_index_the_reminder_is_silent_and_the_primer_says_so() {
    let project = Project::of(&[(".git/HEAD", ""), ("a.ts", "")]);
    let sent = grep(&project, "Grep", &json!({"pattern": "x"})).to_string();
    assert!(!reminded(&hook(&["claude", "search"], sent.as_bytes())));
    let ran = hook(&["claude", "session-start"], sent.as_bytes()).succeeded();
    let answer = ran.json();
    let text = answer["hookSpecificOutput"]["additionalContext"]
        .as_str()
        .unwrap_or_default();
    assert!(
        text.starts_with("mast cannot be used here: nothing is indexed in "),
        "{text}"
    );
    assert!(!text.contains("mast_search"), "{text}");
    assert_eq!(project.files(), [".git/HEAD", "a.ts"]);
}

#[test]
fn whatever_comes_the_hook_succeeds() {
    let project = indexed();
    let sent = grep(&project, "Grep", &json!({"pattern": "x"})).to_string();
    complains(&hook(&["claude", "search"], b""), "standard input is empty");
    complains(&hook(&["claude", "search"], b" \n\t"), "standard input is empty");
    complains(&hook(&["claude", "search"], b"[]"), "not a JSON object");
    complains(&hook(&["claude", "search"], b"null"), "not a JSON object");
    complains(&hook(&["claude", "search"], b"\xff\xfe\x00"), "not a JSON object");
    complains(
        &hook(&["claude", "search"], &sent.as_bytes()[..sent.len() - 2]),
        "not JSON",
    );
    complains(&hook(&["emacs", "search"], sent.as_bytes()), "no harness `emacs`");
    complains(
        &hook(&["windsurf", "search"], sent.as_bytes()),
        "no harness `windsurf` with hooks",
    );
    complains(&hook(&["claude", "stop"], sent.as_bytes()), "no event `stop`");
    complains(
        &hook(&["codex", "search"], sent.as_bytes()),
        "codex has no event `search`",
    );
    complains(
        &hook(&["claude"], sent.as_bytes()),
        "expected a harness and an event",
    );
    complains(&hook(&[], sent.as_bytes()), "expected a harness and an event");
    complains(
        &hook(&["claude", "search", "--fast"], sent.as_bytes()),
        "expected a harness and an event",
    );
    complains(
        &hook(&["claude", "search"], br#"{"cwd": "/no/such/place"}"#),
        "does not exist",
    );
    complains(
        &hook(&["claude", "session-start"], br#"{"cwd": "/"}"#),
        "is the root of the file system",
    );

    let marked = ["\u{feff}", &sent].concat();
    assert!(reminded(&hook(&["claude", "search"], marked.as_bytes())));
    let wild = sent.replace("\"5f1c\"", "\"5f\u{1c}\"");
    assert_eq!(hook(&["claude", "search"], wild.as_bytes()).code, Some(0));
    let mut bytes = sent.replace("5f1c\",\"tr", "?\",\"tr").into_bytes();
    let at = bytes
        .iter()
        .position(|byte| *byte == b'?')
        .expect("it was put there");
    bytes[at] = 0xff;
    assert!(reminded(&hook(&["claude", "search"], &bytes)));
    let large = sent.replace("\"x\"", &format!("\"{}\"", "x".repeat(8 << 20)));
    assert!(reminded(&hook(&["claude", "search"], large.as_bytes())));
}

#[test]
fn a_harness_need_not_close_its_end() {
    let project = indexed();
    let sent = grep(&project, "Grep", &json!({"pattern": "}{"})).to_string();
    let mut command = program::command(project.root(), &["hook", "claude", "search"]);
    let mut child = command
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut stdin, sent.as_bytes()).expect("it is read");
    assert!(reminded(&program::output_of(child)));
    drop(stdin);
}

#[test]
fn nobody_needs_to_listen() {
    let project = indexed();
    let sent = grep(&project, "Grep", &json!({"pattern": "x"})).to_string();
    for event in ["search", "session-start"] {
        let mut command = program::command(project.root(), &["hook", "claude", event]);
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        drop(child.stderr.take());
        let mut stdin = child.stdin.take().expect("it is piped");
        let _ = std::io::Write::write_all(&mut stdin, sent.as_bytes());
        drop(stdin);
        assert_eq!(
            child.wait().ok().and_then(|status| status.code()),
            Some(0),
            "{event}"
        );
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "tests measure time")]
fn it_is_quick() {
    let project = indexed();
    let sent = grep(&project, "Grep", &json!({"pattern": "x"})).to_string();
    let mut times: Vec<Duration> = (0..21)
        .map(|_| {
            let started = Instant::now();
            assert!(reminded(&hook(&["claude", "search"], sent.as_bytes())));
            started.elapsed()
        })
        .collect();
    times.sort();
    // Ten times what it may take, for a build without optimisation on a machine that does other things too.
    assert!(times[10] < Duration::from_millis(100), "{times:?}");
}
