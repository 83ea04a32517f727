//! Facts as the index holds them.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Result;
use crate::facts::{Code, Export};
use crate::resolve::{FileId, Repository, Target};
use crate::store::Store;
use crate::store::fts::quoted;
use crate::store::modules::StoredTarget;
use crate::store::snapshot::Snapshot;
use crate::text::words::{TokenForm, runs, tokens};

/// The facts of one index.
#[derive(Debug)]
pub struct Stored<'a> {
    store: &'a Store,
    snapshot: &'a Snapshot,
    targets: RefCell<FxHashMap<FileId, FxHashMap<String, Target>>>,
    /// The files that have `declare global`, and perhaps others; once something asked.
    with_global_block: RefCell<Option<FxHashSet<FileId>>>,
}

impl<'a> Stored<'a> {
    /// Of an index and its files.
    pub fn new(store: &'a Store, snapshot: &'a Snapshot) -> Self {
        Self {
            store,
            snapshot,
            targets: RefCell::default(),
            with_global_block: RefCell::default(),
        }
    }

    /// The files with a row that has every identifier of `name` in one of `columns`.
    fn files_with(&self, columns: &str, name: &str) -> Result<Vec<FileId>> {
        let terms: Vec<String> = runs(name).filter_map(whole).map(|term| quoted(&term)).collect();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self
            .store
            .rows_matching(&format!("{{{columns}}} : ({})", terms.join(" AND ")))?;
        let mut files: Vec<FileId> = rows
            .into_iter()
            .filter_map(|row| self.snapshot.place_of_row(row))
            .map(|place| FileId(self.snapshot.files()[place].id))
            .collect();
        files.dedup();
        Ok(files)
    }
}

/// Whether a path is that of a definition file.
fn is_definition(path: &str) -> bool {
    [".d.ts", ".d.mts", ".d.cts"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// The term of a whole identifier.
fn whole(run: &str) -> Option<String> {
    let mut found = None;
    tokens(run, |token, form| {
        if form == TokenForm::Whole && found.is_none() {
            found = Some(token.to_owned());
        }
    });
    found
}

const fn of_stored(target: StoredTarget) -> Target {
    match target {
        StoredTarget::File(file) | StoredTarget::Miscased(file) => Target::File(FileId(file)),
        StoredTarget::Package => Target::Package,
        StoredTarget::Unknown(_) => Target::Unknown,
    }
}

impl Repository for Stored<'_> {
    fn code(&self, file: FileId) -> Result<Arc<Code>> {
        self.snapshot.code(self.store, file.0)
    }

    fn exports(&self, file: FileId) -> Result<Arc<[Export]>> {
        Ok(self.store.exports_of(file.0)?.into())
    }

    fn target(&self, file: FileId, specifier: &str) -> Result<Target> {
        if let Some(targets) = self.targets.borrow().get(&file) {
            return Ok(targets.get(specifier).copied().unwrap_or(Target::Unknown));
        }
        let targets: FxHashMap<String, Target> = self
            .store
            .module_targets(file.0)?
            .into_iter()
            .map(|(specifier, target)| (specifier, of_stored(target)))
            .collect();
        let found = targets.get(specifier).copied().unwrap_or(Target::Unknown);
        self.targets.borrow_mut().insert(file, targets);
        Ok(found)
    }

    fn importers(&self, file: FileId) -> Result<Vec<(FileId, String)>> {
        let importers = self.store.importers(file.0)?.into_iter();
        Ok(importers
            .map(|(importer, specifier)| (FileId(importer), specifier))
            .collect())
    }

    fn declaring(&self, name: &str) -> Result<Vec<FileId>> {
        self.files_with("name", name)
    }

    fn ambient(&self, name: &str) -> Result<Vec<FileId>> {
        let declaring = self.declaring(name)?;
        if declaring.is_empty() {
            return Ok(declaring);
        }
        if self.with_global_block.borrow().is_none() {
            let files = self.files_with("name owner", "global")?;
            *self.with_global_block.borrow_mut() = Some(files.into_iter().collect());
        }
        let blocks = self.with_global_block.borrow();
        let may_declare = |file: &FileId| {
            blocks.as_ref().is_some_and(|blocks| blocks.contains(file))
                || self
                    .snapshot
                    .file(file.0)
                    .is_some_and(|entry| is_definition(&entry.path))
        };
        Ok(declaring.into_iter().filter(may_declare).collect())
    }

    fn mentioning(&self, name: &str) -> Result<Vec<FileId>> {
        self.files_with("name body", name)
    }
}
