//! A project that is held open for long: its configuration may change between questions.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use mast_core::engine::{Engine, Refresh};
use mast_core::error::Result;
use mast_core::project::config::{CONFIG_FILE, Overrides};
use mast_core::project::state_dir::CONFIG_JSON;
use parking_lot::Mutex;

use crate::process::{self, Place};

/// Makes an engine for the project at a root.
pub type Reopen = Box<dyn Fn(&Path) -> Result<Engine> + Send + Sync>;

/// An engine that is made anew when its configuration changes; what it has counted goes on.
pub struct Held {
    loaded: Mutex<Loaded>,
    reopen: Reopen,
}

/// An engine, and the configuration files that it was made from.
#[derive(Debug)]
struct Loaded {
    engine: Arc<Engine>,
    stamps: Stamps,
}

type Stamps = [Option<(SystemTime, u64)>; 2];

impl Held {
    /// Holds `engine`; `reopen` makes another like it.
    pub fn new(engine: Engine, reopen: Reopen) -> Self {
        let loaded = Loaded {
            stamps: stamps(&engine),
            engine: Arc::new(engine),
        };
        Self {
            loaded: Mutex::new(loaded),
            reopen,
        }
    }

    /// Opens the project at `place`, as [`process::engine`] does.
    ///
    /// # Errors
    ///
    /// As [`process::engine`].
    pub fn open(place: &Place, settings: &Overrides, refresh: Refresh) -> Result<Self> {
        let engine = process::engine(place, settings.clone())?.with_refresh(refresh);
        // Named in full, so that it stays where it is when the process goes to another directory.
        let state_dir = place
            .state_dir
            .is_some()
            .then(|| engine.config().state_dir.path().to_owned());
        let settings = settings.clone();
        let reopen = move |root: &Path| {
            let place = Place {
                root: Some(root.to_owned()),
                state_dir: state_dir.clone(),
            };
            Ok(process::engine(&place, settings.clone())?.with_refresh(refresh))
        };
        Ok(Self::new(engine, Box::new(reopen)))
    }

    /// The engine under the configuration that is on disk now.
    ///
    /// # Errors
    ///
    /// When the configuration was changed to one that cannot be used.
    ///
    /// # Cost
    ///
    /// Two looks at the file system.
    pub fn engine(&self) -> Result<Arc<Engine>> {
        let mut loaded = self.loaded.lock();
        let now = stamps(&loaded.engine);
        if now != loaded.stamps {
            let engine = (self.reopen)(&loaded.engine.config().root)?;
            loaded.engine = Arc::new(engine.with_tally(Arc::clone(loaded.engine.tally())));
            loaded.stamps = now;
        }
        Ok(Arc::clone(&loaded.engine))
    }

    /// The engine as it was last asked for.
    pub fn current(&self) -> Arc<Engine> {
        Arc::clone(&self.loaded.lock().engine)
    }
}

impl std::fmt::Debug for Held {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Held")
            .field("loaded", &self.loaded)
            .finish_non_exhaustive()
    }
}

/// What the file system says of the configuration files.
fn stamps(engine: &Engine) -> Stamps {
    let config = engine.config();
    let files = [config.root.join(CONFIG_FILE), config.state_dir.file(CONFIG_JSON)];
    files.map(|file| {
        let metadata = std::fs::metadata(file).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    })
}
