//! `mast_callers`.

pub(super) mod text;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::symbol::SymbolKind;
use crate::resolve::Decl;
use crate::resolve::program::Program;
use crate::resolve::sites::{Proof, Site, Wanted};
use crate::tools::across::{Across, DeclarationPlace, Signals, TargetOut, Unindexed};
use crate::tools::asked::{Asked, asked};
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Tool};

/// `mast_callers`.
#[derive(Debug)]
pub struct Callers;

/// Whose callers to find.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "CallersInput")]
pub struct CallersInput {
    /// A name, or a qualified one: `createUser`, `UserService.create`.
    pub symbol: String,
    /// Only the declaration in this file.
    #[serde(default)]
    pub file_path: Option<String>,
    /// Also the callers of the callers, and so on.
    #[serde(default)]
    pub transitive: bool,
    /// Also uses of the same name that could not be proven or ruled out.
    #[serde(default = "yes")]
    pub include_potential: bool,
    /// At most this many verified callers.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: u32,
    /// Pass over this many verified callers first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: u32,
}

const fn yes() -> bool {
    true
}

const fn hundred() -> u32 {
    100
}

/// Who calls.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "CallersOutput")]
pub struct CallersOutput {
    /// Callers that are proven, by file and line; with `transitive` by depth first.
    pub verified_callers: Vec<Caller>,
    /// How many there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callers_truncated: Option<u64>,
    /// Calls of the same name that could not be proven or ruled out.
    pub potential_matches: Vec<Potential>,
    /// So many declarations answer to the name; each entry says which it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<u64>,
    /// Those declarations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declarations: Option<Vec<DeclarationPlace>>,
    /// Why there is nothing, when there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The counts.
    pub summary: CallersSummary,
    /// What is not known of this answer.
    #[serde(flatten)]
    pub signals: Signals,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// One caller with all its calls.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Caller {
    /// Its file.
    pub file_path: String,
    /// The line of its first call.
    pub line: u32,
    /// The lines of all its calls, when there is more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<u32>>,
    /// The column of the first call, in characters, from 1.
    pub column: u32,
    /// The declaration that calls; `<module>` outside of any.
    pub caller_symbol: String,
    /// The line of the first call as it is written.
    pub context: String,
    /// How the first call is proven.
    pub resolution: String,
    /// How many calls away it is from the symbol, with `transitive`: 1 calls it directly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Which declaration it calls, when several answer to the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetOut>,
}

/// Calls that may be meant, of one caller.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Potential {
    /// Their file.
    pub file_path: String,
    /// The line of the first.
    pub line: u32,
    /// The lines of all, when there is more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<u32>>,
    /// The declaration around them; `<module>` outside of any.
    pub context: String,
    /// What keeps the first from being decided.
    pub reason: String,
}

/// How many callers there are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CallersSummary {
    /// Verified callers.
    pub verified_count: u64,
    /// Potential matches.
    pub potential_count: u64,
    /// How many potential matches there are, when not all are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub potential_truncated: Option<u64>,
    /// Whether callers of callers were asked for.
    pub transitive: bool,
    /// Always 0: uses that are no calls are not matched in the first place.
    pub checker_classified_non_call_site: u64,
    /// Calls of the same name that are proven to lead elsewhere.
    pub checker_classified_different_declaration: u64,
}

/// Potential matches that an answer holds.
pub(super) const MOST_POTENTIAL: usize = 50;

impl Tool for Callers {
    const NAME: &'static str = "mast_callers";
    const TITLE: &'static str = "Find callers";
    const SUMMARY: &'static str = "Who calls this function, method, class or component, proven and possible?";
    const PAGE: &'static str = include_str!("pages/mast_callers.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = CallersInput;
    type Output = CallersOutput;

