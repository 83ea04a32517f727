//! A project that stays open for as long as a program wants, while its configuration may change on disk.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::SystemTime;

use mast_core::engine::{Engine, Refresh};
use mast_core::error::Result;
use mast_core::project::config::{CONFIG_FILE, Overrides};
use mast_core::project::root;
use mast_core::project::state_dir::CONFIG_JSON;
use parking_lot::Mutex;

use crate::process::{self, CLOCK, Place};

/// A project, and the engine under the configuration that it has.
#[derive(Debug)]
pub struct OpenProject {
    overrides: Overrides,
    refresh: Refresh,
    loaded: Mutex<Loaded>,
}

/// An engine, and what the file system said of the configuration files that it was made from.
#[derive(Debug)]
struct Loaded {
    engine: Arc<Engine>,
    stamps: Stamps,
    /// Engines of configurations before, which calls may still be using.
    earlier: Vec<Weak<Engine>>,
}

type Stamps = [Option<(SystemTime, u64)>; 2];

impl OpenProject {
    /// Opens the project at `place`, with `settings` for its configuration.
    ///
    /// # Errors
    ///
    /// When there is no such place, it is refused as a root, or the configuration is wrong.
    pub fn open(place: &Place, settings: Overrides, refresh: Refresh) -> Result<Self> {
        let surroundings = process::surroundings()?;
        let root = root::find(place.root.as_deref(), &surroundings)?;
        let overrides = process::overrides(place, settings, &surroundings);
        let engine = Engine::open(&root, &overrides, surroundings, CLOCK)?.with_refresh(refresh);
        Ok(Self {
            overrides,
            refresh,
            loaded: Mutex::new(Loaded {
                stamps: stamps(&engine),
                engine: Arc::new(engine),
                earlier: Vec::new(),
            }),
        })
    }

    /// The engine under the configuration that is on disk now.
    ///
    /// # Errors
    ///
    /// When the configuration was changed to one that cannot be used, or the root is gone.
    ///
    /// # Cost
    ///
    /// A look at two files, some microseconds.
    pub fn engine(&self) -> Result<Arc<Engine>> {
        let mut loaded = self.loaded.lock();
        let now = stamps(&loaded.engine);
        if now != loaded.stamps {
            let before = Arc::clone(&loaded.engine);
            let (root, surroundings) = (&before.config().root, before.surroundings().clone());
            let engine = Engine::open(root, &self.overrides, surroundings, CLOCK)?
                .with_refresh(self.refresh)
                .with_tally(Arc::clone(before.tally()));
            loaded.engine = Arc::new(engine);
            loaded.stamps = now;
            loaded.earlier.retain(|engine| engine.strong_count() > 0);
            loaded.earlier.push(Arc::downgrade(&before));
        }
        Ok(Arc::clone(&loaded.engine))
    }

    /// Withdraws what is under way: each call that reads ends as cancelled, each run that indexes stops.
    pub fn cancel(&self) {
        let loaded = self.loaded.lock();
        loaded.engine.activity().withdraw();
        for engine in loaded.earlier.iter().filter_map(Weak::upgrade) {
            engine.activity().withdraw();
        }
    }
}

/// What the file system says of the configuration files.
fn stamps(engine: &Engine) -> Stamps {
    let config = engine.config();
    let files: [PathBuf; 2] = [config.root.join(CONFIG_FILE), config.state_dir.file(CONFIG_JSON)];
    files.map(|file| {
        let metadata = std::fs::metadata(file).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    })
}
