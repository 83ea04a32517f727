//! What the tools share that answer across files: the program, paths, lines of source, and the signals of an answer.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::facts::Declaration;
use crate::facts::symbol::SymbolKind;
use crate::index::freshen::Freshness;
use crate::resolve::program::Program;
use crate::resolve::stored::Stored;
use crate::resolve::{Decl, FileId};
use crate::store::Store;
use crate::store::snapshot::Snapshot;
use crate::text::line::Line;
use crate::text::path::RelPath;
use crate::tools::written::{Cut, Files, Written};
use crate::tools::{Page, Style};

/// What is not known of an answer; each is absent unless it applies.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Signals {
    /// A file behind this answer changed and could not be taken in, since another process is writing or there was no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_busy_returning_stale_cache: Option<bool>,
    /// Nothing is indexed at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_empty: Option<bool>,
    /// So many files exist on disk and are not in the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unindexed_files: Option<u64>,
}

impl Signals {
    /// Writes what applies.
    pub fn render(&self, page: &mut Page) {
        if self.file_busy_returning_stale_cache == Some(true) {
            page.line(
                Style::Warning,
                "! a file behind this answer changed and could not be taken in — ask again in a moment.",
            );
        }
        if self.index_empty == Some(true) {
            page.line(
                Style::Warning,
                "nothing is indexed at this path — run `mast index` first, or check `mast status`.",
            );
        }
        if let Some(count) = self.unindexed_files {
            page.line(
                Style::Warning,
                format!(
                    "! {count} {} on disk not in the index yet. Run `mast index` to refresh.",
                    if count == 1 { "file is" } else { "files are" }
                ),
            );
        }
    }
}

/// When the count of files that are not indexed is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unindexed {
    /// Always: the answer claims to be complete.
    Told,
    /// Only when nothing was found.
    ToldWhenEmpty,
}

/// A place of a declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeclarationPlace {
    /// Its qualified name.
    pub symbol: String,
    /// Its file.
    pub file_path: String,
    /// The line of its name.
    pub line: u32,
    /// What it is.
    pub kind: String,
}

/// Writes the declarations of an ambiguous answer, a line each.
pub fn render_declarations(page: &mut Page, places: Option<&[DeclarationPlace]>) {
    for place in places.into_iter().flatten() {
        page.text(Style::Faint, "one of several: ");
        page.text(Style::Place, format!("{}:{}", place.file_path, place.line));
        page.text(Style::Plain, "  ").line(Style::Name, &place.symbol);
    }
}

/// Which declaration an entry of an ambiguous answer is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TargetOut {
    /// Its file.
    pub file_path: String,
    /// The line of its name.
    pub line: u32,
}

/// The index as one question that crosses files sees it.
pub struct Across<'a> {
    /// The engine that was asked.
    pub engine: &'a Engine,
    /// The index.
    pub store: &'a Store,
    /// Its files.
    pub snapshot: &'a Snapshot,
    /// How true it is of the disk.
    pub freshness: &'a Freshness,
    /// What is written in them.
    pub files: Files<'a>,
}

impl std::fmt::Debug for Across<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Across").finish_non_exhaustive()
    }
}

impl<'a> Across<'a> {
    /// Of what the engine hands over.
    pub fn new(
        engine: &'a Engine,
        store: &'a Store,
        snapshot: &'a Snapshot,
        freshness: &'a Freshness,
    ) -> Self {
        Self {
            engine,
            store,
            snapshot,
            freshness,
            files: Files::new(engine, store, snapshot),
        }
    }

    /// Does `work` with the facts of all files.
    ///
    /// # Errors
    ///
    /// Those of `work`, and when something cannot be read.
    pub fn resolve<T>(&self, work: impl FnOnce(&Program<'_>) -> Result<T>) -> Result<T> {
        let stored = Stored::new(self.store, self.snapshot);
        let program = Program::new(&stored);
        let done = work(&program)?;
        program.finish()?;
        Ok(done)
    }

    /// `path` as the index writes paths; an absolute one below the root is taken too.
    ///
    /// # Errors
    ///
    /// For a path that is empty or leads out of the root.
    pub fn path(&self, path: &str) -> Result<RelPath> {
        let root = &self.engine.config().root;
        RelPath::parse(path)
            .or_else(|fault| RelPath::below(root, std::path::Path::new(path)).map_err(|_| fault))
            .map_err(|fault| {
                Error::invalid_input(format!("the path `{path}` {fault}"))
                    .with_hint("give a path relative to the project root, such as `src/main.ts`")
            })
    }

    /// The path of an indexed file.
    pub fn path_of(&self, file: FileId) -> &'a str {
        self.snapshot.file(file.0).map_or("", |entry| entry.path.as_str())
    }

