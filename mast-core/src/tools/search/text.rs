//! What was found, as a person reads it.

use crate::facts::ChunkKind;
use crate::tools::search::{RelatedOut, SearchOutput, SearchResult};
use crate::tools::{Page, Render, Style};

impl Render for SearchOutput {
    fn render(&self, page: &mut Page) {
        let stale = self
            .results
            .iter()
            .filter(|result| result.stale == Some(true))
            .count();
        if stale > 0 {
            page.line(
                Style::Warning,
                format!(
                    "! {stale} of {} results are from files that changed since indexing —\n  \
                     the code shown below may be out of date. Run `mast index` to refresh.",
                    self.results.len()
                ),
            );
        }
        if let Some(count) = self.unindexed_files {
            let (files, are) = if count == 1 {
                ("file", "is")
            } else {
                ("files", "are")
            };
            page.line(
                Style::Warning,
                format!("! {count} {files} on disk {are} not in the index yet. Run `mast index` to refresh."),
            );
        }
        if self.approximate == Some(true) {
            page.line(
                Style::Warning,
                "! nothing here bears exactly this name — did you mean one of these?",
            );
        }
        for result in &self.results {
            result.render(page);
        }
        if self.results.is_empty() {
            self.render_nothing(page);
            return;
        }
        if let Some(total) = self.results_truncated {
            page.line(
                Style::Faint,
                format!("{} of {total} matches shown", self.results.len()),
            );
        }
        page.line(Style::Faint, self.stats.line());
    }
}

impl SearchOutput {
    fn render_nothing(&self, page: &mut Page) {
        if self.index_empty == Some(true) {
            page.line(
                Style::Warning,
                "nothing is indexed at this path — this is not evidence the symbol is absent.",
            );
            page.line(
                Style::Plain,
                "run `mast index` first, or check `mast status` for the path being used.",
            );
            return;
        }
        if let Some(total) = self.results_truncated {
            page.line(
                Style::Plain,
                format!("nothing follows: all of {total} matches come before this offset"),
            );
            return;
        }
        page.line(
            Style::Plain,
            "no matches (mast indexes TypeScript, JavaScript, and Markdown only, and skips dot\n\
             directories unless include_dot_dirs names them — a symbol anywhere else is\n\
             invisible to it, not absent from the repo)",
        );
        for suggestion in self.suggestions.iter().flatten() {
            page.text(Style::Plain, "did you mean: ")
                .text(Style::Name, &suggestion.symbol);
            page.line(Style::Faint, format!("  ({})", suggestion.file_path));
        }
    }
}

impl Render for SearchResult {
    fn render(&self, page: &mut Page) {
        page.text(Style::Place, format!("{}:{}", self.file_path, self.start_line));
        if let Some(name) = &self.symbol_name {
            page.text(Style::Plain, "  ").text(Style::Name, name);
        }
        page.text(
            Style::Faint,
            format!("  {}", ChunkKind::from(self.chunk_type).name()),
        );
        if self.is_exported {
            page.text(Style::Faint, " (exported)");
        }
        if self.stale == Some(true) {
            page.text(Style::Warning, " [STALE]");
        }
        page.end();
        if self.content.is_empty() {
            page.line(Style::Faint, "    (no longer in the file)");
        }
        for line in self.content.lines() {
            page.line(Style::Plain, format!("    {line}").trim_end());
        }
        match &self.related {
            Some(RelatedOut {
                methods_matched: Some(names),
                ..
            }) => {
                page.line(Style::Faint, format!("    also matched: {}", names.join(", ")));
            }
            Some(RelatedOut {
                parent_symbol: Some(name),
                ..
            }) => {
                page.line(Style::Faint, format!("    also matched: class {name}"));
            }
            Some(RelatedOut { .. }) | None => {}
        }
        page.end();
    }
}
