//! What the latest release is, as the user's npm knows.
//!
//! npm is asked, since it knows which registry, proxy and certificates its user has set up, and mast needs no HTTPS of its own for one
//! question that is asked now and then. It is asked as a child without input, for at most [`PATIENCE`].

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::release::PACKAGE;
use crate::release::version::Version;

/// How long npm has to answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// Where a release says which index schema it has: `"mast": {"schemaVersion": "2.3.0"}` of its package.json.
const SCHEMA_FIELD: &str = "mast.schemaVersion";

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// A published version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    /// Its version.
    pub(crate) version: String,
    /// The version of its index schema, where it says so.
    pub(crate) schema_version: Option<String>,
}

/// The latest release, as npm says in the directory `directory`; else why it is not known.
pub(crate) fn latest(directory: &Path) -> Result<Release, String> {
    let mut npm = Command::new(NPM);
    npm.args([
        "view",
        PACKAGE,
        "version",
        SCHEMA_FIELD,
        "--json",
        "--no-update-notifier",
        // A question leaves nothing behind.
        "--logs-max=0",
    ])
    .current_dir(directory)
    .stdin(Stdio::null())
    .stdout(Stdio::piped())
    .stderr(Stdio::null());
    set_apart(&mut npm);
    let child = npm.spawn().map_err(|reason| match reason.kind() {
        std::io::ErrorKind::NotFound => "npm is not installed, or not on the PATH".to_owned(),
        _ => format!("npm cannot be started: {reason}"),
    })?;
    let output = wait(child)?;
    read(&output)
}

/// What `child` prints until its end, if that comes in time; else it is ended.
fn wait(child: Child) -> Result<Output, String> {
    let group = child.id();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Nobody listens any more once the time is over.
        drop(sender.send(child.wait_with_output()));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(output)) => Ok(output),
        Ok(Err(reason)) => Err(format!("npm's answer cannot be read: {reason}")),
        Err(_) => {
            end(group);
            Err(format!("npm did not answer within {} s", PATIENCE.as_secs()))
        }
    }
}

/// npm may be a script that starts another process; with a group of its own, all of it can be ended.
#[cfg(unix)]
fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn set_apart(_command: &mut Command) {}

#[cfg(unix)]
fn end(group: u32) {
    if let Some(group) = i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw) {
        // A group that is gone needs no end.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(process: u32) {
    let mut taskkill = Command::new("taskkill");
    taskkill.args(["/T", "/F", "/PID", &process.to_string()]);
    // A process that is gone needs no end.
    drop(taskkill.stdout(Stdio::null()).stderr(Stdio::null()).status());
}

/// Reads `{"version": …, "mast.schemaVersion": …}`, the version alone where the release says no more, or npm's complaint.
fn read(output: &Output) -> Result<Release, String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let not_understood = || "npm's answer is not understood".to_owned();
    let Ok(answer) = serde_json::from_str::<Value>(&text) else {
        return Err(if output.status.success() {
            not_understood()
        } else {
            "npm could not ask the registry; are you offline?".to_owned()
        });
    };
    if let Some(error) = answer.get("error") {
        let code = error.get("code").and_then(Value::as_str).unwrap_or_default();
        let summary = error.get("summary").and_then(Value::as_str).unwrap_or(code);
        return Err(match code {
            "E404" => format!("the registry that npm asks does not have {PACKAGE}"),
            "ENOTFOUND" | "EAI_AGAIN" | "ECONNREFUSED" | "ENETUNREACH" | "ETIMEDOUT" | "ENOTCACHED" => {
                "npm cannot reach the registry; are you offline?".to_owned()
            }
            _ => format!("npm says: {}", summary.lines().next().unwrap_or_default()),
        });
    }
    // Of several, as some versions of npm answer, the last is the newest.
    let answer = answer.as_array().and_then(|all| all.last()).unwrap_or(&answer);
    let field = |name: &str| answer.get(name).and_then(Value::as_str);
    let version = answer
        .as_str()
        .or_else(|| field("version"))
        .ok_or_else(not_understood)?;
    if Version::parse(version).is_none() {
        return Err(not_understood());
    }
    Ok(Release {
        version: version.to_owned(),
        schema_version: field(SCHEMA_FIELD).map(str::to_owned),
    })
}
