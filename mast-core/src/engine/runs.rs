//! Index runs of an engine: from nothing, or what changed; asked for, or between questions.

use std::time::Duration;

use crate::engine::{Engine, Extent, IndexReport, Replaced, VERSION, last_indexed, rfc3339};
use crate::error::{Error, ErrorKind, Result};
use crate::index::freshen::Patience;
use crate::index::{self, Course, IndexRun, NamedDifference, Progress};
use crate::project::lock::WriteLock;
use crate::project::state_dir::INDEX_JSON;
use crate::store::meta::MetaKey;
use crate::store::{SCHEMA_VERSION, SchemaState, Store};

/// How long a run in the background waits for another process that builds the same index.
const BUILD_PATIENCE: Duration = Duration::from_mins(1);

impl Engine {
    /// Builds the index or brings it up to date.
    ///
    /// # Errors
    ///
    /// When another process is writing, the index is of a newer program, or something cannot be read or written.
    pub fn index(&self, extent: Extent, progress: Progress<'_>) -> Result<IndexReport> {
        self.index_patiently(extent, progress, Duration::ZERO)
    }

    /// The same, waiting as long as `patience` for another process that is writing.
    ///
    /// # Errors
    ///
    /// As [`Engine::index`]; [`ErrorKind::Cancelled`] when the run was told to stop.
    pub fn index_patiently(
        &self,
        extent: Extent,
        progress: Progress<'_>,
        patience: Duration,
    ) -> Result<IndexReport> {
        self.config.state_dir.create(&self.config.root)?;
        self.activity.during(progress, |progress, go_on| {
            let lock = WriteLock::take_while(&self.config.state_dir, patience, go_on)?;
            self.index_with(&lock, extent, progress, go_on)
        })
    }

    fn index_with(
        &self,
        lock: &WriteLock,
        extent: Extent,
        progress: Progress<'_>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<IndexReport> {
        let (extent, mut replaced) = self.extent_needed(extent)?;
        let project = self.project();
        let course = Course {
            progress,
            clock: &self.clock.now,
            started: self.start(),
            go_on,
        };
        let rebuild = || index::rebuild(&project, lock, course);
        let run = match extent {
            Extent::Full => rebuild()?,
            Extent::Incremental => match self.update(lock, course) {
                Err(error) if error.kind == ErrorKind::IndexUnreadable => {
                    replaced = Some(Replaced::Damaged);
                    rebuild()?
                }
                done => done?,
            },
        };
        let store = Store::open(&project.database())?;
        let left_out_in_all = store.skipped()?.len() as u64;
        self.write_stamp(&store)?;
        Ok(IndexReport {
            run,
            replaced,
            left_out_in_all,
        })
    }

    fn update(&self, lock: &WriteLock, course: Course<'_>) -> Result<IndexRun> {
        let project = self.project();
        let scan = self.now();
        let store = Store::open(&project.database())?;
        let difference = index::difference(&project, &store, scan)?;
        let update = index::update_in_rounds(&project, lock, &store, &difference, course)?;
        // What was taken in stays; the rest is still known to differ.
        if (course.go_on)() {
            Ok(update.run)
        } else {
            Err(Error::cancelled())
        }
    }

    /// Takes in everything that changed, or builds the index where there is none to go on from; what a server does between
    /// questions.
    ///
    /// # Errors
    ///
    /// As [`Engine::index`]; while there is an index, a writer that is busy is no error, since it takes the same changes in.
    pub fn catch_up(&self) -> Result<()> {
        match self.open_index() {
            Ok(open) => {
                let mut is_true = false;
                self.noting(&open.store, || {
                    let freshness = self.freshen(&open.store, None, Patience::Unlimited)?;
                    is_true = freshness.left == NamedDifference::default();
                    Ok(freshness)
                })?;
                if is_true {
                    self.drop_private();
                }
                Ok(())
            }
            Err(error) if error.kind == ErrorKind::IndexVersionNewer => Err(error),
            // Where another process builds it, this one waits and takes in what is left.
            Err(_) => self
                .index_patiently(Extent::Incremental, Progress::NONE, BUILD_PATIENCE)
                .map(drop),
        }
    }

    /// Gives back the memory of a private copy, once the index is as true as it.
    fn drop_private(&self) {
        if let Some(mut open) = self.open.try_lock()
            && let Some(open) = open.as_mut()
        {
            open.private = None;
        }
    }

    /// A full run where nothing usable is indexed or another configuration was.
    fn extent_needed(&self, asked: Extent) -> Result<(Extent, Option<Replaced>)> {
        let store = match Store::open(&self.database()) {
            Ok(store) => store,
            Err(error) if error.kind == ErrorKind::NotInitialised => return Ok((Extent::Full, None)),
            Err(_) => return Ok((Extent::Full, Some(Replaced::Damaged))),
        };
        match store.schema_state() {
            SchemaState::Newer(version) => Err(Error::index_version_newer(&version, SCHEMA_VERSION)),
            SchemaState::Older(version) => Ok((Extent::Full, Some(Replaced::Version(version)))),
            SchemaState::Unreadable => Ok((Extent::Full, Some(Replaced::Damaged))),
            SchemaState::Current => {
                let configured = store.meta(MetaKey::Configuration)?.unwrap_or_default();
                let same_program = store
                    .meta(MetaKey::ProgramVersion)?
                    .is_some_and(|version| version == VERSION);
                let same = configured == self.project().configuration() && same_program;
                Ok((if same { asked } else { Extent::Full }, None))
            }
        }
    }

    /// Copies the stamp of the index for people and scripts.
    fn write_stamp(&self, store: &Store) -> Result<()> {
        let (files, chunks) = store.counts()?;
        let stamp = serde_json::json!({
            "schema_version": SCHEMA_VERSION,
            "mast_version": VERSION,
            "last_indexed": last_indexed(store)?.map(rfc3339),
            "file_count": files,
            "chunk_count": chunks,
            "parse_errors": store.skipped()?.len(),
            "write_errors": 0,
        });
        self.config
            .state_dir
            .write(INDEX_JSON, format!("{stamp:#}\n").as_bytes())
    }
}
