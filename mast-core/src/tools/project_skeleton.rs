//! `mast_project_skeleton`.

mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::resolve::FileId;
use crate::resolve::listing::{Form, Listed};
use crate::resolve::program::Program;
use crate::store::Store;
use crate::store::snapshot::{FileEntry, Snapshot};
use crate::text::glob::Globs;
use crate::tools::across::{Across, Signals, Unindexed};
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Tool};

/// `mast_project_skeleton`.
#[derive(Debug)]
pub struct ProjectSkeleton;

/// Which part of the project to list.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "ProjectSkeletonInput")]
pub struct ProjectSkeletonInput {
    /// Only files below it: `src/api`.
    #[serde(default)]
    pub directory: Option<String>,
    /// Levels of directories to enter; 1 lists the files directly in it.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub max_depth: Option<u32>,
    /// Only paths that match this glob.
    #[serde(default)]
    pub file_pattern: Option<String>,
    /// At most this many files.
    #[serde(default = "two_hundred")]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: u32,
    /// Pass over this many files first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub offset: u32,
}

const fn two_hundred() -> u32 {
    200
}

/// What files export.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "ProjectSkeletonOutput")]
pub struct ProjectSkeletonOutput {
    /// Files that export something, by path.
    pub files: Vec<SkeletonFile>,
    /// How many such files there are, when not all are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_truncated: Option<u64>,
    /// Why there is nothing, when there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What is not known of this answer.
    #[serde(flatten)]
    pub signals: Signals,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// One file with its exports.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SkeletonFile {
    /// The file.
    pub file_path: String,
    /// The names that it exports, in the order of its export statements; `* from module` for a star whose module is not in the index.
    pub exports: Vec<String>,
}

impl Tool for ProjectSkeleton {
    const NAME: &'static str = "mast_project_skeleton";
    const TITLE: &'static str = "Outline the project";
    const SUMMARY: &'static str = "Which files are here, and which names does each export?";
    const PAGE: &'static str = include_str!("pages/mast_project_skeleton.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = ProjectSkeletonInput;
    type Output = ProjectSkeletonOutput;

    fn run(engine: &Engine, input: ProjectSkeletonInput) -> Result<ProjectSkeletonOutput> {
        let started = engine.start();
        let part = Part::of(&input)?;
        engine.ask(|store, snapshot, freshness| {
            let across = Across::new(engine, store, snapshot, freshness);
            let directory = part.directory(&across)?;
            let within = part.files(snapshot, &directory);
            let exporting = exporting(store, &within)?;
            let page: Vec<&FileEntry> = exporting
                .iter()
                .skip(input.offset as usize)
                .take(input.limit as usize)
                .copied()
                .collect();
            let mut total = exporting.len() as u64;
            let complete = page.len() == exporting.len();
            let mut files: Vec<SkeletonFile> = across
                .resolve(|program| Ok(page.iter().map(|file| skeleton(&across, program, file)).collect()))?;
            // Stars that lead to nothing.
            files.retain(|file| {
                total -= u64::from(file.exports.is_empty());
                !file.exports.is_empty()
            });
            let note = files
                .is_empty()
                .then(|| part.nothing(&directory, snapshot, &within, total));
            let paths: Vec<String> = files.iter().map(|file| file.file_path.clone()).collect();
            let signals = across.signals(&paths, files.is_empty(), Unindexed::Told);
            let stats = stats::count(engine, store, Self::NAME, &files, paths, started)?;
            Ok(ProjectSkeletonOutput {
                files,
                files_truncated: (!complete).then_some(total),
                note,
                signals,
                stats,
            })
        })
    }
}

/// Which files are asked for.
struct Part<'i> {
    input: &'i ProjectSkeletonInput,
    pattern: Option<Globs>,
}

