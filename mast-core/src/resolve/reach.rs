//! Which files can name a declaration: those that import it, under any name and through any chain of re-exports.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::facts::ExportTarget;
use crate::facts::code::{Code, NameId};
use crate::facts::shape::Shape;
use crate::resolve::program::Program;
use crate::resolve::{Decl, FileId};

/// Where a declaration can be named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The files, its own among them, each with the names that may lead to it there.
    pub files: BTreeMap<FileId, BTreeSet<String>>,
    /// Every (file, name) under which it is exported, in the order they were found.
    pub exposures: Vec<Exposure>,
}

/// A name that a file exports a declaration under.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exposure {
    /// The file.
    pub file: FileId,
    /// The exported name.
    pub name: String,
    /// Whether the name is of a namespace that has it as a member.
    pub is_namespace: bool,
}

impl Program<'_> {
    /// Where the top-level declaration `decl` can be named.
    pub fn reach(&self, decl: Decl) -> Reach {
        let own = self.with_symbol(decl, |code, symbol| code.name(symbol.name).to_owned());
        let mut reach = Reach::default();
        reach.files.entry(decl.file).or_default().insert(own.clone());
        let mut seen: FxHashSet<Exposure> = FxHashSet::default();
        let mut open: Vec<Exposure> = Vec::new();
        for export in self.exports_of(decl.file).iter() {
            let leads = match &export.target {
                ExportTarget::Local { name } => *name == own,
                ExportTarget::Expression => export.name == own,
                ExportTarget::Named { .. } | ExportTarget::Star { .. } | ExportTarget::Namespace { .. } => {
                    false
                }
            };
            if leads {
                open.push(Exposure {
                    file: decl.file,
                    name: export.name.clone(),
                    is_namespace: false,
                });
            }
        }
        open.reverse();
        while let Some(exposure) = open.pop() {
            if !seen.insert(exposure.clone()) {
                continue;
            }
            for (importer, specifier) in self.importers(exposure.file) {
                self.through(&exposure, &own, importer, &specifier, &mut reach, &mut open);
            }
            reach.exposures.push(exposure);
        }
        reach
    }

    /// What one importer makes of an exposure.
    fn through(
        &self,
        exposure: &Exposure,
        own: &str,
        importer: FileId,
        specifier: &str,
        reach: &mut Reach,
        open: &mut Vec<Exposure>,
    ) {
        let code = self.code(importer);
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut locals: Vec<(&str, bool)> = Vec::new();
        for imported in &code.imported {
            if code.name(imported.module) != specifier {
                continue;
            }
            let name = code.name(imported.name);
            if name == exposure.name || name == "*" {
                let local = code.name(imported.local);
                locals.push((local, exposure.is_namespace || name == "*"));
                names.insert(local.to_owned());
                names.insert(exposure.name.clone());
                names.insert(own.to_owned());
            }
        }
        if mentions_module(&code, specifier) {
            names.insert(exposure.name.clone());
            names.insert(own.to_owned());
        }
        let mut exposed = Vec::new();
        let exports = self.exports_of(importer);
        // A name that a file exports itself hides that of a star.
        let is_hidden = exports.iter().any(|export| {
            export.name == exposure.name && !matches!(export.target, ExportTarget::Star { .. })
        });
        for export in exports.iter() {
            let is_namespace = match &export.target {
                ExportTarget::Local { name } => match locals.iter().find(|(local, _)| local == name) {
                    Some((_, is_namespace)) => *is_namespace,
                    None => continue,
                },
                ExportTarget::Named { module, name } if module == specifier && *name == exposure.name => {
                    names.insert(name.clone());
                    exposure.is_namespace
                }
                ExportTarget::Star { .. } if is_hidden || exposure.name == "default" => continue,
                ExportTarget::Star { module } if module == specifier => {
                    exposed.push(Exposure {
                        file: importer,
                        name: exposure.name.clone(),
                        is_namespace: exposure.is_namespace,
                    });
                    continue;
                }
                ExportTarget::Namespace { module } if module == specifier => true,
                ExportTarget::Named { .. }
                | ExportTarget::Star { .. }
                | ExportTarget::Namespace { .. }
                | ExportTarget::Expression => continue,
            };
            exposed.push(Exposure {
                file: importer,
                name: export.name.clone(),
                is_namespace,
            });
        }
        open.extend(exposed.into_iter().rev());
        if !names.is_empty() {
            reach.files.entry(importer).or_default().extend(names);
        }
    }
}

/// Whether a module is used other than through the bindings of an import: `import('m')` in a type, `require('m').x`.
fn mentions_module(code: &Code, specifier: &str) -> bool {
    let Some(id) = code.names.iter().position(|name| name == specifier) else {
        return false;
    };
    let id = NameId(id as u32);
    code.shapes
        .iter()
        .any(|shape| matches!(shape, Shape::Module(name) if *name == id))
}
