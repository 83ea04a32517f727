//! Where specifiers lead, brought up to date at the end of a run: the one table that depends on more than one file.
//!
//! A change of a manifest resolves everything anew. A file that comes or goes resolves anew what could lead to it, which the last
//! segment of a specifier tells; a file that changed, its own specifiers. Either way the table is that of a run from nothing.

use std::borrow::Cow;
use std::time::SystemTime;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Result;
use crate::index::Project;
use crate::project::manifests::{Manifest, ManifestKind, ReadManifest};
use crate::project::modules::{ImportTarget, Modules, UnknownReason};
use crate::store::manifests::StoredManifest;
use crate::store::modules::{ModuleRow, StoredTarget};
use crate::store::write::{Unresolved, Writer};
use crate::text::path::RelPath;

/// Which manifests a run found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<'a> {
    /// Those of a walk; none are stored.
    Walked(&'a [Manifest]),
    /// Those that are stored, unless some are not proven to be as they were.
    Compared {
        stored: &'a [StoredManifest],
        now: Option<&'a [Manifest]>,
    },
}

/// Resolves what the run of `writer` made necessary; looks at the disk not before `scan`.
pub(super) fn resolve(
    project: &Project<'_>,
    writer: &mut Writer<'_>,
    found: Found<'_>,
    scan: SystemTime,
) -> Result<()> {
    let unresolved = writer.take_unresolved();
    let (stored, list): (&[StoredManifest], Vec<Manifest>) = match found {
        Found::Walked(walked) => (&[], walked.to_vec()),
        Found::Compared {
            stored,
            now: Some(now),
        } => (stored, now.to_vec()),
        Found::Compared { stored, now: None } => {
            if unresolved.is_empty() {
                return Ok(());
            }
            (stored, stored.iter().map(|it| it.manifest.clone()).collect())
        }
    };
    let root = &project.config.root;
    let read: Vec<ReadManifest> = list.into_par_iter().map(|manifest| manifest.read(root)).collect();
    let is_fresh = matches!(found, Found::Walked(_));
    let decided_anew = is_fresh || differ(stored, &read);
    if !decided_anew {
        if matches!(found, Found::Compared { now: Some(_), .. }) {
            writer.set_manifests(&restamped(stored, read.iter()))?;
        }
        if unresolved.is_empty() {
            return Ok(());
        }
    }
    let ids = writer.file_ids()?;
    let modules = Modules::new(root, ids.iter().map(|(_, path)| path), &read, scan);
    if decided_anew {
        writer.set_manifests(&described(&modules, &read))?;
    }
    let index = Index::new(&ids);
    if !is_fresh {
        let rows = if decided_anew || index.changed_a_package(&read, &unresolved) {
            writer.module_rows(|_, _| true)?
        } else {
            let affected = Affected::by(&unresolved, &read);
            writer.module_rows(|specifier, target| affected.includes(specifier, target, &index))?
        };
        let moved = index.moved(&modules, &rows);
        writer.set_module_targets(&moved)?;
    }
    writer.put_modules(&index.rows_of(&modules, unresolved.files))
}

/// Whether any manifest holds something else than what is stored of it, came or went.
fn differ(stored: &[StoredManifest], read: &[ReadManifest]) -> bool {
    stored.len() != read.len()
        || stored.iter().zip(read).any(|(before, now)| {
            before.manifest.path != now.manifest.path
                || before.manifest.kind != now.manifest.kind
                || before.manifest.stamp.is_some() != now.manifest.stamp.is_some()
                || before.digest != now.digest()
        })
}

/// What is stored, with the stamps that it has now.
fn restamped<'a>(
    stored: &[StoredManifest],
    read: impl Iterator<Item = &'a ReadManifest>,
) -> Vec<StoredManifest> {
    stored
        .iter()
        .zip(read)
        .map(|(before, now)| StoredManifest {
            manifest: now.manifest.clone(),
            ..before.clone()
        })
        .collect()
}

