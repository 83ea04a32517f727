//! `mast_dependencies`.

mod text;

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::{Import, ImportForm};
use crate::project::modules::UnknownReason;
use crate::resolve::FileId;
use crate::resolve::program::Program;
use crate::store::modules::StoredTarget;
use crate::tools::across::{Across, Signals, Unindexed};
use crate::tools::asked::{FileAsked, file_asked};
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Tool};

/// `mast_dependencies`.
#[derive(Debug)]
pub struct Dependencies;

/// Whose dependencies to list.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "DependenciesInput")]
pub struct DependenciesInput {
    /// The file.
    pub file_path: String,
    /// Which way to look.
    #[serde(default)]
    pub direction: Direction,
    /// At most this many of each.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: u32,
    /// Pass over this many first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: u32,
}

const fn hundred() -> u32 {
    100
}

/// Which way to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names say it all, and documented values make schemas that some clients refuse"
)]
pub enum Direction {
    #[default]
    Imports,
    ImportedBy,
    Both,
}

/// What a file imports, and what imports it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "DependenciesOutput")]
pub struct DependenciesOutput {
    /// The file.
    pub file_path: String,
    /// The modules that it imports or re-exports from, in source order, `import()` and import types last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imports: Option<Vec<ImportOut>>,
    /// How many there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imports_truncated: Option<u64>,
    /// The files that import or re-export from it, by path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported_by: Option<Vec<ImporterOut>>,
    /// How many there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported_by_truncated: Option<u64>,
    /// Why there is nothing, when there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What is not known of this answer.
    #[serde(flatten)]
    pub signals: Signals,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// One module that a file imports.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImportOut {
    /// The specifier as written.
    pub module: String,
    /// The names that are taken, as the module exports them; `*` is the module as a whole.
    pub symbols: Vec<String>,
    /// Whether it leads to a package outside of the repository.
    pub is_external: bool,
    /// The file that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_path: Option<String>,
    /// Why it leads to nothing that is known: `missing`, `other_case`, `asset`, `outside`, `no_source`, `address`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unresolved: Option<String>,
    /// The line of the first statement that names it.
    pub line: u32,
    /// How it is named, unless all are `import … from`: `side_effect`, `export_from`, `dynamic`, `require`, `type_query`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forms: Option<Vec<String>>,
    /// Nothing but types is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_only: Option<bool>,
}

/// One file that imports another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImporterOut {
    /// The file that imports.
    pub file_path: String,
    /// The specifier that it writes.
    pub module: String,
    /// The names that it takes; `*` is the module as a whole.
    pub symbols: Vec<String>,
    /// The line of the first statement that names it.
    pub line: u32,
    /// As in `imports`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forms: Option<Vec<String>>,
    /// Nothing but types is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_only: Option<bool>,
}

/// One page of a list, with the length of the whole.
struct Listed<T> {
    page: Vec<T>,
    total: u64,
}

impl<T> Listed<T> {
    const fn nothing() -> Self {
        Self {
            page: Vec::new(),
            total: 0,
        }
    }

    fn truncated(&self) -> Option<u64> {
        (self.page.len() as u64 != self.total).then_some(self.total)
    }
}

impl Tool for Dependencies {
    const NAME: &'static str = "mast_dependencies";
    const TITLE: &'static str = "List dependencies";
    const SUMMARY: &'static str = "What does this file import, and which files import it?";
    const PAGE: &'static str = include_str!("pages/mast_dependencies.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = DependenciesInput;
    type Output = DependenciesOutput;

    fn run(engine: &Engine, input: DependenciesInput) -> Result<DependenciesOutput> {
        let started = engine.start();
        let (out, by) = match input.direction {
            Direction::Imports => (true, false),
            Direction::ImportedBy => (false, true),
            Direction::Both => (true, true),
        };
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let mut imports = out.then(Listed::nothing);
            let mut importers = by.then(Listed::nothing);
            let (file_path, mut note) = match file_asked(&across, &input.file_path)? {
                FileAsked::NotIndexed { path, note } => (path, Some(note)),
                FileAsked::Indexed(entry) => {
                    let file = FileId(entry.id);
                    across.resolve(|program| {
                        if let Some(imports) = &mut imports {
                            *imports = imported(&across, file, &input)?;
                        }
                        if let Some(importers) = &mut importers {
                            *importers = importing(&across, program, file, &input)?;
                        }
                        Ok(())
                    })?;
                    (entry.path.clone(), None)
                }
            };
            let total = |of: Option<u64>| of.unwrap_or_default();
            let nothing = total(imports.as_ref().map(|listed| listed.total)) == 0
                && total(importers.as_ref().map(|listed| listed.total)) == 0;
            if nothing && note.is_none() {
                note = Some(match input.direction {
                    Direction::Imports => format!("`{file_path}` imports nothing"),
                    Direction::ImportedBy => format!("nothing in the index imports `{file_path}`"),
                    Direction::Both => format!("`{file_path}` imports nothing, and nothing imports it"),
                });
            }
            let mut files: Vec<String> = importers
                .iter()
                .flat_map(|listed| &listed.page)
                .map(|importer| importer.file_path.clone())
                .collect();
            if !nothing {
                files.push(file_path.clone());
            }
            files.sort_unstable();
            files.dedup();
            let mut behind = files.clone();
            behind.push(file_path.clone());
            let signals = across.signals(&behind, nothing, Unindexed::ToldWhenEmpty);
            let imports_truncated = imports.as_ref().and_then(Listed::truncated);
            let imported_by_truncated = importers.as_ref().and_then(Listed::truncated);
            let imports = imports.map(|listed| listed.page);
            let imported_by = importers.map(|listed| listed.page);
            let body = Body {
                imports: &imports,
                imported_by: &imported_by,
            };
            let stats = stats::count(engine, store, Self::NAME, &body, files, started)?;
            Ok(DependenciesOutput {
                file_path,
                imports,
                imports_truncated,
                imported_by,
                imported_by_truncated,
                note,
                signals,
                stats,
            })
        })
    }
}

