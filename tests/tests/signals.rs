//! `docs/signals.md` speaks of every field that an answer may lack, and of none that does not exist.

use std::collections::{BTreeMap, BTreeSet};

use mast_core::tools::TOOLS;
use mast_tests::repository;
use serde_json::Value;

/// Fields of an output that are absent unless they apply, with the tools that have them, and all fields there are.
#[derive(Default)]
struct Fields {
    optional: BTreeMap<String, BTreeSet<String>>,
    all: BTreeMap<String, BTreeSet<String>>,
}

impl Fields {
    fn add(&mut self, tool: &str, schema: &Value) {
        let required = |name: &str| {
            let names = schema.get("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|required| required == name))
        };
        for (name, property) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let tool = tool.trim_start_matches("mast_").to_owned();
            self.all.entry(name.clone()).or_default().insert(tool.clone());
            if !required(name) {
                self.optional
                    .entry(name.clone())
                    .or_default()
                    .insert(tool.clone());
            }
            for below in parts(property) {
                self.add(&tool, below);
            }
        }
    }
}

/// The schemas of what `property` may hold.
fn parts(property: &Value) -> Vec<&Value> {
    let choices = property.get("anyOf").and_then(Value::as_array);
    let items = property.get("items");
    std::iter::once(property)
        .chain(choices.into_iter().flatten())
        .chain(items)
        .collect()
}

fn fields() -> Fields {
    let mut fields = Fields::default();
    for tool in TOOLS {
        fields.add(tool.name, &(tool.output_schema)());
    }
    fields
}

fn document() -> String {
    std::fs::read_to_string(repository().join("docs/signals.md")).expect("the document is there")
}

/// What stands between backticks.
fn codes(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The rows of the tables of signals: the field, and the tools that it says carry it.
fn rows(document: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut rows = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if line == "| signal | carried by | means | do |" {
            inside = true;
        } else if !line.starts_with('|') {
            inside = false;
        } else if inside && !line.starts_with("|---") {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let tools = codes(cells[2]).into_iter().map(str::to_owned).collect();
            rows.push((cells[1].trim_matches('`').to_owned(), tools));
        }
    }
    rows
}

#[test]
fn a_signal_is_carried_by_the_tools_that_its_row_names() {
    let (fields, rows) = (fields(), rows(&document()));
    assert!(rows.len() > 20, "{}", rows.len());
    for (signal, tools) in rows {
        let carriers = fields.all.get(&signal);
        assert_eq!(carriers, Some(&tools), "{signal}");
    }
}

#[test]
fn every_field_that_may_be_absent_is_described() {
    let document = document();
    let described: BTreeSet<&str> = codes(&document).into_iter().collect();
    let fields = fields();
    let left: Vec<&String> = fields
        .optional
        .keys()
        .filter(|name| !described.contains(name.as_str()))
        .collect();
    assert!(left.is_empty(), "docs/signals.md does not speak of {left:?}");
    assert!(fields.optional.len() > 30);
}

#[test]
fn every_cause_that_the_index_is_not_fresh_is_described() {
    let page = TOOLS
        .iter()
        .find(|tool| tool.name == "mast_status")
        .expect("a tool")
        .page;
    let document = document();
    let causes = page
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split('`').next());
    let causes: Vec<&str> = causes.collect();
    assert!(causes.len() >= 8, "{causes:?}");
    for cause in causes {
        assert!(document.contains(&format!("| `{cause}` |")), "{cause}");
    }
}
