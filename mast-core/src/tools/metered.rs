//! What is written down of a call: its cost, and in short what was asked and found.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::engine::{Engine, VERSION};
use crate::error::Result;
use crate::store::metrics::{Call, CallStatus};
use crate::tools::Answer;

/// How much of the arguments is kept, in characters.
const ARGUMENTS: usize = 1_000;

/// How many of the things that were found are kept.
const RESULTS: usize = 20;

/// The session of this process: calls with the same text were answered by one process.
pub(super) fn session(engine: &Engine) -> String {
    let started = engine.tally().started(engine.now());
    let since = started
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or(Duration::ZERO);
    format!("{VERSION}-{}-{}", since.as_millis(), std::process::id())
}

/// The call of `tool` with `arguments` that began at `at`.
pub(super) fn call(
    engine: &Engine,
    tool: &str,
    arguments: &str,
    at: SystemTime,
    duration: Duration,
    answered: &Result<Answer>,
) -> Call {
    let (cost, status, results) = match answered {
        Err(_) => (None, CallStatus::Failed, "[]".to_owned()),
        Ok(answer) => {
            let stale = ["stale", "file_busy_returning_stale_cache"]
                .iter()
                .any(|signal| answer.json.get(signal).and_then(Value::as_bool) == Some(true));
            let status = if stale {
                CallStatus::Stale
            } else {
                CallStatus::Answered
            };
            (answer.json.get("_stats"), status, found(&answer.json).to_string())
        }
    };
    let tokens = |field: &str| {
        cost.and_then(|cost| cost.get(field))
            .and_then(Value::as_u64)
            .unwrap_or(0)
    };
    Call {
        tool: tool.to_owned(),
        at,
        returned: tokens("tokens_returned"),
        whole: tokens("tokens_full_file_upper_bound"),
        duration_ms: duration.as_secs_f64() * 1000.0,
        session: session(engine),
        status,
        arguments: shortened(arguments),
        results,
    }
}

/// The arguments; where they are long, JSON that says so and holds their beginning.
fn shortened(arguments: &str) -> String {
    if arguments.chars().count() <= ARGUMENTS {
        return arguments.to_owned();
    }
    let preview: String = arguments.chars().take(ARGUMENTS / 2).collect();
    serde_json::json!({ "truncated": true, "preview": preview }).to_string()
}

/// Paths and names of the first entries of the first list in an answer, and how many more there are.
fn found(answer: &Value) -> Value {
    let lists = answer.as_object().into_iter().flat_map(|fields| fields.values());
    let Some(entries) = lists
        .filter_map(Value::as_array)
        .find(|list| list.iter().any(|entry| entry.get("file_path").is_some()))
    else {
        return Value::Array(Vec::new());
    };
    let field = |entry: &Value, names: &[&str]| names.iter().find_map(|name| entry.get(name)).cloned();
    let mut kept: Vec<Value> = entries
        .iter()
        .take(RESULTS)
        .map(|entry| {
            serde_json::json!({
                "file_path": field(entry, &["file_path"]),
                "symbol_name": field(entry, &["symbol_name", "caller_symbol", "name"]),
            })
        })
        .collect();
    if entries.len() > RESULTS {
        kept.push(serde_json::json!({ "more": entries.len() - RESULTS }));
    }
    Value::Array(kept)
}

#[cfg(test)]
mod tests {
    use super::{found, shortened};

    #[test]
    fn what_is_kept_is_bounded() {
        let entries: Vec<_> = (0..25)
            .map(|at| serde_json::json!({ "file_path": format!("{at}.ts"), "caller_symbol": "f" }))
            .collect();
        let kept = found(&serde_json::json!({ "summary": {}, "verified_callers": entries }));
        assert_eq!(kept.as_array().map(Vec::len), Some(21));
        assert_eq!(kept[20], serde_json::json!({ "more": 5 }));
        assert_eq!(
            kept[0],
            serde_json::json!({ "file_path": "0.ts", "symbol_name": "f" })
        );
        assert!(shortened(&"x".repeat(5_000)).len() < 1_000);
    }
}