#[derive(Serialize)]
struct Body<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    imports: &'a Option<Vec<ImportOut>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    imported_by: &'a Option<Vec<ImporterOut>>,
}

/// What a file imports, a module an entry.
fn imported(across: &Across<'_>, file: FileId, input: &DependenciesInput) -> Result<Listed<ImportOut>> {
    let rows = across.store.imports_of(file.0)?;
    let targets = across.store.module_targets(file.0)?;
    let (early, late): (Vec<&Import>, Vec<&Import>) = rows.iter().partition(|row| !is_inside_code(row.form));
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut modules: Vec<(&str, Vec<&Import>)> = Vec::new();
    for row in early.into_iter().chain(late) {
        let place = *places.entry(&row.module).or_insert_with(|| {
            modules.push((&row.module, Vec::new()));
            modules.len() - 1
        });
        modules[place].1.push(row);
    }
    let total = modules.len() as u64;
    let page = modules
        .into_iter()
        .skip(input.offset as usize)
        .take(input.limit as usize)
        .map(|(module, rows)| {
            let target = targets.iter().find(|(specifier, _)| specifier == module);
            let target = target.map(|(_, target)| *target);
            let taken = Taken::by(&rows);
            ImportOut {
                module: module.to_owned(),
                symbols: taken.symbols,
                is_external: target == Some(StoredTarget::Package),
                resolved_path: target
                    .and_then(StoredTarget::file)
                    .map(|file| across.path_of(FileId(file)).to_owned()),
                unresolved: match target {
                    Some(StoredTarget::Unknown(reason)) => Some(reason.name().to_owned()),
                    Some(StoredTarget::File(_) | StoredTarget::Miscased(_) | StoredTarget::Package) => None,
                    None => Some(UnknownReason::Missing.name().to_owned()),
                },
                line: taken.line,
                forms: taken.forms,
                type_only: taken.type_only,
            }
        })
        .collect();
    Ok(Listed { page, total })
}

/// The files that import `file`.
fn importing(
    across: &Across<'_>,
    program: &Program<'_>,
    file: FileId,
    input: &DependenciesInput,
) -> Result<Listed<ImporterOut>> {
    let mut importers = program.importers(file);
    importers.sort_by(|(one, first), (other, second)| {
        (across.path_of(*one), first).cmp(&(across.path_of(*other), second))
    });
    importers.dedup();
    let total = importers.len() as u64;
    let mut page = Vec::new();
    let asked = importers
        .into_iter()
        .skip(input.offset as usize)
        .take(input.limit as usize);
    for (importer, module) in asked {
        let rows = across.store.imports_of(importer.0)?;
        let rows: Vec<&Import> = rows.iter().filter(|row| row.module == module).collect();
        let taken = Taken::by(&rows);
        page.push(ImporterOut {
            file_path: across.path_of(importer).to_owned(),
            module,
            symbols: taken.symbols,
            line: taken.line,
            forms: taken.forms,
            type_only: taken.type_only,
        });
    }
    Ok(Listed { page, total })
}

/// Whether the form stands inside other code, so that it is listed after the statements.
const fn is_inside_code(form: ImportForm) -> bool {
    match form {
        ImportForm::Static | ImportForm::SideEffect | ImportForm::ExportFrom | ImportForm::Require => false,
        ImportForm::Dynamic | ImportForm::TypeQuery => true,
    }
}

/// What the statements that name one module take from it.
struct Taken {
    symbols: Vec<String>,
    line: u32,
    forms: Option<Vec<String>>,
    type_only: Option<bool>,
}

impl Taken {
    fn by(rows: &[&Import]) -> Self {
        let mut symbols: Vec<String> = Vec::new();
        let mut forms: Vec<ImportForm> = Vec::new();
        for row in rows {
            if !forms.contains(&row.form) {
                forms.push(row.form);
            }
            for binding in &row.bindings {
                if !symbols.contains(&binding.imported) {
                    symbols.push(binding.imported.clone());
                }
            }
        }
        let types_alone = |row: &&Import| {
            let each = !row.bindings.is_empty() && row.bindings.iter().all(|binding| binding.type_only);
            row.type_only || each
        };
        Self {
            symbols,
            line: rows.first().map_or(1, |row| row.line.get()),
            forms: (!forms.iter().all(|form| *form == ImportForm::Static))
                .then(|| forms.iter().map(|form| form.name().to_owned()).collect()),
            type_only: (!rows.is_empty() && rows.iter().all(types_alone)).then_some(true),
        }
    }
}
