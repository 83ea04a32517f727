//! What the program learns from the process it runs in, and the engines that follow from it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use mast_core::engine::{Engine, Refresh};
use mast_core::error::{Error, ErrorKind, Result};
use mast_core::project::config::{Config, Overrides};
use mast_core::project::root::{self, Surroundings};
use mast_surface::process::{self, CLOCK, state_dir_variable, surroundings, variable};

use crate::args::{Freshness, Place};
use crate::harness::{Places, Scope};
use crate::installation::Installation;

/// Every variable of the environment that the program reads, here or in what all surfaces share, with what it does.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    (
        "MAST_STATE_DIR",
        "directory of the index; `--state-dir` outranks it, and it outranks `state_dir` of mast.config.json",
    ),
    (
        "MAST_ROOT",
        "project root of `mast serve`; `--root` and the path outrank it",
    ),
    (
        "MAST_HTTP_TOKEN",
        "the token that clients of `mast serve --http` have to bear",
    ),
    (
        "MAST_SEED_DIR",
        "where `mast serve` finds an index that was built with a container image; /opt/mast-seed without it",
    ),
    (
        "npm_config_user_agent",
        "which package manager started the program, for `mast upgrade`; package managers set it",
    ),
    (
        "PATH",
        "where `mast setup` and `mast doctor` look for a `mast`, and where git and npm are found",
    ),
    ("NO_COLOR", "no colours, also on a terminal"),
    ("CLICOLOR_FORCE", "colours, also where the output is no terminal"),
    (
        "HOME",
        "the home directory, which is never a project root; USERPROFILE where it is not set",
    ),
    ("USERPROFILE", "the same on Windows"),
    (
        "XDG_CONFIG_HOME",
        "where git keeps the user's own ignore file; ~/.config without it",
    ),
];

/// The engine of the project that the command line names.
pub(crate) fn engine(place: &Place) -> Result<Engine> {
    engine_with(place, Overrides::default())
}

/// The same, with settings of `mast init`.
pub(crate) fn engine_with(place: &Place, settings: Overrides) -> Result<Engine> {
    let place = process::Place {
        root: place.root.clone().or_else(|| place.path.clone()),
        state_dir: place.state_dir.clone(),
    };
    process::engine(&place, settings)
}

/// Where a server looks for its project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// Where the flags, the environment or the working directory say.
    Here,
    /// At or above this directory, which a client works in.
    Above(PathBuf),
    /// In this directory.
    At(PathBuf),
}

/// Finds the project of a server: what the flags and the environment said when it started, and where a client works.
#[derive(Debug)]
pub(crate) struct Finder {
    root: Option<PathBuf>,
    state_dir: Option<PathBuf>,
    state_dir_variable: Option<PathBuf>,
    surroundings: Surroundings,
}

impl Finder {
    /// What `place` and the environment say.
    pub(crate) fn new(place: &Place) -> Result<Self> {
        let named = place.root.clone().or_else(|| place.path.clone());
        Ok(Self {
            root: named.or_else(|| variable("MAST_ROOT").map(PathBuf::from)),
            state_dir: place.state_dir.clone(),
            state_dir_variable: state_dir_variable(),
            surroundings: surroundings()?,
        })
    }

    /// Whether a flag or the environment names the root.
    pub(crate) fn names_root(&self) -> bool {
        self.root.is_some()
    }

    /// The engine of the project at `place`.
    pub(crate) fn engine(&self, place: Where) -> Result<Engine> {
        let root = match place {
            Where::At(root) => root,
            Where::Above(directory) => {
                let there = Surroundings {
                    working_directory: directory,
                    ..self.surroundings.clone()
                };
                root::find(None, &there)?
            }
            Where::Here => self.here()?,
        };
        let absolute = |directory: &PathBuf| self.surroundings.working_directory.join(directory);
        let overrides = Overrides {
            state_dir: self.state_dir.as_ref().map(absolute),
            state_dir_variable: self.state_dir_variable.clone(),
            ..Overrides::default()
        };
        Engine::open(&root, &overrides, self.surroundings.clone(), CLOCK)
    }

    /// A client that does not start its servers in a project names the state directory of one; the project is around that.
    fn here(&self) -> Result<PathBuf> {
        let found = root::find(self.root.as_deref(), &self.surroundings);
        let named = self.state_dir.as_ref().or(self.state_dir_variable.as_ref());
        match (found, named) {
            (Err(error), Some(state_dir))
                if self.root.is_none()
                    && error.kind == ErrorKind::RootRefused
                    && state_dir.is_absolute()
                    && state_dir.file_name() == Some(".mast".as_ref()) =>
            {
                root::find(state_dir.parent(), &self.surroundings).map_err(|_| error)
            }
            (found, _) => found,
        }
    }
}

