//! Which classes implement an interface or extend a class, directly and through others.
//!
//! # Cost
//!
//! A step down the tree is one look into the full text for all its parents together, and the facts of the files that it names.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::code::{Code, ShapeId, SymbolId};
use crate::facts::shape::{Shape, TypeShape};
use crate::facts::symbol::{Place, Symbol, SymbolKind};
use crate::resolve::exports::Exported;
use crate::resolve::lead::Lead;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

/// A class that implements or extends what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementor {
    /// The class.
    pub class: Decl,
    /// The parent class or extended interface that it does so through; none when it names what was asked for itself.
    pub via: Option<Decl>,
}

/// Where the classes may be that name a parent.
#[derive(Default)]
struct Candidates {
    /// Names that may lead to a parent in any of the files.
    names: FxHashSet<String>,
    /// The files, each with further names.
    files: BTreeMap<FileId, BTreeSet<String>>,
}

impl Program<'_> {
    /// The classes below each of `decls`, interfaces or classes: direct ones first, level by level; each once.
    pub fn implementors(&self, decls: &[Decl]) -> Vec<Vec<Implementor>> {
        // One walk down for all of them, since most of its cost does not depend on how many they are.
        let mut below: FxHashMap<Decl, Vec<Decl>> = FxHashMap::default();
        let mut level: Vec<Decl> = decls.to_vec();
        while !level.is_empty() {
            for parent in &level {
                below.entry(*parent).or_default();
            }
            let mut next: Vec<Decl> = Vec::new();
            for (child, parent) in self.children(&level) {
                let children = below.entry(parent).or_default();
                if !children.contains(&child) {
                    children.push(child);
                }
                next.push(child);
            }
            next.sort_unstable();
            next.dedup();
            next.retain(|child| !below.contains_key(child));
            level = next;
        }
        decls.iter().map(|decl| self.walk_down(*decl, &below)).collect()
    }

    fn walk_down(&self, decl: Decl, below: &FxHashMap<Decl, Vec<Decl>>) -> Vec<Implementor> {
        let mut found: Vec<Implementor> = Vec::new();
        let mut seen: FxHashSet<Decl> = FxHashSet::default();
        seen.insert(decl);
        let mut open = VecDeque::from([decl]);
        while let Some(parent) = open.pop_front() {
            for child in below.get(&parent).into_iter().flatten() {
                if !seen.insert(*child) {
                    continue;
                }
                open.push_back(*child);
                if self.class_of(*child).is_some() {
                    found.push(Implementor {
                        class: *child,
                        via: (parent != decl).then_some(parent),
                    });
                }
            }
        }
        found
    }

    /// The classes below `class` whose construction runs its constructor without saying so: they have none, nor has a class between.
    pub fn heirs(&self, class: Decl) -> Vec<Decl> {
        let mut heirs: Vec<Decl> = Vec::new();
        let mut level = vec![class];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (child, _) in self.children(&level) {
                let inherits = self.with_symbol(child, |code, symbol| {
                    let is_constructor =
                        |member: &SymbolId| code.symbol(*member).kind == SymbolKind::Constructor;
                    symbol.kind == SymbolKind::Class && !symbol.members.iter().any(is_constructor)
                });
                if inherits && child != class && !heirs.contains(&child) {
                    heirs.push(child);
                    next.push(child);
                }
            }
            level = next;
        }
        heirs
    }

    /// The class that is declared under a name: itself, or the nameless one that a constant holds.
    pub fn class_of(&self, decl: Decl) -> Option<Decl> {
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        if symbol.kind == SymbolKind::Class {
            return Some(decl);
        }
        match symbol.value.map(|value| code.shape(value)) {
            Some(Shape::Symbol(held)) if code.symbol(*held).kind == SymbolKind::Class => {
                (code.symbol(*held).owner == Some(decl.symbol)).then_some(decl.beside(*held))
            }
            _ => None,
        }
    }

    /// The classes and interfaces that name one of `parents` in an `extends` or `implements` clause, and the aliases of one, each with
    /// that one, by file.
    fn children(&self, parents: &[Decl]) -> Vec<(Decl, Decl)> {
        let mut parent_of: FxHashMap<Decl, Decl> = FxHashMap::default();
        for parent in parents {
            parent_of.insert(*parent, *parent);
            for sibling in self.siblings(*parent) {
                parent_of.entry(sibling).or_insert(*parent);
            }
        }
        let candidates = self.heir_files(parents);
        let mut children = Vec::new();
        for (file, further) in &candidates.files {
            let code = self.code(*file);
            for (index, symbol) in code.symbols.iter().enumerate() {
                for entity in clauses(&code, symbol) {
                    let may_be = |name: &str| candidates.names.contains(name) || further.contains(name);
                    if !is_named(&code, entity, may_be) {
                        continue;
                    }
                    let Lead::Proven { decl, .. } = self.clause_lead(*file, entity) else {
                        continue;
                    };
                    let aliases = self.aliases(decl);
                    if let Some(parent) = aliases.iter().find_map(|alias| parent_of.get(alias)) {
                        let symbol = SymbolId(index as u32);
                        let child = Decl {
                            file: *file,
                            symbol: named_as(&code, symbol),
                        };
                        children.push((child, *parent));
                    }
                }
            }
        }
        children
    }

    fn heir_files(&self, parents: &[Decl]) -> Candidates {
        let mut candidates = Candidates::default();
        for parent in parents {
            let (name, place) = self.with_symbol(*parent, |code, symbol| {
                (code.name(symbol.name).to_owned(), symbol.place)
            });
            let own = candidates.files.entry(parent.file).or_default();
            own.insert(name.clone());
            if place == Place::Nested || name.is_empty() {
                continue;
            }
            if place == Place::Top {
                let exposed = self.exposed_as(parent.file, &name);
                if exposed.is_empty() {
                    continue;
                }
                let renamed = name == "default" || exposed.iter().any(|exposed| *exposed != name);
                if renamed || self.is_renamed(*parent, &name, &mut candidates.files) {
                    for (file, names) in self.reach(*parent).files {
                        candidates.files.entry(file).or_default().extend(names);
                    }
                }
            }
            candidates.names.insert(name);
        }
        let mut names: Vec<&String> = candidates.names.iter().collect();
        names.sort_unstable();
        for file in self.inheriting(&names) {
            candidates.files.entry(file).or_default();
        }
        candidates
    }

    /// The names under which a file exports what it calls `name`.
    fn exposed_as(&self, file: FileId, name: &str) -> Vec<String> {
        let exports = self.exports_of(file);
        let exposed = exports
            .iter()
            .filter(|export| export.gives(name))
            .map(|export| export.name.clone());
        exposed.collect()
    }

    /// Whether a module passes `decl` on under another name. Files that import it under another name are added to `candidates`.
    fn is_renamed(
        &self,
        decl: Decl,
        name: &str,
        candidates: &mut BTreeMap<FileId, BTreeSet<String>>,
    ) -> bool {
        let renamings = self.renamings(name);
        for (file, local) in &renamings.imported {
            candidates.entry(*file).or_default().insert(local.clone());
        }
        let through_imports = renamings.imported.iter().flat_map(|(file, local)| {
            let exposed = self.exposed_as(*file, local).into_iter();
            exposed.map(move |exposed| (*file, exposed))
        });
        renamings
            .exported
            .iter()
            .cloned()
            .chain(through_imports)
            .any(|(file, exported)| match self.export(file, &exported) {
                Exported::Symbol(found) => found == decl || self.siblings(decl).contains(&found),
                Exported::Module(_)
                | Exported::External
                | Exported::Absent
                | Exported::Ambiguous
                | Exported::Unresolved => false,
            })
    }
}

