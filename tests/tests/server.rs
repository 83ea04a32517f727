//! The program as an MCP server over standard input and output.

use mast_core::text::tokens;
use mast_core::tools::TOOLS;
use mast_tests::engine::CLOCK;
use mast_tests::program;
use mast_tests::project::Project;
use mast_tests::server::Client;
use mast_tests::settle::settle;
use serde_json::{Value, json};
use std::time::Duration;

/// What a connection costs an assistant before its first question.
const MOST_TOKENS: usize = 2_500;

fn greetings() -> Project {
    Project::of(&[
        (
            "src/greet.ts",
            "/** Says hello. */\nexport function greet(name: string) {}\n",
        ),
        (
            "src/main.ts",
            "import { greet } from './greet';\nexport function main() {\n  greet('you');\n}\n",
        ),
        ("README.md", "# Greetings\n\nThey are said.\n"),
    ])
}

/// The project, indexed.
fn indexed() -> Project {
    let project = greetings();
    program::run(&project, &["index"]).succeeded();
    project
}

#[test]
fn a_connection_is_answered_in_the_revision_of_the_client() {
    let project = greetings();
    for (asked, answered) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        // From this revision on there is no handshake; who shakes hands all the same speaks the one before.
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let mut client = Client::spawn(project.root(), &[]);
        let server = client.shake_hands(asked, &json!({}));
        assert_eq!(server["protocolVersion"], answered, "{asked}");
        assert_eq!(server["serverInfo"]["name"], "mast");
        assert_eq!(client.close().code, Some(0));
    }
}

#[test]
fn a_client_without_a_handshake_says_with_each_request_what_it_speaks() {
    let project = indexed();
    let mut client = Client::spawn(project.root(), &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "mast-tests", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.request("server/discover", &json!({"_meta": meta}));
    let versions = found["result"]["supportedVersions"].as_array().cloned();
    assert!(
        versions.unwrap_or_default().contains(&json!("2026-07-28")),
        "{found}"
    );
    let listed = client.request("tools/list", &json!({"_meta": meta}));
    assert_eq!(
        listed["result"]["tools"].as_array().map(Vec::len),
        Some(TOOLS.len())
    );
    let called = client.request(
        "tools/call",
        &json!({"_meta": meta, "name": "mast_callers", "arguments": {"symbol": "greet"}}),
    );
    let text = called["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(text.contains("src/main.ts"), "{called}");
}

#[test]
fn what_an_assistant_is_told_of_the_tools_is_complete_plain_and_short() {
    let project = greetings();
    let mut client = Client::spawn(project.root(), &[]);
    let server = client.shake_hands("2025-06-18", &json!({}));
    let instructions = server["instructions"].as_str().unwrap_or_default();
    assert!(instructions.len() < 2_000, "{} bytes", instructions.len());
    let listed = client.request("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().cloned().unwrap_or_default();
    for (tool, spec) in tools.iter().zip(TOOLS) {
        assert_eq!(tool["name"], spec.name);
        assert_eq!(tool["title"], spec.title);
        let description = tool["description"].as_str().unwrap_or_default();
        assert!(description.starts_with(spec.summary), "{description}");
        assert!(description.len() < 1024);
        let hints = if spec.name == "mast_reindex" {
            json!({"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false})
        } else {
            json!({"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false})
        };
        assert_eq!(tool["annotations"], hints, "{}", spec.name);
        let schema = tool["inputSchema"].to_string();
        for refused in [
            "$ref",
            "$defs",
            "anyOf",
            "oneOf",
            "allOf",
            "$schema",
            "\"type\":[",
        ] {
            assert!(!schema.contains(refused), "{}: {schema}", spec.name);
        }
    }
    assert_eq!(tools.len(), TOOLS.len());
    let cost = tokens::count(instructions) + tokens::count(&listed["result"].to_string());
    assert!(cost <= MOST_TOKENS, "{cost} tokens");
}

#[test]
fn an_answer_has_the_bytes_of_a_query() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &["--no-watch"]);
    for (tool, input) in [
        ("mast_search", json!({"query": "greet"})),
        ("mast_callers", json!({"symbol": "greet"})),
        ("mast_outline", json!({"paths": "README.md"})),
        ("mast_status", json!({})),
    ] {
        let query = program::run(&project, &["query", tool, &input.to_string(), "--json"]).succeeded();
        assert_eq!(
            settle(&client.text(tool, &input)),
            settle(query.out.trim_end()),
            "{tool}"
        );
    }
}

#[test]
fn the_form_of_an_answer_is_chosen_by_the_client() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &[]);
    let plain = client.call("mast_callers", &json!({"symbol": "greet"}));
    assert_eq!(plain.get("structuredContent"), None);
    let structured = client.call(
        "mast_callers",
        &json!({"symbol": "greet", "format": "structured"}),
    );
    assert_eq!(
        structured["structuredContent"]["verified_callers"][0]["caller_symbol"],
        "main"
    );
    let text = client.text("mast_search", &json!({"query": "greet", "format": "text"}));
    let shown = program::run(&project, &["search", "greet"]).succeeded().out;
    assert_eq!(settle(&text), settle(&shown));
}

#[test]
fn a_failure_of_a_tool_says_what_to_do_next() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &[]);
    let wrong = client.call("mast_search", &json!({"qeury": "greet"}));
    assert_eq!(wrong["isError"], true);
    let text = wrong["content"][0]["text"].as_str().unwrap_or_default();
    assert!(text.contains("did you mean `query`?"), "{text}");
    assert!(text.contains("\nhint: its keys are: query, limit"), "{text}");
    let unknown = client.request("tools/call", &json!({"name": "mast_serch", "arguments": {}}));
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    assert!(
        unknown.to_string().contains("the tools are: mast_search"),
        "{unknown}"
    );
    let without = client.request("tools/call", &json!({"name": "mast_status"}));
    assert_eq!(without["result"]["isError"], false, "{without}");
}

#[test]
fn what_is_no_message_is_passed_over() {
    let project = indexed();
    let mut client = Client::spawn(project.root(), &[]);
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}));
    for line in ["", "garbage", "{", "[]", "\u{0}\u{1}"] {
        client.send_line(line);
    }
    client.shake_hands("2025-06-18", &json!({}));
    for line in ["garbage", "{\"jsonrpc\": \"2.0\"", "nul"] {
        client.send_line(line);
    }
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    let unknown = client.request("no/such/method", &json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    let huge = client.call("mast_search", &json!({"query": "x".repeat(10 << 20)}));
    assert!(huge["content"][0]["text"].is_string());
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
}

