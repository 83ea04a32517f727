//! `mast_rename_impact`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::ExportTarget;
use crate::facts::reference::ReferenceKind;
use crate::resolve::program::Program;
use crate::resolve::reach::Exposure;
use crate::resolve::sites::{Site, Wanted};
use crate::resolve::{Decl, FileId};
use crate::tools::across::{Across, Signals, Unindexed, kind_name};
use crate::tools::asked::asked;
use crate::tools::callers::text::{render_callers, render_potential};
use crate::tools::callers::{Caller, MOST_POTENTIAL, Potential, callers, lines, potential_matches};
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Page, Render, Style, Tool};

/// `mast_rename_impact`.
#[derive(Debug)]
pub struct RenameImpact;

/// What is to be renamed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "RenameImpactInput")]
pub struct RenameImpactInput {
    /// A name, or a qualified one: `createUser`, `UserService.create`.
    pub symbol: String,
    /// Only the declaration in this file.
    #[serde(default)]
    pub file_path: Option<String>,
}

/// What a rename has to change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "RenameImpactOutput")]
pub struct RenameImpactOutput {
    /// The name that was asked for.
    pub symbol: String,
    /// Where it is declared; overloads and merged declarations each.
    pub declaration_sites: Vec<DeclarationSite>,
    /// Calls that are proven, by caller.
    pub verified_callers: Vec<Caller>,
    /// Other uses that are proven: imports, types, JSX, clauses, exports, shorthand properties, values.
    pub references: Vec<ReferenceOut>,
    /// Calls of the same name that could not be proven or ruled out.
    pub potential_matches: Vec<Potential>,
    /// Modules that pass it on.
    pub barrel_exports: Vec<BarrelExport>,
    /// So many declarations answer to the name; the answer covers all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<u64>,
    /// Why there is nothing, when there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The counts, and what they mean.
    pub summary: RenameSummary,
    /// What is not known of this answer.
    #[serde(flatten)]
    pub signals: Signals,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// One place where the name is declared.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DeclarationSite {
    /// Its file.
    pub file_path: String,
    /// The line of the name.
    pub line: u32,
    /// What it is.
    pub kind: String,
    /// Whether its module exports it.
    pub is_exported: bool,
}

/// Uses of one kind in one file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReferenceOut {
    /// The file.
    pub file_path: String,
    /// The line of the first.
    pub line: u32,
    /// The lines of all, when there is more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<u32>>,
    /// How the name is used.
    pub kind: String,
}

/// A module that passes the name on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct BarrelExport {
    /// Its file.
    pub file_path: String,
    /// The line that needs an edit; null where none does: `export *`, or a name that is another one already.
    pub line: Option<u32>,
    /// The name that it exports.
    pub exported_as: String,
    /// `named` or `star`.
    pub via: String,
}

/// How much there is to change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RenameSummary {
    /// Declarations.
    pub declaration_count: u64,
    /// Verified callers.
    pub verified_count: u64,
    /// Lines with other proven uses.
    pub reference_count: u64,
    /// Potential matches.
    pub potential_count: u64,
    /// Modules that pass it on.
    pub barrel_count: u64,
    /// What to do, in a sentence.
    pub checklist: String,
    /// How many potential matches there are, when not all are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub potential_truncated: Option<u64>,
    /// Always 0: uses that are no calls are told apart in the first place.
    pub checker_classified_non_call_site: u64,
    /// Uses of the same name that are proven to lead elsewhere.
    pub checker_classified_different_declaration: u64,
}

impl Tool for RenameImpact {
    const NAME: &'static str = "mast_rename_impact";
    const TITLE: &'static str = "Plan a rename";
    const SUMMARY: &'static str = "What must change when this symbol is renamed?";
    const PAGE: &'static str = include_str!("pages/mast_rename_impact.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = RenameImpactInput;
    type Output = RenameImpactOutput;

