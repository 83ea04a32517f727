//! Every key of the configuration, once: name, shape, default, what it reaches, what it means.
//!
//! `docs/config.md`, the check of `mast.config.json` and the saved file are all derived from [`KEYS`].

use serde_json::Value;

use super::{Config, dot_dirs};
use crate::text::glob::Globs;

/// The form that a value has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A string that is not empty.
    Text,
    /// A list of strings that are not empty.
    TextList,
    /// `true` or `false`.
    Switch,
    /// A whole number from `least` to `most`.
    Count {
        /// The smallest that is accepted.
        least: u64,
        /// The largest that is accepted.
        most: u64,
    },
}

/// What a change of the value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Where the index is.
    Place,
    /// Which files are indexed.
    Files,
    /// What is extracted from a file.
    Extraction,
    /// Answers only; the index stays as it is.
    Answers,
}

/// Says what is wrong with a value.
pub(super) type Check = fn(&Value) -> Result<(), String>;

/// One key of the configuration.
#[derive(Debug)]
pub struct Key {
    /// Its name in `mast.config.json`.
    pub name: &'static str,
    /// The form of its value.
    pub shape: Shape,
    /// Its default, as JSON.
    pub default: &'static str,
    /// What a change of it changes.
    pub reach: Reach,
    /// What it means, in Markdown.
    pub doc: &'static str,
    /// What else is wrong with a value of the right shape.
    pub(super) check: Option<Check>,
    /// Its value in a configuration.
    pub(super) read: fn(&Config) -> Value,
    /// Puts a checked value into a configuration.
    pub(super) write: fn(&mut Config, &Value),
}

/// Every key.
pub const KEYS: &[Key] = &[
    Key {
        name: "state_dir",
        shape: Shape::Text,
        default: "\".mast\"",
        reach: Reach::Place,
        doc: "Directory of the index, relative to the project root or absolute. `--state-dir` and `MAST_STATE_DIR` outrank it; the saved configuration never sets it.",
        check: None,
        read: |config| config.state_dir.path().to_string_lossy().into(),
        // Resolved on its own, from sources that differ from those of the other keys.
        write: |_, _| {},
    },
    Key {
        name: "file_extensions",
        shape: Shape::TextList,
        default: r#"[".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".md"]"#,
        reach: Reach::Files,
        doc: "Endings of the names of files to index. Upper and lower case are the same, and a missing leading dot is added.",
        check: Some(check_extensions),
        read: |config| config.file_extensions.clone().into(),
        write: |config, value| config.file_extensions = texts(value).map(extension).collect(),
    },
    Key {
        name: "exclude_patterns",
        shape: Shape::TextList,
        default: r#"["**/node_modules/**", "**/dist/**", "**/build/**", "**/coverage/**", "**/.next/**", "**/.turbo/**", ".mast/**", "**/*.test.ts", "**/*.spec.ts"]"#,
        reach: Reach::Files,
        doc: "Globs of what to skip, on top of `.gitignore`. A list you set replaces this one, so copy the entries you still want into it.",
        check: Some(check_globs),
        read: |config| config.exclude_patterns.clone().into(),
        write: |config, value| config.exclude_patterns = texts(value).map(str::to_owned).collect(),
    },
    Key {
        name: "include_dot_dirs",
        shape: Shape::TextList,
        default: "[]",
        reach: Reach::Files,
        doc: "Dot directories to walk, as paths relative to the project root. A dot directory is skipped unless it is named here, also inside one that is; files whose name starts with a dot are never indexed.",
        check: Some(dot_dirs::check),
        read: |config| {
            let names = config
                .include_dot_dirs
                .iter()
                .map(|path| path.as_str().to_owned());
            Value::Array(names.map(Value::String).collect())
        },
        write: |config, value| {
            config.include_dot_dirs = texts(value)
                .filter_map(|entry| dot_dirs::parse(entry).ok())
                .collect();
        },
    },
    Key {
        name: "respect_gitignore",
        shape: Shape::Switch,
        default: "true",
        reach: Reach::Files,
        doc: "Skip what git ignores: `.gitignore` files, `.git/info/exclude` and the user's own ignore file.",
        check: None,
        read: |config| config.respect_gitignore.into(),
        write: |config, value| config.respect_gitignore = value.as_bool().unwrap_or(true),
    },
    Key {
        name: "max_file_bytes",
        shape: Shape::Count {
            least: 1,
            most: 1 << 30,
        },
        default: "2097152",
        reach: Reach::Files,
        doc: "Larger files are not indexed; `mast status` lists them.",
        check: None,
        read: |config| config.max_file_bytes.into(),
        write: |config, value| config.max_file_bytes = count(value),
    },
    Key {
        name: "rrf_k",
        shape: Shape::Count {
            least: 1,
            most: 100_000,
        },
        default: "60",
        reach: Reach::Answers,
        doc: "Constant of reciprocal rank fusion; higher is a flatter ranking.",
        check: None,
        read: |config| config.rrf_k.into(),
        write: |config, value| config.rrf_k = count(value) as u32,
    },
    Key {
        name: "declaration_exact_ranker",
        shape: Shape::Switch,
        default: "true",
        reach: Reach::Answers,
        doc: "Let declarations whose name is exactly what was asked for count as a ranker of their own.",
        check: None,
        read: |config| config.declaration_exact_ranker.into(),
        write: |config, value| config.declaration_exact_ranker = value.as_bool().unwrap_or(true),
    },
    Key {
        name: "chunk_split_threshold",
        shape: Shape::Count {
            least: 2,
            most: 1_000_000,
        },
        default: "100",
        reach: Reach::Extraction,
        doc: "Declarations of more lines than this are indexed in overlapping pieces.",
        check: None,
        read: |config| config.chunk_split_threshold.into(),
        write: |config, value| config.chunk_split_threshold = count(value) as u32,
    },
    Key {
        name: "context_lines",
        shape: Shape::Count {
            least: 0,
            most: 1_000,
        },
        default: "0",
        reach: Reach::Answers,
        doc: "Lines shown before and after what was found. Doc comments already belong to a declaration.",
        check: None,
        read: |config| config.context_lines.into(),
        write: |config, value| config.context_lines = count(value) as u32,
    },
    Key {
        name: "markdown_heading_depth",
        shape: Shape::Count { least: 1, most: 6 },
        default: "2",
        reach: Reach::Extraction,
        doc: "Headings up to this level start a section of their own.",
        check: None,
        read: |config| config.markdown_heading_depth.into(),
        write: |config, value| config.markdown_heading_depth = count(value) as u8,
    },
];

