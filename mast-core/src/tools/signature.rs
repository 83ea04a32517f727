//! `mast_signature`.

mod context;
pub(super) mod overloads;
mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::Declaration;
use crate::facts::declaration::{Access, DeclarationKind};
use crate::facts::symbol::SymbolKind;
use crate::languages::typescript::heads::{self, Around, Head, HeadText};
use crate::resolve::Decl;
use crate::resolve::program::Program;
use crate::text::line::Line;
use crate::tools::across::{Across, Signals, Unindexed};
use crate::tools::asked::{Asked, asked};
use crate::tools::exports::{MOST_CHARACTERS, MOST_LINES, fifty};
use crate::tools::stats::{self, Stats};
use crate::tools::written::{Cut, Written};
use crate::tools::{Effect, Tool};
use context::Context;

/// `mast_signature`.
#[derive(Debug)]
pub struct Signatures;

/// Whose signature to show.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "SignatureInput")]
pub struct SignatureInput {
    /// A name, or a qualified one: `createUser`, `UserService.create`.
    pub symbol: String,
    /// Only the declaration in this file.
    #[serde(default)]
    pub file_path: Option<String>,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: u32,
    /// Pass over this many first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: u32,
}

/// The declarations of a name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "SignatureOutput")]
pub struct SignatureOutput {
    /// The declarations, exported ones first, then by file and line; overload signatures are one each.
    pub results: Vec<SignatureResult>,
    /// How many there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_truncated: Option<u64>,
    /// So many different things answer to the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<u64>,
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

/// One declaration.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignatureResult {
    /// Its qualified name.
    pub symbol: String,
    /// Its file.
    pub file_path: String,
    /// The line of its name.
    pub line: u32,
    /// What it is.
    pub kind: String,
    /// Whether its module exports it.
    pub is_exported: bool,
    /// The declaration without its body, as it is on disk now; interfaces, types and enums whole. Empty when it is gone.
    pub signature: String,
    /// The signature is cut at 200 lines or 8000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// Its doc comment.
    pub doc: Option<String>,
    /// Its parameters.
    pub params: Vec<ParameterOut>,
    /// The type that it gives back, where that is written.
    pub return_type: Option<String>,
    /// The public members of a class, namespace or object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<MemberOut>>,
    /// How many members there are, when not all are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members_truncated: Option<u64>,
    /// The types of the repository that the signature names, each once.
    pub type_context: Vec<TypeOut>,
    /// How many such types there are, when not all are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_context_truncated: Option<u64>,
}

/// One parameter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ParameterOut {
    /// Its name as written: `a`, `...rest`, `{ a, b }`.
    pub name: String,
    /// Its type as written; empty without one.
    #[serde(rename = "type")]
    pub annotation: String,
    /// It may be left out: `a?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optional: Option<bool>,
    /// Its default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// One member.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MemberOut {
    /// Its own name.
    pub name: String,
    /// Its declaration without its body, on one line.
    pub signature: String,
    /// The line of its name.
    pub line: u32,
}

/// A type that a signature names.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TypeOut {
    /// Its name as the signature has it.
    pub name: String,
    /// Its declaration; a class with the signatures of its members.
    pub signature: String,
    /// Its file.
    pub file_path: String,
    /// The line of its name.
    pub line: u32,
    /// Whether the declaration is cut, at 50 lines or 500 characters.
    pub truncated: bool,
}

impl Tool for Signatures {
    const NAME: &'static str = "mast_signature";
    const TITLE: &'static str = "Show a signature";
    const SUMMARY: &'static str =
        "How is this function, class or type declared, and what are the types in its signature?";
    const PAGE: &'static str = include_str!("pages/mast_signature.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = SignatureInput;
    type Output = SignatureOutput;

    fn run(engine: &Engine, input: SignatureInput) -> Result<SignatureOutput> {
        let started = engine.start();
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let asked = asked(&across, &input.symbol, input.file_path.as_deref())?;
            let (results, total) = across.resolve(|program| signatures(&across, program, &asked, &input))?;
            let mut files: Vec<String> = results
                .iter()
                .flat_map(|result| {
                    let types = result.type_context.iter().map(|named| &named.file_path);
                    types.chain([&result.file_path])
                })
                .cloned()
                .collect();
            files.sort_unstable();
            files.dedup();
            let mut behind = files.clone();
            if let Some(path) = &input.file_path {
                behind.push(across.path(path)?.as_str().to_owned());
            }
            let signals = across.signals(&behind, total == 0, Unindexed::ToldWhenEmpty);
            let stats = stats::count(engine, store, Self::NAME, &results, files, started)?;
            Ok(SignatureOutput {
                results_truncated: (results.len() as u64 != total).then_some(total),
                results,
                ambiguous: (asked.decls.len() > 1).then_some(asked.decls.len() as u64),
                note: asked.note,
                signals,
                stats,
            })
        })
    }
}

