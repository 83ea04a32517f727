//! Cutting a damaged file where top-level declarations begin, so that each is read for itself.
//!
//! The recovery of tree-sitter can swallow everything around an error. People and formatters write
//! top-level declarations in the first column; so a line that starts there with the word of a declaration
//! is taken for its start, and what parses without errors between two such lines is right whatever stands
//! around it. A literal may hold such lines too: then neither piece parses alone, but both together.

use super::parse::{self, Budget, Grammar};
use super::repair;
use crate::text::source::Source;
use crate::text::span::Span;

use tree_sitter::Tree;

/// How many neighbouring segments are tried together.
const JOINED: usize = 12;

/// The most bytes that are tried together.
const JOINED_BYTES: usize = 128 * 1024;

/// The average length of lines from which on a machine broke them, at any token.
const WIDEST_AVERAGE: usize = 150;

/// A piece of a file and its tree.
pub(super) struct Piece {
    /// Its bytes in the file.
    pub(super) span: Span,
    /// The tree, whose offsets count from the start of `span`.
    pub(super) tree: Tree,
    /// Where its first error stands in the file.
    pub(super) error: Option<u32>,
}

/// The pieces of `source`, whose bytes are read from `masked`: as short as they can be cut, but longer where
/// brackets and literals reach over a cut and fit together without errors. Ends early when the time runs out.
pub(super) fn pieces(source: &Source, masked: &[u8], grammar: Grammar, budget: &Budget) -> Vec<Piece> {
    let templates = repair::templates(masked);
    let mut borders = cuts(source);
    // Tests and generators hold code in templates, in the first column too.
    borders.retain(|border| {
        let after = templates.partition_point(|template| template.start < *border);
        let before = after.checked_sub(1).and_then(|index| templates.get(index));
        before.is_none_or(|template| template.end <= *border)
    });
    borders.push(masked.len());
    let mut pieces = Vec::new();
    let mut index = 0;
    while let Some((start, end)) = borders.get(index).copied().zip(borders.get(index + 1).copied()) {
        let Some(alone) = parse_piece(masked, start, end, grammar, budget) else {
            return pieces;
        };
        index += 1;
        let text = masked.get(start..end).unwrap_or(&[]);
        if alone.error.is_none() || repair::is_balanced(text) {
            pieces.push(alone);
            continue;
        }
        let following = borders.get(index + 1..).unwrap_or(&[]).iter().take(JOINED);
        let joined = following
            .enumerate()
            .take_while(|(_, end)| *end - start <= JOINED_BYTES)
            .filter(|(_, end)| masked.get(start..**end).is_some_and(repair::is_balanced))
            .filter_map(|(count, end)| Some((count, parse_piece(masked, start, *end, grammar, budget)?)))
            .find(|(_, piece)| piece.error.is_none());
        match joined {
            Some((count, piece)) => {
                pieces.push(piece);
                index += count + 1;
            }
            None => pieces.push(alone),
        }
    }
    pieces
}

/// The tree of the bytes `start..end`; none when the time runs out.
fn parse_piece(masked: &[u8], start: usize, end: usize, grammar: Grammar, budget: &Budget) -> Option<Piece> {
    let tree = budget.parse(masked.get(start..end)?, grammar)?;
    let error = parse::first_error(&tree).map(|at| (start + at) as u32);
    Some(Piece {
        span: Span::new(start as u32, end as u32),
        tree,
        error,
    })
}

/// Where the text may be cut, in source order, the start of the text first.
fn cuts(source: &Source) -> Vec<usize> {
    let text = source.text();
    let mut cuts = vec![0];
    if text.len() > WIDEST_AVERAGE * source.lines().count() as usize {
        return cuts;
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut at = 0;
    for (index, line) in lines.iter().enumerate() {
        if begins_declaration(line) {
            let above = leading_lines(lines.get(..index).unwrap_or(&[]));
            let start = at - above;
            if cuts.last().is_some_and(|last| *last < start) {
                cuts.push(start);
            }
        }
        at += line.len();
    }
    cuts
}

/// How many bytes the comments and decorators take that stand directly above a declaration.
fn leading_lines(before: &[&str]) -> usize {
    let mut bytes = 0;
    let mut waiting = 0;
    let mut in_block = false;
    for line in before.iter().rev() {
        let trimmed = line.trim_end();
        waiting += line.len();
        if in_block {
            if trimmed.starts_with("/*") {
                in_block = false;
                bytes = waiting;
            } else if begins_declaration(line) {
                // No comment reaches over a declaration.
                break;
            }
        } else if trimmed.ends_with("*/") && !trimmed.starts_with("/*") {
            in_block = true;
        } else if trimmed.starts_with("//") || trimmed.starts_with("/*") || trimmed.starts_with('@') {
            bytes = waiting;
        } else {
            break;
        }
    }
    bytes
}

/// Whether `line` starts, in its first column, like a top-level declaration.
fn begins_declaration(line: &str) -> bool {
    let word_length = line
        .find(|next: char| !next.is_alphanumeric() && next != '_' && next != '$')
        .unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(word_length).unwrap_or((line, ""));
    let next = rest.trim_start();
    match word {
        "" => line.starts_with('@'),
        "export" | "import" => !rest.starts_with(['.', ':', '=']),
        "function" | "class" => rest.starts_with([' ', '*', '\t']),
        "const" | "let" | "var" | "using" => {
            rest.starts_with([' ', '\t'])
                && next.starts_with(|first: char| is_name_start(first) || first == '{' || first == '[')
        }
        "interface" | "type" | "enum" | "namespace" | "module" | "declare" | "abstract" | "async" => {
            rest.starts_with([' ', '\t'])
                && next.starts_with(|first: char| is_name_start(first) || first == '"' || first == '\'')
                && !["in ", "of ", "instanceof ", "as "]
                    .iter()
                    .any(|operator| next.starts_with(operator))
                || (word == "module" && rest.starts_with(".exports"))
        }
        "exports" => rest.starts_with(['.', '[']),
        _ => false,
    }
}

fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || character == '_' || character == '$'
}