    fn run(engine: &Engine, input: CallersInput) -> Result<CallersOutput> {
        let started = engine.start();
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let asked = asked(&across, &input.symbol, input.file_path.as_deref())?;
            let Gathered {
                callers,
                potential,
                elsewhere,
            } = across.resolve(|program| Ok(gather(&across, program, &asked, &input)))?;
            let verified_count = callers.len() as u64;
            let page: Vec<Caller> = callers
                .into_iter()
                .skip(input.offset as usize)
                .take(input.limit as usize)
                .collect();
            let potential_count = potential.len() as u64;
            let potential: Vec<Potential> = potential.into_iter().take(MOST_POTENTIAL).collect();
            let mut files: Vec<String> = page
                .iter()
                .map(|caller| caller.file_path.clone())
                .chain(potential.iter().map(|one| one.file_path.clone()))
                .chain(asked.places.iter().map(|place| place.file_path.clone()))
                .collect();
            files.sort_unstable();
            files.dedup();
            let signals = across.signals(&files, asked.places.is_empty(), Unindexed::Told);
            let stats = stats::count(
                engine,
                store,
                Self::NAME,
                &Body {
                    verified_callers: &page,
                    potential_matches: &potential,
                },
                files,
                started,
            )?;
            let several = asked.places.len() > 1;
            let note = asked.note.or_else(|| {
                (verified_count == 0 && potential_count == 0)
                    .then(|| format!("`{}` is declared, and nothing calls it", input.symbol))
            });
            Ok(CallersOutput {
                callers_truncated: (page.len() as u64 != verified_count).then_some(verified_count),
                verified_callers: page,
                potential_matches: potential,
                ambiguous: several.then_some(asked.places.len() as u64),
                declarations: several.then_some(asked.places),
                note,
                summary: CallersSummary {
                    verified_count,
                    potential_count: potential_count.min(MOST_POTENTIAL as u64),
                    potential_truncated: (potential_count > MOST_POTENTIAL as u64).then_some(potential_count),
                    transitive: input.transitive,
                    checker_classified_non_call_site: 0,
                    checker_classified_different_declaration: elsewhere,
                },
                signals,
                stats,
            })
        })
    }
}

#[derive(Serialize)]
struct Body<'a> {
    verified_callers: &'a [Caller],
    potential_matches: &'a [Potential],
}

struct Gathered {
    callers: Vec<Caller>,
    potential: Vec<Potential>,
    elsewhere: u64,
}

fn gather(across: &Across<'_>, program: &Program<'_>, asked: &Asked, input: &CallersInput) -> Gathered {
    let mut gathered = Gathered {
        callers: Vec::new(),
        potential: Vec::new(),
        elsewhere: 0,
    };
    let several = asked.decls.len() > 1;
    let mut verified: Vec<Site> = Vec::new();
    let mut potential: Vec<Site> = Vec::new();
    for (decl, place) in asked.decls.iter().zip(&asked.places) {
        let sites = program.sites(*decl, Wanted::Calls, input.include_potential);
        gathered.elsewhere += sites.elsewhere;
        let target = several.then(|| TargetOut {
            file_path: place.file_path.clone(),
            line: place.line,
        });
        gathered
            .callers
            .extend(callers(across, program, &sites.verified, target.as_ref()));
        verified.extend(sites.verified);
        for site in sites.potential {
            let known = |other: &Site| {
                other.file == site.file && other.line == site.line && other.column == site.column
            };
            if !potential.iter().any(known) {
                potential.push(site);
            }
        }
    }
    potential.retain(|site| {
        !verified
            .iter()
            .any(|other| other.file == site.file && other.line == site.line && other.column == site.column)
    });
    gathered.potential = potential_matches(across, program, &potential);
    if input.transitive {
        add_callers_of_callers(across, program, &verified, &asked.decls, &mut gathered.callers);
    }
    gathered
}

/// Sites by the declaration around them, in the order of paths and lines.
pub(super) fn grouped<'s>(
    across: &Across<'_>,
    program: &Program<'_>,
    sites: &'s [Site],
) -> Vec<(String, String, Vec<&'s Site>)> {
    let mut groups: BTreeMap<(&str, Option<u32>), Vec<&Site>> = BTreeMap::new();
    for site in sites {
        let within = site.within.map(|symbol| symbol.0);
        groups
            .entry((across.path_of(site.file), within))
            .or_default()
            .push(site);
    }
    let mut listed: Vec<(String, String, Vec<&Site>)> = groups
        .into_values()
        .map(|mut sites| {
            sites.sort_by_key(|site| (site.line, site.column));
            let first = sites[0];
            (
                across.path_of(first.file).to_owned(),
                enclosing(program, first),
                sites,
            )
        })
        .collect();
    listed.sort_by(|(one, _, left), (other, _, right)| {
        (one, left[0].line, left[0].column).cmp(&(other, right[0].line, right[0].column))
    });
    listed
}

/// The name of the declaration around a site.
pub(super) fn enclosing(program: &Program<'_>, site: &Site) -> String {
    site.within.map_or_else(
        || "<module>".to_owned(),
        |symbol| program.code(site.file).qualified_name(symbol),
    )
}

