//! The headings of a Markdown file, each with the lines of its section.
//!
//! A section runs from its heading to the next heading of the same or a higher level, its subsections
//! included. Only headings at the level of the document count, never those in quotations or lists.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::text::line::LineRange;
use crate::text::source::Source;
use crate::text::span::Span;

/// One heading and what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// 1 for `#` to 6 for `######`.
    pub level: u8,
    /// The heading's plain text, without markup; empty for a heading without text.
    pub title: String,
    /// The titles of the headings it stands under, outermost first, and its own last; missing levels are left out.
    pub path: Vec<String>,
    /// From the heading to the last line of the section that is not blank, subsections included.
    pub lines: LineRange,
    /// The bytes of `lines`, without white space at their end.
    pub span: Span,
}

impl Section {
    /// Its name in the index: `guide.md > Install > Linux`, where `file` is the name of the file.
    pub fn name(&self, file: &str) -> String {
        let mut name = file.to_owned();
        for title in self.path.iter().filter(|title| !title.is_empty()) {
            name.push_str(" > ");
            name.push_str(title);
        }
        name
    }
}

/// One heading, before the end of its section is known.
struct Heading {
    level: u8,
    title: String,
    start: u32,
}

/// All headings of every level, in source order.
pub fn sections(source: &Source) -> Vec<Section> {
    let headings = headings(source);
    let end_of_text = source.text().len() as u32;
    let mut sections: Vec<Section> = Vec::with_capacity(headings.len());
    // The sections that are open at a heading: their numbers, outermost first.
    let mut open: Vec<usize> = Vec::new();
    for heading in headings {
        close(&mut sections, &mut open, source, heading.level, heading.start);
        let mut path: Vec<String> = open
            .last()
            .and_then(|parent| sections.get(*parent))
            .map(|parent| parent.path.clone())
            .unwrap_or_default();
        path.push(heading.title.clone());
        open.push(sections.len());
        let span = Span::new(heading.start, end_of_text);
        sections.push(Section {
            level: heading.level,
            title: heading.title,
            path,
            lines: source.lines().lines_of(span),
            span,
        });
    }
    close(&mut sections, &mut open, source, 0, end_of_text);
    sections
}

/// Ends the open sections of `level` and deeper at byte `end`.
fn close(sections: &mut [Section], open: &mut Vec<usize>, source: &Source, level: u8, end: u32) {
    while let Some(section) = open.last().and_then(|last| sections.get_mut(*last)) {
        if section.level < level {
            return;
        }
        section.span = without_trailing_white(source, Span::new(section.span.start, end));
        section.lines = source.lines().lines_of(section.span);
        open.pop();
    }
}

fn headings(source: &Source) -> Vec<Heading> {
    let body = front_matter(source).map_or(0, |span| span.end);
    let text = with_line_feeds(Span::new(body, source.text().len() as u32).of(source.text()));
    let mut headings = Vec::new();
    let mut depth = 0_u32;
    let mut title: Option<String> = None;
    for (event, range) in Parser::new_ext(&text, extensions()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                let offset = body + range.start as u32;
                headings.push(Heading {
                    level: level as u8,
                    title: String::new(),
                    start: source.lines().start_of(source.lines().line_of(offset)),
                });
                title = Some(String::new());
                depth += 1;
            }
            Event::End(TagEnd::Heading(_)) if depth == 1 => {
                depth = 0;
                if let (Some(heading), Some(text)) = (headings.last_mut(), title.take()) {
                    heading.title = text.split_whitespace().collect::<Vec<_>>().join(" ");
                }
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                if let Some(title) = &mut title {
                    title.push_str(&text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(title) = &mut title {
                    title.push(' ');
                }
            }
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    headings
}

/// `text` with a line feed for each carriage return that ends a line alone, which the parser does not know.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut fed = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let ends_line_alone = character == '\r' && rest.peek() != Some(&'\n');
        fed.push(if ends_line_alone { '\n' } else { character });
    }
    Cow::Owned(fed)
}

