//! From an exported name to its declaration: through renames, named and star re-exports, namespaces and defaults.

use crate::facts::code::ImportedId;
use crate::facts::{Export, ExportTarget};
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId, Target};

/// Re-exports that are followed one after the other; more than any real chain, fewer than the stack holds.
const MAX_HOPS: u32 = 64;

/// Where a name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exported {
    /// To a declaration.
    Symbol(Decl),
    /// To a whole module: `export * as ns from`.
    Module(FileId),
    /// Out of the repository.
    External,
    /// The module is in the index and has no such name.
    Absent,
    /// Two stars give different declarations, or the chain leads back to itself.
    Ambiguous,
    /// A specifier on the way leads nowhere that is known.
    Unresolved,
}

impl Program<'_> {
    /// Where the name that a file exports leads. `*` is the module itself.
    pub fn export(&self, file: FileId, name: &str) -> Exported {
        if name == "*" {
            return Exported::Module(file);
        }
        let key = (file, Box::from(name));
        if let Some(known) = self.exported.borrow().get(&key) {
            return known.clone();
        }
        if self.export_depth.get() >= MAX_HOPS {
            return Exported::Ambiguous;
        }
        // A chain that comes back here finds this, and adds nothing to what the rest of it gives.
        self.exported.borrow_mut().insert(key.clone(), Exported::Absent);
        self.export_depth.set(self.export_depth.get() + 1);
        let found = match self.follow(file, name) {
            // A model does not say everything.
            Exported::Absent if file.is_built_in() => Exported::External,
            found => found,
        };
        self.export_depth.set(self.export_depth.get() - 1);
        if found == Exported::Absent && self.export_depth.get() > 0 {
            // Inside a circle of stars "absent" may only mean "not here".
            self.doubtful.borrow_mut().push(key);
            return found;
        }
        self.exported.borrow_mut().insert(key, found.clone());
        if self.export_depth.get() == 0 {
            let mut exported = self.exported.borrow_mut();
            for key in self.doubtful.borrow_mut().drain(..) {
                exported.remove(&key);
            }
        }
        found
    }

    fn follow(&self, file: FileId, name: &str) -> Exported {
        let exports = self.exports_of(file);
        let mut own = exports
            .iter()
            .filter(|export| export.name == name && !matches!(export.target, ExportTarget::Star { .. }));
        if let Some(first) = own.next() {
            let found = self.follow_one(file, first);
            // A type and a value may be exported under one name; what leads somewhere counts.
            return if matches!(found, Exported::Symbol(_) | Exported::Module(_)) {
                found
            } else {
                own.map(|export| self.follow_one(file, export))
                    .find(|found| matches!(found, Exported::Symbol(_) | Exported::Module(_)))
                    .unwrap_or(found)
            };
        }
        // A star never passes on a default.
        if name == "default" {
            return Exported::Absent;
        }
        match self.follow_stars(file, name, &exports) {
            Exported::Absent => self.member_of_whole(file, name, &exports),
            found => found,
        }
    }

    /// A member of what a module is as a whole: `export = namespace`, `module.exports = object`. (Where `default` is an ES export, such
    /// a name is an error of the program.)
    fn member_of_whole(&self, file: FileId, name: &str, exports: &[Export]) -> Exported {
        if !exports.iter().any(|export| export.name == "default") {
            return Exported::Absent;
        }
        match self.export(file, "default") {
            Exported::Symbol(whole) => self
                .member_named(whole, name)
                .map_or(Exported::Absent, Exported::Symbol),
            _ => Exported::Absent,
        }
    }

    fn follow_stars(&self, file: FileId, name: &str, exports: &[Export]) -> Exported {
        let mut found = Exported::Absent;
        let mut elsewhere = None;
        for export in exports {
            let ExportTarget::Star { module } = &export.target else {
                continue;
            };
            let through = match self.target(file, module) {
                Target::File(target) => self.export(target, name),
                Target::Package => {
                    elsewhere.get_or_insert(Exported::External);
                    continue;
                }
                Target::Unknown => {
                    elsewhere = Some(Exported::Unresolved);
                    continue;
                }
            };
            found = match (found, through) {
                (found, Exported::Absent) => found,
                (Exported::Absent, through) => through,
                (found, through) if found == through => found,
                _ => return Exported::Ambiguous,
            };
        }
        match found {
            Exported::Absent => elsewhere.unwrap_or(Exported::Absent),
            found => found,
        }
    }

    fn follow_one(&self, file: FileId, export: &Export) -> Exported {
        let through = |module: &str, name: &str| match self.modelled(file, module) {
            Target::File(target) => self.export(target, name),
            Target::Package => Exported::External,
            Target::Unknown => Exported::Unresolved,
        };
        match &export.target {
            ExportTarget::Local { name } => self.local(file, name),
            ExportTarget::Named { module, name } => through(module, name),
            ExportTarget::Namespace { module } => through(module, "*"),
            ExportTarget::Star { .. } => Exported::Absent,
            ExportTarget::Expression => self.declared(file, &export.name),
        }
    }

    fn declared(&self, file: FileId, name: &str) -> Exported {
        self.top_level(file, name)
            .map_or(Exported::Absent, |symbol| Exported::Symbol(Decl { file, symbol }))
    }

    /// Where a name at the top level of a file leads: its own declaration, or what it imports under it.
    pub fn local(&self, file: FileId, name: &str) -> Exported {
        let own = self.declared(file, name);
        if own != Exported::Absent {
            return own;
        }
        let code = self.code(file);
        let imported = code
            .imported
            .iter()
            .position(|imported| code.name(imported.local) == name);
        imported.map_or(Exported::Absent, |index| {
            self.imported(file, ImportedId(index as u32))
        })
    }

    /// Where an import binding leads.
    pub fn imported(&self, file: FileId, binding: ImportedId) -> Exported {
        let code = self.code(file);
        let Some(imported) = code.imported.get(binding.0 as usize) else {
            return Exported::Unresolved;
        };
        match self.modelled(file, code.name(imported.module)) {
            Target::File(target) => self.export(target, code.name(imported.name)),
            Target::Package => Exported::External,
            Target::Unknown => Exported::Unresolved,
        }
    }
}
