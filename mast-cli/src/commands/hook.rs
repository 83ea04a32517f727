//! `mast hook`: what a harness runs when a session starts and when it searches.
//!
//! Invariant: it succeeds whatever happens, since a hook that fails breaks the session of a person. What it cannot answer is one line
//! on standard error, and nothing on standard output.
//!
//! Cost: the reminder reads the configuration of the project and looks for its index, without opening it.

mod reach;

use std::io::{self, BufRead, IsTerminal};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;

use mast_core::error::Error;
use serde::Deserialize;
use serde_json::Value;

use crate::args::hooked;
use crate::commands::prime;
use crate::harness::Harness;
use crate::harness::hooks::Occasion;
use crate::output::Output;
use crate::surroundings::engine_around;
use crate::texts::REMINDER;

/// A harness may hand over what a tool found; more than this is none of a hook's business.
const MOST_BYTES: usize = 64 << 20;

/// What mast reads of what a harness says; anything may be missing or be something else.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Told {
    cwd: Value,
    workspace_roots: Value,
    tool_name: Value,
    tool_input: Value,
}

/// Answers the hook `words`, a harness and an event.
pub(crate) fn run(words: &[String], out: &mut Output) -> ExitCode {
    // A fault of ours must not fail the session either.
    panic::set_hook(Box::new(|_| {}));
    let answered = panic::catch_unwind(AssertUnwindSafe(|| answer(words)));
    match answered.unwrap_or_else(|_| Err("a fault of mast: please report it".to_owned())) {
        Ok(Some(answer)) => out.line(&answer),
        Ok(None) => {}
        Err(problem) => {
            let problem = problem.lines().next().unwrap_or_default();
            out.note(&format!("mast hook: {problem}"));
        }
    }
    ExitCode::SUCCESS
}

/// What the harness is told; none when there is nothing to say.
fn answer(words: &[String]) -> Result<Option<String>, String> {
    let [harness, event] = words else {
        return Err("expected a harness and an event, as in `mast hook claude search`".to_owned());
    };
    let hooks = Harness::named(harness)
        .and_then(|harness| harness.hooks.as_ref())
        .ok_or_else(|| {
            format!(
                "no harness `{harness}` with hooks; there are {}",
                hooked().join(", ")
            )
        })?;
    let occasion = Occasion::named(event)
        .ok_or_else(|| format!("no event `{event}`; there are session-start, search"))?;
    if hooks.wrapped(occasion, "").is_none() {
        return Err(format!("{harness} has no event `{event}`"));
    }
    let told = told()?;
    let said = |error: Error| error.message;
    let directory = told.directory();
    let engine = engine_around(directory.as_deref()).map_err(said)?;
    let text = match occasion {
        Occasion::SessionStart => prime::text(&engine),
        Occasion::Search => {
            if !engine.database().exists()
                || !reach::reaches(&told, engine.config(), &engine.surroundings().working_directory)
            {
                return Ok(None);
            }
            REMINDER.trim_end().to_owned()
        }
    };
    Ok(hooks.wrapped(occasion, &text).map(|answer| answer.to_string()))
}

/// What the harness says on standard input.
fn told() -> Result<Told, String> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return parse(b"");
    }
    let bytes = object(&mut stdin).map_err(|error| format!("standard input cannot be read: {error}"))?;
    if bytes.len() > MOST_BYTES {
        // Who writes must not find that nobody reads.
        let _ = io::copy(&mut stdin, &mut io::sink());
        return Err(format!("standard input holds more than {} MB", MOST_BYTES >> 20));
    }
    parse(&bytes)
}

/// What can be read up to the end of an object, or all there is. A harness may leave its end of the pipe open.
fn object(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    loop {
        let chunk = input.fill_buf()?;
        let end = chunk.iter().position(|byte| {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_text => escaped = true,
                b'"' => in_text = !in_text,
                b'{' if !in_text => depth += 1,
                b'}' if !in_text => depth = depth.saturating_sub(1),
                _ => {}
            }
            *byte == b'}' && depth == 0 && !in_text
        });
        let length = end.map_or(chunk.len(), |end| end + 1);
        bytes.extend_from_slice(&chunk[..length]);
        input.consume(length);
        if end.is_some() || length == 0 || bytes.len() > MOST_BYTES {
            return Ok(bytes);
        }
    }
}

fn parse(bytes: &[u8]) -> Result<Told, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err("standard input is empty; a harness writes JSON there".to_owned());
    }
    if !text.starts_with('{') {
        return Err("standard input is not a JSON object".to_owned());
    }
    serde_json::from_str(text).map_err(|error| format!("standard input is not JSON: {error}"))
}

impl Told {
    /// Where the harness works: the directory that it names, else the first root of its workspace.
    fn directory(&self) -> Option<PathBuf> {
        let named = [Some(&self.cwd), self.workspace_roots.get(0)];
        let named = named.into_iter().flatten().filter_map(Value::as_str);
        let named = named.map(str::trim).find(|path| !path.is_empty())?;
        // Editors write the drive behind a slash.
        let drive = named
            .strip_prefix('/')
            .filter(|path| path.as_bytes().get(1) == Some(&b':'));
        Some(PathBuf::from(drive.filter(|_| cfg!(windows)).unwrap_or(named)))
    }

    /// What the tool is told, which some harnesses hand over as text.
    fn tool_input(&self) -> Value {
        match &self.tool_input {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(text: &str) -> Option<String> {
        let directory = parse(text.as_bytes()).unwrap().directory();
        directory.map(|directory| directory.display().to_string())
    }

    #[test]
    fn the_directory_is_the_first_that_is_named() {
        assert_eq!(
            directory(r#"{"cwd": "/a", "workspace_roots": ["/b"]}"#).as_deref(),
            Some("/a")
        );
        assert_eq!(
            directory(r#"{"cwd": "", "workspace_roots": ["/b", "/c"]}"#).as_deref(),
            Some("/b")
        );
        assert_eq!(directory(r#"{"cwd": 7, "workspace_roots": {}}"#), None);
        assert_eq!(directory(r#"{"cwd": null, "workspace_roots": [null]}"#), None);
        assert_eq!(directory("{}"), None);
    }

    #[test]
    fn an_object_is_read_to_its_end_and_no_further() {
        let read = |text: &str| {
            let bytes = object(&mut io::BufReader::with_capacity(3, text.as_bytes())).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        assert_eq!(
            read("\u{feff} {\"a\": {\"b\": \"}\\\"}\"}} \n{"),
            "\u{feff} {\"a\": {\"b\": \"}\\\"}\"}}"
        );
        assert_eq!(read("{\"a\": "), "{\"a\": ");
        assert_eq!(read("null\n"), "null\n");
        assert_eq!(read("{\"a\\\\\": 1} {}"), "{\"a\\\\\": 1}");
        assert_eq!(read("} {}"), "}");
    }

    #[test]
    fn what_is_no_object_is_said_in_one_line() {
        let problem = |bytes: &[u8]| parse(bytes).unwrap_err();
        assert_eq!(
            problem(b" \n"),
            "standard input is empty; a harness writes JSON there"
        );
        assert_eq!(problem(b"[]"), "standard input is not a JSON object");
        assert_eq!(
            problem(b"{\"cwd\": "),
            "standard input is not JSON: EOF while parsing a value at line 1 column 7"
        );
        assert!(parse(b"\xef\xbb\xbf{\"cwd\": \"\xff\"}").is_ok());
    }
}
