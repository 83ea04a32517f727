//! `mast walk`: which files the configuration takes in. Reads no index, writes nothing.

use std::collections::BTreeMap;
use std::process::ExitCode;

use mast_core::error::Result;
use mast_core::project::walk::{DotDirStatus, Walk as Found, Walker};
use mast_core::tools::{Page, Style};
use serde_json::json;

use crate::args::Walk;
use crate::output::Output;
use crate::surroundings::engine;

pub(crate) fn run(options: &Walk, out: &mut Output) -> Result<ExitCode> {
    let engine = engine(&options.place)?;
    let config = engine.config();
    let walk = Walker::new(config, engine.surroundings())?.walk(engine.now())?;
    let directories = by_directory(&walk, options.depth);
    if options.json {
        let mut answer = json!({
            "project_root": config.root,
            "config_file": config.config_file,
            "saved_config_file": config.saved_config_file,
            "file_extensions": config.file_extensions,
            "exclude_patterns": config.exclude_patterns,
            "respect_gitignore": config.respect_gitignore,
            "include_dot_dirs": walk.dot_dirs.iter().map(|report| json!({
                "directory": report.directory.as_str(),
                "status": status_name(report.status),
                "files": report.files,
            })).collect::<Vec<_>>(),
            "total_files": walk.files.len(),
            "directories": directories.iter().map(|(directory, files)| json!({"directory": directory, "files": files})).collect::<Vec<_>>(),
            "not_walked": walk.problems.iter().map(|problem| json!({"path": problem.path, "reason": problem.reason})).collect::<Vec<_>>(),
            "skipped_dot_dirs": walk.skipped_dot_dirs,
            "warnings": config.warnings,
        });
        if options.files {
            answer["files"] = walk
                .files
                .iter()
                .map(|file| file.path.as_str())
                .collect::<Vec<_>>()
                .into();
        }
        out.line(&format!("{answer:#}"));
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Page::default();
    header(&mut page, &engine, &walk);
    let count = by_directory(&walk, None).len();
    let (files, in_directories) = (
        plural(walk.files.len(), "file", "files"),
        plural(count, "directory", "directories"),
    );
    page.line(Style::Good, format!("{files} in {in_directories}"));
    if options.files {
        for file in &walk.files {
            page.line(Style::Plain, file.path.as_str());
        }
    } else {
        let width = directories
            .values()
            .max()
            .map_or(1, |most| most.to_string().len());
        for (directory, files) in &directories {
            page.text(Style::Faint, format!("{files:>width$}  "))
                .line(Style::Plain, directory);
        }
    }
    out.page(&page);
    Ok(ExitCode::SUCCESS)
}

fn header(page: &mut Page, engine: &mast_core::engine::Engine, walk: &Found) {
    let config = engine.config();
    let mut row = |key: &str, value: String| {
        page.text(Style::Faint, format!("{key}: "))
            .line(Style::Plain, value);
    };
    row("project_root", config.root.display().to_string());
    let file = config.config_file.as_ref().map_or_else(
        || "none (built-in defaults)".to_owned(),
        |file| file.display().to_string(),
    );
    row("config", file);
    if let Some(saved) = &config.saved_config_file {
        row(
            "saved config",
            format!(
                "{} (supplies any key mast.config.json does not set)",
                saved.display()
            ),
        );
    }
    row("file_extensions", config.file_extensions.join(" "));
    row("exclude_patterns", config.exclude_patterns.join(" "));
    let gitignore = if config.respect_gitignore {
        "true (files that git ignores are not walked)"
    } else {
        "false"
    };
    row("respect_gitignore", gitignore.to_owned());
    if !walk.dot_dirs.is_empty() {
        row(
            "include_dot_dirs",
            walk.dot_dirs
                .iter()
                .map(|report| report.directory.as_str())
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
    for report in &walk.dot_dirs {
        if let Some(reason) = reason_of(report.status) {
            page.line(Style::Warning, format!("! {}: {reason}", report.directory));
        }
    }
    for problem in &walk.problems {
        page.line(Style::Warning, format!("! {}: {}", problem.path, problem.reason));
    }
    for warning in &config.warnings {
        page.line(Style::Warning, format!("! {warning}"));
    }
    if !walk.skipped_dot_dirs.is_empty() {
        page.line(
            Style::Faint,
            format!(
                "dot directories not walked (name them in include_dot_dirs to walk them): {}",
                walk.skipped_dot_dirs.join(" ")
            ),
        );
    }
}

const fn status_name(status: DotDirStatus) -> &'static str {
    match status {
        DotDirStatus::Walked => "walked",
        DotDirStatus::Empty => "empty",
        DotDirStatus::Missing => "missing",
        DotDirStatus::Symlink => "symlink",
        DotDirStatus::NotADirectory => "not_a_directory",
    }
}

const fn reason_of(status: DotDirStatus) -> Option<&'static str> {
    match status {
        DotDirStatus::Walked => None,
        DotDirStatus::Empty => {
            Some("a directory, and nothing in it is walked. Check file_extensions and exclude_patterns.")
        }
        DotDirStatus::Missing => Some(
            "no directory of exactly this name under the project root. Check the spelling in include_dot_dirs, including upper and lower case.",
        ),
        DotDirStatus::Symlink => Some("a symbolic link; mast does not follow them."),
        DotDirStatus::NotADirectory => Some("a file, not a directory."),
    }
}

/// Each directory with the number of files in it, or with a depth in it and below it; `.` is the root.
fn by_directory(walk: &Found, depth: Option<u32>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for file in &walk.files {
        let directory = file.path.directory();
        let name = match depth {
            Some(depth) => directory
                .split('/')
                .take(depth as usize)
                .collect::<Vec<_>>()
                .join("/"),
            None => directory.to_owned(),
        };
        *counts
            .entry(if name.is_empty() { ".".to_owned() } else { name })
            .or_default() += 1;
    }
    counts
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
