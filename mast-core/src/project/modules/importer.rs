//! One file that imports: what each of its specifiers means, by kind.

use super::configs::Speaking;
use super::place::{is_outside, join};
use super::specifier::{Specifier, is_asset, is_builtin, package_of};
use super::{ImportTarget, Modules, UnknownReason, Way};

/// A file that imports.
#[derive(Clone, Copy, Debug)]
pub struct Importer<'a> {
    pub(super) modules: &'a Modules,
    pub(super) directory: &'a str,
    /// The nearest directory by which names are given.
    pub(super) scope: Option<&'a str>,
    pub(super) speaking: Speaking,
}

impl Importer<'_> {
    /// Where `specifier` leads.
    pub fn resolve(&self, specifier: &str) -> ImportTarget {
        match Specifier::of(specifier) {
            Specifier::Relative(text) => self.relative(self.directory, text),
            Specifier::Rooted(text) => self.rooted(text),
            Specifier::Private(text) | Specifier::Named(text) => self.remembered(text),
            Specifier::Runtime => ImportTarget::Package(specifier.to_owned()),
            Specifier::Address => ImportTarget::Unknown(UnknownReason::Address),
        }
    }

    fn relative(&self, directory: &str, text: &str) -> ImportTarget {
        let path = join(directory, text);
        if is_outside(&path) {
            return ImportTarget::Unknown(UnknownReason::Outside);
        }
        let way = Way::of(text);
        if let Some(file) = self.modules.at(&path, way) {
            return ImportTarget::File(file);
        }
        if let Some((before, _)) = text.split_once('#')
            && let ImportTarget::File(file) = self.relative(directory, before)
        {
            return ImportTarget::File(file);
        }
        self.modules
            .in_any_case(&path, way)
            .unwrap_or_else(|| ImportTarget::Unknown(missing(text)))
    }

    /// `/src/main.ts`, as pages have it: from the directory of the package, else of the project.
    fn rooted(&self, text: &str) -> ImportTarget {
        let package = self.modules.packages.around(self.directory).unwrap_or_default();
        [package, ""]
            .iter()
            .find_map(|directory| self.modules.at(&join(directory, text), Way::of(text)))
            .map_or_else(|| ImportTarget::Unknown(missing(text)), ImportTarget::File)
    }

    fn remembered(&self, text: &str) -> ImportTarget {
        let key = (self.scope.unwrap_or_default().into(), self.speaking, text.into());
        if let Some(known) = self.modules.memory.read().get(&key) {
            return known.clone();
        }
        let target = self.named(text);
        self.modules.memory.write().insert(key, target.clone());
        target
    }

    /// By alias, then from `baseUrl`, then by package.
    fn named(&self, text: &str) -> ImportTarget {
        let modules = self.modules;
        let mut fallback = None;
        if let Some((alias, rest)) = modules
            .configs
            .get(self.speaking.aliases)
            .and_then(|config| config.alias(text))
        {
            for target in &alias.targets {
                let path = join("", &target.replacen('*', rest, 1));
                if let Some(file) = modules.at(&path, Way::of(text)) {
                    return ImportTarget::File(file);
                }
            }
            let installed = |target: &String| target.contains("node_modules");
            if !alias.matches_all() && !alias.targets.iter().any(installed) {
                let target = alias.targets.first().map(|target| target.replacen('*', rest, 1));
                fallback = target.map(|path| {
                    modules
                        .in_any_case(&path, Way::of(text))
                        .unwrap_or(ImportTarget::Unknown(missing(text)))
                });
            }
        }
        let base = modules.configs.get(self.speaking.base_url);
        if let Some(base) = base.and_then(|config| config.base_url.as_ref()) {
            let path = join(base, text);
            if !is_outside(&path)
                && let Some(file) = modules.at(&path, Way::of(text))
            {
                return ImportTarget::File(file);
            }
        }
        if text.starts_with('#') {
            let found = modules.ask(self.directory_of_scope(), text);
            return match (found, self.borrowed(text), fallback) {
                (Some(file), _, _) => ImportTarget::File(file),
                (None, Some(name), _) => ImportTarget::Package(name.to_owned()),
                (None, None, fallback) => fallback.unwrap_or(ImportTarget::Unknown(missing(text))),
            };
        }
        if is_builtin(text) {
            return fallback.unwrap_or_else(|| ImportTarget::Package(text.to_owned()));
        }
        let Some((name, inside)) = package_of(text) else {
            return fallback.unwrap_or(ImportTarget::Unknown(missing(text)));
        };
        match self.package(name) {
            Some(directory) => match modules.in_package(directory, inside) {
                Some(file) => ImportTarget::File(file),
                None if is_asset(inside) => ImportTarget::Unknown(UnknownReason::Asset),
                None => ImportTarget::Unknown(UnknownReason::NoSource),
            },
            // An alias may cover packages that are installed as well.
            None => fallback
                .filter(|_| !modules.packages.depend_on(self.directory_of_scope(), name))
                .unwrap_or_else(|| ImportTarget::Package(name.to_owned())),
        }
    }

    /// The package from outside that the package around calls `own`.
    fn borrowed(&self, own: &str) -> Option<&str> {
        let packages = &self.modules.packages;
        let package = packages.get(packages.around(self.directory_of_scope())?)?;
        let found = package.borrowed.iter().find(|(name, _)| name == own);
        found.map(|(_, package)| package.as_str())
    }

    /// The directory of the package of the repository that `name` means here.
    fn package(&self, name: &str) -> Option<&str> {
        let packages = &self.modules.packages;
        let own = packages.around(self.directory_of_scope()).filter(|own| {
            packages
                .get(own)
                .is_some_and(|package| package.name.as_deref() == Some(name))
        });
        own.or_else(|| packages.named(self.directory_of_scope(), name))
    }

    /// What is named here is named for all of the scope.
    fn directory_of_scope(&self) -> &str {
        self.scope.unwrap_or_default()
    }
}

fn missing(text: &str) -> UnknownReason {
    if is_asset(text) {
        UnknownReason::Asset
    } else {
        UnknownReason::Missing
    }
}
