//! Engines over the projects of tests.

use crate::project::Project;
use mast_core::engine::{Clock, Engine};
use mast_core::project::config::Overrides;
use mast_core::project::root::Surroundings;
use std::path::Path;
use std::time::{Instant, SystemTime};

/// The clock of this machine.
#[allow(clippy::disallowed_methods, reason = "tests read the clock")]
pub const CLOCK: Clock = Clock {
    now: SystemTime::now,
    instant: Instant::now,
};

/// An engine over `project` whose index is in `state_dir`; no user's own settings reach it.
///
/// # Panics
///
/// When the configuration of the project is wrong.
pub fn open_in(project: &Project, state_dir: &Path) -> Engine {
    let overrides = Overrides {
        state_dir: Some(state_dir.to_path_buf()),
        ..Overrides::default()
    };
    let surroundings = Surroundings {
        working_directory: project.root().to_path_buf(),
        ..Surroundings::default()
    };
    Engine::open(project.root(), &overrides, surroundings, CLOCK).unwrap_or_else(|error| panic!("{error}"))
}

/// An engine over `project` with its index where it is by default.
///
/// # Panics
///
/// When the configuration of the project is wrong.
pub fn open(project: &Project) -> Engine {
    open_in(project, &project.path(".mast"))
}
