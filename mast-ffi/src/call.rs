//! Questions: any tool by its name, and the commonest with arguments of their own.

#![allow(
    unsafe_code,
    reason = "what is exported and takes pointers counts as unsafe; they are read in `pointer`"
)]
#![allow(clippy::missing_safety_doc, reason = "the comments are for C, and say it")]

use std::ffi::c_char;

use mast_core::engine::Engine;
use mast_surface::{call, catalogue};
use serde_json::{Map, Value};

use crate::failure::{Failure, answered};
use crate::handle::{self, MastEngine, Open};
use crate::pointer::{self, Place};
use crate::status::MastStatus;

/// Leaves the catalogue of tools in `*tools`: a JSON array of objects with `name`, `title`, `summary`, `effect` (`"reads"` or
/// `"writes"`), `input_schema` and `output_schema`, both JSON Schema. It needs no engine. The text is the caller's, for `mast_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_tools(tools: *mut *mut c_char) -> MastStatus {
    answered(|| {
        let place = Place::new("tools", tools)?;
        place.put_text(call::guarded(|| {
            Ok::<_, Failure>(catalogue::tools().to_string())
        })?);
        Ok(())
    })
}

/// Calls the tool `tool` with `input`, a JSON object, and leaves its answer in `*answer`: the JSON of `mast query`. A tool without
/// input takes null or an empty text.
///
/// A tool that reads first takes in what changed on disk, as the option `refresh` says, and needs an index:
/// `MAST_STATUS_NOT_INITIALISED` says that there is none yet. The text is the caller's, for `mast_free`; on failure it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_call(
    engine: *mut MastEngine,
    tool: *const c_char,
    input: *const c_char,
    answer: *mut *mut c_char,
) -> MastStatus {
    answered(|| {
        let place = Place::new("answer", answer)?;
        let open = handle::opened(engine)?;
        let tool = pointer::text("tool", tool)?;
        let input = pointer::optional_text("input", input)?.unwrap_or_default();
        asked(&open, call::tool, tool, input, &place)
    })
}

/// The same call with its answer as the page that a person reads, as `mast query --text` prints it. The text is the caller's, for
/// `mast_free`; on failure it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_text(
    engine: *mut MastEngine,
    tool: *const c_char,
    input: *const c_char,
    page: *mut *mut c_char,
) -> MastStatus {
    answered(|| {
        let place = Place::new("page", page)?;
        let open = handle::opened(engine)?;
        let tool = pointer::text("tool", tool)?;
        let input = pointer::optional_text("input", input)?.unwrap_or_default();
        asked(&open, call::page, tool, input, &place)
    })
}

/// Searches for `query`, an identifier or words: `mast_call` of the tool `mast_search` with `query` and, unless it is 0, `limit`. The
/// text in `*answer` is the caller's, for `mast_free`; on failure it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_search(
    engine: *mut MastEngine,
    query: *const c_char,
    limit: u32,
    answer: *mut *mut c_char,
) -> MastStatus {
    answered(|| {
        let place = Place::new("answer", answer)?;
        let open = handle::opened(engine)?;
        let query = pointer::text("query", query)?;
        let limit = (limit > 0).then(|| Value::from(limit));
        ask(
            &open,
            "mast_search",
            [("query", Some(Value::from(query))), ("limit", limit)],
            &place,
        )
    })
}

/// Finds who calls `symbol`, such as `renewLoan` or `Account.close`: `mast_call` of the tool `mast_callers`. Where several files declare
/// it, `file_path` names one, from the root of the project and with `/`; null means all. The text in `*answer` is the caller's, for
/// `mast_free`; on failure it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mast_callers(
    engine: *mut MastEngine,
    symbol: *const c_char,
    file_path: *const c_char,
    answer: *mut *mut c_char,
) -> MastStatus {
    answered(|| {
        let place = Place::new("answer", answer)?;
        let open = handle::opened(engine)?;
        let symbol = pointer::text("symbol", symbol)?;
        let file_path = pointer::optional_text("file_path", file_path)?.map(Value::from);
        ask(
            &open,
            "mast_callers",
            [("symbol", Some(Value::from(symbol))), ("file_path", file_path)],
            &place,
        )
    })
}

/// Calls `tool` with those of `fields` that are there.
fn ask(
    open: &Open,
    tool: &str,
    fields: [(&str, Option<Value>); 2],
    place: &Place<c_char>,
) -> Result<(), Failure> {
    let given = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let input = Value::Object(given.collect::<Map<_, _>>());
    asked(open, call::tool, tool, &input.to_string(), place)
}

/// Calls `tool` in one of the ways to answer.
fn asked(
    open: &Open,
    way: fn(&Engine, &str, &str) -> mast_core::error::Result<String>,
    tool: &str,
    input: &str,
    place: &Place<c_char>,
) -> Result<(), Failure> {
    place.put_text(call::guarded(|| way(&*open.engine()?, tool, input))?);
    Ok(())
}
