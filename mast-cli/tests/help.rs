//! `docs/cli.md`, `docs/mast.1` and the completions of shells are what the program says of itself.

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

#[test]
fn the_manual_page_is_derived() {
    let page = printed(&["man"]);
    let notice = ".\\\" Derived from the program; `cargo test --package mast-cli` rewrites it. Change mast-cli/src/args.rs.\n";
    derived::check("docs/mast.1", &format!("{notice}{page}"));
    for command in commands(&help(&[])) {
        assert!(page.contains(&format!(".SS \"mast {command}\"\n")), "{command}");
    }
}

#[test]
fn every_shell_completes_commands_tools_and_topics() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for word in commands(&help(&[])) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // Of these two the generator knows flags and commands alone.
        if !matches!(shell, "elvish" | "powershell") {
            assert!(
                script.contains("mast_callers") && script.contains("signals"),
                "{shell}"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_what_is_typed() {
    let completed = |typed: &str| {
        let asked = format!(
            "compopt() {{ :; }}; eval \"$(\"$0\" completions bash)\"; COMP_WORDS=({typed}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); \
             _mast mast \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let output = Command::new("bash")
            .args(["--norc", "-c", &asked, env!("CARGO_BIN_EXE_mast")])
            .stdin(Stdio::null())
            .output()
            .expect("bash runs");
        assert!(output.stderr.is_empty(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    assert_eq!(completed("mast stat"), "status");
    assert_eq!(completed("mast query mast_c"), "mast_callers");
    assert_eq!(completed("mast docs sig"), "signals");
    assert_eq!(completed("mast search --no"), "--no-refresh");
    assert_eq!(
        completed("mast search x --language ''"),
        "typescript javascript markdown"
    );
}

fn section(command: &str, help: &str) -> String {
    format!("## `{command}`\n\n```text\n{}\n```\n\n", help.trim_end())
}

/// What the program prints for `--help`, as wide as on a wide terminal.
fn help(command: &[&str]) -> String {
    let text = printed(&[command, &["--help"]].concat());
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").replace("mast.exe", "mast")
}

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mast"))
        .args(arguments)
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("what it prints is UTF-8")
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
    kinds.entry(1).or_default().extend(
        [
            "`mast status` where nothing is indexed",
            "`mast doctor` where there is a problem",
            "`mast setup --check` and `mast install-hooks --check` where something is missing or out of date",
            "`mast install-hooks` where a hook had to be left alone",
        ]
        .map(str::to_owned),
    );
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
