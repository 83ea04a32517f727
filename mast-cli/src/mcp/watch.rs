//! Between questions: what changes on disk is taken in as it changes, by the one server of a project that has the lease.
//!
//! Questions do not depend on it: each looks at the disk itself, unless the watch can prove that there is nothing to see. Where
//! there can be no watch, that is said once.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use mast_core::engine::Engine;
use mast_core::error::Error;
use mast_core::project::lease::Lease;
use mast_core::project::watch::Watch;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use crate::mcp::log;
use crate::mcp::workspace::Project;

/// A lease that another server has is not asked for more often.
const SETTLE: Duration = Duration::from_secs(1);

/// Changes come in bursts: a burst has ended when nothing came for this long,
const QUIET: Duration = Duration::from_millis(200);

/// or when it has lasted this long.
const LONGEST_BURST: Duration = Duration::from_secs(1);

/// Of the time that passes while files change all the time, at most a tenth is spent on taking them in.
const REST: u32 = 9;

/// How many changed paths are told apart.
const MOST_PATHS: usize = 10_000;

/// Whether a server watches its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watching {
    On,
    Off,
}

/// What changed since it was last taken.
#[derive(Debug, Default)]
struct Changes {
    paths: Mutex<BTreeSet<PathBuf>>,
    came: Notify,
}

impl Changes {
    fn add(&self, path: Option<PathBuf>) {
        let mut paths = self.paths.lock();
        if paths.len() < MOST_PATHS {
            // Changes that were lost count as one of the root.
            paths.insert(path.unwrap_or_default());
        }
        drop(paths);
        self.came.notify_one();
    }

    /// Waits for a burst to end, and gives how many paths it changed.
    async fn burst(&self) -> usize {
        self.came.notified().await;
        let end = Instant::now() + LONGEST_BURST;
        while Instant::now() < end && timeout(QUIET, self.came.notified()).await.is_ok() {}
        std::mem::take(&mut *self.paths.lock()).len()
    }
}

/// A watch that has begun.
struct Begun {
    watch: Watch,
    changes: Arc<Changes>,
    /// The configuration that it was made for.
    engine: Arc<Engine>,
    _lease: Lease,
}

impl Drop for Begun {
    fn drop(&mut self) {
        // Who watches no longer cannot testify.
        self.engine.set_witness(None);
    }
}

/// Watches `project` for a server that started at `since`, until there can be no watch.
pub(crate) async fn keep(project: Arc<Project>, since: SystemTime) {
    let mut is_said = false;
    loop {
        let ended = match begin(&project, since).await {
            Ok(Some(begun)) => {
                if !is_said {
                    log::note("watch: watching for changes");
                    is_said = true;
                }
                follow(&project, begun).await
            }
            // Another server has the lease; when that has gone, the next question finds it free.
            Ok(None) => {
                project.asked().await;
                sleep(SETTLE).await;
                Ok(())
            }
            Err(reason) => Err(reason),
        };
        if let Err(reason) = ended {
            log::note(&format!(
                "watch: not watching: {reason}; changes are taken in when a question asks"
            ));
            return;
        }
    }
}

/// Takes the lease and makes a watch; none where another server has it.
async fn begin(project: &Arc<Project>, since: SystemTime) -> Result<Option<Begun>, String> {
    let project = Arc::clone(project);
    let begin = move || {
        let engine = project.engine().map_err(one_line)?;
        let Some(lease) = engine.lease(since) else {
            return Ok(None);
        };
        let changes = Arc::<Changes>::default();
        let told = Arc::clone(&changes);
        let watch = Watch::new(engine.config(), Box::new(move |path| told.add(path)))?;
        engine.set_witness(watch.witness().cloned());
        Ok(Some(Begun {
            watch,
            changes,
            engine,
            _lease: lease,
        }))
    };
    tokio::task::spawn_blocking(begin)
        .await
        .unwrap_or_else(|_| Err("it broke off".to_owned()))
}

fn one_line(error: Error) -> String {
    error.message
}

/// Takes in what changes until the configuration does.
async fn follow(project: &Arc<Project>, mut begun: Begun) -> Result<(), String> {
    let mut known = BTreeSet::new();
    // Watched first, so that the look which follows is good for the questions after it; where there is no index yet, none is.
    if project.is_there().await {
        (begun, known) = watched(begun).await?;
    }
    // A server that does not index at its start takes in only what changes from now on.
    let mut is_due = project.builds();
    loop {
        let started = Instant::now();
        if is_due {
            project.caught_up().await;
        }
        is_due = true;
        let (watched, directories) = watched(begun).await?;
        begun = watched;
        // What came into a new directory before it was watched is taken in at once.
        let has_new = project.builds() && directories.difference(&known).next().is_some();
        known = directories;
        if has_new {
            continue;
        }
        sleep((started.elapsed() * REST).min(Duration::from_secs(10))).await;
        let count = begun.changes.burst().await;
        let same = project
            .engine()
            .is_ok_and(|engine| Arc::ptr_eq(&engine, &begun.engine));
        if !same {
            return Ok(());
        }
        log::note(&format!("watch: reindexing after {count} change(s)"));
    }
}

/// Watches the directories that the index knows now.
async fn watched(mut begun: Begun) -> Result<(Begun, BTreeSet<String>), String> {
    let set = move || {
        let directories = begun.engine.walked_directories().map_err(one_line)?;
        begun.watch.set(directories.clone())?;
        Ok((begun, directories))
    };
    tokio::task::spawn_blocking(set)
        .await
        .unwrap_or_else(|_| Err("it broke off".to_owned()))
}
