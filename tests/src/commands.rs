//! The runner of command cases: `mast search "x" -n 1` answers what the program prints, and how it ends.
//!
//! Words are split as a shell splits them, with both kinds of quotes; `NAME=value` before the program sets a variable.

use crate::program;
use crate::project::Project;
use crate::settle::settle;
use std::fmt::Write as _;

/// Answers one call of the program: standard output, then standard error and the exit code where there is anything to say.
///
/// # Panics
///
/// When the call is none.
pub fn run(project: &Project, call: &str) -> String {
    let words = words(call);
    let variables = words.iter().take_while(|word| word.contains('=')).count();
    assert_eq!(
        words.get(variables).map(String::as_str),
        Some("mast"),
        "a call is `mast …`"
    );
    let arguments: Vec<&str> = words[variables + 1..].iter().map(String::as_str).collect();
    let mut command = program::command(project.root(), &arguments);
    for variable in &words[..variables] {
        let (name, value) = variable.split_once('=').unwrap_or((variable, ""));
        command.env(name, value);
    }
    let ran = program::finish(command);
    let mut text = ran.out;
    if !ran.err.is_empty() {
        let _ = write!(text, "[stderr]\n{}", ran.err);
    }
    match ran.code {
        Some(0) => {}
        Some(code) => drop(write!(text, "[exit {code}]")),
        None => text.push_str("[killed]"),
    }
    // Where the program is, a setup writes into files.
    let place = program::path().to_string_lossy();
    settle(&text.replace(&*place, "/built/mast"))
}

fn words(call: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in call.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(letter),
        }
    }
    assert!(quote.is_none(), "a quote is not closed in `{call}`");
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        assert_eq!(
            words("A=1 mast query x '{\"a\": 1}' \"\" -f src/**"),
            ["A=1", "mast", "query", "x", "{\"a\": 1}", "", "-f", "src/**"]
        );
    }
}
