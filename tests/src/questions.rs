//! The runner of tool cases: `mast_search {"query": "x"}` answers what a person sees, and parts of what a program gets.
//!
//! Further lines of a call are options: `refresh: off` answers from the index as it is; `show: a.b, c` adds parts of the JSON.
//! The project is indexed before its first call.

use crate::engine;
use crate::project::Project;
use crate::settle::settle;
use mast_core::engine::{Extent, Refresh};
use mast_core::index::Progress;
use mast_core::tools;
use serde_json::Value;
use std::fmt::Write as _;

/// Answers one call of a tool.
///
/// # Panics
///
/// When the call is none, or the project cannot be indexed.
pub fn run(project: &Project, call: &str) -> String {
    let mut lines = call.lines();
    let first = lines.next().unwrap_or_default();
    let (name, input) = first.split_once(' ').unwrap_or((first, "{}"));
    let mut refresh = Refresh::WithinBudget;
    let mut shown = Vec::new();
    for line in lines {
        match line.split_once(": ") {
            Some(("refresh", "off")) => refresh = Refresh::Off,
            Some(("show", parts)) => shown.extend(parts.split(", ")),
            _ => panic!("`{line}` is no option of a call"),
        }
    }
    let engine = engine::open(project);
    if !engine.database().exists() {
        engine
            .index(Extent::Full, Progress::NONE)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    let engine = engine.with_refresh(refresh);
    let input: Value = serde_json::from_str(input).unwrap_or_else(|error| panic!("`{input}`: {error}"));
    let answer = match tools::named(name).and_then(|tool| (tool.call)(&engine, input)) {
        Ok(answer) => answer,
        Err(error) => return format!("error {}: {error}", error.kind.name()),
    };
    let mut text = answer.page.plain();
    for path in shown {
        let pointer = format!("/{}", path.replace('.', "/"));
        let value = answer
            .json
            .pointer(&pointer)
            .map_or_else(|| "absent".to_owned(), Value::to_string);
        let _ = write!(text, "\n{path} = {value}");
    }
    settle(&text)
}