    fn run(engine: &Engine, input: RenameImpactInput) -> Result<RenameImpactOutput> {
        let started = engine.start();
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let asked = asked(&across, &input.symbol, input.file_path.as_deref())?;
            let impact = across.resolve(|program| Ok(Impact::of(&across, program, &asked.decls)))?;
            let Impact {
                declarations,
                callers,
                references,
                mut potential,
                barrels,
                elsewhere,
            } = impact;
            let potential_total = potential.len() as u64;
            potential.truncate(MOST_POTENTIAL);
            let mut files: Vec<String> = declarations
                .iter()
                .map(|site| &site.file_path)
                .chain(callers.iter().map(|caller| &caller.file_path))
                .chain(references.iter().map(|one| &one.file_path))
                .chain(potential.iter().map(|one| &one.file_path))
                .chain(barrels.iter().map(|one| &one.file_path))
                .cloned()
                .collect();
            files.sort_unstable();
            files.dedup();
            let signals = across.signals(&files, declarations.is_empty(), Unindexed::Told);
            let stats = stats::count(
                engine,
                store,
                Self::NAME,
                &Body {
                    declaration_sites: &declarations,
                    verified_callers: &callers,
                    references: &references,
                    potential_matches: &potential,
                    barrel_exports: &barrels,
                },
                files,
                started,
            )?;
            let lines_of = |one: &ReferenceOut| one.lines.as_ref().map_or(1, Vec::len) as u64;
            let reference_count = references.iter().map(lines_of).sum();
            let named = barrels.iter().filter(|barrel| barrel.line.is_some()).count();
            let checklist = if declarations.is_empty() {
                format!("`{}` was not found: there is nothing to rename.", input.symbol)
            } else {
                format!(
                    "Change {} declaration{}, {} caller{} and {reference_count} other line{} that are proven, and {named} \
                     re-export{}; review {potential_total} possible match{}.",
                    declarations.len(),
                    plural(declarations.len() as u64),
                    callers.len(),
                    plural(callers.len() as u64),
                    plural(reference_count),
                    plural(named as u64),
                    if potential_total == 1 { "" } else { "es" },
                )
            };
            Ok(RenameImpactOutput {
                symbol: input.symbol,
                summary: RenameSummary {
                    declaration_count: declarations.len() as u64,
                    verified_count: callers.len() as u64,
                    reference_count,
                    potential_count: potential.len() as u64,
                    barrel_count: barrels.len() as u64,
                    checklist,
                    potential_truncated: (potential_total > potential.len() as u64).then_some(potential_total),
                    checker_classified_non_call_site: 0,
                    checker_classified_different_declaration: elsewhere,
                },
                declaration_sites: declarations,
                verified_callers: callers,
                references,
                potential_matches: potential,
                barrel_exports: barrels,
                ambiguous: (asked.decls.len() > 1).then_some(asked.decls.len() as u64),
                note: asked.note,
                signals,
                stats,
            })
        })
    }
}

const fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[derive(Serialize)]
struct Body<'a> {
    declaration_sites: &'a [DeclarationSite],
    verified_callers: &'a [Caller],
    references: &'a [ReferenceOut],
    potential_matches: &'a [Potential],
    barrel_exports: &'a [BarrelExport],
}

/// What a rename has to change.
#[derive(Default)]
struct Impact {
    declarations: Vec<DeclarationSite>,
    callers: Vec<Caller>,
    references: Vec<ReferenceOut>,
    potential: Vec<Potential>,
    barrels: Vec<BarrelExport>,
    elsewhere: u64,
}

impl Impact {
    fn of(across: &Across<'_>, program: &Program<'_>, decls: &[Decl]) -> Self {
        let mut impact = Self::default();
        let mut calls: Vec<Site> = Vec::new();
        let mut others: Vec<Site> = Vec::new();
        let mut potential: Vec<Site> = Vec::new();
        for decl in decls {
            let name = program.with_symbol(*decl, |code, symbol| code.name(symbol.name).to_owned());
            let sites = program.sites(*decl, Wanted::Uses, true);
            let exported = sites
                .reach
                .exposures
                .iter()
                .any(|exposure| exposure.file == decl.file);
            impact
                .declarations
                .extend(declared(across, program, *decl, exported));
            impact.elsewhere += sites.elsewhere;
            for site in sites.verified {
                // Another name for it stays as it is.
                if site.name != name || site.decl != *decl || site.kind == ReferenceKind::ReExport {
                    continue;
                }
                if site.kind.is_call() {
                    calls.push(site);
                } else {
                    others.push(site);
                }
            }
            potential.extend(sites.potential.into_iter().filter(|site| site.kind.is_call()));
            impact
                .barrels
                .extend(barrels(across, program, *decl, &sites.reach.exposures));
        }
        impact.barrels.sort();
        impact.barrels.dedup();
        impact.callers = callers(across, program, &calls, None);
        impact.references = references(across, &others);
        impact.potential = potential_matches(across, program, &potential);
        impact
    }
}

