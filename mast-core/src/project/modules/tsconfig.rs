//! `tsconfig.json` and `jsconfig.json`, as far as they say where modules are.
//!
//! Read leniently: a base that is not there, as before an installation, leaves what the file itself says. A file that is no JSON is
//! passed over and named. Of `extends` chains the later and the nearer win, and a cycle ends where it closes.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::place::{below, directory_of, is_outside, join};
use crate::text::glob::Globs;

/// One pattern of `paths` with its targets, which are paths below the root with at most one `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alias {
    /// What stands before the `*`; all of an exact pattern.
    prefix: String,
    /// What stands after it; none of an exact pattern.
    suffix: Option<String>,
    pub(super) targets: Vec<String>,
}

/// One configuration with all that it extends.
#[derive(Debug, Default)]
pub(super) struct TsConfig {
    pub(super) directory: String,
    pub(super) base_url: Option<String>,
    /// None when it has no `paths`.
    pub(super) aliases: Option<Vec<Alias>>,
    /// Where it writes what it builds: `outDir` and `declarationDir`.
    pub(super) out_dirs: Vec<String>,
    /// Which directory that mirrors.
    pub(super) root_dir: Option<String>,
    /// Configurations that take part of its files.
    pub(super) references: Vec<String>,
    /// Conditions of package exports that only this repository has.
    pub(super) conditions: Vec<String>,
    /// Whether it takes no file itself.
    pub(super) takes_none: bool,
    files: Vec<String>,
    include: Option<Patterns>,
    exclude: Option<Patterns>,
}

/// Patterns that are compiled when they are first asked: most never are.
#[derive(Debug, Default)]
struct Patterns {
    written: Vec<String>,
    compiled: OnceLock<Option<Globs>>,
}

impl Patterns {
    fn is_match(&self, path: &str) -> bool {
        let compile = || Globs::new(self.written.iter().map(String::as_str)).ok();
        self.compiled
            .get_or_init(compile)
            .as_ref()
            .is_some_and(|globs| globs.is_match(path))
    }
}

impl Alias {
    fn new(pattern: &str, targets: Vec<String>) -> Self {
        let (prefix, suffix) = match pattern.split_once('*') {
            Some((prefix, suffix)) => (prefix.to_owned(), Some(suffix.to_owned())),
            None => (pattern.to_owned(), None),
        };
        Self {
            prefix,
            suffix,
            targets,
        }
    }

    /// What the `*` stands for in `specifier`, `""` for an exact match.
    fn matched<'a>(&self, specifier: &'a str) -> Option<&'a str> {
        match &self.suffix {
            None => (specifier == self.prefix).then_some(""),
            Some(suffix) => specifier
                .strip_prefix(self.prefix.as_str())?
                .strip_suffix(suffix.as_str()),
        }
    }

    /// Whether it matches every specifier, so that a match says nothing.
    pub(super) fn matches_all(&self) -> bool {
        self.prefix.is_empty() && self.suffix.is_some()
    }
}

impl TsConfig {
    /// The pattern that speaks of `specifier`, the exact or else the longest, and what its `*` stands for.
    pub(super) fn alias<'a>(&self, specifier: &'a str) -> Option<(&Alias, &'a str)> {
        let mut best: Option<(&Alias, &str)> = None;
        for alias in self.aliases.iter().flatten() {
            let Some(rest) = alias.matched(specifier) else {
                continue;
            };
            if alias.suffix.is_none() {
                return Some((alias, rest));
            }
            if best.is_none_or(|(known, _)| alias.prefix.len() > known.prefix.len()) {
                best = Some((alias, rest));
            }
        }
        best
    }

    /// Whether it takes the file at `path`, going by `files`, `include` and `exclude`.
    pub(super) fn includes(&self, path: &str) -> bool {
        let included = match &self.include {
            Some(include) => include.is_match(path),
            None => self.files.is_empty() && !self.takes_none && below(path, &self.directory).is_some(),
        };
        self.files.iter().any(|file| file == path)
            || included
                && !self
                    .exclude
                    .as_ref()
                    .is_some_and(|exclude| exclude.is_match(path))
    }
}

/// A pattern of `paths` as written, with its targets.
type Pattern = (String, Vec<String>);

