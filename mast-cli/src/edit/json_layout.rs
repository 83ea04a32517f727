//! Where the members of a JSON object or array stand in its text, and how another one is written beside them.

use std::fmt::Write as _;

use serde_json::Value;

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Its first byte.
    pub(super) start: usize,
    /// The byte behind it.
    pub(super) end: usize,
}

/// An object or array: its brackets, and its members with their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Children {
    /// From the opening bracket to behind the closing one.
    pub(super) all: Spot,
    /// Its members in order.
    pub(super) items: Vec<Spot>,
}

/// How a value is written at some place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// On one line.
    OneLine {
        /// What stands behind a comma and a colon.
        gap: &'static str,
    },
    /// A member a line.
    Lines {
        /// What the line of the value begins with.
        indent: String,
        /// What each level adds to that.
        unit: String,
        /// The end of a line.
        newline: &'static str,
    },
}

impl Form {
    /// The form of the value that is the whole text.
    pub(super) fn of_root(text: &str) -> Self {
        Self::Lines {
            indent: String::new(),
            unit: unit_of(text),
            newline: newline_of(text),
        }
    }

    /// `value` in this form, to stand where the line already has its indentation.
    pub(super) fn written(&self, value: &Value) -> String {
        let mut text = String::new();
        self.write(&mut text, value, 0);
        text
    }

    fn write(&self, text: &mut String, value: &Value, depth: usize) {
        let brackets = match value {
            Value::Object(fields) if !fields.is_empty() => ('{', '}'),
            Value::Array(elements) if !elements.is_empty() => ('[', ']'),
            _ => {
                let _ = write!(text, "{value}");
                return;
            }
        };
        // A list of words reads best on one line.
        let scalars = value.as_array().is_some_and(|elements| {
            elements
                .iter()
                .all(|element| !element.is_object() && !element.is_array())
        });
        let spread = matches!(self, Self::Lines { .. }) && !scalars;
        let gap = match self {
            Self::OneLine { gap } => gap,
            Self::Lines { .. } => " ",
        };
        text.push(brackets.0);
        let members: Vec<(Option<&String>, &Value)> = match value {
            Value::Object(fields) => fields.iter().map(|(key, value)| (Some(key), value)).collect(),
            Value::Array(elements) => elements.iter().map(|value| (None, value)).collect(),
            _ => Vec::new(),
        };
        for (at, (key, value)) in members.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            if spread {
                self.break_line(text, depth + 1);
            } else if at > 0 {
                text.push_str(gap);
            }
            if let Some(key) = key {
                let _ = write!(text, "{}:{gap}", Value::from(key.as_str()));
            }
            self.write(text, value, depth + 1);
        }
        if spread {
            self.break_line(text, depth);
        }
        text.push(brackets.1);
    }

    /// Begins a line `depth` levels inside.
    fn break_line(&self, text: &mut String, depth: usize) {
        if let Self::Lines {
            indent,
            unit,
            newline,
        } = self
        {
            text.push_str(newline);
            text.push_str(indent);
            text.push_str(&unit.repeat(depth));
        }
    }
}

impl Children {
    /// Whether there is nothing between the brackets.
    pub(super) fn is_bare(&self, text: &str) -> bool {
        text[self.all.start + 1..self.all.end - 1].trim().is_empty()
    }

    /// The form of a member.
    pub(super) fn form(&self, text: &str) -> Form {
        let lines = match self.items.first() {
            Some(first) => text[self.all.start..first.start].contains('\n'),
            None => self.all.start == text.len() - text.trim_start().len() || text.contains('\n'),
        };
        if !lines {
            let gap = if text.contains("\":\"") || text.contains("\":{") || text.contains("\":[") {
                ""
            } else {
                " "
            };
            return Form::OneLine { gap };
        }
        let unit = unit_of(text);
        let beside = self.items.last().map(|last| line_indent(text, last.start));
        let inside = || line_indent(text, self.all.start).to_owned() + &unit;
        Form::Lines {
            indent: beside.map_or_else(inside, str::to_owned),
            unit,
            newline: newline_of(text),
        }
    }