/// What GitHub and the usual site generators read: tables and footnotes (whose text is not at the level of
/// the document) and the `{#id}` of a heading (which is not its text).
fn extensions() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
}

/// The metadata at the start of the file, between `---` or `+++` lines, both included.
pub fn front_matter(source: &Source) -> Option<Span> {
    if !source.text().starts_with("---") && !source.text().starts_with("+++") {
        return None;
    }
    // The option takes such a block anywhere in the text, where it would swallow a rule and the setext
    // heading after it: so it is set for the first block only, and the rest is read without it.
    let options =
        Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    match Parser::new_ext(source.text(), options).into_offset_iter().next() {
        Some((Event::Start(Tag::MetadataBlock(_)), range)) if range.start == 0 => {
            let last = source.lines().line_of(range.end.saturating_sub(1) as u32);
            Some(Span::new(0, source.lines().end_of(last)))
        }
        _ => None,
    }
}

/// `span` without the white space at its end.
pub(super) fn without_trailing_white(source: &Source, span: Span) -> Span {
    let text = source.slice(span);
    Span::new(span.start, span.start + text.trim_end().len() as u32)
}

/// `span` without the blank lines at its start and the white space at its end; none when it is blank.
pub(super) fn without_blank_edges(source: &Source, span: Span) -> Option<Span> {
    let text = source.slice(span);
    let blank = (text.len() - text.trim_start().len()) as u32;
    if blank as usize == text.len() {
        return None;
    }
    let first = source.lines().line_of(span.start + blank);
    let start = source.lines().start_of(first).max(span.start);
    Some(without_trailing_white(source, Span::new(start, span.end)))
}

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "as UPDATE_EXPECT=1 writes them")]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;

    fn check(text: &str, expected: &Expect) {
        let source = Source::new(text.to_owned());
        let mut shown = String::new();
        for section in sections(&source) {
            writeln!(
                shown,
                "{}-{} {} {}",
                section.lines.first(),
                section.lines.last(),
                "#".repeat(section.level.into()),
                section.path.join(" > "),
            )
            .unwrap();
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn a_section_holds_its_subsections() {
        check(
            "# A\na\n## B\nb\n#### C\n\n### D\nd\n\n## E\n\n# F\n",
            &expect![[r#"
                1-10 # A
                3-8 ## A > B
                5-5 #### A > B > C
                7-8 ### A > B > D
                10-10 ## A > E
                12-12 # F
            "#]],
        );
    }

    #[test]
    fn titles_are_plain_text() {
        check(
            "# The `mast` *tool* [docs](x) ![logo](y) <b>!</b> {#anchor}\n## Closed ##\nTwo\nlines\n---\n#\n#no heading\n",
            &expect![[r#"
                1-5 # The mast tool docs logo !
                2-2 ## The mast tool docs logo ! > Closed
                3-5 ## The mast tool docs logo ! > Two lines
                6-7 # 
            "#]],
        );
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        check(
            "# A\ra\r\r## B\rb\r",
            &expect![[r#"
                1-5 # A
                4-5 ## A > B
            "#]],
        );
    }

    #[test]
    fn html_blocks_and_fences_hide_headings() {
        check(
            "<div>\n# in html\n</div>\n\n~~~\n# in fence\n~~~\n\n<!--\n# in comment\n-->\n\n# Seen\n\n[^1]: note\n    # in note\n",
            &expect![[r#"
                13-16 # Seen
            "#]],
        );
    }

    #[test]
    fn metadata_ends_at_its_closing_line() {
        let source = Source::new("+++\na = 1\n+++\nrest\n".to_owned());
        assert_eq!(
            front_matter(&source).map(|span| source.slice(span)),
            Some("+++\na = 1\n+++\n")
        );
        assert_eq!(front_matter(&Source::new("---\n\ntext\n---\n".to_owned())), None);
        assert_eq!(front_matter(&Source::new("--- \n".to_owned())), None);
    }
}
