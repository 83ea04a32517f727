//! `mast install-hooks`: hooks of git that bring the index up to date.

use std::process::ExitCode;

use mast_core::error::Result;
use mast_core::tools::{Page, Style};

use crate::args::InstallHooks;
use crate::git::hooks::{Hook, Step};
use crate::git::{self, Repository};
use crate::output::Output;
use crate::surroundings;

/// What is done about what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Do,
    Check,
    Tell,
}

pub(crate) fn run(options: &InstallHooks, out: &mut Output) -> Result<ExitCode> {
    let mode = match (options.check, options.dry_run) {
        (true, _) => Mode::Check,
        (false, true) => Mode::Tell,
        (false, false) => Mode::Do,
    };
    let engine = surroundings::engine(&options.place)?;
    let root = &engine.config().root;
    let repository = git::around(root)?;
    let hooks = if options.remove {
        repository.to_remove()?
    } else {
        let named = options.place.state_dir.is_some();
        let state_dir = named.then(|| engine.config().state_dir.path().to_owned());
        let here = &engine.surroundings().working_directory;
        let start = repository.start(&surroundings::program()?, root, here, state_dir)?;
        repository.to_install(&start)?
    };
    let mut page = Page::default();
    let width = hooks.iter().map(|hook| hook.name.len()).max().unwrap_or(0);
    for hook in &hooks {
        if mode == Mode::Do {
            hook.carry_out()?;
        }
        line(&mut page, hook, mode, width);
    }
    if !options.remove && mode != Mode::Check {
        advice(&mut page, &repository, &hooks);
    }
    out.page(&page);
    let missed = hooks.iter().any(|hook| is_missed(hook, mode));
    Ok(if missed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Whether the hook is not as was asked for.
fn is_missed(hook: &Hook, mode: Mode) -> bool {
    match &hook.step {
        Step::Leave(_) => true,
        Step::Install(_) | Step::Update(_) | Step::Remove(_) => mode == Mode::Check,
        Step::UpToDate | Step::NotInstalled => false,
    }
}

fn line(page: &mut Page, hook: &Hook, mode: Mode, width: usize) {
    let (style, word) = match (&hook.step, mode) {
        (Step::UpToDate, _) => (Style::Good, "already up to date"),
        (Step::NotInstalled, _) | (Step::Install(_), Mode::Check) => (Style::Warning, "not installed"),
        (Step::Install(_), Mode::Do) => (Style::Good, "installed"),
        (Step::Install(_), Mode::Tell) => (Style::Plain, "would be installed"),
        (Step::Update(_), Mode::Check) => (Style::Warning, "out of date"),
        (Step::Update(_), Mode::Do) => (Style::Good, "updated"),
        (Step::Update(_), Mode::Tell) => (Style::Plain, "would be updated"),
        (Step::Remove(_), Mode::Do) => (Style::Good, "removed"),
        (Step::Remove(_), Mode::Check | Mode::Tell) => (Style::Plain, "would be removed"),
        (Step::Leave(_), _) => (Style::Warning, "left alone"),
    };
    page.text(Style::Name, format!("{:<width$}", hook.name))
        .text(style, format!("  {word:<18}"))
        .line(Style::Place, format!("  {}", hook.path.display()));
    if let Step::Leave(why) = &hook.step {
        page.line(Style::Warning, format!("{:width$}  {why}", ""));
    }
}

fn advice(page: &mut Page, repository: &Repository, hooks: &[Hook]) {
    let installed = |hook: &Hook| !matches!(hook.step, Step::Leave(_));
    if hooks.iter().any(installed) {
        page.line(
            Style::Faint,
            "commits, checkouts, merges and rebases bring the index up to date, in the background",
        );
    }
    if repository.is_shared_with_people() {
        page.line(
            Style::Faint,
            "these files are in the worktree: committed, they start the mast of whoever has them",
        );
    }
}