    /// A line that the index speaks of, without the space around it, at most 160 characters of it; empty when the file is no longer
    /// what was indexed.
    pub fn line_text(&self, file: FileId, line: Line) -> String {
        let text = self.files.line_text(file, line).unwrap_or_default();
        Cut::new(&text, 1, LONGEST_LINE).text
    }

    /// What declares `decl`, as it is written now: overload signatures, an interface and a class of one name. In source order;
    /// empty for a member that has no declaration of its own.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn written(&self, program: &Program<'_>, decl: Decl) -> Result<Vec<Written>> {
        self.declarations(program, decl)?
            .iter()
            .map(|declaration| self.files.written(decl.file, declaration))
            .collect()
    }

    /// What declares `decl`, as the index has it, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn declarations(&self, program: &Program<'_>, decl: Decl) -> Result<Vec<Declaration>> {
        let (name, lines) = program.with_symbol(decl, |code, symbol| {
            (code.qualified_name(decl.symbol), symbol.lines.clone())
        });
        let indexed = self.files.indexed(decl.file)?;
        let declared = indexed
            .iter()
            .filter(|declaration| declaration.name == name && lines.contains(&declaration.line));
        Ok(declared.cloned().collect())
    }

    /// The line of the first declaration of `decl`, as the index has it.
    pub fn first_line(&self, program: &Program<'_>, decl: Decl) -> Line {
        program.with_symbol(decl, |_, symbol| {
            symbol.lines.first().copied().unwrap_or(Line::FIRST)
        })
    }

    /// The signals of an answer that refers to `files`.
    pub fn signals(&self, files: &[String], is_empty: bool, unindexed: Unindexed) -> Signals {
        let left = &self.freshness.left;
        let behind = left
            .changed
            .iter()
            .chain(&left.deleted)
            .any(|path| files.iter().any(|file| file == path.as_str()));
        let count = left.unindexed.len() as u64;
        let told = match unindexed {
            Unindexed::Told => true,
            Unindexed::ToldWhenEmpty => is_empty,
        };
        Signals {
            file_busy_returning_stale_cache: (behind || self.files.differ(files)).then_some(true),
            index_empty: (is_empty && self.snapshot.chunk_count() == 0).then_some(true),
            unindexed_files: (told && count > 0).then_some(count),
        }
    }

    /// Where a declaration is.
    pub fn place(&self, program: &Program<'_>, decl: Decl) -> DeclarationPlace {
        program.with_symbol(decl, |code, symbol| DeclarationPlace {
            symbol: code.qualified_name(decl.symbol),
            file_path: self.path_of(decl.file).to_owned(),
            line: symbol.lines.first().map_or(1, |line| line.get()),
            kind: kind_name(symbol.kind, !symbol.signatures.is_empty()).to_owned(),
        })
    }
}

/// The longest line of source that an answer shows, in characters.
const LONGEST_LINE: usize = 160;

/// What a symbol is, in the words of every surface.
pub const fn kind_name(kind: SymbolKind, is_callable: bool) -> &'static str {
    match kind {
        SymbolKind::Function => "function",
        SymbolKind::Class => "class",
        SymbolKind::Interface => "interface",
        SymbolKind::Alias | SymbolKind::TypeLiteral => "type",
        SymbolKind::Enum => "enum",
        SymbolKind::Namespace => "namespace",
        SymbolKind::Variable if is_callable => "function",
        SymbolKind::Variable | SymbolKind::Object => "const",
        SymbolKind::Property if is_callable => "method",
        SymbolKind::Method => "method",
        SymbolKind::Constructor => "constructor",
        SymbolKind::Accessor => "accessor",
        SymbolKind::Property => "property",
        SymbolKind::EnumMember => "enum_member",
        SymbolKind::TypeParameter => "type_parameter",
    }
}
