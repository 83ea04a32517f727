//! The project that a server answers for: found late, opened once, kept indexed.
//!
//! A client may say where it works only after it has connected, so the project is looked for then. One run at a time indexes;
//! whoever waits for it hears how far it is.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use mast_core::engine::Engine;
use mast_core::engine::activity::Position;
use mast_core::engine::seed::Planted;
use mast_core::error::{Error, ErrorKind, Result};
use mast_surface::held::Held;
use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;

use crate::mcp::desk::Desk;
use crate::mcp::log;
use crate::mcp::watch::{self as mcp_watch, Watching};
use crate::surroundings::{Finder, Where, now, seed_directory};

/// How long a question waits for the client to say where it works.
const ROOT_PATIENCE: Duration = Duration::from_secs(3);

/// Whether a server indexes before it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Startup {
    /// It takes in what changed while no server ran, or builds the index.
    Reindex,
    /// It answers from what is there, and freshens at each question.
    AsItIs,
}

/// Where a server looks for its project, and the project once it is found.
#[derive(Debug)]
pub(crate) struct Workspace {
    finder: Arc<Finder>,
    startup: Startup,
    watching: Watching,
    since: SystemTime,
    watch: Mutex<Option<AbortHandle>>,
    opened: watch::Sender<Option<Result<Arc<Project>>>>,
    sought: Mutex<Sought>,
    refused: watch::Sender<Option<Error>>,
    closing: CancellationToken,
}

/// What was done to find the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sought {
    /// Nothing yet.
    Not,
    /// The client was asked where it works.
    OfClient,
    /// It is being opened, or is open.
    Found,
}

impl Workspace {
    pub(crate) fn new(finder: Finder, startup: Startup, watching: Watching) -> Self {
        Self {
            since: now(),
            finder: Arc::new(finder),
            startup,
            watching,
            watch: Mutex::default(),
            opened: watch::Sender::new(None),
            sought: Mutex::new(Sought::Not),
            refused: watch::Sender::new(None),
            closing: CancellationToken::new(),
        }
    }

    /// Whether a flag or the environment names the root, so that a client need not be asked.
    pub(crate) fn is_named(&self) -> bool {
        self.finder.names_root()
    }

    /// Opens the project at `place` on a blocking thread, in place of the one that is open.
    pub(crate) fn open(self: &Arc<Self>, place: Where) {
        *self.sought.lock() = Sought::Found;
        let workspace = Arc::clone(self);
        let runtime = Handle::current();
        tokio::task::spawn_blocking(move || {
            let opened = Project::open(&workspace.finder, workspace.startup, place).map(Arc::new);
            match opened.as_ref().map(Project::start) {
                Ok(Ok(())) => {}
                Ok(Err(refusal)) => drop(workspace.refused.send_replace(Some(refusal))),
                Err(error) => log::failure("the project cannot be opened", error),
            }
            if let (Ok(project), Watching::On) = (&opened, workspace.watching) {
                let watch = runtime.spawn(mcp_watch::keep(Arc::clone(project), workspace.since));
                if let Some(before) = workspace.watch.lock().replace(watch.abort_handle()) {
                    before.abort();
                }
            }
            workspace.opened.send_replace(Some(opened));
        });
    }

    /// Opens the project where flags, environment or working directory say, unless it is open or the client is to say it.
    pub(crate) fn open_here(self: &Arc<Self>) {
        let sought = *self.sought.lock();
        if sought == Sought::Not {
            self.open(Where::Here);
        }
    }

    /// Leaves it to the client to say where it works, unless that is known.
    pub(crate) fn expect_client_root(&self) {
        let mut sought = self.sought.lock();
        if *sought == Sought::Not && !self.finder.names_root() {
            *sought = Sought::OfClient;
        }
    }

    /// Cancelled when no further answer is wanted: nothing is waited for then.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.closing
    }

    /// The project, once it is open.
    pub(crate) async fn project(self: &Arc<Self>) -> Result<Arc<Project>> {
        self.open_here();
        let mut opened = self.opened.subscribe();
        let is_late = tokio::time::timeout(ROOT_PATIENCE, opened.wait_for(Option::is_some))
            .await
            .is_err();
        if is_late {
            // The client said that it would name its roots and did not.
            self.open(Where::Here);
        }
        let opened = opened
            .wait_for(Option::is_some)
            .await
            .map_err(|_| Error::internal("the workspace is gone"))?;
        match opened.as_ref() {
            Some(project) => project.clone(),
            None => Err(Error::internal("no project is open")),
        }
    }

    /// Why this server cannot serve its project at all; ends only when there is a reason.
    pub(crate) async fn refusal(&self) -> Error {
        let mut refused = self.refused.subscribe();
        let refusal = match refused.wait_for(Option::is_some).await {
            Ok(refusal) => refusal.clone(),
            Err(_) => None,
        };
        match refusal {
            Some(error) => error,
            None => std::future::pending().await,
        }
    }

    /// Whether the client was asked, or is to be asked, where it works.
    pub(crate) fn expects_client_root(&self) -> bool {
        *self.sought.lock() == Sought::OfClient
    }
}