/// The words of the command line behind the program; what is not Unicode in them is replaced.
pub(crate) fn arguments() -> Vec<String> {
    let words = std::env::args_os().skip(1);
    words.map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The file of the program that runs.
pub(crate) fn program() -> Result<PathBuf> {
    std::env::current_exe()
        .map_err(|reason| Error::internal(format!("the program does not know where it is: {reason}")))
}

/// The working directory.
pub(crate) fn working_directory() -> Result<PathBuf> {
    surroundings().map(|surroundings| surroundings.working_directory)
}

/// How the package manager calls itself that started the program, such as `pnpm/10.0.0 npm/? node/v22.0.0`.
pub(crate) fn package_manager() -> Option<String> {
    variable("npm_config_user_agent").map(|agent| agent.to_string_lossy().into_owned())
}

/// The engine of the project around `directory`, which may be written from the working directory; without one, of the project here.
pub(crate) fn engine_around(directory: Option<&Path>) -> Result<Engine> {
    let mut surroundings = surroundings()?;
    if let Some(directory) = directory {
        surroundings.working_directory.push(directory);
    }
    let root = root::find(None, &surroundings)?;
    let overrides = Overrides {
        state_dir_variable: state_dir_variable(),
        ..Overrides::default()
    };
    Engine::open(&root, &overrides, surroundings, CLOCK)
}

/// What a setup has to know: the project, the user, and this program.
#[derive(Debug)]
pub(crate) struct Here {
    /// Where files are.
    pub(crate) places: Places,
    /// The program that runs.
    pub(crate) program: PathBuf,
    /// How it was installed.
    pub(crate) installation: Installation,
    /// The working directory.
    pub(crate) working_directory: PathBuf,
    /// Whether a program called `mast` is found by that name.
    pub(crate) is_on_path: bool,
}

/// The project at `path`, or around the working directory. What is done for a user needs none.
pub(crate) fn here(path: Option<&Path>, scope: Scope) -> Result<Here> {
    let surroundings = surroundings()?;
    let root = match (root::find(path, &surroundings), scope) {
        (Ok(root), _) => Some(root),
        (Err(_), Scope::User) if path.is_none() => None,
        (Err(error), _) => return Err(error),
    };
    let program = program()?;
    let installation = Installation::of(&program, root.as_deref());
    let directory = root.unwrap_or_else(|| surroundings.working_directory.clone());
    let overrides = Overrides {
        state_dir_variable: state_dir_variable(),
        ..Overrides::default()
    };
    // A configuration that is wrong is reported by the commands that need it.
    let config = Config::load(&directory, &overrides).ok();
    let state_dir = config.map_or_else(
        || directory.join(".mast"),
        |config| config.state_dir.path().to_owned(),
    );
    Ok(Here {
        places: Places {
            root: directory,
            state_dir,
            home: surroundings.home,
            config_home: surroundings.config_home,
        },
        installation,
        program,
        working_directory: surroundings.working_directory,
        is_on_path: on_path("mast").is_some(),
    })
}

/// The first program called `name` on the `PATH`.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let directories = variable("PATH").unwrap_or_default();
    std::env::split_paths(&directories).find_map(|directory| {
        // A package manager of Node installs a script on Windows.
        let script = cfg!(windows).then(|| directory.join(format!("{name}.cmd")));
        let mut places = std::iter::once(directory.join(&file)).chain(script);
        places.find(|place| place.is_file())
    })
}

/// The time of day.
pub(crate) fn now() -> SystemTime {
    (CLOCK.now)()
}

/// Where an image keeps an index that was built with it.
pub(crate) fn seed_directory() -> PathBuf {
    variable("MAST_SEED_DIR").map_or_else(|| PathBuf::from("/opt/mast-seed"), PathBuf::from)
}

/// The token that clients of `mast serve --http` have to bear.
pub(crate) fn http_token() -> Option<String> {
    variable("MAST_HTTP_TOKEN").and_then(|token| token.into_string().ok())
}

/// What the flags say about changed files.
pub(crate) const fn refresh(freshness: &Freshness) -> Refresh {
    if freshness.no_refresh {
        Refresh::Off
    } else if freshness.reindex {
        Refresh::Fully
    } else {
        Refresh::WithinBudget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_known_and_specified() {
        let read: Vec<&str> = [
            include_str!("surroundings.rs"),
            include_str!("output.rs"),
            include_str!("../../mast-surface/src/process.rs"),
        ]
        .iter()
        .flat_map(|text| text.split('"').filter(|word| is_variable(word)))
        .collect();
        assert!(read.len() > VARIABLES.len(), "{read:?}");
        let specification = include_str!("../../docs/spec.md");
        for name in read {
            assert!(VARIABLES.iter().any(|(known, _)| *known == name), "{name}");
            assert!(
                specification.contains(&format!("| `{name}` |")),
                "{name} in docs/spec.md"
            );
        }
    }

    fn is_variable(word: &str) -> bool {
        word.len() > 3 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    }
}
