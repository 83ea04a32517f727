//! The file system that the resolver is shown: the index, the manifests, and nothing else on disk.
//!
//! The root of the project is `/`. Beside what is indexed it holds what an installation and a build would make: `node_modules` with a
//! link to each package of the repository, and each built file whose source is indexed. So the resolver follows `exports` to
//! `dist/index.js` although nobody built it, and never finds a stale one that somebody did.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oxc_resolver::{FileMetadata, FileSystem, ResolveError};

use super::files::Files;
use super::outputs::Outputs;
use super::packages::Packages;
use super::place::name_of;
use super::specifier::package_of;
use crate::text::path::RelPath;

/// What the resolver sees.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) files: Arc<Files>,
    pub(super) packages: Arc<Packages>,
    pub(super) outputs: Arc<Outputs>,
}

/// What is at a path.
enum Seen {
    File,
    Directory,
}

impl View {
    /// The path below the root of a path of the view, links in `node_modules` followed; none where they lead nowhere.
    pub(super) fn real(&self, path: &Path) -> Option<String> {
        let text = path.to_str()?.replace('\\', "/");
        let mut real = text.trim_start_matches('/').to_owned();
        // A package may be reached through another.
        while let Some(at) = find_modules(&real) {
            let (directory, rest) = (
                real[..at].trim_end_matches('/'),
                real[at + MODULES.len()..].trim_start_matches('/'),
            );
            let (name, inside) = package_of(rest)?;
            let target = self.packages.installed(directory, name)?;
            real = super::place::join(target, inside);
        }
        Some(real)
    }

    /// The indexed file that a path of the view stands for.
    pub(super) fn file(&self, path: &Path) -> Option<&RelPath> {
        let real = self.real(path)?;
        let literal = self.files.get(&real);
        if literal.is_some() && !self.outputs.is_built(&self.packages, &real) {
            return literal;
        }
        self.outputs
            .source(&self.packages, &self.files, &real)
            .or(literal)
    }

    fn look(&self, path: &Path) -> Option<Seen> {
        let text = path.to_str()?;
        if let Some(directory) = text.strip_suffix(MODULES) {
            let directory = directory.trim_matches('/');
            return self.packages.installs(directory).then_some(Seen::Directory);
        }
        if name_of(text).starts_with('@') && text[..text.rfind('/')?].ends_with(MODULES) {
            return Some(Seen::Directory);
        }
        let real = self.real(path)?;
        if let Some(directory) = real.strip_suffix("package.json") {
            let directory = directory.trim_end_matches('/');
            return self.packages.get(directory).map(|_| Seen::File);
        }
        if self.files.get(&real).is_some() {
            return Some(Seen::File);
        }
        if real.is_empty() || self.files.is_directory(&real) || self.packages.get(&real).is_some() {
            return Some(Seen::Directory);
        }
        self.outputs.trace(&self.packages, &real, |place| {
            if has_extension(&real) && self.files.source(place).is_some() {
                Some(Seen::File)
            } else {
                self.files.is_directory(place).then_some(Seen::Directory)
            }
        })
    }

    fn metadata_at(&self, path: &Path) -> io::Result<FileMetadata> {
        match self.look(path) {
            Some(Seen::File) => Ok(FileMetadata::new(true, false, false)),
            Some(Seen::Directory) => Ok(FileMetadata::new(false, true, false)),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

const MODULES: &str = "node_modules";

/// Where the first segment `node_modules` begins.
fn find_modules(path: &str) -> Option<usize> {
    path.match_indices(MODULES).map(|(at, _)| at).find(|at| {
        let (before, after) = (&path[..*at], &path[at + MODULES.len()..]);
        (before.is_empty() || before.ends_with('/')) && after.starts_with('/')
    })
}

fn has_extension(path: &str) -> bool {
    name_of(path).contains('.')
}

impl FileSystem for View {
    fn new() -> Self {
        let empty = Files::new(std::iter::empty(), super::files::Letters::Exact);
        Self {
            files: Arc::new(empty),
            packages: Arc::default(),
            outputs: Arc::default(),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = self.real(path).and_then(|real| {
            let directory = real.strip_suffix("package.json")?.trim_end_matches('/');
            self.packages.text(directory).map(<[u8]>::to_vec)
        });
        text.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn read_to_string(&self, path: &Path) -> io::Result<String> {
        let bytes = self.read(path)?;
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.metadata_at(path)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.metadata_at(path)
    }

    fn read_link(&self, _: &Path) -> Result<PathBuf, ResolveError> {
        Err(io::Error::from(io::ErrorKind::InvalidInput).into())
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }
}

/// The path of the view for a path below the root.
pub(super) fn shown(path: &str) -> PathBuf {
    PathBuf::from(format!("/{path}"))
}
