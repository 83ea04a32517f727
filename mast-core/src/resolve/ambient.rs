//! Names that belong to the whole program: what `declare global` and definition files without imports and exports declare.
//!
//! Several declarations of one interface are one; so are those beside the prelude's own (`interface Window`). Which definition
//! files a program includes is not looked at, so a name that several declare differently is not known.

use std::rc::Rc;

use crate::facts::code::{Code, SymbolId};
use crate::facts::symbol::SymbolKind;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

impl Program<'_> {
    /// The declarations of a global name in the repository, by file, then source order.
    pub(super) fn ambient(&self, name: &str) -> Rc<[Decl]> {
        if let Some(known) = self.ambient.borrow().get(name) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        for file in self.ambient_files(name) {
            self.ambient_in(file, name, &mut found);
        }
        let found: Rc<[Decl]> = found.into();
        self.ambient
            .borrow_mut()
            .insert(Box::from(name), Rc::clone(&found));
        found
    }

    fn ambient_in(&self, file: FileId, name: &str, found: &mut Vec<Decl>) {
        let code = self.code(file);
        let symbols = (0..code.symbols.len() as u32).map(|symbol| Decl {
            file,
            symbol: SymbolId(symbol),
        });
        found.extend(symbols.filter(|decl| {
            is_global(&code, decl.symbol) && code.name(code.symbol(decl.symbol).name) == name
        }));
    }

    /// What a global name stands for: the language's own, else the repository's where that is one thing.
    pub(super) fn global(&self, name: &str) -> Option<Decl> {
        if let Some(own) = self.prelude(name) {
            return Some(own);
        }
        let found = self.ambient(name);
        match found.as_ref() {
            [] => None,
            [only] => Some(*only),
            [first, ..] => {
                let merges = |decl: &Decl| {
                    self.with_symbol(*decl, |_, symbol| {
                        matches!(symbol.kind, SymbolKind::Interface | SymbolKind::Namespace)
                    })
                };
                (found.iter().all(merges)
                    || found
                        .iter()
                        .all(|decl| decl == first || self.siblings(*first).contains(decl)))
                .then_some(*first)
            }
        }
    }

    /// The other declarations of the global that `decl` is one of.
    pub(super) fn merged_with(&self, decl: Decl) -> Vec<Decl> {
        if !decl.file.is_built_in() && !self.is_ambient(decl) {
            return Vec::new();
        }
        let name = self.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned());
        let ambient = self.ambient(&name);
        let others = ambient.iter().copied().chain(self.prelude(&name));
        others.filter(|part| *part != decl).collect()
    }

    /// Whether a declaration is one of the whole program.
    pub(super) fn is_ambient(&self, decl: Decl) -> bool {
        is_global(&self.code(decl.file), decl.symbol)
    }
}

fn is_global(code: &Code, symbol: SymbolId) -> bool {
    code.symbol(symbol)
        .owner
        .is_some_and(|owner| code.is_global_block(owner))
}
