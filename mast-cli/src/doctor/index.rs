//! The project and its index: where they are, whether the index is there, whole and true of the disk, and what it lacks.

use std::fs;
use std::path::Path;

use mast_core::engine::Engine;
use mast_core::project::state_dir::STATE_FILES;
use mast_core::store::SCHEMA_VERSION;
use mast_core::tools::Tool;
use mast_core::tools::status::{Status, StatusInput, StatusOutput};

use crate::doctor::{Finding, Health, count};
use crate::git;

/// How many names stand in a line.
const MOST_NAMES: usize = 3;

pub(super) fn examine(engine: &Engine) -> Vec<Finding> {
    let mut findings = vec![Finding::ok("project", engine.config().root.display().to_string())];
    for warning in &engine.config().warnings {
        findings.push(Finding::warning(
            "configuration",
            warning,
            "correct it; `mast docs configuration` lists every key",
        ));
    }
    findings.push(state_dir(engine));
    findings.extend(ignored(engine));
    // Not called as a tool: that would be written down.
    match Status::run(engine, StatusInput::default()) {
        Ok(status) => {
            findings.push(state(&status));
            findings.extend(fresh(engine, &status));
        }
        Err(error) => findings.push(Finding::error("index", Health::Problem, &error)),
    }
    findings
}

fn state_dir(engine: &Engine) -> Finding {
    let about = "state directory";
    let path = engine.config().state_dir.path();
    if !path.exists() {
        return Finding::ok(about, format!("{}, which `mast init` makes", path.display()));
    }
    if !path.is_dir() || !is_writable(path) {
        return Finding::problem(
            about,
            format!(
                "{} cannot be written; questions are answered from memory",
                path.display()
            ),
            "make it writable, or name another one: `state_dir` in mast.config.json, or MAST_STATE_DIR",
        );
    }
    Finding::ok(about, format!("{}, {}", path.display(), megabytes(size(path))))
}

