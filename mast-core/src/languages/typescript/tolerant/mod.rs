//! What tree-sitter sees in a file that does not parse as a whole.

mod exports;
mod imports;
mod mask;
mod members;
mod parse;
mod reader;
mod statements;
mod values;

use super::outline::Outline;
use crate::facts::ParsedBy;
use crate::text::path::RelPath;
use crate::text::source::Source;
use parse::{Budget, Grammar};
use reader::Reader;

/// The outline of what stands outside the syntax errors.
pub(crate) fn outline(path: &RelPath, source: &Source) -> Outline {
    let budget = Budget::start();
    let grammar = Grammar::of(path);
    let text = source.text();
    let mut outline = Outline {
        parsed_by: ParsedBy::Tolerant,
        syntax_error: None,
        comments: Vec::new(),
        statements: Vec::new(),
        imports: Vec::new(),
    };
    if let Some(tree) = budget.parse(&mask::mask(text, grammar), grammar) {
        let error = parse::first_error(&tree);
        let reader = Reader::new(text, 0, error.is_some());
        let found = reader.imports_and_comments(&tree);
        outline.syntax_error = error.map(|at| at as u32);
        outline.comments = found.comments;
        outline.imports = found.imports;
        outline.statements = reader.statements(tree.root_node(), 0);
    }
    outline
}
