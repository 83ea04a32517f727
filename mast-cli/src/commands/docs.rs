//! `mast docs`: the documents of this build.

use std::process::ExitCode;

use mast_core::engine::VERSION;
use mast_core::error::Result;
use mast_core::tools::{Page, Style, TOOLS};

use crate::args::Docs;
use crate::documents::{self, DOCUMENTS};
use crate::output::Output;

pub(crate) fn run(options: &Docs, out: &mut Output) -> Result<ExitCode> {
    match &options.topic {
        None => out.page(&list()),
        Some(topic) => out.page(&page(&documents::text(topic)?)),
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> Page {
    let mut page = Page::default();
    page.line(
        Style::Plain,
        format!("mast {VERSION}: `mast docs <topic>` prints a document of this build"),
    );
    let documents = DOCUMENTS.iter().map(|document| (document.name, document.about));
    let tools = TOOLS.iter().map(|tool| (tool.name, tool.summary));
    rows(&mut page, "Documents", documents);
    rows(&mut page, "Tools, also without `mast_`", tools);
    page
}

fn rows<'a>(page: &mut Page, title: &str, rows: impl Iterator<Item = (&'a str, &'a str)> + Clone) {
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    page.line(Style::Plain, "").line(Style::Faint, title);
    for (name, about) in rows {
        page.text(Style::Name, format!("  {name:<width$}"))
            .line(Style::Plain, format!("  {about}"));
    }
}

/// Markdown as it is; headings and code stand out on a terminal.
fn page(text: &str) -> Page {
    let mut page = Page::default();
    let mut fenced = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        let style = match (fenced || fence, line.starts_with('#')) {
            (true, _) => Style::Place,
            (false, true) => Style::Name,
            (false, false) => Style::Plain,
        };
        page.line(style, line);
        fenced ^= fence;
    }
    page
}
