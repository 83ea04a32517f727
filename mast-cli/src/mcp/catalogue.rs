//! The catalogue as the protocol lists it, and what a client may ask of every tool beside its own input.

use std::sync::{Arc, OnceLock};

use mast_core::error::{Error, Result};
use mast_core::tools::{Effect, TOOLS, ToolSpec};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

/// The key that chooses the form of an answer.
const FORMAT: &str = "format";

/// In which form an answer is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// The JSON of `mast query`, as text.
    #[default]
    Json,
    /// What a person sees on the command line.
    Text,
    /// The JSON as text and as structured content.
    Structured,
}

const FORMATS: &[(&str, Format)] = &[
    ("json", Format::Json),
    ("text", Format::Text),
    ("structured", Format::Structured),
];

impl Format {
    /// Takes the format out of the input of a tool; what is left is the tool's own.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub(crate) fn take(input: &mut JsonObject) -> Result<Self> {
        let asked = match input.remove(FORMAT) {
            None | Some(Value::Null) => return Ok(Self::default()),
            Some(Value::String(name)) => name,
            Some(other) => other.to_string(),
        };
        let known = FORMATS.iter().find(|(name, _)| *name == asked);
        known.map(|(_, format)| *format).ok_or_else(|| {
            Error::invalid_input(format!(
                "`{FORMAT}` must be one of {}, not `{asked}`",
                names().join(", ")
            ))
            .with_hint("leave it out for JSON")
        })
    }
}

fn names() -> Vec<&'static str> {
    FORMATS.iter().map(|(name, _)| *name).collect()
}

/// Every tool as the protocol lists it.
pub(crate) fn tools() -> Vec<Tool> {
    static LISTED: OnceLock<Vec<Tool>> = OnceLock::new();
    LISTED.get_or_init(|| TOOLS.iter().map(listed).collect()).clone()
}

fn listed(tool: &ToolSpec) -> Tool {
    let mut schema = match (tool.input_schema)() {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    // The title is the name of a type; a client shows the tool's.
    schema.remove("title");
    schema.remove("description");
    if let Value::Object(properties) = schema
        .entry("properties")
        .or_insert_with(|| Value::Object(JsonObject::new()))
    {
        // JSON is what one gets without asking, so it is not listed; each word here is paid for by every connection.
        let listed: Vec<&str> = names().into_iter().filter(|name| *name != "json").collect();
        properties.insert(FORMAT.to_owned(), json!({"type": "string", "enum": listed}));
    }
    let hints = ToolAnnotations::new().idempotent(true).open_world(false);
    let hints = match tool.effect {
        Effect::Reads => hints.read_only(true),
        // Whether it destroys is asked only of what writes.
        Effect::Writes => hints.read_only(false).destructive(false),
    };
    Tool::new(tool.name, tool.summary, Arc::new(schema))
        .with_title(tool.title)
        .with_annotations(hints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_taken_out_of_the_input() {
        let taken = |text: &str| {
            let mut input: JsonObject = serde_json::from_str(text).unwrap_or_default();
            let format = Format::take(&mut input).map_err(|error| error.message);
            (format, Value::Object(input).to_string())
        };
        assert_eq!(taken("{}"), (Ok(Format::Json), "{}".to_owned()));
        assert_eq!(
            taken(r#"{"query":"a","format":"text"}"#),
            (Ok(Format::Text), r#"{"query":"a"}"#.to_owned())
        );
        assert_eq!(taken(r#"{"format":null}"#).0, Ok(Format::Json));
        assert_eq!(
            taken(r#"{"format":"xml"}"#).0,
            Err("`format` must be one of json, text, structured, not `xml`".to_owned())
        );
    }
}
