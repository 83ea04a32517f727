//! From a name that somebody asks for to the declarations that bear it.

use crate::facts::ExportTarget;
use crate::facts::code::SymbolId;
use crate::facts::symbol::{Place, SymbolKind};
use crate::resolve::evaluate::{Env, Found, Type};
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

impl Program<'_> {
    /// The declarations that answer to `symbol`: a name, or a qualified one (`Class.member`, `Namespace.member`,
    /// `object.member`). Top-level declarations of a bare name hide members of that name. `file` asks for those of one file.
    /// By file, then source order.
    pub fn find(&self, symbol: &str, file: Option<FileId>) -> Vec<Decl> {
        let mut once: Vec<Decl> = Vec::new();
        let mut all = self.find_all(symbol, file);
        if all.is_empty()
            && let Some(global) = symbol.strip_prefix("global.")
        {
            all = self.find_all(global, file);
        }
        for decl in all {
            // A type and a value of one name are one answer.
            if !self.siblings(decl).iter().any(|sibling| once.contains(sibling)) {
                once.push(decl);
            }
        }
        once
    }

    fn find_all(&self, symbol: &str, file: Option<FileId>) -> Vec<Decl> {
        let own = own_part(symbol);
        let files = |candidates: Vec<FileId>| match file {
            Some(file) => vec![file],
            None => candidates,
        };
        let declaring = files(self.declaring(own));
        let qualified = own.len() < symbol.len();
        if qualified {
            let mut found = self.among(&declaring, |decl| self.qualified_as(decl, symbol));
            if found.is_empty() {
                // A field has no code of its own: it is only mentioned.
                found = self.among(&files(self.mentioning(own)), |decl| {
                    self.qualified_as(decl, symbol)
                });
            }
            if found.is_empty() {
                found = self.inherited(symbol, own, file);
            }
            return found;
        }
        let top = self.among(&declaring, |decl| self.is_top(decl, own));
        if !top.is_empty() {
            return top;
        }
        let exported = self.exported_as(&declaring, own);
        if !exported.is_empty() {
            return exported;
        }
        let members = self.among(&declaring, |decl| self.is_member(decl, own));
        if !members.is_empty() {
            return members;
        }
        let members = self.among(&files(self.mentioning(own)), |decl| self.is_member(decl, own));
        if !members.is_empty() {
            return members;
        }
        match file {
            // What a file only passes on.
            Some(file) => match self.export(file, own) {
                Exported::Symbol(decl) => vec![decl],
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    fn among(&self, files: &[FileId], wanted: impl Fn(Decl) -> bool) -> Vec<Decl> {
        let mut found = Vec::new();
        for file in files {
            let symbols = self.code(*file).symbols.len() as u32;
            let decls = (0..symbols).map(|symbol| Decl {
                file: *file,
                symbol: SymbolId(symbol),
            });
            found.extend(decls.filter(|decl| wanted(*decl)));
        }
        found
    }

    fn is_top(&self, decl: Decl, name: &str) -> bool {
        self.with_symbol(decl, |code, symbol| {
            symbol.place == Place::Top && code.name(symbol.name) == name
        })
    }

    fn is_member(&self, decl: Decl, name: &str) -> bool {
        self.with_symbol(decl, |code, symbol| {
            symbol.place == Place::Member
                && symbol.kind != SymbolKind::TypeParameter
                && code.name(symbol.name) == name
        })
    }

    /// Whether a declaration is called `symbol`, perhaps inside a namespace.
    fn qualified_as(&self, decl: Decl, symbol: &str) -> bool {
        self.with_symbol(decl, |code, found| {
            if found.place != Place::Member
                || found.kind == SymbolKind::TypeParameter
                || code.name(found.name) != own_part(symbol)
            {
                return false;
            }
            let qualified = code.qualified_name(decl.symbol);
            qualified == symbol
                || qualified
                    .strip_suffix(symbol)
                    .is_some_and(|outer| outer.ends_with('.'))
        })
    }

    /// Declarations that their own file exports under another name: `export { a as name }`, `export default`.
    fn exported_as(&self, files: &[FileId], name: &str) -> Vec<Decl> {
        let mut found = Vec::new();
        for file in files {
            for export in self.exports_of(*file).iter() {
                let here = match &export.target {
                    ExportTarget::Local { .. } | ExportTarget::Expression => export.name == name,
                    ExportTarget::Named { .. }
                    | ExportTarget::Star { .. }
                    | ExportTarget::Namespace { .. } => false,
                };
                if let (true, Exported::Symbol(decl)) = (here, self.export(*file, name))
                    && decl.file == *file
                    && !found.contains(&decl)
                {
                    found.push(decl);
                }
            }
        }
        found
    }

    /// A member that a class or interface has from a parent.
    fn inherited(&self, symbol: &str, own: &str, file: Option<FileId>) -> Vec<Decl> {
        let owner = symbol[..symbol.len() - own.len()].trim_end_matches('.');
        if owner.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<Decl> = Vec::new();
        for owner in self.find(owner, file) {
            self.refuel();
            let instance = self.type_of_symbol(owner, &[], &Env::default());
            for whole in [
                instance,
                Type::Value(owner),
                self.value_type(owner, &Env::default()),
            ] {
                if let Found::Members(members) = self.member(&whole, own) {
                    let outside = members.iter().map(|member| member.decl);
                    for decl in outside.filter(|decl| !Self::is_built_in(*decl)) {
                        if !found.contains(&decl) {
                            found.push(decl);
                        }
                    }
                }
            }
        }
        found
    }
}

/// The last part of a qualified name; a bracketed one is whole: `[Symbol.iterator]`.
pub fn own_part(symbol: &str) -> &str {
    if symbol.ends_with(']')
        && let Some(at) = symbol.rfind('[')
    {
        return &symbol[at..];
    }
    match symbol.rfind('.') {
        Some(at) if at + 1 < symbol.len() => &symbol[at + 1..],
        Some(_) | None => symbol,
    }
}
