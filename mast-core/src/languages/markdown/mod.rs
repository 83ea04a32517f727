//! Markdown: one chunk a section, and the list of all headings.
//!
//! Block structure comes from pulldown-cmark, so that a `#` in a code fence, a list or a quotation starts
//! nothing. Every byte of a file that is not blank lies in exactly one section's chunk (pieces of a long one
//! overlap). Cost: one pass of the parser, linear in the text.

pub mod sections;

pub use sections::{Section, front_matter, sections};

use crate::facts::{Chunk, ChunkKind, Code, FileFacts, ParsedBy};
use crate::languages::ExtractOptions;
use crate::languages::split;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// Reads a Markdown file: its front matter, what stands before the first heading, and one chunk for each
/// heading of a level up to `options.heading_depth`; deeper headings belong to the chunk they stand in.
pub fn extract(path: &RelPath, source: &Source, options: ExtractOptions) -> FileFacts {
    let file = path.file_name();
    let mut chunks = Vec::new();
    let metadata = front_matter(source);
    if let Some(span) = metadata {
        push_pieces(
            &mut chunks,
            source,
            options,
            &format!("{file} (front matter)"),
            span,
        );
    }
    let mut name = file.to_owned();
    let mut start = metadata.map_or(0, |span| span.end);
    for section in sections(source) {
        if section.level > options.heading_depth {
            continue;
        }
        push_pieces(
            &mut chunks,
            source,
            options,
            &name,
            Span::new(start, section.span.start),
        );
        name = section.name(file);
        start = section.span.start;
    }
    let end = source.text().len() as u32;
    push_pieces(&mut chunks, source, options, &name, Span::new(start, end));
    FileFacts {
        parsed_by: ParsedBy::Markdown,
        syntax_error: None,
        generated: None,
        chunks,
        declarations: Vec::new(),
        imports: Vec::new(),
        exports: Vec::new(),
        code: Code::default(),
    }
}

/// Adds the chunk of `span`, in pieces when it is long; nothing when it is blank.
fn push_pieces(chunks: &mut Vec<Chunk>, source: &Source, options: ExtractOptions, name: &str, span: Span) {
    let Some(whole) = sections::without_blank_edges(source, span) else {
        return;
    };
    let lines = source.lines().lines_of(whole);
    for (part, window) in (0..).zip(split::windows(lines, options.split_threshold)) {
        let window_span = source.lines().span_of(window);
        let piece = Span::new(window_span.start, window_span.end.min(whole.end));
        chunks.push(Chunk {
            kind: ChunkKind::Doc,
            name: Some(name.to_owned()),
            owner: None,
            span: sections::without_trailing_white(source, piece),
            lines: window,
            doc: None,
            shell: Vec::new(),
            exported: false,
            part,
        });
    }
}

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "as UPDATE_EXPECT=1 writes them")]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;

    fn check(text: &str, options: ExtractOptions, expected: &Expect) {
        let path = RelPath::parse("docs/guide.md").unwrap();
        let source = Source::new(text.to_owned());
        let mut shown = String::new();
        for chunk in extract(&path, &source, options).chunks {
            writeln!(
                shown,
                "{}-{} part {} `{}` {:?}",
                chunk.lines.first(),
                chunk.lines.last(),
                chunk.part,
                chunk.name.unwrap(),
                source.slice(chunk.span).chars().take(40).collect::<String>(),
            )
            .unwrap();
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn each_heading_up_to_the_depth_is_a_chunk() {
        check(
            "Before.\n\n# Guide\n\nIntro.\n\n## Install\n### Linux\nx\n\n\n## Use\ny\n# Notes\n",
            ExtractOptions::default(),
            &expect![[r###"
                1-1 part 0 `guide.md` "Before."
                3-5 part 0 `guide.md > Guide` "# Guide\n\nIntro."
                7-9 part 0 `guide.md > Guide > Install` "## Install\n### Linux\nx"
                12-13 part 0 `guide.md > Guide > Use` "## Use\ny"
                14-14 part 0 `guide.md > Notes` "# Notes"
            "###]],
        );
    }

    #[test]
    fn missing_levels_are_left_out_of_the_name() {
        check(
            "# A\n### C\nc\n## B\n### D\nd\n",
            ExtractOptions {
                split_threshold: 100,
                heading_depth: 3,
            },
            &expect![[r####"
                1-1 part 0 `guide.md > A` "# A"
                2-3 part 0 `guide.md > A > C` "### C\nc"
                4-4 part 0 `guide.md > A > B` "## B"
                5-6 part 0 `guide.md > A > B > D` "### D\nd"
            "####]],
        );
    }

    #[test]
    fn setext_headings_count_and_lists_quotes_and_fences_hide() {
        check(
            "Top\n===\n> # quoted\n\n- # listed\n\n```sh\n# comment\n```\n\n    # indented\n\nLong\ntitle\n---\nend\n",
            ExtractOptions::default(),
            &expect![[r#"
                1-11 part 0 `guide.md > Top` "Top\n===\n> # quoted\n\n- # listed\n\n```sh\n# "
                13-16 part 0 `guide.md > Top > Long title` "Long\ntitle\n---\nend"
            "#]],
        );
    }

    #[test]
    fn front_matter_is_a_chunk_of_its_own() {
        check(
            "---\ntitle: x\n# no heading\n---\n\nText.\n\n# One\n\n---\nrule: not metadata\n---\n",
            ExtractOptions::default(),
            &expect![[r##"
                1-4 part 0 `guide.md (front matter)` "---\ntitle: x\n# no heading\n---"
                6-6 part 0 `guide.md` "Text."
                8-10 part 0 `guide.md > One` "# One\n\n---"
                11-12 part 0 `guide.md > One > rule: not metadata` "rule: not metadata\n---"
            "##]],
        );
    }

    #[test]
    fn carriage_returns_stay_in_the_offsets() {
        check(
            "---\r\na: 1\r\n---\r\n# One\r\n\r\ntext\r\n\r\nTwo\r\n---\r\n```\r\n# no\r\n```\r\n",
            ExtractOptions::default(),
            &expect![[r##"
                1-3 part 0 `guide.md (front matter)` "---\r\na: 1\r\n---"
                4-6 part 0 `guide.md > One` "# One\r\n\r\ntext"
                8-12 part 0 `guide.md > One > Two` "Two\r\n---\r\n```\r\n# no\r\n```"
            "##]],
        );
    }

    #[test]
    fn a_file_without_headings_is_one_chunk_and_a_blank_one_none() {
        check(
            "just text\n\n",
            ExtractOptions::default(),
            &expect![[r#"
            1-1 part 0 `guide.md` "just text"
        "#]],
        );
        check("\n  \n\t\n", ExtractOptions::default(), &expect![[""]]);
        check("", ExtractOptions::default(), &expect![[""]]);
    }

    #[test]
    fn long_sections_are_cut_into_windows() {
        let text = format!("# Long\n{}\n\n# Next\n", "line\n".repeat(29));
        check(
            &text,
            ExtractOptions {
                split_threshold: 20,
                heading_depth: 2,
            },
            &expect![[r##"
                1-20 part 0 `guide.md > Long` "# Long\nline\nline\nline\nline\nline\nline\nlin"
                11-30 part 1 `guide.md > Long` "line\nline\nline\nline\nline\nline\nline\nline\n"
                33-33 part 0 `guide.md > Next` "# Next"
            "##]],
        );
    }
}
