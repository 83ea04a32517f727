//! The git repository around a project, as git itself tells of it: settings in any of git's files, worktrees and submodules count.
//!
//! Only what is about git's own hooks asks git; indexing never does.

pub(crate) mod block;
pub(crate) mod hooks;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mast_core::error::{Error, ErrorKind, Result};

/// What would make git speak of another repository than the one that a directory is in.
const LEADS_ELSEWHERE: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_NAMESPACE",
];

/// The repository that a project is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repository {
    /// The directory with git's files that all worktrees share, as git writes it.
    pub(crate) common_dir: String,
    /// The top of the worktree that the project is in.
    pub(crate) top: PathBuf,
    /// The project from there, with `/`; empty when it is the whole worktree.
    pub(crate) project: String,
    /// Where git looks for hooks.
    pub(crate) hooks: PathBuf,
}

/// The repository around `root`.
///
/// # Errors
///
/// When there is none, it has no worktree or no place for hooks, or git cannot be asked.
pub(crate) fn around(root: &Path) -> Result<Repository> {
    let told = ask(
        root,
        &[
            "--path-format=absolute",
            "--show-toplevel",
            "--git-common-dir",
            "--show-prefix",
        ],
    )?;
    let [top, common_dir, project] = told.as_slice() else {
        return Err(not_understood(&told));
    };
    let top = PathBuf::from(top);
    // A relative `core.hooksPath` counts from where hooks run.
    let hooks = ask(&top, &["--path-format=absolute", "--git-path", "hooks"])?;
    let [hooks] = hooks.as_slice() else {
        return Err(not_understood(&hooks));
    };
    let hooks = PathBuf::from(hooks);
    if hooks.exists() && !hooks.is_dir() {
        return Err(Error::invalid_input(format!(
            "git runs no hooks here: `{}` is no directory",
            hooks.display()
        ))
        .with_hint("`git config --show-origin core.hooksPath` says where that is set"));
    }
    Ok(Repository {
        common_dir: common_dir.clone(),
        project: project.trim_end_matches('/').to_owned(),
        hooks,
        top,
    })
}

fn not_understood(told: &[String]) -> Error {
    Error::new(
        ErrorKind::Io,
        format!("git's answer is not understood: `{}`", told.join(" ")),
    )
    .with_hint("git 2.31 or newer is needed")
}

/// Whether git ignores `path` in the repository around `root`; none where there is none, or git cannot be asked.
pub(crate) fn ignores(root: &Path, path: &Path) -> Option<bool> {
    // A directory is ignored when everything in it is.
    let inside = path.join("graph.db");
    let output = in_directory(root)
        .args(["check-ignore", "--quiet"])
        .arg(inside)
        .output()
        .ok()?;
    match output.status.code()? {
        0 => Some(true),
        1 => Some(false),
        _ => None,
    }
}

/// Git, asked about the repository around `directory`.
fn in_directory(directory: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C")
        .arg(directory)
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    for name in LEADS_ELSEWHERE {
        git.env_remove(name);
    }
    git
}

/// The lines that `git rev-parse` answers.
fn ask(directory: &Path, questions: &[&str]) -> Result<Vec<String>> {
    let output = in_directory(directory)
        .arg("rev-parse")
        .args(questions)
        .output()
        .map_err(|reason| {
            Error::new(ErrorKind::Io, format!("git cannot be started: {reason}"))
                .with_hint("install git, and see that it is on the PATH")
        })?;
    if output.status.success() {
        let text = String::from_utf8_lossy(&output.stdout);
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let complaint = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(refusal(directory, &complaint))
}

fn refusal(directory: &Path, complaint: &str) -> Error {
    let place = directory.display();
    if complaint.contains("not a git repository") {
        return Error::invalid_input(format!("`{place}` is not in a git repository")).with_hint(
            "run `git init` there first, or name a project that is in one: `mast install-hooks <path>`",
        );
    }
    if complaint.contains("must be run in a work tree") {
        return Error::invalid_input(format!("`{place}` is in a git repository without a worktree"))
            .with_hint("name a directory of checked-out files: `mast install-hooks <path>`");
    }
    let first = complaint.lines().next().unwrap_or_default();
    Error::new(
        ErrorKind::Io,
        format!("git refuses to tell of `{place}`: {first}"),
    )
    .with_hint(format!("`git -C '{place}' status` says more"))
}
