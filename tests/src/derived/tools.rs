//! `docs/tools.md`: every tool of the catalogue, with its input and its output.

use mast_core::resolve::evaluate::Why;
use mast_core::resolve::lead::Rule;
use mast_core::tools::{Effect, TOOLS, ToolSpec};
use serde_json::{Map, Value};

use super::{code, document, head, row};

/// The document.
pub fn text() -> String {
    let mut body = String::from(
        "Every tool is called by `mast query <tool> '<json>'` and as a function of `mast_core::tools`. \
         A key of the input may be absent or null unless it is required; an unknown key is an error that names the nearest one.\n\n",
    );
    body.push_str(&head(&["tool", "answers", "index"]));
    for tool in TOOLS {
        let link = format!("[`{0}`](#{0})", tool.name);
        body.push_str(&row(&[&link, tool.summary, effect(tool.effect)]));
    }
    for tool in TOOLS {
        body.push('\n');
        body.push_str(&section(tool));
    }
    body.push_str("\n## Values of `resolution`\n\nHow a verified use is proven.\n\n");
    body.push_str(&head(&["value", "the use is"]));
    for rule in Rule::ALL {
        body.push_str(&row(&[&code(rule.name()), rule.meaning()]));
    }
    body.push_str("\n## Values of `reason`\n\nWhat keeps a possible use from being decided: what is known of its receiver, or of the name itself.\n\n");
    body.push_str(&head(&["value", "what is used is"]));
    for why in Why::ALL {
        body.push_str(&row(&[&code(why.reason()), why.meaning()]));
    }
    document("Tools", "mast-core/src/tools", &body)
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Reads => "reads",
        Effect::Writes => "writes",
    }
}

fn section(tool: &ToolSpec) -> String {
    let mut text = format!("## {}\n\n*{}.* ", tool.name, tool.title);
    text.push_str(&below_title(tool.page));
    text.push_str("\n\n### Input of ");
    text.push_str(tool.name);
    text.push_str("\n\n");
    text.push_str(&input(&(tool.input_schema)()));
    text.push_str("\n### Output of ");
    text.push_str(tool.name);
    text.push_str("\n\n");
    text.push_str(&head(&["field", "type", "present", "meaning"]));
    fields(&(tool.output_schema)(), "", &mut text);
    text
}

/// A page without its title; its headings stand below those of the document.
fn below_title(page: &str) -> String {
    let lines = page
        .lines()
        .skip_while(|line| line.starts_with("# ") || line.is_empty());
    let lines = lines.map(|line| {
        let heading = line.starts_with("## ");
        format!("{}{line}", if heading { "##" } else { "" })
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn input(schema: &Value) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return "None.\n".to_owned();
    };
    let mut text = head(&["key", "type", "default", "meaning"]);
    for (name, property) in properties {
        let default = match property.get("default") {
            Some(value) => code(&value.to_string()),
            None if is_required(schema, name) => "required".to_owned(),
            None => "absent".to_owned(),
        };
        text.push_str(&row(&[&code(name), &kind(property), &default, meaning(property)]));
    }
    text
}

/// A row for each field of `schema`, and for each field below it; `results[].rank` is a field of each entry of a list.
fn fields(schema: &Value, above: &str, text: &mut String) {
    let empty = Map::new();
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    for (name, property) in properties {
        let path = format!("{above}{name}");
        let present = match (is_required(schema, name), is_nullable(property)) {
            (true, false) => "always",
            (true, true) => "always, may be null",
            (false, _) => "where it applies",
        };
        text.push_str(&row(&[&code(&path), &kind(property), present, meaning(property)]));
        let value = not_null(property);
        match value.get("items") {
            Some(entry) => fields(entry, &format!("{path}[]."), text),
            None => fields(value, &format!("{path}."), text),
        }
    }
}

pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

/// Whether null is one of the values of `property`.
pub(super) fn is_nullable(property: &Value) -> bool {
    let is_null = |name: &Value| name == "null";
    let types = property.get("type").and_then(Value::as_array);
    types.is_some_and(|types| types.iter().any(is_null)) || !std::ptr::eq(not_null(property), property)
}

/// The choice that is not null, where `property` is a choice between the two.
pub(super) fn not_null(property: &Value) -> &Value {
    let choices = property.get("anyOf").and_then(Value::as_array);
    let mut choices = choices.into_iter().flatten();
    choices
        .find(|choice| choice.get("type").is_none_or(|name| name != "null"))
        .unwrap_or(property)
}

/// The type, with the values or the range that it has.
fn kind(property: &Value) -> String {
    let property = not_null(property);
    if let Some(values) = property.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().filter_map(Value::as_str).map(code).collect();
        return values.join(", ");
    }
    let name = match property.get("type") {
        Some(Value::Array(types)) => types.iter().find(|name| *name != "null").and_then(Value::as_str),
        Some(name) => name.as_str(),
        None => None,
    };
    let name = name.unwrap_or("any");
    match (
        property.get("items"),
        property.get("minimum"),
        property.get("maximum"),
    ) {
        (Some(entry), _, _) => format!("list of {}", kind(entry)),
        (None, Some(least), Some(most)) => format!("{name}, {least} to {most}"),
        (None, _, _) => name.to_owned(),
    }
}

fn meaning(property: &Value) -> &str {
    property
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default()
}
