//! What a file imports and what imports it, as a person reads it.

use crate::tools::dependencies::DependenciesOutput;
use crate::tools::{Page, Render, Style};

impl Render for DependenciesOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        for import in self.imports.iter().flatten() {
            page.text(Style::Place, format!("{}:{}", self.file_path, import.line));
            page.text(Style::Plain, "  ").text(Style::Name, &import.module);
            let lead = match &import.resolved_path {
                Some(path) => format!(" → {path}"),
                None if import.is_external => " (package)".to_owned(),
                None => format!(" ({})", import.unresolved.as_deref().unwrap_or("missing")),
            };
            page.text(Style::Faint, lead);
            render_taken(page, &import.symbols, import.forms.as_deref(), import.type_only);
        }
        if let Some(total) = self.imports_truncated {
            let shown = self.imports.as_ref().map_or(0, Vec::len);
            page.line(Style::Faint, format!("{shown} of {total} modules shown"));
        }
        for importer in self.imported_by.iter().flatten() {
            page.text(Style::Faint, "← ");
            page.text(Style::Place, format!("{}:{}", importer.file_path, importer.line));
            page.text(Style::Plain, "  ").text(Style::Name, &importer.module);
            render_taken(
                page,
                &importer.symbols,
                importer.forms.as_deref(),
                importer.type_only,
            );
        }
        if let Some(total) = self.imported_by_truncated {
            let shown = self.imported_by.as_ref().map_or(0, Vec::len);
            page.line(Style::Faint, format!("{shown} of {total} importers shown"));
        }
    }
}

/// Writes the end of a line: which names are taken, and how.
fn render_taken(page: &mut Page, symbols: &[String], forms: Option<&[String]>, type_only: Option<bool>) {
    if !symbols.is_empty() {
        page.text(Style::Plain, format!("  {}", symbols.join(", ")));
    }
    let mut how: Vec<&str> = forms.unwrap_or_default().iter().map(String::as_str).collect();
    if type_only == Some(true) {
        how.push("types only");
    }
    if !how.is_empty() {
        page.text(Style::Faint, format!("  [{}]", how.join(", ")));
    }
    page.end();
}
