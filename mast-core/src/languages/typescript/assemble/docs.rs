//! Finds the doc comment of a declaration.
//!
//! A `/** */` block counts as TypeScript has it: the last before the declaration, with blank lines or
//! other comments between. Without one, the comment lines directly above count. A comment that
//! ends the line of other code belongs to that code, and the licence of a file to nobody.

use crate::languages::typescript::generated::hashbang_end;
use crate::languages::typescript::outline::{Comment, CommentKind};
use crate::text::source::Source;
use crate::text::span::Span;

/// What a header says about the file and not about the declaration below it, in lower case.
const HEADER_WORDS: &[&str] = &[
    "@file",
    "@license",
    "@licence",
    "@module",
    "@packagedocumentation",
    "copyright",
    "licensed under",
    "spdx-",
];

/// The comments of a file and the text around them.
pub(super) struct Docs<'a> {
    source: &'a Source,
    comments: &'a [Comment],
    /// Where the comments before the first code of the file end.
    header_end: u32,
}

impl<'a> Docs<'a> {
    pub(super) fn new(source: &'a Source, comments: &'a [Comment]) -> Self {
        let text = source.text();
        let mut header_end = hashbang_end(text);
        for comment in comments {
            let between = text.get(header_end..comment.span.start as usize);
            if between.is_none_or(|between| !between.trim().is_empty()) {
                break;
            }
            header_end = comment.span.end as usize;
        }
        Self {
            source,
            comments,
            header_end: header_end as u32,
        }
    }

    /// The doc comment of what starts at `start`.
    pub(super) fn before(&self, start: u32) -> Option<Span> {
        let start = self.before_keywords(start);
        let leading = self.leading(start);
        leading
            .iter()
            .rev()
            .find(|comment| comment.kind == CommentKind::JsDoc)
            .map(|comment| comment.span)
            .filter(|doc| !self.is_header(*doc, start))
            .or_else(|| {
                self.lines_above(leading, start)
                    .filter(|doc| !self.is_header(*doc, start))
            })
    }

    /// Where the statement starts of which the first declarator starts at `start`, else `start`.
    fn before_keywords(&self, start: u32) -> u32 {
        let mut at = start;
        let mut keywords: &[&str] = &["const", "let", "using", "var"];
        loop {
            let before = self.source.slice(Span::new(0, at)).trim_end();
            let word = before
                .rsplit(|character: char| {
                    !character.is_alphanumeric() && character != '_' && character != '$'
                })
                .next()
                .unwrap_or("");
            if !keywords.contains(&word) || self.comment_ending_at(before.len() as u32).is_some() {
                return at;
            }
            at = (before.len() - word.len()) as u32;
            keywords = &["await", "declare", "export"];
        }
    }

    fn comment_ending_at(&self, end: u32) -> Option<&Comment> {
        self.comments
            .binary_search_by_key(&end, |comment| comment.span.end)
            .ok()
            .and_then(|index| self.comments.get(index))
    }

    /// The comments between the code before `start` and `start`, without those on the line of that code.
    fn leading(&self, start: u32) -> &'a [Comment] {
        let lines = self.source.lines();
        let end = self.comments.partition_point(|comment| comment.span.end <= start);
        let mut first = end;
        let mut next = start;
        while let Some(comment) = first.checked_sub(1).and_then(|at| self.comments.get(at)) {
            let is_beside = lines.line_of(comment.span.end) == lines.line_of(start);
            if !self.is_blank(comment.span.end, next) || (!is_beside && self.follows_code(comment.span.start))
            {
                break;
            }
            first -= 1;
            next = comment.span.start;
        }
        self.comments.get(first..end).unwrap_or(&[])
    }

    /// The run of comments that ends directly above `start`, no blank line between.
    fn lines_above(&self, leading: &[Comment], start: u32) -> Option<Span> {
        let lines = self.source.lines();
        let mut doc: Option<Span> = None;
        let mut next_line = lines.line_of(start);
        for comment in leading.iter().rev() {
            let at = lines.lines_of(comment.span);
            if at.last().get() + 1 < next_line.get() {
                break;
            }
            next_line = at.first();
            doc = Some(Span::new(
                comment.span.start,
                doc.map_or(comment.span.end, |doc| doc.end),
            ));
        }
        doc
    }

    fn is_header(&self, doc: Span, start: u32) -> bool {
        if doc.end > self.header_end {
            return false;
        }
        let lines = self.source.lines();
        let is_apart = lines.line_of(doc.end).get() + 1 < lines.line_of(start).get();
        let words = self.source.slice(doc).to_lowercase();
        is_apart || HEADER_WORDS.iter().any(|word| words.contains(word))
    }

    fn is_blank(&self, from: u32, to: u32) -> bool {
        self.source.slice(Span::new(from, to)).trim().is_empty()
    }

    /// The comment whose last byte stands before `end`.
    pub(super) fn comment_that_ends_at(&self, end: u32) -> Option<Span> {
        let index = self.comments.partition_point(|comment| comment.span.end < end);
        let span = self.comments.get(index)?.span;
        (span.end == end).then_some(span)
    }

    /// Whether code, and not only space or comments, stands before `offset` on its line.
    fn follows_code(&self, offset: u32) -> bool {
        let lines = self.source.lines();
        let line_start = lines.start_of(lines.line_of(offset));
        let mut at = offset;
        while at > line_start {
            let before = self.source.slice(Span::new(line_start, at)).trim_end();
            if before.is_empty() {
                return false;
            }
            at = line_start + before.len() as u32;
            match self.comment_ending_at(at) {
                Some(comment) => at = comment.span.start,
                None => return true,
            }
        }
        false
    }
}
