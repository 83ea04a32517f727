//! JSON that people keep: a value is set, appended or removed, and every other byte stays.
//!
//! The parser says where each value stands in the text; a change is a splice there. Comments, the order of keys, indentation, line
//! ends and closing commas are those of the text. What is removed takes with it what was written around it, so that setting and
//! removing gives the text back.

use jsonc_parser::ast::{self, ObjectProp};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::json_layout::{Children, Form, Spot};

/// What a file may hold beside JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Nothing.
    Strict,
    /// Comments and closing commas.
    Commented,
}

impl Dialect {
    const fn options(self) -> ParseOptions {
        let commented = matches!(self, Self::Commented);
        ParseOptions {
            allow_comments: commented,
            allow_trailing_commas: commented,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        }
    }
}

/// A step from a value to one inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// To the value of this key.
    Key(&'a str),
    /// To the element at this place.
    At(usize),
}

/// The text of one JSON object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Json {
    text: String,
    dialect: Dialect,
}

impl Json {
    /// Reads `text`.
    ///
    /// # Errors
    ///
    /// Why it is no JSON object in which each key stands once.
    pub(crate) fn parse(text: &str, dialect: Dialect) -> Result<Self, String> {
        let json = Self {
            text: text.to_owned(),
            dialect,
        };
        json.with_root(|root| match root {
            None => Err("it is empty".to_owned()),
            Some(root) => check_keys(root).and(match root {
                ast::Value::Object(_) => Ok(()),
                _ => Err("it is not a JSON object".to_owned()),
            }),
        })??;
        Ok(json)
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The value at `path`.
    pub(crate) fn get(&self, path: &[Step<'_>]) -> Option<Value> {
        let found = self.with_root(|root| root.and_then(|root| find(root, path)).map(value_of));
        found.ok().flatten()
    }

    /// Whether an object or array is at `path` with nothing in it, not even a comment.
    pub(crate) fn is_bare(&self, path: &[Step<'_>]) -> bool {
        let bare = self.with_root(|root| {
            let found = children(find(root?, path)?)?;
            Some(found.is_bare(&self.text))
        });
        bare.is_ok_and(|bare| bare == Some(true))
    }

    /// Puts `value` at `path`: in place of what is there, else as the last of its object. Objects on the way are made.
    pub(crate) fn set(&mut self, path: &[Step<'_>], value: &Value) {
        let Some((place, missing)) = self.split(path) else {
            return;
        };
        match missing.split_first() {
            None => self.replace(&path[..place], value),
            Some((Step::Key(key), rest)) => {
                let value = wrapped(rest, value);
                self.append(&path[..place], Some(key), &value);
            }
            Some((Step::At(_), _)) => {}
        }
    }

    /// Appends `value` to the array at `path`, which is made where it is missing.
    pub(crate) fn push(&mut self, path: &[Step<'_>], value: &Value) {
        match self.get(path) {
            Some(Value::Array(_)) => self.append(path, None, value),
            _ => self.set(path, &Value::Array(vec![value.clone()])),
        }
    }

    /// Takes out what is at `path`, with its key.
    pub(crate) fn remove(&mut self, path: &[Step<'_>]) {
        let Some((last, parent)) = path.split_last() else {
            return;
        };
        let removed = self.with_root(|root| {
            let container = find(root?, parent)?;
            let at = match (container, last) {
                (ast::Value::Object(object), Step::Key(key)) => object
                    .properties
                    .iter()
                    .position(|property| property.name.as_str() == *key)?,
                (ast::Value::Array(array), Step::At(at)) => {
                    Some(*at).filter(|at| *at < array.elements.len())?
                }
                _ => return None,
            };
            Some(children(container)?.without(&self.text, at))
        });
        if let Ok(Some(text)) = removed {
            self.text = text;
        }
    }

    /// How much of `path` is there, and the rest.
    fn split<'p>(&self, path: &'p [Step<'p>]) -> Option<(usize, &'p [Step<'p>])> {
        let there = (0..=path.len())
            .rev()
            .find(|length| self.get(&path[..*length]).is_some())?;
        Some((there, &path[there..]))
    }

    fn replace(&mut self, path: &[Step<'_>], value: &Value) {
        let replaced = self.with_root(|root| {
            let found = find(root?, path)?.range();
            let parent = path
                .split_last()
                .and_then(|(_, parent)| find(root?, parent))
                .and_then(children);
            let form = parent.map_or_else(|| Form::of_root(&self.text), |parent| parent.form(&self.text));
            let written = form.written(value);
            Some([&self.text[..found.start], &written, &self.text[found.end..]].concat())
        });
        if let Ok(Some(text)) = replaced {
            self.text = text;
        }
    }

    fn append(&mut self, path: &[Step<'_>], key: Option<&str>, value: &Value) {
        let appended = self.with_root(|root| {
            let container = find(root?, path)?;
            Some(children(container)?.with(&self.text, key, value))
        });
        if let Ok(Some(text)) = appended {
            self.text = text;
        }
    }

    fn with_root<T>(&self, look: impl FnOnce(Option<&ast::Value<'_>>) -> T) -> Result<T, String> {
        let parsed = parse_to_ast(&self.text, &CollectOptions::default(), &self.dialect.options());
        parsed.map(|parsed| look(parsed.value.as_ref())).map_err(|error| {
            let mut reason = error.to_string();
            // Reasons are said in lower case, after a colon.
            if let Some(first) = reason.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            reason
        })
    }
}

/// `value` inside an object for each step.
fn wrapped(steps: &[Step<'_>], value: &Value) -> Value {
    steps.iter().rev().fold(value.clone(), |inner, step| match step {
        Step::Key(key) => Value::Object(Map::from_iter([((*key).to_owned(), inner)])),
        Step::At(_) => Value::Array(vec![inner]),
    })
}

fn find<'v, 'a>(value: &'v ast::Value<'a>, path: &[Step<'_>]) -> Option<&'v ast::Value<'a>> {
    path.iter().try_fold(value, |value, step| match (value, step) {
        (ast::Value::Object(object), Step::Key(key)) => {
            property(&object.properties, key).map(|found| &found.value)
        }
        (ast::Value::Array(array), Step::At(at)) => array.elements.get(*at),
        _ => None,
    })
}

fn property<'v, 'a>(properties: &'v [ObjectProp<'a>], key: &str) -> Option<&'v ObjectProp<'a>> {
    properties.iter().find(|property| property.name.as_str() == key)
}

fn children(value: &ast::Value<'_>) -> Option<Children> {
    let spot = |range: jsonc_parser::common::Range| Spot {
        start: range.start,
        end: range.end,
    };
    let (range, items) = match value {
        ast::Value::Object(object) => {
            let items = object.properties.iter().map(|property| spot(property.range));
            (object.range, items.collect())
        }
        ast::Value::Array(array) => {
            let items = array.elements.iter().map(|element| spot(element.range()));
            (array.range, items.collect())
        }
        _ => return None,
    };
    Some(Children {
        all: spot(range),
        items,
    })
}

fn value_of(value: &ast::Value<'_>) -> Value {
    match value {
        ast::Value::StringLit(text) => Value::String(text.value.clone().into_owned()),
        ast::Value::NumberLit(number) => serde_json::from_str(number.value).unwrap_or(Value::Null),
        ast::Value::BooleanLit(truth) => Value::Bool(truth.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Object(object) => {
            let fields = object.properties.iter();
            let fields = fields.map(|field| (field.name.as_str().to_owned(), value_of(&field.value)));
            Value::Object(fields.collect())
        }
        ast::Value::Array(array) => Value::Array(array.elements.iter().map(value_of).collect()),
    }
}

/// A key that stands twice means one thing to one reader and another to the next.
fn check_keys(value: &ast::Value<'_>) -> Result<(), String> {
    match value {
        ast::Value::Object(object) => object.properties.iter().enumerate().try_for_each(|(at, field)| {
            let key = field.name.as_str();
            if property(&object.properties[..at], key).is_some() {
                return Err(format!("`{key}` stands twice in one object"));
            }
            check_keys(&field.value)
        }),
        ast::Value::Array(array) => array.elements.iter().try_for_each(check_keys),
        ast::Value::StringLit(_)
        | ast::Value::NumberLit(_)
        | ast::Value::BooleanLit(_)
        | ast::Value::NullKeyword(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Step::{At, Key};
    use expect_test::{Expect, expect};
    use serde_json::json;

    fn json(text: &str) -> Json {
        Json::parse(text, Dialect::Commented).unwrap()
    }

    /// Appends an entry as a hook is appended, and takes it out again.
    fn check(text: &str, expected: &Expect) {
        let list = [Key("hooks"), Key("Start")];
        let mut edited = json(text);
        let (had_hooks, had_list) = (edited.get(&list[..1]).is_some(), edited.get(&list).is_some());
        edited.push(
            &list,
            &json!({"hooks": [{"command": "mast", "args": ["a", "b"]}], "timeout": 5}),
        );
        expected.assert_eq(edited.text());
        let count = edited
            .get(&list)
            .and_then(|list| list.as_array().map(Vec::len))
            .unwrap();
        edited.remove(&[Key("hooks"), Key("Start"), At(count - 1)]);
        if !had_list {
            edited.remove(&list);
        }
        if !had_hooks {
            edited.remove(&list[..1]);
        }
        assert_eq!(edited.text(), text);
    }

    #[test]
    fn an_object_without_members_gets_lines() {
        check(
            "{}",
            &expect![[r#"
                {
                  "hooks": {
                    "Start": [
                      {
                        "hooks": [
                          {
                            "command": "mast",
                            "args": ["a", "b"]
                          }
                        ],
                        "timeout": 5
                      }
                    ]
                  }
                }"#]],
        );
    }

    #[test]
    fn comments_and_closing_commas_stay_where_they_are() {
        check(
            "{\n    // of the theme\n    \"theme\": 1, // one, or two\n    /* , */\n}\n",
            &expect![[r#"
                {
                    // of the theme
                    "theme": 1, // one, or two
                    "hooks": {
                        "Start": [
                            {
                                "hooks": [
                                    {
                                        "command": "mast",
                                        "args": ["a", "b"]
                                    }
                                ],
                                "timeout": 5
                            }
                        ]
                    },
                    /* , */
                }
            "#]],
        );
        check(
            "{ // first\n  \"a\": [1,\n 2] /* , */ // last\n\n}",
            &expect![[r#"
                { // first
                  "a": [1,
                 2], /* , */ // last
                  "hooks": {
                    "Start": [
                      {
                        "hooks": [
                          {
                            "command": "mast",
                            "args": ["a", "b"]
                          }
                        ],
                        "timeout": 5
                      }
                    ]
                  }

                }"#]],
        );
        check(
            "{\n  \"hooks\": {\n    // none yet\n  }\n}\n",
            &expect![[r#"
                {
                  "hooks": {
                    // none yet
                    "Start": [
                      {
                        "hooks": [
                          {
                            "command": "mast",
                            "args": ["a", "b"]
                          }
                        ],
                        "timeout": 5
                      }
                    ]
                  }
                }
            "#]],
        );
    }

    #[test]
    fn what_stands_on_one_line_stays_there() {
        check(
            r#"{"a":1,"hooks":{"Start":[{"b":"c"}]}}"#,
            &expect![[
                r#"{"a":1,"hooks":{"Start":[{"b":"c"},{"hooks":[{"command":"mast","args":["a","b"]}],"timeout":5}]}}"#
            ]],
        );
        check(
            r#"{ "a": {}, }"#,
            &expect![[
                r#"{ "a": {}, "hooks": {"Start": [{"hooks": [{"command": "mast", "args": ["a", "b"]}], "timeout": 5}]}, }"#
            ]],
        );
        check(
            "{\n\t\"hooks\": { \"Start\": [ {} ] }\n}",
            &expect![[
                "{\n\t\"hooks\": { \"Start\": [ {}, {\"hooks\": [{\"command\": \"mast\", \"args\": [\"a\", \"b\"]}], \"timeout\": 5} ] }\n}"
            ]],
        );
    }

    #[test]
    fn line_ends_and_tabs_are_those_of_the_text() {
        let text = "{\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t}\r\n}\r\n";
        let mut edited = json(text);
        edited.set(&[Key("a"), Key("c")], &json!({"d": 1}));
        assert_eq!(
            edited.text(),
            "{\r\n\t\"a\": {\r\n\t\t\"b\": 1,\r\n\t\t\"c\": {\r\n\t\t\t\"d\": 1\r\n\t\t}\r\n\t}\r\n}\r\n"
        );
        edited.remove(&[Key("a"), Key("c")]);
        assert_eq!(edited.text(), text);
    }

    #[test]
    fn a_value_is_replaced_in_place_and_removed_from_the_middle() {
        let mut edited =
            json("{\n  \"a\": 1, // one\n  \"b\": \"x\", // two\n  // three\n  \"c\": [1, 2, 3]\n}");
        edited.set(&[Key("b")], &json!("y"));
        edited.remove(&[Key("c"), At(1)]);
        edited.remove(&[Key("a")]);
        assert_eq!(
            edited.text(),
            "{\n  // one\n  \"b\": \"y\", // two\n  // three\n  \"c\": [1, 3]\n}"
        );
        edited.remove(&[Key("c")]);
        assert_eq!(edited.text(), "{\n  // one\n  \"b\": \"y\" // two\n  // three\n}");
        edited.remove(&[Key("b")]);
        assert_eq!(edited.text(), "{\n  // one // two\n  // three\n}");
    }

    #[test]
    fn what_is_no_json_object_is_refused_with_the_place() {
        let refused = |text: &str, dialect| Json::parse(text, dialect).unwrap_err();
        let strict = |text: &str| refused(text, Dialect::Strict);
        assert_eq!(strict(""), "it is empty");
        assert_eq!(strict("[1]"), "it is not a JSON object");
        assert_eq!(
            strict("{\n  \"a\": 1\n  \"b\": 2\n}"),
            "expected comma on line 2 column 9"
        );
        assert_eq!(
            strict("{\"a\": 1,}"),
            "trailing commas are not allowed on line 1 column 8"
        );
        assert_eq!(strict("{} // x"), "comments are not allowed on line 1 column 4");
        assert_eq!(
            strict("{'a': 1}"),
            "single-quoted strings are not allowed on line 1 column 2"
        );
        assert_eq!(
            strict("{\"a\": {\"b\": 1, \"b\": 2}}"),
            "`b` stands twice in one object"
        );
        assert_eq!(
            refused("{a: 1}", Dialect::Commented),
            "expected string for object property on line 1 column 2"
        );
        assert!(Json::parse("// x\n{\"a\": [1,],}", Dialect::Commented).is_ok());
    }
}
