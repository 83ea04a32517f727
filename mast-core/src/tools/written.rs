//! Declarations as they are written on disk at the time of the answer.
//!
//! A file that is not what was indexed is read again, and the declaration is looked for under its name: old spans never cut new text.
//!
//! # Cost
//!
//! A file is read once an answer, and only when something of it is shown.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::engine::Engine;
use crate::error::Result;
use crate::facts::Declaration;
use crate::index::prepare::{Contents, read};
use crate::languages::LANGUAGES;
use crate::resolve::FileId;
use crate::store::Store;
use crate::store::snapshot::Snapshot;
use crate::text::digest::Digest;
use crate::text::line::Line;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// The files that an answer has looked at.
pub struct Files<'a> {
    engine: &'a Engine,
    store: &'a Store,
    snapshot: &'a Snapshot,
    read: RefCell<FxHashMap<FileId, Option<Rc<OnDisk>>>>,
    indexed: RefCell<FxHashMap<FileId, Rc<[Declaration]>>>,
}

/// One file as it is on disk.
#[derive(Debug)]
pub struct OnDisk {
    /// Its text.
    pub source: Source,
    /// What it declares, where that is not what is indexed.
    now: Option<Vec<Declaration>>,
}

/// One declaration with the file that it is written in.
#[derive(Clone, Debug)]
pub struct Written {
    /// The declaration, with the places that it has now.
    pub declaration: Declaration,
    /// Its file; none when that cannot be read, or no longer declares it.
    pub file: Option<Rc<OnDisk>>,
}

impl<'a> Files<'a> {
    /// Nothing looked at yet.
    pub fn new(engine: &'a Engine, store: &'a Store, snapshot: &'a Snapshot) -> Self {
        Self {
            engine,
            store,
            snapshot,
            read: RefCell::default(),
            indexed: RefCell::default(),
        }
    }

    /// The path of an indexed file.
    pub fn path(&self, file: FileId) -> &'a str {
        self.snapshot.file(file.0).map_or("", |entry| entry.path.as_str())
    }

    /// What a file declares, as the index has it.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn indexed(&self, file: FileId) -> Result<Rc<[Declaration]>> {
        if let Some(known) = self.indexed.borrow().get(&file) {
            return Ok(Rc::clone(known));
        }
        let declarations: Rc<[Declaration]> = self.store.declarations_of(file.0)?.into();
        self.indexed.borrow_mut().insert(file, Rc::clone(&declarations));
        Ok(declarations)
    }

    /// A file as it is on disk; none when it cannot be read.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn on_disk(&self, file: FileId) -> Result<Option<Rc<OnDisk>>> {
        if let Some(known) = self.read.borrow().get(&file) {
            return Ok(known.clone());
        }
        let on_disk = self.look(file)?.map(Rc::new);
        self.read.borrow_mut().insert(file, on_disk.clone());
        Ok(on_disk)
    }

    fn look(&self, file: FileId) -> Result<Option<OnDisk>> {
        let config = self.engine.config();
        let path = RelPath::from_stored(self.path(file).to_owned());
        let Contents::Bytes(bytes) = read(&config.root, &path, config.max_file_bytes) else {
            return Ok(None);
        };
        let digest = Digest::of(&bytes);
        let Ok(source) = Source::decode(bytes) else {
            return Ok(None);
        };
        let Some(stored) = self.store.file(path.as_str())? else {
            return Ok(None);
        };
        let now = (stored.digest != digest).then(|| {
            let facts = (LANGUAGES[stored.language].extract)(&path, &source, config.extract_options());
            facts.declarations
        });
        Ok(Some(OnDisk { source, now }))
    }

    /// Whether one of `paths` was looked at and is not what was indexed.
    pub fn differ(&self, paths: &[String]) -> bool {
        self.read.borrow().iter().any(|(file, on_disk)| {
            on_disk.as_ref().is_none_or(|on_disk| on_disk.now.is_some())
                && paths.iter().any(|path| path == self.path(*file))
        })
    }

    /// What a file declares now: as it is on disk, else as the index has it.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn current(&self, file: FileId) -> Result<Vec<Written>> {
        let on_disk = self.on_disk(file)?;
        let with_file = |declarations: &[Declaration]| {
            let written = declarations.iter().map(|declaration| Written {
                declaration: declaration.clone(),
                file: on_disk.clone(),
            });
            written.collect()
        };
        match on_disk.as_ref().and_then(|on_disk| on_disk.now.as_ref()) {
            Some(now) => Ok(with_file(now)),
            None => Ok(with_file(&self.indexed(file)?)),
        }
    }

    /// A declaration that the index has, as it is written now.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn written(&self, file: FileId, declaration: &Declaration) -> Result<Written> {
        let on_disk = self.on_disk(file)?;
        let now = match &on_disk {
            None => None,
            Some(on_disk) => match &on_disk.now {
                None => Some(declaration.clone()),
                Some(now) => {
                    let same = |other: &&Declaration| {
                        other.name == declaration.name && other.kind == declaration.kind
                    };
                    let indexed = self.indexed(file)?;
                    let which = indexed
                        .iter()
                        .filter(same)
                        .position(|other| other == declaration)
                        .unwrap_or_default();
                    now.iter().filter(same).nth(which).cloned()
                }
            },
        };
        Ok(match now {
            Some(declaration) => Written {
                declaration,
                file: on_disk,
            },
            None => Written {
                declaration: declaration.clone(),
                file: None,
            },
        })
    }

    /// A line that the index speaks of, without the space around it; empty when the file is no longer what was indexed.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn line_text(&self, file: FileId, line: Line) -> Result<String> {
        let on_disk = self.on_disk(file)?;
        let as_indexed = on_disk.as_ref().filter(|on_disk| on_disk.now.is_none());
        let text = as_indexed.map_or("", |on_disk| {
            let lines = on_disk.source.lines();
            let span = Span::new(lines.start_of(line), lines.end_of(line));
            on_disk.source.slice(span)
        });
        Ok(text.trim().to_owned())
    }
}

