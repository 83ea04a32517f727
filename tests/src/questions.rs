//! The runner of tool cases: `mast_search {"query": "x"}` answers what a person sees, and parts of what a program gets.
//!
//! Further lines of a call are options: `refresh: off` answers from the index as it is; `show: a.b, c` adds parts of the JSON.
//! The project is indexed before its first call.

use crate::engine;
use crate::project::Project;
use crate::settle::settle;
use mast_core::engine::{Engine, Extent, Refresh};
use mast_core::error::Result;
use mast_core::index::Progress;
use mast_core::tools::{self, Answer};
use serde_json::Value;
use std::fmt::Write as _;

/// A call of a tool, with its options.
#[derive(Debug)]
pub struct Question {
    /// The tool.
    pub tool: String,
    /// Its input.
    pub input: Value,
    /// What is done about changed files.
    pub refresh: Refresh,
    /// Parts of the JSON that are shown.
    pub shown: Vec<String>,
}

impl Question {
    /// Reads a call.
    ///
    /// # Panics
    ///
    /// When it is none.
    pub fn of(call: &str) -> Self {
        let mut lines = call.lines();
        let first = lines.next().unwrap_or_default();
        let (tool, input) = first.split_once(' ').unwrap_or((first, "{}"));
        let mut question = Self {
            tool: tool.to_owned(),
            input: serde_json::from_str(input).unwrap_or_else(|error| panic!("`{input}`: {error}")),
            refresh: Refresh::WithinBudget,
            shown: Vec::new(),
        };
        for line in lines {
            match line.split_once(": ") {
                Some(("refresh", "off")) => question.refresh = Refresh::Off,
                Some(("show", parts)) => question.shown.extend(parts.split(", ").map(str::to_owned)),
                _ => panic!("`{line}` is no option of a call"),
            }
        }
        question
    }

    /// Answers it in this process.
    ///
    /// # Errors
    ///
    /// What the tool reports.
    pub fn answer(&self, project: &Project) -> Result<Answer> {
        let engine = indexed(project).with_refresh(self.refresh);
        tools::named(&self.tool).and_then(|tool| (tool.call)(&engine, self.input.clone()))
    }

    /// The answer as a case shows it.
    pub fn text(&self, answer: Result<Answer>) -> String {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return format!("error {}: {error}", error.kind.name()),
        };
        let mut text = answer.page.plain();
        for path in &self.shown {
            let pointer = format!("/{}", path.replace('.', "/"));
            let value = answer
                .json
                .pointer(&pointer)
                .map_or_else(|| "absent".to_owned(), Value::to_string);
            let _ = write!(text, "\n{path} = {value}");
        }
        settle(&text)
    }
}

/// An engine over `project`, which is indexed now where it never was.
///
/// # Panics
///
/// When it cannot be indexed.
pub fn indexed(project: &Project) -> Engine {
    let engine = engine::open(project);
    if !engine.database().exists() {
        engine
            .index(Extent::Full, Progress::NONE)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    engine
}

/// Answers one call of a tool.
///
/// # Panics
///
/// When the call is none, or the project cannot be indexed.
pub fn run(project: &Project, call: &str) -> String {
    let question = Question::of(call);
    question.text(question.answer(project))
}