/// What one file says itself, before what it extends.
#[derive(Clone, Debug, Default)]
struct Written {
    extends: Vec<String>,
    references: Vec<String>,
    /// Each with the directory of the file that says it.
    base_url: Option<(String, String)>,
    paths: Option<(String, Vec<Pattern>)>,
    out_dir: Option<(String, String)>,
    declaration_dir: Option<(String, String)>,
    root_dir: Option<(String, String)>,
    files: Option<(String, Vec<String>)>,
    include: Option<(String, Vec<String>)>,
    exclude: Option<(String, Vec<String>)>,
    conditions: Option<Vec<String>>,
}

impl Written {
    fn parse(directory: &str, bytes: &[u8]) -> Result<Self, String> {
        let value = parse_with_comments(bytes)?;
        let options = &value["compilerOptions"];
        let here = |value: &Value| value.as_str().map(|text| (directory.to_owned(), text.to_owned()));
        let list = |value: &Value| value.is_array().then(|| (directory.to_owned(), texts(value)));
        let paths = options["paths"].as_object().map(|paths| {
            let paths = paths
                .iter()
                .map(|(pattern, targets)| (pattern.clone(), texts(targets)));
            (directory.to_owned(), paths.collect())
        });
        Ok(Self {
            extends: texts(&value["extends"]),
            references: value["references"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|reference| Some(join(directory, reference["path"].as_str()?)))
                .collect(),
            base_url: here(&options["baseUrl"]),
            paths,
            out_dir: here(&options["outDir"]),
            declaration_dir: here(&options["declarationDir"]),
            root_dir: here(&options["rootDir"]),
            files: list(&value["files"]),
            include: list(&value["include"]),
            exclude: list(&value["exclude"]),
            conditions: options["customConditions"]
                .is_array()
                .then(|| texts(&options["customConditions"])),
        })
    }

    /// Takes from `base` what is not said.
    fn inherit(&mut self, base: &Self) {
        fn fill<T: Clone>(own: &mut Option<T>, base: Option<&T>) {
            if own.is_none() {
                *own = base.cloned();
            }
        }
        fill(&mut self.base_url, base.base_url.as_ref());
        fill(&mut self.paths, base.paths.as_ref());
        fill(&mut self.out_dir, base.out_dir.as_ref());
        fill(&mut self.declaration_dir, base.declaration_dir.as_ref());
        fill(&mut self.root_dir, base.root_dir.as_ref());
        fill(&mut self.files, base.files.as_ref());
        fill(&mut self.include, base.include.as_ref());
        fill(&mut self.exclude, base.exclude.as_ref());
        fill(&mut self.conditions, base.conditions.as_ref());
    }

    fn build(self, path: &str) -> TsConfig {
        let own = directory_of(path);
        let at = |(directory, text): &(String, String)| place(own, directory, text);
        let base_url = self.base_url.as_ref().map(at);
        let aliases = self.paths.map(|(directory, paths)| {
            let base = base_url.clone().unwrap_or(directory);
            let alias = |(pattern, targets): Pattern| {
                let targets = targets.iter().map(|target| place(own, &base, target));
                Alias::new(&pattern, targets.filter(|target| !is_outside(target)).collect())
            };
            paths.into_iter().map(alias).collect()
        });
        let patterns = |list: Option<(String, Vec<String>)>| {
            let (directory, patterns) = list?;
            Some(Patterns {
                written: patterns
                    .iter()
                    .map(|pattern| whole(&place(own, &directory, pattern)))
                    .collect(),
                compiled: OnceLock::new(),
            })
        };
        let takes_none = self.files.as_ref().is_some_and(|(_, files)| files.is_empty())
            && self
                .include
                .as_ref()
                .is_none_or(|(_, include)| include.is_empty());
        TsConfig {
            directory: own.to_owned(),
            aliases,
            out_dirs: [&self.out_dir, &self.declaration_dir]
                .into_iter()
                .flatten()
                .map(at)
                .filter(|directory| !is_outside(directory) && directory != own)
                .collect(),
            root_dir: self.root_dir.as_ref().map(at),
            references: self.references,
            conditions: self.conditions.unwrap_or_default(),
            takes_none,
            files: self
                .files
                .map(|(directory, files)| files.iter().map(|file| place(own, &directory, file)).collect())
                .unwrap_or_default(),
            include: patterns(self.include),
            exclude: patterns(self.exclude),
            base_url: base_url.filter(|base| !is_outside(base)),
        }
    }
}

