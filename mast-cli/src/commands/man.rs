//! `mast man`: the manual page, derived from the command table and the tables of errors and variables.

use std::io;
use std::process::ExitCode;

use clap_mangen::Man;
use mast_core::error::{ERROR_ROWS, Error, Result};

use crate::args;
use crate::output::Output;
use crate::surroundings::VARIABLES;

pub(crate) fn run(out: &mut Output) -> Result<ExitCode> {
    let page =
        page().map_err(|error| Error::internal(format!("the manual page cannot be written: {error}")))?;
    out.text(&page);
    Ok(ExitCode::SUCCESS)
}

/// One page with every command on it, as `man` reads it.
fn page() -> io::Result<String> {
    let mut table = args::table();
    // Fills in what each command inherits.
    table.build();
    let whole = Man::new(table.clone());
    let mut bytes = Vec::new();
    whole.render_title(&mut bytes)?;
    whole.render_name_section(&mut bytes)?;
    whole.render_synopsis_section(&mut bytes)?;
    whole.render_description_section(&mut bytes)?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    text.push_str(".SH COMMANDS\n");
    for command in table.get_subcommands() {
        text.push_str(&section(command)?);
    }
    text.push_str(&exit_status());
    text.push_str(".SH ENVIRONMENT\n");
    for (name, meaning) in VARIABLES {
        text.push_str(&entry(name, meaning));
    }
    text.push_str(".SH SEE ALSO\n");
    text.push_str(&escaped("`mast docs` prints the documentation of this build."));
    text.push('\n');
    Ok(text)
}

/// A command as a part of the section of commands: its sections become paragraphs.
fn section(command: &clap::Command) -> io::Result<String> {
    let man = Man::new(
        command
            .clone()
            .display_name(format!("mast {}", command.get_name())),
    );
    let mut bytes = Vec::new();
    man.render_synopsis_section(&mut bytes)?;
    man.render_description_section(&mut bytes)?;
    man.render_options_section(&mut bytes)?;
    man.render_extra_section(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut section = format!(".SS \"mast {}\"\n", command.get_name());
    for line in text.lines() {
        if line.starts_with(".SH ") {
            section.push_str(".PP\n");
        } else {
            section.push_str(line);
            section.push('\n');
        }
    }
    Ok(section)
}

fn exit_status() -> String {
    let mut text = ".SH \"EXIT STATUS\"\n".to_owned();
    text.push_str(&entry("0", "success"));
    let mut codes: Vec<u8> = ERROR_ROWS.iter().map(|row| row.exit_code).collect();
    codes.push(2);
    codes.sort_unstable();
    codes.dedup();
    for code in codes {
        let kinds = ERROR_ROWS.iter().filter(|row| row.exit_code == code);
        let names: Vec<&str> = kinds.map(|row| row.name).collect();
        let meaning = match code {
            1 => format!("a failure ({}), or a check that did not hold", names.join(", ")),
            2 => "a command line that cannot be understood".to_owned(),
            _ => names.join(", "),
        };
        text.push_str(&entry(&code.to_string(), &meaning));
    }
    text
}

/// A word with its meaning indented below it.
fn entry(word: &str, meaning: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}\n", escaped(word), escaped(meaning))
}

/// Text as roff has it: a backslash, a hyphen, and a dot or an apostrophe at the start of a line mean something there.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) {
        format!("\\&{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_roff_reads_as_a_request_is_text() {
        assert_eq!(escaped(".mast"), "\\&.mast");
        assert_eq!(escaped("a-b\\c"), "a\\-b\\ec");
    }
}
