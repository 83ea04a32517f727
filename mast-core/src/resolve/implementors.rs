//! Which classes implement an interface or extend a class, directly and through others.

use crate::facts::reference::ReferenceKind;
use crate::facts::symbol::SymbolKind;
use crate::resolve::Decl;
use crate::resolve::program::Program;
use crate::resolve::sites::Wanted;

/// A class that implements or extends what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementor {
    /// The class.
    pub class: Decl,
    /// The parent class or extended interface that it does so through; none when it names what was asked for itself.
    pub via: Option<Decl>,
}

impl Program<'_> {
    /// The classes below the interface or class `decl`, direct ones first, level by level; each once.
    pub fn implementors(&self, decl: Decl) -> Vec<Implementor> {
        let mut found: Vec<Implementor> = Vec::new();
        let mut seen = vec![decl];
        let mut level = vec![decl];
        while !level.is_empty() {
            let mut next = Vec::new();
            for parent in level {
                for child in self.children(parent) {
                    if seen.contains(&child) {
                        continue;
                    }
                    seen.push(child);
                    next.push(child);
                    if self.with_symbol(child, |_, symbol| symbol.kind == SymbolKind::Class) {
                        found.push(Implementor {
                            class: child,
                            via: (parent != decl).then_some(parent),
                        });
                    }
                }
            }
            level = next;
        }
        found
    }

    /// The classes and interfaces that name `parent` in an `extends` or `implements` clause.
    fn children(&self, parent: Decl) -> Vec<Decl> {
        let mut children = Vec::new();
        for site in self.sites(parent, Wanted::Uses, false).verified {
            if !matches!(site.kind, ReferenceKind::Extends | ReferenceKind::Implements) {
                continue;
            }
            let Some(within) = site.within else { continue };
            let child = Decl {
                file: site.file,
                symbol: within,
            };
            if !children.contains(&child) {
                children.push(child);
            }
        }
        children
    }
}
