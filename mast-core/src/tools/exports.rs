//! `mast_exports`.

pub(super) mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::Declaration;
use crate::facts::declaration::DeclarationKind;
use crate::resolve::exports::Exported;
use crate::resolve::listing::{Form, Listed};
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId, Target};
use crate::text::line::Line;
use crate::tools::across::{Across, Signals, TargetOut, Unindexed, kind_name};
use crate::tools::asked::{FileAsked, file_asked};
use crate::tools::project_skeleton::in_order;
use crate::tools::signature::overloads::{apart, seen_by_callers};
use crate::tools::stats::{self, Stats};
use crate::tools::written::{Cut, Written};
use crate::tools::{Effect, Tool};

/// `mast_exports`.
#[derive(Debug)]
pub struct Exports;

/// Whose exports to list.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "ExportsInput")]
pub struct ExportsInput {
    /// The module's file.
    pub file_path: String,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: u32,
    /// Pass over this many first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: u32,
}

pub(super) const fn fifty() -> u32 {
    50
}

/// What a module exports.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "ExportsOutput")]
pub struct ExportsOutput {
    /// The module's file.
    pub file_path: String,
    /// What it exports, in the order of its export statements.
    pub exports: Vec<ExportOut>,
    /// How many exports there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exports_truncated: Option<u64>,
    /// Why there is nothing, when there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What is not known of this answer.
    #[serde(flatten)]
    pub signals: Signals,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// One exported name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExportOut {
    /// The name that importers use: `default` for the default export, `*` for a star whose module is not in the index.
    pub name: String,
    /// What it is: a kind of declaration; `namespace` for a whole module; `star`; `external` and `unresolved` for what is
    /// re-exported from a package or from nowhere known.
    pub kind: String,
    /// Its declaration without bodies, as it is on disk now; overloads a line each. For what has no declaration in the index
    /// the line of the export.
    pub signature: String,
    /// The signature is cut at 50 lines or 500 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// The line of its declaration; of what is re-exported the line of the re-export.
    pub line: u32,
    /// Its doc comment.
    pub doc: Option<String>,
    /// The declaration's own name, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_as: Option<String>,
    /// Where the declaration is, when that is another file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<TargetOut>,
    /// The module it is re-exported from, when that is not in the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
}

impl Tool for Exports {
    const NAME: &'static str = "mast_exports";
    const TITLE: &'static str = "List exports";
    const SUMMARY: &'static str = "What does this module export, with signatures and doc comments?";
    const PAGE: &'static str = include_str!("pages/mast_exports.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = ExportsInput;
    type Output = ExportsOutput;

    fn run(engine: &Engine, input: ExportsInput) -> Result<ExportsOutput> {
        let started = engine.start();
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let (file_path, listed, total, note) = match file_asked(&across, &input.file_path)? {
                FileAsked::NotIndexed { path, note } => (path, Vec::new(), 0, Some(note)),
                FileAsked::Indexed(entry) => {
                    let file = FileId(entry.id);
                    let (listed, total) =
                        across.resolve(|program| exports(&across, program, file, &input))?;
                    let note = (total == 0).then(|| format!("`{}` exports nothing", entry.path));
                    (entry.path.clone(), listed, total, note)
                }
            };
            let mut files: Vec<String> = listed
                .iter()
                .filter_map(|export| export.from.as_ref())
                .map(|from| from.file_path.clone())
                .collect();
            if !listed.is_empty() {
                files.push(file_path.clone());
            }
            files.sort_unstable();
            files.dedup();
            let mut behind = files.clone();
            behind.push(file_path.clone());
            let signals = across.signals(&behind, listed.is_empty(), Unindexed::ToldWhenEmpty);
            let stats = stats::count(engine, store, Self::NAME, &listed, files, started)?;
            Ok(ExportsOutput {
                file_path,
                exports_truncated: (listed.len() as u64 != total).then_some(total),
                exports: listed,
                note,
                signals,
                stats,
            })
        })
    }
}

/// The exports of `file` that are asked for, and how many there are.
fn exports(
    across: &Across<'_>,
    program: &Program<'_>,
    file: FileId,
    input: &ExportsInput,
) -> Result<(Vec<ExportOut>, u64)> {
    let mut listed = program.exported_names(file);
    in_order(across, &mut listed);
    let total = listed.len() as u64;
    let page = listed
        .into_iter()
        .skip(input.offset as usize)
        .take(input.limit as usize);
    let exports = page
        .map(|listed| export(across, program, file, &listed))
        .collect::<Result<Vec<ExportOut>>>()?;
    Ok((exports, total))
}

