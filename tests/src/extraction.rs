//! The runner of extraction cases: `extract src/a.ts` answers what one file says.
//!
//! A chunk and a declaration are shown with their first and their last line of text, and the signature is
//! marked in it, so that a span that is off by one is seen at a glance.

use crate::project::Project;
use mast_core::facts::{
    Access, Chunk, Declaration, Export, ExportTarget, FileFacts, Generated, Import, ImportBinding, ParsedBy,
};
use mast_core::languages::{self, ExtractOptions, LANGUAGES};
use mast_core::text::path::RelPath;
use mast_core::text::source::Source;
use mast_core::text::span::Span;
use std::fmt::Write as _;

/// Of a longer line only this many characters from its start and its end are shown.
const SHOWN: (usize, usize) = (60, 20);

/// Answers `extract <path> [split_threshold=N] [heading_depth=N]`.
///
/// # Panics
///
/// When the call is none, or its file is none that mast reads.
pub fn run(project: &Project, call: &str) -> String {
    let mut words = call.split_whitespace();
    assert_eq!(words.next(), Some("extract"), "a call is `extract <path>`");
    let path = words.next().expect("a call is `extract <path>`");
    let mut options = ExtractOptions::default();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "split_threshold" => options.split_threshold = value.parse().expect("a number of lines"),
            "heading_depth" => options.heading_depth = value.parse().expect("a level of headings"),
            _ => panic!("`{word}` is no option of `extract`"),
        }
    }
    let bytes = std::fs::read(project.path(path)).unwrap_or_else(|error| panic!("`{path}`: {error}"));
    let source = Source::decode(bytes).unwrap_or_else(|error| panic!("`{path}`: {error}"));
    let path = RelPath::parse(path).unwrap_or_else(|error| panic!("`{path}` {error}"));
    let language = languages::of_path(&path).expect("the extension belongs to a language");
    let language = &LANGUAGES[language];
    render(
        &source,
        language.name,
        &(language.extract)(&path, &source, options),
    )
}

/// The facts of one file, for people.
pub fn render(source: &Source, language: &str, facts: &FileFacts) -> String {
    let mut answer = language.to_owned();
    match facts.parsed_by {
        ParsedBy::Exact | ParsedBy::Markdown => {}
        ParsedBy::Tolerant => answer.push_str(", read by the tolerant parser"),
    }
    if let Some(line) = facts.syntax_error {
        let _ = write!(answer, ", syntax error at line {line}");
    }
    match facts.generated {
        Some(Generated::Header) => answer.push_str(", generated (header)"),
        Some(Generated::Shape) => answer.push_str(", generated (shape)"),
        None => {}
    }
    answer.push('\n');
    table(&mut answer, "chunks", chunks(source, &facts.chunks));
    table(
        &mut answer,
        "declarations",
        declarations(source, &facts.declarations),
    );
    table(&mut answer, "imports", facts.imports.iter().map(import));
    table(&mut answer, "exports", facts.exports.iter().map(export));
    answer
}

/// A row of a table: its cells, and lines that stand below it.
struct Row {
    cells: Vec<String>,
    below: Vec<String>,
}

/// A headed table with aligned columns; nothing for no rows.
fn table(out: &mut String, title: &str, rows: impl IntoIterator<Item = Row>) {
    let rows: Vec<Row> = rows.into_iter().collect();
    if rows.is_empty() {
        return;
    }
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.cells.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let _ = writeln!(out, "\n{title}");
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.cells.iter().zip(&widths) {
            if *width > 0 {
                let _ = write!(line, "  {cell:width$}");
            }
        }
        let _ = writeln!(out, "{}", line.trim_end());
        for line in &row.below {
            let _ = writeln!(out, "{}", format!("      {line}").trim_end());
        }
    }
}

