//! The program `mast`: commands for people, scripts and hooks.

mod args;
mod commands;
mod doctor;
mod documents;
mod edit;
mod git;
mod harness;
mod installation;
mod mcp;
mod mistake;
mod output;
mod release;
mod stamp;
mod suggested;
mod surroundings;
mod texts;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut out = output::Output::new();
    let words = surroundings::arguments();
    // First, since it runs before each search of an assistant.
    if let Some(words) = args::hook(&words) {
        let code = commands::hook::run(words, &mut out);
        return out.finish(code);
    }
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(error) => return out.unread(&error, &words),
    };
    let code = match commands::run(arguments, &mut out) {
        Ok(code) => code,
        Err(error) => out.error(&error),
    };
    out.finish(code)
}