impl Key {
    /// The key named `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Why `value` cannot be the value of this key: for people, after the name of the key.
    ///
    /// # Errors
    ///
    /// What was expected, or what is wrong with an entry.
    pub fn accept(&self, value: &Value) -> Result<(), String> {
        if !self.shape.fits(value) {
            return Err(format!("expected {}, found {}", self.shape, shown(value)));
        }
        self.check.map_or(Ok(()), |check| check(value))
    }
}

impl Shape {
    fn fits(self, value: &Value) -> bool {
        let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        match self {
            Self::Text => is_text(value),
            Self::TextList => value
                .as_array()
                .is_some_and(|entries| entries.iter().all(is_text)),
            Self::Switch => value.is_boolean(),
            Self::Count { least, most } => whole_number(value).is_some_and(|n| (least..=most).contains(&n)),
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text => out.write_str("a string that is not empty"),
            Self::TextList => out.write_str("a list of strings that are not empty"),
            Self::Switch => out.write_str("true or false"),
            Self::Count { least, most } => write!(out, "a whole number from {least} to {most}"),
        }
    }
}

/// `value` as JSON, cut where it would fill a screen.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        format!("`{text}`")
    } else {
        format!("`{}…`", text.chars().take(60).collect::<String>())
    }
}

/// `60` and `60.0` are the same number to whoever writes JSON.
fn whole_number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let number = value.as_f64()?;
        (number >= 0.0 && number.fract() == 0.0 && number < 1e15).then_some(number as u64)
    })
}

fn count(value: &Value) -> u64 {
    whole_number(value).unwrap_or_default()
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn extension(text: &str) -> String {
    format!(".{}", text.trim_start_matches('.').to_lowercase())
}

fn check_extensions(value: &Value) -> Result<(), String> {
    for text in texts(value) {
        if text.contains(['/', '\\', '*']) || text.trim() != text || extension(text) == "." {
            return Err(format!(
                "`{text}` is not the ending of a file name, such as `.ts`"
            ));
        }
    }
    Ok(())
}

fn check_globs(value: &Value) -> Result<(), String> {
    Globs::new(texts(value))
        .map(drop)
        .map_err(|error| error.to_string())
}