    /// The text with another member at the end.
    pub(super) fn with(&self, text: &str, key: Option<&str>, value: &Value) -> String {
        let form = self.form(text);
        let mut member = match (key, &form) {
            (Some(key), Form::OneLine { gap }) => format!("{}:{gap}", Value::from(key)),
            (Some(key), Form::Lines { .. }) => format!("{}: ", Value::from(key)),
            (None, _) => String::new(),
        };
        member.push_str(&form.written(value));
        let (open, close) = (self.all.start + 1, self.all.end - 1);
        let Some(last) = self.items.last() else {
            let inside = open + text[open..close].trim_end().len();
            return match &form {
                Form::OneLine { .. } => splice(text, inside, close, &member),
                Form::Lines { indent, newline, .. } => {
                    let end = line_indent(text, self.all.start);
                    let member = format!("{newline}{indent}{member}{newline}{end}");
                    splice(text, inside, close, &member)
                }
            };
        };
        let comma = comma_in(text, last.end, close);
        let after = comma.map_or(last.end, |comma| comma + 1);
        let (before, tail) = match &form {
            Form::OneLine { gap } => ((*gap).to_owned(), after),
            Form::Lines { indent, newline, .. } => (format!("{newline}{indent}"), line_tail(text, after)),
        };
        if comma.is_some() {
            return splice(text, tail, tail, &format!("{before}{member},"));
        }
        let text = splice(text, tail, tail, &format!("{before}{member}"));
        splice(&text, last.end, last.end, ",")
    }

    /// The text without the member at `at`.
    pub(super) fn without(&self, text: &str, at: usize) -> String {
        let Some(item) = self.items.get(at) else {
            return text.to_owned();
        };
        let (open, close) = (self.all.start + 1, self.all.end - 1);
        let next = self.items.get(at + 1);
        let comma = comma_in(text, item.end, next.map_or(close, |next| next.start));
        let end = comma.map_or(item.end, |comma| comma + 1);
        if next.is_some() {
            let gap = text[end..].len() - text[end..].trim_start().len();
            return splice(text, item.start, end + gap, "");
        }
        let before = at.checked_sub(1).and_then(|before| self.items.get(before));
        let Some(before) = before else {
            let start = text[..item.start].trim_end().len();
            let is_alone = start == open && text[end..close].trim().is_empty();
            return if is_alone {
                splice(text, open, close, "")
            } else {
                splice(text, start, end, "")
            };
        };
        let start = gap_start(text, item.start);
        let text = splice(text, start, end, "");
        match comma_in(&text, before.end, start) {
            Some(separator) if comma.is_none() => splice(&text, separator, separator + 1, ""),
            _ => text,
        }
    }
}

/// Where the space before `at` begins that goes with what stands there: its line, else all of it.
fn gap_start(text: &str, at: usize) -> usize {
    let start = text[..at].trim_end().len();
    match text[start..at].rfind('\n') {
        Some(newline) => start + newline - usize::from(text[start..start + newline].ends_with('\r')),
        None => start,
    }
}

fn splice(text: &str, start: usize, end: usize, piece: &str) -> String {
    [&text[..start], piece, &text[end..]].concat()
}

/// Where the first comma outside comments is, from `start` up to `end`.
fn comma_in(text: &str, start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    while at < end {
        let rest = &text[at..];
        let comment = comment_length(rest);
        match rest.chars().next() {
            Some(',') => return Some(at),
            Some(letter) => at += comment.unwrap_or(letter.len_utf8()),
            None => return None,
        }
    }
    None
}

/// Where the line goes on to after `at` with nothing but comments.
fn line_tail(text: &str, at: usize) -> usize {
    let mut tail = at;
    loop {
        let rest = &text[tail..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        match comment_length(&rest[blank..]) {
            Some(length) if !rest[blank..blank + length].contains('\n') => tail += blank + length,
            _ => return tail,
        }
    }
}

/// How long the comment is that `text` starts with, without the end of its line.
fn comment_length(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        Some(text.find(['\r', '\n']).unwrap_or(text.len()))
    } else if text.starts_with("/*") {
        Some(text.find("*/").map_or(text.len(), |end| end + 2))
    } else {
        None
    }
}

/// What the line of the byte `at` begins with.
fn line_indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// What one level adds to the indentation: that of the first line inside, else two spaces.
fn unit_of(text: &str) -> String {
    let inside = text
        .lines()
        .skip(1)
        .find(|line| line.trim_start().starts_with('"'));
    let unit = inside.map(|line| &line[..line.len() - line.trim_start().len()]);
    unit.unwrap_or("  ").to_owned()
}

fn newline_of(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
