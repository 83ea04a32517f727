//! Files that decide what a module specifier leads to, sources aside: `package.json`, `tsconfig.json` and the like.
//!
//! The walk meets them while it lists directories, whether they are in scope or not; they are looked at like sources, so that a
//! change of one is known without a walk.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use super::stamps::FileStamp;
use crate::text::digest::Digest;

/// How a manifest came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ManifestKind {
    /// The walk met a file with such a name.
    Named,
    /// The walk met a symbolic link: what is behind it may be imported through it.
    Link,
    /// A configuration extends it; the walk does not meet it by its name. It may not be there.
    Extended,
}

impl ManifestKind {
    /// All kinds, in the order of their numbers in the store.
    pub const ALL: [Self; 3] = [Self::Named, Self::Link, Self::Extended];
}

/// A manifest as it was last looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Its path below the root; one that is extended from outside begins with `../`.
    pub path: String,
    /// How it came to be known.
    pub kind: ManifestKind,
    /// Its stamp, none while there is no such file.
    pub stamp: Option<FileStamp>,
}

/// A manifest with what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadManifest {
    /// As it was looked at, before it was read.
    pub manifest: Manifest,
    /// Its bytes; of a link where it leads, from the root with a leading `/`, else from where it stands. Empty for what is not there
    /// and for a link out of the root.
    pub bytes: Vec<u8>,
}

/// Whether a file of this name is a manifest.
pub(in crate::project) fn is_manifest(name: &str) -> bool {
    matches!(name, "package.json" | "pnpm-workspace.yaml" | "lerna.json") || is_config(name)
}

/// Whether a file of this name is a configuration of the compiler: `tsconfig.json`, `tsconfig.base.json`, `jsconfig.json`.
pub(in crate::project) fn is_config(name: &str) -> bool {
    let stem = name.strip_suffix(".json");
    stem.is_some_and(|stem| stem.starts_with("tsconfig") || stem.starts_with("jsconfig"))
}

impl Manifest {
    /// Looks at the manifest of this kind at `path`, not before `now`.
    pub fn look(root: &Path, path: &str, kind: ManifestKind, now: SystemTime) -> Self {
        let place = root.join(path);
        let stamp = match kind {
            ManifestKind::Named | ManifestKind::Extended => {
                fs::metadata(&place).ok().filter(fs::Metadata::is_file)
            }
            ManifestKind::Link => fs::symlink_metadata(&place).ok().filter(fs::Metadata::is_symlink),
        };
        Self {
            path: path.to_owned(),
            kind,
            stamp: stamp.map(|metadata| FileStamp::of(&metadata, now)),
        }
    }

    /// Whether `later` proves that it holds what it held.
    pub fn proves_unchanged(&self, later: &Self) -> bool {
        match (&self.stamp, &later.stamp) {
            (None, None) => true,
            (Some(before), Some(after)) => before.proves_unchanged(after),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// Reads it.
    pub fn read(self, root: &Path) -> ReadManifest {
        let place = root.join(&self.path);
        let bytes = match (self.kind, &self.stamp) {
            (_, None) => Vec::new(),
            (ManifestKind::Named | ManifestKind::Extended, Some(_)) => fs::read(place).unwrap_or_default(),
            (ManifestKind::Link, Some(_)) => target(root, &self.path).unwrap_or_default().into_bytes(),
        };
        ReadManifest {
            manifest: self,
            bytes,
        }
    }
}

impl ReadManifest {
    /// The hash of what was read.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.bytes)
    }
}

/// Where the link at `path` leads, below the root, by what the link itself says; another may stand on the way.
fn target(root: &Path, path: &str) -> Option<String> {
    let target = fs::read_link(root.join(path)).ok()?;
    let text = match target.strip_prefix(root) {
        Ok(below) => format!("/{}", below.to_str()?),
        Err(_) if target.is_absolute() => return None,
        Err(_) => target.to_str()?.to_owned(),
    };
    Some(text.replace('\\', "/"))
}
