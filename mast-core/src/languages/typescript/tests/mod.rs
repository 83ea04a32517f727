//! What is made of TypeScript and JavaScript, rule by rule.

#![allow(
    clippy::needless_raw_string_hashes,
    reason = "the form in which `expect!` writes values"
)]

mod classes;
mod docs;
mod exports;
mod functions;
mod imports;
mod namespaces;
mod objects;
mod splitting;
mod syntax;
mod types;

use std::fmt::Write as _;

use expect_test::Expect;

use super::{Parser, extract_with};
use crate::facts::{Access, Chunk, Declaration, ExportTarget, FileFacts};
use crate::languages::ExtractOptions;
use crate::text::line::LineRange;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// Compares the facts of a file called `path`, rendered for people, with `expected`.
#[expect(clippy::needless_pass_by_value, reason = "expect! gives a value")]
fn check(path: &str, text: &str, expected: Expect) {
    expected.assert_eq(&render(path, text));
}

fn facts(path: &str, source: &Source) -> Option<FileFacts> {
    let path = RelPath::parse(path).ok()?;
    extract_with(Parser::Exact, &path, source, ExtractOptions::default())
}

fn render(path: &str, text: &str) -> String {
    let source = Source::new(text.to_owned());
    let Some(facts) = facts(path, &source) else {
        return "refused\n".to_owned();
    };
    let mut out = String::new();
    for chunk in &facts.chunks {
        render_chunk(&mut out, &source, chunk);
    }
    for declaration in &facts.declarations {
        render_declaration(&mut out, &source, declaration);
    }
    for import in &facts.imports {
        let bindings: Vec<String> = import
            .bindings
            .iter()
            .map(|binding| {
                let type_only = if binding.type_only { "type " } else { "" };
                format!("{type_only}{} as {}", binding.imported, binding.local)
            })
            .collect();
        let type_only = if import.type_only { " type" } else { "" };
        let _ = writeln!(
            out,
            "import {} {}{type_only} `{}` {{{}}}",
            import.line,
            import.form.name(),
            import.module,
            bindings.join(", ")
        );
    }
    for export in &facts.exports {
        let target = match &export.target {
            ExportTarget::Local { name } => name.clone(),
            ExportTarget::Named { module, name } => format!("{name} of `{module}`"),
            ExportTarget::Star { module } => format!("star of `{module}`"),
            ExportTarget::Namespace { module } => format!("all of `{module}`"),
            ExportTarget::Expression => "expression".to_owned(),
        };
        let type_only = if export.type_only { " type" } else { "" };
        let _ = writeln!(
            out,
            "export {} {}{type_only} = {target}",
            export.line, export.name
        );
    }
    out
}

fn render_chunk(out: &mut String, source: &Source, chunk: &Chunk) {
    let name = chunk.name.as_deref().unwrap_or("-");
    let _ = write!(out, "chunk {} {} {name}", lines(chunk.lines), chunk.kind.name());
    if let Some(owner) = &chunk.owner {
        let _ = write!(out, " of {owner}");
    }
    if chunk.exported {
        out.push_str(" exported");
    }
    if chunk.part > 0 {
        let _ = write!(out, " part {}", chunk.part);
    }
    doc(out, source, chunk.doc);
    for piece in &chunk.shell {
        let _ = write!(out, "\n    | {}", one_line(source.slice(*piece)));
    }
    out.push('\n');
}

fn render_declaration(out: &mut String, source: &Source, declaration: &Declaration) {
    let range = source.lines().lines_of(declaration.span);
    let _ = write!(
        out,
        "{} {} {}",
        lines(range),
        declaration.kind.name(),
        declaration.name
    );
    if declaration.line != range.first() {
        let _ = write!(out, " at {}", declaration.line);
    }
    let flags = [
        (declaration.exported, " exported"),
        (declaration.default_export, " default"),
        (declaration.is_static, " static"),
        (declaration.without_body, " bodiless"),
        (declaration.access == Access::Protected, " protected"),
        (declaration.access == Access::Private, " private"),
    ];
    for (is_set, flag) in flags {
        if is_set {
            out.push_str(flag);
        }
    }
    let _ = write!(out, " `{}`", one_line(source.slice(declaration.signature)));
    doc(out, source, declaration.doc);
    out.push('\n');
}

fn doc(out: &mut String, source: &Source, doc: Option<Span>) {
    if let Some(doc) = doc {
        let _ = write!(out, " doc `{}`", one_line(source.slice(doc)));
    }
}

fn lines(range: LineRange) -> String {
    format!("{}-{}", range.first(), range.last())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
