//! The only place that prints. Colours on a terminal, plain text elsewhere; a reader that has gone ends the program quietly.

#![allow(
    clippy::disallowed_methods,
    reason = "whether to colour is asked of the environment here and nowhere else"
)]

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use mast_core::error::Error;
use mast_core::tools::{Page, Style};

use crate::mistake;

/// The exit code for a command line that cannot be understood.
const MISTAKEN: u8 = 2;

/// Standard output and standard error.
#[derive(Debug)]
pub(crate) struct Output {
    out: io::BufWriter<io::Stdout>,
    coloured: bool,
    coloured_errors: bool,
    closed: bool,
}

impl Output {
    pub(crate) fn new() -> Self {
        let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let wanted = |terminal: bool| !refused && (forced || terminal);
        Self {
            out: io::BufWriter::new(io::stdout()),
            coloured: wanted(io::stdout().is_terminal()),
            coloured_errors: wanted(io::stderr().is_terminal()),
            closed: false,
        }
    }

    /// Prints an answer.
    pub(crate) fn page(&mut self, page: &Page) {
        for (style, text) in &page.pieces {
            match code_of(*style).filter(|_| self.coloured) {
                Some(code) => self.write(&format!("\u{1b}[{code}m{text}\u{1b}[0m")),
                None => self.write(text),
            }
        }
    }

    /// Prints text as it is.
    pub(crate) fn text(&mut self, text: &str) {
        self.write(text);
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    /// Tells people something beside the answer.
    pub(crate) fn note(&mut self, text: &str) {
        self.flush();
        // A note that nobody can read is no reason to stop.
        drop(writeln!(io::stderr(), "{text}"));
    }

    /// Tells what went wrong and gives the exit code for it.
    pub(crate) fn error(&mut self, error: &Error) -> ExitCode {
        self.flush();
        let (red, off) = if self.coloured_errors {
            ("\u{1b}[31m", "\u{1b}[0m")
        } else {
            ("", "")
        };
        let mut text = format!("{red}mast: {}{off}", error.message);
        if let Some(hint) = &error.hint {
            text.push_str("\nhint: ");
            text.push_str(hint);
        }
        drop(writeln!(io::stderr(), "{text}"));
        ExitCode::from(error.kind.exit_code())
    }

    /// Tells of the command line `line`, which was not read: a mistake in it, or the help or version that it asked for.
    pub(crate) fn unread(&mut self, error: &clap::Error, line: &[String]) -> ExitCode {
        if let Some(mistake) = mistake::told(error, line) {
            self.error(&mistake);
            return ExitCode::from(MISTAKEN);
        }
        // Nobody to tell when even this cannot be printed.
        drop(error.print());
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(MISTAKEN))
    }

    /// Writes out what is left and gives the exit code of the program.
    pub(crate) fn finish(mut self, code: ExitCode) -> ExitCode {
        self.flush();
        if self.closed { ExitCode::SUCCESS } else { code }
    }

    fn write(&mut self, text: &str) {
        if !self.closed {
            let written = self.out.write_all(text.as_bytes());
            self.note_end(&written);
        }
    }

    /// Writes out what is left.
    pub(crate) fn flush(&mut self) {
        if !self.closed {
            let written = self.out.flush();
            self.note_end(&written);
        }
    }

    fn note_end(&mut self, written: &io::Result<()>) {
        if let Err(error) = written {
            self.closed = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                drop(writeln!(
                    io::stderr(),
                    "mast: standard output cannot be written: {error}"
                ));
            }
        }
    }
}

const fn code_of(style: Style) -> Option<&'static str> {
    match style {
        Style::Plain => None,
        Style::Place => Some("36"),
        Style::Name => Some("1"),
        Style::Faint => Some("2"),
        Style::Warning => Some("33"),
        Style::Good => Some("32"),
        Style::Bad => Some("31"),
    }
}
