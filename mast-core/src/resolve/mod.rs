//! Across files, at the time of the question: from names and shapes to declarations.
//!
//! The index holds what each file says by itself; here those facts are put together. [`exports`] follows an exported name to
//! its declaration through re-exports of every kind. [`evaluate`] follows a value to its type, and a member of it to its
//! declaration, as far as that is written down or follows from what is; what does not is unknown, with a reason, and never
//! guessed. What lies outside the repository is known as far as [`models`] tell. Nothing here knows a tool or a table: facts come from a [`Repository`].
//!
//! # Cost
//!
//! A question reads the facts of its candidate files only; evaluation is bounded by fuel and depth.

mod aliases;
pub mod ambient;
pub mod evaluate;
pub mod exports;
pub mod find;
pub mod implementors;
pub mod lead;
pub mod listing;
pub mod models;
pub mod program;
pub mod reach;
pub mod sites;
pub mod stored;

use std::sync::Arc;

use crate::error::Result;
use crate::facts::code::SymbolId;
use crate::facts::{Code, Export};
use crate::store::recent::Heir;

/// A file of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub i64);

/// The file that declares what every program has: `Array`, `Promise`, `Map`. Those of [`models`] stand below it.
pub const PRELUDE: FileId = FileId(-1);

impl FileId {
    /// Whether the file is none of the repository: the prelude, or the model of a package.
    pub const fn is_built_in(self) -> bool {
        self.0 < 0
    }
}

/// One symbol of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decl {
    /// The file.
    pub file: FileId,
    /// Its symbol.
    pub symbol: SymbolId,
}

/// Where a specifier leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A file of the index.
    File(FileId),
    /// A package outside the repository.
    Package,
    /// Nowhere that is known.
    Unknown,
}

/// Where facts come from.
pub trait Repository {
    /// What the code of a file refers to.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn code(&self, file: FileId) -> Result<Arc<Code>>;

    /// The same of a file that a question goes through once.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn code_in_passing(&self, file: FileId) -> Result<Arc<Code>>;

    /// What a file exports, in source order.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn exports(&self, file: FileId) -> Result<Arc<[Export]>>;

    /// Where a specifier leads that is written in `file`.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn target(&self, file: FileId, specifier: &str) -> Result<Target>;

    /// The files that import or re-export from `file`, each with the specifier that they write.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn importers(&self, file: FileId) -> Result<Vec<(FileId, String)>>;

    /// The files that declare something called `name`, at the top level or as a member with code of its own, or export something
    /// under it; more than those is allowed, fewer is not.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn declaring(&self, name: &str) -> Result<Vec<FileId>>;

    /// The files that may declare something called `name` for the whole program: definition files, and files with `declare global`;
    /// more than those is allowed, fewer is not.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn ambient(&self, name: &str) -> Result<Vec<FileId>>;

    /// The files whose text has `name` as a word; more than those is allowed, fewer is not.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn mentioning(&self, name: &str) -> Result<Vec<FileId>>;

    /// The files with a class or interface that names one of `names` in its `extends` or `implements` clause, or an alias of one; more than those is
    /// allowed, fewer is not.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn inheriting(&self, names: &[&String]) -> Result<Vec<FileId>>;

    /// What [`keep_heirs`](Self::keep_heirs) was told of a file.
    fn kept_heirs(&self, file: FileId) -> Option<Arc<[Heir]>>;

    /// Keeps what was found of the classes of a file, for as long as no file changes.
    fn keep_heirs(&self, file: FileId, heirs: &Arc<[Heir]>);

    /// Where `name` gets another name.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn renamings(&self, name: &str) -> Result<Renamings>;
}

/// Where a name gets another name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renamings {
    /// Files that import it, each with the name it has there: `import { a as b } from`.
    pub imported: Vec<(FileId, String)>,
    /// Files that export it, each with the name they export: `export { a as b }`, `export { a as b } from`.
    pub exported: Vec<(FileId, String)>,
}
