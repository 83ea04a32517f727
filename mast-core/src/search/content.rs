//! The text of a chunk, read from disk when it is shown.
//!
//! A file that is not what was indexed is parsed again, and the chunk is looked for under its name; old line numbers never cut new text.

use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::facts::{Chunk, FileFacts};
use crate::index::prepare::{Contents, read};
use crate::languages::LANGUAGES;
use crate::project::config::Config;
use crate::store::Store;
use crate::text::digest::Digest;
use crate::text::line::{Line, LineRange};
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// What a chunk looks like on disk now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The chunk, with the lines it has now.
    pub chunk: Chunk,
    /// Its doc comment and its code; the members without bodies for a shell.
    pub text: String,
    /// The line that `text` begins with.
    pub first_line: Line,
    /// Whether the file is not what was indexed, so that what found the chunk may no longer hold.
    pub stale: bool,
}

/// Reads the contents of chunks; keeps each file it has read.
#[derive(Debug)]
pub struct Reader<'a> {
    config: &'a Config,
    files: FxHashMap<String, Option<OnDisk>>,
}

#[derive(Debug)]
struct OnDisk {
    source: Source,
    /// What it says now, where it is not what was indexed.
    changed: Option<FileFacts>,
}

impl<'a> Reader<'a> {
    /// A reader of the project of `config`.
    pub fn new(config: &'a Config) -> Self {
        Self {
            config,
            files: FxHashMap::default(),
        }
    }

    /// The contents of `chunk` of the file at `path`.
    ///
    /// # Errors
    ///
    /// When the index cannot be read; a file that cannot be read gives a stale, empty content.
    pub fn content(&mut self, store: &Store, path: &str, chunk: &Chunk) -> Result<Content> {
        if !self.files.contains_key(path) {
            let on_disk = self.read(store, path)?;
            self.files.insert(path.to_owned(), on_disk);
        }
        let Some(Some(file)) = self.files.get(path) else {
            return Ok(Content {
                chunk: chunk.clone(),
                text: String::new(),
                first_line: chunk.lines.first(),
                stale: true,
            });
        };
        let now = match &file.changed {
            None => Some(chunk),
            Some(facts) => facts.chunks.iter().find(|now| {
                now.kind == chunk.kind
                    && now.name == chunk.name
                    && now.part == chunk.part
                    && now.name.is_some()
            }),
        };
        Ok(match now {
            Some(now) => Content {
                stale: file.changed.is_some(),
                ..self.shown(&file.source, now)
            },
            None => Content {
                chunk: chunk.clone(),
                text: String::new(),
                first_line: chunk.lines.first(),
                stale: true,
            },
        })
    }

    fn read(&self, store: &Store, path: &str) -> Result<Option<OnDisk>> {
        let path = RelPath::from_stored(path.to_owned());
        let Contents::Bytes(bytes) = read(&self.config.root, &path, self.config.max_file_bytes) else {
            return Ok(None);
        };
        let digest = Digest::of(&bytes);
        let Ok(source) = Source::decode(bytes) else {
            return Ok(None);
        };
        let Some(stored) = store.file(path.as_str())? else {
            return Ok(None);
        };
        let changed = (stored.digest != digest)
            .then(|| (LANGUAGES[stored.language].extract)(&path, &source, self.config.extract_options()));
        Ok(Some(OnDisk { source, changed }))
    }

    fn shown(&self, source: &Source, chunk: &Chunk) -> Content {
        let start = chunk.doc.map_or(chunk.span.start, |doc| doc.start);
        if let Some((header, members)) = chunk.shell.split_first() {
            let mut text = String::new();
            if let Some(doc) = chunk.doc {
                text.push_str(source.slice(doc));
                text.push('\n');
            }
            text.push_str(source.slice(*header));
            for member in members {
                text.push('\n');
                text.push_str(from_line_start(source, *member));
            }
            text.push_str("\n}");
            return Content {
                chunk: chunk.clone(),
                text,
                first_line: source.lines().line_of(start),
                stale: false,
            };
        }
        let lines = source.lines().lines_of(Span::new(start, chunk.span.end));
        let lines = widened(lines, self.config.context_lines, source.lines().count());
        Content {
            chunk: chunk.clone(),
            text: source.slice_lines(lines).to_owned(),
            first_line: lines.first(),
            stale: false,
        }
    }
}

fn widened(lines: LineRange, by: u32, count: u32) -> LineRange {
    let first = lines.first().index().saturating_sub(by);
    let last = (lines.last().index() + by)
        .min(count.saturating_sub(1))
        .max(lines.last().index());
    LineRange::new(Line::from_index(first), Line::from_index(last))
}

/// A span with the indentation of its first line.
fn from_line_start(source: &Source, span: Span) -> &str {
    let line_start = source.lines().start_of(source.lines().line_of(span.start));
    let indentation = source.slice(Span::new(line_start, span.start));
    if indentation.trim().is_empty() {
        source.slice(Span::new(line_start, span.end))
    } else {
        source.slice(span)
    }
}
