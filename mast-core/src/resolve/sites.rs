//! Every use of declarations: which are proven, which may be.
//!
//! # Cost
//!
//! One pass over the files that can name one of them, however many are asked for.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::facts::code::{Code, NameId, SymbolId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::shape::Shape;
use crate::facts::symbol::{Place, SymbolKind};
use crate::resolve::evaluate::Why;
use crate::resolve::lead::{Lead, Rule};
use crate::resolve::program::Program;
use crate::resolve::reach::Reach;
use crate::resolve::{Decl, FileId};
use crate::text::line::Line;

/// One use of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Where.
    pub file: FileId,
    /// The line of the name.
    pub line: Line,
    /// Its column, in characters, from 1.
    pub column: u32,
    /// How it is used.
    pub kind: ReferenceKind,
    /// The name as written.
    pub name: String,
    /// The declaration around it.
    pub within: Option<SymbolId>,
    /// Which declaration it leads to.
    pub decl: Decl,
    /// What proves it.
    pub proof: Proof,
}

/// Whether a use is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is, by this rule.
    Verified(Rule),
    /// It may be: the name is the same, and this keeps it from being decided.
    Potential(Why),
}

/// All uses of some declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sites {
    /// Of each declaration, in the order asked: uses that are proven, by file, line and column.
    pub verified: Vec<Vec<Site>>,
    /// Uses of a name of theirs that may lead to one of them.
    pub potential: Vec<Site>,
    /// How many uses of a name of theirs are proven to lead elsewhere.
    pub elsewhere: u64,
    /// Where each is exported, when it is a top-level declaration.
    pub reach: Vec<Reach>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Calls, constructions, JSX elements, tagged templates, decorators.
    Calls,
    /// Every use.
    Uses,
}

/// What is looked for in the candidate files.
#[derive(Default)]
struct Search {
    /// What leads to a declaration that is asked for, with the place of that: itself, what shares its name, and of a class its
    /// constructor.
    wanted: FxHashMap<Decl, usize>,
    /// The names of the declarations.
    own: BTreeSet<String>,
    /// Whether a class is asked for, which `super(…)` may lead to.
    classes: bool,
    /// Where a use that is not decided is counted.
    first: Option<Decl>,
}

impl Program<'_> {
    /// Every use of `decls`, in one pass over the files that can name one of them. With `potential`, also uses of their names that
    /// could not be decided.
    pub fn sites(&self, decls: &[Decl], wanted: Wanted, potential: bool) -> Sites {
        let mut sites = Sites::default();
        let mut search = Search {
            first: decls.iter().min().copied(),
            ..Search::default()
        };
        let mut files: BTreeMap<FileId, BTreeSet<String>> = BTreeMap::new();
        let mut anywhere: BTreeSet<String> = BTreeSet::new();
        for (place, decl) in decls.iter().enumerate() {
            let root = self.root_of(*decl, place, &mut search);
            let (name, top) = self.with_symbol(root, |code, symbol| {
                (code.name(symbol.name).to_owned(), symbol.place == Place::Top)
            });
            let mut reach = Reach::default();
            if top {
                reach = self.reach(root);
                for (file, names) in &reach.files {
                    files.entry(*file).or_default().extend(names.iter().cloned());
                }
            }
            sites.reach.push(reach);
            files.entry(decl.file).or_default().insert(name.clone());
            if !top || potential {
                anywhere.insert(name.clone());
            }
            search.own.insert(name);
        }
        for name in anywhere {
            for file in self.mentioning(&name) {
                files.entry(file).or_default().insert(name.clone());
            }
        }
        sites.verified.resize(decls.len(), Vec::new());
        for (file, names) in &files {
            self.sites_in(*file, names, &search, wanted, potential, &mut sites);
        }
        sites
    }

    /// Notes what leads to `decl`, and gives the declaration whose name is written where it is used: a class is called through its
    /// constructor and the other way round.
    fn root_of(&self, decl: Decl, place: usize, search: &mut Search) -> Decl {
        let mut same = vec![decl];
        same.extend(self.siblings(decl));
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        let mut root = decl;
        match (symbol.kind, symbol.owner) {
            (SymbolKind::Constructor, Some(class)) => {
                search.classes = true;
                root = Decl {
                    file: decl.file,
                    symbol: class,
                };
                same.push(root);
            }
            (SymbolKind::Class, _) => {
                search.classes = true;
                let constructor = symbol
                    .members
                    .iter()
                    .find(|member| code.symbol(**member).kind == SymbolKind::Constructor);
                same.extend(constructor.map(|constructor| Decl {
                    file: decl.file,
                    symbol: *constructor,
                }));
            }
            _ => {}
        }
        for one in same {
            search.wanted.entry(one).or_insert(place);
        }
        root
    }

    fn sites_in(
        &self,
        file: FileId,
        names: &BTreeSet<String>,
        search: &Search,
        wanted: Wanted,
        potential: bool,
        sites: &mut Sites,
    ) {
        let code = self.code(file);
        let ids = ids_of(&code, names);
        for reference in &code.references {
            // `super(…)` names no class, so it is looked at whatever the name.
            let is_super = reference.kind == ReferenceKind::SuperCall;
            let is_named = ids.contains(&reference.name);
            if !(is_named || is_super && search.classes) {
                continue;
            }
            if wanted == Wanted::Calls && !reference.kind.is_call() {
                continue;
            }
            let name = code.name(reference.name);
            let site = |decl: Decl, proof: Proof| Site {
                file,
                line: reference.line,
                column: reference.column,
                kind: reference.kind,
                name: name.to_owned(),
                within: reference.within,
                decl,
                proof,
            };
            match self.lead(file, reference) {
                Lead::Proven { decl, rule } => {
                    let aliases = self.aliases(decl);
                    let place = aliases.iter().find_map(|alias| search.wanted.get(alias));
                    match place {
                        Some(place) => sites.verified[*place].push(site(decl, Proof::Verified(rule))),
                        None => sites.elsewhere += u64::from(search.own.contains(name)),
                    }
                }
                Lead::Several(decls) => {
                    let decl = decls.iter().find(|decl| search.wanted.contains_key(decl));
                    sites
                        .potential
                        .extend(decl.map(|decl| site(*decl, Proof::Potential(Why::Several))));
                }
                Lead::Elsewhere => sites.elsewhere += u64::from(!is_super),
                Lead::Unknown(why) => {
                    let may_be = potential && !is_super && search.own.contains(name);
                    if may_be && may_lead(&code.shapes, reference, why) {
                        let decl = search.first.map(|decl| site(decl, Proof::Potential(why)));
                        sites.potential.extend(decl);
                    }
                }
            }
        }
    }
}

/// The places of `names` in the names of a file.
fn ids_of(code: &Code, names: &BTreeSet<String>) -> Vec<NameId> {
    let few: Vec<&str> = names.iter().map(String::as_str).take(FEW).collect();
    let has = |name: &str| {
        if names.len() > FEW {
            names.contains(name)
        } else {
            few.contains(&name)
        }
    };
    let places = code.names.iter().enumerate();
    places
        .filter(|(_, name)| has(name))
        .map(|(place, _)| NameId(place as u32))
        .collect()
}

/// So many names are compared one by one.
const FEW: usize = 8;

/// Whether a use that is not decided could lead to a declaration of its name at all.
fn may_lead(shapes: &[Shape], reference: &Reference, why: Why) -> bool {
    match &shapes[reference.shape.0 as usize] {
        // A name from a package, or of the running environment.
        Shape::Imported(_) | Shape::Global(_) => why != Why::External,
        _ => true,
    }
}
