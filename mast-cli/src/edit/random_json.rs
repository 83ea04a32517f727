//! Changes of random texts: whatever stands in them, what is put in is read back, and taking it out gives the text back.

use std::fmt::Write as _;

use mast_tests::random::Random;
use serde_json::{Value, json};

use super::json::{Dialect, Json, Step};

/// Texts with values in every layout.
struct Writer {
    random: Random,
    newline: &'static str,
    text: String,
}

impl Writer {
    /// Space that may stand between two tokens.
    fn space(&mut self) {
        for _ in 0..self.random.within(0..3) {
            let newline = self.newline;
            let line = format!("// , }} ] \" {newline}");
            let spaces = [
                "",
                " ",
                "\t",
                newline,
                "  ",
                "/* , ] */",
                " /* {\n */ ",
                line.as_str(),
            ];
            let space = *self.random.pick(&spaces);
            self.text
                .push_str(&space.replace('\n', if space.starts_with(' ') { newline } else { "\n" }));
        }
    }

    fn value(&mut self, depth: usize) {
        let kind = if depth == 0 { 0 } else { self.random.within(0..5) };
        match kind {
            0 | 1 => self.members('{', '}', depth),
            2 if depth < 4 => self.members('[', ']', depth),
            _ => {
                let scalars = [
                    "1",
                    "-0.5e3",
                    "true",
                    "null",
                    "\"\"",
                    "\"a, }\\\" // b\"",
                    "\"\u{e9}\\u00e9\"",
                ];
                let scalar = *self.random.pick(&scalars);
                self.text.push_str(scalar);
            }
        }
    }

    fn members(&mut self, open: char, close: char, depth: usize) {
        self.text.push(open);
        let count = if depth < 4 { self.random.within(0..4) } else { 0 };
        for number in 0..count {
            self.space();
            if open == '{' {
                let _ = write!(self.text, "\"k{number}\"");
                self.space();
                self.text.push(':');
                self.space();
            }
            self.value(depth + 1);
            self.space();
            if number + 1 < count || self.random.percent(20) {
                self.text.push(',');
            }
        }
        // What stands in an empty one is not kept.
        if count > 0 {
            self.space();
        }
        self.text.push(close);
    }
}

/// The ways to each object and each array of `value`.
fn containers(value: &Value, way: &mut Vec<Value>, found: &mut Vec<Vec<Value>>) {
    match value {
        Value::Object(fields) => {
            found.push(way.clone());
            for (key, value) in fields {
                way.push(json!(key));
                containers(value, way, found);
                way.pop();
            }
        }
        Value::Array(elements) => {
            found.push(way.clone());
            for (at, value) in elements.iter().enumerate() {
                way.push(json!(at));
                containers(value, way, found);
                way.pop();
            }
        }
        _ => {}
    }
}

fn steps(way: &[Value]) -> Vec<Step<'_>> {
    let step = |part: &'_ Value| match part.as_u64() {
        Some(at) => Step::At(usize::try_from(at).unwrap_or_default()),
        None => Step::Key(""),
    };
    way.iter()
        .map(|part| part.as_str().map_or_else(|| step(part), Step::Key))
        .collect()
}

#[test]
fn what_is_put_into_any_text_is_read_back_and_comes_out_again() {
    let mut random = Random::announced();
    for round in 0..400 {
        let newline = *random.pick(&["\n", "\r\n"]);
        let mut writer = Writer {
            random: Random::new(random.next_word()),
            newline,
            text: String::new(),
        };
        writer.space();
        writer.value(0);
        writer.space();
        let text = writer.text;
        let json = Json::parse(&text, Dialect::Commented)
            .unwrap_or_else(|error| panic!("{round}: {error} in {text:?}"));
        let whole = json.get(&[]).expect("there is a root");
        let mut ways = Vec::new();
        containers(&whole, &mut Vec::new(), &mut ways);
        for way in ways {
            let path = steps(&way);
            let entry = json!({"command": "x", "args": ["y", 1], "more": [{"z": {}}]});
            let mut edited = json.clone();
            let mut expected = whole.clone();
            let place = way.iter().fold(&mut expected, |value, part| match part.as_str() {
                Some(key) => &mut value[key],
                None => &mut value[usize::try_from(part.as_u64().unwrap_or_default()).unwrap_or_default()],
            });
            let last = match place {
                Value::Object(fields) => {
                    fields.insert("mast".to_owned(), entry.clone());
                    edited.set(&[path.as_slice(), &[Step::Key("mast")]].concat(), &entry);
                    Step::Key("mast")
                }
                Value::Array(elements) => {
                    elements.push(entry.clone());
                    edited.push(&path, &entry);
                    Step::At(elements.len() - 1)
                }
                _ => unreachable!("only objects and arrays are looked for"),
            };
            let after = Json::parse(edited.text(), Dialect::Commented);
            let after = after.unwrap_or_else(|error| panic!("{error}: {text:?} became {:?}", edited.text()));
            assert_eq!(
                after.get(&[]),
                Some(expected),
                "{text:?} became {:?}",
                edited.text()
            );
            let with = edited.text().to_owned();
            edited.remove(&[path.as_slice(), &[last]].concat());
            assert_eq!(edited.text(), text, "by way of {with:?}");
        }
    }
}
