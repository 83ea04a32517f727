//! `mast completions`: what makes a shell complete the command line, derived from the command table.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap_complete::Shell;

use crate::args::{self, Completions};
use crate::output::Output;

pub(crate) fn run(options: &Completions, out: &mut Output) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut args::table(), "mast", &mut script);
    out.text(&String::from_utf8_lossy(&script));
    if options.shell == Shell::Fish {
        out.text(&fish_arguments());
    }
    ExitCode::SUCCESS
}

/// For fish the generator knows flags and commands, and not the values of other arguments.
fn fish_arguments() -> String {
    let table = args::table();
    let mut script = String::new();
    for command in table.get_subcommands() {
        for argument in command.get_positionals() {
            let values = argument.get_possible_values();
            if values.is_empty() {
                continue;
            }
            let names: Vec<&str> = values
                .iter()
                .map(clap::builder::PossibleValue::get_name)
                .collect();
            // Writing to a string does not fail.
            let _ = writeln!(
                script,
                "complete -c mast -n \"__fish_mast_using_subcommand {}\" -f -a \"{}\"",
                command.get_name(),
                names.join(" ")
            );
        }
    }
    script
}
