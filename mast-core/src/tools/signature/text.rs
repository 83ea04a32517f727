//! How something is declared, as a person reads it.

use crate::tools::exports::text::render_written;
use crate::tools::signature::{SignatureOutput, SignatureResult};
use crate::tools::{Page, Render, Style};

impl Render for SignatureOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        for result in &self.results {
            result.render(page);
        }
        if let Some(total) = self.results_truncated {
            page.line(
                Style::Faint,
                format!("{} of {total} declarations shown", self.results.len()),
            );
        }
    }
}

impl Render for SignatureResult {
    fn render(&self, page: &mut Page) {
        page.text(Style::Place, format!("{}:{}", self.file_path, self.line));
        page.text(Style::Plain, "  ").text(Style::Name, &self.symbol);
        let exported = if self.is_exported { " (exported)" } else { "" };
        page.line(Style::Faint, format!("  {}{exported}", self.kind));
        render_written(page, self.doc.as_deref(), &self.signature, self.truncated);
        for member in self.members.iter().flatten() {
            page.text(Style::Place, format!("    {}", member.line));
            page.line(Style::Plain, format!("  {}", member.signature));
        }
        if let Some(total) = self.members_truncated {
            page.line(Style::Faint, format!("    … {total} members"));
        }
        for named in &self.type_context {
            page.text(Style::Faint, "  with ").text(Style::Name, &named.name);
            page.line(Style::Place, format!("  {}:{}", named.file_path, named.line));
            render_written(page, None, &named.signature, named.truncated.then_some(true));
        }
        if let Some(total) = self.type_context_truncated {
            page.line(Style::Faint, format!("  … {total} types"));
        }
        page.end();
    }
}
