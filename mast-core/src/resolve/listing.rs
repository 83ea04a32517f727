//! Every name that a module exports, through stars of any depth.
//!
//! Where a listed name leads is said by [`Program::export`], whose rules hold here: a name that a file exports itself hides one
//! that comes through a star, a star passes no `default` on, and a name for which two stars give different declarations is none.
//!
//! # Cost
//!
//! The export rows of the file and of the files behind its stars; the code of files only where two of them give one name.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::shape::Shape;
use crate::facts::symbol::SymbolKind;
use crate::facts::{Export, ExportTarget};
use crate::resolve::exports::Exported;
use crate::resolve::program::Program;
use crate::resolve::{FileId, Target};
use crate::text::line::Line;

/// One name that a module exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name; `*` for a star that cannot be followed.
    pub name: String,
    /// The line of the export in the file that was asked about; of a star's names that of the star.
    pub line: Line,
    /// How the name comes to be exported.
    pub form: Form,
    /// The export that names it: in the file itself, or in one behind a star.
    pub named_at: (FileId, Line),
}

/// How a name comes to be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// By the file itself, under this name in the file: a declaration, or something that it imports.
    Own {
        /// The name in the file; the exported name for a value that has none.
        local: String,
    },
    /// `export { name } from 'module'`.
    Named {
        /// The specifier as written.
        module: String,
    },
    /// `export * as name from 'module'`.
    Namespace {
        /// The specifier as written.
        module: String,
    },
    /// By a file behind `export * from 'module'`.
    Star {
        /// The specifier as written.
        module: String,
    },
    /// `export * from 'module'`, where the module is not in the index: which names it gives is not known.
    Open {
        /// The specifier as written in the file that has the star.
        module: String,
        /// Where it leads.
        target: Target,
    },
}

/// What lies behind the stars of a file.
#[derive(Default)]
struct Behind {
    visited: FxHashSet<FileId>,
    /// Which names, in the order in which they were found.
    order: Vec<String>,
    names: FxHashMap<String, Found>,
    open: Vec<(usize, String, Target)>,
}

struct Found {
    /// The star of the file itself through which it was found first, by its place.
    star: usize,
    named_at: (FileId, Line),
    /// How many files export it.
    files: u32,
}

impl Program<'_> {
    /// Every name that a file exports, in the order of its export statements; the names of a star by the file and line that name them.
    pub fn exported_names(&self, file: FileId) -> Vec<Listed> {
        let exports = self.exports_of(file);
        let own: FxHashSet<&str> = exports
            .iter()
            .filter(|export| !is_star(export))
            .map(|export| export.name.as_str())
            .collect();
        let mut behind = Behind::default();
        behind.visited.insert(file);
        for (star, export) in exports.iter().enumerate() {
            if let ExportTarget::Star { module } = &export.target {
                self.look_behind(file, module, star, &mut behind);
            }
        }
        let mut through: FxHashMap<usize, Vec<Listed>> = FxHashMap::default();
        for name in &behind.order {
            let found = &behind.names[name];
            let hidden = own.contains(name.as_str());
            if hidden || (found.files > 1 && !self.is_one(file, name)) {
                continue;
            }
            let ExportTarget::Star { module } = &exports[found.star].target else {
                continue;
            };
            through.entry(found.star).or_default().push(Listed {
                name: name.clone(),
                line: exports[found.star].line,
                form: Form::Star {
                    module: module.clone(),
                },
                named_at: found.named_at,
            });
        }
        for (star, module, target) in behind.open {
            through.entry(star).or_default().push(Listed {
                name: "*".to_owned(),
                line: exports[star].line,
                form: Form::Open { module, target },
                named_at: (file, exports[star].line),
            });
        }
        let mut listed = Vec::new();
        for (place, export) in exports.iter().enumerate() {
            if export.name == "default" && self.is_taken_apart(file, &exports) {
                continue;
            }
            match own_form(export) {
                Some(form) => listed.push(Listed {
                    name: export.name.clone(),
                    line: export.line,
                    form,
                    named_at: (file, export.line),
                }),
                None => listed.extend(through.remove(&place).into_iter().flatten()),
            }
        }
        listed
    }

    /// Adds the names that `module`, as `file` writes it, gives to a star.
    fn look_behind(&self, file: FileId, module: &str, star: usize, behind: &mut Behind) {
        // A stack and no recursion: a chain of stars may be as long as there are files.
        let mut open = vec![(file, module.to_owned())];
        while let Some((from, module)) = open.pop() {
            let target = match self.target(from, &module) {
                Target::File(target) => target,
                elsewhere @ (Target::Package | Target::Unknown) => {
                    if !behind.open.iter().any(|(_, known, _)| *known == module) {
                        behind.open.push((star, module, elsewhere));
                    }
                    continue;
                }
            };
            if !behind.visited.insert(target) {
                continue;
            }
            let exports = self.exports_of(target);
            for export in exports.iter() {
                if !is_star(export) && export.name != "default" {
                    behind.add(export, star, target);
                }
            }
            let stars = exports.iter().rev().filter_map(|export| match &export.target {
                ExportTarget::Star { module } => Some((target, module.clone())),
                ExportTarget::Local { .. }
                | ExportTarget::Named { .. }
                | ExportTarget::Namespace { .. }
                | ExportTarget::Expression => None,
            });
            open.extend(stars);
        }
    }

    /// Whether the default export is an object whose members are exports themselves: `module.exports = { a, b }` gives `a` and `b`.
    fn is_taken_apart(&self, file: FileId, exports: &[Export]) -> bool {
        let Exported::Symbol(whole) = self.export(file, "default") else {
            return false;
        };
        if whole.file != file {
            return false;
        }
        let code = self.code(file);
        let symbol = code.symbol(whole.symbol);
        let object = match symbol.value.map(|value| code.shape(value)) {
            Some(Shape::Symbol(object)) => code.symbol(*object),
            _ => symbol,
        };
        object.kind == SymbolKind::Object
            && object.extends_values.is_empty()
            && !object.members.is_empty()
            && object.members.iter().all(|member| {
                let member = code.symbol(*member);
                exports.iter().any(|export| {
                    export.name == code.name(member.name) && member.lines.contains(&export.line)
                })
            })
    }

    /// Whether a name that several files behind stars export leads to one thing.
    fn is_one(&self, file: FileId, name: &str) -> bool {
        match self.export(file, name) {
            Exported::Symbol(_) | Exported::Module(_) | Exported::External | Exported::Unresolved => true,
            Exported::Absent | Exported::Ambiguous => false,
        }
    }
}

impl Behind {
    fn add(&mut self, export: &Export, star: usize, file: FileId) {
        if let Some(found) = self.names.get_mut(&export.name) {
            found.files += 1;
            return;
        }
        self.order.push(export.name.clone());
        self.names.insert(
            export.name.clone(),
            Found {
                star,
                named_at: (file, export.line),
                files: 1,
            },
        );
    }
}

fn is_star(export: &Export) -> bool {
    matches!(export.target, ExportTarget::Star { .. })
}

/// The form of an export of the file itself; none for a star.
fn own_form(export: &Export) -> Option<Form> {
    match &export.target {
        ExportTarget::Local { name } => Some(Form::Own { local: name.clone() }),
        ExportTarget::Expression => Some(Form::Own {
            local: export.name.clone(),
        }),
        ExportTarget::Named { module, .. } => Some(Form::Named {
            module: module.clone(),
        }),
        ExportTarget::Namespace { module } => Some(Form::Namespace {
            module: module.clone(),
        }),
        ExportTarget::Star { .. } => None,
    }
}
