//! What oxc sees in a file that parses.
//!
//! A file is parsed once in nearly every case; a JavaScript file that is refused is tried again as a
//! script and as TypeScript. The bindings of a file (`oxc_semantic`) are built in [`read`], beside the
//! outline, from the same program.

mod code;
mod imports;
mod members;
mod nesting;
mod statements;
mod values;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use super::is_definition;
use super::outline::{Comment, CommentKind, Outline, Statement, StatementKind};
use crate::facts::{Code, ParsedBy};
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// The outline of `source` and what its code refers to, none when oxc refuses it.
///
/// # Cost
///
/// Recursion follows the nesting of the code, of which the deepest that is accepted needs a stack of
/// up to 32 MiB; the caller sees to it.
pub(crate) fn outline(path: &RelPath, source: &Source) -> Option<(Outline, Code)> {
    let text = source.text();
    if nesting::is_too_deep(text) {
        return None;
    }
    let attempts = attempts(path);
    // A defect of the parser costs the exact reading of one file, not the run.
    std::panic::catch_unwind(|| attempts.iter().find_map(|kind| parse(path, source, *kind)))
        .ok()
        .flatten()
}

/// The ways to read a file, by its name; the first that is accepted counts.
fn attempts(path: &RelPath) -> Vec<SourceType> {
    if is_definition(path) {
        return vec![SourceType::d_ts()];
    }
    match path.extension().as_str() {
        ".ts" | ".mts" | ".cts" => vec![SourceType::ts()],
        ".tsx" => vec![SourceType::tsx()],
        _ => vec![
            SourceType::unambiguous().with_jsx(true),
            SourceType::script().with_jsx(true),
            SourceType::tsx(),
            SourceType::ts(),
        ],
    }
}

fn parse(path: &RelPath, source: &Source, kind: SourceType) -> Option<(Outline, Code)> {
    let text = source.text();
    let allocator = Allocator::default();
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, text, kind).with_options(options).parse();
    if parsed.panicked {
        return None;
    }
    let outline = read(text, &parsed.program);
    let commonjs = commonjs(path, &parsed.program);
    // A defect there costs what the code refers to, not what it declares.
    let code = std::panic::AssertUnwindSafe(|| code::read(source, &allocator, &parsed.program, commonjs));
    let code = std::panic::catch_unwind(code).unwrap_or_default();
    Some((outline, code))
}

/// Whether the file gives something to others by `module.exports`: JavaScript that is no module.
fn commonjs(path: &RelPath, program: &Program<'_>) -> code::CommonJs {
    let is_javascript = matches!(path.extension().as_str(), ".js" | ".jsx" | ".cjs" | ".mjs");
    let is_module = program
        .body
        .iter()
        .any(oxc_ast::ast::Statement::is_module_declaration);
    if is_javascript && !is_module {
        code::CommonJs::Counts
    } else {
        code::CommonJs::Ignored
    }
}

/// The one place where a program that was accepted is looked at.
fn read(text: &str, program: &Program<'_>) -> Outline {
    let reader = Reader { text };
    let directives = program.directives.iter().map(|directive| Statement {
        span: span(directive.span),
        export: super::outline::ExportKeyword::None,
        kind: StatementKind::Plain,
    });
    let statements = directives
        .chain(program.body.iter().map(|statement| reader.statement(statement)))
        .collect();
    Outline {
        parsed_by: ParsedBy::Exact,
        syntax_error: None,
        comments: program
            .comments
            .iter()
            .map(|comment| reader.comment(span(comment.span)))
            .collect(),
        statements,
        imports: imports::of_program(text, program),
    }
}

/// Maps nodes to outline entries; holds the text for what the nodes do not say.
#[derive(Clone, Copy)]
struct Reader<'s> {
    text: &'s str,
}

impl Reader<'_> {
    fn comment(self, span: Span) -> Comment {
        let text = span.of(self.text);
        let kind = if !text.starts_with("/*") {
            CommentKind::Line
        } else if text.starts_with("/**") && !text.starts_with("/***") && text.len() > "/**/".len() {
            CommentKind::JsDoc
        } else {
            CommentKind::Block
        };
        Comment { span, kind }
    }

    /// The first byte at or after `offset` that is neither white space nor in a comment.
    fn skip_trivia(self, offset: u32) -> u32 {
        let mut at = offset as usize;
        loop {
            let rest = self.text.get(at..).unwrap_or("");
            let trimmed = rest.trim_start();
            at += rest.len() - trimmed.len();
            let comment = if trimmed.starts_with("//") {
                trimmed.find(['\n', '\r']).unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return at as u32;
            };
            at += comment;
        }
    }

    /// Past `word` and the trivia after it, when it stands at `offset`.
    fn skip_word(self, offset: u32, word: &str) -> u32 {
        let rest = self.text.get(offset as usize..).unwrap_or("");
        match rest.strip_prefix(word) {
            Some(after) if !after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') => {
                self.skip_trivia(offset + word.len() as u32)
            }
            _ => offset,
        }
    }

    /// Where the head of a declaration starts: after its decorators, `export` and `default`.
    fn head_start(self, start: u32, decorators: &[oxc_ast::ast::Decorator<'_>]) -> u32 {
        let mut at = start;
        for decorator in decorators {
            if self.skip_trivia(at) == decorator.span.start {
                at = decorator.span.end;
            } else {
                // `export` stands before the decorators.
                let after_export = self.skip_word(self.skip_trivia(at), "export");
                let after_default = self.skip_word(after_export, "default");
                if after_default == decorator.span.start {
                    at = decorator.span.end;
                }
            }
        }
        let at = self.skip_word(self.skip_trivia(at), "export");
        self.skip_word(at, "default")
    }
}

fn span(span: oxc_span::Span) -> Span {
    Span::new(span.start, span.end)
}

/// Where a node that starts at `start` starts with its decorators.
fn first_decorator(decorators: &[oxc_ast::ast::Decorator<'_>], start: u32) -> u32 {
    decorators
        .first()
        .map_or(start, |decorator| decorator.span.start.min(start))
}
