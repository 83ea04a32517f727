//! What questions about many files read again and again, kept for as long as the index does not change.
//!
//! Cost: about 1 KB a file, for the files that were asked about last.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::facts::Export;
use crate::facts::symbol::Place;
use crate::store::Store;
use crate::store::modules::StoredTarget;
use crate::text::line::Line;

/// Rows of one state of the index, as they were read.
#[derive(Debug, Default)]
pub struct Recent {
    targets: Kept<[(String, StoredTarget)]>,
    exports: Kept<[Export]>,
    importers: Kept<[(i64, String)]>,
    heirs: Kept<[Heir]>,
    renamings: OnceLock<Renamings>,
    inheriting: OnceLock<Vec<i64>>,
}

/// What was read of each file.
#[derive(Debug)]
struct Kept<T: ?Sized>(Mutex<FxHashMap<i64, Arc<T>>>);

/// After so many files what was kept is dropped.
const MOST_FILES: usize = 8192;

impl<T: ?Sized> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: ?Sized> Kept<T> {
    fn kept(&self, file: i64) -> Option<Arc<T>> {
        self.0.lock().get(&file).map(Arc::clone)
    }

    fn keep(&self, file: i64, value: &Arc<T>) {
        let mut kept = self.0.lock();
        if kept.len() >= MOST_FILES {
            kept.clear();
        }
        kept.insert(file, Arc::clone(value));
    }

    fn get(&self, file: i64, read: impl FnOnce() -> Result<Arc<T>>) -> Result<Arc<T>> {
        if let Some(kept) = self.kept(file) {
            return Ok(kept);
        }
        let value = read()?;
        self.keep(file, &value);
        Ok(value)
    }
}

/// A class, interface or alias that names others, with where that leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heir {
    /// Its symbol in the code of its file.
    pub symbol: u32,
    /// The first symbol that shares its name there.
    pub first_of_name: u32,
    /// Its name; empty without one.
    pub name: String,
    /// The line of its name.
    pub line: Line,
    /// Where it stands.
    pub place: Place,
    /// Whether it is a class.
    pub is_class: bool,
    /// What it extends, implements or stands for: a file and the first symbol of that name there.
    pub parents: Vec<(i64, u32)>,
}

/// Under which other names the names of modules are imported and exported.
#[derive(Debug, Default)]
pub struct Renamings {
    /// `import { a as b } from`: by `a`, each file with its `b`.
    pub imported: FxHashMap<String, Vec<(i64, String)>>,
    /// `export { a as b }`: by `a`, each file with its `b`.
    pub exported: FxHashMap<String, Vec<(i64, String)>>,
    /// The files that export something that they do not declare under that name, by the exported one.
    pub given: FxHashMap<String, Vec<i64>>,
}

impl Recent {
    /// Every distinct specifier of a file with where it leads, in the order of their bytes.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn targets(&self, store: &Store, file: i64) -> Result<Arc<[(String, StoredTarget)]>> {
        self.targets.get(file, || Ok(store.module_targets(file)?.into()))
    }

    /// What a file exports, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn exports(&self, store: &Store, file: i64) -> Result<Arc<[Export]>> {
        self.exports.get(file, || Ok(store.exports_of(file)?.into()))
    }

    /// Every file that names the file `target`, each with the specifier by which it does.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn importers(&self, store: &Store, target: i64) -> Result<Arc<[(i64, String)]>> {
        self.importers.get(target, || Ok(store.importers(target)?.into()))
    }

    /// What [`keep_heirs`](Self::keep_heirs) was told of a file.
    pub fn heirs(&self, file: i64) -> Option<Arc<[Heir]>> {
        self.heirs.kept(file)
    }

    /// Keeps what was found of the classes of a file: it depends on other files too, and so holds for this state only.
    pub fn keep_heirs(&self, file: i64, heirs: &Arc<[Heir]>) {
        self.heirs.keep(file, heirs);
    }

    /// Under which other names the names of modules are imported and exported; read when first asked for.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn renamings(&self, store: &Store) -> Result<&Renamings> {
        if let Some(renamings) = self.renamings.get() {
            return Ok(renamings);
        }
        let mut read = Renamings::default();
        for (file, name, other) in store.renaming_imports()? {
            read.imported.entry(name).or_default().push((file, other));
        }
        for (file, name, other) in store.renaming_exports()? {
            read.given.entry(other.clone()).or_default().push(file);
            if let Some(name) = name {
                read.exported.entry(name).or_default().push((file, other));
            }
        }
        Ok(self.renamings.get_or_init(|| read))
    }

    /// The rows of the full text that say `extends` or `implements`, ascending; read when first asked for.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn inheriting(&self, store: &Store) -> Result<&[i64]> {
        if let Some(rows) = self.inheriting.get() {
            return Ok(rows);
        }
        let mut rows = store.rows_matching("{body often} : (\"extends\" OR \"implements\")")?;
        rows.sort_unstable();
        Ok(self.inheriting.get_or_init(|| rows))
    }
}
