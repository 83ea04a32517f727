//! The grammars, and parsing within a budget of time.

#![allow(
    clippy::disallowed_methods,
    reason = "a parse that takes too long is stopped by the clock, and has no engine to ask"
)]

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

use crate::text::path::RelPath;

/// How long the parses of one file may take together. Error recovery is the slow part of tree-sitter, and a
/// damaged file of some megabytes would hold up an answer.
const LIMIT: Duration = Duration::from_secs(2);

/// A grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grammar {
    /// TypeScript without JSX, with `<T>value` assertions.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    /// JavaScript with JSX.
    JavaScript,
}

impl Grammar {
    /// The grammar of the file `path`.
    pub(super) fn of(path: &RelPath) -> Self {
        match path.extension().as_str() {
            ".ts" | ".mts" | ".cts" => Self::TypeScript,
            ".tsx" => Self::Tsx,
            _ => Self::JavaScript,
        }
    }

    fn language(self) -> tree_sitter::Language {
        match self {
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
        }
    }
}

/// The time that is left for the parses of one file.
pub(super) struct Budget {
    deadline: Instant,
}

impl Budget {
    /// The budget of one file.
    pub(super) fn start() -> Self {
        Self {
            deadline: Instant::now() + LIMIT,
        }
    }

    /// Half of what is left.
    pub(super) fn half(&self) -> Self {
        let now = Instant::now();
        Self {
            deadline: now + self.deadline.saturating_duration_since(now) / 2,
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// The tree of `text`; none when the time runs out.
    pub(super) fn parse(&self, text: &[u8], grammar: Grammar) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(&grammar.language()).ok()?;
        let mut stop = |_: &ParseState| {
            if self.is_spent() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut stop);
        let mut read = |at: usize, _| text.get(at..).unwrap_or(&[]);
        parser.parse_with_options(&mut read, None, Some(options))
    }
}

/// The errors of `tree`, in bytes of the parsed text; of an error within an error only the outer one.
pub(super) fn errors(tree: &Tree) -> Vec<Range<usize>> {
    let mut errors = Vec::new();
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        if node.is_error() {
            errors.push(node.byte_range());
        } else if node.has_error() {
            let mut cursor = node.walk();
            waiting.extend(node.children(&mut cursor));
        }
    }
    errors
}

/// Where the first error of `tree` starts, in bytes of the parsed text.
pub(super) fn first_error(tree: &Tree) -> Option<usize> {
    let mut node = tree.root_node();
    if !node.has_error() {
        return None;
    }
    loop {
        if node.is_error() || node.is_missing() {
            // An error that spans the file is no better than its first token that fits nowhere.
            return Some(node.start_byte());
        }
        let mut cursor = node.walk();
        let next: Option<Node> = node.children(&mut cursor).find(Node::has_error);
        match next {
            Some(child) => node = child,
            None => return Some(node.start_byte()),
        }
    }
}
