//! Reading nodes: where they stand in the whole text, what their tokens are, what names say.
//!
//! A tree may be that of one piece of a file, read from a text in which some bytes were replaced. Its
//! nodes are translated to the original text here and nowhere else, so that every name and every span is
//! that of the file as it is.

use tree_sitter::Node;

use crate::languages::typescript::outline::{MemberKey, Name};
use crate::text::span::Span;

/// The length of a line up to which its start is looked at.
const LONGEST_LINE: u32 = 1024;

/// How much code people write on a line before another declaration.
const WIDEST_CODE: usize = 200;

/// The original text and the place of a tree in it.
#[derive(Clone, Copy)]
pub(super) struct Reader<'t> {
    source: &'t str,
    base: u32,
    /// The end of the piece; brackets may have been added behind it.
    limit: u32,
    /// The indentation of the first line of the piece.
    indent: usize,
    /// Whether the tree has errors, so that what stands around a node may belong to it.
    pub(super) damaged: bool,
}

impl<'t> Reader<'t> {
    /// A reader for a tree of the bytes `piece` of `source`.
    pub(super) fn new(source: &'t str, piece: Span, damaged: bool) -> Self {
        let text = piece.of(source).trim_end();
        let first_line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        Self {
            source,
            base: piece.start,
            limit: piece.start + text.len() as u32,
            indent: first_line.len() - first_line.trim_start().len(),
            damaged,
        }
    }

    /// The first byte of `node`.
    pub(super) fn start(&self, node: Node) -> u32 {
        (self.base + node.start_byte() as u32).min(self.limit)
    }

    /// The end of `node`. The grammars count a comment before an inserted semicolon to the statement;
    /// it does not belong to it.
    pub(super) fn end(&self, node: Node) -> u32 {
        let mut last = node;
        while let Some(child) = last_child(last) {
            last = child;
        }
        (self.base + last.end_byte() as u32).min(self.limit)
    }

    /// The bytes of `node`.
    pub(super) fn span(&self, node: Node) -> Span {
        Span::new(self.start(node), self.end(node))
    }

    /// The text of `node`.
    pub(super) fn text(&self, node: Node) -> &'t str {
        self.span(node).of(self.source)
    }

    /// The text between two offsets.
    pub(super) fn between(&self, start: u32, end: u32) -> &'t str {
        Span::new(start, end).of(self.source)
    }

    /// The text of the line that `offset` stands on, up to `offset`; of a very long line nothing.
    pub(super) fn line_before(&self, offset: u32) -> &'t str {
        let before = self.between(offset.saturating_sub(LONGEST_LINE), offset);
        let line_end = before.bytes().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        line_end.map_or(before, |line_end| before.get(line_end + 1..).unwrap_or(""))
    }

    /// Whether `offset` is that of the first column of a line.
    pub(super) fn starts_line(&self, offset: u32) -> bool {
        let before = offset
            .checked_sub(1)
            .and_then(|at| self.source.as_bytes().get(at as usize));
        before.is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Whether `offset` is in the body of something, whatever a damaged tree says: its line is indented deeper
    /// than the piece, or so much code stands before it on its line that it was written by a machine.
    pub(super) fn is_inner(&self, offset: u32) -> bool {
        let line = self.line_before(offset);
        let code = line.trim_start();
        code.len() > WIDEST_CODE || line.len() - code.len() > self.indent
    }

    /// An identifier, or an exported name that may be quoted, as a name.
    pub(super) fn name(&self, node: Node) -> Name {
        Name {
            text: self.plain(node),
            span: self.span(node),
        }
    }

    /// The text of an identifier or literal, without quotes and with its escapes resolved.
    pub(super) fn plain(&self, node: Node) -> String {
        let text = self.text(node);
        match node.kind() {
            "string" | "template_string" => unescape(within_quotes(text)),
            _ => unescape(text),
        }
    }

    /// The text of `node` when it is a literal: a string, or a template without substitutions.
    pub(super) fn literal(&self, node: Node) -> Option<String> {
        match node.kind() {
            "string" => Some(self.plain(node)),
            "template_string" if child_of_kind(node, "template_substitution").is_none() => {
                Some(self.plain(node))
            }
            _ => None,
        }
    }

    /// How a member with the key `node` is called.
    pub(super) fn key(&self, node: Node) -> MemberKey {
        if node.kind() != "computed_property_name" {
            return MemberKey::Name(self.name(node));
        }
        let Some(expression) = named_children(node).into_iter().next() else {
            return MemberKey::Computed(self.span(node));
        };
        if let Some(text) = self.literal(expression) {
            return MemberKey::Name(Name {
                text,
                span: self.span(expression),
            });
        }
        if expression.kind() == "number" {
            return MemberKey::Name(self.name(expression));
        }
        let symbol = expression.kind() == "member_expression"
            && expression
                .child_by_field_name("object")
                .is_some_and(|object| self.text(object) == "Symbol");
        if symbol {
            return MemberKey::Name(Name {
                text: format!("[{}]", self.text(expression)),
                span: self.span(expression),
            });
        }
        MemberKey::Computed(self.span(expression))
    }
}

