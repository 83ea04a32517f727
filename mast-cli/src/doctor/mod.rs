//! What is right and what is wrong with an installation, a project and what is set up around it; nothing is changed.
//!
//! Each part looks at one thing and gives findings; none stops the others.

mod around;
mod index;
mod program;

use mast_core::engine::Engine;
use mast_core::error::Error;
use serde_json::{Value, json};

use crate::surroundings::Here;

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Health {
    /// As it should be.
    Ok,
    /// It works, and could be better.
    Warning,
    /// It does not work.
    Problem,
}

impl Health {
    /// Its name on every surface.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What was looked at, in a word.
    pub(crate) about: &'static str,
    /// How it is.
    pub(crate) health: Health,
    /// What was seen.
    pub(crate) seen: String,
    /// What to do about it.
    pub(crate) to_do: Option<String>,
}

impl Finding {
    fn ok(about: &'static str, seen: impl Into<String>) -> Self {
        Self {
            about,
            health: Health::Ok,
            seen: seen.into(),
            to_do: None,
        }
    }

    fn warning(about: &'static str, seen: impl Into<String>, to_do: impl Into<String>) -> Self {
        Self {
            health: Health::Warning,
            to_do: Some(to_do.into()),
            ..Self::ok(about, seen)
        }
    }

    fn problem(about: &'static str, seen: impl Into<String>, to_do: impl Into<String>) -> Self {
        Self {
            health: Health::Problem,
            ..Self::warning(about, seen, to_do)
        }
    }

    /// An error in place of what should have been found.
    fn error(about: &'static str, health: Health, error: &Error) -> Self {
        Self {
            health,
            to_do: error.hint.clone(),
            ..Self::ok(about, &error.message)
        }
    }

    /// The same for programs.
    pub(crate) fn as_json(&self) -> Value {
        json!({"check": self.about, "state": self.health.name(), "message": self.seen, "do": self.to_do})
    }
}

/// Looks at everything; `engine` is the project, or why there is none.
pub(crate) fn examine(here: &Here, engine: &Result<Engine, Error>) -> Vec<Finding> {
    let mut findings = program::examine(here);
    match engine {
        Ok(engine) => {
            findings.extend(index::examine(engine));
            findings.extend(around::examine(here, engine));
        }
        Err(error) => findings.push(Finding::error("project", Health::Problem, error)),
    }
    findings
}

/// `1 file`, `2 files`.
fn count(count: u64, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
