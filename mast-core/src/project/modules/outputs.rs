//! From what a build writes back to what it is made from.
//!
//! A package names what it ships: `dist/index.js`. What is indexed is what people write. Where a `tsconfig.json` says
//! which directory is built from which, that holds; else `dist/…` stands for `src/…`, or for the same path without `dist`.

use rustc_hash::FxHashMap;

use super::files::Files;
use super::packages::Packages;
use super::place::{below, directory_of, join};
use super::tsconfig::TsConfig;
use crate::text::path::RelPath;

/// Directories that builds write into, whatever else is said.
const BUILT: &[&str] = &[
    "dist",
    "lib",
    "build",
    "out",
    "output",
    "es",
    "esm",
    "cjs",
    "umd",
    "types",
    "typings",
    "dts",
    "dist-types",
    "dist-cjs",
    "dist-esm",
    "dist-es",
    "lib-esm",
    "release",
    "bundle",
    "bundles",
    "compiled",
];

/// Directories inside those that say in which form something is built.
const FORMS: &[&str] = &[
    "cjs",
    "esm",
    "es",
    "es6",
    "es2015",
    "esnext",
    "umd",
    "module",
    "modules",
    "commonjs",
    "types",
    "typings",
    "dts",
    "node",
    "browser",
    "prod",
    "dev",
    "development",
    "production",
    "mjs",
    "js",
];

/// One directory that is built, with the directories that it may be built from.
#[derive(Debug)]
struct Output {
    built: String,
    from: Vec<String>,
    /// Whether a configuration says so.
    said: bool,
}

/// All directories that are built, by the package that they belong to.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    packages: FxHashMap<String, Vec<Output>>,
    /// Those outside of the package whose configuration writes them.
    elsewhere: Vec<Output>,
}

impl Outputs {
    pub(super) fn new<'a>(
        packages: &Packages,
        configs: impl Iterator<Item = &'a TsConfig>,
        files: &Files,
    ) -> Self {
        let mut outputs = Self::default();
        for config in configs {
            for out in &config.out_dirs {
                let from = match &config.root_dir {
                    Some(root) => vec![root.clone()],
                    None => vec![join(&config.directory, "src"), config.directory.clone()],
                };
                let output = Output {
                    built: out.clone(),
                    from,
                    said: true,
                };
                match packages
                    .around(&config.directory)
                    .filter(|package| below(out, package).is_some())
                {
                    Some(package) => outputs
                        .packages
                        .entry(package.to_owned())
                        .or_default()
                        .push(output),
                    None => outputs.elsewhere.push(output),
                }
            }
        }
        for (directory, package) in packages.all() {
            let own = outputs.packages.entry(directory.to_owned()).or_default();
            own.sort_by(|one, other| (&one.built, &one.from).cmp(&(&other.built, &other.from)));
            let known = BUILT.iter().copied();
            let pointed_into = package.entry_directories.iter().map(String::as_str);
            for name in known.chain(pointed_into) {
                let built = join(directory, name);
                // What has sources in it is not only built.
                if name != "src" && !files.is_directory(&built) {
                    own.push(Output {
                        built,
                        from: vec![join(directory, "src"), directory.to_owned()],
                        said: false,
                    });
                }
            }
        }
        outputs
            .elsewhere
            .sort_by(|one, other| (&one.built, &one.from).cmp(&(&other.built, &other.from)));
        outputs
    }

    /// The first that `look` finds at a place that the built `path` may be made from.
    pub(super) fn trace<T>(
        &self,
        packages: &Packages,
        path: &str,
        mut look: impl FnMut(&str) -> Option<T>,
    ) -> Option<T> {
        let package = packages.around(directory_of(path));
        let own = package.and_then(|package| self.packages.get(package));
        let outputs = own.into_iter().flatten().chain(&self.elsewhere);
        for output in outputs {
            let Some(mut rest) = below(path, &output.built) else {
                continue;
            };
            loop {
                if let Some(found) = output.from.iter().find_map(|from| look(&join(from, rest))) {
                    return Some(found);
                }
                match rest.split_once('/') {
                    Some((form, inside)) if FORMS.contains(&form) => rest = inside,
                    Some(_) | None => break,
                }
            }
        }
        None
    }

    /// The indexed source of the built file `path`.
    pub(super) fn source<'a>(
        &self,
        packages: &Packages,
        files: &'a Files,
        path: &str,
    ) -> Option<&'a RelPath> {
        self.trace(packages, path, |place| files.source(place))
    }

    /// Whether it is said, not only likely, that `path` is built.
    pub(super) fn is_built(&self, packages: &Packages, path: &str) -> bool {
        const SURE: &[&str] = &["dist", "build", "out", "esm", "cjs", "umd"];
        let Some(package) = packages.around(directory_of(path)) else {
            return false;
        };
        let inside = below(path, package).unwrap_or_default();
        let first = inside.split_once('/').map(|(first, _)| first);
        first.is_some_and(|first| SURE.contains(&first))
            || self
                .packages
                .get(package)
                .into_iter()
                .flatten()
                .any(|output| output.said && below(path, &output.built).is_some())
    }
}
