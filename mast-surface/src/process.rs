//! What a surface learns from the process it runs in: environment, working directory, clock. Read here and nowhere else.

#![allow(clippy::disallowed_methods, reason = "this is the place")]

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

use mast_core::engine::{Clock, Engine};
use mast_core::error::{Error, Result};
use mast_core::project::config::Overrides;
use mast_core::project::root::{self, Surroundings};

/// The clock of this machine.
pub const CLOCK: Clock = Clock {
    now: SystemTime::now,
    instant: Instant::now,
};

/// Where a project and its index are, as a caller names them; relative paths start at the working directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The root; else the nearest marked directory at or above the working directory.
    pub root: Option<PathBuf>,
    /// The directory of the index; else what `MAST_STATE_DIR` or the configuration says.
    pub state_dir: Option<PathBuf>,
}

/// The environment variable `name`, when it is set and not empty.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// What the process was started with.
///
/// # Errors
///
/// When the working directory is gone.
pub fn surroundings() -> Result<Surroundings> {
    let working_directory = std::env::current_dir().map_err(|error| {
        Error::root_missing(format!("the working directory cannot be read: {error}"))
            .with_hint("change to a directory that exists")
    })?;
    let path_of = |name: &str| variable(name).map(PathBuf::from);
    Ok(Surroundings {
        working_directory,
        home: path_of("HOME").or_else(|| path_of("USERPROFILE")),
        config_home: path_of("XDG_CONFIG_HOME"),
    })
}

/// The state directory that the environment names.
pub fn state_dir_variable() -> Option<PathBuf> {
    std::env::var_os("MAST_STATE_DIR").map(PathBuf::from)
}

/// The engine of the project at `place`, with `settings` for its configuration.
///
/// # Errors
///
/// When there is no such place, it is refused as a root, or the configuration is wrong.
pub fn engine(place: &Place, settings: Overrides) -> Result<Engine> {
    let surroundings = surroundings()?;
    let root = root::find(place.root.as_deref(), &surroundings)?;
    let overrides = Overrides {
        state_dir: place
            .state_dir
            .as_ref()
            .map(|directory| surroundings.working_directory.join(directory)),
        state_dir_variable: state_dir_variable(),
        ..settings
    };
    Engine::open(&root, &overrides, surroundings, CLOCK)
}
