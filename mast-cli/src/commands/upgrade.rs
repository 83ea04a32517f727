//! `mast upgrade`: whether there is a newer release, how it is installed here, and what it costs. It installs nothing.

use std::cmp::Ordering;
use std::path::Path;
use std::process::ExitCode;

use mast_core::engine::VERSION;
use mast_core::error::{ErrorKind, Result};
use mast_core::store::SCHEMA_VERSION;
use mast_core::tools::{Page, Style};
use serde_json::{Value, json};

use crate::args::Upgrade;
use crate::git;
use crate::git::hooks::Step;
use crate::harness::Scope;
use crate::harness::presence::present;
use crate::installation::Installation;
use crate::output::Output;
use crate::release::install::{self, Command};
use crate::release::registry::{self, Release};
use crate::release::version::compare;
use crate::stamp::Stamp;
use crate::surroundings::{self, Here};

/// Everything that the report is made of.
struct Report {
    latest: std::result::Result<Release, String>,
    command: Command,
    stamp: Option<Stamp>,
    afterwards: Vec<Afterwards>,
}

/// A command to be run once the newer version is there, and what it is about.
struct Afterwards {
    line: String,
    about: String,
}

pub(crate) fn run(options: &Upgrade, out: &mut Output) -> Result<ExitCode> {
    // Outside of a project there is still a program to upgrade.
    let engine = match surroundings::engine(&options.place) {
        Ok(engine) => Some(engine),
        Err(error) if error.kind == ErrorKind::RootRefused && !options.place.names_root() => None,
        Err(error) => return Err(error),
    };
    let here = surroundings::working_directory()?;
    let root = engine.as_ref().map(|engine| engine.config().root.as_path());
    let program = surroundings::program()?;
    let installation = Installation::of(&program, root);
    let report = Report {
        latest: registry::latest(root.unwrap_or(&here)),
        command: install::command(
            &installation,
            &program,
            surroundings::package_manager().as_deref(),
            &here,
        ),
        stamp: engine.as_ref().and_then(Stamp::read),
        afterwards: afterwards(&surroundings::here(root, Scope::User)?, root),
    };
    if options.json {
        out.line(&format!("{:#}", report.as_json()));
    } else {
        out.page(&report.page());
    }
    Ok(ExitCode::SUCCESS)
}

/// What was installed by this version, and the next may want otherwise: this one cannot know, so that it says how to find out.
fn afterwards(here: &Here, root: Option<&Path>) -> Vec<Afterwards> {
    let mut found: Vec<Afterwards> = Vec::new();
    for present in present(
        &here.places,
        &here.installation,
        &here.program,
        &here.working_directory,
    ) {
        let check = if present.harness.is_some() { " --check" } else { "" };
        let line = present.renewed_by + check;
        match found
            .iter_mut()
            .find(|one| is_part_of(&one.line, &line) || is_part_of(&line, &one.line))
        {
            Some(one) => {
                if one.line.len() < line.len() {
                    one.line = line;
                }
                one.about = format!("{}, {}", one.about, present.path);
            }
            None => found.push(Afterwards {
                line,
                about: present.path,
            }),
        }
    }
    let hooks = root.and_then(|root| git::around(root).ok()?.to_remove().ok());
    let hooks = hooks.unwrap_or_default();
    if hooks.iter().any(|hook| matches!(hook.step, Step::Remove(_))) {
        found.push(Afterwards {
            line: "mast install-hooks --check".to_owned(),
            about: "git hooks".to_owned(),
        });
    }
    found
}

/// Whether `one` checks what `other` checks too: the same, but for the server.
fn is_part_of(one: &str, other: &str) -> bool {
    one.replace(" --mcp", "") == other.replace(" --mcp", "")
}

impl Report {
    /// How the latest release stands to this program; none when that is not known.
    fn order(&self) -> Option<Ordering> {
        compare(&self.latest.as_ref().ok()?.version, VERSION)
    }