#[cfg(unix)]
fn is_writable(directory: &Path) -> bool {
    rustix::fs::access(directory, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(not(unix))]
fn is_writable(directory: &Path) -> bool {
    fs::metadata(directory).is_ok_and(|metadata| !metadata.permissions().readonly())
}

/// How many bytes the files of the index and of the metrics have, their journals included.
fn size(state_dir: &Path) -> u64 {
    let entries = fs::read_dir(state_dir).into_iter().flatten().flatten();
    let own = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        STATE_FILES.iter().any(|known| name.starts_with(known))
    });
    own.filter_map(|entry| entry.metadata().ok())
        .filter(fs::Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// Whether git would take the state directory into a commit.
fn ignored(engine: &Engine) -> Option<Finding> {
    let path = engine.config().state_dir.path();
    let inside = path.is_dir() && engine.config().state_dir.below(&engine.config().root).is_some();
    if !inside || git::ignores(&engine.config().root, path)? {
        return None;
    }
    Some(Finding::warning(
        "git",
        format!(
            "{} is not ignored by git, and it is large and of this machine alone",
            path.display()
        ),
        "add it to .gitignore",
    ))
}

/// Whether there is an index that can be asked.
fn state(status: &StatusOutput) -> Finding {
    let about = "index";
    match (status.freshness_cause.as_deref(), &status.index_schema_version) {
        (Some("not_initialised"), _) => Finding::problem(about, "there is none", "run `mast init`"),
        (Some("index_version"), Some(version)) if is_newer(version) => Finding::problem(
            about,
            format!("it has schema {version}, which is newer than the {SCHEMA_VERSION} of this mast"),
            "use the mast that made it, or upgrade this one: `mast upgrade`",
        ),
        (Some("index_version"), version) => {
            let version = version.as_deref().unwrap_or("of an unknown version");
            Finding::problem(
                about,
                format!("it has schema {version}, and this mast needs {SCHEMA_VERSION}"),
                "run `mast index` to rebuild it",
            )
        }
        (Some("stamp_unreadable"), _) => Finding::problem(
            about,
            "it is damaged, or no index",
            "run `mast index` to build it anew",
        ),
        (Some("root_mismatch"), _) => Finding::problem(
            about,
            "it was made for another project",
            "name the right state directory, or run `mast index` to make it that of this project",
        ),
        (_, _) => Finding::ok(
            about,
            format!(
                "{}, {}, schema {SCHEMA_VERSION}, written {}",
                count(status.indexed_files.unwrap_or(0), "file"),
                count(status.chunk_count.unwrap_or(0), "chunk"),
                status.last_indexed.as_deref().unwrap_or("at an unknown time")
            ),
        ),
    }
}

fn is_newer(version: &str) -> bool {
    let order = crate::release::version::compare(version, SCHEMA_VERSION);
    order.is_some_and(std::cmp::Ordering::is_gt)
}

/// What differs from the disk, and what the index lacks.
fn fresh(engine: &Engine, status: &StatusOutput) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(stale) = status
        .stale_breakdown
        .filter(|_| status.freshness_cause.as_deref() != Some("root_mismatch"))
    else {
        return findings;
    };
    let all = stale.changed + stale.unindexed + stale.deleted;
    findings.push(if all == 0 {
        Finding::ok("freshness", "nothing differs from the disk")
    } else {
        Finding::ok(
            "freshness",
            format!(
                "{} changed, {} new, {} gone since it was written; the next question takes them in",
                stale.changed, stale.unindexed, stale.deleted
            ),
        )
    });
    if status.indexed_files == Some(0) && all == 0 {
        findings.push(Finding::warning(
            "files",
            "no file is in scope",
            "`mast walk` shows what the configuration takes in",
        ));
    }
    let left_out: Vec<String> = status
        .left_out
        .iter()
        .map(|file| format!("{} ({})", file.file_path, file.reason))
        .collect();
    if !left_out.is_empty() {
        findings.push(Finding::warning(
            "files",
            format!("left out: {}", named(&left_out)),
            "`mast status` names all with the reason; mend them, raise `max_file_bytes`, or exclude them",
        ));
    }
    let broken: Vec<String> = status
        .syntax_error_files
        .iter()
        .map(|file| format!("{}:{}", file.file_path, file.line))
        .collect();
    if !broken.is_empty() {
        findings.push(Finding::warning(
            "files",
            format!("indexed outside their syntax errors: {}", named(&broken)),
            "mend them; until then their uses of names are not proven",
        ));
    }
    let manifests: Vec<String> = status
        .manifest_error_files
        .iter()
        .map(|file| file.file_path.clone())
        .collect();
    if !manifests.is_empty() {
        findings.push(Finding::warning(
            "imports",
            format!(
                "cannot be read, so that imports may lead nowhere: {}",
                named(&manifests)
            ),
            "`mast status` says what is wrong with each",
        ));
    }
    if status.miscased_imports > 0 {
        findings.push(Finding::warning(
            "imports",
            format!(
                "{} with other capitals than the file has",
                count(status.miscased_imports, "import")
            ),
            "`mast status` names them; they break where file names tell capitals apart",
        ));
    }
    findings.extend(server(engine, status));
    findings
}

fn named(names: &[String]) -> String {
    let shown = names
        .iter()
        .take(MOST_NAMES)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The server that keeps the index fresh.
fn server(engine: &Engine, status: &StatusOutput) -> Option<Finding> {
    let writer = status.writer.as_ref()?;
    let about = "server";
    let who = format!("process {}, mast {}", writer.pid, writer.mast_version);
    if writer.schema_version != SCHEMA_VERSION {
        return Some(Finding::warning(
            about,
            format!(
                "{who}, watches {} for another index schema",
                engine.config().root.display()
            ),
            "restart the assistant that started it",
        ));
    }
    Some(Finding::ok(
        about,
        format!("{who}, watches the project and keeps the index fresh"),
    ))
}
