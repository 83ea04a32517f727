//! Every use of declarations: which are proven, which may be.
//!
//! # Cost
//!
//! One pass over the files that can name one of them, however many are asked for.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::code::{Code, NameId, ShapeId, SymbolId};
use crate::facts::reference::ReferenceKind;
use crate::facts::shape::Shape;
use crate::facts::symbol::{Place, SymbolKind};
use crate::resolve::aliases::{NamesByFile, ids_of, leading_name};
use crate::resolve::evaluate::Why;
use crate::resolve::exports::Exported;
use crate::resolve::lead::{Lead, Rule};
use crate::resolve::program::Program;
use crate::resolve::reach::Reach;
use crate::resolve::{Decl, FileId, Target};
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

/// One question about uses.
struct Ask {
    search: Search,
    wanted: Wanted,
    potential: bool,
}

/// The code of more files is not kept.
const FEW_FILES: usize = 256;

impl Program<'_> {
    /// Every use of `decls`, in one pass over the files that can name one of them. With `potential`, also uses of their names that
    /// could not be decided.
    pub fn sites(&self, decls: &[Decl], wanted: Wanted, potential: bool) -> Sites {
        let mut sites = Sites::default();
        let mut search = Search {
            first: decls.iter().min().copied(),
            ..Search::default()
        };
        let mut files = NamesByFile::new();
        let mut anywhere: BTreeSet<String> = BTreeSet::new();
        for (place, decl) in decls.iter().enumerate() {
            let (root, heirs) = self.root_of(*decl, place, wanted, &mut search);
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
            for (file, names) in heirs.iter().flat_map(|heir| self.reach(*heir).files) {
                files.entry(file).or_default().extend(names);
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
        let ask = Ask {
            search,
            wanted,
            potential,
        };
        self.go_through(files, &ask, &mut sites);
        sites
    }

    /// Looks through `files`, and through those where other names of what is asked for lead on.
    fn go_through(&self, files: NamesByFile, ask: &Ask, sites: &mut Sites) {
        let is_long = files.len() > FEW_FILES;
        let mut other_names = FxHashSet::default();
        let mut again: FxHashSet<FileId> = FxHashSet::default();
        let mut looked_for = NamesByFile::new();
        let mut open: VecDeque<(FileId, BTreeSet<String>)> = files.into_iter().collect();
        while let Some((file, mut names)) = open.pop_front() {
            let before = looked_for.remove(&file);
            if let Some(before) = &before {
                names.retain(|name| !before.contains(name));
            }
            if !names.is_empty() || before.is_none() {
                let mut look = || {
                    self.sites_in(file, &names, before.as_ref(), ask, sites);
                    self.other_names(file, &names, &ask.search.wanted, &mut other_names)
                };
                open.extend(if is_long {
                    self.in_passing(file, look)
                } else {
                    look()
                });
                again.extend(before.is_some().then_some(file));
            }
            names.extend(before.into_iter().flatten());
            looked_for.insert(file, names);
        }
        let order = |site: &Site| {
            // Each look gives what it finds in the order of the file.
            let place = again.contains(&site.file).then_some((site.line, site.column));
            (site.file, place)
        };
        for found in sites.verified.iter_mut().chain([&mut sites.potential]) {
            found.sort_by_key(order);
        }
    }

    /// Notes what leads to `decl`, and gives the declaration whose name is written where it is used (a class is called through its
    /// constructor and the other way round), with the classes that are constructed through it.
    fn root_of(&self, decl: Decl, place: usize, wanted: Wanted, search: &mut Search) -> (Decl, Vec<Decl>) {
        let mut same = vec![decl];
        same.extend(self.siblings(decl));
        if self.is_ambient(decl) {
            same.extend(self.merged_with(decl));
        }
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        let mut root = decl;
        let mut heirs = Vec::new();
        match (symbol.kind, symbol.owner) {
            (SymbolKind::Constructor, Some(class)) => {
                search.classes = true;
                root = Decl {
                    file: decl.file,
                    symbol: class,
                };
                same.push(root);
                if wanted == Wanted::Calls {
                    heirs = self.heirs(root);
                    same.extend(&heirs);
                }
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
        (root, heirs)
    }

    fn sites_in(
        &self,
        file: FileId,
        names: &BTreeSet<String>,
        before: Option<&BTreeSet<String>>,
        ask: &Ask,
        sites: &mut Sites,
    ) {
        let search = &ask.search;
        let code = self.code(file);
        let ids = ids_of(&code, names);
        let ids_before = before.map(|names| ids_of(&code, names));
        for reference in &code.references {
            // `super(…)` names no class, so it is looked at whatever the name.
            let is_super = reference.kind == ReferenceKind::SuperCall;
            // A local variable that holds a function stands for it under a name of its own.
            if ask.wanted == Wanted::Calls && !reference.kind.is_call() {
                continue;
            }
            let is_of = |ids: &[NameId]| {
                ids.contains(&reference.name)
                    || leading_name(&code, reference.shape).is_some_and(|name| ids.contains(&name))
                    || is_super && search.classes
            };
            if ids_before.as_deref().is_some_and(is_of) || !is_of(&ids) {
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
                    let may_be = ask.potential && !is_super && search.own.contains(name);
                    let is_outside = || why == Why::External && self.is_outside(file, &code, reference.shape);
                    if may_be && !is_outside() {
                        let decl = search.first.map(|decl| site(decl, Proof::Potential(why)));
                        sites.potential.extend(decl);
                    }
                }
            }
        }
    }

    /// Whether a name is written out from a package or the running environment: what is called there is never ours. What such code
    /// gives back, or a parameter of such a type, may be.
    fn is_outside(&self, file: FileId, code: &Code, shape: ShapeId) -> bool {
        match code.shape(shape) {
            // What a program keeps in the global object may be its own.
            Shape::Global(name) => !GLOBAL_OBJECTS.contains(&code.name(*name)),
            Shape::Imported(imported) => self.imported(file, *imported) == Exported::External,
            Shape::Module(name) => self.target(file, code.name(*name)) == Target::Package,
            Shape::Member { of, .. } => self.is_outside(file, code, *of),
            _ => false,
        }
    }
}

/// The names of the global object.
const GLOBAL_OBJECTS: [&str; 4] = ["window", "globalThis", "global", "self"];
