//! Names: each text once, and how keys are written.

use oxc_ast::ast;
use oxc_span::GetSpan;

use super::Builder;
use crate::facts::code::NameId;
use crate::languages::typescript::exact::members::template_text;
use crate::text::line::Line;

/// How many operators may follow one another in one expression.
const LONGEST_CHAIN: u32 = 4000;

/// Whether an expression of `text` may be a chain of operators that is too long to be followed by recursion:
/// the parser reads those in a loop, the bindings do not.
pub(super) fn has_long_chain(text: &str) -> bool {
    if text.len() < 2 * LONGEST_CHAIN as usize {
        return false;
    }
    let bytes = text.as_bytes();
    let mut links = 0;
    let mut last = 0;
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        match MARKS[byte as usize] {
            Mark::None => {}
            Mark::End => links = 0,
            Mark::Quote => at = string_end(bytes, at).unwrap_or(at),
            Mark::Link => {
                links += u32::from(byte != last);
                if links > LONGEST_CHAIN {
                    return true;
                }
            }
        }
        last = byte;
        at += 1;
    }
    false
}

/// What a byte says of the expression that it stands in.
#[derive(Clone, Copy)]
enum Mark {
    None,
    /// The expression ends.
    End,
    /// It goes on behind an operator.
    Link,
    /// A string begins.
    Quote,
}

const MARKS: [Mark; 256] = {
    let mut marks = [Mark::None; 256];
    let mut at = 0;
    while at < marks.len() {
        marks[at] = match at as u8 {
            b';' | b'{' | b'}' | b',' => Mark::End,
            b'"' | b'\'' | b'`' => Mark::Quote,
            b'.' | b'+' | b'-' | b'*' | b'/' | b'%' | b'|' | b'&' | b'^' | b'<' | b'>' | b'=' | b'('
            | b'[' => Mark::Link,
            _ => Mark::None,
        };
        at += 1;
    }
    marks
};

/// The closing quote of the string that opens at `at`, when it stands on the same line.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = bytes.get(at)?;
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'\n' => return None,
            b'$' if *quote == b'`' => return None,
            b'\\' => end += 2,
            byte if byte == quote => return Some(end),
            _ => end += 1,
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// The place of `text`.
    pub(super) fn name(&mut self, text: &'a str) -> NameId {
        if let Some(id) = self.names.get(text) {
            return *id;
        }
        let id = NameId(self.code.names.len() as u32);
        self.code.names.push(text);
        self.names.insert(text, id);
        id
    }

    /// The place of a text that does not stand in the source.
    pub(super) fn made_name(&mut self, text: &str) -> NameId {
        if let Some(id) = self.names.get(text) {
            *id
        } else {
            let kept = self.allocator.alloc_str(text);
            self.name(kept)
        }
    }

    /// The line of byte `offset`.
    pub(super) fn line(&self, offset: u32) -> Line {
        self.source.lines().line_of(offset)
    }

    /// The name of a member as [`crate::facts::Declaration`] writes it; none for a computed one.
    pub(super) fn key(&mut self, key: &ast::PropertyKey<'a>) -> Option<NameId> {
        match key {
            ast::PropertyKey::StaticIdentifier(name) => Some(self.name(name.name.as_str())),
            ast::PropertyKey::PrivateIdentifier(name) => Some(self.private_name(name)),
            ast::PropertyKey::StringLiteral(name) => Some(self.name(name.value.as_str())),
            ast::PropertyKey::TemplateLiteral(name) => template_text(name).map(|text| self.made_name(&text)),
            ast::PropertyKey::NumericLiteral(_) | ast::PropertyKey::BigIntLiteral(_) => {
                let span = key.span();
                let text = self
                    .source
                    .text()
                    .get(span.start as usize..span.end as usize)
                    .unwrap_or("")
                    .to_owned();
                Some(self.made_name(&text))
            }
            ast::PropertyKey::StaticMemberExpression(member) => match &member.object {
                ast::Expression::Identifier(object) if object.name == "Symbol" => {
                    Some(self.made_name(&format!("[Symbol.{}]", member.property.name)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn private_name(&mut self, name: &ast::PrivateIdentifier<'a>) -> NameId {
        self.made_name(&format!("#{}", name.name))
    }

    /// The text of `span`.
    pub(super) fn text_of(&self, span: oxc_span::Span) -> &str {
        self.source
            .text()
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }
}