/// `lines kind name flags text`, and below a shell the pieces that are shown of it.
fn chunks<'a>(source: &'a Source, chunks: &'a [Chunk]) -> impl Iterator<Item = Row> + 'a {
    chunks.iter().map(move |chunk| {
        let mut flags = Vec::new();
        if chunk.exported {
            flags.push("exported".to_owned());
        }
        flags.extend(owner(chunk.name.as_deref(), chunk.owner.as_deref()));
        if chunk.part > 0 {
            flags.push(format!("part {}", chunk.part));
        }
        flags.extend(doc(source, chunk.doc));
        let computed = source.lines().lines_of(chunk.span);
        if computed != chunk.lines {
            flags.push(format!("BUT ITS SPAN HAS LINES {}", lines(source, chunk.span)));
        }
        let pieces = chunk.shell.iter().flat_map(|piece| source.slice(*piece).lines());
        Row {
            cells: vec![
                range(chunk.lines.first().get(), chunk.lines.last().get()),
                chunk.kind.name().to_owned(),
                chunk.name.clone().unwrap_or_else(|| "-".to_owned()),
                flags.join(", "),
                format!("| {}", ends(source.slice(chunk.span))),
            ],
            below: pieces.map(|line| format!("> {line}")).collect(),
        }
    })
}

/// `lines kind name flags text`, with the signature marked in the text.
fn declarations<'a>(source: &'a Source, all: &'a [Declaration]) -> impl Iterator<Item = Row> + 'a {
    all.iter().map(move |declaration| {
        let mut flags = Vec::new();
        let mut flag = |holds: bool, name: &str| {
            if holds {
                flags.push(name.to_owned());
            }
        };
        flag(declaration.exported, "exported");
        flag(declaration.default_export, "default");
        flag(declaration.is_static, "static");
        flag(declaration.without_body, "bodiless");
        match declaration.access {
            Access::Public => {}
            Access::Protected => flag(true, "protected"),
            Access::Private => flag(true, "private"),
        }
        flags.extend(owner(Some(&declaration.name), declaration.owner.as_deref()));
        flags.extend(doc(source, declaration.doc));
        let written = source.slice(declaration.name_span);
        if !declaration.name.ends_with(written) || (written.is_empty() && declaration.name != "default") {
            flags.push(format!("named by `{written}`"));
        }
        if source.lines().line_of(declaration.name_span.start) != declaration.line {
            flags.push(format!("BUT ITS LINE IS {}", declaration.line));
        }
        Row {
            cells: vec![
                lines(source, declaration.span),
                declaration.kind.name().to_owned(),
                declaration.name.clone(),
                flags.join(", "),
                format!("| {}", marked(source, declaration.span, declaration.signature)),
            ],
            below: Vec::new(),
        }
    })
}

/// `line form 'module' bindings flags`.
fn import(import: &Import) -> Row {
    let bindings: Vec<String> = import.bindings.iter().map(binding).collect();
    Row {
        cells: vec![
            import.line.to_string(),
            import.form.name().to_owned(),
            format!("'{}'", import.module),
            bindings.join(", "),
            type_only(import.type_only),
        ],
        below: Vec::new(),
    }
}

fn binding(binding: &ImportBinding) -> String {
    let kind = if binding.type_only { "type " } else { "" };
    if binding.imported == binding.local {
        format!("{kind}{}", binding.local)
    } else {
        format!("{kind}{} as {}", binding.imported, binding.local)
    }
}

/// `line name target flags`.
fn export(export: &Export) -> Row {
    let target = match &export.target {
        ExportTarget::Local { name } if *name == export.name => "here".to_owned(),
        ExportTarget::Local { name } => format!("here as {name}"),
        ExportTarget::Named { module, name } => format!("{name} of '{module}'"),
        ExportTarget::Star { module } => format!("all of '{module}'"),
        ExportTarget::Namespace { module } => format!("'{module}' as a namespace"),
        ExportTarget::Expression => "an expression".to_owned(),
    };
    Row {
        cells: vec![
            export.line.to_string(),
            export.name.clone(),
            target,
            type_only(export.type_only),
        ],
        below: Vec::new(),
    }
}

fn type_only(type_only: bool) -> String {
    if type_only { "type only" } else { "" }.to_owned()
}

/// The owner, as a flag, where the name does not start with it.
fn owner(name: Option<&str>, owner: Option<&str>) -> Option<String> {
    let owner = owner?;
    let rest = name.and_then(|name| name.strip_prefix(owner));
    let implied = rest.is_some_and(|rest| rest.starts_with('.'));
    (!implied).then(|| format!("in {owner}"))
}

/// The lines of a doc comment, as a flag.
fn doc(source: &Source, span: Option<Span>) -> Option<String> {
    span.map(|span| format!("doc {}", lines(source, span)))
}

fn lines(source: &Source, span: Span) -> String {
    let lines = source.lines().lines_of(span);
    range(lines.first().get(), lines.last().get())
}

fn range(first: u32, last: u32) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first}-{last}")
    }
}

