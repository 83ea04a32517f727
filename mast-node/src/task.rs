//! What is done on the threads of Node's pool.
//!
//! A task never fails as far as Node knows: what goes wrong is a value, a [`Failure`], since an error of the pool could carry no
//! hint. Every body is guarded, for a fault that leaves it would end the process.

use std::sync::Arc;

use mast_core::engine::Refresh;
use mast_core::engine::activity::Caller;
use mast_core::error::{Error, Result};
use mast_core::project::config::Overrides;
use mast_surface::call;
use mast_surface::held::Held;
use mast_surface::process::Place;
use napi::Task;
use napi::bindgen_prelude::{Either, Env};

use crate::error::Failure;
use crate::project::Project;

/// What a task gives: what was asked for, or why there is none.
type Outcome<T> = napi::Result<Result<T>>;

fn either<T>(outcome: Result<T>) -> Either<T, Failure> {
    match outcome {
        Ok(value) => Either::A(value),
        Err(error) => Either::B(error.into()),
    }
}

/// Finds a project and reads its configuration.
#[derive(Debug)]
pub struct Open {
    place: Place,
    refresh: Refresh,
}

impl Open {
    pub(crate) const fn new(place: Place, refresh: Refresh) -> Self {
        Self { place, refresh }
    }
}

impl Task for Open {
    type Output = Result<Held>;
    type JsValue = Either<Project, Failure>;

    fn compute(&mut self) -> Outcome<Held> {
        Ok(call::guarded(|| {
            Held::open(&self.place, &Overrides::default(), self.refresh)
        }))
    }

    fn resolve(&mut self, _: Env, held: Result<Held>) -> napi::Result<Self::JsValue> {
        Ok(either(held.map(Project::of)))
    }
}

/// In which form an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// JSON, as `mast query` prints it.
    Json,
    /// The page for people.
    Page,
}

/// Calls a tool.
#[derive(Debug)]
pub struct Call {
    pub(crate) held: Option<Arc<Held>>,
    pub(crate) tool: String,
    pub(crate) input: String,
    pub(crate) form: Form,
    pub(crate) caller: Option<Arc<Caller>>,
}

impl Call {
    fn answer(&self, held: &Held) -> Result<String> {
        let engine = held.engine()?;
        match self.form {
            Form::Json => call::tool(&engine, &self.tool, &self.input),
            Form::Page => call::page(&engine, &self.tool, &self.input),
        }
    }
}

impl Task for Call {
    type Output = Result<String>;
    type JsValue = Either<String, Failure>;

    fn compute(&mut self) -> Outcome<String> {
        // Given back when the answer is there, not when the answer is collected: who closes the project waits for it.
        let Some(held) = self.held.take() else {
            return Ok(Err(closed()));
        };
        Ok(call::guarded(|| match &self.caller {
            Some(caller) if caller.has_withdrawn() => Err(Error::cancelled()),
            Some(caller) => caller.waits_for(|| self.answer(&held)),
            None => self.answer(&held),
        }))
    }

    fn resolve(&mut self, _: Env, answer: Result<String>) -> napi::Result<Self::JsValue> {
        Ok(either(answer))
    }
}

fn closed() -> Error {
    Error::invalid_input("the project is closed").with_hint("open it anew")
}

/// Gives an engine back, which waits until its calls are written down.
#[derive(Debug)]
pub struct Close {
    pub(crate) held: Option<Arc<Held>>,
}

impl Task for Close {
    type Output = Result<()>;
    type JsValue = Either<(), Failure>;

    fn compute(&mut self) -> Outcome<()> {
        let held = self.held.take();
        Ok(call::guarded(|| {
            drop(held);
            Ok(())
        }))
    }

    fn resolve(&mut self, _: Env, closed: Result<()>) -> napi::Result<Self::JsValue> {
        Ok(either(closed))
    }
}
