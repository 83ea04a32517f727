//! Every use of a declaration: which are proven, which may be.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::facts::code::{Code, NameId, ShapeId, SymbolId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::shape::Shape;
use crate::facts::symbol::{Place, SymbolKind};
use crate::resolve::aliases::{NamesByFile, leading_name};
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

/// All uses of a declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sites {
    /// Uses that are proven, by file, line and column.
    pub verified: Vec<Site>,
    /// Uses of the same name that may lead to it.
    pub potential: Vec<Site>,
    /// How many uses of the same name are proven to lead elsewhere.
    pub elsewhere: u64,
    /// Where it is exported, when it is a top-level declaration.
    pub reach: Reach,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Calls, constructions, JSX elements, tagged templates, decorators.
    Calls,
    /// Every use.
    Uses,
}

impl Program<'_> {
    /// Every use of `decl`. With `potential`, also uses of its name that could not be decided.
    pub fn sites(&self, decl: Decl, wanted: Wanted, potential: bool) -> Sites {
        let (name, place, kind, owner) = self.with_symbol(decl, |code, symbol| {
            (
                code.name(symbol.name).to_owned(),
                symbol.place,
                symbol.kind,
                symbol.owner,
            )
        });
        // A class is called through its constructor and the other way round.
        let mut same: FxHashSet<Decl> = FxHashSet::default();
        same.insert(decl);
        same.extend(self.siblings(decl));
        let is_ambient = self.is_ambient(decl);
        if is_ambient {
            same.extend(self.merged_with(decl));
        }
        let mut root = decl;
        // No import leads to a global name.
        let mut top = place == Place::Top && !is_ambient;
        let mut name = name;
        match (kind, owner) {
            (SymbolKind::Constructor, Some(class)) => {
                let class = Decl {
                    file: decl.file,
                    symbol: class,
                };
                same.insert(class);
                root = class;
                (name, top) = self.with_symbol(class, |code, symbol| {
                    (code.name(symbol.name).to_owned(), symbol.place == Place::Top)
                });
            }
            (SymbolKind::Class, _) => {
                let code = self.code(decl.file);
                let constructor = code
                    .symbol(decl.symbol)
                    .members
                    .iter()
                    .find(|member| code.symbol(**member).kind == SymbolKind::Constructor);
                if let Some(constructor) = constructor {
                    same.insert(Decl {
                        file: decl.file,
                        symbol: *constructor,
                    });
                }
            }
            _ => {}
        }
        let heirs = match (kind, wanted) {
            (SymbolKind::Constructor, Wanted::Calls) => self.heirs(root),
            _ => Vec::new(),
        };
        same.extend(&heirs);
        let mut sites = Sites::default();
        let mut files = NamesByFile::new();
        if top {
            sites.reach = self.reach(root);
            files.clone_from(&sites.reach.files);
        }
        if !top || potential {
            for file in self.mentioning(&name) {
                files.entry(file).or_default().insert(name.clone());
            }
        }
        for (file, names) in heirs.iter().flat_map(|heir| self.reach(*heir).files) {
            files.entry(file).or_default().extend(names);
        }
        files.entry(decl.file).or_default().insert(name.clone());
        self.add_other_names(&same, &mut files);
        for (file, names) in &files {
            self.sites_in(*file, names, &same, &name, wanted, potential, &mut sites);
        }
        sites
    }

    #[allow(clippy::too_many_arguments)]
    fn sites_in(
        &self,
        file: FileId,
        names: &BTreeSet<String>,
        same: &FxHashSet<Decl>,
        own: &str,
        wanted: Wanted,
        potential: bool,
        sites: &mut Sites,
    ) {
        let code = self.code(file);
        let ids: FxHashSet<NameId> = code
            .names
            .iter()
            .enumerate()
            .filter(|(_, name)| names.contains(name.as_str()))
            .map(|(index, _)| NameId(index as u32))
            .collect();
        for reference in &code.references {
            // `super(…)` names no class, so it is looked at whatever the name.
            let is_super = reference.kind == ReferenceKind::SuperCall;
            // A local variable that holds a function stands for it under a name of its own.
            let is_named = ids.contains(&reference.name)
                || leading_name(&code, reference.shape).is_some_and(|name| ids.contains(&name));
            if !is_super && !is_named {
                continue;
            }
            if wanted == Wanted::Calls && !reference.kind.is_call() {
                continue;
            }
            let site = |decl: Decl, proof: Proof, reference: &Reference| Site {
                file,
                line: reference.line,
                column: reference.column,
                kind: reference.kind,
                name: code.name(reference.name).to_owned(),
                within: reference.within,
                decl,
                proof,
            };
            match self.lead(file, reference) {
                Lead::Proven { decl, rule } => {
                    if same.contains(&decl) || self.aliases(decl).iter().any(|alias| same.contains(alias)) {
                        sites.verified.push(site(decl, Proof::Verified(rule), reference));
                    } else if code.name(reference.name) == own {
                        sites.elsewhere += 1;
                    }
                }
                Lead::Several(decls) => {
                    if let Some(decl) = decls.iter().find(|decl| same.contains(decl)) {
                        sites
                            .potential
                            .push(site(*decl, Proof::Potential(Why::Several), reference));
                    }
                }
                Lead::Elsewhere => sites.elsewhere += u64::from(!is_super),
                Lead::Unknown(why) => {
                    if potential
                        && !is_super
                        && code.name(reference.name) == own
                        && (why != Why::External || !self.is_outside(file, &code, reference.shape))
                    {
                        let decl = same.iter().min().copied();
                        if let Some(decl) = decl {
                            sites.potential.push(site(decl, Proof::Potential(why), reference));
                        }
                    }
                }
            }
        }
    }

    /// Whether a name is written out from a package or the running environment: what is called there is never ours. What such code
    /// gives back, or a parameter of such a type, may be.
    fn is_outside(&self, file: FileId, code: &Code, shape: ShapeId) -> bool {
        match code.shape(shape) {
            Shape::Global(_) => true,
            Shape::Imported(imported) => self.imported(file, *imported) == Exported::External,
            Shape::Module(name) => self.target(file, code.name(*name)) == Target::Package,
            Shape::Member { of, .. } => self.is_outside(file, code, *of),
            _ => false,
        }
    }
}
