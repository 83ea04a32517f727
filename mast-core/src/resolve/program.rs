//! The facts of many files, as one question sees them.
//!
//! Reading can fail, evaluation cannot: the first failure is kept and reported by [`Program::finish`], and what could not
//! be read is empty until then.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::error::{Error, Result};
use crate::facts::code::SymbolId;
use crate::facts::symbol::{Place, Symbol, SymbolKind};
use crate::facts::{Code, Export};
use crate::resolve::evaluate::Memory;
use crate::resolve::exports::Exported;
use crate::resolve::models::{self, Model};
use crate::resolve::{Decl, FileId, PRELUDE, Renamings, Repository, Target};
use crate::store::recent::Heir;

/// The first symbol of each name at the top level of a file.
type TopLevel = FxHashMap<Box<str>, SymbolId>;

/// A question that goes through many files holds so many codes at a time; the repository may keep others.
const MOST_CODES: usize = 512;

/// All facts that a question has looked at.
pub struct Program<'r> {
    repository: &'r dyn Repository,
    failure: RefCell<Option<Error>>,
    codes: RefCell<FxHashMap<FileId, Arc<Code>>>,
    listed: RefCell<FxHashMap<FileId, Arc<[Export]>>>,
    targets: RefCell<FxHashMap<(FileId, Box<str>), Target>>,
    pub(super) exported: RefCell<FxHashMap<(FileId, Box<str>), Exported>>,
    pub(super) doubtful: RefCell<Vec<(FileId, Box<str>)>>,
    pub(super) memory: Memory,
    pub(super) ambient: RefCell<FxHashMap<Box<str>, Rc<[Decl]>>>,
    top: RefCell<FxHashMap<FileId, TopLevel>>,
    pub(super) export_depth: Cell<u32>,
}

impl std::fmt::Debug for Program<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Program")
            .field("files", &self.codes.borrow().len())
            .finish_non_exhaustive()
    }
}

impl<'r> Program<'r> {
    /// Nothing looked at yet.
    pub fn new(repository: &'r dyn Repository) -> Self {
        Self {
            repository,
            failure: RefCell::default(),
            codes: RefCell::default(),
            listed: RefCell::default(),
            targets: RefCell::default(),
            exported: RefCell::default(),
            doubtful: RefCell::default(),
            memory: Memory::default(),
            ambient: RefCell::default(),
            top: RefCell::default(),
            export_depth: Cell::new(0),
        }
    }

    /// The end of a question.
    ///
    /// # Errors
    ///
    /// The first failure to read something.
    pub fn finish(&self) -> Result<()> {
        self.failure.borrow_mut().take().map_or(Ok(()), Err)
    }

    /// The code of a file; empty when it cannot be read.
    pub fn code(&self, file: FileId) -> Arc<Code> {
        if let Some(code) = self.codes.borrow().get(&file) {
            return Arc::clone(code);
        }
        let code = match Model::of(file) {
            Some(model) => Arc::clone(&model.code),
            None => self.code_or_nothing(self.repository.code(file)),
        };
        self.codes.borrow_mut().insert(file, Arc::clone(&code));
        code
    }

    /// Does `work` on a file that is one of many: its code is not kept afterwards.
    pub(super) fn in_passing<T>(&self, file: FileId, work: impl FnOnce() -> T) -> T {
        if Model::of(file).is_some() || self.codes.borrow().contains_key(&file) {
            return work();
        }
        let code = self.code_or_nothing(self.repository.code_in_passing(file));
        self.codes.borrow_mut().insert(file, code);
        let done = work();
        let mut codes = self.codes.borrow_mut();
        if codes.len() > MOST_CODES {
            codes.clear();
        }
        codes.remove(&file);
        done
    }

    /// What a file exports; nothing when it cannot be read.
    pub fn exports_of(&self, file: FileId) -> Arc<[Export]> {
        if let Some(exports) = self.listed.borrow().get(&file) {
            return Arc::clone(exports);
        }
        let exports = match Model::of(file) {
            Some(model) => Arc::clone(&model.exports),
            None => match self.repository.exports(file) {
                Ok(exports) => exports,
                Err(error) => {
                    self.fail(error);
                    Arc::from([])
                }
            },
        };
        self.listed.borrow_mut().insert(file, Arc::clone(&exports));
        exports
    }

    /// Where a specifier of a file leads, a modelled package to its model.
    pub(super) fn modelled(&self, file: FileId, specifier: &str) -> Target {
        match self.target(file, specifier) {
            Target::Package => models::package(specifier).map_or(Target::Package, Target::File),
            target => target,
        }
    }

