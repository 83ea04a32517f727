//! Cuts spans to what is shown: without trailing space, separators, arrows and bodies.

use super::Assembler;
use crate::languages::typescript::outline::Value;
use crate::text::span::Span;

impl Assembler<'_> {
    /// `span` without trailing space, `;`, `,` and comments before them.
    pub(super) fn whole(&self, span: Span) -> Span {
        let mut span = span;
        loop {
            let text = self.source.slice(span).trim_end_matches(|character: char| {
                character.is_whitespace() || matches!(character, ';' | ',')
            });
            span.end = span.start + text.len() as u32;
            match self.docs.comment_that_ends_at(span.end) {
                Some(comment) if comment.start > span.start => span.end = comment.start,
                Some(_) | None => return span,
            }
        }
    }

    /// The head that ends before a body, without space, `=>`, `=` and separators at its end.
    pub(super) fn head(&self, span: Span) -> Span {
        let text = self.whole(span).of(self.source.text());
        let text = text.strip_suffix("=>").unwrap_or(text);
        let text = text.strip_suffix('=').unwrap_or(text).trim_end();
        Span::new(span.start, span.start + text.len() as u32)
    }

    /// `head` with the initialiser when both stand on one line, else `head` alone.
    pub(super) fn head_and_value(&self, head: Span, value: Option<&Value>) -> Span {
        match value {
            Some(value) => {
                let both = Span::new(head.start, value.span.end);
                if self.is_one_line(both) {
                    self.whole(both)
                } else {
                    self.head(head)
                }
            }
            None => self.whole(head),
        }
    }

    /// The first line of `span`.
    pub(super) fn first_line(&self, span: Span) -> Span {
        let text = self.source.slice(span);
        let end = text.find(['\n', '\r']).unwrap_or(text.len());
        self.whole(Span::new(span.start, span.start + end as u32))
    }

    /// Whether `span` touches one line alone.
    pub(super) fn is_one_line(&self, span: Span) -> bool {
        self.source.lines().lines_of(span).count() == 1
    }
}
