//! Inputs: lenient in form, strict in names.
//!
//! A single value where a list is expected, a number as text and null for absent are taken as meant; an unknown key is refused by name, with
//! the nearest known one.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::search::similar::edits;

/// Reads the input of the tool `tool` by its schema.
///
/// # Errors
///
/// An input error that names every key at fault.
pub fn read<T: DeserializeOwned>(tool: &str, schema: &Value, input: Value) -> Result<T> {
    let keys = || {
        let known: Vec<&str> = properties(schema).map(|(name, _)| name.as_str()).collect();
        if known.is_empty() {
            "it takes no input".to_owned()
        } else {
            format!("its keys are: {}", known.join(", "))
        }
    };
    let fields = match input {
        Value::Null => Map::new(),
        Value::Object(fields) => fields,
        other => {
            return Err(Error::invalid_input(format!(
                "the input of `{tool}` must be a JSON object, not {}",
                kind_of(&other)
            ))
            .with_hint(keys()));
        }
    };
    let mut faults = Vec::new();
    let read = read_object(schema, fields, "", &mut faults);
    if !faults.is_empty() {
        return Err(
            Error::invalid_input(format!("the input of `{tool}` is wrong: {}", faults.join("; ")))
                .with_hint(keys()),
        );
    }
    serde_json::from_value(Value::Object(read))
        .map_err(|error| Error::invalid_input(format!("the input of `{tool}` is wrong: {error}")))
}