/// A signature that is asked for is cut at so many lines and characters.
const ASKED_LINES: usize = 200;
const ASKED_CHARACTERS: usize = 8000;

/// So many members are listed.
const MOST_MEMBERS: usize = 50;

/// A member's signature is cut at so many characters.
const MEMBER_CHARACTERS: usize = 200;

/// One declaration before its file is read.
struct Row {
    decl: Decl,
    /// None for a member that has no declaration of its own.
    declaration: Option<Declaration>,
    /// Which of how many signatures of the declaration, where it has overloads.
    overload: Option<(usize, usize)>,
    symbol: String,
    file_path: String,
    line: Line,
    kind: String,
}

/// The declarations that are asked for, and how many there are.
fn signatures(
    across: &Across<'_>,
    program: &Program<'_>,
    asked: &Asked,
    input: &SignatureInput,
) -> Result<(Vec<SignatureResult>, u64)> {
    let mut rows = rows(across, program, asked)?;
    rows.sort_by(|one, other| {
        let key = |row: &Row| {
            !row.declaration
                .as_ref()
                .is_some_and(|declaration| declaration.exported)
        };
        (key(one), &one.file_path, one.line).cmp(&(key(other), &other.file_path, other.line))
    });
    let total = rows.len() as u64;
    let page: Vec<Row> = rows
        .into_iter()
        .skip(input.offset as usize)
        .take(input.limit as usize)
        .collect();
    let written = page
        .iter()
        .map(|row| written(across, row))
        .collect::<Result<Vec<Option<Written>>>>()?;
    let texts: Vec<HeadText> = page
        .iter()
        .zip(&written)
        .map(|(row, written)| head_text(program, row, written.as_ref()))
        .collect();
    let heads = heads::read(&texts);
    let mut context = Context::new(across, program);
    let mut results = Vec::with_capacity(page.len());
    for ((row, written), head) in page.into_iter().zip(written).zip(heads) {
        results.push(result(across, &mut context, row, written.as_ref(), head)?);
    }
    Ok((results, total))
}

fn rows(across: &Across<'_>, program: &Program<'_>, asked: &Asked) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (decl, place) in asked.decls.iter().zip(&asked.places) {
        let row = |line: Line, declaration: Option<&Declaration>, overload| Row {
            decl: *decl,
            declaration: declaration.cloned(),
            overload,
            symbol: place.symbol.clone(),
            file_path: place.file_path.clone(),
            line,
            kind: place.kind.clone(),
        };
        let declarations = across.declarations(program, *decl)?;
        if declarations.is_empty() {
            rows.push(row(across.first_line(program, *decl), None, None));
        }
        let lines = program.with_symbol(*decl, |_, symbol| symbol.lines.clone());
        for declaration in &declarations {
            let of_it = lines_of(declaration, &declarations, &lines);
            let count = of_it.len();
            for (at, line) in of_it.into_iter().enumerate() {
                rows.push(row(line, Some(declaration), (count > 1).then_some((at, count))));
            }
        }
    }
    Ok(rows)
}

/// The lines of a declaration and of the overload signatures that belong to it, ascending: those before it, and those after the last one.
fn lines_of(declaration: &Declaration, all: &[Declaration], lines: &[Line]) -> Vec<Line> {
    let mut of_it = vec![declaration.line];
    if overloads::is_callable(declaration.kind) {
        let callable: Vec<&Declaration> = all
            .iter()
            .filter(|other| overloads::is_callable(other.kind))
            .collect();
        for line in lines {
            let owner = callable
                .iter()
                .find(|other| other.line >= *line)
                .or(callable.last());
            let is_declared = all.iter().any(|other| other.line == *line);
            if !is_declared && owner.is_some_and(|owner| owner.line == declaration.line) {
                of_it.push(*line);
            }
        }
        of_it.sort_unstable();
        of_it.dedup();
    }
    of_it
}

/// What a row shows, read from its file.
fn written(across: &Across<'_>, row: &Row) -> Result<Option<Written>> {
    let Some(declaration) = &row.declaration else {
        return Ok(None);
    };
    let written = across.files.written(row.decl.file, declaration)?;
    let Some((at, count)) = row.overload else {
        return Ok(Some(written));
    };
    let apart = overloads::apart(vec![written], &row.file_path);
    if apart.len() == count {
        return Ok(apart.into_iter().nth(at));
    }
    Ok(apart.into_iter().find(|one| one.declaration.line == row.line))
}

/// What a declaration stands in.
fn around(program: &Program<'_>, decl: Decl) -> Around {
    program.with_symbol(decl, |code, symbol| {
        symbol
            .owner
            .map_or(Around::Statements, |owner| match code.symbol(owner).kind {
                SymbolKind::Class => Around::Class,
                SymbolKind::Interface | SymbolKind::Alias | SymbolKind::TypeLiteral => Around::Interface,
                SymbolKind::Enum => Around::Enum,
                SymbolKind::Variable | SymbolKind::Object | SymbolKind::Property => Around::Object,
                SymbolKind::Namespace
                | SymbolKind::Function
                | SymbolKind::Method
                | SymbolKind::Constructor
                | SymbolKind::Accessor
                | SymbolKind::EnumMember
                | SymbolKind::TypeParameter => Around::Statements,
            })
    })
}