/// What the `extends` and `implements` clauses of a class or an interface name, and what an alias stands for.
fn clauses<'c>(code: &'c Code, symbol: &'c Symbol) -> impl Iterator<Item = ShapeId> + 'c {
    let aliased = symbol.aliased.iter().filter(|_| symbol.kind == SymbolKind::Alias);
    let written = symbol.extends.iter().chain(&symbol.implements).chain(aliased);
    written.filter_map(|written| match code.type_shape(*written) {
        TypeShape::Reference { entity, .. } => Some(*entity),
        _ => None,
    })
}

/// What bears the name of a class: the constant that holds it, when it has no name of its own.
fn named_as(code: &Code, class: SymbolId) -> SymbolId {
    let symbol = code.symbol(class);
    let holder = symbol.owner.filter(|owner| {
        code.name(symbol.name).is_empty() && code.symbol(*owner).kind == SymbolKind::Variable
    });
    holder.unwrap_or(class)
}

/// Whether an entity is written, or imported, by a name that `may_be`.
fn is_named(code: &Code, entity: ShapeId, may_be: impl Fn(&str) -> bool) -> bool {
    match code.shape(entity) {
        Shape::Symbol(symbol) => may_be(code.name(code.symbol(*symbol).name)),
        Shape::Imported(imported) => code
            .imported
            .get(imported.0 as usize)
            .is_some_and(|imported| may_be(code.name(imported.local)) || may_be(code.name(imported.name))),
        Shape::Member { name, .. } => may_be(code.name(*name)),
        _ => false,
    }
}
