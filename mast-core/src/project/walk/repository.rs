//! Git repositories around and inside a project, found by their `.git` entry, without running git.
//!
//! <https://git-scm.com/docs/gitrepository-layout>. Configuration is read for two keys only, and files
//! that it includes are not followed.

use std::fs;
use std::path::{Path, PathBuf};

use super::pattern::Letters;
use crate::project::root::{Surroundings, clean};

/// What the `.git` entry of a directory makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Checkout {
    /// A repository with its own `.git` directory, or with one kept elsewhere.
    Main {
        /// The directory with git's files.
        git_dir: PathBuf,
    },
    /// A submodule of the repository around it.
    Submodule {
        /// The directory with git's files.
        git_dir: PathBuf,
    },
    /// A further worktree of a repository that is elsewhere.
    LinkedWorktree {
        /// The directory with git's files that all worktrees of the repository share.
        common_dir: PathBuf,
    },
}

impl Checkout {
    /// What `directory` is; none without a `.git` entry.
    pub(super) fn at(directory: &Path) -> Option<Self> {
        let entry = directory.join(".git");
        let metadata = fs::metadata(&entry).ok()?;
        if metadata.is_dir() {
            return Some(Self::Main { git_dir: entry });
        }
        let text = fs::read_to_string(&entry).ok()?;
        let target = text.strip_prefix("gitdir:")?.trim();
        let git_dir = clean(&directory.join(target));
        if let Ok(common) = fs::read_to_string(git_dir.join("commondir")) {
            return Some(Self::LinkedWorktree {
                common_dir: clean(&git_dir.join(common.trim())),
            });
        }
        let exists = git_dir.join("HEAD").exists();
        let segments: Vec<_> = git_dir
            .components()
            .map(|component| component.as_os_str().to_string_lossy())
            .collect();
        // A worktree of a repository that was moved or removed: its folder names are all that is left.
        let from_end = |place: usize| segments.iter().rev().nth(place).map_or("", |segment| segment);
        let is_worktree = from_end(1) == "worktrees" && from_end(2) != "modules";
        let is_module = segments.iter().any(|segment| segment == "modules");
        Some(if !exists && is_worktree {
            let common = git_dir.ancestors().nth(2).unwrap_or(&git_dir);
            Self::LinkedWorktree {
                common_dir: common.to_owned(),
            }
        } else if is_module {
            Self::Submodule { git_dir }
        } else {
            Self::Main { git_dir }
        })
    }

    /// The directory with git's files that hold for every worktree.
    pub(super) fn common_dir(&self) -> &Path {
        match self {
            Self::Main { git_dir } | Self::Submodule { git_dir } => git_dir,
            Self::LinkedWorktree { common_dir } => common_dir,
        }
    }

    /// The repository's own list of what to ignore.
    pub(super) fn exclude_file(&self) -> PathBuf {
        self.common_dir().join("info").join("exclude")
    }
}

/// The repository that `directory` lies in: its top, and what that is.
pub(super) fn around(directory: &Path) -> Option<(PathBuf, Checkout)> {
    directory
        .ancestors()
        .find_map(|top| Checkout::at(top).map(|checkout| (top.to_owned(), checkout)))
}

/// The paths below `top` that its `.gitmodules` lists: a repository at one is a submodule, however it was made.
pub(super) fn module_paths(top: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(top.join(".gitmodules")) else {
        return Vec::new();
    };
    settings(&text)
        .filter(|setting| setting.section == "submodule" && setting.key == "path")
        .map(|setting| setting.value.trim_end_matches('/').to_owned())
        .collect()
}

/// What the user and the repository set about ignoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preferences {
    /// `core.excludesFile`, or where git looks without it.
    pub(super) excludes_file: Option<PathBuf>,
    /// `core.ignoreCase`.
    pub(super) letters: Letters,
}

impl Preferences {
    /// What holds in the repository with the top `top` and git's files in `common_dir`, outside any with neither.
    pub(super) fn read(surroundings: &Surroundings, repository: Option<(&Path, &Path)>) -> Self {
        let home = surroundings.home.as_deref();
        let config_home = surroundings
            .config_home
            .clone()
            .or_else(|| home.map(|home| home.join(".config")))
            .map(|directory| directory.join("git"));
        let mut preferences = Self {
            excludes_file: config_home.as_ref().map(|directory| directory.join("ignore")),
            letters: Letters::Exact,
        };
        // Weakest first, each read where it exists.
        let files = [
            config_home.map(|directory| directory.join("config")),
            home.map(|home| home.join(".gitconfig")),
            repository.map(|(_, common_dir)| common_dir.join("config")),
        ];
        for text in files
            .into_iter()
            .flatten()
            .filter_map(|file| fs::read_to_string(file).ok())
        {
            for setting in settings(&text).filter(|setting| setting.section == "core") {
                match setting.key.as_str() {
                    "excludesfile" => {
                        let top = repository.map_or(Path::new(""), |(top, _)| top);
                        preferences.excludes_file = expand(&setting.value, home, top);
                    }
                    "ignorecase" => {
                        preferences.letters = if is_true(&setting.value) {
                            Letters::Folded
                        } else {
                            Letters::Exact
                        };
                    }
                    _ => {}
                }
            }
        }
        preferences
    }
}

fn expand(value: &str, home: Option<&Path>, top: &Path) -> Option<PathBuf> {
    if value.is_empty() {
        return None;
    }
    match value.strip_prefix("~/") {
        Some(rest) => home.map(|home| home.join(rest)),
        None => Some(top.join(value)),
    }
}

fn is_true(value: &str) -> bool {
    ["", "true", "yes", "on", "1"]
        .iter()
        .any(|text| value.eq_ignore_ascii_case(text))
}

/// One line `key = value` of a git configuration; the section's second name is dropped.
struct Setting {
    section: String,
    key: String,
    value: String,
}

fn settings(text: &str) -> impl Iterator<Item = Setting> {
    let mut section = String::new();
    text.lines().filter_map(move |line| {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            let name = header.split([']', ' ', '\t', '.']).next().unwrap_or_default();
            section = name.to_ascii_lowercase();
            return None;
        }
        if line.is_empty() || line.starts_with(['#', ';']) {
            return None;
        }
        // A key alone is a switch that is on.
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        Some(Setting {
            section: section.clone(),
            key: key.trim().to_ascii_lowercase(),
            value: unquoted(value.trim()),
        })
    })
}

/// A value without its quotes, escapes and closing comment.
fn unquoted(text: &str) -> String {
    let mut value = String::new();
    let mut is_quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\\' => value.extend(characters.next()),
            '#' | ';' if !is_quoted => break,
            other => value.push(other),
        }
    }
    value.trim_end().to_owned()
}
