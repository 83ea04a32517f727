//! An index run with somebody in C who hears of it.
//!
//! The run has a thread and a stack of its own, and what it tells is heard on the caller's: many languages can be called back only on
//! a thread, and a stack, that they know. The run waits meanwhile, so that it does not go on once it is told to stop.

#![allow(unsafe_code, reason = "a function of C is called")]

use std::ffi::c_void;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, scope};

use mast_core::engine::activity::Begun;
use mast_core::engine::{Engine, Extent};
use mast_core::error::{Error, Result};
use mast_core::index::Progress;
use mast_core::tools::reindex::reindex;
use mast_surface::call;

use crate::engine::MastProgress;

/// Who hears of a run.
#[derive(Clone, Copy)]
pub(crate) struct Listener {
    pub(crate) progress: MastProgress,
    pub(crate) user_data: *mut c_void,
}

impl Listener {
    /// Tells it; whether the run is to go on.
    fn hears(self, (done, total): (usize, usize)) -> bool {
        let Some(progress) = self.progress else {
            return true;
        };
        // SAFETY: the caller passed a function of this type, and gets back the pointer that it passed beside it.
        unsafe { progress(done as u64, total as u64, self.user_data) == 0 }
    }
}

/// Indexes, and gives the report as JSON.
pub(crate) fn index(engine: &Engine, extent: Extent, listener: Listener) -> Result<String> {
    let begun = engine.activity().begin();
    let (tell, told) = sync_channel(0);
    scope(|threads| {
        let run = Builder::new()
            .name("index".to_owned())
            .spawn_scoped(threads, move || call::guarded(|| run(engine, extent, &tell)))
            .map_err(|error| Error::internal(format!("no thread can be started: {error}")))?;
        hear(engine, begun, listener, &told);
        // A fault is caught on the thread itself.
        run.join()
            .unwrap_or_else(|_| Err(Error::internal("the run broke off")))
    })
}

/// How far a run is; none when it waits until the last was heard.
type Told = Option<(usize, usize)>;

fn run(engine: &Engine, extent: Extent, tell: &SyncSender<Told>) -> Result<String> {
    let progress = |done: usize, total: usize| {
        // Who hears ends after the run.
        let _ = tell.send(Some((done, total)));
        let _ = tell.send(None);
    };
    let report = reindex(engine, extent, Progress(Some(&progress)))?;
    serde_json::to_string(&report).map_err(|error| Error::internal(format!("the report is no JSON: {error}")))
}

/// Hears of the run until it ends; what was withdrawn before it had quite begun is told to stop too.
fn hear(engine: &Engine, begun: Begun, listener: Listener, told: &Receiver<Told>) {
    for position in told.iter().flatten() {
        if !listener.hears(position) || engine.activity().check(begun).is_err() {
            engine.activity().stop();
        }
    }
}
