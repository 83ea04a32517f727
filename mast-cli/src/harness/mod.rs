//! Harnesses: the programs that an assistant works in, and what mast writes so that one is told of it.
//!
//! Each harness is a constant in a file of its own: which files it reads, in which shape. The parts do the work: `hooks` for
//! commands that it runs, `rules` for texts that it reads, `servers` for the MCP server that it starts. A part turns the text of a
//! file into the text that it should have; nothing here writes one.
//!
//! Invariant: only what bears the mark of mast is changed or removed: a hook by the end of its command, a text by its markers or by
//! the name of its file, a server by its name and by what it starts.

mod claude;
mod codex;
mod cursor;
mod desktop;
mod gemini;
pub(crate) mod hooks;
pub(crate) mod part;
pub(crate) mod presence;
pub(crate) mod rules;
pub(crate) mod servers;
mod vscode;
mod windsurf;
mod zed;

use std::path::{Path, PathBuf};

use crate::installation::{Installation, Launch};
use mast_core::error::{Error, Result};

use hooks::Hooks;
use part::{Part, Work};
use rules::Rules;
use servers::Servers;

/// Every harness.
pub(crate) const HARNESSES: &[&Harness] = &[
    &claude::HARNESS,
    &cursor::HARNESS,
    &vscode::HARNESS,
    &windsurf::HARNESS,
    &zed::HARNESS,
    &desktop::HARNESS,
    &codex::HARNESS,
    &gemini::HARNESS,
];

/// A program that an assistant works in.
#[derive(Debug)]
pub(crate) struct Harness {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What can be told to its assistant, in one line.
    pub(crate) channels: &'static str,
    /// The commands that it runs.
    pub(crate) hooks: Option<Hooks>,
    /// The texts that it reads.
    pub(crate) rules: Rules,
    /// Where it looks for MCP servers.
    pub(crate) servers: Servers,
    /// What one has to know of it, said after something was installed.
    pub(crate) note: Option<&'static str>,
}

/// For whom something is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// For everybody who works on this project.
    Project,
    /// For every project of this user.
    User,
}

/// Whether the MCP server is registered as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Registering {
    /// Yes.
    Server,
    /// No.
    Nothing,
}

/// Where files are.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The root of the project.
    pub(crate) root: PathBuf,
    /// The state directory of the project.
    pub(crate) state_dir: PathBuf,
    /// The home directory of the user.
    pub(crate) home: Option<PathBuf>,
    /// Where the user's settings are, when not in `.config` of the home directory.
    pub(crate) config_home: Option<PathBuf>,
}

impl Places {
    /// The home directory.
    ///
    /// # Errors
    ///
    /// When it is not known.
    pub(crate) fn home(&self) -> Result<&Path> {
        self.home.as_deref().ok_or_else(|| {
            Error::invalid_input("the home directory is not known").with_hint("set the variable `HOME`")
        })
    }

    /// Where programs keep the settings of a user.
    ///
    /// # Errors
    ///
    /// When the home directory is not known.
    pub(crate) fn settings(&self) -> Result<PathBuf> {
        match &self.config_home {
            Some(directory) => Ok(directory.clone()),
            None => Ok(self.home()?.join(".config")),
        }
    }

    /// `path` as it is shown: from the root, from the home directory, or whole.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let shown = |start: &str, rest: &Path| start.to_owned() + &rest.to_string_lossy().replace('\\', "/");
        let home = self.home.as_deref();
        // What is done for a user may be done in the home directory.
        let root = Some(&*self.root).filter(|root| home != Some(root));
        match (
            root.and_then(|root| path.strip_prefix(root).ok()),
            home.and_then(|home| path.strip_prefix(home).ok()),
        ) {
            (Some(rest), _) => shown("", rest),
            (None, Some(rest)) => shown("~/", rest),
            (None, None) => path.display().to_string(),
        }
    }
}

impl Harness {
    /// The harness called `name`.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        HARNESSES.iter().copied().find(|harness| harness.name == name)
    }

    /// What is kept in order for `scope`, in the order in which it is written.
    ///
    /// # Errors
    ///
    /// When the harness has nothing there that mast could write.
    pub(crate) fn parts(
        &'static self,
        scope: Scope,
        registering: Registering,
        places: &Places,
    ) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        if let Some(hooks) = &self.hooks {
            let path = match scope {
                Scope::Project => places.root.join(hooks.project),
                Scope::User => places.home()?.join(hooks.user),
            };
            parts.push(Part::new("hooks", path, Work::Hooks(self.name, hooks)));
        }
        if scope == Scope::Project {
            parts.extend(self.rules.parts(places));
        }
        if registering == Registering::Server {
            parts.push(self.servers.part(self, scope, places)?);
        } else if scope == Scope::User && parts.is_empty() && !matches!(self.rules, Rules::None) {
            return Err(Error::invalid_input(format!(
                "{} has no user-level rules file that mast could write",
                self.title
            ))
            .with_hint(format!(
                "leave out `--global` to write the one of a project: mast setup {}",
                self.name
            )));
        }
        Ok(parts)
    }
}

/// How a file of this project, or of the user, starts the program for `harness`.
///
/// # Errors
///
/// When it is a dependency of one project and is to be started outside of it, or cannot be started from the project.
pub(crate) fn launch(
    harness: &Harness,
    installation: &Installation,
    program: &Path,
    scope: Scope,
    places: &Places,
    working_directory: &Path,
) -> Result<Launch> {
    let elsewhere = scope == Scope::User || harness.servers.start_elsewhere();
    if let (Installation::Dependency { package }, true) = (installation, elsewhere) {
        return Err(Error::invalid_input(format!(
            "this mast is a dependency of `{}`: a user-level file that starts it would be wrong in every other project",
            package.display()
        ))
        .with_hint("install mast globally (`pnpm add -g @spikedpunch/mast`) and run that one, or set up the project alone, without `--global`"));
    }
    installation.launch(program, &places.root, working_directory)
}