fn export(across: &Across<'_>, program: &Program<'_>, file: FileId, listed: &Listed) -> Result<ExportOut> {
    let module = match &listed.form {
        Form::Open { module, .. } | Form::Named { module } | Form::Namespace { module } => Some(module),
        Form::Own { .. } | Form::Star { .. } => None,
    };
    let without = |kind: &str, module: Option<&String>| {
        Ok(ExportOut {
            name: listed.name.clone(),
            kind: kind.to_owned(),
            signature: across.line_text(file, listed.line),
            truncated: None,
            line: listed.line.get(),
            doc: None,
            declared_as: None,
            from: None,
            module: module.cloned(),
        })
    };
    if let Form::Open { target, .. } = &listed.form {
        return match target {
            Target::File(_) | Target::Package | Target::Unknown => without("star", module),
        };
    }
    match program.export(file, &listed.name) {
        Exported::Symbol(decl) => declared(across, program, file, listed, decl),
        Exported::Module(other) => Ok(ExportOut {
            from: Some(TargetOut {
                file_path: across.path_of(other).to_owned(),
                line: 1,
            }),
            ..without("namespace", None)?
        }),
        Exported::External => without("external", module),
        Exported::Unresolved => without("unresolved", module),
        Exported::Absent | Exported::Ambiguous => match &listed.form {
            Form::Own { local } => undeclared(across, file, listed, local),
            Form::Named { .. } | Form::Namespace { .. } | Form::Star { .. } | Form::Open { .. } => {
                without("unresolved", module)
            }
        },
    }
}

/// An export that leads to a declaration.
fn declared(
    across: &Across<'_>,
    program: &Program<'_>,
    file: FileId,
    listed: &Listed,
    decl: Decl,
) -> Result<ExportOut> {
    let (kind, own_name) = program.with_symbol(decl, |code, symbol| {
        let kind = kind_name(symbol.kind, !symbol.signatures.is_empty());
        (kind, code.qualified_name(decl.symbol))
    });
    let mut written = across.written(program, decl)?;
    if program.with_symbol(decl, |_, symbol| symbol.lines.len() > 1) {
        written = apart(written, across.path_of(decl.file));
        seen_by_callers(&mut written);
    }
    let line = written.first().map_or_else(
        || across.first_line(program, decl),
        |first| first.declaration.line,
    );
    let elsewhere = decl.file != file;
    let mut out = shown(listed, kind, &written);
    if written.is_empty() {
        out.signature = across.line_text(decl.file, line);
    }
    out.line = if elsewhere { listed.line.get() } else { line.get() };
    out.from = elsewhere.then(|| TargetOut {
        file_path: across.path_of(decl.file).to_owned(),
        line: line.get(),
    });
    out.declared_as = (own_name != listed.name).then_some(own_name);
    Ok(out)
}

/// An export of a value that no symbol stands for.
fn undeclared(across: &Across<'_>, file: FileId, listed: &Listed, local: &str) -> Result<ExportOut> {
    let indexed = across.files.indexed(file)?;
    let named = |name: &str| -> Vec<&Declaration> {
        indexed
            .iter()
            .filter(|declaration| declaration.name == name)
            .collect()
    };
    let mut found = named(local);
    if found.is_empty() {
        found = named(&listed.name);
    }
    let written = found
        .iter()
        .map(|declaration| across.files.written(file, declaration))
        .collect::<Result<Vec<Written>>>()?;
    let kind = found
        .first()
        .map_or(DeclarationKind::Const, |declaration| declaration.kind);
    let mut out = shown(listed, kind.name(), &written);
    let line: Line = written
        .first()
        .map_or(listed.line, |first| first.declaration.line);
    out.line = line.get();
    if written.is_empty() {
        out.signature = across.line_text(file, listed.line);
    }
    out.declared_as = found
        .first()
        .map(|declaration| declaration.name.clone())
        .filter(|name| *name != listed.name);
    Ok(out)
}

/// An export with the text of its declarations.
fn shown(listed: &Listed, kind: &str, written: &[Written]) -> ExportOut {
    let heads: Vec<String> = written.iter().map(Written::signature).collect();
    let cut = Cut::new(&heads.join("\n"), MOST_LINES, MOST_CHARACTERS);
    ExportOut {
        name: listed.name.clone(),
        kind: kind.to_owned(),
        signature: cut.text,
        truncated: cut.truncated.then_some(true),
        line: listed.line.get(),
        doc: written
            .iter()
            .find_map(Written::doc)
            .map(|doc| Cut::new(&doc, MOST_LINES, MOST_CHARACTERS).text),
        declared_as: None,
        from: None,
        module: None,
    }
}

/// A signature beside others is cut at so many lines, or so many characters, whichever comes first.
pub(super) const MOST_LINES: usize = 50;
/// See [`MOST_LINES`].
pub(super) const MOST_CHARACTERS: usize = 500;
