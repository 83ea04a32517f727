//! What a module exports, as a person reads it.

use crate::tools::exports::{ExportOut, ExportsOutput};
use crate::tools::{Page, Render, Style};

impl Render for ExportsOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        for export in &self.exports {
            export.render(page, &self.file_path);
        }
        if let Some(total) = self.exports_truncated {
            page.line(
                Style::Faint,
                format!("{} of {total} exports shown", self.exports.len()),
            );
        }
    }
}

impl ExportOut {
    fn render(&self, page: &mut Page, file_path: &str) {
        page.text(Style::Place, format!("{file_path}:{}", self.line));
        page.text(Style::Plain, "  ").text(Style::Name, &self.name);
        page.text(Style::Faint, format!("  {}", self.kind));
        if let Some(name) = &self.declared_as {
            page.text(Style::Faint, format!("  declared as {name}"));
        }
        if let Some(from) = &self.from {
            page.text(Style::Faint, format!("  ← {}:{}", from.file_path, from.line));
        }
        if let Some(module) = &self.module {
            page.text(Style::Faint, format!("  ← {module}"));
        }
        page.end();
        render_written(page, self.doc.as_deref(), &self.signature, self.truncated);
    }
}

/// Writes a declaration below its place: its doc comment, its signature, and whether that was cut.
pub(in crate::tools) fn render_written(
    page: &mut Page,
    doc: Option<&str>,
    signature: &str,
    truncated: Option<bool>,
) {
    for line in doc.unwrap_or_default().lines() {
        page.line(Style::Faint, format!("    {line}").trim_end());
    }
    for line in signature.lines() {
        page.line(Style::Plain, format!("    {line}").trim_end());
    }
    if truncated == Some(true) {
        page.line(Style::Faint, "    … cut here");
    }
}
