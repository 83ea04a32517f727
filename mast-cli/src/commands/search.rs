//! `mast search`: the tool `mast_search` for people.

use std::process::ExitCode;

use clap::ValueEnum;
use mast_core::error::{Error, Result};
use mast_core::tools;
use serde_json::{Map, Value};

use crate::args::Search;
use crate::commands::index::reindex;
use crate::output::Output;
use crate::surroundings::{engine, refresh};

pub(crate) fn run(options: &Search, out: &mut Output) -> Result<ExitCode> {
    let engine = engine(&options.place)?.with_refresh(refresh(&options.freshness));
    reindex(&engine, &options.freshness, out)?;
    let mut input = Map::new();
    input.insert("query".to_owned(), options.query.clone().into());
    input.insert("limit".to_owned(), whole_number("--limit", &options.limit)?);
    input.insert("offset".to_owned(), whole_number("--offset", &options.offset)?);
    if let Some(kind) = options.kind {
        input.insert("chunk_type".to_owned(), name_of(&kind));
    }
    if let Some(language) = options.language {
        input.insert("language".to_owned(), name_of(&language));
    }
    if let Some(file) = &options.file {
        input.insert("file_pattern".to_owned(), file.clone().into());
    }
    input.insert("only_exported".to_owned(), options.exported.into());
    let answer = (tools::named("mast_search")?.call)(&engine, Value::Object(input))?;
    if options.json {
        out.line(&answer.json.to_string());
    } else {
        out.page(&answer.page);
    }
    // The answer is out before the call is written down.
    out.flush();
    Ok(ExitCode::SUCCESS)
}

fn whole_number(flag: &str, text: &str) -> Result<Value> {
    text.parse::<i64>().map(Value::from).map_err(|_| {
        Error::invalid_input(format!("`{flag}` must be a whole number, not `{text}`"))
            .with_hint(format!("give a number, as in `{flag} 5`"))
    })
}

fn name_of(value: &impl ValueEnum) -> Value {
    value
        .to_possible_value()
        .map_or(Value::Null, |value| value.get_name().into())
}
