//! Declarations that are only another name of a declaration: `const a = b`, `export default { run: b }`.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::code::{Code, NameId, ShapeId, SymbolId};
use crate::facts::shape::Shape;
use crate::facts::symbol::{Place, Symbol, SymbolKind};
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

/// Aliases that are followed one after the other.
const MAX_ALIASES: usize = 16;

/// Files, each with the names that are looked for in it.
pub(super) type NamesByFile = BTreeMap<FileId, BTreeSet<String>>;

impl Program<'_> {
    /// Whether a declaration with a value is only another name for it: a variable, and a member of what a module exports as a whole
    /// (`export default { run: fn }`). A member of any other object is a declaration of its own.
    fn is_alias(code: &Code, symbol: &Symbol) -> bool {
        match symbol.kind {
            SymbolKind::Variable => true,
            SymbolKind::Property => symbol
                .owner
                .and_then(|literal| code.symbol(literal).owner)
                .is_some_and(|whole| code.name(code.symbol(whole).name) == "default"),
            _ => false,
        }
    }

    /// A declaration, then what it is only another name of: `const a = b`, `export default { run: b }`.
    pub fn aliases(&self, decl: Decl) -> Vec<Decl> {
        let mut chain = vec![decl];
        while chain.len() < MAX_ALIASES {
            let last = chain[chain.len() - 1];
            let code = self.code(last.file);
            let symbol = code.symbol(last.symbol);
            if symbol.declared.is_some() || !symbol.signatures.is_empty() || !Self::is_alias(&code, symbol) {
                break;
            }
            let next = symbol.value.and_then(|value| self.named_symbol(last.file, value));
            match next {
                Some(next) if !chain.contains(&next) && !Self::is_built_in(next) => chain.push(next),
                _ => break,
            }
        }
        chain
    }

    /// The files where a declaration of `file` can be named that is only another name of one in `wanted`, which has one of
    /// `names` there. What is found is added to `known`.
    pub(super) fn other_names(
        &self,
        file: FileId,
        names: &BTreeSet<String>,
        wanted: &FxHashMap<Decl, usize>,
        known: &mut FxHashSet<Decl>,
    ) -> NamesByFile {
        let mut files = NamesByFile::new();
        let code = self.code(file);
        let ids = ids_of(&code, names);
        for (index, symbol) in code.symbols.iter().enumerate() {
            let leading = symbol.value.and_then(|value| leading_name(&code, value));
            if !leading.is_some_and(|name| ids.contains(&name)) || !Self::is_alias(&code, symbol) {
                continue;
            }
            let decl = Decl {
                file,
                symbol: SymbolId(index as u32),
            };
            self.refuel();
            let leads = |named: &Decl| wanted.contains_key(named);
            if wanted.contains_key(&decl) || known.contains(&decl) || !self.aliases(decl).iter().any(leads) {
                continue;
            }
            known.insert(decl);
            let own = code.name(symbol.name);
            if symbol.place == Place::Top {
                for (file, names) in self.reach(decl).files {
                    files.entry(file).or_default().extend(names);
                }
            } else {
                for file in self.mentioning(own) {
                    files.entry(file).or_default().insert(own.to_owned());
                }
            }
        }
        files
    }
}

/// The name of what a shape leads to, as its file writes it: `b` of `const a = b`, `c` of `b.c`.
pub(super) fn leading_name(code: &Code, shape: ShapeId) -> Option<NameId> {
    match code.shape(shape) {
        Shape::Symbol(symbol) => Some(code.symbol(*symbol).name),
        Shape::Imported(imported) => code
            .imported
            .get(imported.0 as usize)
            .map(|imported| imported.local),
        Shape::Member { name, .. } => Some(*name),
        Shape::Narrowed { of, .. } | Shape::Defaulted { of, .. } => leading_name(code, *of),
        _ => None,
    }
}

/// The places of `names` in the names of a file.
pub(super) fn ids_of(code: &Code, names: &BTreeSet<String>) -> Vec<NameId> {
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