#[test]
fn many_calls_at_once_are_each_answered() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &[]);
    let calls: Vec<u64> = (0..50)
        .map(|_| {
            let call = json!({"name": "mast_callers", "arguments": {"symbol": "greet"}});
            client.begin("tools/call", &call)
        })
        .collect();
    let mut answered: Vec<u64> = Vec::new();
    while answered.len() < calls.len() {
        let message = client.hear();
        assert_eq!(message["result"]["isError"], false, "{message}");
        answered.extend(message["id"].as_u64());
    }
    answered.sort_unstable();
    assert_eq!(answered, calls);
}

#[test]
fn a_missing_index_is_built_when_the_server_starts() {
    let project = greetings();
    let mut client = Client::connect(project.root(), &[]);
    assert!(
        client
            .text("mast_search", &json!({"query": "greet"}))
            .contains("src/greet.ts")
    );
    // Each answer is true of the disk.
    project.write("src/new.ts", "export function brandNew() {}\n");
    project.delete("src/main.ts");
    assert!(
        client
            .text("mast_search", &json!({"query": "brandNew"}))
            .contains("src/new.ts")
    );
    let callers = client.text("mast_callers", &json!({"symbol": "greet"}));
    assert!(callers.contains("\"verified_callers\":[]"), "{callers}");
    // So is the configuration.
    project.write("mast.config.json", "{\"exclude_patterns\": [\"src/new.ts\"]}");
    let none = client.text("mast_search", &json!({"query": "brandNew"}));
    assert!(none.contains("\"results\":[]"), "{none}");
    project.write("mast.config.json", "{\"exclude_patterns\": 7}");
    let wrong = client.call("mast_search", &json!({"query": "greet"}));
    assert_eq!(wrong["isError"], true, "{wrong}");
    let ran = client.close();
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
}

#[test]
fn an_index_that_was_never_made_is_not_waited_for_without_a_startup_run() {
    let project = greetings();
    let mut client = Client::spawn(project.root(), &["--no-startup-reindex"]);
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "mast-tests", "version": "1"},
    });
    client.begin("initialize", &hello);
    let ran = client.end();
    assert_eq!(ran.code, Some(1));
    let place = project.path(".mast");
    assert!(
        ran.err.contains(&format!("no index in `{}`", place.display())),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("leave out `--no-startup-reindex`"),
        "{}",
        ran.err
    );
    assert!(!place.exists());
    program::run(&project, &["index"]).succeeded();
    let mut client = Client::connect(project.root(), &["--no-startup-reindex"]);
    assert!(
        client
            .text("mast_search", &json!({"query": "greet"}))
            .contains("src/greet.ts")
    );
}