/// Whether `node` is a comment.
pub(super) fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "comment" | "html_comment")
}

/// All children of `node`, tokens included.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

/// The named children of `node` that are no comments.
pub(super) fn named_children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !is_comment(*child))
        .collect()
}

/// The first child of the kind `kind`, which may be a token.
pub(super) fn child_of_kind<'a>(node: Node<'a>, kind: &str) -> Option<Node<'a>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether one of the children of `node` is the token `token`.
pub(super) fn has_token(node: Node, token: &str) -> bool {
    child_of_kind(node, token).is_some()
}

/// The last child of `node` that is no comment.
fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let count = node.child_count();
    (0..count)
        .rev()
        .filter_map(|index| node.child(index))
        .find(|child| !is_comment(*child))
}

/// `text` without the quotes around it.
fn within_quotes(text: &str) -> &str {
    let inner = text.strip_prefix(['"', '\'', '`']).unwrap_or(text);
    inner.strip_suffix(['"', '\'', '`']).unwrap_or(inner)
}

/// Resolves the escapes of strings and identifiers (ECMAScript, 12.9.4). Surrogates that stand alone, which
/// no text of mast can hold, become the replacement character.
fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            flush(&mut plain, &mut units);
            plain.push(character);
            continue;
        }
        let Some(escape) = rest.next() else { break };
        let code = match escape {
            'u' if rest.peek() == Some(&'{') => {
                rest.next();
                let digits: String = rest.by_ref().take_while(|digit| *digit != '}').collect();
                u32::from_str_radix(&digits, 16).ok()
            }
            'u' => digits(&mut rest, 4),
            'x' => digits(&mut rest, 2),
            _ => None,
        };
        if let Some(code) = code {
            if let Ok(unit) = u16::try_from(code) {
                units.push(unit);
            } else {
                flush(&mut plain, &mut units);
                plain.extend(char::from_u32(code));
            }
            continue;
        }
        flush(&mut plain, &mut units);
        match escape {
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'r' => plain.push('\r'),
            'b' => plain.push('\u{8}'),
            'f' => plain.push('\u{c}'),
            'v' => plain.push('\u{b}'),
            '0' => plain.push('\0'),
            '\n' | '\u{2028}' | '\u{2029}' => {}
            '\r' => {
                rest.next_if_eq(&'\n');
            }
            other => plain.push(other),
        }
    }
    flush(&mut plain, &mut units);
    plain
}

fn flush(plain: &mut String, units: &mut Vec<u16>) {
    plain.push_str(&String::from_utf16_lossy(units));
    units.clear();
}

fn digits(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, count: usize) -> Option<u32> {
    let mut digits = String::new();
    while digits.len() < count {
        digits.push(rest.next_if(char::is_ascii_hexdigit)?);
    }
    u32::from_str_radix(&digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescape(r"a\u0062c"), "abc");
        assert_eq!(unescape(r"\u{1F600}\uD83D\uDE00\x41\n\'\q"), "😀😀A\n'q");
        assert_eq!(unescape("a\\\r\nb"), "ab");
        assert_eq!(unescape(r"\"), "");
        assert_eq!(within_quotes("'a"), "a");
    }
}