/// What `fields` mean by `schema`; what they do not is added to `faults`, by names that start with `place`.
fn read_object(
    schema: &Value,
    fields: Map<String, Value>,
    place: &str,
    faults: &mut Vec<String>,
) -> Map<String, Value> {
    let mut read = Map::new();
    let mut given = Vec::new();
    for (key, value) in fields {
        let Some((_, property)) = properties(schema).find(|(name, _)| **name == key) else {
            faults.push(unknown_key(schema, place, &key));
            continue;
        };
        if value.is_null() {
            continue;
        }
        given.push(key.clone());
        if let Some(value) = read_value(property, value, &format!("{place}{key}"), faults) {
            read.insert(key, value);
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !given.iter().any(|key| key == name) {
            faults.push(format!("`{place}{name}` is missing"));
        }
    }
    read
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

/// What `value` means by the schema `property`; of a list, each entry by that of its entries.
fn read_value(property: &Value, value: Value, place: &str, faults: &mut Vec<String>) -> Option<Value> {
    let value = match coerce(property, value) {
        Ok(value) => value,
        Err(fault) => {
            faults.push(format!("`{place}` {fault}"));
            return None;
        }
    };
    match (value, property.get("items")) {
        (Value::Array(entries), Some(schema)) => {
            let mut read = Vec::with_capacity(entries.len());
            for (at, entry) in entries.into_iter().enumerate() {
                read.extend(read_value(schema, entry, &format!("{place}[{at}]"), faults));
            }
            Some(Value::Array(read))
        }
        (Value::Object(fields), _) if property.get("properties").is_some() => Some(Value::Object(
            read_object(property, fields, &format!("{place}."), faults),
        )),
        (value, _) => Some(value),
    }
}

fn unknown_key(schema: &Value, place: &str, key: &str) -> String {
    let nearest = properties(schema)
        .map(|(name, _)| name)
        .filter_map(|known| {
            edits(key.to_lowercase().as_bytes(), known.as_bytes(), 3).map(|count| (count, known))
        })
        .min();
    match nearest {
        Some((_, known)) => format!("`{place}{key}` is not a key of it, did you mean `{known}`?"),
        None if place.is_empty() => format!("`{key}` is not a key of it"),
        None => {
            let known: Vec<&str> = properties(schema).map(|(name, _)| name.as_str()).collect();
            format!(
                "`{place}{key}` is not a key of it, the keys are {}",
                known.join(", ")
            )
        }
    }
}

fn coerce(property: &Value, value: Value) -> std::result::Result<Value, String> {
    let expected = property.get("type").and_then(Value::as_str).unwrap_or_default();
    let value = match (expected, value) {
        ("array", value @ (Value::String(_) | Value::Number(_) | Value::Object(_))) => {
            Value::Array(vec![value])
        }
        ("integer" | "number", Value::String(text)) => {
            let number = text.trim().parse::<i64>().map(Value::from);
            number.map_err(|_| format!("must be a whole number, not `{text}`"))?
        }
        ("integer", Value::Number(number)) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => {
            number
                .as_f64()
                .map_or(Value::Null, |number| Value::from(number as i64))
        }
        ("boolean", Value::String(text)) if text == "true" || text == "false" => Value::Bool(text == "true"),
        ("string", Value::Number(number)) => Value::String(number.to_string()),
        (_, value) => value,
    };
    check(property, expected, &value)?;
    Ok(value)
}

fn check(property: &Value, expected: &str, value: &Value) -> std::result::Result<(), String> {
    let fits = match expected {
        "array" => value.is_array(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "object" => value.is_object(),
        _ => true,
    };
    if !fits {
        return Err(format!("must be of the type {expected}, not {}", kind_of(value)));
    }
    if let Some(allowed) = property.get("enum").and_then(Value::as_array) {
        let allowed: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
        if let Some(text) = value.as_str()
            && !allowed.contains(&text)
        {
            return Err(format!("must be one of {}, not `{text}`", allowed.join(", ")));
        }
    }
    let length = |name: &str| property.get(name).and_then(Value::as_u64);
    if let Some(entries) = value.as_array()
        && let (Some(least), Some(most)) = (length("minItems"), length("maxItems"))
        && !(least..=most).contains(&(entries.len() as u64))
    {
        return Err(format!(
            "must have {least} to {most} entries, not {}",
            entries.len()
        ));
    }
    let bound = |name: &str| property.get(name).and_then(Value::as_f64);
    if let Some(number) = value.as_f64()
        && (bound("minimum").is_some_and(|least| number < least)
            || bound("maximum").is_some_and(|most| number > most))
    {
        return Err(match (bound("minimum"), bound("maximum")) {
            (Some(least), Some(most)) => format!("must be from {least} to {most}, not {number}"),
            (Some(least), None) => format!("must be at least {least}, not {number}"),
            (None, most) => format!("must be at most {}, not {number}", most.unwrap_or_default()),
        });
    }
    Ok(())
}

const fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Takes out of a generated schema what some clients refuse: `$schema`, null beside a type, choices of one.
pub fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("$schema");
            if let Some(choices) = fields.remove("anyOf").or_else(|| fields.remove("oneOf")) {
                merge_choices(fields, choices);
            }
            if let Some(Value::Array(types)) = fields.get("type")
                && let Some(only) = types.iter().find(|name| name.as_str() != Some("null")).cloned()
            {
                fields.insert("type".to_owned(), only);
            }
            if let Some(Value::Array(values)) = fields.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            if fields.get("default").is_some_and(Value::is_null) {
                fields.remove("default");
            }
            // Bounds of machine integers say nothing to a client.
            if fields
                .get("format")
                .is_some_and(|format| format.as_str().is_some_and(|format| format.starts_with("uint")))
            {
                fields.remove("format");
            }
            fields.values_mut().for_each(simplify);
        }
        Value::Array(values) => values.iter_mut().for_each(simplify),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An optional type is a choice between it and null; an enum with documented values is a choice of constants.
fn merge_choices(fields: &mut Map<String, Value>, choices: Value) {
    let Value::Array(choices) = choices else { return };
    let mut constants = Vec::new();
    for choice in choices {
        let Value::Object(choice) = choice else { continue };
        if choice.get("type").and_then(Value::as_str) == Some("null") {
            continue;
        }
        if let Some(constant) = choice.get("const") {
            constants.push(constant.clone());
            fields
                .entry("type")
                .or_insert_with(|| Value::String("string".to_owned()));
            continue;
        }
        for (key, value) in choice {
            fields.entry(key).or_insert(value);
        }
    }
    if !constants.is_empty() {
        fields.insert("enum".to_owned(), Value::Array(constants));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check_fault(input: Value, expected: &str) {
        let schema = json!({
            "properties": {
                "query": {"type": "string"},
                "limit": {"type": "integer", "minimum": 1, "maximum": 50},
                "paths": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
                "parts": {"type": "array", "items": {
                    "type": "object",
                    "properties": {"path": {"type": "string"}, "line": {"type": "integer", "minimum": 1}},
                    "required": ["path"],
                }},
                "language": {"type": "string", "enum": ["typescript", "markdown"]},
            },
            "required": ["query"],
        });
        let read = read::<Value>("mast_x", &schema, input)
            .map_or_else(|error| error.message, |value| value.to_string());
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_meant_is_taken_and_the_rest_is_named() {
        check_fault(
            json!({"query": "a", "limit": "5", "paths": "x"}),
            r#"{"query":"a","limit":5,"paths":["x"]}"#,
        );
        check_fault(json!({"query": "a", "limit": null}), r#"{"query":"a"}"#);
        check_fault(json!({"query": 7}), r#"{"query":"7"}"#);
        check_fault(
            json!({"qeury": "a", "limit": 99}),
            "the input of `mast_x` is wrong: `qeury` is not a key of it, did you mean `query`?; `limit` must be from 1 to 50, not 99; `query` is missing",
        );
        check_fault(
            json!({"query": "a", "language": "rust"}),
            "the input of `mast_x` is wrong: `language` must be one of typescript, markdown, not `rust`",
        );
        check_fault(
            json!({"query": "a", "paths": []}),
            "the input of `mast_x` is wrong: `paths` must have 1 to 2 entries, not 0",
        );
        check_fault(
            json!({"query": "a", "paths": [1, true], "parts": {"path": "p", "line": "3"}}),
            "the input of `mast_x` is wrong: `paths[1]` must be of the type string, not a boolean",
        );
        check_fault(
            json!({"query": "a", "parts": {"path": "p", "line": "3"}}),
            r#"{"query":"a","parts":[{"path":"p","line":3}]}"#,
        );
        check_fault(
            json!({"query": "a", "parts": [{"pth": "p", "line": 0}, 7]}),
            "the input of `mast_x` is wrong: `parts[0].pth` is not a key of it, did you mean `path`?; \
             `parts[0].line` must be at least 1, not 0; `parts[0].path` is missing; `parts[1]` must be of the type object, not a number",
        );
        check_fault(
            json!([1]),
            "the input of `mast_x` must be a JSON object, not an array",
        );
    }
}
