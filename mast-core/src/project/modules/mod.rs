//! From an import specifier to the file that it names, across the whole repository.
//!
//! Only files of the index are found, and only from their paths and from manifests, so that an index made on a checkout without an
//! installation and without a build says what one made on a worked-in checkout says. Relative specifiers and `paths` are
//! followed here; the `exports`, `imports` and entries of packages by `oxc_resolver`, over a view of the index.
//!
//! Cost: a few look-ups in a hash table a specifier; what packages and aliases lead to is remembered by scope.

mod configs;
mod files;
mod importer;
mod links;
mod outputs;
mod package;
mod packages;
mod place;
mod specifier;
#[cfg(test)]
mod tests;
mod tsconfig;
mod view;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use oxc_resolver::{ResolveOptions, ResolverGeneric};
use parking_lot::RwLock;
use rustc_hash::FxHashMap;

use self::configs::{Configs, Speaking};
use self::files::{EXTENSIONS, Files, Letters, SOURCES_OF};
use self::links::Links;
use self::outputs::Outputs;
use self::packages::Packages;
use self::place::join;
use self::view::{View, shown};
use crate::project::manifests::{ManifestKind, ReadManifest};
use crate::text::path::RelPath;

pub use self::importer::Importer;

/// Where a specifier leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportTarget {
    /// To a file of the index.
    File(RelPath),
    /// To this file of the index, written with other capitals than on disk, where the file system does not mind.
    Miscased(RelPath),
    /// To a package that is not part of the repository, or a module of the runtime; its name.
    Package(String),
    /// To nothing that is known.
    Unknown(UnknownReason),
}

/// Why a specifier leads to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnknownReason {
    /// No such file is in the index.
    Missing,
    /// A file of that path is in the index, with other capitals.
    OtherCase,
    /// It is a style, a picture, data: nothing that is indexed.
    Asset,
    /// It leads out of the project.
    Outside,
    /// A package of the repository, where what it names has no source in the index.
    NoSource,
    /// An address or a module that a bundler makes up.
    Address,
}

impl UnknownReason {
    /// All reasons, in the order of their numbers in the store.
    pub const ALL: [Self; 6] = [
        Self::Missing,
        Self::OtherCase,
        Self::Asset,
        Self::Outside,
        Self::NoSource,
        Self::Address,
    ];

    /// Its name in answers and tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OtherCase => "other_case",
            Self::Asset => "asset",
            Self::Outside => "outside",
            Self::NoSource => "no_source",
            Self::Address => "address",
        }
    }
}

type Resolver = ResolverGeneric<View>;

/// What is remembered of specifiers that are not relative: the nearest naming directory, the configurations, the specifier.
type Memory = FxHashMap<(Box<str>, Speaking, Box<str>), ImportTarget>;

/// Resolves specifiers between the files of one state of the index.
pub struct Modules {
    root: PathBuf,
    files: Arc<Files>,
    folded: OnceLock<Files>,
    packages: Arc<Packages>,
    configs: Configs,
    outputs: Arc<Outputs>,
    view: View,
    links: Links,
    /// One for each set of conditions, the most telling first; they share what they read.
    resolvers: Vec<Resolver>,
    problems: Vec<(String, String)>,
    memory: RwLock<Memory>,
}

