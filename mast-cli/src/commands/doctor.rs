//! `mast doctor`: what is right and what is wrong, and what to do about it.

use std::process::ExitCode;

use mast_core::engine::VERSION;
use mast_core::error::{ErrorKind, Result};
use mast_core::tools::{Page, Style};
use serde_json::{Value, json};

use crate::args::Doctor;
use crate::doctor::{self, Finding, Health};
use crate::harness::Scope;
use crate::output::Output;
use crate::surroundings;

pub(crate) fn run(options: &Doctor, out: &mut Output) -> Result<ExitCode> {
    let engine = surroundings::engine(&options.place);
    // A place that is no project is a mistake of who asks, where it was named.
    if let Err(error) = &engine
        && matches!(error.kind, ErrorKind::RootMissing | ErrorKind::RootRefused)
        && options.place.names_root()
    {
        return Err(error.clone());
    }
    let root = engine.as_ref().ok().map(|engine| engine.config().root.clone());
    let here = surroundings::here(root.as_deref(), Scope::User)?;
    let findings = doctor::examine(&here, &engine);
    let of = |health: Health| findings.iter().filter(|finding| finding.health == health).count();
    let (problems, warnings) = (of(Health::Problem), of(Health::Warning));
    if options.json {
        let checks: Vec<Value> = findings.iter().map(Finding::as_json).collect();
        let report =
            json!({"version": VERSION, "problems": problems, "warnings": warnings, "checks": checks});
        out.line(&format!("{report:#}"));
    } else {
        out.page(&page(&findings, problems, warnings));
    }
    Ok(if problems == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn page(findings: &[Finding], problems: usize, warnings: usize) -> Page {
    let mut page = Page::default();
    let width = findings
        .iter()
        .map(|finding| finding.about.len())
        .max()
        .unwrap_or(0);
    for finding in findings {
        let style = style(finding.health);
        page.text(style, format!("{:<7}", finding.health.name()))
            .text(Style::Faint, format!("  {:<width$}", finding.about))
            .line(Style::Plain, format!("  {}", finding.seen));
        if let Some(to_do) = &finding.to_do {
            page.text(Style::Plain, format!("{:1$}", "", 11 + width))
                .line(style, format!("→ {to_do}"));
        }
    }
    let counted = |count: usize, one: &str| match count {
        0 => format!("no {one}s"),
        1 => format!("1 {one}"),
        more => format!("{more} {one}s"),
    };
    let worst = findings
        .iter()
        .map(|finding| finding.health)
        .max()
        .unwrap_or(Health::Ok);
    page.line(
        style(worst),
        format!(
            "{}, {}",
            counted(problems, "problem"),
            counted(warnings, "warning")
        ),
    );
    page
}

const fn style(health: Health) -> Style {
    match health {
        Health::Ok => Style::Good,
        Health::Warning => Style::Warning,
        Health::Problem => Style::Bad,
    }
}
