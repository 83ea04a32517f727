//! What the program learns from the process it runs in, and the engines that follow from it.

use std::path::PathBuf;
use std::time::SystemTime;

use mast_core::engine::{Engine, Refresh};
use mast_core::error::{ErrorKind, Result};
use mast_core::project::config::Overrides;
use mast_core::project::root::{self, Surroundings};
use mast_surface::process::{self, CLOCK, state_dir_variable, surroundings, variable};

use crate::args::{Freshness, Place};

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
