//! Declarations that are only another name of a declaration: `const a = b`, `export default { run: b }`.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

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

    /// Adds the files where a declaration can be named that is only another name of one in `same`.
    ///
    /// `files` are those where one in `same` can be named itself: who gives it another name stands in one of them.
    pub(super) fn add_other_names(&self, same: &FxHashSet<Decl>, files: &mut NamesByFile) {
        let mut known: FxHashSet<Decl> = same.clone();
        let mut open: Vec<(FileId, BTreeSet<String>)> =
            files.iter().map(|(file, names)| (*file, names.clone())).collect();
        while let Some((file, names)) = open.pop() {
            let code = self.code(file);
            for (index, symbol) in code.symbols.iter().enumerate() {
                let named = symbol.value.and_then(|value| leading_name(&code, value));
                if !named.is_some_and(|name| names.contains(code.name(name)))
                    || !Self::is_alias(&code, symbol)
                {
                    continue;
                }
                let decl = Decl {
                    file,
                    symbol: SymbolId(index as u32),
                };
                if known.contains(&decl) || !self.aliases(decl).iter().any(|named| same.contains(named)) {
                    continue;
                }
                known.insert(decl);
                let own = code.name(symbol.name);
                let named_in: NamesByFile = if symbol.place == Place::Top {
                    self.reach(decl).files
                } else {
                    let mentioning = self.mentioning(own).into_iter();
                    mentioning
                        .map(|file| (file, BTreeSet::from([own.to_owned()])))
                        .collect()
                };
                for (file, names) in named_in {
                    let looked_for = files.entry(file).or_default();
                    let new: BTreeSet<String> = names.difference(looked_for).cloned().collect();
                    if !new.is_empty() {
                        looked_for.extend(new.iter().cloned());
                        open.push((file, new));
                    }
                }
            }
        }
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