impl std::fmt::Debug for Modules {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Modules")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

/// Conditions of `exports` and `imports`, tried one set after the other until one leads to a file of the index.
const CONDITIONS: &[&[&str]] = &[
    &["source", "development", "types", "import", "node"],
    &["types", "import", "node"],
    &["import", "node"],
    &["types", "require", "node"],
    &["require", "node"],
    &["module", "browser", "import"],
];

impl Modules {
    /// A resolver for the project at `root` with `files` in its index; looks at what configurations extend not before `now`.
    ///
    /// # Cost
    ///
    /// Parses every manifest.
    pub fn new<'a>(
        root: &Path,
        files: impl Iterator<Item = &'a RelPath>,
        manifests: &[ReadManifest],
        now: SystemTime,
    ) -> Self {
        let files = Arc::new(Files::new(files, Letters::Exact));
        let named = |kind| {
            manifests
                .iter()
                .filter(move |read| read.manifest.kind == kind && read.manifest.stamp.is_some())
        };
        let by_path: FxHashMap<&str, &[u8]> = named(ManifestKind::Named)
            .map(|read| (read.manifest.path.as_str(), read.bytes.as_slice()))
            .collect();
        let (packages, mut problems) = Packages::new(by_path.iter().map(|(path, bytes)| (*path, *bytes)));
        let packages = Arc::new(packages);
        let mut configs = Configs::new(root, &by_path, &packages, now);
        problems.append(&mut configs.problems);
        problems.sort_unstable();
        let outputs = Arc::new(Outputs::new(&packages, configs.all(), &files));
        let links = Links::new(named(ManifestKind::Link));
        let view = View {
            files: Arc::clone(&files),
            packages: Arc::clone(&packages),
            outputs: Arc::clone(&outputs),
        };
        let resolvers = resolvers(&view, &configs);
        Self {
            root: root.to_owned(),
            files,
            folded: OnceLock::new(),
            packages,
            configs,
            outputs,
            view,
            links,
            resolvers,
            problems,
            memory: RwLock::default(),
        }
    }

    /// What configurations extend and the walk does not meet: it is to be watched like what was handed in.
    pub fn extended(&self) -> &[ReadManifest] {
        &self.configs.extended
    }

    /// Manifests that cannot be read and so say nothing, each with the reason.
    pub fn problems(&self) -> &[(String, String)] {
        &self.problems
    }

    /// Where `specifier` leads from the file `from`.
    pub fn resolve(&self, from: &RelPath, specifier: &str) -> ImportTarget {
        self.importer(from).resolve(specifier)
    }

    /// A file that imports, for many specifiers.
    pub fn importer<'a>(&'a self, from: &'a RelPath) -> Importer<'a> {
        let directory = from.directory();
        Importer {
            modules: self,
            directory,
            scope: self.packages.scope(directory),
            speaking: self.configs.speaking_for(from.as_str()),
        }
    }

    /// The file that the path `path`, as an import has it, stands for.
    fn at(&self, path: &str, way: Way) -> Option<RelPath> {
        self.literally_at(path, way)
            .or_else(|| self.behind_link(path, way))
            .or_else(|| {
                self.outputs.trace(&self.packages, path, |place| {
                    match way {
                        Way::FileFirst => self
                            .files
                            .module(place)
                            .or_else(|| self.files.source(place))
                            .cloned(),
                        Way::Directory => None,
                    }
                    .or_else(|| self.files.index(place).cloned())
                })
            })
    }

    fn literally_at(&self, path: &str, way: Way) -> Option<RelPath> {
        if way == Way::FileFirst
            && let Some(file) = self.files.module(path)
        {
            return Some(file.clone());
        }
        if self.packages.get(path).is_some()
            && let Some(entry) = self.entry(path)
        {
            return Some(entry);
        }
        self.files.index(path).cloned()
    }

    /// What is at `path` when part of it is a symbolic link, or when it names one without its extension.
    fn behind_link(&self, path: &str, way: Way) -> Option<RelPath> {
        if let Some(real) = self.links.follow(path) {
            return self.literally_at(&real, way);
        }
        let candidates = self.links.named(path).filter(|_| way == Way::FileFirst);
        candidates
            .filter_map(|link| self.links.follow(link))
            .find_map(|real| self.files.get(&real).cloned())
    }

    /// The file that the `package.json` of exactly this directory makes its entry.
    fn entry(&self, directory: &str) -> Option<RelPath> {
        self.ask(directory, "./")
    }

    /// The first answer of a resolver that is a file of the index.
    fn ask(&self, directory: &str, specifier: &str) -> Option<RelPath> {
        let directory = shown(directory);
        self.resolvers.iter().find_map(|resolver| {
            let found = resolver.resolve(&directory, specifier).ok()?;
            self.view.file(found.path()).cloned()
        })
    }

