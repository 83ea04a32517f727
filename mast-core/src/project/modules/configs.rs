//! Which configuration speaks for which file.
//!
//! The nearest `tsconfig.json`, else `jsconfig.json`, at or above a file counts. One without `paths` is passed over for the next
//! above that has some. One that leaves its files to others (`references`) is answered for by the one that takes the file.

use std::path::Path;
use std::time::SystemTime;

use rustc_hash::FxHashMap;

use super::packages::Packages;
use super::place::{ancestors, directory_of, join, name_of};
use super::tsconfig::{TsConfig, TsConfigReader};
use crate::project::manifests::{Manifest, ManifestKind, ReadManifest, is_config};

/// All configurations.
#[derive(Debug, Default)]
pub(super) struct Configs {
    all: Vec<TsConfig>,
    /// Of each directory its `tsconfig.json` or `jsconfig.json`, and what that refers to.
    speaking: FxHashMap<String, Vec<usize>>,
    /// Files that the walk does not meet and that a configuration extends.
    pub(super) extended: Vec<ReadManifest>,
    /// What cannot be read, with the reason.
    pub(super) problems: Vec<(String, String)>,
}

/// The configurations that speak for one file, as places among all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Speaking {
    /// Whose `paths` hold.
    pub(super) aliases: Option<usize>,
    /// Whose `baseUrl` holds.
    pub(super) base_url: Option<usize>,
}

impl Configs {
    /// Reads the configurations among `manifests`, and from disk what they extend.
    pub(super) fn new(
        root: &Path,
        manifests: &FxHashMap<&str, &[u8]>,
        packages: &Packages,
        now: SystemTime,
    ) -> Self {
        let mut extended: FxHashMap<String, ReadManifest> = FxHashMap::default();
        let mut source = |path: &str| {
            if let Some(bytes) = manifests.get(path) {
                return Some(bytes.to_vec());
            }
            let read = extended
                .entry(path.to_owned())
                .or_insert_with(|| Manifest::look(root, path, ManifestKind::Extended, now).read(root));
            read.manifest.stamp.is_some().then(|| read.bytes.clone())
        };
        let package = |directory: &str, name: &str| packages.named(directory, name).map(str::to_owned);
        let mut reader = TsConfigReader::new(&mut source, &package);
        let mut paths: Vec<&str> = manifests
            .keys()
            .copied()
            .filter(|path| is_config(name_of(path)))
            .collect();
        paths.sort_unstable();
        let mut found = Self::default();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for path in paths {
            if let Some(config) = reader.config(path) {
                places.insert(path.to_owned(), found.all.len());
                found.all.push(config);
            }
        }
        found.problems = std::mem::take(&mut reader.problems);
        for (path, own) in &places {
            let directory = directory_of(path);
            let speaks = match name_of(path) {
                "tsconfig.json" => true,
                "jsconfig.json" => !places.contains_key(&join(directory, "tsconfig.json")),
                _ => false,
            };
            if speaks {
                let others = found.all[*own].references.iter().filter_map(|reference| {
                    places
                        .get(reference)
                        .or_else(|| places.get(&join(reference, "tsconfig.json")))
                });
                let all = std::iter::once(*own).chain(others.copied()).collect();
                found.speaking.insert(directory.to_owned(), all);
            }
        }
        found.extended = extended.into_values().collect();
        found
            .extended
            .sort_unstable_by(|one, other| one.manifest.path.cmp(&other.manifest.path));
        found
    }

    /// All configurations.
    pub(super) fn all(&self) -> impl Iterator<Item = &TsConfig> {
        self.all.iter()
    }

    /// One of them.
    pub(super) fn get(&self, place: Option<usize>) -> Option<&TsConfig> {
        self.all.get(place?)
    }

    /// Who speaks for the file at `path`.
    pub(super) fn speaking_for(&self, path: &str) -> Speaking {
        let mut speaking = Speaking::default();
        for directory in ancestors(directory_of(path)) {
            let Some(candidates) = self.speaking.get(directory) else {
                continue;
            };
            if speaking.aliases.is_none() {
                speaking.aliases = self.choose(candidates, path, |config| config.aliases.is_some());
            }
            if speaking.base_url.is_none() {
                speaking.base_url = self.choose(candidates, path, |config| config.base_url.is_some());
            }
            if speaking.aliases.is_some() && speaking.base_url.is_some() {
                break;
            }
        }
        speaking
    }

    /// Of a configuration and those it refers to the one that takes the file and says something, else one that says something.
    fn choose(&self, candidates: &[usize], path: &str, says: fn(&TsConfig) -> bool) -> Option<usize> {
        let saying: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|place| says(&self.all[*place]))
            .collect();
        if saying.len() < 2 {
            return saying.first().copied();
        }
        let taking = saying.iter().find(|place| self.all[**place].includes(path));
        taking.or(saying.first()).copied()
    }
}
