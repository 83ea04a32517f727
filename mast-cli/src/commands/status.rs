//! `mast status`: the tool `mast_status` for people and scripts.

use std::process::ExitCode;

use mast_core::error::Result;
use mast_core::tools;
use serde_json::{Value, json};

use crate::args::Status;
use crate::output::Output;
use crate::surroundings::engine;

pub(crate) fn run(options: &Status, out: &mut Output) -> Result<ExitCode> {
    let engine = engine(&options.place)?;
    let answer = (tools::named("mast_status")?.call)(&engine, json!({}))?;
    let initialised = answer.json.get("freshness_cause").and_then(Value::as_str) != Some("not_initialised");
    if options.json {
        let mut status = answer.json;
        if let Value::Object(fields) = &mut status {
            fields.insert("initialised".to_owned(), initialised.into());
        }
        out.line(&format!("{status:#}"));
    } else {
        out.page(&answer.page);
    }
    Ok(if initialised {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
