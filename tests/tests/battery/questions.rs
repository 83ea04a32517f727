//! What is asked after each step, of whom, and what counts as the same answer.

use mast_core::engine::Engine;
use mast_core::tools;
use mast_tests::server::Client;
use serde_json::{Value, json};

/// Every tool that reads, with inputs about the files that the steps change.
pub(crate) fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("mast_search", json!({"query": "measure", "limit": 20})),
        ("mast_search", json!({"query": "Square.area"})),
        ("mast_search", json!({"query": "how shapes are measured"})),
        ("mast_search", json!({"query": "step", "limit": 20})),
        ("mast_project_skeleton", json!({})),
        ("mast_exports", json!({"file_path": "src/index.ts"})),
        ("mast_exports", json!({"file_path": "src/core.ts"})),
        ("mast_signature", json!({"symbol": "measure"})),
        ("mast_signature", json!({"symbol": "Square"})),
        ("mast_callers", json!({"symbol": "measure", "transitive": true})),
        ("mast_callers", json!({"symbol": "Square"})),
        (
            "mast_dependencies",
            json!({"file_path": "src/use.ts", "direction": "both"}),
        ),
        (
            "mast_dependencies",
            json!({"file_path": "src/core.ts", "direction": "imported_by"}),
        ),
        ("mast_implementors", json!({"interface_name": "Shape"})),
        ("mast_rename_impact", json!({"symbol": "measure"})),
        ("mast_outline", json!({"paths": ["docs", "src", "many"]})),
        (
            "mast_section",
            json!({"sections": [{"file_path": "docs/guide.md", "heading": "Measuring"}]}),
        ),
        ("mast_status", json!({})),
    ]
}

/// Who answers.
pub(crate) enum Answerer<'a> {
    Engine(&'a Engine),
    Server(&'a mut Client),
}

impl Answerer<'_> {
    /// The answer, without what may differ from run to run.
    pub(crate) fn ask(&mut self, tool: &str, input: &Value) -> Value {
        let answer = match self {
            Answerer::Engine(engine) => {
                let called = tools::named(tool).and_then(|tool| (tool.call)(engine, input.clone()));
                called.map_or_else(
                    |error| json!({"error": error.to_string().lines().next()}),
                    |answer| answer.json,
                )
            }
            Answerer::Server(client) => {
                let result = client.call(tool, input);
                let text = result["content"][0]["text"].as_str().unwrap_or_default();
                if result["isError"] == true {
                    json!({"error": text.lines().next()})
                } else {
                    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {result}"))
                }
            }
        };
        essence(tool, answer)
    }
}

fn essence(tool: &str, mut answer: Value) -> Value {
    if tool == "mast_status" {
        let kept = [
            "index_fresh",
            "freshness_cause",
            "stale_breakdown",
            "indexed_files",
            "chunk_count",
            "left_out",
        ];
        return kept
            .iter()
            .map(|key| ((*key).to_owned(), answer[*key].take()))
            .collect();
    }
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("_stats");
    }
    answer
}

/// Whether an answer says that it may not be true of the disk.
pub(crate) fn is_flagged(answer: &Value) -> bool {
    match answer {
        Value::Object(fields) => fields.iter().any(|(key, value)| match key.as_str() {
            "stale" | "file_busy_returning_stale_cache" => value == true,
            "unindexed_files" => value.as_u64() > Some(0),
            "index_fresh" => value == false,
            _ => is_flagged(value),
        }),
        Value::Array(values) => values.iter().any(is_flagged),
        _ => false,
    }
}