impl std::fmt::Debug for Files<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Files").finish_non_exhaustive()
    }
}

impl Written {
    /// Its head without decorators and `export`; interfaces, types and enums whole. Empty when it is gone.
    pub fn signature(&self) -> String {
        let head = self.text(self.declaration.signature);
        match self.keyword() {
            Some(keyword) if !head.is_empty() => format!("{keyword} {head}"),
            Some(_) | None => head,
        }
    }

    /// The text of its file.
    pub fn source(&self) -> Option<&Source> {
        self.file.as_ref().map(|file| &file.source)
    }

    /// The keyword before the name of a variable, which is no part of its declarator.
    pub fn keyword(&self) -> Option<&str> {
        let declaration = &self.declaration;
        if declaration.signature.start != declaration.name_span.start {
            return None;
        }
        let before = Span::new(declaration.span.start, declaration.signature.start);
        let last = self.source()?.slice(before).split_whitespace().last()?;
        matches!(last, "const" | "let" | "var" | "using").then_some(last)
    }

    /// The doc comment before it.
    pub fn doc(&self) -> Option<String> {
        let doc = self.text(self.declaration.doc?);
        (!doc.is_empty()).then_some(doc)
    }

    /// A stretch of its file, with further lines moved left as far as the first one stands in.
    pub fn text(&self, span: Span) -> String {
        let Some(file) = &self.file else {
            return String::new();
        };
        let source = &file.source;
        let line_start = source.lines().start_of(source.lines().line_of(span.start));
        let before = source.slice(Span::new(line_start, span.start));
        let indentation = &before[..before.len() - before.trim_start().len()];
        let mut text = String::new();
        for (at, line) in source.slice(span).lines().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            let moved = if at > 0 {
                line.strip_prefix(indentation)
            } else {
                None
            };
            text.push_str(moved.unwrap_or(line));
        }
        text
    }
}

/// Text that is cut where it gets long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// What is left of it.
    pub text: String,
    /// Whether something is missing.
    pub truncated: bool,
}

impl Cut {
    /// `text` up to `lines` lines and `characters` characters, whichever comes first, at the end of a line; a single line that
    /// is too long ends in `…`.
    pub fn new(text: &str, lines: usize, characters: usize) -> Self {
        let mut kept = String::new();
        let mut length = 0;
        for (at, line) in text.lines().enumerate() {
            length += line.chars().count() + usize::from(at > 0);
            if at < lines && length <= characters {
                if at > 0 {
                    kept.push('\n');
                }
                kept.push_str(line);
                continue;
            }
            if at == 0 {
                kept.extend(line.chars().take(characters));
                kept.push('…');
            }
            return Self {
                text: kept,
                truncated: true,
            };
        }
        Self {
            text: kept,
            truncated: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_ends_with_a_line() {
        let cut = |text: &str| {
            let cut = Cut::new(text, 3, 10);
            (cut.text, cut.truncated)
        };
        assert_eq!(cut("a\nb\nc"), ("a\nb\nc".to_owned(), false));
        assert_eq!(cut("a\nb\nc\nd"), ("a\nb\nc".to_owned(), true));
        assert_eq!(cut("abcdefgh\ni\nj"), ("abcdefgh\ni".to_owned(), true));
        assert_eq!(cut("abcdefghijkl\nm"), ("abcdefghij…".to_owned(), true));
        assert_eq!(cut(""), (String::new(), false));
    }
}