/// A run that indexes in the background.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// Whether one is under way.
    pub(crate) is_under_way: bool,
    /// How far the run is that is under way, this one or that of a question.
    pub(crate) position: Option<Position>,
    /// Why the last one failed.
    pub(crate) failed: Option<Error>,
}

/// One project with the runs that index it.
#[derive(Debug)]
pub(crate) struct Project {
    startup: Startup,
    held: Held,
    run: watch::Sender<Run>,
    asked: Notify,
    desk: Desk,
}

impl Project {
    fn open(finder: &Arc<Finder>, startup: Startup, place: Where) -> Result<Self> {
        let run = watch::Sender::new(Run::default());
        let engine = heard(finder.engine(place)?, &run);
        for warning in &engine.config().warnings {
            log::note(&format!("warning: {warning}"));
        }
        let (finder, hearer) = (Arc::clone(finder), run.clone());
        let reopen = move |root: &Path| Ok(heard(finder.engine(Where::At(root.to_owned()))?, &hearer));
        Ok(Self {
            startup,
            held: Held::new(engine, Box::new(reopen)),
            run,
            asked: Notify::new(),
            desk: Desk::new()?,
        })
    }

    /// Notes that a question came.
    pub(crate) fn note_question(&self) {
        self.asked.notify_waiters();
    }

    /// Where questions are answered.
    pub(crate) const fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Waits for a question.
    pub(crate) async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Takes everything in that changed, and waits until that is done.
    pub(crate) async fn caught_up(self: &Arc<Self>) {
        let mut runs = self.runs();
        // A run that is under way may have passed over what has just changed.
        drop(runs.wait_for(|run| !run.is_under_way).await);
        self.catch_up();
        drop(runs.wait_for(|run| !run.is_under_way).await);
    }

    /// The engine under the configuration that is on disk now.
    ///
    /// # Errors
    ///
    /// When the configuration was changed to one that cannot be used.
    pub(crate) fn engine(&self) -> Result<Arc<Engine>> {
        self.held.engine()
    }

    /// Whether there is an index that can answer.
    pub(crate) async fn is_there(self: &Arc<Self>) -> bool {
        let project = Arc::clone(self);
        let check = move || project.engine().and_then(|engine| engine.check()).is_ok();
        tokio::task::spawn_blocking(check).await.unwrap_or(false)
    }

    /// Looks at the disk after a question, where what questions rely on will soon be too old.
    pub(crate) fn renew(self: &Arc<Self>) {
        let Ok(engine) = self.engine() else { return };
        if engine.is_due() {
            tokio::task::spawn_blocking(move || {
                if let Err(error) = engine.renew() {
                    log::failure("the disk cannot be looked at", &error);
                }
            });
        }
    }

    /// Who hears of runs.
    pub(crate) fn runs(&self) -> watch::Receiver<Run> {
        self.run.subscribe()
    }

    /// Whether a missing index is built when it is asked for.
    pub(crate) fn builds(&self) -> bool {
        self.startup == Startup::Reindex
    }

    /// What a server does before it is asked: build a missing index. What changed in one that is there, questions take in.
    ///
    /// # Errors
    ///
    /// Why nothing can ever be answered.
    fn start(self: &Arc<Self>) -> Result<()> {
        let engine = self.engine()?;
        match engine.plant(&seed_directory()) {
            Ok(Planted::No) => {}
            Ok(Planted::Yes) => {
                log::note("the seed index was taken over");
                if self.builds() {
                    self.catch_up();
                }
            }
            // Without the seed the index is built.
            Err(error) => log::failure("the seed index cannot be taken over", &error),
        }
        let Err(error) = engine.check() else { return Ok(()) };
        match (error.kind, self.startup) {
            (ErrorKind::IndexVersionNewer, _) => Err(error),
            (ErrorKind::NotInitialised, Startup::AsItIs) => Err(error.with_hint(
                "nothing was ever indexed there, so there is nothing to answer from: leave out `--no-startup-reindex`, \
                 run `mast init` or `mast index` first, or name the state directory with `--state-dir`",
            )),
            (_, Startup::AsItIs) => Ok(()),
            (_, Startup::Reindex) => {
                if error.kind != ErrorKind::NotInitialised {
                    log::note(&format!("{}: it is rebuilt", error.message));
                }
                self.catch_up();
                Ok(())
            }
        }
    }

    /// Starts a run in the background, unless one is under way.
    pub(crate) fn catch_up(self: &Arc<Self>) {
        let starts = self.run.send_if_modified(|run| {
            let starts = !run.is_under_way;
            run.is_under_way = true;
            starts
        });
        if !starts {
            return;
        }
        let project = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let done = project.engine().and_then(|engine| engine.catch_up());
            if let Err(error) = &done
                && error.kind != ErrorKind::Cancelled
            {
                log::failure("indexing failed", error);
            }
            project.run.send_replace(Run {
                failed: done.err(),
                ..Run::default()
            });
        });
    }
}

/// An engine whose runs are heard.
fn heard(engine: Engine, run: &watch::Sender<Run>) -> Engine {
    let run = run.clone();
    engine.with_listener(Box::new(move |position| {
        run.send_modify(|run| run.position = position);
    }))
}