#[test]
fn a_seed_is_taken_over_where_nothing_is_indexed() {
    let seeded = indexed();
    let stamp = seeded.read(".mast/index.json");
    seeded.write(
        ".mast/index.json",
        stamp.replacen('{', "{\"seed_commit\": \"abc123\",", 1),
    );
    let project = greetings();
    project.write("src/new.ts", "export function brandNew() {}\n");
    let mut command = program::command(project.root(), &["serve", "--no-watch"]);
    command.env("MAST_SEED_DIR", seeded.path(".mast"));
    let mut client = Client::of(command);
    client.shake_hands("2025-06-18", &json!({}));
    assert!(
        client
            .text("mast_search", &json!({"query": "brandNew"}))
            .contains("src/new.ts")
    );
    let status = client.text("mast_status", &json!({}));
    assert!(status.contains("\"seed_commit\":\"abc123\""), "{status}");
    assert_eq!(client.close().err, "[mast] the seed index was taken over\n");
}

#[test]
fn the_root_is_named_by_flag_variable_client_or_working_directory() {
    let project = indexed();
    let elsewhere = Project::new();
    let root = project.root().to_string_lossy().into_owned();
    let asked = json!({"query": "greet"});
    let finds = |mut client: Client| client.text("mast_search", &asked).contains("src/greet.ts");
    assert!(finds(Client::connect(elsewhere.root(), &["--root", &root])));
    let mut by_variable = program::command(elsewhere.root(), &["serve"]);
    by_variable.env("MAST_ROOT", &root);
    let mut client = Client::of(by_variable);
    client.shake_hands("2025-06-18", &json!({}));
    assert!(finds(client));
    // A client that does not start its servers in a project names the state directory of one.
    let mut by_state = program::command("/".as_ref(), &["serve"]);
    by_state.env("MAST_STATE_DIR", project.path(".mast"));
    let mut client = Client::of(by_state);
    client.shake_hands("2025-06-18", &json!({}));
    assert!(finds(client));
    let mut client = Client::spawn(elsewhere.root(), &[]);
    client.shake_hands("2025-06-18", &json!({"roots": {}}));
    let request = client.hear();
    assert_eq!(request["method"], "roots/list");
    let roots = json!({"roots": [{"uri": format!("file://{root}/src"), "name": "src"}]});
    program::run(&project, &["init", "--no-index"]).succeeded();
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": roots}));
    assert!(finds(client));
    let mut client = Client::connect("/".as_ref(), &[]);
    let refused = client.call("mast_search", &asked);
    assert_eq!(refused["isError"], true);
    assert!(
        refused.to_string().contains("root of the file system"),
        "{refused}"
    );
}

/// What is in the index without asking about anything that freshens it.
fn stale_files(client: &mut Client) -> Value {
    let status: Value = serde_json::from_str(&client.text("mast_status", &json!({}))).unwrap_or_default();
    status["stale_files"].clone()
}

