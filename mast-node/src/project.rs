//! A project as JavaScript holds it, and a call of it that can be watched and withdrawn.

use std::sync::Arc;

use mast_core::engine::activity::Caller;
use mast_surface::held::Held;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;
use parking_lot::Mutex;

use crate::task::{Call, Close, Form};

/// One project with its index, until it is closed or nothing refers to it.
#[napi]
#[derive(Debug)]
pub struct Project {
    held: Mutex<Option<Arc<Held>>>,
    root: String,
    state_dir: String,
}

impl Project {
    pub(crate) fn of(held: Held) -> Self {
        let engine = held.current();
        let config = engine.config();
        Self {
            root: config.root.to_string_lossy().into_owned(),
            state_dir: config.state_dir.path().to_string_lossy().into_owned(),
            held: Mutex::new(Some(Arc::new(held))),
        }
    }

    fn held(&self) -> Option<Arc<Held>> {
        self.held.lock().clone()
    }

    fn ask(&self, tool: String, input: String, form: Form, pending: Option<&Pending>) -> AsyncTask<Call> {
        AsyncTask::new(Call {
            held: self.held(),
            tool,
            input,
            form,
            caller: pending.map(|pending| Arc::clone(&pending.caller)),
        })
    }
}

#[napi]
impl Project {
    /// The root of the project.
    #[napi(getter)]
    pub fn root(&self) -> String {
        self.root.clone()
    }

    /// Where its index is.
    #[napi(getter)]
    pub fn state_dir(&self) -> String {
        self.state_dir.clone()
    }

    /// Calls a tool; the answer is JSON.
    #[napi]
    pub fn call(&self, tool: String, input: String, pending: Option<&Pending>) -> AsyncTask<Call> {
        self.ask(tool, input, Form::Json, pending)
    }

    /// Calls a tool; the answer is a page for people.
    #[napi]
    pub fn page(&self, tool: String, input: String, pending: Option<&Pending>) -> AsyncTask<Call> {
        self.ask(tool, input, Form::Page, pending)
    }

    /// Tells every run that is under way to stop after the files in hand.
    #[napi]
    pub fn stop(&self) {
        if let Some(held) = self.held() {
            held.current().activity().stop();
        }
    }

    /// Gives everything back.
    #[napi]
    pub fn close(&self) -> AsyncTask<Close> {
        AsyncTask::new(Close {
            held: self.held.lock().take(),
        })
    }
}

/// A call that is under way.
#[napi]
#[derive(Debug, Default)]
pub struct Pending {
    caller: Arc<Caller>,
}

/// How far a run is, in files.
#[napi(object, object_from_js = false)]
#[derive(Debug)]
pub struct Position {
    /// Files that are done.
    pub done: u32,
    /// Files to be done.
    pub total: u32,
}

#[napi]
impl Pending {
    /// One that nobody has asked for yet.
    #[napi(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// How far the run is that it waits for; nothing where it waits for none.
    #[napi]
    pub fn position(&self) -> Option<Position> {
        self.caller.position().map(|position| Position {
            done: u32::try_from(position.done).unwrap_or(u32::MAX),
            total: u32::try_from(position.total).unwrap_or(u32::MAX),
        })
    }

    /// Withdraws it: what waits is not begun, and a run stops after the files in hand.
    #[napi]
    pub fn withdraw(&self) {
        self.caller.withdraw();
    }
}
