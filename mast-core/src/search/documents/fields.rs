//! What a document says of itself: its title, and the fields that tell whether it still holds.

use super::Document;
use crate::languages::markdown;
use crate::text::span::Span;

/// The fields that are shown beside a title.
const FIELDS: &[&str] = &[
    "status",
    "state",
    "stage",
    "date",
    "updated",
    "last updated",
    "draft",
    "deprecated",
    "superseded by",
];

/// How far behind the first heading a field may stand, in lines.
const FIELD_LINES: usize = 15;

/// A longer value is cut, in characters.
const LONGEST_VALUE: usize = 80;

impl Document {
    /// Its title: that of its front matter, else its first heading of the first level, else its first heading.
    pub fn title(&self) -> Option<String> {
        let stated = self
            .metadata()
            .find(|(name, _)| name == "title")
            .map(|(_, value)| value);
        stated.or_else(|| {
            let sections = markdown::sections(&self.source);
            let named = || sections.iter().filter(|section| !section.title.is_empty());
            named()
                .find(|section| section.level == 1)
                .or_else(|| named().next())
                .map(|section| section.title.clone())
        })
    }

    /// Its fields such as `status: accepted`: of its front matter, of the lines at its start, and what stands in a section called
    /// "Status"; each name once.
    pub fn fields(&self) -> Vec<(String, String)> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut add = |name: String, value: String| {
            let known = fields.iter().any(|(known, _)| *known == name);
            if FIELDS.contains(&name.as_str()) && !value.is_empty() && !known {
                fields.push((name, shortened(&value)));
            }
        };
        for (name, value) in self.metadata() {
            add(name, value);
        }
        let sections = markdown::sections(&self.source);
        let body = markdown::front_matter(&self.source).map_or(0, |span| span.end);
        let end = sections
            .iter()
            .find(|section| section.span.start > body && section.level > 1)
            .map_or(self.source.text().len() as u32, |section| section.span.start);
        let start = self.source.slice(Span::new(body, end));
        for line in start.lines().take(FIELD_LINES) {
            if let Some((name, value)) = written_field(line) {
                add(name, value);
            }
        }
        for section in &sections {
            let name = section.title.to_lowercase();
            if name == "status" {
                let text = self.source.slice(section.span);
                let value = text.lines().skip(1).map(str::trim);
                let value = value
                    .filter(|line| !line.starts_with(['=', '-']))
                    .find(|line| !line.is_empty());
                add(name, value.map(without_markup).unwrap_or_default());
            }
        }
        fields
    }

    /// The fields of the front matter that stand at the margin, their names in lower case.
    fn metadata(&self) -> impl Iterator<Item = (String, String)> {
        let text = markdown::front_matter(&self.source).map_or("", |span| self.source.slice(span));
        text.lines().filter_map(|line| {
            let (name, value) = line.split_once([':', '='])?;
            let at_margin = name.starts_with(char::is_alphabetic);
            let value = value.trim();
            let value = value
                .strip_prefix('"')
                .and_then(|value| value.strip_suffix('"'))
                .or_else(|| {
                    value
                        .strip_prefix('\'')
                        .and_then(|value| value.strip_suffix('\''))
                })
                .unwrap_or(value);
            at_margin.then(|| (field_name(name), value.to_owned()))
        })
    }
}

/// `Status: accepted`, `**Status:** accepted`, `- Status: accepted`, `> *Status*: accepted`.
fn written_field(line: &str) -> Option<(String, String)> {
    let line = line
        .trim_start_matches(|mark: char| mark.is_whitespace() || matches!(mark, '-' | '*' | '+' | '>' | '_'));
    let (name, value) = line.split_once(':')?;
    Some((field_name(&without_markup(name)), without_markup(value)))
}

fn field_name(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', '-'], " ")
}

fn without_markup(text: &str) -> String {
    text.trim_matches(|mark: char| mark.is_whitespace() || matches!(mark, '*' | '_' | '`'))
        .to_owned()
}

fn shortened(value: &str) -> String {
    if value.chars().count() <= LONGEST_VALUE {
        return value.to_owned();
    }
    let mut short: String = value.chars().take(LONGEST_VALUE).collect();
    short.push('…');
    short
}
