//! Documents derived from the program are as the program says, and input schemas are what every client accepts.

use mast_core::tools::TOOLS;
use mast_tests::derived;
use serde_json::Value;

/// Clients cut longer descriptions, or refuse the tool.
const LONGEST_DESCRIPTION: usize = 1024;

#[test]
fn the_tools_are_documented() {
    derived::check("docs/tools.md", &derived::tools::text());
}

#[test]
fn the_configuration_is_documented() {
    derived::check("docs/config.md", &derived::config::text());
}

#[test]
fn the_node_package_declares_the_tools() {
    derived::check("npm/mast/tools.d.ts", &derived::node::types());
}

#[test]
fn the_node_package_has_the_version_and_the_platforms() {
    derived::check("npm/mast/package.json", &derived::node::manifest());
}

#[test]
fn the_header_is_as_the_library() {
    derived::check("include/mast.h", &derived::header::text());
}

#[test]
fn input_schemas_are_flat_and_plain() {
    let mut faults = Vec::new();
    for tool in TOOLS {
        let schema = (tool.input_schema)();
        if schema.get("type").and_then(Value::as_str) != Some("object") {
            faults.push(format!("{}: the input is no object", tool.name));
        }
        for (key, property) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if property.get("description").is_none() {
                faults.push(format!("{}: `{key}` is not described", tool.name));
            }
        }
        lint(tool.name, &schema, &mut faults);
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Adds what some clients do not accept in a schema.
fn lint(place: &str, schema: &Value, faults: &mut Vec<String>) {
    const REFUSED: &[&str] = &[
        "$ref",
        "$defs",
        "definitions",
        "anyOf",
        "oneOf",
        "allOf",
        "$schema",
    ];
    let Some(fields) = schema.as_object() else { return };
    for (key, value) in fields {
        if REFUSED.contains(&key.as_str()) {
            faults.push(format!("{place}: has `{key}`"));
        }
        match (key.as_str(), value) {
            ("type", Value::Array(_)) => faults.push(format!("{place}: `type` is a list")),
            ("description", Value::String(text)) if text.chars().count() >= LONGEST_DESCRIPTION => {
                faults.push(format!("{place}: the description is too long"));
            }
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    lint(&format!("{place}.{name}"), property, faults);
                }
            }
            ("items", entry) => lint(&format!("{place}[]"), entry, faults),
            _ => {}
        }
    }
}

#[test]
fn the_schema_lint_sees_what_it_looks_for() {
    let mut faults = Vec::new();
    let schema = serde_json::json!({
        "$schema": "x",
        "description": "d".repeat(LONGEST_DESCRIPTION),
        "properties": {
            "anyOf": {"type": "string"},
            "list": {"type": "array", "items": {"type": ["string", "null"]}},
        },
    });
    lint("t", &schema, &mut faults);
    assert_eq!(
        faults,
        [
            "t: has `$schema`",
            "t: the description is too long",
            "t.list[]: `type` is a list"
        ]
    );
}
