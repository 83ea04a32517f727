//! The catalogue of tools as data, for who finds out at run time what there is to call.

use mast_core::tools::{Effect, TOOLS};
use serde_json::{Value, json};

/// Every tool: `name`, `title`, `summary`, `effect` (`reads` or `writes`), `input_schema` and `output_schema`.
pub fn tools() -> Value {
    let tools = TOOLS.iter().map(|tool| {
        json!({
            "name": tool.name,
            "title": tool.title,
            "summary": tool.summary,
            "effect": match tool.effect {
                Effect::Reads => "reads",
                Effect::Writes => "writes",
            },
            "input_schema": (tool.input_schema)(),
            "output_schema": (tool.output_schema)(),
        })
    });
    tools.collect()
}
