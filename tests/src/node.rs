//! Node with the addon and the program that were just built, for tests of the Node package.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::{program, repository};

/// Node, with what the Node package is to use in place of its platform package; nothing, and a word about it, where it is not here.
///
/// # Panics
///
/// When the addon cannot be built.
pub fn command() -> Option<Command> {
    static IS_HERE: OnceLock<bool> = OnceLock::new();
    let is_here = *IS_HERE.get_or_init(|| {
        let mut version = Command::new("node");
        version
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let ran = version.status().is_ok_and(|status| status.success());
        if !ran {
            say("node is not here, so the tests of the Node package are not run");
        }
        ran
    });
    is_here.then(|| {
        let mut command = Command::new("node");
        command
            .env("MAST_ADDON", addon())
            .env("MAST_BINARY", program::path())
            .env("MAST_TEST_TOOLS", program::built().join("node-tools"))
            .env_remove("MAST_STATE_DIR");
        command
    })
}

/// The addon that was just built.
///
/// # Panics
///
/// When it cannot be built.
pub fn addon() -> PathBuf {
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let addon = program::built().join(format!("{before}mast_node{after}"));
    assert!(addon.is_file(), "`mast-node` could not be built");
    addon
}

/// The Node package, answering for the project at `root`.
pub fn answerer(root: &Path) -> Option<Command> {
    let mut command = command()?;
    command.arg(repository().join("tests/node/answer.mjs")).arg(root);
    Some(command)
}

#[allow(clippy::disallowed_macros, reason = "what is not tested is said")]
fn say(what: &str) {
    eprintln!("{what}");
}
