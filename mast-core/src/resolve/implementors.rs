//! Which classes implement an interface or extend a class, directly and through others.
//!
//! # Cost
//!
//! A step down the tree is one look into the full text for all its parents together, and the clauses of the files that it names;
//! where those lead is found once for as long as the index does not change.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::code::{Code, ShapeId, SymbolId};
use crate::facts::shape::{Shape, TypeShape};
use crate::facts::symbol::{Place, Symbol, SymbolKind};
use crate::resolve::exports::Exported;
use crate::resolve::lead::Lead;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};
use crate::store::recent::Heir;
use crate::text::line::Line;

/// A class that implements or extends what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementor {
    /// The class.
    pub class: Decl,
    /// The line of its name.
    pub line: Line,
    /// The parent class or extended interface that it does so through; none when it names what was asked for itself.
    pub via: Option<Decl>,
}

/// A class, interface or alias on the way down.
#[derive(Clone, Debug)]
struct Parent {
    /// The first symbol of its name.
    decl: Decl,
    name: String,
    place: Place,
}

/// What was found on the way down, by the first symbol of each name.
#[derive(Default)]
struct Tree {
    below: FxHashMap<Decl, Vec<Decl>>,
    classes: FxHashMap<Decl, (Decl, Line)>,
}

impl Program<'_> {
    /// The classes below each of `decls`, interfaces or classes: direct ones first, level by level; each once.
    pub fn implementors(&self, decls: &[Decl]) -> Vec<Vec<Implementor>> {
        // One walk down for all of them, since most of its cost does not depend on how many they are.
        let mut tree = Tree::default();
        let mut level: Vec<Parent> = decls.iter().map(|decl| self.as_parent(*decl)).collect();
        while !level.is_empty() {
            for parent in &level {
                tree.below.entry(parent.decl).or_default();
            }
            level = self.step_down(&level, &mut tree);
        }
        decls
            .iter()
            .map(|decl| tree.walk_down(self.first_of_name(*decl)))
            .collect()
    }

    fn as_parent(&self, decl: Decl) -> Parent {
        let decl = self.first_of_name(decl);
        self.with_symbol(decl, |code, symbol| Parent {
            decl,
            name: code.name(symbol.name).to_owned(),
            place: symbol.place,
        })
    }

    /// The first symbol that shares the name of `decl` in its file.
    fn first_of_name(&self, decl: Decl) -> Decl {
        self.siblings(decl).into_iter().fold(decl, Decl::min)
    }

    /// Notes what lies directly below `level`, and gives what of it is new.
    fn step_down(&self, level: &[Parent], tree: &mut Tree) -> Vec<Parent> {
        let mut next: BTreeMap<Decl, Parent> = BTreeMap::new();
        let parents: FxHashSet<Decl> = level.iter().map(|parent| parent.decl).collect();
        for file in self.heir_files(level) {
            for heir in self.heirs_in(file).iter() {
                let child = Decl {
                    file,
                    symbol: SymbolId(heir.first_of_name),
                };
                for (file, symbol) in &heir.parents {
                    let parent = Decl {
                        file: FileId(*file),
                        symbol: SymbolId(*symbol),
                    };
                    if !parents.contains(&parent) {
                        continue;
                    }
                    let children = tree.below.entry(parent).or_default();
                    if !children.contains(&child) {
                        children.push(child);
                    }
                    if heir.is_class {
                        let class = child.beside(SymbolId(heir.symbol));
                        tree.classes.insert(child, (class, heir.line));
                    }
                    if !tree.below.contains_key(&child) {
                        next.entry(child).or_insert_with(|| Parent {
                            decl: child,
                            name: heir.name.clone(),
                            place: heir.place,
                        });
                    }
                }
            }
        }
        next.into_values().collect()
    }

    /// The classes, interfaces and aliases of a file that name something in a clause.
    fn heirs_in(&self, file: FileId) -> Arc<[Heir]> {
        // They are kept, so its code need not be.
        self.kept_heirs(file, || self.in_passing(file, || self.find_heirs(file)))
    }

    fn find_heirs(&self, file: FileId) -> Arc<[Heir]> {
        let code = self.code(file);
        let mut heirs = Vec::new();
        for (index, symbol) in code.symbols.iter().enumerate() {
            let mut parents = Vec::new();
            for entity in clauses(&code, symbol) {
                if let Lead::Proven { decl, .. } = self.clause_lead(file, entity) {
                    let named = self.aliases(decl).into_iter();
                    parents.extend(named.map(|named| self.first_of_name(named)));
                }
            }
            if parents.is_empty() {
                continue;
            }
            let named = Decl {
                file,
                symbol: named_as(&code, SymbolId(index as u32)),
            };
            let symbol = code.symbol(named.symbol);
            heirs.push(Heir {
                symbol: named.symbol.0,
                first_of_name: self.first_of_name(named).symbol.0,
                name: code.name(symbol.name).to_owned(),
                line: symbol.lines.first().copied().unwrap_or(Line::FIRST),
                place: symbol.place,
                is_class: self.class_of(named).is_some(),
                parents: parents
                    .into_iter()
                    .map(|parent| (parent.file.0, parent.symbol.0))
                    .collect(),
            });
        }
        heirs.into()
    }

    /// The classes below `class` whose construction runs its constructor without saying so: they have none, nor has a class between.
    pub fn heirs(&self, class: Decl) -> Vec<Decl> {
        let mut heirs: Vec<Decl> = Vec::new();
        let mut tree = Tree::default();
        let mut level = vec![self.as_parent(class)];
        while !level.is_empty() {
            for parent in &level {
                tree.below.entry(parent.decl).or_default();
            }
            let mut next = self.step_down(&level, &mut tree);
            next.retain(|child| {
                let Some((heir, _)) = tree.classes.get(&child.decl) else {
                    return false;
                };
                let inherits = self.with_symbol(*heir, |code, symbol| {
                    let is_constructor =
                        |member: &SymbolId| code.symbol(*member).kind == SymbolKind::Constructor;
                    symbol.kind == SymbolKind::Class && !symbol.members.iter().any(is_constructor)
                });
                if inherits {
                    heirs.push(*heir);
                }
                inherits
            });
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

    /// The files with classes that may name one of `parents`.
    fn heir_files(&self, parents: &[Parent]) -> BTreeSet<FileId> {
        let mut files: BTreeSet<FileId> = BTreeSet::new();
        let mut names: BTreeSet<&String> = BTreeSet::new();
        for parent in parents {
            let name = &parent.name;
            files.insert(parent.decl.file);
            if parent.place == Place::Nested || name.is_empty() {
                continue;
            }
            if parent.place == Place::Top {
                let exposed = self.exposed_as(parent.decl.file, name);
                if exposed.is_empty() {
                    continue;
                }
                let renamed = name == "default" || exposed.iter().any(|exposed| exposed != name);
                if renamed || self.is_renamed(parent.decl, name, &mut files) {
                    files.extend(self.reach(parent.decl).files.into_keys());
                }
            }
            names.insert(name);
        }
        let names: Vec<&String> = names.into_iter().collect();
        files.extend(self.inheriting(&names));
        files
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

    /// Whether a module passes `decl` on under another name. Files that import it under another name are added to `files`.
    fn is_renamed(&self, decl: Decl, name: &str, files: &mut BTreeSet<FileId>) -> bool {
        let renamings = self.renamings(name);
        files.extend(renamings.imported.iter().map(|(file, _)| *file));
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
                Exported::Symbol(found) => self.first_of_name(found) == decl,
                Exported::Module(_)
                | Exported::External
                | Exported::Absent
                | Exported::Ambiguous
                | Exported::Unresolved => false,
            })
    }
}

impl Tree {
    fn walk_down(&self, root: Decl) -> Vec<Implementor> {
        let mut found: Vec<Implementor> = Vec::new();
        let mut seen: FxHashSet<Decl> = FxHashSet::default();
        seen.insert(root);
        let mut open = VecDeque::from([root]);
        while let Some(parent) = open.pop_front() {
            for child in self.below.get(&parent).into_iter().flatten() {
                if !seen.insert(*child) {
                    continue;
                }
                open.push_back(*child);
                if let Some((class, line)) = self.classes.get(child) {
                    found.push(Implementor {
                        class: *class,
                        line: *line,
                        via: (parent != root).then_some(parent),
                    });
                }
            }
        }
        found
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
