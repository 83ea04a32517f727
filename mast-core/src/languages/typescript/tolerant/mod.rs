//! What tree-sitter sees in a file that does not parse as a whole.
//!
//! The file is read as a whole, with the syntax that the grammars lack replaced byte for byte (`mask`). When
//! that leaves errors it is also cut into pieces at top-level declarations (`segments`), and the reading that
//! finds more declarations counts. What stands in no statement of either reading is kept as a plain one, so
//! that the text of damaged code can still be found.
//!
//! Cost: some ten times that of the exact parser, errors more; never more than two seconds a file.

mod conflicts;
mod exports;
mod imports;
mod mask;
mod members;
mod parse;
mod reader;
mod segments;
mod statements;
mod values;

#[cfg(test)]
mod tests;

use tree_sitter::Tree;

use super::outline::{Outline, Statement, StatementKind};
use crate::facts::ParsedBy;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;
use parse::{Budget, Grammar};
use reader::Reader;

/// The outline of what stands outside the syntax errors of `source`.
///
/// # Cost
///
/// At most two seconds; when they are over, what was read until then.
pub(crate) fn outline(path: &RelPath, source: &Source) -> Outline {
    let budget = Budget::start();
    let mut whole = read_whole(source, Grammar::of(path), &budget);
    if whole.syntax_error.is_some() && Grammar::of(path) == Grammar::JavaScript {
        // TypeScript in a JavaScript file: type annotations of Flow look alike.
        let typed = read_whole(source, Grammar::Tsx, &budget);
        if typed.syntax_error.is_none() || worth(&typed) > worth(&whole) {
            whole = typed;
        }
    }
    whole
}

/// The outline of `source` as `grammar` reads it.
fn read_whole(source: &Source, grammar: Grammar, budget: &Budget) -> Outline {
    let text = source.text();
    let conflict = conflicts::first_marker(text);
    let mut masked = mask::mask(text, grammar);
    if conflict.is_some() {
        conflicts::blank_markers(&mut masked);
    }
    let mut whole = budget
        .parse(&masked, grammar)
        .map_or_else(empty, |tree| read(source, &[(0, tree)]));
    if whole.syntax_error.is_some() && conflict.is_some() {
        // The sides of a conflict do not fit behind each other: only the first one counts.
        let mut one_side = masked.clone();
        conflicts::blank_second_sides(text, &mut one_side);
        if let Some(tree) = budget.parse(&one_side, grammar) {
            let outline = read(source, &[(0, tree)]);
            if outline.syntax_error.is_none() {
                whole = outline;
            }
        }
    }
    if whole.syntax_error.is_some() {
        let pieces: Vec<(usize, Tree)> = segments::pieces(source, &masked, grammar, budget)
            .into_iter()
            .map(|piece| (piece.start, piece.tree))
            .collect();
        let error = whole.syntax_error;
        let cut = read(source, &pieces);
        if worth(&cut) >= worth(&whole) {
            whole = Outline {
                syntax_error: cut.syntax_error.or(error),
                ..cut
            };
        }
    }
    if let Some(marker) = conflict {
        whole.syntax_error = Some(whole.syntax_error.map_or(marker, |error| error.min(marker)));
    }
    if whole.syntax_error.is_some() {
        fill_gaps(source, &mut whole);
    }
    whole
}

/// The outline of the pieces of `source`: their starts and trees.
fn read(source: &Source, pieces: &[(usize, Tree)]) -> Outline {
    let mut outline = empty();
    outline.syntax_error = None;
    for (start, tree) in pieces {
        let error = parse::first_error(tree).map(|at| (start + at) as u32);
        let reader = Reader::new(source.text(), *start as u32, error.is_some());
        let found = reader.imports_and_comments(tree);
        outline.syntax_error = outline.syntax_error.or(error);
        outline.comments.extend(found.comments);
        outline.imports.extend(found.imports);
        outline.statements.extend(reader.statements(tree.root_node(), 0));
    }
    outline
}

/// The outline of a file of which nothing could be read.
fn empty() -> Outline {
    Outline {
        parsed_by: ParsedBy::Tolerant,
        syntax_error: Some(0),
        comments: Vec::new(),
        statements: Vec::new(),
        imports: Vec::new(),
    }
}

/// How much of a file a reading found: statements that declare, import or export.
fn worth(outline: &Outline) -> usize {
    let telling =
        |statement: &&Statement| !matches!(statement.kind, StatementKind::Plain | StatementKind::Nothing);
    outline.statements.iter().filter(telling).count()
}

/// Adds what no statement and no comment covers as plain statements.
fn fill_gaps(source: &Source, outline: &mut Outline) {
    let mut covered: Vec<Span> = outline
        .statements
        .iter()
        .map(|statement| statement.span)
        .collect();
    covered.extend(outline.comments.iter().map(|comment| comment.span));
    covered.sort_unstable();
    let end = source.text().len() as u32;
    covered.push(Span::new(end, end));
    let mut gaps: Vec<Span> = Vec::new();
    let mut at = 0;
    for span in covered {
        let gap = Span::new(at, span.start.max(at));
        let text = source.slice(gap);
        let trimmed = text.trim();
        // Braces and commas that an error has left behind are nothing to find.
        if trimmed.contains(char::is_alphanumeric) {
            let start = gap.start + (text.len() - text.trim_start().len()) as u32;
            gaps.push(Span::new(start, start + trimmed.len() as u32));
        }
        at = at.max(span.end);
    }
    outline.statements.extend(
        gaps.into_iter()
            .map(|span| statements::plain_statement(span, StatementKind::Plain)),
    );
    outline.statements.sort_by_key(|statement| statement.span);
}
