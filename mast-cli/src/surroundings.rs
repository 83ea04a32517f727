//! What the program learns from the process it runs in: environment, working directory, clock. Read here and nowhere else.

#![allow(clippy::disallowed_methods, reason = "this is the place")]

use std::path::PathBuf;
use std::time::{Instant, SystemTime};

use mast_core::engine::{Clock, Engine, Refresh};
use mast_core::error::{Error, Result};
use mast_core::project::config::Overrides;
use mast_core::project::root::{self, Surroundings};

use crate::args::{Freshness, Place};

const CLOCK: Clock = Clock {
    now: SystemTime::now,
    instant: Instant::now,
};

fn surroundings() -> Result<Surroundings> {
    let working_directory = std::env::current_dir().map_err(|error| {
        Error::root_missing(format!("the working directory cannot be read: {error}"))
            .with_hint("change to a directory that exists")
    })?;
    let path_of = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    Ok(Surroundings {
        working_directory,
        home: path_of("HOME").or_else(|| path_of("USERPROFILE")),
        config_home: path_of("XDG_CONFIG_HOME"),
    })
}

/// The engine of the project that the command line names.
pub(crate) fn engine(place: &Place) -> Result<Engine> {
    engine_with(place, Overrides::default())
}

/// The same, with settings of `mast init`.
pub(crate) fn engine_with(place: &Place, settings: Overrides) -> Result<Engine> {
    let surroundings = surroundings()?;
    let named = place.root.as_deref().or(place.path.as_deref());
    let root = root::find(named, &surroundings)?;
    let overrides = Overrides {
        state_dir: place
            .state_dir
            .as_ref()
            .map(|directory| surroundings.working_directory.join(directory)),
        state_dir_variable: std::env::var_os("MAST_STATE_DIR").map(PathBuf::from),
        ..settings
    };
    Engine::open(&root, &overrides, surroundings, CLOCK)
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
