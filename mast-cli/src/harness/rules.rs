//! Rules: texts that a harness gives to its assistant each time.

use mast_core::error::Error;

use super::Places;
use super::part::{Part, Presence, Work};
use crate::texts::SKILL;

/// Files that people keep for assistants, into which `mast skill --install` puts the skill where they exist.
pub(crate) const SKILL_FILES: &[&str] = &[
    "CLAUDE.md",
    "AGENTS.md",
    ".cursorrules",
    ".windsurfrules",
    ".github/copilot-instructions.md",
];

/// The texts that a harness reads.
#[derive(Debug)]
pub(crate) enum Rules {
    /// None that mast writes.
    None,
    /// One of these files, all of it mast's: the first whose directory exists, else the last.
    Whole(&'static [WholeFile]),
    /// A block in the first of these files that exists.
    Block(&'static [&'static str]),
}

/// A file that belongs to mast outright: its name is the claim.
#[derive(Debug)]
pub(crate) struct WholeFile {
    /// The directory that has to exist.
    pub(crate) beside: Option<&'static str>,
    /// Its path, from the root.
    pub(crate) path: &'static str,
    /// What stands above the text.
    pub(crate) front_matter: &'static str,
}

impl WholeFile {
    /// All of the file.
    pub(crate) fn text(&self) -> String {
        format!("---\n{}---\n\n{SKILL}", self.front_matter)
    }
}

impl Rules {
    /// The files of a project, the one that is installed first.
    pub(super) fn parts(&self, places: &Places) -> Vec<Part> {
        let here = |path: &str| places.root.join(path);
        match self {
            Self::None => Vec::new(),
            Self::Whole(files) => {
                let applies =
                    |file: &&WholeFile| file.beside.is_none_or(|directory| here(directory).is_dir());
                let chosen = files.iter().find(applies).map(|file| file.path);
                let mut parts: Vec<Part> = files
                    .iter()
                    .map(|file| {
                        let text = (chosen == Some(file.path)).then(|| file.text());
                        Part::new("rules", here(file.path), Work::Whole(text))
                    })
                    .collect();
                parts.sort_by_key(Part::is_left_over);
                parts
            }
            Self::Block(candidates) => {
                let existing = candidates
                    .iter()
                    .map(|path| here(path))
                    .filter(|path| path.is_file());
                let presence = |at| {
                    if at == 0 {
                        Presence::Wanted
                    } else {
                        Presence::Unwanted
                    }
                };
                let parts = existing.enumerate();
                parts
                    .map(|(at, path)| Part::new("rules", path, Work::Block(presence(at))))
                    .collect()
            }
        }
    }

    /// Why there is nothing to write the text into.
    pub(crate) fn missing(&self, title: &str, again: &str) -> Option<Error> {
        match self {
            Self::None | Self::Whole(_) => None,
            Self::Block(candidates) => Some(
                Error::invalid_input(format!(
                    "none of the files that {title} reads is here: {}",
                    candidates.join(", ")
                ))
                .with_hint(format!(
                    "create `{}`, even an empty one, and run `{again}` again",
                    candidates[0]
                )),
            ),
        }
    }
}