/// The text of `whole` on one line, with `⟦…⟧` around `part`.
fn marked(source: &Source, whole: Span, part: Span) -> String {
    if !whole.contains(part) {
        let (whole, part) = (ends(source.slice(whole)), ends(source.slice(part)));
        return format!("{whole} OUTSIDE IT ⟦{part}⟧");
    }
    let before = ends(source.slice(Span::new(whole.start, part.start)));
    let after = ends(source.slice(Span::new(part.end, whole.end)));
    format!("{before}⟦{}⟧{after}", ends(source.slice(part)))
}

/// A text on one line: the first line and the last, with `…` for what is between.
fn ends(text: &str) -> String {
    match text.split_once(['\n', '\r']) {
        None => cut(text),
        Some((first, rest)) => {
            let last = rest.lines().last().unwrap_or("").trim_start();
            format!("{} … {}", cut(first), cut(last))
        }
    }
}

/// A line without its middle, when it is long.
fn cut(line: &str) -> String {
    let (head, tail) = SHOWN;
    let length = line.chars().count();
    if length <= head + tail {
        return line.to_owned();
    }
    let mut shown: String = line.chars().take(head).collect();
    shown.push('…');
    shown.extend(line.chars().skip(length - tail));
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_core::facts::{ChunkKind, Code, DeclarationKind, ImportForm};
    use mast_core::text::line::Line;

    #[test]
    fn facts_are_seen_at_a_glance() {
        let source = Source::new(
            "import { a as b, type C } from './a';\nexport class Box {\n  /** Opens. */\n  open() {\n    b();\n  }\n}\n"
                .to_owned(),
        );
        let at = |text: &str| {
            let start = source.text().find(text).unwrap() as u32;
            Span::new(start, start + text.len() as u32)
        };
        let class = Span::new(at("export").start, source.text().len() as u32 - 1);
        let open = Span::new(at("open").start, source.text().rfind("\n}").unwrap() as u32);
        let binding = |imported: &str, local: &str, type_only| ImportBinding {
            imported: imported.to_owned(),
            local: local.to_owned(),
            type_only,
        };
        let chunk = Chunk {
            kind: ChunkKind::ClassShell,
            name: Some("Box".to_owned()),
            owner: None,
            span: class,
            lines: source.lines().lines_of(class),
            doc: None,
            shell: vec![at("export class Box {"), at("open()")],
            exported: true,
            part: 0,
        };
        let method = Chunk {
            kind: ChunkKind::Method,
            name: Some("Box.open".to_owned()),
            owner: Some("Box".to_owned()),
            span: open,
            lines: source.lines().lines_of(open),
            doc: Some(at("/** Opens. */")),
            shell: Vec::new(),
            exported: true,
            part: 0,
        };
        let declaration = Declaration {
            name: "Box.open".to_owned(),
            owner: Some("Box".to_owned()),
            kind: DeclarationKind::Method,
            span: open,
            name_span: at("open"),
            line: source.lines().line_of(at("open").start),
            doc: Some(at("/** Opens. */")),
            signature: at("open()"),
            exported: true,
            default_export: false,
            is_static: false,
            without_body: false,
            access: Access::Public,
        };
        let facts = FileFacts {
            parsed_by: ParsedBy::Tolerant,
            syntax_error: Line::new(9),
            generated: None,
            chunks: vec![chunk, method],
            declarations: vec![declaration],
            imports: vec![Import {
                module: "./a".to_owned(),
                form: ImportForm::Static,
                bindings: vec![binding("a", "b", false), binding("C", "C", true)],
                type_only: false,
                line: Line::FIRST,
            }],
            exports: vec![Export {
                name: "Box".to_owned(),
                target: ExportTarget::Local {
                    name: "Box".to_owned(),
                },
                type_only: false,
                line: Line::from_index(1),
            }],
            code: Code::default(),
        };
        expect_test::expect![[r#"
            typescript, read by the tolerant parser, syntax error at line 9

            chunks
              2-7  class_shell  Box       exported         | export class Box { … }
                  > export class Box {
                  > open()
              4-6  method       Box.open  exported, doc 3  | open() { … }

            declarations
              4-6  method  Box.open  exported, doc 3  | ⟦open()⟧ { … }

            imports
              1  static  './a'  a as b, type C

            exports
              2  Box  here
        "#]]
        .assert_eq(&render(&source, "typescript", &facts));
    }
}
