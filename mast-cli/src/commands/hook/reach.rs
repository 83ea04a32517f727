//! Whether a search of a harness reaches anything that mast indexes.
//!
//! Type, glob and path of a search each narrow it; it is out of reach when one of them leaves nothing that is indexed. What cannot be
//! told from the words of the search narrows nothing.

use std::path::{Component, Path};

use mast_core::project::config::Config;
use mast_core::project::root::clean;
use mast_core::text::glob::Globs;
use serde_json::Value;

use super::Told;

/// The endings that ripgrep means by a type; another type is taken for its own ending.
const TYPES: &[(&str, &[&str])] = &[
    ("ts", &[".ts", ".tsx", ".cts", ".mts"]),
    ("typescript", &[".ts", ".tsx", ".cts", ".mts"]),
    ("js", &[".js", ".jsx", ".cjs", ".mjs"]),
    ("javascript", &[".js", ".jsx", ".cjs", ".mjs"]),
    ("md", &[".md"]),
    ("markdown", &[".md"]),
];

/// What harnesses call the tools that search a project. Some run a hook for every tool, whatever its matcher says.
const SEARCHES: &[&str] = &[
    "grep",
    "glob",
    "grep_search",
    "glob_search",
    "file_search",
    "search_file_content",
    "codebase_search",
    "semantic_search",
];

/// Braces with more alternatives than this narrow nothing.
const MOST_ALTERNATIVES: usize = 64;

/// Whether the search that `told` tells of, made in `directory`, can find what the project indexes.
pub(super) fn reaches(told: &Told, config: &Config, directory: &Path) -> bool {
    let is_named = |names: &[&str], tool: &str| names.iter().any(|name| name.eq_ignore_ascii_case(tool));
    let tool = told.tool_name.as_str();
    if tool.is_some_and(|tool| !is_named(SEARCHES, tool)) {
        return false;
    }
    let search = told.tool_input();
    let word = |name: &str| {
        search
            .get(name)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|word| !word.is_empty())
    };
    let finds_files = tool.is_some_and(|tool| is_named(&["glob", "glob_search"], tool));
    // One harness names a thing so, the next otherwise.
    let globs = [
        word("glob"),
        word("include"),
        word("include_pattern"),
        word("pattern").filter(|_| finds_files),
    ];
    let paths = [word("path"), word("dir_path")];
    let type_reaches = word("type").is_none_or(|name| type_reaches(name, config));
    let globs_reach = globs.into_iter().flatten().all(|glob| glob_reaches(glob, config));
    let paths_reach = paths
        .into_iter()
        .flatten()
        .all(|path| path_reaches(path, config, directory));
    type_reaches && globs_reach && paths_reach
}

fn is_indexed(ending: &str, config: &Config) -> bool {
    config
        .file_extensions
        .iter()
        .any(|known| known.eq_ignore_ascii_case(ending))
}

fn type_reaches(name: &str, config: &Config) -> bool {
    match TYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, endings)) => endings.iter().any(|ending| is_indexed(ending, config)),
        None => is_indexed(&format!(".{name}"), config),
    }
}

fn glob_reaches(glob: &str, config: &Config) -> bool {
    // What is excluded says nothing of what is left.
    if glob.starts_with('!') {
        return true;
    }
    alternatives(glob).is_none_or(|globs| {
        globs.iter().any(|glob| {
            let name = glob.rsplit(['/', '\\']).next().unwrap_or_default();
            ending(name).is_none_or(|ending| is_indexed(ending, config))
        })
    })
}

/// The ending of a name, with its dot: none when there is none, or when a pattern stands in it.
fn ending(name: &str) -> Option<&str> {
    let at = name.rfind('.').filter(|at| *at > 0)?;
    let ending = &name[at..];
    let is_plain = ending[1..]
        .chars()
        .all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
    // `v1.2` is a version.
    let is_number = ending[1..].chars().all(|letter| letter.is_ascii_digit());
    (is_plain && !is_number).then_some(ending)
}

/// `glob` for each alternative of its braces, and for each glob of a list; none when that is too much or not closed.
fn alternatives(glob: &str) -> Option<Vec<String>> {
    let mut open = split(glob, &[',', ' ', ';'])?;
    let mut done = Vec::new();
    while let Some(glob) = open.pop() {
        if open.len() + done.len() > MOST_ALTERNATIVES {
            return None;
        }
        let Some(start) = glob.find('{') else {
            done.push(glob);
            continue;
        };
        let end = closing(&glob, start)?;
        for inside in split(&glob[start + 1..end], &[','])? {
            open.push([&glob[..start], &inside, &glob[end + 1..]].concat());
        }
    }
    Some(done)
}

/// The parts of `text` between `separators` that stand in no braces.
fn split(text: &str, separators: &[char]) -> Option<Vec<String>> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            letter if depth == 0 && separators.contains(&letter) => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    (depth == 0).then_some(parts)
}

/// Where the brace at `start` is closed.
fn closing(glob: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in glob[start..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start + at);
        }
    }
    None
}

/// A path narrows a search to one file, or to a directory, which may lie outside of what is indexed.
fn path_reaches(path: &str, config: &Config, directory: &Path) -> bool {
    let place = clean(&directory.join(path));
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (place, root) = (real(&place), real(&config.root));
    let is_directory = place.is_dir();
    if root.starts_with(&place) {
        return true;
    }
    let Ok(inside) = place.strip_prefix(&root) else {
        return false;
    };
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    if !is_directory && ending(&name).is_some_and(|ending| !is_indexed(ending, config)) {
        return false;
    }
    let parts = inside.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let inside = parts.collect::<Vec<_>>().join("/");
    let excluded = Globs::new(config.exclude_patterns.iter().map(String::as_str));
    !excluded.is_ok_and(|globs| {
        if is_directory {
            globs.covers_directory(&inside)
        } else {
            globs.is_match(&inside)
        }
    })
}