    /// Whether the latest release has another index schema; none when that is not known.
    fn rebuilds(&self) -> Option<bool> {
        let schema = self.latest.as_ref().ok()?.schema_version.as_deref()?;
        Some(schema != SCHEMA_VERSION)
    }

    fn as_json(&self) -> Value {
        let latest = self.latest.as_ref().ok();
        json!({
            "installed": VERSION,
            "latest": latest.map(|release| &release.version),
            "newer": self.order().map(|order| order == Ordering::Greater),
            "reason": self.latest.as_ref().err(),
            "installation": self.command.kind,
            "command": self.command.line,
            "directory": self.command.directory,
            "schema_version": SCHEMA_VERSION,
            "latest_schema_version": latest.and_then(|release| release.schema_version.as_ref()),
            "rebuilds_index": self.rebuilds(),
            "index": self.stamp.as_ref().map(Stamp::as_json),
            "after_upgrading": self.afterwards.iter().map(|after| &after.line).collect::<Vec<_>>(),
        })
    }

    fn page(&self) -> Page {
        let mut page = Page::default();
        row(
            &mut page,
            "installed",
            Style::Plain,
            &format!("{VERSION}, {}", self.command.about),
        );
        match &self.latest {
            Ok(release) => row(&mut page, "latest", Style::Plain, &release.version),
            Err(reason) => row(
                &mut page,
                "latest",
                Style::Warning,
                &format!("not known: {reason}"),
            ),
        }
        match self.order() {
            Some(Ordering::Equal) => {
                page.line(Style::Good, "this is the latest version");
                return page;
            }
            Some(Ordering::Less) => {
                page.line(Style::Good, "this is newer than the latest release");
                return page;
            }
            Some(Ordering::Greater) | None => {}
        }
        self.schema(&mut page);
        page.line(Style::Plain, "");
        let intent = if self.order().is_some() {
            "To upgrade"
        } else {
            "To install the latest version"
        };
        let place = self.command.directory.as_deref();
        let place = place.map_or_else(String::new, |directory| format!(", in {}", directory.display()));
        page.line(Style::Plain, format!("{intent}{place}:"));
        page.line(Style::Name, format!("  {}", self.command.line));
        if !self.afterwards.is_empty() {
            let width = self
                .afterwards
                .iter()
                .map(|after| after.line.len())
                .max()
                .unwrap_or(0);
            page.line(Style::Plain, "").line(Style::Plain, "After upgrading:");
            for after in &self.afterwards {
                page.text(Style::Name, format!("  {:<width$}", after.line))
                    .line(Style::Faint, format!("  {}", after.about));
            }
        }
        page
    }

    /// What the newer version does to the index.
    fn schema(&self, page: &mut Page) {
        let Ok(release) = &self.latest else { return };
        let size = self.stamp.as_ref().map_or_else(
            || "each index".to_owned(),
            |stamp| format!("the index here ({})", stamp.size()),
        );
        match (&release.schema_version, self.rebuilds()) {
            (Some(schema), Some(true)) => row(
                page,
                "index schema",
                Style::Warning,
                &format!(
                    "{SCHEMA_VERSION} becomes {schema}: {size} is rebuilt by the next `mast serve` or `mast index`; \
                     until then `mast search` and `mast query` stop with an error"
                ),
            ),
            (Some(_), _) => row(
                page,
                "index schema",
                Style::Good,
                &format!("stays {SCHEMA_VERSION}: no index has to be rebuilt"),
            ),
            (None, _) => row(
                page,
                "index schema",
                Style::Warning,
                &format!(
                    "{SCHEMA_VERSION} here, and the release does not say its own: {size} may have to be rebuilt"
                ),
            ),
        }
    }
}

fn row(page: &mut Page, key: &str, style: Style, value: &str) {
    page.text(Style::Faint, format!("{:<14}", format!("{key}:")))
        .line(style, value);
}
