//! Git as a test runs it: with nothing of the settings of who runs the test.

use std::path::Path;
use std::process::{Command, Stdio};

/// What git reads instead of the user's settings.
const SETTINGS: &[(&str, &str)] = &[
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_AUTHOR_NAME", "a"),
    ("GIT_AUTHOR_EMAIL", "a@example.org"),
    ("GIT_COMMITTER_NAME", "a"),
    ("GIT_COMMITTER_EMAIL", "a@example.org"),
];

/// Gives `command` an environment of its own, without a home.
#[allow(
    clippy::disallowed_methods,
    reason = "git is found where the test's own programs are"
)]
pub fn surround(command: &mut Command) -> &mut Command {
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("NO_COLOR", "1")
        .envs(SETTINGS.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
}

/// Runs git in `directory` and gives what it printed, on both outputs.
///
/// # Panics
///
/// When it cannot be run, or fails.
#[track_caller]
pub fn git(directory: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    surround(&mut command)
        .args([
            "-c",
            "protocol.file.allow=always",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(arguments)
        .current_dir(directory);
    let output = command.output().expect("git runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    assert!(output.status.success(), "git {arguments:?}: {printed}");
    printed
}