#[track_caller]
fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let started = (CLOCK.instant)();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(20), "not yet: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn one_server_watches_and_takes_changes_in_between_questions() {
    let project = indexed();
    let mut first = Client::connect(project.root(), &[]);
    let writer = |client: &mut Client| {
        let status: Value = serde_json::from_str(&client.text("mast_status", &json!({}))).unwrap_or_default();
        status["writer"].clone()
    };
    soon("it has the lease", || {
        writer(&mut first)["is_this_server"] == true
    });
    let mut second = Client::connect(project.root(), &["--watch"]);
    let seen = writer(&mut second);
    assert_eq!(seen["pid"], first.process());
    assert_eq!(seen["is_this_server"], false);
    // The watch is set a moment after the lease is taken; both are made known by what they do.
    project.write("src/deep/new.ts", "export function brandNew() {}\n");
    soon("a new directory is seen", || stale_files(&mut second) == 0);
    project.write("src/deep/new.ts", "export function brandNewer() {}\n");
    soon("an edit is seen", || stale_files(&mut second) == 0);
    project.delete("src/deep");
    soon("a deletion is seen", || stale_files(&mut second) == 0);
    let ran = first.close();
    assert!(
        ran.err.contains("[mast] watch: watching for changes\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("change(s)\n"), "{}", ran.err);
    // The other one takes over.
    soon("the lease is taken over", || {
        second.text("mast_search", &json!({"query": "greet"}));
        writer(&mut second)["is_this_server"] == true
    });
}

#[test]
fn without_a_watch_answers_are_as_true() {
    let project = indexed();
    let elsewhere = Project::of(&[(".git/worktrees/w/commondir", "../..")]);
    let git_dir = elsewhere.path(".git/worktrees/w");
    project.write(".git", format!("gitdir: {}\n", git_dir.display()));
    let mut client = Client::connect(project.root(), &["--watch"]);
    project.write("src/new.ts", "export function brandNew() {}\n");
    assert!(
        client
            .text("mast_search", &json!({"query": "brandNew"}))
            .contains("src/new.ts")
    );
    std::thread::sleep(Duration::from_millis(1_300));
    let ran = client.close();
    let why = "[mast] watch: not watching: this is a linked worktree, and a repository is watched once; \
               changes are taken in when a question asks\n";
    assert_eq!(ran.err, why);
}

#[test]
fn reindexing_takes_everything_in_and_efficiency_sums_the_session_up() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &[]);
    project.write("src/new.ts", "export function brandNew() {}\n");
    let done: Value = serde_json::from_str(&client.text("mast_reindex", &json!({}))).unwrap_or_default();
    assert_eq!(
        (&done["files_indexed"], &done["files_skipped"]),
        (&json!(1), &json!(3)),
        "{done}"
    );
    let full: Value =
        serde_json::from_str(&client.text("mast_reindex", &json!({"full": "true"}))).unwrap_or_default();
    assert_eq!(full["files_indexed"], 4, "{full}");
    let before = client.text("mast_efficiency", &json!({}));
    assert!(!before.contains("mast_search"), "{before}");
    client.text("mast_search", &json!({"query": "brandNew"}));
    let after: Value = serde_json::from_str(&client.text("mast_efficiency", &json!({}))).unwrap_or_default();
    assert_eq!(after["calls_by_tool"]["mast_search"], 1, "{after}");
    // What the server counted is written down when it has ended.
    assert_eq!(client.close().code, Some(0));
    let metrics = program::run(&project, &["metrics"]).succeeded().out;
    assert!(metrics.contains("mast_search"), "{metrics}");
}

#[test]
fn prompts_resources_and_completions_answer() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &[]);
    let prompts = client.request("prompts/list", &json!({}))["result"]["prompts"].clone();
    let names: Vec<&str> = prompts
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|prompt| prompt["name"].as_str())
        .collect();
    assert_eq!(names, ["explore", "before_refactor", "review_diff"]);
    let prompt = client.request(
        "prompts/get",
        &json!({"name": "before_refactor", "arguments": {"symbol": "greet"}}),
    );
    assert!(prompt.to_string().contains("Before `greet`"), "{prompt}");
    let wrong = client.request("prompts/get", &json!({"name": "explore"}));
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    let resources = client.request("resources/list", &json!({}))["result"]["resources"].clone();
    for resource in resources.as_array().into_iter().flatten() {
        let read = client.request("resources/read", &json!({"uri": resource["uri"]}));
        assert_eq!(
            read["result"]["contents"][0]["mimeType"], "application/json",
            "{read}"
        );
    }
    let below = client.request("resources/read", &json!({"uri": "mast://skeleton/src"}));
    assert!(below.to_string().contains("src/greet.ts"), "{below}");
    let missing = client.request("resources/read", &json!({"uri": "mast://none"}));
    assert!(missing["error"]["code"].is_i64(), "{missing}");
    let mut completed = |reference: Value, name: &str, typed: &str| {
        let params = json!({"ref": reference, "argument": {"name": name, "value": typed}});
        client.request("completion/complete", &params)["result"]["completion"]["values"].clone()
    };
    let prompt = json!({"type": "ref/prompt", "name": "before_refactor"});
    assert_eq!(completed(prompt.clone(), "symbol", "gre"), json!(["greet"]));
    assert_eq!(completed(prompt.clone(), "path", "s"), json!(["src/"]));
    assert_eq!(completed(prompt.clone(), "path", "src/m"), json!(["src/main.ts"]));
    assert_eq!(completed(prompt, "path", "greet"), json!(["src/greet.ts"]));
    let template = json!({"type": "ref/resource", "uri": "mast://skeleton/{+directory}"});
    assert_eq!(completed(template, "directory", ""), json!(["README.md", "src/"]));
}

