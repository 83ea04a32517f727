//! What files export, as a person reads it.

use crate::tools::project_skeleton::ProjectSkeletonOutput;
use crate::tools::{Page, Render, Style};

impl Render for ProjectSkeletonOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        for file in &self.files {
            page.text(Style::Place, &file.file_path).text(Style::Plain, "  ");
            page.line(Style::Name, file.exports.join(", "));
        }
        if let Some(total) = self.files_truncated {
            page.line(
                Style::Faint,
                format!("{} of {total} files shown", self.files.len()),
            );
        }
    }
}
