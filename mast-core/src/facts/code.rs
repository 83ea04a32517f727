//! What the code of one file refers to, and what it takes to find out what that is.
//!
//! Everything here follows from the file alone. Bindings are known: a name that a parameter, a local variable or a type
//! parameter shadows has been replaced by what it stands for, so that nothing here needs a scope again. What lies in other
//! files is named by an import and left to the question.
//!
//! The parts refer to each other by their places in the lists of one [`Code`]; a place is only valid with its own file.

use crate::facts::names::Names;
use crate::facts::reference::Reference;
use crate::facts::shape::{Shape, TypeShape};
use crate::facts::symbol::{Place, Signature, Symbol, SymbolKind};

/// A place in [`Code::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(pub u32);

/// A place in [`Code::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(pub u32);

/// A place in [`Code::imported`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImportedId(pub u32);

/// A place in [`Code::signatures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignatureId(pub u32);

/// A place in [`Code::shapes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId(pub u32);

/// A place in [`Code::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// The code of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Every text that the other parts use, once each: identifiers, member names, module specifiers, literals.
    pub names: Names,
    /// What import statements bind, one entry a binding, in source order.
    pub imported: Vec<Imported>,
    /// What the file declares and a shape, a reference or another file can lead to. An owner stands before its members.
    pub symbols: Vec<Symbol>,
    /// Parameters and returns of functions, methods, constructors and function types.
    pub signatures: Vec<Signature>,
    /// Values. Shapes may lead back to themselves (a call and the function that is its argument).
    pub shapes: Vec<Shape>,
    /// Types that are written down. May lead back to themselves only through a symbol.
    pub types: Vec<TypeShape>,
    /// Uses of names, in source order.
    pub references: Vec<Reference>,
}

/// One local name that an import binds: `import { name as local } from 'module'`, also of `const { name: local } = require('module')`
/// and `= await import('module')` at the top level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Imported {
    /// The specifier as written.
    pub module: NameId,
    /// The name in the module: `default`, `*` for the whole module (`import * as ns`, `import x = require('m')`).
    pub name: NameId,
    /// The name in this file.
    pub local: NameId,
    /// `import type`, `import { type X }`.
    pub type_only: bool,
}

impl Code {
    /// The text at `id`.
    pub fn name(&self, id: NameId) -> &str {
        self.names.get(id.0 as usize).unwrap_or_default()
    }

    /// The symbol at `id`.
    ///
    /// # Panics
    ///
    /// For a place of another file.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// The signature at `id`.
    ///
    /// # Panics
    ///
    /// For a place of another file.
    pub fn signature(&self, id: SignatureId) -> &Signature {
        &self.signatures[id.0 as usize]
    }

    /// The shape at `id`.
    ///
    /// # Panics
    ///
    /// For a place of another file.
    pub fn shape(&self, id: ShapeId) -> &Shape {
        &self.shapes[id.0 as usize]
    }

    /// The type at `id`.
    ///
    /// # Panics
    ///
    /// For a place of another file.
    pub fn type_shape(&self, id: TypeId) -> &TypeShape {
        &self.types[id.0 as usize]
    }

    /// Whether a symbol is a `declare global` block.
    pub fn is_global_block(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        symbol.kind == SymbolKind::Namespace
            && symbol.place == Place::Nested
            && symbol.owner.is_none()
            && self.name(symbol.name) == "global"
    }

    /// The name of a symbol with those of its owners: `Widget.handle`, `NS.Inner.run`. Nameless owners (an object literal, the
    /// object type of an alias) and `declare global` are passed over: the members of `const api = { get() {} }` are `api.get`.
    pub fn qualified_name(&self, id: SymbolId) -> String {
        let symbol = self.symbol(id);
        let own = self.name(symbol.name);
        match symbol.owner {
            None => own.to_owned(),
            Some(owner) if self.is_global_block(owner) => own.to_owned(),
            Some(owner) => {
                let owner = self.qualified_name(owner);
                match (owner.is_empty(), own.is_empty()) {
                    (_, true) => owner,
                    (true, false) => own.to_owned(),
                    (false, false) => format!("{owner}.{own}"),
                }
            }
        }
    }
}