impl<'i> Part<'i> {
    fn of(input: &'i ProjectSkeletonInput) -> Result<Self> {
        let pattern = match &input.file_pattern {
            None => None,
            Some(pattern) => Some(Globs::new([pattern.trim_start_matches("./")]).map_err(|error| {
                Error::invalid_input(format!("`file_pattern` is wrong: {error}"))
                    .with_hint("give a glob such as `src/api/**`: `*` stops at `/`, `**` does not")
            })?),
        };
        Ok(Self { input, pattern })
    }

    /// The directory, as the start of the paths below it: empty for the root, else with `/` at its end.
    fn directory(&self, across: &Across<'_>) -> Result<String> {
        let written = self.input.directory.as_deref().unwrap_or(".").trim();
        let bare = written.trim_end_matches('/').trim_start_matches("./");
        let root = across.engine.config().root.to_string_lossy();
        if bare.is_empty() && !written.starts_with('/') || bare == "." || bare == root.trim_end_matches('/') {
            return Ok(String::new());
        }
        let path = across.path(if bare.is_empty() { written } else { bare })?;
        Ok(format!("{}/", path.as_str()))
    }

    /// The indexed files in question, by path.
    fn files<'s>(&self, snapshot: &'s Snapshot, directory: &str) -> Vec<&'s FileEntry> {
        let depth = self.input.max_depth.map_or(usize::MAX, |depth| depth as usize);
        let mut files: Vec<&FileEntry> = snapshot
            .files()
            .iter()
            .filter(|file| {
                file.path.strip_prefix(directory).is_some_and(|below| {
                    below.bytes().filter(|byte| *byte == b'/').count() < depth
                        && self
                            .pattern
                            .as_ref()
                            .is_none_or(|pattern| pattern.is_match(&file.path))
                })
            })
            .collect();
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        files
    }

    /// Why nothing is listed.
    fn nothing(&self, directory: &str, snapshot: &Snapshot, within: &[&FileEntry], total: u64) -> String {
        let shown = directory.trim_end_matches('/');
        if total > 0 {
            return format!("nothing follows: all of {total} files come before this offset");
        }
        if !directory.is_empty()
            && !snapshot
                .files()
                .iter()
                .any(|file| file.path.starts_with(directory))
        {
            if snapshot.file_at(shown).is_some() {
                return format!("`{shown}` is a file; `mast_exports` lists what it exports");
            }
            return format!("no indexed file is below `{shown}`");
        }
        let place = if shown.is_empty() {
            "here".to_owned()
        } else {
            format!("below `{shown}`")
        };
        match &self.input.file_pattern {
            Some(pattern) if within.is_empty() => format!("no indexed file {place} matches `{pattern}`"),
            Some(_) | None => format!("no file {place} exports anything"),
        }
    }
}

/// Those of `files` that export something.
fn exporting<'f>(store: &Store, files: &[&'f FileEntry]) -> Result<Vec<&'f FileEntry>> {
    let mut exporting = Vec::new();
    for file in files {
        if store.has_exports(file.id)? {
            exporting.push(*file);
        }
    }
    Ok(exporting)
}

fn skeleton(across: &Across<'_>, program: &Program<'_>, file: &FileEntry) -> SkeletonFile {
    let mut listed = program.exported_names(FileId(file.id));
    in_order(across, &mut listed);
    SkeletonFile {
        file_path: file.path.clone(),
        exports: listed
            .into_iter()
            .map(|listed| match listed.form {
                Form::Open { module, .. } => format!("* from {module}"),
                Form::Own { .. } | Form::Named { .. } | Form::Namespace { .. } | Form::Star { .. } => {
                    listed.name
                }
            })
            .collect(),
    }
}

/// Puts the names of each star in the order of the files and lines that name them; all else stays.
pub(super) fn in_order(across: &Across<'_>, listed: &mut [Listed]) {
    let same_star = |one: &Listed, other: &Listed| match (&one.form, &other.form) {
        (Form::Star { module }, Form::Star { module: further }) => {
            module == further && one.line == other.line
        }
        _ => false,
    };
    for of_one in listed.chunk_by_mut(same_star) {
        of_one.sort_by_key(|listed| (across.path_of(listed.named_at.0), listed.named_at.1));
    }
}
