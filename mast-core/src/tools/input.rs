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
    let fields = match input {
        Value::Null => Map::new(),
        Value::Object(fields) => fields,
        other => {
            return Err(Error::invalid_input(format!(
                "the input of `{tool}` must be a JSON object, not {}",
                kind_of(&other)
            )));
        }
    };
    let empty = Map::new();
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let mut faults = Vec::new();
    let mut read = Map::new();
    for (key, value) in fields {
        let Some(property) = properties.get(&key) else {
            faults.push(unknown_key(&key, properties));
            continue;
        };
        if value.is_null() {
            continue;
        }
        match coerce(property, value) {
            Ok(value) => {
                read.insert(key, value);
            }
            Err(fault) => faults.push(format!("`{key}` {fault}")),
        }
    }
    for required in schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        if !read.contains_key(required)
            && !faults
                .iter()
                .any(|fault| fault.starts_with(&format!("`{required}`")))
        {
            faults.push(format!("`{required}` is missing"));
        }
    }
    if !faults.is_empty() {
        let known: Vec<&str> = properties.keys().map(String::as_str).collect();
        let keys = if known.is_empty() {
            "it takes no input".to_owned()
        } else {
            format!("its keys are: {}", known.join(", "))
        };
        return Err(
            Error::invalid_input(format!("the input of `{tool}` is wrong: {}", faults.join("; ")))
                .with_hint(keys),
        );
    }
    serde_json::from_value(Value::Object(read))
        .map_err(|error| Error::invalid_input(format!("the input of `{tool}` is wrong: {error}")))
}

fn unknown_key(key: &str, properties: &Map<String, Value>) -> String {
    let nearest = properties
        .keys()
        .filter_map(|known| {
            edits(key.to_lowercase().as_bytes(), known.as_bytes(), 3).map(|count| (count, known))
        })
        .min();
    match nearest {
        Some((_, known)) => format!("`{key}` is not a key of it, did you mean `{known}`?"),
        None => format!("`{key}` is not a key of it"),
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
    let bound = |name: &str| property.get(name).and_then(Value::as_f64);
    if let Some(number) = value.as_f64()
        && (bound("minimum").is_some_and(|least| number < least)
            || bound("maximum").is_some_and(|most| number > most))
    {
        let text = |name: &str| bound(name).map_or_else(|| "any".to_owned(), |bound| bound.to_string());
        return Err(format!(
            "must be from {} to {}, not {number}",
            text("minimum"),
            text("maximum")
        ));
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
                "paths": {"type": "array"},
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
            json!([1]),
            "the input of `mast_x` must be a JSON object, not an array",
        );
    }
}
