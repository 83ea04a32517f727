//! What tree-sitter sees in a file that does not parse as a whole.
//!
//! The file is read as a whole, with the syntax that the grammars lack replaced byte for byte (`mask`). When
//! that leaves errors it is also cut into pieces at top-level declarations (`segments`), and the reading that
//! finds more declarations counts. What stands in no statement of either reading is kept as a plain one, so
//! that the text of damaged code can still be found.
//!
//! Cost: some fifteen times that of the exact parser, errors more; never more than two seconds a file.

mod code;
mod conflicts;
mod exports;
mod hollow;
mod imports;
mod mask;
mod members;
mod parse;
mod reader;
mod repair;
mod segments;
mod statements;
mod uses;
mod values;

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "as UPDATE_EXPECT=1 writes them")]
mod tests;

use tree_sitter::Tree;

use super::outline::{Outline, StatementKind};
use crate::facts::ParsedBy;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;
use parse::{Budget, Grammar};
use reader::Reader;
use segments::Piece;
use uses::Use;

pub(super) use code::code;

/// How often a text is parsed again for the ampersands that make errors; each round shows more of them.
const AMPERSAND_ROUNDS: usize = 4;

/// What was read of a file or of a piece of one.
pub(super) struct Reading {
    /// Its statements and comments.
    pub(super) outline: Outline,
    /// Its uses of names.
    pub(super) uses: Vec<Use>,
}

/// What stands outside the syntax errors of `source`.
///
/// # Cost
///
/// At most two seconds; when they are over, what was read until then.
pub(super) fn read(path: &RelPath, source: &Source) -> Reading {
    let budget = Budget::start();
    let mut whole = read_whole(source, Grammar::of(path), &budget);
    if whole.outline.syntax_error.is_some() && Grammar::of(path) == Grammar::JavaScript {
        // TypeScript in a JavaScript file: type annotations of Flow look alike.
        let typed = read_whole(source, Grammar::Tsx, &budget);
        if typed.outline.syntax_error.is_none() || worth(&typed) > worth(&whole) {
            whole = typed;
        }
    }
    whole
}

/// What `grammar` reads of `source`.
fn read_whole(source: &Source, grammar: Grammar, budget: &Budget) -> Reading {
    let text = source.text();
    let conflict = conflicts::first_marker(text);
    let mut masked = mask::mask(text, grammar);
    if conflict.is_some() {
        conflicts::blank_markers(&mut masked);
    }
    // An error can make the whole slower to read than its pieces, which must still have their time.
    let mut whole = read_bytes(source, &mut masked, grammar, &budget.half());
    if whole.outline.syntax_error.is_some() && conflict.is_some() {
        // The sides of a conflict do not fit behind each other: only the first one counts.
        let mut one_side = masked.clone();
        conflicts::blank_second_sides(text, &mut one_side);
        let side = read_bytes(source, &mut one_side, grammar, &budget.half());
        if side.outline.syntax_error.is_none() {
            whole = side;
        }
    }
    if let Some(error) = whole.outline.syntax_error {
        let mut cut = read_pieces(source, &masked, grammar, budget);
        if worth(&cut) >= worth(&whole) {
            cut.outline.syntax_error.get_or_insert(error);
            whole = cut;
        }
    }
    let outline = &mut whole.outline;
    if let Some(marker) = conflict {
        outline.syntax_error = Some(outline.syntax_error.map_or(marker, |error| error.min(marker)));
    }
    if outline.syntax_error.is_some() {
        fill_gaps(source, outline);
    }
    whole
}

/// The whole of `source`, read from `masked`, where harmful ampersands are replaced too.
fn read_bytes(source: &Source, masked: &mut [u8], grammar: Grammar, budget: &Budget) -> Reading {
    let Some(mut tree) = budget.parse(masked, grammar) else {
        return empty(Some(0));
    };
    for _ in 0..AMPERSAND_ROUNDS {
        let mut found = false;
        for error in parse::errors(&tree) {
            found |= grammar == Grammar::Tsx && mask::mask_ampersands(masked, error);
        }
        if !found {
            break;
        }
        match budget.parse(masked, grammar) {
            Some(better) => tree = better,
            None => break,
        }
    }
    let error = parse::first_error(&tree).map(|at| at as u32);
    let span = Span::new(0, masked.len() as u32);
    read_tree(source, span, &tree, error)
}

