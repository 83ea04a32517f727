//! The commands, one a file.

mod completions;
mod docs;
mod doctor;
pub(crate) mod hook;
mod index;
mod init;
mod install_hooks;
mod man;
mod metrics;
mod prime;
mod progress;
mod query;
mod search;
pub(crate) mod serve;
mod setup;
mod skill;
mod status;
mod upgrade;
mod walk;

use std::process::ExitCode;

use mast_core::error::Result;

use crate::args::{Arguments, Command};
use crate::output::Output;

pub(crate) fn run(arguments: Arguments, out: &mut Output) -> Result<ExitCode> {
    match arguments.command {
        Command::Init(options) => init::run(&options, out),
        Command::Index(options) => index::run(&options, out),
        Command::Search(options) => search::run(&options, out),
        Command::Status(options) => status::run(&options, out),
        Command::Walk(options) => walk::run(&options, out),
        Command::Metrics(options) => metrics::run(&options, out),
        Command::Query(options) => query::run(&options, out),
        Command::Serve(options) => serve::run(&options),
        Command::InstallHooks(options) => install_hooks::run(&options, out),
        Command::Doctor(options) => doctor::run(&options, out),
        Command::Upgrade(options) => upgrade::run(&options, out),
        Command::Docs(options) => docs::run(&options, out),
        Command::Completions(options) => Ok(completions::run(&options, out)),
        Command::Man => man::run(out),
        Command::Setup(options) => setup::run(&options, out),
        Command::Skill(options) => skill::run(&options, out),
        Command::Prime(options) => Ok(prime::run(&options, out)),
        Command::Hook(options) => Ok(hook::run(&options.words(), out)),
    }
}
