//! Hooks of git that bring the index up to date: which files they are in, what stands in them, and whether it is current.
//!
//! A hook never fails, prints nothing, and returns before the run that it starts has read a file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use mast_core::error::{Error, Result};

use crate::edit::file::{Mode, replace};
use crate::git::Repository;
use crate::git::block::{Block, Rest, foreign_interpreter};
use crate::installation::{Installation, Launch};

/// The hooks that run when files of the worktree may have changed.
pub(crate) const HOOKS: &[&str] = &["post-commit", "post-checkout", "post-merge", "post-rewrite"];

/// The program as a word of the shell, found when the hook runs.
const ON_THE_PATH: &str = "\"$(command -v mast)\"";

/// What is done to one hook, or would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing: it is as it should be.
    UpToDate,
    /// Nothing: there is nothing of ours.
    NotInstalled,
    /// This becomes the text of the file.
    Install(String),
    /// The same, in the place of lines that are out of date.
    Update(String),
    /// Our lines are taken out.
    Remove(Rest),
    /// Nothing, since the file is not as ours can stand in it: why, and what to do.
    Leave(String),
}

/// One hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hook {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its file.
    pub(crate) path: PathBuf,
    /// What is done to it.
    pub(crate) step: Step,
}

/// How the hooks of a project start the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// Words of the shell, each a program, best first.
    pub(crate) programs: Vec<String>,
    /// The directory of the index, where it was named.
    pub(crate) state_dir: Option<PathBuf>,
}

/// Where hooks are written, which is not always where git looks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Directory {
    path: PathBuf,
    runner: Runner,
}

/// What runs a hook's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    /// Git, which passes over a file that is not executable.
    Git,
    /// A script of husky's, which gives any file to `sh`.
    Husky,
}

impl Repository {
    /// How hooks of the project at `root` start the program at `program`.
    ///
    /// # Errors
    ///
    /// When the program is a dependency of a package that does not serve this project.
    pub(crate) fn start(
        &self,
        program: &Path,
        root: &Path,
        working_directory: &Path,
        state_dir: Option<PathBuf>,
    ) -> Result<Start> {
        let installation = Installation::of(program, Some(root));
        let named = |path: &Path| quoted(&path.to_string_lossy());
        let mut programs = Vec::new();
        match installation.launch(program, root, working_directory)? {
            Launch::FromRoot(path) => programs.push(quoted(&format!("./{path}"))),
            // Where others get the file too, a path of this machine means nothing.
            Launch::At(_) | Launch::ByName if self.is_shared_with_people() => {}
            Launch::At(path) => programs.push(named(&path)),
            // What was unpacked for one run, or bears a version in its path, is gone some day.
            Launch::ByName if installation == Installation::OneRun || is_versioned(program) => {}
            Launch::ByName => programs.push(named(program)),
        }
        programs.push(ON_THE_PATH.to_owned());
        Ok(Start { programs, state_dir })
    }

    /// Whether the hooks stand among the files of the worktree, where they may be committed.
    pub(crate) fn is_shared_with_people(&self) -> bool {
        self.hooks.starts_with(&self.top) && !self.hooks.starts_with(&self.common_dir)
    }

    /// Whether the hooks are those of other repositories too.
    fn is_shared_with_repositories(&self) -> bool {
        !self.hooks.starts_with(&self.top) && !self.hooks.starts_with(&self.common_dir)
    }

    /// Each hook with what has to be done to have ours in it.
    ///
    /// # Errors
    ///
    /// When one cannot be read.
    pub(crate) fn to_install(&self, start: &Start) -> Result<Vec<Hook>> {
        let block = self.block(Some(start));
        let directory = self.directory();
        let hooks = HOOKS.iter().map(|name| {
            let path = directory.path.join(name);
            let step = to_install(&path, directory.runner, &block)?;
            Ok(Hook { name, path, step })
        });
        hooks.collect()
    }

    /// Each hook with what has to be done to have nothing of ours in it, also where git does not look for it any more.
    ///
    /// # Errors
    ///
    /// When one cannot be read.
    pub(crate) fn to_remove(&self) -> Result<Vec<Hook>> {
        let block = self.block(None);
        let now = self.directory().path;
        let own = Path::new(&self.common_dir).join("hooks");
        let mut hooks = Vec::new();
        for name in HOOKS {
            let path = now.join(name);
            let step = to_remove(&path, &block)?;
            let former = own.join(name);
            if own != now && to_remove(&former, &block)? != Step::NotInstalled {
                hooks.push(Hook {
                    name,
                    step: to_remove(&former, &block)?,
                    path: former,
                });
            }
            hooks.push(Hook { name, path, step });
        }
        Ok(hooks)
    }

    /// Husky keeps the files that git runs in a directory of its own, written anew at each installation; those of people are above.
    fn directory(&self) -> Directory {
        let is_huskys = self.hooks.ends_with("_") && self.hooks.join("h").is_file();
        match self.hooks.parent().filter(|_| is_huskys) {
            Some(above) => Directory {
                path: above.to_owned(),
                runner: Runner::Husky,
            },
            None => Directory {
                path: self.hooks.clone(),
                runner: Runner::Git,
            },
        }
    }

    fn block(&self, start: Option<&Start>) -> Block {
        let mut name = Vec::new();
        if self.is_shared_with_repositories() {
            name.push(self.common_dir.as_str());
        }
        if !self.project.is_empty() {
            name.push(self.project.as_str());
        }
        Block {
            name: name.join(" "),
            lines: start.map_or_else(String::new, |start| self.lines(start)),
        }
    }

