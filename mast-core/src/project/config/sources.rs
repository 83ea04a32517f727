//! The sources of a configuration: reading them, merging them, and writing the saved one.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::keys::{KEYS, Key, Reach};
use super::{CONFIG_FILE, Config, Overrides};
use crate::error::{Error, Result};
use crate::languages::LANGUAGES;
use crate::project::root::clean;
use crate::project::state_dir::{CONFIG_JSON, StateDir};

/// Keys of editors and people that say nothing to mast and are no mistake.
const SILENT_KEYS: &[&str] = &["$schema", "//"];

pub(super) fn load(root: &Path, overrides: &Overrides) -> Result<Config> {
    let config_file = root.join(CONFIG_FILE);
    let written = read_written(&config_file)?;
    let state_dir = StateDir::new(find_state_dir(root, overrides, written.as_ref())?);
    let saved_file = state_dir.file(CONFIG_JSON);
    let saved = read_saved(&saved_file);

    let mut config = defaults(root, state_dir);
    if let Some(saved) = saved {
        config.saved_config_file = Some(saved_file);
        for key in KEYS.iter().filter(|key| key.reach != Reach::Place) {
            if let Some(value) = saved.get(key.name).filter(|value| key.accept(value).is_ok()) {
                (key.write)(&mut config, value);
            }
        }
    }
    if let Some(written) = written {
        config.config_file = Some(config_file);
        for (name, value) in &written {
            match Key::named(name) {
                Some(key) => (key.write)(&mut config, value),
                None => config.warnings.extend(unknown_key(name)),
            }
        }
    }
    apply_flag(
        &mut config,
        "--extensions",
        "file_extensions",
        overrides.file_extensions.as_ref(),
    )?;
    apply_flag(
        &mut config,
        "--exclude",
        "exclude_patterns",
        overrides.exclude_patterns.as_ref(),
    )?;
    warn_of_unread_extensions(&mut config);
    Ok(config)
}

/// `mast.config.json`, each known key checked.
fn read_written(path: &Path) -> Result<Option<Map<String, Value>>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(reason) if reason.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(wrong(path, format_args!("cannot be read: {reason}"))),
    };
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{FEFF}'))
        .map_err(|reason| wrong(path, format_args!("is not valid JSON: {reason}")))?;
    let Value::Object(keys) = value else {
        return Err(wrong(path, "has to hold one JSON object"));
    };
    for (name, value) in &keys {
        if let Some(key) = Key::named(name) {
            key.accept(value)
                .map_err(|reason| wrong(path, format_args!("has a wrong `{name}`: {reason}")))?;
        }
    }
    Ok(Some(keys))
}

/// The saved configuration; one that cannot be read counts as none, since mast wrote it and can write it again.
fn read_saved(path: &Path) -> Option<Map<String, Value>> {
    let text = std::fs::read_to_string(path).ok()?;
    match serde_json::from_str(&text).ok()? {
        Value::Object(keys) => Some(keys),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => None,
    }
}

fn find_state_dir(
    root: &Path,
    overrides: &Overrides,
    written: Option<&Map<String, Value>>,
) -> Result<PathBuf> {
    let named = [
        ("--state-dir", overrides.state_dir.as_deref()),
        ("MAST_STATE_DIR", overrides.state_dir_variable.as_deref()),
    ];
    for (source, path) in named {
        if let Some(path) = path {
            if path.as_os_str().is_empty() {
                return Err(Error::config_invalid(format!("`{source}` is empty"))
                    .with_hint("name a directory, or leave it out for `.mast` in the project"));
            }
            return Ok(clean(&root.join(path)));
        }
    }
    let path = written
        .and_then(|keys| keys.get("state_dir"))
        .and_then(Value::as_str)
        .unwrap_or(".mast");
    Ok(clean(&root.join(path)))
}

fn defaults(root: &Path, state_dir: StateDir) -> Config {
    let mut config = Config {
        root: root.to_owned(),
        state_dir,
        config_file: None,
        saved_config_file: None,
        file_extensions: Vec::new(),
        exclude_patterns: Vec::new(),
        include_dot_dirs: Vec::new(),
        respect_gitignore: true,
        max_file_bytes: 0,
        rrf_k: 0,
        declaration_exact_ranker: true,
        chunk_split_threshold: 0,
        context_lines: 0,
        markdown_heading_depth: 0,
        warnings: Vec::new(),
    };
    for key in KEYS {
        // A test reads every default of the table.
        let value = serde_json::from_str(key.default).unwrap_or(Value::Null);
        (key.write)(&mut config, &value);
    }
    config
}

fn apply_flag(config: &mut Config, flag: &str, name: &str, entries: Option<&Vec<String>>) -> Result<()> {
    let (Some(entries), Some(key)) = (entries, Key::named(name)) else {
        return Ok(());
    };
    let value = Value::from(entries.clone());
    key.accept(&value).map_err(|reason| {
        Error::config_invalid(format!("`{flag}` is wrong: {reason}"))
            .with_hint("give entries separated by commas, or leave the flag out for the default")
    })?;
    (key.write)(config, &value);
    Ok(())
}

fn warn_of_unread_extensions(config: &mut Config) {
    let is_read = |extension: &String| {
        LANGUAGES
            .iter()
            .flat_map(|language| language.extensions)
            .any(|read| extension.ends_with(read))
    };
    let unread = config
        .file_extensions
        .iter()
        .filter(|extension| !is_read(extension));
    let warnings: Vec<_> = unread
        .map(|extension| format!("file_extensions: no language of mast reads `{extension}` files"))
        .collect();
    config.warnings.extend(warnings);
}

fn unknown_key(name: &str) -> Option<String> {
    if SILENT_KEYS.contains(&name) {
        return None;
    }
    let nearest = KEYS
        .iter()
        .map(|key| (distance(name, key.name), key.name))
        .min()
        .filter(|(distance, known)| *distance * 3 <= known.len());
    Some(match nearest {
        Some((_, known)) => format!("{CONFIG_FILE}: unknown key `{name}`, did you mean `{known}`?"),
        None => format!("{CONFIG_FILE}: unknown key `{name}`"),
    })
}

/// How many characters to insert, delete or replace to make one name of the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, from) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, to) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

fn wrong(path: &Path, what: impl std::fmt::Display) -> Error {
    Error::config_invalid(format!("`{}` {what}", path.display()))
        .with_hint("`mast docs configuration` says what each key may be")
}

pub(super) fn save(config: &Config) -> Result<()> {
    let mut saved = Map::new();
    for key in KEYS.iter().filter(|key| key.reach != Reach::Place) {
        saved.insert(key.name.to_owned(), (key.read)(config));
    }
    let place = |path: &Path| Value::from(path.to_string_lossy());
    saved.insert("project_root".to_owned(), place(&config.root));
    saved.insert("resolved_state_dir".to_owned(), place(config.state_dir.path()));
    let mut text = serde_json::to_string_pretty(&Value::Object(saved))
        .map_err(|reason| Error::internal(format!("cannot write the configuration as JSON: {reason}")))?;
    text.push('\n');
    config.state_dir.write(CONFIG_JSON, text.as_bytes())
}
