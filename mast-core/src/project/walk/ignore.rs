//! Which ignore files speak about a place, and what they say: the nearest file and its last line win.
//!
//! Paths here are bytes below the top of the outermost repository, since the rules of a directory above the
//! project's root reach into the project.

use std::path::Path;
use std::rc::Rc;

use super::pattern::{Candidate, Letters, Pattern, parse_file};

/// The rules of one ignore file, and those it outranks.
#[derive(Debug)]
pub(super) struct Scope {
    patterns: Vec<Pattern>,
    letters: Letters,
    /// Length of the path of the directory that the patterns are relative to, its closing `/` included.
    base: usize,
    outer: Option<Rc<Scope>>,
}

/// What the rules say of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Ignored,
    /// Ignored by one rule and taken back by a stronger one.
    Kept,
    /// No rule speaks of it.
    Unnamed,
}

/// A name that no pattern means literally, to ask about all entries of a directory at once.
const ANY_NAME: &[u8] = b"\x01";

impl Scope {
    /// The rules in `contents`, relative to the directory whose path is `base` bytes long, before those of `outer`.
    pub(super) fn add(
        outer: Option<Rc<Self>>,
        contents: &[u8],
        base: usize,
        letters: Letters,
    ) -> Option<Rc<Self>> {
        let patterns = parse_file(contents);
        if patterns.is_empty() {
            return outer;
        }
        Some(Rc::new(Self {
            patterns,
            letters,
            base,
            outer,
        }))
    }

    /// What the rules say of the entry at `path`; that its directory is not ignored is known.
    fn verdict(&self, path: &[u8], is_directory: bool) -> Verdict {
        let name_start = path.iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
        let mut scope = Some(self);
        while let Some(rules) = scope {
            let candidate = Candidate {
                path: path.get(rules.base..).unwrap_or_default(),
                name: &path[name_start..],
                is_directory,
            };
            let decides = rules
                .patterns
                .iter()
                .rev()
                .find(|pattern| pattern.matches(candidate, rules.letters));
            if let Some(pattern) = decides {
                return if pattern.is_negated {
                    Verdict::Kept
                } else {
                    Verdict::Ignored
                };
            }
            scope = rules.outer.as_deref();
        }
        Verdict::Unnamed
    }
}

/// Whether the file at `path` is ignored.
pub(super) fn ignores_file(scope: Option<&Rc<Scope>>, path: &[u8]) -> bool {
    scope.is_some_and(|scope| scope.verdict(path, false) == Verdict::Ignored)
}

/// Whether the directory at `path` is ignored.
pub(super) fn ignores_directory(scope: Option<&Rc<Scope>>, path: &[u8]) -> bool {
    scope.is_some_and(|scope| scope.verdict(path, true) == Verdict::Ignored)
}

/// Whether the directory at `path`, or whatever lies in it, is ignored.
pub(super) fn ignores_contents(scope: Option<&Rc<Scope>>, path: &[u8]) -> bool {
    ignores_directory(scope, path) || ignores_file(scope, &[path, b"/", ANY_NAME].concat())
}

/// The contents of the ignore file at `path`; none where there is none.
///
/// # Errors
///
/// There is one, and it cannot be read.
pub(super) fn read(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    match std::fs::read(path) {
        Ok(contents) => Ok(Some(contents)),
        Err(reason) if is_absence(&reason) => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Whether the refusal says that there is nothing at the path.
pub(super) fn is_absence(reason: &std::io::Error) -> bool {
    matches!(
        reason.kind(),
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory | std::io::ErrorKind::IsADirectory
    )
}
