//! The packages of the repository, and by which names each is known where.
//!
//! A name leads to a package as it would after an installation: through a link that a package on the way up declares, or through
//! the nearest workspace. What the workspace holds need not be declared as a dependency.

use rustc_hash::{FxHashMap, FxHashSet};

use super::package::{Package, lerna_workspace, pnpm_workspace};
use super::place::{ancestors, below, directory_of, name_of};
use crate::text::glob::Globs;

/// All packages and workspaces, by directory.
#[derive(Debug, Default)]
pub(super) struct Packages {
    by_directory: FxHashMap<String, Package>,
    /// The bytes of each `package.json`, for the resolver.
    texts: FxHashMap<String, Vec<u8>>,
    /// Of each directory that opens a workspace the directories of its members by name.
    workspaces: FxHashMap<String, FxHashMap<String, String>>,
}

impl Packages {
    /// Takes `(path, bytes)` of manifests; gives what cannot be read with the reason.
    pub(super) fn new<'a>(
        manifests: impl Iterator<Item = (&'a str, &'a [u8])>,
    ) -> (Self, Vec<(String, String)>) {
        let mut packages = Self::default();
        let mut problems = Vec::new();
        let mut opened: FxHashMap<String, Vec<String>> = FxHashMap::default();
        let mut lerna: Vec<(String, Vec<String>)> = Vec::new();
        for (path, bytes) in manifests {
            let directory = directory_of(path);
            match name_of(path) {
                "package.json" => match Package::parse(directory, bytes) {
                    Ok(mut package) => {
                        if let Some(patterns) = package.workspace.take() {
                            opened.entry(directory.to_owned()).or_default().extend(patterns);
                        }
                        packages.by_directory.insert(directory.to_owned(), package);
                        packages.texts.insert(directory.to_owned(), bytes.to_vec());
                    }
                    Err(problem) => problems.push((path.to_owned(), problem)),
                },
                "pnpm-workspace.yaml" => {
                    let patterns = pnpm_workspace(&String::from_utf8_lossy(bytes));
                    opened.entry(directory.to_owned()).or_default().extend(patterns);
                }
                "lerna.json" => lerna.push((
                    directory.to_owned(),
                    lerna_workspace(bytes).unwrap_or_else(|| vec!["packages/*".to_owned()]),
                )),
                _ => {}
            }
        }
        for (directory, patterns) in lerna {
            opened.entry(directory).or_insert(patterns);
        }
        for (directory, patterns) in opened {
            let members = packages.members(&directory, &patterns);
            packages.workspaces.insert(directory, members);
        }
        (packages, problems)
    }

    /// The packages that the patterns of a workspace speak of, and its own.
    fn members(&self, workspace: &str, patterns: &[String]) -> FxHashMap<String, String> {
        let trimmed = |pattern: &str| pattern.trim_start_matches("./").trim_end_matches('/').to_owned();
        let (without, with): (Vec<&String>, Vec<&String>) =
            patterns.iter().partition(|pattern| pattern.starts_with('!'));
        let with: Vec<String> = with.iter().map(|pattern| trimmed(pattern)).collect();
        let without: Vec<String> = without.iter().map(|pattern| trimmed(&pattern[1..])).collect();
        let globs = |patterns: &[String]| Globs::new(patterns.iter().map(String::as_str)).ok();
        let (with, without) = (globs(&with), globs(&without));
        let mut members: FxHashMap<String, String> = FxHashMap::default();
        for (directory, package) in &self.by_directory {
            let (Some(name), Some(inside)) = (&package.name, below(directory, workspace)) else {
                continue;
            };
            let is_in = |globs: &Option<Globs>| globs.as_ref().is_some_and(|globs| globs.is_match(inside));
            if inside.is_empty() || is_in(&with) && !is_in(&without) {
                // Of several that bear a name the first by path counts.
                members
                    .entry(name.clone())
                    .and_modify(|known| {
                        if directory < known {
                            known.clone_from(directory);
                        }
                    })
                    .or_insert_with(|| directory.clone());
            }
        }
        members
    }

    /// The package of exactly this directory.
    pub(super) fn get(&self, directory: &str) -> Option<&Package> {
        self.by_directory.get(directory)
    }

    /// The text of the `package.json` of exactly this directory.
    pub(super) fn text(&self, directory: &str) -> Option<&[u8]> {
        self.texts.get(directory).map(Vec::as_slice)
    }

    /// Every package with its directory.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Package)> {
        self.by_directory
            .iter()
            .map(|(directory, package)| (directory.as_str(), package))
    }

    /// The directory of the package that a file in `directory` belongs to.
    pub(super) fn around<'a>(&self, directory: &'a str) -> Option<&'a str> {
        ancestors(directory).find(|directory| self.by_directory.contains_key(*directory))
    }

    /// The nearest directory at or above `directory` by which names are given.
    pub(super) fn scope<'a>(&self, directory: &'a str) -> Option<&'a str> {
        ancestors(directory).find(|directory| {
            self.by_directory.contains_key(*directory) || self.workspaces.contains_key(*directory)
        })
    }

    /// Whether `node_modules` of exactly this directory would hold packages of the repository.
    pub(super) fn installs(&self, directory: &str) -> bool {
        self.workspaces.contains_key(directory)
            || self
                .by_directory
                .get(directory)
                .is_some_and(|package| !package.links.is_empty() || !package.aliases.is_empty())
    }

    /// The directory that `node_modules/<name>` in exactly this directory would lead to.
    pub(super) fn installed(&self, directory: &str, name: &str) -> Option<&str> {
        self.installed_but(directory, name, &mut FxHashSet::default())
    }

    fn installed_but<'a>(
        &'a self,
        directory: &str,
        name: &str,
        seen: &mut FxHashSet<String>,
    ) -> Option<&'a str> {
        if let Some(package) = self.by_directory.get(directory) {
            if let Some((_, target)) = package.links.iter().find(|(link, _)| link == name) {
                return self
                    .by_directory
                    .get_key_value(target)
                    .map(|(directory, _)| directory.as_str());
            }
            let alias = package.aliases.iter().find(|(alias, _)| alias == name);
            if let Some((_, real)) = alias
                && seen.insert(real.clone())
            {
                return ancestors(directory).find_map(|directory| self.installed_but(directory, real, seen));
            }
        }
        self.workspaces.get(directory)?.get(name).map(String::as_str)
    }

    /// Whether a package at or above `directory` depends on `name`.
    pub(super) fn depend_on(&self, directory: &str, name: &str) -> bool {
        ancestors(directory)
            .filter_map(|directory| self.by_directory.get(directory))
            .any(|package| package.dependencies.contains(name))
    }

    /// The directory that a file in `directory` reaches by the name of a package.
    pub(super) fn named(&self, directory: &str, name: &str) -> Option<&str> {
        ancestors(directory).find_map(|directory| self.installed(directory, name))
    }
}
