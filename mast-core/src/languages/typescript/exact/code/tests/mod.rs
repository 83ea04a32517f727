//! What code refers to, rule by rule.

mod contexts;
mod declarations;
mod locals;
mod narrowing;
mod scopes;
mod shapes;
mod uses;

use expect_test::Expect;

use crate::facts::Code;
use crate::facts::render::{render_imports, render_references, render_symbols};
use crate::languages::ExtractOptions;
use crate::languages::typescript::{Parser, extract_with};
use crate::text::path::RelPath;
use crate::text::source::Source;

fn code(path: &str, text: &str) -> Code {
    let path = RelPath::parse(path).unwrap();
    let source = Source::new(text.to_owned());
    extract_with(Parser::Exact, &path, &source, ExtractOptions::default())
        .unwrap()
        .code
}

/// Compares the references of a file called `a.tsx` or, with types only in angle brackets, `a.ts`, with `expected`.
#[expect(clippy::needless_pass_by_value, reason = "expect! gives a value")]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&render_references(&code("a.ts", text)));
}

/// Compares imports and symbols with `expected`.
#[expect(clippy::needless_pass_by_value, reason = "expect! gives a value")]
fn check_symbols(path: &str, text: &str, expected: Expect) {
    let code = code(path, text);
    expected.assert_eq(&(render_imports(&code) + &render_symbols(&code)));
}

/// Compares the references of the file `path` with `expected`.
#[expect(clippy::needless_pass_by_value, reason = "expect! gives a value")]
fn check_in(path: &str, text: &str, expected: Expect) {
    expected.assert_eq(&render_references(&code(path, text)));
}
