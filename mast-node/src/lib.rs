//! The Node addon of mast: a project as a class, and the catalogue.
//!
//! It is as thin as can be: names, inputs and answers are text, and failures are values. The package that is published,
//! `npm/mast`, makes of it what its users see. Answers are made on the threads of Node's pool ([`task`]), never on the thread that
//! runs JavaScript; the package hands over one question of a project at a time, since they would wait for each other on those
//! threads.
//!
//! The memory of the program's own allocator is not used here: it would have to share its process with that of Node.

mod error;
mod project;
mod task;

use mast_core::engine::{Refresh, VERSION};
use mast_core::error::{Error, Result};
use mast_core::store::SCHEMA_VERSION;
use mast_core::tools::{Effect, TOOLS, ToolSpec};
use mast_surface::catalogue;
use mast_surface::process::Place;
use napi::bindgen_prelude::{AsyncTask, Either};
use napi_derive::napi;

use crate::error::Failure;
use crate::task::Open;

/// Opens the project at or above `root`, or the working directory.
#[napi]
pub fn open(
    root: Option<String>,
    state_dir: Option<String>,
    refresh: Option<String>,
) -> Either<AsyncTask<Open>, Failure> {
    let refresh = match refresh.map_or(Ok(Refresh::default()), |name| way_to_refresh(&name)) {
        Ok(refresh) => refresh,
        Err(error) => return Either::B(error.into()),
    };
    let place = Place {
        root: root.map(Into::into),
        state_dir: state_dir.map(Into::into),
    };
    Either::A(AsyncTask::new(Open::new(place, refresh)))
}

fn way_to_refresh(name: &str) -> Result<Refresh> {
    match name {
        "within_budget" => Ok(Refresh::WithinBudget),
        "fully" => Ok(Refresh::Fully),
        "off" => Ok(Refresh::Off),
        _ => Err(Error::invalid_input(format!("`{name}` is no way to refresh"))
            .with_hint("say `within_budget`, `fully` or `off`")),
    }
}

/// What the package has to know of a tool to make a method of it.
#[napi(object, object_from_js = false)]
#[derive(Debug)]
pub struct ToolName {
    /// Its name on every wire.
    pub name: &'static str,
    /// `reads` or `writes`.
    pub effect: &'static str,
}

/// The tools in the order of the catalogue, without their schemas, which take longer to make.
#[napi]
pub fn tool_names() -> Vec<ToolName> {
    let name = |tool: &ToolSpec| ToolName {
        name: tool.name,
        effect: effect(tool.effect),
    };
    TOOLS.iter().map(name).collect()
}

/// The catalogue as JSON.
#[napi]
pub fn tools() -> String {
    catalogue::tools().to_string()
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Reads => "reads",
        Effect::Writes => "writes",
    }
}

/// The version of mast.
#[napi]
pub fn version() -> &'static str {
    VERSION
}

/// The version of the index's layout.
#[napi]
pub fn schema_version() -> &'static str {
    SCHEMA_VERSION
}
