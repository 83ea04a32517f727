//! `mast setup`: what tells an assistant to use mast, in the files of its harness.

mod difference;

use std::process::ExitCode;

use mast_core::error::Result;
use mast_core::tools::{Page, Style};

use crate::args::Setup;
use crate::edit::file;
use crate::harness::part::{Part, State, Wanted, apply};
use crate::harness::rules::Rules;
use crate::harness::servers::SERVER;
use crate::harness::{Harness, Registering, Scope, launch};
use crate::installation::{Installation, Launch};
use crate::output::Output;
use crate::surroundings::{self, Here};

/// How wide the word is that says what happened.
const WORD_WIDTH: usize = 20;

/// How wide the path of a file is at least.
const PATH_WIDTH: usize = 24;

/// What is done to the parts of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Install,
    Check,
    Remove,
}

/// Whether files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    Writes,
    Shows,
}

pub(crate) fn run(options: &Setup, out: &mut Output) -> Result<ExitCode> {
    let harness = options.harness;
    let (scope, registering) = (options.scope(), options.registering());
    let mode = match (options.check, options.remove) {
        (true, _) => Mode::Check,
        (false, true) => Mode::Remove,
        (false, false) => Mode::Install,
    };
    let writing = if options.dry_run {
        Writing::Shows
    } else {
        Writing::Writes
    };
    let here = surroundings::here(options.root.named(), scope)?;
    let parts = harness.parts(scope, registering, &here.places)?;
    let wanted = parts.iter().filter(|part| !part.is_left_over());
    if mode != Mode::Remove
        && scope == Scope::Project
        && wanted.clone().all(|part| part.what == SERVER)
        && let Some(missing) = harness.rules.missing(harness.title, &options.again())
    {
        return Err(missing);
    }
    if mode != Mode::Remove || matches!(harness.rules, Rules::None) && harness.hooks.is_none() {
        lead(harness, &parts, &here, out);
    }
    match mode {
        Mode::Remove => {
            remove(&parts, &here, writing, out)?;
            if parts.is_empty() && !matches!(harness.rules, Rules::None) {
                out.line("  not installed");
            }
            if registering == Registering::Nothing
                && let Registered::In(path) = registered(harness, scope, &here)
            {
                out.note(&format!(
                    "note: the MCP server is still registered in `{path}`: add `--mcp` to remove it too"
                ));
            }
            Ok(ExitCode::SUCCESS)
        }
        Mode::Install | Mode::Check if parts.is_empty() => {
            if mode == Mode::Install {
                unregistered(options, &here, out);
            }
            Ok(ExitCode::SUCCESS)
        }
        Mode::Install | Mode::Check => {
            let launch = launch(
                harness,
                &here.installation,
                &here.program,
                scope,
                &here.places,
                &here.working_directory,
            )?;
            let parts: Vec<&Part> = wanted.collect();
            if mode == Mode::Check {
                return Ok(check(options, &parts, &here, &launch, out));
            }
            install(&parts, &here, &launch, writing, out)?;
            notes(options, &here, &launch, out);
            unregistered(options, &here, out);
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What this harness can be told.
fn lead(harness: &Harness, parts: &[Part], here: &Here, out: &mut Output) {
    let only_server = !parts.is_empty() && parts.iter().all(|part| part.what == SERVER);
    let channels = if only_server {
        "only the MCP server is registered, which sends its instructions when it connects"
    } else {
        harness.channels
    };
    let mut page = Page::default();
    page.text(Style::Name, harness.title)
        .line(Style::Plain, format!(": {channels}"));
    if here.places.root != here.working_directory {
        page.line(Style::Faint, format!("in {}", here.places.root.display()));
    }
    out.page(&page);
}

fn row(word: &str, style: Style, part: &Part, here: &Here, out: &mut Output) {
    let mut page = Page::default();
    let path = here.places.shown(&part.path);
    page.text(style, format!("  {word:<WORD_WIDTH$}"))
        .text(Style::Place, format!("{path:<PATH_WIDTH$}"))
        .line(Style::Faint, format!("  {}", part.detail()));
    out.page(&page);
}

fn install(parts: &[&Part], here: &Here, launch: &Launch, writing: Writing, out: &mut Output) -> Result<()> {
    for part in parts {
        let before = file::read(&part.path)?;
        let wanted = part.installed(before.as_deref(), launch)?;
        let is_there = part.is_there(before.as_deref());
        let (word, style) = match (&wanted, writing, is_there) {
            (Wanted::Unchanged, _, _) => ("already up to date", Style::Faint),
            (_, Writing::Writes, true) => ("updated", Style::Good),
            (_, Writing::Writes, false) => ("installed", Style::Good),
            (_, Writing::Shows, true) => ("would update", Style::Plain),
            (_, Writing::Shows, false) => ("would install", Style::Plain),
        };
        change(
            part,
            before.as_deref(),
            &wanted,
            (word, style),
            here,
            writing,
            out,
        )?;
    }
    Ok(())
}

fn remove(parts: &[Part], here: &Here, writing: Writing, out: &mut Output) -> Result<()> {
    for part in parts {
        let before = file::read(&part.path)?;
        let wanted = part.removed(before.as_deref())?;
        if wanted == Wanted::Unchanged {
            if !part.is_left_over() {
                row("not installed", Style::Faint, part, here, out);
            }
            continue;
        }
        let word = match writing {
            Writing::Writes => ("removed", Style::Good),
            Writing::Shows => ("would remove", Style::Plain),
        };
        change(part, before.as_deref(), &wanted, word, here, writing, out)?;
    }
    Ok(())
}

/// Writes what a file should be, or shows it, and says so.
fn change(
    part: &Part,
    before: Option<&str>,
    wanted: &Wanted,
    (word, style): (&str, Style),
    here: &Here,
    writing: Writing,
    out: &mut Output,
) -> Result<()> {
    if writing == Writing::Writes {
        apply(&part.path, wanted, &here.places)?;
    }
    row(word, style, part, here, out);
    if writing == Writing::Shows {
        let after = match wanted {
            Wanted::Unchanged => return Ok(()),
            Wanted::Text(text) => text.as_str(),
            Wanted::Absent(_) => "",
        };
        out.page(&difference::between(before.unwrap_or_default(), after));
    }
    Ok(())
}

fn check(options: &Setup, parts: &[&Part], here: &Here, launch: &Launch, out: &mut Output) -> ExitCode {
    let mut current = true;
    for part in parts {
        let state = part.state(launch);
        current &= matches!(state, Ok(State::Current));
        match state {
            Ok(State::Current) => row("up to date", Style::Good, part, here, out),
            Ok(State::OutOfDate) => row("out of date", Style::Warning, part, here, out),
            Ok(State::NotInstalled) => row("not installed", Style::Warning, part, here, out),
            Err(error) => drop(out.error(&error)),
        }
    }
    if current {
        ExitCode::SUCCESS
    } else {
        out.line(&format!("run `{}` to bring this up to date", options.again()));
        ExitCode::FAILURE
    }
}

/// What one has to know after something was installed.
fn notes(options: &Setup, here: &Here, launch: &Launch, out: &mut Output) {
    let harness = options.harness;
    let starts_program = harness.hooks.is_some() || options.registering() == Registering::Server;
    let mut notes = Vec::new();
    if starts_program {
        match (&here.installation, launch) {
            (Installation::OneRun, _) => notes.push(
                "this mast is there for one run only: install it globally or in this project, so that `mast` can be started later"
                    .to_owned(),
            ),
            (_, Launch::ByName) if !here.is_on_path => {
                notes.push("there is no `mast` on PATH, and the files above start it by that name".to_owned());
            }
            (_, Launch::At(program)) => {
                let so = match options.scope() {
                    Scope::Project => "they are right on this machine only, do not commit them",
                    Scope::User => "run this again when it has moved",
                };
                notes.push(format!("the files above start this build, `{}`: {so}", program.display()));
            }
            (_, Launch::FromRoot(_)) if harness.name == "vscode" => notes.push(
                "VS Code does not document in which directory hooks run; the path in the file is relative to the project"
                    .to_owned(),
            ),
            (_, Launch::FromRoot(_) | Launch::ByName) => {}
        }
    }
    if options.scope() == Scope::User && matches!(harness.rules, Rules::Whole(_)) {
        notes.push(format!(
            "{} has no user-level rules file: run `mast setup {}` in a project for that one",
            harness.title, harness.name
        ));
    }
    notes.extend(harness.note.filter(|_| starts_program).map(str::to_owned));
    for note in notes {
        out.note(&format!("note: {note}"));
    }
}

/// That the server is not registered, where it could be.
fn unregistered(options: &Setup, here: &Here, out: &mut Output) {
    let harness = options.harness;
    if options.registering() == Registering::Nothing
        && registered(harness, options.scope(), here) == Registered::Nowhere
    {
        let global = options.global || harness.servers.project.is_none();
        out.note(&format!(
            "note: this registers no MCP server: `mast setup {}{} --mcp` does that too",
            harness.name,
            if global { " --global" } else { "" },
        ));
    }
}

/// Whether the server is registered where `--mcp` would do it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Registered {
    /// It is, in this file.
    In(String),
    /// It is not.
    Nowhere,
    /// It could not be.
    NotByUs,
}

fn registered(harness: &'static Harness, scope: Scope, here: &Here) -> Registered {
    let scope = if harness.servers.project.is_none() {
        Scope::User
    } else {
        scope
    };
    let parts = harness
        .parts(scope, Registering::Server, &here.places)
        .unwrap_or_default();
    let Some(part) = parts.into_iter().find(|part| part.what == SERVER) else {
        return Registered::NotByUs;
    };
    match file::read(&part.path) {
        Ok(before) if part.is_there(before.as_deref()) => Registered::In(here.places.shown(&part.path)),
        Ok(_) | Err(_) => Registered::Nowhere,
    }
}
