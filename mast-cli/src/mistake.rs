//! A command line that cannot be understood, told as every other error is: what is wrong with it, and what would be right.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use mast_core::error::Error;

use crate::args;

/// What is wrong in the command line `line`, of which `error` tells; none when it is no mistake, or one that clap tells better.
pub(crate) fn told(error: &clap::Error, line: &[String]) -> Option<Error> {
    let mistake = Mistake { error, line };
    let command = mistake.command();
    let (message, hint) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let meant = mistake.meant(ContextKind::SuggestedSubcommand);
            let asked = mistake.one(ContextKind::InvalidSubcommand)?;
            let hint = if asked == "help" {
                "`mast --help` prints help, and `mast <COMMAND> --help` that of a command".to_owned()
            } else {
                format!("the commands are: {}", commands().join(", "))
            };
            (format!("there is no command `{asked}`{meant}"), hint)
        }
        ErrorKind::UnknownArgument => {
            let argument = mistake.one(ContextKind::InvalidArg)?;
            let meant = mistake.meant(ContextKind::SuggestedArg);
            let message = if argument.starts_with('-') {
                format!("`{command}` has no `{argument}`{meant}")
            } else {
                format!("`{command}` takes no further argument `{argument}`")
            };
            (message, listed(&command))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = mistake.all(ContextKind::InvalidArg);
            (
                format!("`{command}` needs {}", codes(&missing, " and ")),
                mistake.usage()?,
            )
        }
        ErrorKind::InvalidValue => {
            let argument = mistake.one(ContextKind::InvalidArg)?;
            let valid = mistake.all(ContextKind::ValidValue);
            let value = mistake.one(ContextKind::InvalidValue).unwrap_or_default();
            let message = if value.is_empty() {
                format!("`{argument}` needs a value")
            } else {
                let meant = mistake.meant(ContextKind::SuggestedValue);
                format!("`{argument}` cannot be `{value}`{meant}")
            };
            let hint = if valid.is_empty() {
                listed(&command)
            } else {
                format!("it is one of: {}", valid.join(", "))
            };
            (message, hint)
        }
        ErrorKind::ValueValidation => {
            let argument = mistake.one(ContextKind::InvalidArg)?;
            let value = mistake.one(ContextKind::InvalidValue)?;
            let reason = std::error::Error::source(error)?.to_string();
            (
                format!("`{argument}` must be {}, not `{value}`", wanted(&reason)),
                listed(&command),
            )
        }
        ErrorKind::TooManyValues => {
            let argument = mistake.one(ContextKind::InvalidArg)?;
            (format!("`{argument}` takes no value"), listed(&command))
        }
        ErrorKind::ArgumentConflict => {
            let argument = mistake.one(ContextKind::InvalidArg)?;
            let others = mistake.all(ContextKind::PriorArg);
            let message = if others.is_empty() || others == [argument.as_str()] {
                format!("`{argument}` can be given once")
            } else {
                format!(
                    "`{argument}` cannot be given together with {}",
                    codes(&others, " and ")
                )
            };
            (message, listed(&command))
        }
        _ => return None,
    };
    Some(Error::invalid_input(message).with_hint(hint))
}

/// What a number has to be, from what the parser of numbers says is wrong with it.
fn wanted(reason: &str) -> String {
    let range = reason
        .split_once(" is not in ")
        .and_then(|(_, range)| range.split_once("..="));
    match range {
        Some((least, most)) => format!("a whole number from {least} to {most}"),
        None => "a whole number".to_owned(),
    }
}

fn listed(command: &str) -> String {
    format!("`{command} --help` lists what it takes")
}

fn codes(names: &[String], between: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(between)
}

fn commands() -> Vec<String> {
    let table = args::table();
    let commands = table.get_subcommands().filter(|command| !command.is_hide_set());
    commands.map(|command| command.get_name().to_owned()).collect()
}

struct Mistake<'e> {
    error: &'e clap::Error,
    line: &'e [String],
}

impl Mistake<'_> {
    fn one(&self, kind: ContextKind) -> Option<String> {
        self.all(kind).into_iter().next()
    }

    fn all(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(all)) => all.clone(),
            _ => Vec::new(),
        }
    }

    /// Of several that may be meant, clap gives the nearest last.
    fn meant(&self, kind: ContextKind) -> String {
        let mut near = self.all(kind);
        near.reverse();
        if near.is_empty() {
            return String::new();
        }
        format!(", did you mean {}?", codes(&near, " or "))
    }

    /// `usage: mast search <QUERY> [PATH]`.
    fn usage(&self) -> Option<String> {
        match self.error.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => Some(usage.to_string().replacen("Usage:", "usage:", 1)),
            _ => None,
        }
    }

    /// `mast` with the name of the command that was given.
    fn command(&self) -> String {
        let known = commands();
        let given = self.line.iter().find(|word| known.contains(word));
        given.map_or_else(|| "mast".to_owned(), |name| format!("mast {name}"))
    }
}
