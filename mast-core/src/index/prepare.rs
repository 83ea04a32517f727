//! One file, from disk to what the store keeps of it. Runs on every core at once; touches no database.
//!
//! Cost: reading, one parse, one pass over the text for its terms.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::facts::chunk::own_name;
use crate::facts::{Chunk, Export, ExportTarget, FileFacts};
use crate::languages::{ExtractOptions, LANGUAGES};
use crate::project::stamps::FileStamp;
use crate::store::fts::RowTerms;
use crate::store::pack::pack;
use crate::store::snapshot::{GLANCE_BYTES, glance};
use crate::store::write::{NewFile, SkippedFile};
use crate::store::{code, declared};
use crate::text::digest::Digest;
use crate::text::path::RelPath;
use crate::text::source::{DecodeError, Source};
use crate::text::span::Span;
use crate::text::words::{runs, tokens, words_of};

/// A term that stands this often in a chunk's body counts as frequent in it.
const OFTEN: u32 = 3;

/// What becomes of a file.
#[derive(Debug)]
pub enum Prepared {
    /// It is indexed.
    File(Box<NewFile>),
    /// It is left out, for a reason.
    Skipped(SkippedFile),
    /// It was there when the walk saw it and is gone now.
    Vanished(RelPath),
}

/// What a file's bytes say about it.
#[derive(Debug)]
pub enum Contents {
    /// The bytes of a file that is small enough.
    Bytes(Vec<u8>),
    /// Why it is not read, as a word and for people.
    Refused(&'static str, String),
    /// It is gone.
    Vanished,
}

/// Reads the file at `path` below `root`, at most `max_bytes` of it.
pub fn read(root: &Path, path: &RelPath, max_bytes: u64) -> Contents {
    let absolute = path.under(root);
    let open =
        std::fs::File::open(&absolute).and_then(|file| file.metadata().map(|metadata| (file, metadata)));
    let (file, metadata) = match open {
        Ok(opened) => opened,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Contents::Vanished,
        Err(error) => return Contents::Refused("unreadable", error.to_string()),
    };
    if !metadata.is_file() {
        return Contents::Refused("unreadable", "is not a regular file".to_owned());
    }
    if metadata.len() > max_bytes {
        return Contents::Refused(
            "too_large",
            format!("{} bytes, more than max_file_bytes {max_bytes}", metadata.len()),
        );
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    // One byte more than allowed tells a file that grew since from one that fits.
    match file.take(max_bytes + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > max_bytes => {
            Contents::Refused("too_large", format!("more than max_file_bytes {max_bytes}"))
        }
        Ok(_) => Contents::Bytes(bytes),
        Err(error) => Contents::Refused("unreadable", error.to_string()),
    }
}

/// Why the file at `path` is not indexed, as a word and for people, as far as reading it tells; none where nothing does.
pub fn refusal(root: &Path, path: &RelPath, max_bytes: u64) -> Option<(&'static str, String)> {
    match read(root, path, max_bytes) {
        Contents::Bytes(bytes) => Source::decode(bytes).err().map(undecodable),
        Contents::Refused(reason, detail) => Some((reason, detail)),
        Contents::Vanished => None,
    }
}

fn undecodable(error: DecodeError) -> (&'static str, String) {
    let reason = match error {
        DecodeError::NotUtf8 { .. } => "not_utf8",
        DecodeError::NotUtf16 => "not_utf16",
        DecodeError::Binary => "binary",
    };
    (reason, error.to_string())
}

/// Reads and prepares the file at `path`, whose stamp was `stamp` before it was read.
pub fn prepare(
    root: &Path,
    path: &RelPath,
    language: usize,
    stamp: FileStamp,
    max_bytes: u64,
    options: ExtractOptions,
) -> Prepared {
    match read(root, path, max_bytes) {
        Contents::Bytes(bytes) => prepare_bytes(path, language, stamp, bytes, options),
        Contents::Refused(reason, detail) => skipped(path, stamp, reason, detail),
        Contents::Vanished => Prepared::Vanished(path.clone()),
    }
}

/// Prepares the file at `path` from its bytes.
pub fn prepare_bytes(
    path: &RelPath,
    language: usize,
    stamp: FileStamp,
    bytes: Vec<u8>,
    options: ExtractOptions,
) -> Prepared {
    let digest = Digest::of(&bytes);
    let source = match Source::decode(bytes) {
        Ok(source) => source,
        Err(error) => {
            let (reason, detail) = undecodable(error);
            return skipped(path, stamp, reason, detail);
        }
    };
    // A fault in a parser costs its file, never the run.
    let facts = catch_unwind(AssertUnwindSafe(|| {
        (LANGUAGES[language].extract)(path, &source, options)
    }));
    let Ok(facts) = facts else {
        return skipped(
            path,
            stamp,
            "parser_fault",
            "the parser failed on this file; please report it".to_owned(),
        );
    };
    Prepared::File(Box::new(with_terms(
        path, language, stamp, digest, facts, &source,
    )))
}

fn skipped(path: &RelPath, stamp: FileStamp, reason: &str, detail: String) -> Prepared {
    Prepared::Skipped(SkippedFile {
        path: path.clone(),
        reason: reason.to_owned(),
        detail,
        stamp,
    })
}

fn with_terms(
    path: &RelPath,
    language: usize,
    stamp: FileStamp,
    digest: Digest,
    mut facts: FileFacts,
    source: &Source,
) -> NewFile {
    let mut rows = Vec::with_capacity(facts.chunks.len());
    let mut outline = Vec::with_capacity(facts.chunks.len() * GLANCE_BYTES);
    let mut counts = TermCounts::default();
    for (at, chunk) in facts.chunks.iter().enumerate() {
        for alias in aliases(chunk, &facts.exports) {
            counts.count(alias);
        }
        let (row, distinct) = row_terms(chunk, &facts.chunks[at + 1..], source, &mut counts);
        let name_words = chunk
            .name
            .as_deref()
            .map_or(0, |name| name_word_count(own_name(name)));
        outline.extend(glance(chunk, distinct, name_words));
        rows.push(row);
    }
    counts.count(stem_of(path));
    let stem_terms = counts.take().all;
    counts.count(path.as_str());
    let path_terms = counts.take().all;
    let declared = declared::encode(&facts).map(|bytes| pack(&bytes));
    facts.declarations = Vec::new();
    facts.chunks = Vec::new();
    let code = code::encode(&std::mem::take(&mut facts.code)).map(|bytes| pack(&bytes));
    NewFile {
        path: path.clone(),
        language,
        stamp,
        digest,
        stem_terms,
        path_terms,
        rows,
        outline,
        facts,
        declared,
        code,
    }
}

/// The other names under which a module exports what `chunk` declares.
fn aliases<'t>(chunk: &'t Chunk, exports: &'t [Export]) -> impl Iterator<Item = &'t str> {
    exports.iter().filter_map(|export| match &export.target {
        ExportTarget::Local { name }
            if chunk.name.as_ref() == Some(name) && export.name != *name && export.name != "default" =>
        {
            Some(export.name.as_str())
        }
        ExportTarget::Local { .. }
        | ExportTarget::Named { .. }
        | ExportTarget::Star { .. }
        | ExportTarget::Namespace { .. }
        | ExportTarget::Expression => None,
    })
}

/// The terms of a chunk, and how many distinct ones its body has. `later` are the chunks after it.
fn row_terms<'t>(
    chunk: &'t Chunk,
    later: &[Chunk],
    source: &'t Source,
    counts: &mut TermCounts<'t>,
) -> (RowTerms, usize) {
    let qualified = chunk.name.as_deref().unwrap_or_default();
    let own = own_name(qualified);
    counts.count(own);
    let name = counts.take().all;
    counts.count(&qualified[..qualified.len() - own.len()]);
    let owner = counts.take().all;
    if let Some(doc) = chunk.doc {
        counts.count(source.slice(doc));
    }
    let doc = counts.take().all;
    if chunk.shell.is_empty() {
        counts.count(source.slice(chunk.span));
    }
    for piece in &chunk.shell {
        counts.count(source.slice(*piece));
    }
    for hidden in hidden(chunk, later) {
        counts.count(source.slice(hidden));
    }
    let Field {
        all: body,
        often,
        distinct,
    } = counts.take_parted(OFTEN);
    let row = RowTerms {
        name,
        owner,
        doc,
        body,
        often,
    };
    (row, distinct)
}

/// What a shell leaves out and no chunk of its own holds either: long initialisers, static blocks. Every identifier of a file is a
/// term of one of its rows, so that a question by name misses no file.
fn hidden(shell: &Chunk, later: &[Chunk]) -> Vec<Span> {
    if shell.shell.is_empty() {
        return Vec::new();
    }
    let inside = later
        .iter()
        .take_while(|chunk| chunk.span.start < shell.span.end)
        .map(|chunk| chunk.span);
    let mut covered: Vec<Span> = shell.shell.iter().copied().chain(inside).collect();
    covered.sort_unstable_by_key(|span| span.start);
    let mut hidden = Vec::new();
    let mut at = shell.span.start;
    for span in covered {
        if span.start > at {
            hidden.push(Span::new(at, span.start));
        }
        at = at.max(span.end);
    }
    if at < shell.span.end {
        hidden.push(Span::new(at, shell.span.end));
    }
    hidden
}

/// What a file's name says: without extensions, and the folder's name for `index` and the like.
fn stem_of(path: &RelPath) -> &str {
    let stem = path.file_name().split('.').next().unwrap_or_default();
    let folder = path.directory().rsplit('/').next().unwrap_or_default();
    if matches!(stem, "index" | "mod" | "main" | "") && !folder.is_empty() {
        folder
    } else {
        stem
    }
}

/// How many words a name has, as the index counts them.
pub fn name_word_count(name: &str) -> usize {
    runs(name).map(|run| words_of(run).count()).sum()
}

/// Counts the terms of one field after another.
///
/// Terms are numbered once a file, and a run of characters is taken apart once a file: most of a file's words stand in it many times.
#[derive(Debug, Default)]
struct TermCounts<'t> {
    /// Where the terms of a run stand in `terms_of_runs`.
    runs: FxHashMap<&'t str, (u32, u32)>,
    terms_of_runs: Vec<u32>,
    numbers: FxHashMap<Rc<str>, u32>,
    texts: Vec<Rc<str>>,
    counts: Vec<u32>,
    touched: Vec<u32>,
}

