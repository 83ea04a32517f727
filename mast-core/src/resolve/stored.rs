//! Facts as the index holds them.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

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
}

impl<'a> Stored<'a> {
    /// Of an index and its files.
    pub fn new(store: &'a Store, snapshot: &'a Snapshot) -> Self {
        Self {
            store,
            snapshot,
            targets: RefCell::default(),
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

    fn mentioning(&self, name: &str) -> Result<Vec<FileId>> {
        self.files_with("name body often", name)
    }
}
