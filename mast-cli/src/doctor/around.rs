//! What is set up around a project: git hooks, assistants, and what the system lets a server watch.

use std::fs;

use mast_core::engine::Engine;
use mast_core::error::ErrorKind;

use crate::doctor::{Finding, Health, count};
use crate::git;
use crate::git::hooks::{Hook, Step};
use crate::harness::Scope;
use crate::harness::part::State;
use crate::harness::presence::present;
use crate::surroundings::Here;

/// How many directories a server watches at most.
const MOST_WATCHED: u64 = 20_000;

/// Where Linux says how many a user may watch.
const WATCHES: &str = "/proc/sys/fs/inotify/max_user_watches";

pub(super) fn examine(here: &Here, engine: &Engine) -> Vec<Finding> {
    let mut findings = vec![hooks(here, engine)];
    findings.extend(assistants(here));
    findings.extend(watching(engine));
    findings
}

fn hooks(here: &Here, engine: &Engine) -> Finding {
    let about = "git hooks";
    let root = &engine.config().root;
    let repository = match git::around(root) {
        Ok(repository) => repository,
        Err(error) if error.kind == ErrorKind::InvalidInput => {
            return Finding::ok(about, format!("none: {}", error.message));
        }
        Err(error) => return Finding::error(about, Health::Warning, &error),
    };
    let start = repository.start(&here.program, root, &here.working_directory, None);
    let hooks = match start.and_then(|start| repository.to_install(&start)) {
        Ok(hooks) => hooks,
        Err(error) => return Finding::error(about, Health::Warning, &error),
    };
    let of = |wanted: fn(&Hook) -> bool| -> Vec<&'static str> {
        hooks
            .iter()
            .filter(|hook| wanted(hook))
            .map(|hook| hook.name)
            .collect()
    };
    let current = of(|hook| matches!(hook.step, Step::UpToDate));
    let old = of(|hook| matches!(hook.step, Step::Update(_)) && !hook.names_state_dir());
    let elsewhere = of(|hook| matches!(hook.step, Step::Update(_)) && hook.names_state_dir());
    let missing = of(|hook| matches!(hook.step, Step::Install(_)));
    if !old.is_empty() {
        return Finding::warning(
            about,
            format!("out of date: {}", old.join(", ")),
            "run `mast install-hooks`",
        );
    }
    if current.is_empty() && elsewhere.is_empty() {
        return Finding::ok(
            about,
            "none; `mast install-hooks` would bring the index up to date after commits and checkouts",
        );
    }
    if !missing.is_empty() {
        return Finding::warning(
            about,
            format!("not installed: {}", missing.join(", ")),
            "run `mast install-hooks`",
        );
    }
    Finding::ok(
        about,
        format!("{} up to date", [current, elsewhere].concat().join(", ")),
    )
}

fn assistants(here: &Here) -> Vec<Finding> {
    let about = "assistants";
    let found = present(
        &here.places,
        &here.installation,
        &here.program,
        &here.working_directory,
    );
    if found.is_empty() {
        return vec![Finding::ok(
            about,
            "none is set up here; `mast setup <harness>` tells one to use mast, `--mcp` registers the server",
        )];
    }
    let findings = found.into_iter().map(|present| {
        let whose = match (present.harness, present.scope) {
            (Some(harness), Scope::Project) => harness.to_owned(),
            (Some(harness), Scope::User) => format!("{harness}, of the user"),
            (None, _) => "any".to_owned(),
        };
        let what = format!("{whose}: {} in {}", present.what, present.path);
        match present.state {
            Some(State::Current) => Finding::ok(about, format!("{what}, up to date")),
            Some(State::OutOfDate | State::NotInstalled) => Finding::warning(
                about,
                format!("{what}, out of date"),
                format!("run `{}`", present.renewed_by),
            ),
            None => Finding::ok(
                about,
                format!("{what}; whether it is current cannot be told from this program"),
            ),
        }
    });
    findings.collect()
}

/// Whether a server can watch every directory; without that it looks at each question, which is right and slower.
fn watching(engine: &Engine) -> Option<Finding> {
    let about = "watching";
    let directories = engine.walked_directories().ok()?.len() as u64;
    let seen = count(directories, "directory").replace("directorys", "directories");
    if directories > MOST_WATCHED {
        return Some(Finding::warning(
            about,
            format!(
                "{seen}, and a server watches at most {MOST_WATCHED}; it looks at the disk at each question instead"
            ),
            "exclude directories that nobody asks about: `exclude_patterns`",
        ));
    }
    let allowed: u64 = fs::read_to_string(WATCHES).ok()?.trim().parse().ok()?;
    // Editors watch the same directories.
    if directories * 2 > allowed {
        return Some(Finding::warning(
            about,
            format!("{seen}, and all programs of this user together may watch {allowed}"),
            format!(
                "raise it: `sysctl fs.inotify.max_user_watches={}`",
                (directories * 8).max(524_288)
            ),
        ));
    }
    Some(Finding::ok(
        about,
        format!("{seen} of {allowed} that this user may watch"),
    ))
}
