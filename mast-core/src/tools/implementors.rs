//! `mast_implementors`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::symbol::SymbolKind;
use crate::resolve::Decl;
use crate::resolve::program::Program;
use crate::tools::across::{Across, DeclarationPlace, Signals, TargetOut, Unindexed, render_declarations};
use crate::tools::asked::asked;
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
    /// Its name.
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
            let mut asked = asked(&across, &input.interface_name, input.file_path.as_deref())?;
            let all = across.resolve(|program| {
                keep_types(program, &mut asked.decls, &mut asked.places);
                let several = asked.decls.len() > 1;
                let mut all = Vec::new();
                for (decl, place) in asked.decls.iter().zip(&asked.places) {
                    let target = several.then(|| TargetOut {
                        file_path: place.file_path.clone(),
                        line: place.line,
                    });
                    all.extend(listed(&across, program, *decl, target.as_ref()));
                }
                Ok(all)
            })?;
            let total = all.len() as u64;
            let results: Vec<ImplementorOut> = all
                .into_iter()
                .skip(input.offset as usize)
                .take(input.limit as usize)
                .collect();
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

/// Keeps what can be implemented or extended.
fn keep_types(program: &Program<'_>, decls: &mut Vec<Decl>, places: &mut Vec<DeclarationPlace>) {
    let is_type = |decl: &Decl| {
        program.class_of(*decl).is_some()
            || program.with_symbol(*decl, |_, symbol| {
                matches!(
                    symbol.kind,
                    SymbolKind::Class | SymbolKind::Interface | SymbolKind::Alias
                ) || symbol.is_type
            })
    };
    let kept: Vec<bool> = decls.iter().map(is_type).collect();
    let mut keep = kept.iter();
    decls.retain(|_| keep.next() == Some(&true));
    let mut keep = kept.iter();
    places.retain(|_| keep.next() == Some(&true));
}

fn listed(
    across: &Across<'_>,
    program: &Program<'_>,
    decl: Decl,
    target: Option<&TargetOut>,
) -> Vec<ImplementorOut> {
    let mut results: Vec<(bool, ImplementorOut)> = program
        .implementors(decl)
        .into_iter()
        .map(|found| {
            let place = across.place(program, found.class);
            let left = &across.freshness.left;
            let stale = left
                .changed
                .iter()
                .chain(&left.deleted)
                .any(|path| path.as_str() == place.file_path);
            let result = ImplementorOut {
                methods: methods(program, found.class),
                via: found.via.map(|via| across.place(program, via).symbol),
                class_name: place.symbol,
                file_path: place.file_path,
                line: place.line,
                target: target.cloned(),
                stale: stale.then_some(true),
            };
            (found.via.is_some(), result)
        })
        .collect();
    results.sort_by(|(indirect, one), (other_indirect, other)| {
        (indirect, &one.file_path, one.line).cmp(&(other_indirect, &other.file_path, other.line))
    });
    results.into_iter().map(|(_, result)| result).collect()
}

fn methods(program: &Program<'_>, class: Decl) -> Vec<String> {
    let code = program.code(class.file);
    let holder = program.class_of(class).unwrap_or(class);
    let mut names: Vec<String> = Vec::new();
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
            if let Some(target) = &result.target {
                page.text(Style::Faint, format!("  → {}:{}", target.file_path, target.line));
            }
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