/// The head of a declaration, ready to be read.
fn head_text(program: &Program<'_>, row: &Row, written: Option<&Written>) -> HeadText {
    let declaration = written.map(|written| &written.declaration);
    HeadText {
        text: written.map_or_else(String::new, Written::signature),
        kind: declaration.map_or(DeclarationKind::Const, |declaration| declaration.kind),
        around: around(program, row.decl),
        is_bare: written.is_some_and(|written| {
            let declaration = &written.declaration;
            matches!(
                declaration.kind,
                DeclarationKind::Function | DeclarationKind::Const
            ) && declaration.signature.start == declaration.name_span.start
                && !declaration.name_span.is_empty()
                && written.keyword().is_none()
        }),
        is_jsx: ![".ts", ".mts", ".cts"]
            .iter()
            .any(|extension| row.file_path.ends_with(extension)),
    }
}

fn result(
    across: &Across<'_>,
    context: &mut Context<'_, '_>,
    row: Row,
    written: Option<&Written>,
    head: Head,
) -> Result<SignatureResult> {
    let signature = if let Some(written) = written {
        written.signature()
    } else {
        let line = across.line_text(row.decl.file, row.line);
        line.trim_end_matches([',', ';', '{', ' ']).to_owned()
    };
    let signature = Cut::new(&signature, ASKED_LINES, ASKED_CHARACTERS);
    let members = match written {
        Some(written) if shows_members(&written.declaration, signature.truncated) => {
            members(across, context.program, row.decl, &written.declaration)?
        }
        Some(_) | None => Vec::new(),
    };
    let member_count = members.len();
    let members: Vec<MemberOut> = members.iter().take(MOST_MEMBERS).map(member).collect();
    let (type_context, types) = context.of(row.decl, &head.named)?;
    Ok(SignatureResult {
        symbol: row.symbol,
        file_path: row.file_path,
        line: written.map_or(row.line, |written| written.declaration.line).get(),
        kind: row.kind,
        is_exported: row.declaration.is_some_and(|declaration| declaration.exported),
        signature: signature.text,
        truncated: signature.truncated.then_some(true),
        doc: written
            .and_then(Written::doc)
            .map(|doc| Cut::new(&doc, ASKED_LINES, ASKED_CHARACTERS).text),
        params: head
            .parameters
            .into_iter()
            .map(|parameter| ParameterOut {
                name: parameter.name,
                annotation: parameter.annotation,
                optional: parameter.is_optional.then_some(true),
                default: parameter.default,
            })
            .collect(),
        return_type: head.returns,
        members_truncated: (members.len() != member_count).then_some(member_count as u64),
        members: (!members.is_empty()).then_some(members),
        type_context_truncated: (type_context.len() as u64 != types).then_some(types),
        type_context,
    })
}

/// Whether what a declaration holds is not in its signature already.
fn shows_members(declaration: &Declaration, is_cut: bool) -> bool {
    match declaration.kind {
        DeclarationKind::Class | DeclarationKind::Namespace | DeclarationKind::Const => true,
        DeclarationKind::Interface | DeclarationKind::Type | DeclarationKind::Enum => is_cut,
        DeclarationKind::Function
        | DeclarationKind::Method
        | DeclarationKind::Constructor
        | DeclarationKind::Accessor
        | DeclarationKind::Property
        | DeclarationKind::EnumMember => false,
    }
}

/// The public members of a declaration, in source order.
fn members(across: &Across<'_>, program: &Program<'_>, decl: Decl, of: &Declaration) -> Result<Vec<Written>> {
    let mut members = across.files.current(decl.file)?;
    members.retain(|member| {
        let member = &member.declaration;
        member.owner.as_deref() == Some(&of.name)
            && of.span.contains(member.span)
            && match member.access {
                Access::Public => of.kind != DeclarationKind::Namespace || member.exported || !of.exported,
                Access::Protected | Access::Private => false,
            }
    });
    let has_overloads = program.with_symbol(decl, |code, symbol| {
        let mut members = symbol.members.iter().map(|member| code.symbol(*member));
        members.any(|member| member.lines.len() > 1)
    });
    if !has_overloads {
        return Ok(members);
    }
    let mut members = overloads::apart(members, across.path_of(decl.file));
    overloads::seen_by_callers(&mut members);
    Ok(members)
}

fn member(member: &Written) -> MemberOut {
    let declaration = &member.declaration;
    MemberOut {
        name: crate::facts::chunk::own_name(&declaration.name).to_owned(),
        signature: Cut::new(&heads::on_one_line(&member.signature()), 1, MEMBER_CHARACTERS).text,
        line: declaration.line.get(),
    }
}