#[test]
fn it_ends_with_its_input_even_while_it_indexes() {
    let project = greetings();
    for file in 0..2_000 {
        project.write(
            &format!("many/f{file}.ts"),
            format!("export const c{file} = {file};\n"),
        );
    }
    let mut client = Client::connect(project.root(), &[]);
    client.begin(
        "tools/call",
        &json!({"name": "mast_search", "arguments": {"query": "c1"}}),
    );
    let started = (CLOCK.instant)();
    let ran = client.close();
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        started.elapsed() < Duration::from_secs(8),
        "{:?}",
        started.elapsed()
    );
    let silent = Client::spawn(project.root(), &[]).close();
    assert_eq!(
        (silent.code, silent.out.as_str(), silent.err.as_str()),
        (Some(0), "", "")
    );
}

/// A request that is written before the input is closed is answered: a script can do without waiting.
#[test]
fn what_was_asked_before_the_end_is_answered() {
    let project = indexed();
    let mut client = Client::connect(project.root(), &[]);
    client.begin(
        "tools/call",
        &json!({"name": "mast_search", "arguments": {"query": "greet"}}),
    );
    let out = client.close().out;
    assert!(out.contains("src/greet.ts"), "{out}");
}

#[cfg(unix)]
#[test]
fn it_ends_with_its_parent_and_at_a_signal() {
    let project = indexed();
    // The shell starts the server, keeps its input open through another process, and is killed.
    let script = format!(
        "exec 3<&0; sleep 60 | '{}' serve <&3 & echo $! >server; exec sleep 60",
        program::path().display()
    );
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &script])
        .current_dir(project.root())
        .stderr(std::process::Stdio::null());
    let mut client = Client::of(shell);
    client.shake_hands("2025-06-18", &json!({}));
    let parent = client.process();
    signal("KILL", parent);
    let started = (CLOCK.instant)();
    // Its output ends when it does; its input is still open.
    while !client.has_ended() {
        assert!(started.elapsed() < Duration::from_secs(10), "it lives on");
        std::thread::sleep(Duration::from_millis(20));
    }
    let client = Client::connect(project.root(), &[]);
    signal("TERM", client.process());
    let ran = client.end();
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let sent = std::process::Command::new("kill")
        .args([&format!("-{name}"), &process.to_string()])
        .status();
    assert!(sent.is_ok_and(|status| status.success()), "{name} {process}");
}

#[test]
fn a_call_that_indexes_tells_how_far_it_is_and_can_be_withdrawn() {
    let project = greetings();
    for file in 0..600 {
        project.write(
            &format!("many/f{file}.ts"),
            format!("export const c{file} = {file};\n"),
        );
    }
    let mut client = Client::connect(project.root(), &[]);
    let call = json!({
        "name": "mast_search", "arguments": {"query": "greet"}, "_meta": {"progressToken": "p"},
    });
    let id = client.begin("tools/call", &call);
    client.answer_to(id);
    let told: Vec<&Value> = client
        .notifications
        .iter()
        .filter(|message| message["method"] == "notifications/progress")
        .map(|message| &message["params"])
        .collect();
    let steps: Vec<u64> = told
        .iter()
        .filter_map(|params| params["progress"].as_f64())
        .map(|n| n as u64)
        .collect();
    assert!(!steps.is_empty() && steps.is_sorted(), "{told:?}");
    assert!(
        told.iter().all(|params| params["progressToken"] == "p"),
        "{told:?}"
    );
    // A call that was withdrawn has no answer, and the next one has.
    let withdrawn = client.begin("tools/call", &call);
    client.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": withdrawn},
    }));
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
}

#[test]
fn a_run_that_is_withdrawn_stops_and_leaves_the_index_as_it_was() {
    let project = indexed();
    for file in 0..1_500 {
        project.write(
            &format!("many/f{file}.ts"),
            format!("export const c{file} = {file};\n"),
        );
    }
    let mut client = Client::connect(project.root(), &["--no-watch"]);
    let call = json!({"name": "mast_reindex", "arguments": {"full": true}, "_meta": {"progressToken": 1}});
    let withdrawn = client.begin("tools/call", &call);
    while client.hear()["method"] != "notifications/progress" {}
    client.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": withdrawn},
    }));
    soon("the run has ended", || {
        let status: Value = serde_json::from_str(&client.text("mast_status", &json!({}))).unwrap_or_default();
        status.get("indexing").is_none() && status["stale_files"] == 1_500
    });
    let ran = client.close();
    assert!(
        ran.err.contains("[mast] a call of mast_reindex was cancelled\n"),
        "{}",
        ran.err
    );
    assert!(!ran.out.contains(&format!("\"id\":{withdrawn},")), "{}", ran.out);
}
