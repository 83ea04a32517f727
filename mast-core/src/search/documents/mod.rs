//! Documents: Markdown files as they are on disk now, in parts that can be named and given one by one.
//!
//! The index says which documents there are; what one holds is read from the disk, so that a line number given here is one of the
//! file as it is.

pub mod fields;
pub mod find;

use std::io::ErrorKind;

use crate::index::prepare::{Contents, read};
use crate::languages::{LANGUAGES, markdown, of_path};
use crate::project::config::Config;
use crate::text::line::{Line, LineRange};
use crate::text::path::{PathError, RelPath};
use crate::text::source::Source;
use crate::text::span::Span;

/// The label of the metadata at the start of a document.
pub const FRONT_MATTER: &str = "(front matter)";

/// The label of what stands before the first heading.
pub const BEFORE_HEADINGS: &str = "(before the first heading)";

/// The label of all the text of a document without headings.
pub const NO_HEADINGS: &str = "(no headings)";

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A directory below the root; the root itself has no path.
    Directory(Option<RelPath>),
    /// Something else: a file, as far as is known.
    File(RelPath),
}

/// What `text` names in the project of `config`.
///
/// # Errors
///
/// Why it is refused: it leads out of the project, also through a link, or nothing is there.
pub fn locate(config: &Config, text: &str) -> Result<Place, String> {
    let path = match RelPath::parse(text) {
        Ok(path) => path,
        Err(PathError::Empty) if !text.trim().is_empty() => return Ok(Place::Directory(None)),
        Err(error) => return Err(error.to_string()),
    };
    let canonical = |path: &std::path::Path| std::fs::canonicalize(path);
    let (root, target) = match (canonical(&config.root), canonical(&path.under(&config.root))) {
        (Ok(root), Ok(target)) => (root, target),
        (_, Err(error)) | (Err(error), _) => return Err(unreadable(&error)),
    };
    let Ok(target_path) = target.strip_prefix(&root) else {
        return Err("is a link that leads out of the project root".to_owned());
    };
    if target.is_dir() {
        return Ok(Place::Directory(Some(path)));
    }
    // A link may have any name; what it names decides.
    let is_document = |path: &RelPath| of_path(path).is_some_and(|place| LANGUAGES[place].name == "markdown");
    let target_is_document =
        RelPath::below(&root, &root.join(target_path)).is_ok_and(|path| is_document(&path));
    if is_document(&path) && target_is_document {
        Ok(Place::File(path))
    } else {
        Err("is no Markdown file (`.md`)".to_owned())
    }
}

fn unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "is not there".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// One document, as it is on disk.
#[derive(Debug)]
pub struct Document {
    /// Where it is.
    pub path: RelPath,
    /// What it says.
    pub source: Source,
}

/// A part of a document that can be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// 1 for `#` to 6 for `######`; 0 for a part without a heading.
    pub level: u8,
    /// The heading's plain text, or one of the labels of this module.
    pub title: String,
    /// The titles of the headings it stands under, and its own last; its label alone without a heading.
    pub path: Vec<String>,
    /// Its lines, subsections included.
    pub lines: LineRange,
    /// Its bytes, without white space at the end.
    pub span: Span,
}

impl Part {
    /// The way to it, as a question may name it: `Guide > Install`.
    pub fn way(&self) -> String {
        self.path.join(" > ")
    }
}

impl Document {
    /// Reads the document at `path`.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn read(config: &Config, path: &RelPath) -> Result<Self, String> {
        match read(&config.root, path, config.max_file_bytes) {
            Contents::Bytes(bytes) => {
                let source = Source::decode(bytes).map_err(|error| format!("cannot be read: {error}"))?;
                Ok(Self {
                    path: path.clone(),
                    source,
                })
            }
            Contents::Refused(_, detail) => Err(format!("cannot be read: {detail}")),
            Contents::Vanished => Err("is not there".to_owned()),
        }
    }

    /// Its parts in source order: the front matter, what stands before the first heading, and a part for each heading.
    pub fn parts(&self) -> Vec<Part> {
        let sections = markdown::sections(&self.source);
        let metadata = markdown::front_matter(&self.source);
        let mut parts = Vec::with_capacity(sections.len() + 2);
        let body = metadata.map_or(0, |span| span.end);
        parts.extend(metadata.and_then(|span| self.unnamed(FRONT_MATTER, span)));
        let (label, end) = match sections.first() {
            Some(first) => (BEFORE_HEADINGS, first.span.start),
            None => (NO_HEADINGS, self.source.text().len() as u32),
        };
        parts.extend(self.unnamed(label, Span::new(body, end)));
        parts.extend(sections.into_iter().map(|section| Part {
            level: section.level,
            title: section.title,
            path: section.path,
            lines: section.lines,
            span: section.span,
        }));
        parts
    }

    /// The part `span` without a heading; none when it is blank.
    fn unnamed(&self, label: &str, span: Span) -> Option<Part> {
        let text = self.source.slice(span);
        let blank = text.len() - text.trim_start().len();
        let first = self.source.lines().line_of(span.start + blank as u32);
        let start = self.source.lines().start_of(first).max(span.start);
        let end = span.start + text.trim_end().len() as u32;
        if start >= end {
            return None;
        }
        let span = Span::new(start, end);
        Some(Part {
            level: 0,
            title: label.to_owned(),
            path: vec![label.to_owned()],
            lines: self.source.lines().lines_of(span),
            span,
        })
    }

    /// How many lines it has.
    pub fn line_count(&self) -> u32 {
        self.source.lines().count()
    }

    /// The lines `first` to `last` with the last line that there is, and their text.
    ///
    /// # Errors
    ///
    /// Why there are no such lines.
    pub fn lines(&self, first: u32, last: u32) -> Result<(LineRange, &str), String> {
        let count = self.line_count();
        let (Some(start), Some(end)) = (Line::new(first), Line::new(last.min(count))) else {
            return Err(if count == 0 {
                "is empty".to_owned()
            } else {
                "has no line 0, the first is 1".to_owned()
            });
        };
        if first > last {
            return Err(format!(
                "has no lines {first} to {last}: the first one stands behind the last one"
            ));
        }
        if first > count {
            let lines = if count == 1 { "line" } else { "lines" };
            return Err(format!("has no line {first}, it has {count} {lines}"));
        }
        let range = LineRange::new(start, end);
        let text = self.source.slice(self.source.lines().span_of(range));
        let text = text.strip_suffix('\n').unwrap_or(text);
        Ok((range, text.strip_suffix('\r').unwrap_or(text)))
    }
}
