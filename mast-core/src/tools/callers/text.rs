//! Who calls, as a person reads it.

use crate::tools::across::{render_declarations, render_target};
use crate::tools::callers::{Caller, CallersOutput, Potential};
use crate::tools::{Page, Render, Style};

impl Render for CallersOutput {
    fn render(&self, page: &mut Page) {
        self.signals.render(page);
        if let Some(note) = &self.note {
            page.line(Style::Plain, note.as_str());
        }
        render_declarations(page, self.declarations.as_deref());
        render_callers(page, &self.verified_callers);
        render_potential(page, &self.potential_matches);
        if let Some(total) = self.callers_truncated {
            page.line(
                Style::Faint,
                format!("{} of {total} callers shown", self.verified_callers.len()),
            );
        }
        if let Some(total) = self.summary.potential_truncated {
            page.line(
                Style::Faint,
                format!(
                    "{} of {total} possible matches shown",
                    self.potential_matches.len()
                ),
            );
        }
    }
}

/// Writes callers, a line each.
pub(in crate::tools) fn render_callers(page: &mut Page, callers: &[Caller]) {
    for caller in callers {
        let indent = "  ".repeat(caller.depth.map_or(0, |depth| depth as usize - 1));
        page.text(Style::Plain, indent);
        page.text(Style::Place, format!("{}:{}", caller.file_path, caller.line));
        if let Some(lines) = &caller.lines {
            let further: Vec<String> = lines.iter().skip(1).map(u32::to_string).collect();
            page.text(Style::Place, format!(",{}", further.join(",")));
        }
        page.text(Style::Plain, "  ")
            .text(Style::Name, &caller.caller_symbol);
        page.text(Style::Faint, format!("  {}", caller.resolution));
        render_target(page, caller.target.as_ref());
        page.end();
        if !caller.context.is_empty() {
            page.line(Style::Faint, format!("    {}", caller.context));
        }
    }
}

/// Writes possible matches, a line each.
pub(in crate::tools) fn render_potential(page: &mut Page, potential: &[Potential]) {
    for one in potential {
        page.text(Style::Warning, "? ");
        page.text(Style::Place, format!("{}:{}", one.file_path, one.line));
        if let Some(lines) = &one.lines {
            let further: Vec<String> = lines.iter().skip(1).map(u32::to_string).collect();
            page.text(Style::Place, format!(",{}", further.join(",")));
        }
        page.text(Style::Plain, "  ").text(Style::Name, &one.context);
        page.line(Style::Faint, format!("  {}", one.reason));
    }
}