    /// What a package of the repository gives for `inside`, `""` for its entry.
    fn in_package(&self, directory: &str, inside: &str) -> Option<RelPath> {
        let package = self.packages.get(directory)?;
        let by_exports = match &package.name {
            Some(name) if package.has_exports => {
                let whole = if inside.is_empty() {
                    name.clone()
                } else {
                    format!("{name}/{inside}")
                };
                self.ask(directory, &whole)
            }
            Some(_) | None => None,
        };
        if by_exports.is_some() {
            return by_exports;
        }
        if inside.is_empty() {
            return self
                .entry(directory)
                .or_else(|| self.files.index(&join(directory, "src")).cloned())
                .or_else(|| self.files.index(directory).cloned());
        }
        let path = join(directory, inside);
        // A package may refuse what it does not export, and bundlers and older resolutions reach it all the same.
        self.at(&path, Way::FileFirst).or_else(|| {
            let in_sources = join(directory, &format!("src/{inside}"));
            (!package.has_exports)
                .then(|| self.literally_at(&in_sources, Way::FileFirst))
                .flatten()
        })
    }

    /// What is at `path` when capitals do not count.
    fn in_any_case(&self, path: &str, way: Way) -> Option<ImportTarget> {
        let folded = self
            .folded
            .get_or_init(|| Files::new(self.files.paths(), Letters::Any));
        let file = match way {
            Way::FileFirst => folded.module(path),
            Way::Directory => None,
        };
        let actual = file.or_else(|| folded.index(path))?;
        let written = as_written(path, actual.as_str());
        Some(
            if is_same_file(&self.root.join(written), &actual.under(&self.root)) {
                ImportTarget::Miscased(actual.clone())
            } else {
                ImportTarget::Unknown(UnknownReason::OtherCase)
            },
        )
    }
}

/// How a path may be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A file, else a directory.
    FileFirst,
    /// A directory only: it ends with a slash, or with dots.
    Directory,
}

impl Way {
    fn of(text: &str) -> Self {
        if matches!(text, "." | "..") || text.ends_with('/') || text.ends_with("/.") || text.ends_with("/..")
        {
            Self::Directory
        } else {
            Self::FileFirst
        }
    }
}

fn resolvers(view: &View, configs: &Configs) -> Vec<Resolver> {
    let texts = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<String>>()
    };
    let mut own: Vec<String> = configs
        .all()
        .flat_map(|config| config.conditions.clone())
        .collect();
    own.sort_unstable();
    own.dedup();
    let options = |conditions: &[&str]| ResolveOptions {
        condition_names: texts(conditions),
        extension_alias: SOURCES_OF
            .iter()
            .map(|(ending, sources)| ((*ending).to_owned(), texts(sources)))
            .collect(),
        extensions: texts(EXTENSIONS),
        main_fields: texts(&["source", "types", "typings", "module", "main"]),
        symlinks: false,
        node_path: false,
        ..ResolveOptions::default()
    };
    let mut first = options(CONDITIONS[0]);
    first.condition_names.extend(own);
    let first = Resolver::new_with_file_system(view.clone(), first);
    let mut resolvers: Vec<Resolver> = CONDITIONS[1..]
        .iter()
        .map(|conditions| first.clone_with_options(options(conditions)))
        .collect();
    resolvers.insert(0, first);
    resolvers
}

/// `actual`, spelt as `path` spells what it names.
fn as_written(path: &str, actual: &str) -> String {
    let mut written = String::with_capacity(actual.len());
    let mut segments = path.split('/');
    for name in actual.split('/') {
        if !written.is_empty() {
            written.push('/');
        }
        match segments.next() {
            None => written.push_str(name),
            Some(segment) => {
                let begins_so = name.to_lowercase().starts_with(&segment.to_lowercase());
                let stem = if begins_so { segment } else { stem_of(segment) };
                written.push_str(stem);
                written.push_str(name.get(stem.len()..).unwrap_or_default());
            }
        }
    }
    written
}

fn stem_of(segment: &str) -> &str {
    segment.rsplit_once('.').map_or(segment, |(stem, _)| stem)
}

#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.dev() == other.dev() && one.ino() == other.ino(),
        (Ok(_) | Err(_), _) => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Ok(_) | Err(_), _) => false,
    }
}
