//! Which classes implement an interface or extend a class, directly and through others.

use crate::facts::code::SymbolId;
use crate::facts::reference::ReferenceKind;
use crate::facts::shape::{Shape, TypeShape};
use crate::facts::symbol::SymbolKind;
use crate::resolve::Decl;
use crate::resolve::lead::Lead;
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
                    if self.class_of(child).is_some() {
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

    /// The classes below `class` whose construction runs its constructor without saying so: they have none, nor has a class between.
    pub fn heirs(&self, class: Decl) -> Vec<Decl> {
        let mut heirs: Vec<Decl> = Vec::new();
        let mut open = vec![class];
        while let Some(parent) = open.pop() {
            for child in self.children(parent) {
                let inherits = self.with_symbol(child, |code, symbol| {
                    let is_constructor =
                        |member: &SymbolId| code.symbol(*member).kind == SymbolKind::Constructor;
                    symbol.kind == SymbolKind::Class && !symbol.members.iter().any(is_constructor)
                });
                if inherits && child != class && !heirs.contains(&child) {
                    heirs.push(child);
                    open.push(child);
                }
            }
        }
        heirs
    }

    /// The classes and interfaces that name `parent` in an `extends` or `implements` clause.
    fn children(&self, parent: Decl) -> Vec<Decl> {
        let mut children = Vec::new();
        for site in self.sites(parent, Wanted::Uses, false).verified {
            let Some(within) = site.within else { continue };
            let child = Decl {
                file: site.file,
                symbol: within,
            };
            let is_below = match site.kind {
                ReferenceKind::Extends | ReferenceKind::Implements => true,
                ReferenceKind::Type => self.is_another_name(child, parent),
                _ => false,
            };
            if is_below && !children.contains(&child) {
                children.push(child);
            }
        }
        children
    }

    /// Whether an alias stands for `parent` with some type arguments: `type Alias = Port<string>`.
    fn is_another_name(&self, alias: Decl, parent: Decl) -> bool {
        let code = self.code(alias.file);
        let symbol = code.symbol(alias.symbol);
        let aliased = symbol.aliased.filter(|_| symbol.kind == SymbolKind::Alias);
        match aliased.map(|aliased| code.type_shape(aliased)) {
            Some(TypeShape::Reference { entity, .. }) => {
                matches!(self.led(alias.file, &code, *entity), Lead::Proven { decl, .. } if decl == parent)
            }
            _ => false,
        }
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
}