/// What was read, what that extends, and what is wrong with either.
fn described(modules: &Modules, read: &[ReadManifest]) -> Vec<StoredManifest> {
    let problems: FxHashMap<&str, &str> = modules
        .problems()
        .iter()
        .map(|(path, problem)| (path.as_str(), problem.as_str()))
        .collect();
    let met = read
        .iter()
        .filter(|read| read.manifest.kind != ManifestKind::Extended);
    let mut all: Vec<StoredManifest> = met
        .chain(modules.extended())
        .map(|read| StoredManifest {
            manifest: read.manifest.clone(),
            digest: read.digest(),
            problem: problems
                .get(read.manifest.path.as_str())
                .map(|problem| (*problem).to_owned()),
        })
        .collect();
    all.sort_by(|one, other| one.manifest.path.cmp(&other.manifest.path));
    all.dedup_by(|later, earlier| later.manifest.path == earlier.manifest.path);
    all
}

impl Unresolved {
    fn is_empty(&self) -> bool {
        self.files.is_empty() && self.arrived.is_empty() && self.departed.is_empty()
    }

    fn came_or_went(&self) -> impl Iterator<Item = &RelPath> {
        self.arrived.iter().chain(&self.departed)
    }
}

/// The files of the index, by path and by number.
struct Index<'a> {
    by_path: &'a [(i64, RelPath)],
    by_id: FxHashMap<i64, &'a RelPath>,
}

impl<'a> Index<'a> {
    fn new(by_path: &'a [(i64, RelPath)]) -> Self {
        Self {
            by_path,
            by_id: by_path.iter().map(|(id, path)| (*id, path)).collect(),
        }
    }

    fn stored(&self, target: &ImportTarget) -> StoredTarget {
        let id = |path: &RelPath| {
            let place = self.by_path.binary_search_by(|(_, known)| known.cmp(path)).ok()?;
            Some(self.by_path[place].0)
        };
        let missing = StoredTarget::Unknown(UnknownReason::Missing);
        match target {
            ImportTarget::File(path) => id(path).map_or(missing, StoredTarget::File),
            ImportTarget::Miscased(path) => id(path).map_or(missing, StoredTarget::Miscased),
            ImportTarget::Package(_) => StoredTarget::Package,
            ImportTarget::Unknown(reason) => StoredTarget::Unknown(*reason),
        }
    }

    /// Those of `rows`, in the order of their files, that lead elsewhere now.
    fn moved(&self, modules: &Modules, rows: &[ModuleRow]) -> Vec<ModuleRow> {
        let files: Vec<&[ModuleRow]> = rows.chunk_by(|one, other| one.file == other.file).collect();
        let moved = files.par_iter().flat_map_iter(|rows| {
            let from = rows.first().and_then(|row| self.by_id.get(&row.file).copied());
            let importer = from.map(|from| modules.importer(from));
            rows.iter().filter_map(move |row| {
                let target = self.stored(&importer?.resolve(&row.specifier));
                (target != row.target).then(|| ModuleRow {
                    target,
                    ..row.clone()
                })
            })
        });
        moved.collect()
    }

    /// The rows of files that have none.
    fn rows_of(&self, modules: &Modules, files: Vec<(i64, RelPath, Vec<String>)>) -> Vec<ModuleRow> {
        let rows = files.into_par_iter().flat_map_iter(|(file, path, specifiers)| {
            let importer = modules.importer(&path);
            let row = |(ordinal, specifier): (usize, String)| ModuleRow {
                file,
                ordinal: ordinal as i64,
                target: self.stored(&importer.resolve(&specifier)),
                specifier,
            };
            specifiers.into_iter().enumerate().map(row).collect::<Vec<_>>()
        });
        rows.collect()
    }

    /// Whether a directory of a package came or went: what is a directory of sources is not one of build output.
    fn changed_a_package(&self, manifests: &[ReadManifest], unresolved: &Unresolved) -> bool {
        let packages = package_directories(manifests);
        let top = |path: &RelPath| {
            segment_ends(path.as_str())
                .find(|end| packages.contains(parent(&path.as_str()[..*end])))
                .map(|end| path.as_str()[..end].to_owned())
        };
        let mut changed: FxHashMap<String, usize> = FxHashMap::default();
        for path in &unresolved.arrived {
            if let Some(top) = top(path) {
                *changed.entry(top).or_default() += 1;
            }
        }
        let arrived = |directory: &str| changed.get(directory).copied().unwrap_or_default();
        let is_new = changed
            .keys()
            .any(|directory| self.count_below(directory) <= arrived(directory));
        let is_gone = |path: &RelPath| {
            top(path).is_some_and(|directory| self.count_below(&directory) <= arrived(&directory))
        };
        is_new || unresolved.departed.iter().any(is_gone)
    }