    /// The run goes on in the background, with nothing of git's open, so that neither git nor what waits for git waits for it.
    fn lines(&self, start: &Start) -> String {
        let state_dir = start.state_dir.as_ref();
        let state_dir = state_dir.map_or_else(String::new, |directory| {
            format!(" --state-dir {}", quoted(&directory.to_string_lossy()))
        });
        let is_this = self.is_shared_with_repositories().then(|| {
            let asked = "$(git rev-parse --path-format=absolute --git-common-dir)";
            format!("  [ \"{asked}\" = {} ] || exit 0\n", quoted(&self.common_dir))
        });
        let goes_there = (!self.project.is_empty()).then(|| {
            let project = quoted(&format!("./{}", self.project));
            format!("  cd {project} || exit 0\n")
        });
        [
            "# Brings the code-search index up to date, in the background. `mast install-hooks --remove` takes these lines out.\n(\n",
            &is_this.unwrap_or_default(),
            &goes_there.unwrap_or_default(),
            &format!("  for mast in {}; do\n", start.programs.join(" ")),
            "    if [ -x \"$mast\" ]; then\n",
            &format!("      \"$mast\" index --incremental{state_dir} . &\n"),
            "      break\n    fi\n  done\n) </dev/null >/dev/null 2>&1 || :\n",
        ]
        .concat()
    }
}

fn to_install(path: &Path, runner: Runner, block: &Block) -> Result<Step> {
    let text = match look(path)? {
        Looked::Absent => None,
        Looked::Odd(why) => return Ok(Step::Leave(why)),
        Looked::Text(text) => Some(text),
    };
    if let Some(interpreter) = text.as_deref().and_then(foreign_interpreter) {
        return Ok(Step::Leave(format!(
            "it is run by `{interpreter}`; have it start `mast index --incremental` itself"
        )));
    }
    if text.is_some() && runner == Runner::Git && !is_executable(path) {
        return Ok(Step::Leave(format!(
            "it is not executable, so git does not run it; `chmod +x '{}'` first, or delete it",
            path.display()
        )));
    }
    let Ok(wanted) = block.put(text.as_deref()) else {
        return Ok(half_a_block());
    };
    Ok(match text {
        Some(text) if text == wanted => Step::UpToDate,
        Some(text) if block.take_out(&text).is_ok_and(|rest| rest.is_some()) => Step::Update(wanted),
        Some(_) | None => Step::Install(wanted),
    })
}

fn to_remove(path: &Path, block: &Block) -> Result<Step> {
    let Looked::Text(text) = look(path)? else {
        return Ok(Step::NotInstalled);
    };
    Ok(match block.take_out(&text) {
        Ok(Some(rest)) => Step::Remove(rest),
        Ok(None) => Step::NotInstalled,
        Err(_) => half_a_block(),
    })
}

fn half_a_block() -> Step {
    Step::Leave(
        "one of the lines `# BEGIN mast` and `# END mast` is missing; delete what is left of them".to_owned(),
    )
}

/// What stands at the place of a hook.
enum Looked {
    Absent,
    Text(String),
    Odd(String),
}

fn look(path: &Path) -> Result<Looked> {
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(reason) if matches!(reason.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Looked::Absent);
        }
        Err(reason) => return Err(Error::io("look at", path, &reason)),
    };
    if metadata.is_symlink() {
        let target = fs::read_link(path).unwrap_or_default();
        return Ok(Looked::Odd(format!(
            "it is a link to `{}`; have that start `mast index --incremental` itself",
            target.display()
        )));
    }
    if !metadata.is_file() {
        return Ok(Looked::Odd("it is no file".to_owned()));
    }
    let bytes = fs::read(path).map_err(|reason| Error::io("read", path, &reason))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Looked::Text(text),
        Ok(_) | Err(_) => {
            Looked::Odd("it is no script; have it start `mast index --incremental` itself".to_owned())
        }
    })
}

impl Hook {
    /// Whether the lines that are there name a directory of the index, as those of `--state-dir` do.
    pub(crate) fn names_state_dir(&self) -> bool {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        text.contains("index --incremental --state-dir ")
    }

    /// Does what is to be done.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub(crate) fn carry_out(&self) -> Result<()> {
        let refused = |reason: io::Error| {
            Error::io("write", &self.path, &reason)
                .with_hint("see who may write there; the file is as it was")
        };
        match &self.step {
            Step::UpToDate | Step::NotInstalled | Step::Leave(_) => Ok(()),
            Step::Install(text) | Step::Update(text) | Step::Remove(Rest::Text(text)) => {
                write(&self.path, text).map_err(refused)
            }
            Step::Remove(Rest::OursAlone) => fs::remove_file(&self.path).map_err(refused),
        }
    }
}

/// A file that is there keeps its mode, a new one can be executed.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let before = fs::metadata(path).ok();
    replace(path, text, before.as_ref().map_or(Mode::Executable, Mode::Of))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    true
}

/// Whether the path bears a version, as in the store of a package manager.
fn is_versioned(program: &Path) -> bool {
    program
        .components()
        .any(|part| matches!(part.as_os_str().to_str(), Some(".pnpm" | ".store" | "_npx")))
}

/// `text` as one word of the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
