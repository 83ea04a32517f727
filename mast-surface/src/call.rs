//! Calls that come from other languages: no fault leaves them, and they find the stack that they need.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mast_core::engine::Engine;
use mast_core::error::{Error, Result};
use mast_core::tools::{self, Answer};
use serde_json::Value;

/// What a question needs of a stack; what follows the nesting of code finds more by itself.
const STACK_BYTES: usize = 1 << 20;

/// What a thread with less gets for the length of the call.
const OTHER_STACK_BYTES: usize = 4 << 20;

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

/// Does `work` with a stack that is deep enough; a fault of it is an error of the kind `internal`.
///
/// # Errors
///
/// What `work` reports, and its faults.
///
/// # Cost
///
/// Nanoseconds; on a thread with less than 1 MiB of stack left another one is mapped, some 25 µs.
pub fn guarded<T, E: From<Error>>(
    work: impl FnOnce() -> std::result::Result<T, E>,
) -> std::result::Result<T, E> {
    caught(|| stacker::maybe_grow(STACK_BYTES, OTHER_STACK_BYTES, work))
}

/// Does `work` on the stack that there is; a fault of it is an error of the kind `internal`.
///
/// # Errors
///
/// What `work` reports, and its faults.
pub fn caught<T, E: From<Error>>(
    work: impl FnOnce() -> std::result::Result<T, E>,
) -> std::result::Result<T, E> {
    // What was being changed when a fault struck is either rolled back or made anew at the next call.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|fault| {
        let said = fault
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| fault.downcast_ref::<String>().cloned());
        Err(Error::internal(said.unwrap_or_else(|| "it broke off".to_owned())).into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_core::error::ErrorKind;

    #[test]
    fn a_fault_is_an_error() {
        let fault = |work: fn() -> Result<()>| guarded(work).expect_err("it broke off");
        let error = fault(|| panic!("no {}", 1));
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ErrorKind::Internal, "no 1")
        );
        assert_eq!(fault(|| panic!("no")).message, "no");
        assert_eq!(fault(|| std::panic::panic_any(7)).message, "it broke off");
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
            .spawn(|| guarded(|| Result::Ok(down(600))));
        let reached = deep.expect("a thread").join().expect("no overflow");
        assert_eq!(reached, Ok(600));
    }
}
