//! `mast_implementors`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::symbol::SymbolKind;
use crate::resolve::Decl;
use crate::resolve::implementors::Implementor;
use crate::resolve::program::Program;
use crate::tools::across::{
    Across, DeclarationPlace, Signals, TargetOut, Unindexed, render_declarations, render_target,
};
use crate::tools::asked::types_asked;
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Page, Render, Style, Tool};

/// `mast_implementors`.
#[derive(Debug)]
pub struct Implementors;

/// Whose implementors to find.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "ImplementorsInput")]
pub struct ImplementorsInput {
    /// An interface, or a class whose subclasses are wanted.
    pub interface_name: String,
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

const fn fifty() -> u32 {
    50
}

/// What implements it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "ImplementorsOutput")]
pub struct ImplementorsOutput {
    /// Classes: direct ones first, then those through others.
    pub results: Vec<ImplementorOut>,
    /// How many there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_truncated: Option<u64>,
    /// So many declarations answer to the name; each entry says which it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<u64>,
    /// Those declarations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declarations: Option<Vec<DeclarationPlace>>,
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

/// A class.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImplementorOut {
    /// Its name; `?` for a class expression without one.
    pub class_name: String,
    /// Its file.
    pub file_path: String,
    /// The line of its name.
    pub line: u32,
    /// Its own methods, by qualified name.
    pub methods: Vec<String>,
    /// The parent class or extended interface that it implements through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// Which declaration it implements, when several answer to the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetOut>,
    /// Its file changed since it was indexed and could not be taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<bool>,
}

impl Tool for Implementors {
    const NAME: &'static str = "mast_implementors";
    const TITLE: &'static str = "Find implementors";
    const SUMMARY: &'static str = "Which classes implement this interface or extend this class?";
    const PAGE: &'static str = include_str!("pages/mast_implementors.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = ImplementorsInput;
    type Output = ImplementorsOutput;

    fn run(engine: &Engine, input: ImplementorsInput) -> Result<ImplementorsOutput> {
        let started = engine.start();
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let asked = types_asked(&across, &input.interface_name, input.file_path.as_deref())?;
            let (total, results) = across.resolve(|program| {
                let several = asked.decls.len() > 1;
                let mut found: Vec<Found<'_>> = Vec::new();
                for (of, implementors) in program.implementors(&asked.decls).into_iter().enumerate() {
                    found.extend(in_order(&across, of, implementors));
                }
                let page = found
                    .iter()
                    .skip(input.offset as usize)
                    .take(input.limit as usize);
                let results = page.map(|found| {
                    let target = several.then(|| &asked.places[found.of]);
                    told(&across, program, found, target)
                });
                Ok((found.len() as u64, results.collect::<Vec<_>>()))
            })?;
            let mut files: Vec<String> = results.iter().map(|result| result.file_path.clone()).collect();
            files.extend(asked.places.iter().map(|place| place.file_path.clone()));
            files.sort_unstable();
            files.dedup();
            // Each result says for itself whether it is stale.
            let signals = Signals {
                file_busy_returning_stale_cache: None,
                ..across.signals(&files, asked.places.is_empty(), Unindexed::Told)
            };
            let stats = stats::count(engine, store, Self::NAME, &results, files, started)?;
            let several = asked.places.len() > 1;
            let nothing = match asked.places.first() {
                None => format!(
                    "`{}` is no interface or class that is declared in the index",
                    input.interface_name
                ),
                Some(_) => format!(
                    "`{}` is declared, and nothing implements or extends it",
                    input.interface_name
                ),
            };
            Ok(ImplementorsOutput {
                results_truncated: (results.len() as u64 != total).then_some(total),
                results,
                ambiguous: several.then_some(asked.places.len() as u64),
                declarations: several.then_some(asked.places),
                note: asked.note.or((total == 0).then_some(nothing)),
                signals,
                stats,
            })
        })
    }
}

/// A class, before it is described.
struct Found<'a> {
    /// The place of what it implements among the declarations that were asked for.
    of: usize,
    implementor: Implementor,
    path: &'a str,
}

/// Direct ones first, then by file and line.
fn in_order<'a>(across: &Across<'a>, of: usize, implementors: Vec<Implementor>) -> Vec<Found<'a>> {
    let mut found: Vec<Found<'a>> = implementors
        .into_iter()
        .map(|implementor| Found {
            of,
            implementor,
            path: across.path_of(implementor.class.file),
        })
        .collect();
    found.sort_by_key(|found| {
        (
            found.implementor.via.is_some(),
            found.path,
            found.implementor.line,
        )
    });
    found
}

fn told(
    across: &Across<'_>,
    program: &Program<'_>,
    found: &Found<'_>,
    target: Option<&DeclarationPlace>,
) -> ImplementorOut {
    let place = across.place(program, found.implementor.class);
    let left = &across.freshness.left;
    let stale = left
        .changed
        .iter()
        .chain(&left.deleted)
        .any(|path| path.as_str() == place.file_path);
    let named = |name: &str| if name.is_empty() { NAMELESS } else { name }.to_owned();
    ImplementorOut {
        methods: methods(program, found.implementor.class),
        via: found
            .implementor
            .via
            .map(|via| named(&across.place(program, via).symbol)),
        class_name: named(&place.symbol),
        file_path: place.file_path,
        line: place.line,
        target: target.map(TargetOut::of),
        stale: stale.then_some(true),
    }
}

/// What a class without a name is called.
const NAMELESS: &str = "?";

fn methods(program: &Program<'_>, class: Decl) -> Vec<String> {
    let code = program.code(class.file);
    let mut names: Vec<String> = Vec::new();
    let holder = program.class_of(class).unwrap_or(class);
    for member in &code.symbol(holder.symbol).members {
        let symbol = code.symbol(*member);
        let has_code = match symbol.kind {
            SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Accessor => true,
            SymbolKind::Property => !symbol.signatures.is_empty(),
            _ => false,
        };
        let name = code.qualified_name(*member);
        if has_code && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl Render for ImplementorsOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        render_declarations(page, self.declarations.as_deref());
        for result in &self.results {
            page.text(Style::Place, format!("{}:{}", result.file_path, result.line));
            page.text(Style::Plain, "  ")
                .text(Style::Name, &result.class_name);
            if let Some(via) = &result.via {
                page.text(Style::Faint, format!("  via {via}"));
            }
            render_target(page, result.target.as_ref());
            if result.stale == Some(true) {
                page.text(Style::Warning, " [STALE]");
            }
            page.end();
            if !result.methods.is_empty() {
                page.line(Style::Faint, format!("    {}", result.methods.join(", ")));
            }
        }
        if let Some(total) = self.results_truncated {
            page.line(Style::Faint, format!("{} of {total} shown", self.results.len()));
        }
    }
}
