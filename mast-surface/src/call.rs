//! Calls that come from other languages: no fault leaves them, and they find the stack that they need.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mast_core::engine::Engine;
use mast_core::error::{Error, Result};
use mast_core::tools::{self, Answer};
use serde_json::Value;

/// Code is parsed on the thread of a question too, and parsers recurse.
const STACK_BYTES: usize = 16 << 20;

/// Calls the tool called `name` with `input`, a JSON object or nothing at all; the answer is the JSON of `mast query --json`.
///
/// # Errors
///
/// Where there is no such tool, the input is no JSON, or what the tool reports.
///
/// # Cost
///
/// A few microseconds beside the tool and the JSON.
pub fn tool(engine: &Engine, name: &str, input: &str) -> Result<String> {
    guarded(|| Ok(answer(engine, name, input)?.json.to_string()))
}

/// The same as the page that a person reads, without styles: that of `mast query --text`.
///
/// # Errors
///
/// As [`tool`].
pub fn page(engine: &Engine, name: &str, input: &str) -> Result<String> {
    guarded(|| Ok(answer(engine, name, input)?.page.plain()))
}

fn answer(engine: &Engine, name: &str, input: &str) -> Result<Answer> {
    let tool = tools::named(name)?;
    (tool.call)(engine, object(input)?)
}

/// What `text` says: a JSON object, or null where there is nothing in it.
///
/// # Errors
///
/// Where it is no JSON.
pub fn object(text: &str) -> Result<Value> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(text).map_err(|error| {
        Error::invalid_input(format!("the input is no JSON: {error}"))
            .with_hint("give a JSON object, such as `{\"query\": \"parse\"}`")
    })
}

/// Does `work` with a deep stack; a fault of it is an error of the kind `internal`.
///
/// # Errors
///
/// What `work` reports, and its faults.
pub fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    // What was being changed when a fault struck is either rolled back or made anew at the next call.
    let work = AssertUnwindSafe(|| stacker::maybe_grow(STACK_BYTES, STACK_BYTES, work));
    catch_unwind(work).unwrap_or_else(|fault| {
        let said = fault
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| fault.downcast_ref::<String>().cloned());
        Err(Error::internal(said.unwrap_or_else(|| "it broke off".to_owned())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_core::error::ErrorKind;

    #[test]
    fn a_fault_is_an_error() {
        let error = guarded::<()>(|| panic!("no {}", 1)).expect_err("it broke off");
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ErrorKind::Internal, "no 1")
        );
        let error = guarded::<()>(|| panic!("no")).expect_err("it broke off");
        assert_eq!(error.message, "no");
    }

    #[test]
    fn there_is_room_to_recurse() {
        fn down(depth: usize) -> usize {
            let frame = std::hint::black_box([depth; 128]);
            if depth == 0 {
                frame[0]
            } else {
                down(depth - 1) + frame[1].min(1)
            }
        }
        let deep = std::thread::Builder::new()
            .stack_size(128 << 10)
            .spawn(|| guarded(|| Ok(down(2_000))));
        let reached = deep.expect("a thread").join().expect("no overflow");
        assert_eq!(reached, Ok(2_000));
    }
}
