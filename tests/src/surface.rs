//! A surface in a process of its own that answers line by line: how the addon and the C library are asked what the library is asked.
//!
//! A question is `tool<TAB>input`. An answer is `ok<TAB>json`, or `error<TAB>code<TAB>message` where the message, with its hint,
//! has `\n` for line ends and `\\` for backslashes.

use mast_core::error::{ERROR_ROWS, ErrorKind};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A surface that answers for one project.
#[derive(Debug)]
pub struct Surface {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Surface {
    /// Starts `command`, whose last argument is the root of the project.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    pub fn start(mut command: Command) -> Self {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let questions = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("it is a pipe"));
        Self {
            child,
            questions,
            answers,
        }
    }

    /// Asks `tool`: its JSON, or the kind of failure and the message with its hint.
    ///
    /// # Errors
    ///
    /// What the tool reports.
    ///
    /// # Panics
    ///
    /// When the surface has ended, or answers anything else.
    pub fn ask(&mut self, tool: &str, input: &str) -> Result<String, (ErrorKind, String)> {
        let questions = self.questions.as_mut().expect("it is open");
        writeln!(questions, "{tool}\t{input}").expect("the surface reads");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the surface answers");
        let parts: Vec<&str> = line.trim_end_matches('\n').splitn(3, '\t').collect();
        match parts[..] {
            ["ok", ..] => Ok(line.trim_end_matches('\n')["ok\t".len()..].to_owned()),
            ["error", code, message] => {
                let row = ERROR_ROWS.iter().find(|row| row.name == code);
                let kind = row.unwrap_or_else(|| panic!("`{code}` is no code")).kind;
                Err((kind, unescaped(message)))
            }
            _ => panic!("`{line}` is no answer to `{tool} {input}`"),
        }
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        drop(self.questions.take());
        // A surface ends with its input; what it leaves then is not looked at.
        drop(self.child.wait());
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => plain.push(if letters.next() == Some('n') { '\n' } else { '\\' }),
            (letter, false) => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_lines() {
        assert_eq!(unescaped("a\\nb\\\\n"), "a\nb\\n");
    }
}