    /// Where a specifier of a file leads.
    pub fn target(&self, file: FileId, specifier: &str) -> Target {
        let key = (file, Box::from(specifier));
        if let Some(target) = self.targets.borrow().get(&key) {
            return *target;
        }
        let target = match self.repository.target(file, specifier) {
            Ok(target) => target,
            Err(error) => {
                self.fail(error);
                Target::Unknown
            }
        };
        self.targets.borrow_mut().insert(key, target);
        target
    }

    /// The files that import or re-export from a file, with the specifiers that they write, by file.
    pub fn importers(&self, file: FileId) -> Vec<(FileId, String)> {
        let mut importers = self.list(self.repository.importers(file));
        importers.sort();
        importers
    }

    /// The files whose text has `name` as a word, ascending.
    pub fn mentioning(&self, name: &str) -> Vec<FileId> {
        let mut files = self.list(self.repository.mentioning(name));
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The files that declare or export something called `name`, ascending.
    pub fn declaring(&self, name: &str) -> Vec<FileId> {
        let mut files = self.list(self.repository.declaring(name));
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The files that may declare something called `name` for the whole program, ascending.
    pub(super) fn ambient_files(&self, name: &str) -> Vec<FileId> {
        let mut files = self.list(self.repository.ambient(name));
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The files with a class or interface that names one of `names` in its `extends` or `implements` clause, or an alias of one, ascending.
    pub fn inheriting(&self, names: &[&String]) -> Vec<FileId> {
        let mut files = self.list(self.repository.inheriting(names));
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The classes of a file, as an earlier question or `find` finds them.
    pub(super) fn kept_heirs(&self, file: FileId, find: impl FnOnce() -> Arc<[Heir]>) -> Arc<[Heir]> {
        if let Some(kept) = self.repository.kept_heirs(file) {
            return kept;
        }
        let heirs = find();
        // What could not be read is not kept as if it were not there.
        if self.failure.borrow().is_none() {
            self.repository.keep_heirs(file, &heirs);
        }
        heirs
    }

    /// Where `name` gets another name.
    pub fn renamings(&self, name: &str) -> Renamings {
        self.repository.renamings(name).unwrap_or_else(|error| {
            self.fail(error);
            Renamings::default()
        })
    }

    fn list<T>(&self, read: Result<Vec<T>>) -> Vec<T> {
        match read {
            Ok(list) => list,
            Err(error) => {
                self.fail(error);
                Vec::new()
            }
        }
    }

    /// The symbol of a declaration, with the code it stands in.
    pub fn with_symbol<T>(&self, decl: Decl, look: impl FnOnce(&Code, &Symbol) -> T) -> T {
        let code = self.code(decl.file);
        look(&code, code.symbol(decl.symbol))
    }

    /// The top-level symbol of a file that bears a name.
    pub fn top_level(&self, file: FileId, name: &str) -> Option<SymbolId> {
        if let Some(top) = self.top.borrow().get(&file) {
            return top.get(name).copied();
        }
        let code = self.code(file);
        let mut top = FxHashMap::default();
        for (index, symbol) in code.symbols.iter().enumerate() {
            if symbol.place == Place::Top {
                top.entry(Box::from(code.name(symbol.name)))
                    .or_insert(SymbolId(index as u32));
            }
        }
        let found = top.get(name).copied();
        self.top.borrow_mut().insert(file, top);
        found
    }

    /// The other symbols that share the name of `decl` in its file: a type beside the value of its name.
    pub fn siblings(&self, decl: Decl) -> Vec<Decl> {
        let code = self.code(decl.file);
        let of = code.symbol(decl.symbol);
        if of.place == Place::Nested || of.kind == SymbolKind::TypeParameter || code.name(of.name).is_empty()
        {
            return Vec::new();
        }
        let shares = |symbol: &Symbol| {
            symbol.name == of.name
                && symbol.owner == of.owner
                && symbol.place == of.place
                && symbol.is_static == of.is_static
                && symbol.kind != SymbolKind::TypeParameter
        };
        (0..code.symbols.len() as u32)
            .map(SymbolId)
            .filter(|symbol| *symbol != decl.symbol && shares(code.symbol(*symbol)))
            .map(|symbol| Decl {
                file: decl.file,
                symbol,
            })
            .collect()
    }

    /// A declaration of the prelude.
    pub fn prelude(&self, name: &str) -> Option<Decl> {
        let symbol = self.top_level(PRELUDE, name)?;
        Some(Decl {
            file: PRELUDE,
            symbol,
        })
    }

    fn code_or_nothing(&self, read: Result<Arc<Code>>) -> Arc<Code> {
        match read {
            Ok(code) => code,
            Err(error) => {
                self.fail(error);
                Arc::default()
            }
        }
    }

    fn fail(&self, error: Error) {
        self.failure.borrow_mut().get_or_insert(error);
    }
}
