//! `package.json`: the name of a package, what it links to, the workspace it opens, and where its entries point.

use rustc_hash::FxHashSet;
use serde_json::Value;

use super::place::join;
use super::specifier::package_of;

/// One `package.json`.
#[derive(Clone, Debug, Default)]
pub(super) struct Package {
    pub(super) name: Option<String>,
    /// Dependencies that name a directory: `file:`, `link:`, `portal:`; the name and the directory.
    pub(super) links: Vec<(String, String)>,
    /// Dependencies that name a workspace package under another name: `workspace:@x/core@*`.
    pub(super) aliases: Vec<(String, String)>,
    /// The names of all its dependencies.
    pub(super) dependencies: FxHashSet<String>,
    /// Names of its own (`#out`) that stand for another package, with the name of that.
    pub(super) borrowed: Vec<(String, String)>,
    /// The patterns of the workspace that it opens.
    pub(super) workspace: Option<Vec<String>>,
    /// Directories, below its own, that its entries point into.
    pub(super) entry_directories: Vec<String>,
    /// Whether it says by `exports` what of it can be imported.
    pub(super) has_exports: bool,
}

impl Package {
    /// Reads the `package.json` of `directory`.
    pub(super) fn parse(directory: &str, bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let mut package = Self {
            name: value["name"]
                .as_str()
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            workspace: workspace(&value["workspaces"]),
            has_exports: !value["exports"].is_null(),
            ..Self::default()
        };
        for field in [
            "dependencies",
            "devDependencies",
            "peerDependencies",
            "optionalDependencies",
        ] {
            for (name, version) in value[field].as_object().into_iter().flatten() {
                package.dependencies.insert(name.clone());
                package.dependency(directory, name, version.as_str().unwrap_or_default());
            }
        }
        for (own, target) in value["imports"].as_object().into_iter().flatten() {
            if let Some((name, _)) = bare(target).and_then(package_of) {
                package.borrowed.push((own.clone(), name.to_owned()));
            }
        }
        for field in [
            "main", "module", "types", "typings", "source", "exports", "imports",
        ] {
            targets(&value[field], &mut package.entry_directories);
        }
        package.entry_directories.sort_unstable();
        package.entry_directories.dedup();
        Ok(package)
    }

    fn dependency(&mut self, directory: &str, name: &str, version: &str) {
        let link = ["file:", "link:", "portal:"]
            .iter()
            .find_map(|scheme| version.strip_prefix(scheme));
        if let Some(path) = link {
            if !path.starts_with('/') {
                self.links.push((name.to_owned(), join(directory, path)));
            }
        } else if let Some(range) = version.strip_prefix("workspace:") {
            if range.starts_with('.') {
                self.links.push((name.to_owned(), join(directory, range)));
            } else if let Some(at) = range[usize::from(!range.is_empty())..].find('@') {
                self.aliases.push((name.to_owned(), range[..=at].to_owned()));
            }
        }
    }
}

/// `["packages/*"]`, or `{ "packages": ["packages/*"] }` as yarn and bun have it too.
fn workspace(value: &Value) -> Option<Vec<String>> {
    let list = value.as_array().or_else(|| value["packages"].as_array())?;
    Some(
        list.iter()
            .filter_map(|pattern| pattern.as_str().map(str::to_owned))
            .collect(),
    )
}

/// The first target in `value` that is no path.
fn bare(value: &Value) -> Option<&str> {
    match value {
        Value::String(target) => (!target.starts_with('.')).then_some(target),
        Value::Array(items) => items.iter().find_map(bare),
        Value::Object(entries) => entries.values().find_map(bare),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// The first directory of every path in `value`, however deep.
fn targets(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(target) => {
            let target = target.strip_prefix("./").unwrap_or(target);
            if let Some((first, _)) = target.split_once('/')
                && !first.contains(['*', '#', '@'])
                && !first.is_empty()
                && first != ".."
            {
                found.push(first.to_owned());
            }
        }
        Value::Array(items) => items.iter().for_each(|item| targets(item, found)),
        Value::Object(entries) => entries.values().for_each(|entry| targets(entry, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The patterns of `lerna.json`, which has its own and else those of npm.
pub(super) fn lerna_workspace(bytes: &[u8]) -> Option<Vec<String>> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    workspace(&value)
}

/// The list `packages` of `pnpm-workspace.yaml`: one pattern a line, or all in brackets; quoted or not.
///
/// The rest of YAML does not occur in it.
pub(super) fn pnpm_workspace(text: &str) -> Vec<String> {
    let mut patterns = Vec::new();
    let mut inside = false;
    for line in text.trim_start_matches('\u{feff}').lines() {
        let line = without_comment(line);
        if line.trim().is_empty() {
            continue;
        }
        if !line.starts_with([' ', '\t', '-']) {
            inside = false;
            let key = line
                .split_once(':')
                .filter(|(key, _)| unquoted(key) == "packages");
            if let Some((_, rest)) = key {
                inside = true;
                patterns.extend(in_brackets(rest));
            }
        } else if inside {
            let item = line.trim();
            match item.strip_prefix('-') {
                Some(pattern) => patterns.push(unquoted(pattern).to_owned()),
                // The next lines of a list in brackets.
                None => patterns.extend(in_brackets(item)),
            }
        }
    }
    patterns.retain(|pattern| !pattern.is_empty());
    patterns
}

fn in_brackets(text: &str) -> impl Iterator<Item = String> {
    text.trim()
        .trim_start_matches('[')
        .trim_end_matches(']')
        .split(',')
        .map(|item| unquoted(item).to_owned())
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None, '#') if before.is_whitespace() => return &line[..at],
            _ => {}
        }
        before = character;
    }
    line
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['\'', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pnpm_workspaces_are_read_as_people_write_them() {
        let text =
            "# ours\npackages:\n  - 'packages/*' # all\n\n  - \"!**/test/**\"\n  - docs\ncatalog:\n  - x\n";
        assert_eq!(pnpm_workspace(text), ["packages/*", "!**/test/**", "docs"]);
        assert_eq!(pnpm_workspace("packages: [a, 'b/*']\n"), ["a", "b/*"]);
        assert_eq!(pnpm_workspace("\"packages\":\n- a\n- b\n"), ["a", "b"]);
        assert_eq!(pnpm_workspace("packages: [\n  'a',\n  'b',\n]\n"), ["a", "b"]);
        assert_eq!(pnpm_workspace("onlyBuilt:\n  - a\n"), [""; 0]);
    }

    #[test]
    fn dependencies_that_are_directories_are_links() {
        let package = Package::parse(
            "apps/web",
            br#"{ "dependencies": { "a": "file:../../libs/a", "b": "workspace:@x/b@*", "c": "workspace:^", "d": "^1", "e": "workspace:../e" },
                 "exports": { ".": { "types": "./dist/a.d.ts" }, "./*": ["./lib/*.js"] } }"#,
        )
        .unwrap();
        assert_eq!(
            package.links,
            [("a".into(), "libs/a".into()), ("e".into(), "apps/e".into())]
        );
        assert_eq!(package.aliases, [("b".into(), "@x/b".into())]);
        assert_eq!(package.entry_directories, ["dist", "lib"]);
    }
}
