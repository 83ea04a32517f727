//! The program `mast`: commands for people, scripts and hooks.

mod args;
mod commands;
mod documents;
mod git;
mod installation;
mod mcp;
mod mistake;
mod output;
mod release;
mod stamp;
mod suggested;
mod surroundings;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut out = output::Output::new();
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(error) => return out.unread(&error, &surroundings::arguments()),
    };
    let code = match commands::run(arguments, &mut out) {
        Ok(code) => code,
        Err(error) => out.error(&error),
    };
    out.finish(code)
}
