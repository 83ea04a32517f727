//! The files that a specifier can lead to: those in the index, and nothing else on disk.

use rustc_hash::{FxHashMap, FxHashSet};

use super::place::{ancestors, directory_of};
use crate::text::path::RelPath;

/// What is appended to a specifier without an extension, in this order.
pub(super) const EXTENSIONS: &[&str] = &[
    ".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts",
];

/// The extension of what runs, and those of the sources that it may be made from, itself among them; declarations last.
pub(super) const SOURCES_OF: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".js", ".jsx", ".d.ts"]),
    (".jsx", &[".tsx", ".ts", ".jsx", ".d.ts"]),
    (".mjs", &[".mts", ".mjs", ".d.mts"]),
    (".cjs", &[".cts", ".cjs", ".d.cts"]),
];

/// Whether `User.ts` is `user.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    Exact,
    Any,
}

/// The indexed files by path, and the directories that hold any.
#[derive(Debug)]
pub(super) struct Files {
    letters: Letters,
    by_path: FxHashMap<Box<str>, RelPath>,
    directories: FxHashSet<Box<str>>,
}

impl Files {
    pub(super) fn new<'a>(paths: impl Iterator<Item = &'a RelPath>, letters: Letters) -> Self {
        let mut found = Self {
            letters,
            by_path: FxHashMap::default(),
            directories: FxHashSet::default(),
        };
        for path in paths {
            let key = found.key(path.as_str()).into_owned();
            for directory in ancestors(directory_of(&key)) {
                if !found.directories.insert(directory.into()) {
                    break;
                }
            }
            // Of several that differ in case alone the first by path counts.
            found
                .by_path
                .entry(key.into())
                .and_modify(|known| {
                    if path < &*known {
                        *known = path.clone();
                    }
                })
                .or_insert_with(|| path.clone());
        }
        found
    }

    /// All paths, in no order.
    pub(super) fn paths(&self) -> impl Iterator<Item = &RelPath> {
        self.by_path.values()
    }

    fn key<'a>(&self, path: &'a str) -> std::borrow::Cow<'a, str> {
        match self.letters {
            Letters::Exact => path.into(),
            Letters::Any => path.to_lowercase().into(),
        }
    }

    /// The file of exactly this path.
    pub(super) fn get(&self, path: &str) -> Option<&RelPath> {
        self.by_path.get(&*self.key(path))
    }

    /// Whether any file lies below this path.
    pub(super) fn is_directory(&self, path: &str) -> bool {
        self.directories.contains(&*self.key(path))
    }

    /// The file that `path`, written in an import, names: what it is made from, itself, or itself with an extension.
    pub(super) fn module(&self, path: &str) -> Option<&RelPath> {
        let mut candidate = String::with_capacity(path.len() + 6);
        let sources = SOURCES_OF
            .iter()
            .find_map(|(ending, sources)| Some((path.strip_suffix(ending)?, sources)));
        if let Some((stem, sources)) = sources
            && let Some(found) = self.first(&mut candidate, stem, sources)
        {
            return Some(found);
        }
        self.get(path)
            .or_else(|| self.first(&mut candidate, path, EXTENSIONS))
    }

    /// The source that the built file `path` is made from, when it is in the same place in another tree.
    pub(super) fn source(&self, path: &str) -> Option<&RelPath> {
        const BUILT: &[&str] = &[
            ".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".cts",
        ];
        let stem = BUILT
            .iter()
            .find_map(|ending| path.strip_suffix(ending))
            .unwrap_or(path);
        self.first(&mut String::with_capacity(path.len() + 6), stem, EXTENSIONS)
    }

    /// The file that stands for the directory `path` by its name.
    pub(super) fn index(&self, path: &str) -> Option<&RelPath> {
        let stem = super::place::join(path, "index");
        self.first(&mut String::with_capacity(stem.len() + 6), &stem, EXTENSIONS)
    }

    fn first(&self, candidate: &mut String, stem: &str, endings: &[&str]) -> Option<&RelPath> {
        // A directory's `.ts` is no module.
        if stem.is_empty() || stem.ends_with('/') {
            return None;
        }
        endings.iter().find_map(|ending| {
            candidate.clear();
            candidate.push_str(stem);
            candidate.push_str(ending);
            self.get(candidate)
        })
    }
}
