//! The program `mast`: commands for people, scripts and hooks.

mod args;
mod commands;
#[allow(dead_code, reason = "the commands that ask for it come next")]
mod edit;
#[allow(dead_code, reason = "the commands that ask for it come next")]
mod installation;
mod mcp;
mod output;
mod surroundings;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let mut out = output::Output::new();
    let code = match commands::run(arguments, &mut out) {
        Ok(code) => code,
        Err(error) => out.error(&error),
    };
    out.finish(code)
}
