//! A part of a setup: one file, or what mast has in it.

use std::path::{Path, PathBuf};

use mast_core::error::{Error, Result};

use super::Places;
use super::hooks::Hooks;
use super::servers::Entry;
use crate::edit::block;
use crate::edit::file;
use crate::installation::Launch;
use crate::texts::SKILL;

/// One file that is kept in order.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// What it is, in a word.
    pub(crate) what: &'static str,
    /// Its file.
    pub(crate) path: PathBuf,
    work: Work,
}

/// What is done to the text of a file.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// The hooks of the harness of this name are entries of it.
    Hooks(&'static str, &'static Hooks),
    /// All of it is this text, when it is installed; or it is only to be removed.
    Whole(Option<String>),
    /// The skill is a marked block in it.
    Block(Presence),
    /// The MCP server is an entry of it.
    Server(Entry),
}

/// Whether a block belongs into a file, or is only taken out where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// It belongs there.
    Wanted,
    /// It may be there.
    Unwanted,
}

/// How what is there compares with what would be installed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing is there.
    NotInstalled,
    /// Something else is there.
    OutOfDate,
    /// Exactly that is there.
    Current,
}

/// What a file should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// As it is.
    Unchanged,
    /// This text.
    Text(String),
    /// No file; where it is a link, which mast never made, this text.
    Absent(String),
}

impl Part {
    /// The file at `path` and what is done to it.
    pub(crate) fn new(what: &'static str, path: PathBuf, work: Work) -> Self {
        Self { what, path, work }
    }

    /// Whether it is only ever removed.
    pub(crate) fn is_left_over(&self) -> bool {
        matches!(self.work, Work::Whole(None) | Work::Block(Presence::Unwanted))
    }

    /// What it is, in a few words.
    pub(crate) fn detail(&self) -> String {
        match &self.work {
            Work::Hooks(_, hooks) => format!("{}: {}", self.what, hooks.written().join(", ")),
            Work::Block(_) => format!("{}, as a marked block", self.what),
            Work::Whole(_) | Work::Server(_) => self.what.to_owned(),
        }
    }

    /// What the file is once it is installed.
    ///
    /// # Errors
    ///
    /// When the file is not understood.
    pub(crate) fn installed(&self, before: Option<&str>, launch: &Launch) -> Result<Wanted> {
        let text = match &self.work {
            Work::Hooks(name, hooks) => hooks.installed(name, before, launch),
            Work::Whole(Some(text)) => Ok(text.clone()),
            Work::Block(Presence::Wanted) => block::put(before.unwrap_or_default(), SKILL),
            Work::Server(entry) => entry.installed(before, launch),
            Work::Whole(None) | Work::Block(Presence::Unwanted) => return Ok(Wanted::Unchanged),
        };
        let text = text.map_err(|reason| self.not_understood(&reason))?;
        Ok(if before == Some(text.as_str()) {
            Wanted::Unchanged
        } else {
            Wanted::Text(text)
        })
    }

    /// What the file is once it is removed.
    ///
    /// # Errors
    ///
    /// When the file is not understood.
    pub(crate) fn removed(&self, before: Option<&str>) -> Result<Wanted> {
        let Some(before) = before else {
            return Ok(Wanted::Unchanged);
        };
        let removed = match &self.work {
            Work::Hooks(name, hooks) => hooks.removed(name, before),
            Work::Whole(_) => Ok(Wanted::Absent(String::new())),
            Work::Block(_) => {
                block::take_out(before).map(|rest| rest.map_or(Wanted::Unchanged, Wanted::Text))
            }
            Work::Server(entry) => entry.removed(before),
        };
        removed.map_err(|reason| self.not_understood(&reason))
    }

    /// Whether anything of it is there. What is not understood counts as nothing.
    pub(crate) fn is_there(&self, before: Option<&str>) -> bool {
        !matches!(self.removed(before), Ok(Wanted::Unchanged) | Err(_))
    }

    /// How the file compares with what would be installed.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is not understood.
    pub(crate) fn state(&self, launch: &Launch) -> Result<State> {
        let before = file::read(&self.path)?;
        Ok(match self.installed(before.as_deref(), launch)? {
            Wanted::Unchanged => State::Current,
            Wanted::Text(_) | Wanted::Absent(_) if self.is_there(before.as_deref()) => State::OutOfDate,
            Wanted::Text(_) | Wanted::Absent(_) => State::NotInstalled,
        })
    }

    fn not_understood(&self, reason: &str) -> Error {
        Error::invalid_input(format!("cannot change `{}`: {reason}", self.path.display()))
            .with_hint("the file was left as it is; correct it and run this again")
    }
}

/// Makes the file at `path` what it should be.
///
/// # Errors
///
/// When it cannot be written; it is then as it was.
pub(crate) fn apply(path: &Path, wanted: &Wanted, places: &Places) -> Result<()> {
    match wanted {
        Wanted::Unchanged => Ok(()),
        Wanted::Text(text) => file::write(path, text),
        Wanted::Absent(rest) if path.is_symlink() => file::write(path, rest),
        Wanted::Absent(_) => {
            let top = [Some(&places.root), places.home.as_ref()];
            let top = top.into_iter().flatten().find(|top| path.starts_with(top));
            file::delete(path, top.unwrap_or(&places.root))
        }
    }
}
