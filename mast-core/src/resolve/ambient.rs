//! Names that belong to the whole program: what `declare global` and definition files without imports and exports declare.
//!
//! Several declarations of one interface are one; so are those beside the prelude's own (`interface Window`). Which definition
//! files a program includes is not looked at, so a name that several declare differently is not known.

use std::rc::Rc;

use crate::facts::code::{Code, SymbolId};
use crate::facts::symbol::{Place, Symbol, SymbolKind};
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
        let is_script = self.is_script(file, &code);
        let is_global = |symbol: &Symbol| match symbol.place {
            Place::Top => is_script,
            Place::Member => symbol.owner.is_some_and(|owner| code.is_global_block(owner)),
            Place::Nested => false,
        };
        let symbols = code.symbols.iter().enumerate();
        found.extend(
            symbols
                .filter(|(_, symbol)| code.name(symbol.name) == name && is_global(symbol))
                .map(|(index, _)| Decl {
                    file,
                    symbol: SymbolId(index as u32),
                }),
        );
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
        if !decl.file.is_built_in() && !self.may_be_global(decl) {
            return Vec::new();
        }
        let name = self.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned());
        let ambient = self.ambient(&name);
        if !decl.file.is_built_in() && !ambient.contains(&decl) {
            return Vec::new();
        }
        let others = ambient.iter().copied().chain(self.prelude(&name));
        others.filter(|part| *part != decl).collect()
    }

    /// Whether a declaration may be one of the whole program; that its file is a definition file is left to [`Program::ambient`].
    fn may_be_global(&self, decl: Decl) -> bool {
        let code = self.code(decl.file);
        let symbol = code.symbol(decl.symbol);
        match symbol.place {
            Place::Top => self.is_script(decl.file, &code),
            Place::Member => symbol.owner.is_some_and(|owner| code.is_global_block(owner)),
            Place::Nested => false,
        }
    }

    /// Whether a file is no module.
    fn is_script(&self, file: FileId, code: &Code) -> bool {
        code.imported.is_empty() && self.exports_of(file).is_empty()
    }

    /// Whether a declaration is one of the whole program.
    pub(super) fn is_ambient(&self, decl: Decl) -> bool {
        let name = || self.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned());
        self.may_be_global(decl) && self.ambient(&name()).contains(&decl)
    }
}
