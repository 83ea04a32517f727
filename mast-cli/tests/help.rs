//! `docs/cli.md` is what the program says of itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

use mast_core::error::ERROR_ROWS;
use mast_tests::derived;

#[test]
fn the_commands_are_documented() {
    let overview = help(&[]);
    let mut body = section("mast", &overview);
    for command in commands(&overview) {
        body.push_str(&section(&format!("mast {command}"), &help(&[command])));
    }
    body.push_str(&exit_codes());
    derived::check(
        "docs/cli.md",
        &derived::document("Command line", "mast-cli/src/args.rs", &body),
    );
}

fn section(command: &str, help: &str) -> String {
    format!("## `{command}`\n\n```text\n{}\n```\n\n", help.trim_end())
}

/// What the program prints for `--help`, as wide as on a wide terminal.
fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mast"))
        .args(command)
        .arg("--help")
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("help is UTF-8");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").replace("mast.exe", "mast")
}

/// The names that `mast --help` lists.
fn commands(overview: &str) -> Vec<&str> {
    let listed = overview.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    // A line that goes on with a long description is indented further.
    let starts = listed.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    let names: Vec<&str> = starts.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(!names.is_empty(), "no commands in:\n{overview}");
    names
}

fn exit_codes() -> String {
    let mut kinds: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for row in ERROR_ROWS {
        kinds
            .entry(row.exit_code)
            .or_default()
            .push(format!("`{}`", row.name));
    }
    kinds.entry(0).or_default().push("success".to_owned());
    kinds
        .entry(1)
        .or_default()
        .push("`mast status` where nothing is indexed".to_owned());
    kinds
        .entry(1)
        .or_default()
        .push("`mast setup --check` where something is missing or out of date".to_owned());
    kinds
        .entry(2)
        .or_default()
        .push("a command line that cannot be understood".to_owned());
    let mut text = "## Exit codes\n\n| code | meaning |\n|---|---|\n".to_owned();
    for (code, kinds) in kinds {
        let _ = writeln!(text, "| {code} | {} |", kinds.join(", "));
    }
    text
}