    fn count_below(&self, directory: &str) -> usize {
        let start = format!("{directory}/");
        let first = self
            .by_path
            .partition_point(|(_, path)| path.as_str() < start.as_str());
        self.by_path[first..]
            .iter()
            .take_while(|(_, path)| path.as_str().starts_with(&start))
            .count()
    }
}

/// Ends of the directories of a path, the outermost last.
fn segment_ends(path: &str) -> impl Iterator<Item = usize> {
    path.rmatch_indices('/').map(|(at, _)| at)
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn package_directories(manifests: &[ReadManifest]) -> FxHashSet<&str> {
    let paths = manifests.iter().map(|read| read.manifest.path.as_str());
    paths
        .filter(|path| path.rsplit('/').next() == Some("package.json"))
        .map(parent)
        .collect()
}

/// What of a name counts when a file may answer to a specifier: extensions and capitals may differ.
fn key(name: &str) -> Cow<'_, str> {
    let end = name.find(['.', '?', '#']).unwrap_or(name.len());
    let name = &name[..end];
    // Asked of every segment of every specifier, most of which are in lower case.
    if name
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        name.into()
    } else {
        name.to_lowercase().into()
    }
}

/// Which specifiers may lead elsewhere since files came or went.
#[derive(Debug, Default)]
struct Affected {
    /// Last segments of relative specifiers.
    names: FxHashSet<String>,
    /// Last segments of names that are taken for packages: an alias for everything may lead to any directory.
    segments: FxHashSet<String>,
    /// Names of symbolic links.
    links: FxHashSet<String>,
    /// Whether the index of any directory came or went.
    has_index: bool,
}

impl Affected {
    fn by(unresolved: &Unresolved, manifests: &[ReadManifest]) -> Self {
        let packages = package_directories(manifests);
        let mut affected = Self::default();
        for path in unresolved.came_or_went() {
            let stem = key(path.file_name());
            if stem == "index" {
                affected.has_index = true;
                affected.names.insert(key(last(path.directory())).into_owned());
            }
            affected.names.insert(stem.into_owned());
            let directories = segment_ends(path.as_str()).map(|end| &path.as_str()[..end]);
            for directory in directories {
                affected.segments.insert(key(last(directory)).into_owned());
                if packages.contains(directory) {
                    affected.names.insert(key(last(directory)).into_owned());
                }
            }
        }
        affected.segments.extend(affected.names.iter().cloned());
        let links = manifests
            .iter()
            .filter(|read| read.manifest.kind == ManifestKind::Link);
        affected.links = links
            .map(|read| key(last(&read.manifest.path)).into_owned())
            .collect();
        affected
    }

    fn includes(&self, specifier: &str, target: StoredTarget, index: &Index<'_>) -> bool {
        if target.file().is_some_and(|file| !index.by_id.contains_key(&file)) {
            return true;
        }
        let path = specifier.split(['?']).next().unwrap_or(specifier);
        let name = key(last(path.trim_end_matches('/')));
        if !specifier.starts_with('.') {
            return target != StoredTarget::Package || self.segments.contains(name.as_ref());
        }
        // `.` and `..` have no name of their own.
        name.is_empty()
            || self.names.contains(name.as_ref())
            || !self.links.is_empty()
                && path
                    .split('/')
                    .any(|segment| self.links.contains(key(segment).as_ref()))
            || self.has_index && may_be_by_index(&name, target, index)
    }
}

/// Whether `name` may lead to the index of a directory of another name: what is built from it bears its own.
fn may_be_by_index(name: &str, target: StoredTarget, index: &Index<'_>) -> bool {
    let Some(file) = target.file() else {
        return true;
    };
    index.by_id.get(&file).is_none_or(|path| {
        key(path.file_name()) == "index" && name != "index" && key(last(path.directory())) != name
    })
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