/// `source` in pieces; of a piece with errors the best reading.
fn read_pieces(source: &Source, masked: &[u8], grammar: Grammar, budget: &Budget) -> Reading {
    let mut all = empty(None);
    for piece in segments::pieces(source, masked, grammar, budget) {
        let read = match piece.error {
            None => read_tree(source, piece.span, &piece.tree, None),
            Some(error) => read_damaged(source, &piece, error, masked, grammar, budget),
        };
        let outline = &mut all.outline;
        outline.syntax_error = outline.syntax_error.or(read.outline.syntax_error);
        outline.comments.extend(read.outline.comments);
        outline.imports.extend(read.outline.imports);
        outline.statements.extend(read.outline.statements);
        all.uses.extend(read.uses);
    }
    all
}

/// The best reading of a piece whose first error stands at `error`.
fn read_damaged(
    source: &Source,
    piece: &Piece,
    error: u32,
    masked: &[u8],
    grammar: Grammar,
    budget: &Budget,
) -> Reading {
    let start = piece.span.start as usize;
    let text = masked.get(start..piece.span.end as usize).unwrap_or(&[]);
    // Valid code that the grammar does not know.
    let signatures = mask::mask_signatures(text);
    if let Some(tree) = budget.parse(&signatures, grammar)
        && !tree.root_node().has_error()
    {
        return read_tree(source, piece.span, &tree, None);
    }
    let repaired = repair::repair(text);
    // An error that covers the whole piece says less than the first place where something was missing.
    let missing = text
        .iter()
        .zip(&repaired)
        .position(|(before, after)| before != after);
    let error = match missing {
        Some(at) if error == piece.span.start => (start + at) as u32,
        Some(_) | None => error,
    };
    let mut best = read_tree(source, piece.span, &piece.tree, Some(error));
    for variant in [repaired, hollow::hollow(text, 1), hollow::hollow(text, 0)] {
        let Some(tree) = budget.parse(&variant, grammar) else {
            break;
        };
        let is_clean = !tree.root_node().has_error();
        let mut read = read_tree(source, piece.span, &tree, Some(error));
        if is_clean || worth(&read) > worth(&best) {
            // What was blanked still holds its comments, imports and uses.
            let (new, old) = (&mut read.outline, best.outline);
            if new.imports.len() < old.imports.len() || new.comments.len() < old.comments.len() {
                new.imports = old.imports;
                new.comments = old.comments;
            }
            if read.uses.len() < best.uses.len() {
                read.uses = best.uses;
            }
            best = read;
        }
        if is_clean {
            break;
        }
    }
    best
}

/// The bytes `span` of `source`, whose tree is `tree` and whose first error stands at `error`.
fn read_tree(source: &Source, span: Span, tree: &Tree, error: Option<u32>) -> Reading {
    let reader = Reader::new(source.text(), span, error.is_some());
    let found = reader.imports_and_comments(tree);
    let mut reading = empty(error);
    reading.outline.comments = found.comments;
    reading.outline.imports = found.imports;
    reading.outline.statements = reader.statements(tree.root_node(), 0);
    reading.uses = reader.uses(tree);
    reading
}

/// A reading without content.
fn empty(syntax_error: Option<u32>) -> Reading {
    Reading {
        outline: Outline {
            parsed_by: ParsedBy::Tolerant,
            syntax_error,
            comments: Vec::new(),
            statements: Vec::new(),
            imports: Vec::new(),
        },
        uses: Vec::new(),
    }
}

/// How much a reading found: statements that declare, import or export, then members.
fn worth(reading: &Reading) -> (usize, usize) {
    let mut telling = 0;
    let mut members = 0;
    for statement in &reading.outline.statements {
        members += match &statement.kind {
            StatementKind::Plain | StatementKind::Nothing => continue,
            StatementKind::Class(class) => class.members.len(),
            StatementKind::Interface(of) | StatementKind::TypeAlias(of) | StatementKind::Enum(of) => {
                of.members.len()
            }
            StatementKind::Namespace(namespace) => namespace.statements.len(),
            StatementKind::Import { .. }
            | StatementKind::ImportAlias { .. }
            | StatementKind::Function(_)
            | StatementKind::Variables { .. }
            | StatementKind::ReExport(_)
            | StatementKind::ExportNames { .. }
            | StatementKind::ExportDefault { .. }
            | StatementKind::ExportAssignment { .. }
            | StatementKind::CommonJsExport { .. } => 0,
        };
        telling += 1;
    }
    (telling, members)
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
