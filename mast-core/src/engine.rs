//! The engine: what every surface holds. One project, its configuration, its index, a clock.

pub mod activity;
mod open;
mod proof;
pub mod recorder;
mod runs;
pub mod seed;
pub mod tally;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use parking_lot::Mutex;

use crate::engine::activity::{Activity, Listener};
use crate::engine::open::Open;
use crate::engine::tally::Tally;
use crate::error::{Error, Result};
use crate::index::freshen::{self, Freshness, Patience};
use crate::index::{self, Course, IndexRun, Progress, Project};
use crate::project::config::{Config, Overrides};
use crate::project::lease::{Holder, Lease};
use crate::project::root::Surroundings;
use crate::project::state_dir::METRICS_DB;
use crate::project::witness::Witness;
use crate::store::meta::MetaKey;
use crate::store::metrics::{Call, CallStatus};
use crate::store::private::PrivateIndex;
use crate::store::snapshot::Snapshot;
use crate::store::write::Writer;
use crate::store::{SCHEMA_VERSION, Store};
use crate::text::digest::Digest;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Tells the time; handed in by the surface.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time of day.
    pub now: fn() -> SystemTime,
    /// The start of a measured stretch of time.
    pub instant: fn() -> Instant,
}

/// What a question does about files that changed since they were indexed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refresh {
    /// Takes them in first, within the budget of [`freshen::BUDGET`].
    #[default]
    WithinBudget,
    /// Takes all of them in first.
    Fully,
    /// Answers from what is indexed.
    Off,
}

/// Whether an index is made from nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All files.
    Full,
    /// What changed.
    Incremental,
}

/// What an index run did, and whether the layout on disk made it a full one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexReport {
    /// What was done.
    pub run: IndexRun,
    /// What was there and had to be replaced, where it was no index to go on from.
    pub replaced: Option<Replaced>,
    /// Every file that could not be indexed, whichever run found it.
    pub left_out_in_all: u64,
}

/// An index that cannot be brought up to date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// It has another layout, of this version.
    Version(String),
    /// It cannot be read.
    Damaged,
}

/// One project with its index.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    surroundings: Surroundings,
    clock: Clock,
    refresh: Refresh,
    activity: Activity,
    tally: Arc<Tally>,
    witness: Mutex<Option<Arc<Witness>>>,
    renewing: Mutex<()>,
    open: Mutex<Option<Open>>,
}

impl Engine {
    /// An engine for the project at `root`.
    ///
    /// # Errors
    ///
    /// When the root is refused or the configuration is wrong. The index need not exist yet.
    pub fn open(
        root: &Path,
        overrides: &Overrides,
        surroundings: Surroundings,
        clock: Clock,
    ) -> Result<Self> {
        crate::project::root::check(root, surroundings.home.as_deref())?;
        let config = Config::load(root, overrides)?;
        Ok(Self {
            config,
            surroundings,
            clock,
            refresh: Refresh::default(),
            activity: Activity::default(),
            tally: Arc::default(),
            witness: Mutex::default(),
            renewing: Mutex::default(),
            open: Mutex::new(None),
        })
    }

    /// The same engine with another answer to changed files.
    #[must_use]
    pub fn with_refresh(self, refresh: Refresh) -> Self {
        Self { refresh, ..self }
    }

    /// The same engine with somebody who hears how far its runs are.
    #[must_use]
    pub fn with_listener(self, listener: Listener) -> Self {
        Self {
            activity: Activity::heard_by(listener),
            ..self
        }
    }

    /// The same engine, counting its answers to a session that began with another.
    #[must_use]
    pub fn with_tally(self, tally: Arc<Tally>) -> Self {
        Self { tally, ..self }
    }

    /// What its answers cost.
    pub fn tally(&self) -> &Arc<Tally> {
        &self.tally
    }

    /// Counts a call, and has it written down where the project has an index.
    pub fn note_call(&self, call: Call) {
        if call.status != CallStatus::Failed {
            self.tally.add(&call.tool, call.returned, call.whole);
        }
        if self.database().exists() {
            self.tally.recorder.note(&self.metrics_path(), call);
        }
    }

    /// Where calls are written down.
    pub fn metrics_path(&self) -> PathBuf {
        self.config.state_dir.file(METRICS_DB)
    }

    /// What its runs are doing.
    pub fn activity(&self) -> &Activity {
        &self.activity
    }

    /// The configuration in force.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What the process was started with.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// The time now.
    pub fn now(&self) -> SystemTime {
        (self.clock.now)()
    }

    /// The start of a measured stretch of time.
    pub fn start(&self) -> Instant {
        (self.clock.instant)()
    }