fn declared(across: &Across<'_>, program: &Program<'_>, decl: Decl, exported: bool) -> Vec<DeclarationSite> {
    program.with_symbol(decl, |_, symbol| {
        symbol
            .lines
            .iter()
            .map(|line| DeclarationSite {
                file_path: across.path_of(decl.file).to_owned(),
                line: line.get(),
                kind: kind_name(symbol.kind, !symbol.signatures.is_empty()).to_owned(),
                is_exported: exported,
            })
            .collect()
    })
}

fn references(across: &Across<'_>, sites: &[Site]) -> Vec<ReferenceOut> {
    let mut groups: BTreeMap<(&str, &'static str), Vec<&Site>> = BTreeMap::new();
    for site in sites {
        groups
            .entry((across.path_of(site.file), site.kind.name()))
            .or_default()
            .push(site);
    }
    let mut listed: Vec<ReferenceOut> = groups
        .into_iter()
        .map(|((file, kind), mut sites)| {
            sites.sort_by_key(|site| site.line);
            ReferenceOut {
                file_path: file.to_owned(),
                line: sites[0].line.get(),
                lines: lines(&sites),
                kind: kind.to_owned(),
            }
        })
        .collect();
    listed.sort_by(|one, other| {
        (&one.file_path, one.line, &one.kind).cmp(&(&other.file_path, other.line, &other.kind))
    });
    listed
}

/// The modules that pass a declaration on, from where it is exposed.
fn barrels(
    across: &Across<'_>,
    program: &Program<'_>,
    decl: Decl,
    exposures: &[Exposure],
) -> Vec<BarrelExport> {
    let own = program.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned());
    let mut found = Vec::new();
    for exposure in exposures {
        if exposure.file == decl.file {
            continue;
        }
        let exports = program.exports_of(exposure.file);
        let named = exports.iter().find(|export| export.name == exposure.name);
        // A line that takes it under another name needs no edit.
        let edited = match named.map(|export| &export.target) {
            Some(ExportTarget::Namespace { .. }) => continue,
            Some(ExportTarget::Named { name, .. } | ExportTarget::Local { name }) => *name == own,
            Some(ExportTarget::Star { .. } | ExportTarget::Expression) | None => false,
        };
        found.push(BarrelExport {
            file_path: path(across, exposure.file),
            line: named.filter(|_| edited).map(|export| export.line.get()),
            exported_as: exposure.name.clone(),
            via: if named.is_some() { "named" } else { "star" }.to_owned(),
        });
    }
    found
}

fn path(across: &Across<'_>, file: FileId) -> String {
    across.path_of(file).to_owned()
}

impl Render for RenameImpactOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        for site in &self.declaration_sites {
            page.text(Style::Place, format!("{}:{}", site.file_path, site.line));
            page.text(Style::Plain, "  ").text(Style::Name, &self.symbol);
            page.text(Style::Faint, format!("  {} declared", site.kind));
            page.line(Style::Faint, if site.is_exported { " (exported)" } else { "" });
        }
        render_callers(page, &self.verified_callers);
        for one in &self.references {
            page.text(Style::Place, format!("{}:{}", one.file_path, one.line));
            if let Some(lines) = &one.lines {
                let further: Vec<String> = lines.iter().skip(1).map(u32::to_string).collect();
                page.text(Style::Place, format!(",{}", further.join(",")));
            }
            page.line(Style::Faint, format!("  {}", one.kind));
        }
        for barrel in &self.barrel_exports {
            page.text(Style::Place, &barrel.file_path);
            if let Some(line) = barrel.line {
                page.text(Style::Place, format!(":{line}"));
            }
            page.line(
                Style::Faint,
                format!("  passes it on as {} ({})", barrel.exported_as, barrel.via),
            );
        }
        render_potential(page, &self.potential_matches);
        if let Some(total) = self.summary.potential_truncated {
            page.line(
                Style::Faint,
                format!(
                    "{} of {total} possible matches shown",
                    self.potential_matches.len()
                ),
            );
        }
        page.line(Style::Plain, &self.summary.checklist);
    }
}
