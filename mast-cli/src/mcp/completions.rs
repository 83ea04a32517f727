//! Completions: names of declarations and paths that go on from what a person has typed.

use std::collections::BTreeSet;

use mast_core::engine::Engine;
use mast_core::error::Result;
use mast_core::tools;
use serde_json::json;

use crate::mcp::prompts::Kind;

/// How many are given at most; the protocol allows 100.
const MOST: usize = 100;

/// What could be meant by `typed`, best first, and how many there are.
pub(crate) struct Completions {
    pub(crate) values: Vec<String>,
    pub(crate) total: usize,
}

/// Completes `typed` to what `kind` names.
///
/// # Errors
///
/// When there is no index that can be asked.
pub(crate) fn of(engine: &Engine, kind: Kind, typed: &str) -> Result<Completions> {
    let mut values = match kind {
        Kind::Words => Vec::new(),
        Kind::Symbol => symbols(engine, typed.trim())?,
        Kind::Path => paths(engine, typed.trim())?,
    };
    let total = values.len();
    values.truncate(MOST);
    Ok(Completions { values, total })
}

/// Declarations whose name has `typed` in it, in the order of search.
fn symbols(engine: &Engine, typed: &str) -> Result<Vec<String>> {
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let search = tools::named("mast_search")?;
    let answer = (search.call)(engine, json!({"query": typed, "limit": 50}))?;
    let wanted = typed.to_lowercase();
    let mut seen = BTreeSet::new();
    let results = answer.json["results"].as_array().cloned().unwrap_or_default();
    let names = results
        .iter()
        .filter(|result| result["chunk_type"] != "doc")
        .filter_map(|result| result["symbol_name"].as_str());
    Ok(names
        .filter(|name| name.to_lowercase().contains(&wanted) && seen.insert((*name).to_owned()))
        .map(str::to_owned)
        .collect())
}

/// Files and directories that start with `typed`, one step further; then files whose name does.
fn paths(engine: &Engine, typed: &str) -> Result<Vec<String>> {
    engine.ask(|_, snapshot, _| {
        let mut steps = BTreeSet::new();
        let mut names = BTreeSet::new();
        for file in snapshot.files() {
            if let Some(rest) = file.path.strip_prefix(typed) {
                let end = rest.find('/').map_or(file.path.len(), |at| typed.len() + at + 1);
                steps.insert(file.path[..end].to_owned());
            } else if !typed.is_empty() && !typed.contains('/') {
                let name = file.path.rsplit('/').next().unwrap_or_default();
                if name.starts_with(typed) {
                    names.insert(file.path.clone());
                }
            }
        }
        Ok(steps.into_iter().chain(names).collect())
    })
}