    /// What indexing needs to know of the project.
    pub fn project(&self) -> Project<'_> {
        Project {
            config: &self.config,
            surroundings: &self.surroundings,
            program_version: VERSION,
        }
    }

    /// Where the index is, whether or not there is one.
    pub fn database(&self) -> PathBuf {
        self.project().database()
    }

    /// Creates the state directory and saves the configuration there.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn initialise(&self) -> Result<()> {
        self.config.state_dir.create(&self.config.root)?;
        self.config.save()
    }

    /// The writer lease for a server that started at `since`, where nobody has it.
    pub fn lease(&self, since: SystemTime) -> Option<Lease> {
        let holder = Holder {
            pid: std::process::id(),
            started_at: rfc3339(since),
            mast_version: VERSION.to_owned(),
            schema_version: SCHEMA_VERSION.to_owned(),
        };
        Lease::try_take(&self.config.state_dir, holder)
    }

    /// The directories that the last walk entered, as the index knows them.
    ///
    /// # Errors
    ///
    /// When there is no index that can be read.
    pub fn walked_directories(&self) -> Result<BTreeSet<String>> {
        let known = self.open_index()?.store.known_directories()?;
        Ok(known.into_iter().map(|directory| directory.path).collect())
    }

    /// Whether there is an index that can answer.
    ///
    /// # Errors
    ///
    /// Why it cannot: there is none, or one of another version, or it cannot be read.
    pub fn check(&self) -> Result<()> {
        self.open_index().map(drop)
    }

    /// Answers a question from the index: opens it where it is not, reopens it where it was replaced, freshens it as the
    /// engine was told to, and hands it over.
    ///
    /// # Errors
    ///
    /// When there is no index, or one of another version, or it cannot be read; when the question was
    /// [withdrawn](Activity::withdraw).
    pub fn ask<T>(&self, question: impl FnOnce(&Store, &Snapshot, &Freshness) -> Result<T>) -> Result<T> {
        let begun = self.activity.begin();
        let mut open = self.open.lock();
        // Questions wait here for their turn.
        self.activity.check(begun)?;
        if open.as_ref().is_none_or(|open| !open.store.is_current()) {
            *open = Some(self.open_index()?);
        }
        let Some(open) = open.as_mut() else {
            return Err(Error::internal("the index is not open"));
        };
        let freshness = match self.refresh {
            Refresh::Off => {
                open.private = None;
                Freshness::default()
            }
            Refresh::WithinBudget => self.verify(open)?,
            Refresh::Fully => self.freshen(&open.store, Some(&mut open.private), Patience::Unlimited)?,
        };
        self.activity.check(begun)?;
        // What a private copy has taken in, an index that was written meanwhile may lack.
        if open.private.is_none() && !open.store.is_current() {
            *open = self.open_index()?;
        }
        let number = open.private.as_ref().map_or(0, PrivateIndex::number);
        let snapshot = &mut open.snapshot;
        let store = open.private.as_ref().map_or(&open.store, PrivateIndex::store);
        store.at_one_state(|| {
            let state = (number, store.generation()?);
            let (_, snapshot) = match snapshot.take().filter(|(read_at, _)| *read_at == state) {
                Some(current) => snapshot.insert(current),
                None => snapshot.insert((state, Snapshot::read(store)?)),
            };
            question(store, snapshot, &freshness)
        })
    }

    fn freshen(
        &self,
        store: &Store,
        private: Option<&mut Option<PrivateIndex>>,
        patience: Patience,
    ) -> Result<Freshness> {
        let begun = self.activity.begin();
        // A run that is told to stop is another one: only who withdraws the question stops its freshening.
        let go_on = || self.activity.check(begun).is_ok();
        self.activity.during(Progress::NONE, |progress, _| {
            let course = Course {
                progress,
                clock: &self.clock.now,
                started: self.start(),
                go_on: &go_on,
            };
            freshen::freshen(&self.project(), store, private, patience, course)
        })
    }

    fn open_index(&self) -> Result<Open> {
        if !self.database().exists() {
            return Err(Error::not_initialised(self.config.state_dir.path()));
        }
        Open::at(&self.database())
    }

    /// Keeps counted tokens, if nobody else is writing; a count that is not kept is counted again.
    pub(crate) fn remember_tokens(&self, counts: &[(String, Digest, u32)]) {
        if counts.is_empty() {
            return;
        }
        let keep = || -> Result<()> {
            let lock = index::lock(&self.config)?;
            let mut writer = Writer::stored(&self.database(), &lock)?;
            for (path, digest, tokens) in counts {
                writer.set_tokens(path, *digest, *tokens)?;
            }
            writer.commit()
        };
        drop(keep());
    }
}

/// When the index was last written.
///
/// # Errors
///
/// When the index cannot be read.
pub fn last_indexed(store: &Store) -> Result<Option<SystemTime>> {
    let milliseconds = store
        .meta(MetaKey::LastIndexed)?
        .and_then(|text| text.parse().ok());
    Ok(milliseconds
        .map(|milliseconds| SystemTime::UNIX_EPOCH + std::time::Duration::from_millis(milliseconds)))
}

/// A time as RFC 3339 text, with milliseconds, in UTC.
pub fn rfc3339(time: SystemTime) -> String {
    humantime::format_rfc3339_millis(time).to_string()
}
