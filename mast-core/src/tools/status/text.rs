//! The health of the index, as a person reads it.

use crate::tools::status::StatusOutput;
use crate::tools::{Page, Render, Style};

impl Render for StatusOutput {
    fn render(&self, page: &mut Page) {
        let mut row = |key: &str, value: String| {
            // A further line of the row above has no key.
            let key = if key.is_empty() {
                String::new()
            } else {
                format!("{key}:")
            };
            page.text(Style::Faint, format!("{key:<22}"))
                .line(Style::Plain, value);
        };
        row("state_dir", self.state_dir.clone());
        if !self.is_initialised() {
            page.line(
                Style::Warning,
                "NOT INITIALISED: nothing is indexed in this state directory.",
            );
            page.line(
                Style::Plain,
                "run `mast init` to index this project. An index kept elsewhere is found with `--state-dir`,",
            );
            page.line(
                Style::Plain,
                "`MAST_STATE_DIR`, or `state_dir` in mast.config.json, which makes the place stick.",
            );
            return;
        }
        let or_unknown =
            |value: Option<u64>| value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
        row("schema_version", self.schema_version.clone());
        row(
            "index_schema_version",
            self.index_schema_version
                .clone()
                .unwrap_or_else(|| "unknown".to_owned()),
        );
        row(
            "last_indexed",
            self.last_indexed.clone().unwrap_or_else(|| "never".to_owned()),
        );
        row("indexed_files", or_unknown(self.indexed_files));
        row("chunk_count", or_unknown(self.chunk_count));
        row("stale_files", or_unknown(self.stale_files));
        if let (Some(breakdown), Some(paths)) = (&self.stale_breakdown, &self.stale_paths) {
            let kinds = [
                ("changed", breakdown.changed, &paths.changed),
                ("unindexed", breakdown.unindexed, &paths.unindexed),
                ("deleted", breakdown.deleted, &paths.deleted),
            ];
            for (kind, count, names) in kinds {
                if count > 0 {
                    row(&format!("  {kind}"), count.to_string());
                    list(&mut row, names, count);
                }
            }
        }
        row("parse_errors", or_unknown(self.parse_errors));
        for file in &self.left_out {
            row(
                "",
                format!("{}  {}: {}", file.file_path, file.reason, file.detail),
            );
        }
        if let Some(all) = self.parse_errors.filter(|all| *all > self.left_out.len() as u64) {
            row("", format!("… and {} more", all - self.left_out.len() as u64));
        }
        if self.syntax_errors > 0 {
            row(
                "syntax_errors",
                format!("{} (indexed outside the error)", self.syntax_errors),
            );
            for file in &self.syntax_error_files {
                row("", format!("{}:{}", file.file_path, file.line));
            }
            if self.syntax_errors > self.syntax_error_files.len() as u64 {
                row(
                    "",
                    format!(
                        "… and {} more",
                        self.syntax_errors - self.syntax_error_files.len() as u64
                    ),
                );
            }
        }
        if self.manifest_errors > 0 {
            row(
                "manifest_errors",
                format!("{} (what they say of imports is not known)", self.manifest_errors),
            );
            let named = self.manifest_error_files.iter();
            let named: Vec<String> = named
                .map(|one| format!("{}: {}", one.file_path, one.detail))
                .collect();
            list(&mut row, &named, self.manifest_errors);
        }
        if self.miscased_imports > 0 {
            row(
                "miscased_imports",
                format!("{} (other capitals than on disk)", self.miscased_imports),
            );
            let named = self
                .miscased_import_files
                .iter()
                .map(|one| match &one.resolved_path {
                    Some(path) => format!("{}: `{}` is {path}", one.file_path, one.specifier),
                    None => format!("{}: `{}` leads nowhere here", one.file_path, one.specifier),
                });
            list(&mut row, &named.collect::<Vec<_>>(), self.miscased_imports);
        }
        if self.generated_files > 0 {
            row(
                "generated_files",
                format!("{} (ranked last)", self.generated_files),
            );
        }
        row("write_errors", self.write_errors.to_string());
        row("pending_edge_repairs", self.pending_edge_repairs.to_string());
        row("index_fresh", self.index_fresh.to_string());
        row(
            "freshness_cause",
            self.freshness_cause.clone().unwrap_or_else(|| "none".to_owned()),
        );
        if let Some(commit) = &self.seed_commit {
            row("seed_commit", commit.clone());
        }
        if let Some(writer) = &self.writer {
            row(
                "writer",
                format!("process {} since {}", writer.pid, writer.started_at),
            );
        }
        if let Some(run) = &self.indexing {
            row(
                "indexing",
                format!("{} of {} files", run.files_done, run.files_total),
            );
        }
        if let Some(advice) = self.freshness_cause.as_deref().and_then(advice) {
            page.line(Style::Warning, advice);
        }
    }
}

/// What a person does about `cause`; what the next question mends by itself needs nothing.
fn advice(cause: &str) -> Option<&'static str> {
    match cause {
        "index_version" => Some(
            "the index is of another version: `mast index` rebuilds an older one, a newer one needs a newer mast (`mast upgrade`).",
        ),
        "stamp_unreadable" => Some("the index cannot be read: run `mast index` to build it anew."),
        "root_mismatch" => Some(
            "the index was made for another project: name the right `--state-dir`, or run `mast index` to make it this one's.",
        ),
        "unreadable" => {
            Some("what cannot be looked into is named above: see who may read it, or exclude it.")
        }
        _ => None,
    }
}

fn list(row: &mut dyn FnMut(&str, String), names: &[String], count: u64) {
    for name in names {
        row("", name.clone());
    }
    if count > names.len() as u64 {
        row("", format!("… and {} more", count - names.len() as u64));
    }
}