/// The terms of one field, each separated by spaces.
#[derive(Debug, Default)]
struct Field {
    /// Those that do not stand there often.
    all: String,
    /// Those that do.
    often: String,
    /// How many there are.
    distinct: usize,
}

impl<'t> TermCounts<'t> {
    fn count(&mut self, text: &'t str) {
        for run in runs(text) {
            let (start, end) = match self.runs.get(run) {
                Some(known) => *known,
                None => self.take_apart(run),
            };
            for number in &self.terms_of_runs[start as usize..end as usize] {
                let count = &mut self.counts[*number as usize];
                if *count == 0 {
                    self.touched.push(*number);
                }
                *count += 1;
            }
        }
    }

    fn take_apart(&mut self, run: &'t str) -> (u32, u32) {
        let start = self.terms_of_runs.len() as u32;
        tokens(run, |token, _| {
            let number = if let Some(number) = self.numbers.get(token) {
                *number
            } else {
                let number = self.texts.len() as u32;
                let text: Rc<str> = token.into();
                self.numbers.insert(Rc::clone(&text), number);
                self.texts.push(text);
                self.counts.push(0);
                number
            };
            self.terms_of_runs.push(number);
        });
        let place = (start, self.terms_of_runs.len() as u32);
        self.runs.insert(run, place);
        place
    }

    /// What was counted since the last call, none of it as often.
    fn take(&mut self) -> Field {
        self.take_parted(u32::MAX)
    }

    /// What was counted since the last call; what was counted `often` times stands apart.
    fn take_parted(&mut self, often: u32) -> Field {
        let mut field = Field {
            distinct: self.touched.len(),
            ..Field::default()
        };
        let add = |list: &mut String, text: &str| {
            if !list.is_empty() {
                list.push(' ');
            }
            list.push_str(text);
        };
        for number in self.touched.drain(..) {
            let text = &self.texts[number as usize];
            let count = std::mem::take(&mut self.counts[number as usize]);
            if count >= often {
                add(&mut field.often, text);
            } else {
                add(&mut field.all, text);
            }
        }
        field
    }
}
