//! Facts as the index holds them.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Result;
use crate::facts::{ChunkKind, Code, Export};
use crate::resolve::{FileId, Renamings, Repository, Target};
use crate::store::Store;
use crate::store::fts::quoted;
use crate::store::modules::StoredTarget;
use crate::store::recent::Heir;
use crate::store::snapshot::Snapshot;
use crate::text::words::{TokenForm, runs, tokens};

/// The facts of one index.
#[derive(Debug)]
pub struct Stored<'a> {
    store: &'a Store,
    snapshot: &'a Snapshot,
    /// The files that have `declare global`; once something asked.
    with_global_block: OnceCell<FxHashSet<FileId>>,
}

impl<'a> Stored<'a> {
    /// Of an index and its files.
    pub const fn new(store: &'a Store, snapshot: &'a Snapshot) -> Self {
        Self {
            store,
            snapshot,
            with_global_block: OnceCell::new(),
        }
    }

    /// The files with a row that has every identifier of `name` in one of `columns`, and with `name` in their code.
    fn files_with(&self, columns: &str, name: &str) -> Result<Vec<FileId>> {
        let Some(terms) = all_terms(name) else {
            return Ok(Vec::new());
        };
        let mut files = self.files_matching(&format!("{{{columns}}} : {terms}"))?;
        if is_one_word(name) {
            // The full text has it for every identifier with that word: `get` for `getUser`.
            let ids = files.iter().map(|file| file.0).collect();
            let having = self.snapshot.having(self.store, ids, name)?;
            files = having.into_iter().map(FileId).collect();
        }
        Ok(files)
    }

    /// The files with a row that matches `expression`.
    fn files_matching(&self, expression: &str) -> Result<Vec<FileId>> {
        let rows = self.store.rows_matching(expression)?;
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

/// Whether `name` can be a word of a longer identifier.
fn is_one_word(name: &str) -> bool {
    let mut words = 0;
    tokens(name, |_, form| words += u32::from(form == TokenForm::Word));
    words <= 1
}

/// How many names one look into the full text asks for.
const MOST_TERMS: usize = 64;

/// What a row has that has every identifier of `name`; none for a name without one.
fn all_terms(name: &str) -> Option<String> {
    let terms: Vec<String> = runs(name).filter_map(whole).map(|term| quoted(&term)).collect();
    (!terms.is_empty()).then(|| format!("({})", terms.join(" AND ")))
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

    fn code_in_passing(&self, file: FileId) -> Result<Arc<Code>> {
        self.snapshot.code_in_passing(self.store, file.0)
    }

    fn exports(&self, file: FileId) -> Result<Arc<[Export]>> {
        self.snapshot.recent().exports(self.store, file.0)
    }

    fn target(&self, file: FileId, specifier: &str) -> Result<Target> {
        let targets = self.snapshot.recent().targets(self.store, file.0)?;
        let found = targets.binary_search_by(|(known, _)| known.as_str().cmp(specifier));
        Ok(found.map_or(Target::Unknown, |place| of_stored(targets[place].1)))
    }

    fn importers(&self, file: FileId) -> Result<Vec<(FileId, String)>> {
        let importers = self.snapshot.recent().importers(self.store, file.0)?;
        Ok(importers
            .iter()
            .map(|(importer, specifier)| (FileId(*importer), specifier.clone()))
            .collect())
    }

    fn declaring(&self, name: &str) -> Result<Vec<FileId>> {
        let mut files = self.files_with("name", name)?;
        let given = self.snapshot.recent().renamings(self.store)?.given.get(name);
        files.extend(given.into_iter().flatten().map(|file| FileId(*file)));
        Ok(files)
    }

    fn ambient(&self, name: &str) -> Result<Vec<FileId>> {
        let declaring = self.declaring(name)?;
        if declaring.is_empty() {
            return Ok(declaring);
        }
        let blocks = if let Some(blocks) = self.with_global_block.get() {
            blocks
        } else {
            let files = self.files_with("name owner", "global")?;
            self.with_global_block.get_or_init(|| files.into_iter().collect())
        };
        let may_declare = |file: &FileId| {
            blocks.contains(file)
                || self
                    .snapshot
                    .file(file.0)
                    .is_some_and(|entry| is_definition(&entry.path))
        };
        Ok(declaring.into_iter().filter(may_declare).collect())
    }

    fn mentioning(&self, name: &str) -> Result<Vec<FileId>> {
        self.files_with("name body often", name)
    }

    fn inheriting(&self, names: &[&String]) -> Result<Vec<FileId>> {
        let inheriting = self.snapshot.recent().inheriting(self.store)?;
        let terms: Vec<String> = names.iter().filter_map(|name| all_terms(name)).collect();
        let mut files = Vec::new();
        for terms in terms.chunks(MOST_TERMS) {
            let expression = format!("{{name body often}} : ({})", terms.join(" OR "));
            for row in self.store.rows_matching(&expression)? {
                let Some(place) = self.snapshot.place_of_row(row) else {
                    continue;
                };
                let glance = self.snapshot.glance(place, row);
                let is_alias = glance.is_some_and(|glance| glance.kind == ChunkKind::Type);
                if is_alias || inheriting.binary_search(&row).is_ok() {
                    files.push(FileId(self.snapshot.files()[place].id));
                }
            }
        }
        Ok(files)
    }

    fn kept_heirs(&self, file: FileId) -> Option<Arc<[Heir]>> {
        self.snapshot.recent().heirs(file.0)
    }

    fn keep_heirs(&self, file: FileId, heirs: &Arc<[Heir]>) {
        self.snapshot.recent().keep_heirs(file.0, heirs);
    }

    fn renamings(&self, name: &str) -> Result<Renamings> {
        let all = self.snapshot.recent().renamings(self.store)?;
        let of = |by: &FxHashMap<String, Vec<(i64, String)>>| {
            let files = by.get(name).into_iter().flatten();
            files
                .map(|(file, other)| (FileId(*file), other.clone()))
                .collect()
        };
        Ok(Renamings {
            imported: of(&all.imported),
            exported: of(&all.exported),
        })
    }
}