/// The lines of sites, each once; none for a single line.
pub(super) fn lines(sites: &[&Site]) -> Option<Vec<u32>> {
    let mut lines: Vec<u32> = sites.iter().map(|site| site.line.get()).collect();
    lines.dedup();
    (lines.len() > 1).then_some(lines)
}

/// The callers that `sites` are in.
pub(super) fn callers(
    across: &Across<'_>,
    program: &Program<'_>,
    sites: &[Site],
    target: Option<&TargetOut>,
) -> Vec<Caller> {
    grouped(across, program, sites)
        .into_iter()
        .map(|(file_path, caller_symbol, sites)| {
            let first = sites[0];
            Caller {
                file_path,
                line: first.line.get(),
                lines: lines(&sites),
                column: first.column,
                caller_symbol,
                context: across.line_text(first.file, first.line),
                resolution: match first.proof {
                    Proof::Verified(rule) => rule.name().to_owned(),
                    Proof::Potential(why) => why.reason().to_owned(),
                },
                depth: None,
                target: target.cloned(),
            }
        })
        .collect()
}

/// Sites that are not decided, by the declaration around them.
pub(super) fn potential_matches(
    across: &Across<'_>,
    program: &Program<'_>,
    sites: &[Site],
) -> Vec<Potential> {
    grouped(across, program, sites)
        .into_iter()
        .map(|(file_path, context, sites)| {
            let first = sites[0];
            Potential {
                file_path,
                line: first.line.get(),
                lines: lines(&sites),
                context,
                reason: match first.proof {
                    Proof::Verified(rule) => rule.name().to_owned(),
                    Proof::Potential(why) => why.reason().to_owned(),
                },
            }
        })
        .collect()
}

/// What calls when a declaration runs: the initialiser of a field runs when its class is constructed.
fn called_as(program: &Program<'_>, decl: Decl) -> Decl {
    program.with_symbol(decl, |code, symbol| {
        let Some(owner) = symbol.owner else { return decl };
        let of_class = code.symbol(owner).kind == SymbolKind::Class && !symbol.is_static;
        let runs_with_it = match symbol.kind {
            SymbolKind::Property => symbol.signatures.is_empty(),
            SymbolKind::Constructor => true,
            _ => false,
        };
        if of_class && runs_with_it {
            Decl {
                file: decl.file,
                symbol: owner,
            }
        } else {
            decl
        }
    })
}

/// Adds the callers of callers, level by level; each declaration is asked about once, so circles end.
fn add_callers_of_callers(
    across: &Across<'_>,
    program: &Program<'_>,
    direct: &[Site],
    asked: &[Decl],
    all: &mut Vec<Caller>,
) {
    for caller in all.iter_mut() {
        caller.depth = Some(1);
    }
    let mut seen: Vec<Decl> = asked.iter().map(|decl| called_as(program, *decl)).collect();
    seen.extend(asked);
    let mut level = next_level(program, direct, &mut seen);
    let mut listed: Vec<(String, String)> = all
        .iter()
        .map(|caller| (caller.file_path.clone(), caller.caller_symbol.clone()))
        .collect();
    let mut depth = 2;
    while !level.is_empty() {
        let mut sites: Vec<Site> = Vec::new();
        for decl in level {
            sites.extend(program.sites(decl, Wanted::Calls, false).verified);
        }
        for mut caller in callers(across, program, &sites, None) {
            let key = (caller.file_path.clone(), caller.caller_symbol.clone());
            if !listed.contains(&key) {
                caller.depth = Some(depth);
                listed.push(key);
                all.push(caller);
            }
        }
        level = next_level(program, &sites, &mut seen);
        depth += 1;
    }
}

fn next_level(program: &Program<'_>, sites: &[Site], seen: &mut Vec<Decl>) -> Vec<Decl> {
    let mut next = Vec::new();
    for site in sites {
        let Some(symbol) = site.within else { continue };
        let decl = called_as(
            program,
            Decl {
                file: site.file,
                symbol,
            },
        );
        if seen.contains(&decl) {
            continue;
        }
        // What runs when a class is constructed runs as well when one is that inherits its constructor.
        let of_class = program.with_symbol(decl, |_, symbol| symbol.kind == SymbolKind::Class);
        let heirs = if of_class { program.heirs(decl) } else { Vec::new() };
        for decl in std::iter::once(decl).chain(heirs) {
            if !seen.contains(&decl) {
                seen.push(decl);
                next.push(decl);
            }
        }
    }
    next
}