/// `text` of a file in `directory`, where `${configDir}` is the directory of the configuration that extends it.
fn place(own: &str, directory: &str, text: &str) -> String {
    match text.strip_prefix("${configDir}") {
        Some(rest) => join(own, rest),
        None => join(directory, text),
    }
}

/// A pattern of `include`: a directory stands for all below it.
fn whole(pattern: &str) -> String {
    let name = pattern.rsplit('/').next().unwrap_or(pattern);
    if name.contains(['*', '?', '.']) && !name.is_empty() {
        pattern.to_owned()
    } else if pattern.is_empty() {
        "**/*".to_owned()
    } else {
        format!("{pattern}/**/*")
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items
            .iter()
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    }
}

/// JSON with comments, closing commas and a byte-order mark.
pub(super) fn parse_with_comments(bytes: &[u8]) -> Result<Value, String> {
    let mut text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).to_vec();
    json_strip_comments::strip_slice(&mut text).map_err(|error| error.to_string())?;
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// Gives the bytes of a configuration by its path, none where there is none.
pub(super) type Source<'a> = dyn FnMut(&str) -> Option<Vec<u8>> + 'a;

/// Gives the directory of a package of the repository as it is seen from a directory.
pub(super) type PackagePlace<'a> = dyn Fn(&str, &str) -> Option<String> + 'a;

/// Reads configurations, each file once.
pub(super) struct TsConfigReader<'a> {
    pub(super) source: &'a mut Source<'a>,
    pub(super) package: &'a PackagePlace<'a>,
    pub(super) problems: Vec<(String, String)>,
    read: FxHashMap<String, Option<Written>>,
}

impl<'a> TsConfigReader<'a> {
    pub(super) fn new(source: &'a mut Source<'a>, package: &'a PackagePlace<'a>) -> Self {
        Self {
            source,
            package,
            problems: Vec::new(),
            read: FxHashMap::default(),
        }
    }

    /// The configuration at `path` with all that it extends; none when there is none, or none that can be read.
    pub(super) fn config(&mut self, path: &str) -> Option<TsConfig> {
        let merged = self.merged(path, &mut FxHashSet::default())?;
        Some(merged.build(path))
    }

    fn merged(&mut self, path: &str, open: &mut FxHashSet<String>) -> Option<Written> {
        let mut own = self.written(path)?;
        open.insert(path.to_owned());
        for base in std::mem::take(&mut own.extends).iter().rev() {
            let candidates = self.candidates(directory_of(path), base);
            let base = candidates.into_iter().find_map(|candidate| {
                // A cycle ends where it closes.
                if open.contains(&candidate) {
                    return None;
                }
                self.merged(&candidate, open)
            });
            if let Some(base) = base {
                own.inherit(&base);
            }
        }
        open.remove(path);
        Some(own)
    }

    fn candidates(&self, directory: &str, base: &str) -> Vec<String> {
        let with_ending = |path: String| {
            if base.strip_suffix(".json").is_some() {
                vec![path]
            } else {
                vec![format!("{path}.json"), join(&path, "tsconfig.json"), path]
            }
        };
        if base.starts_with('.') {
            return with_ending(join(directory, base));
        }
        let Some((name, sub)) = super::specifier::package_of(base) else {
            return Vec::new();
        };
        match (self.package)(directory, name) {
            None => Vec::new(),
            Some(package) if sub.is_empty() => vec![join(&package, "tsconfig.json")],
            Some(package) => with_ending(join(&package, sub)),
        }
    }

    fn written(&mut self, path: &str) -> Option<Written> {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        let written = (self.source)(path).and_then(|bytes| {
            Written::parse(directory_of(path), &bytes)
                .map_err(|problem| self.problems.push((path.to_owned(), problem)))
                .ok()
        });
        self.read.insert(path.to_owned(), written.clone());
        written
    }
}
