//! `mast query`: any tool, with the bytes that an assistant receives.

use std::process::ExitCode;

use mast_core::error::{Error, Result};
use mast_core::tools;
use serde_json::Value;

use crate::args::Query;
use crate::commands::index::reindex;
use crate::output::Output;
use crate::surroundings::{engine, refresh};

pub(crate) fn run(options: &Query, out: &mut Output) -> Result<ExitCode> {
    let tool = tools::named(&options.tool)?;
    let input: Value = match &options.input {
        None => Value::Null,
        Some(text) => serde_json::from_str(text).map_err(|error| {
            Error::invalid_input(format!("the input is no JSON: {error}")).with_hint(format!(
                "give an object in single quotes, as in: mast query {} '{{\"key\": \"value\"}}'",
                tool.name
            ))
        })?,
    };
    let engine = engine(&options.place)?.with_refresh(refresh(&options.freshness));
    reindex(&engine, &options.freshness, out)?;
    let answer = (tool.call)(&engine, input)?;
    if options.text {
        out.page(&answer.page);
    } else if options.json {
        out.line(&answer.json.to_string());
    } else {
        out.line(&format!("{:#}", answer.json));
    }
    // The answer is out before the call is written down.
    out.flush();
    Ok(ExitCode::SUCCESS)
}
