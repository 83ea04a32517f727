//! Symbolic links inside the project: what is imported through one is the file behind it.

use super::files::{EXTENSIONS, SOURCES_OF};
use super::place::{below, directory_of, is_outside, join};
use crate::project::manifests::ReadManifest;

/// More links one after the other than these go in a circle.
const LONGEST_CHAIN: usize = 8;

/// All links, each with what it leads to, by path.
#[derive(Debug, Default)]
pub(super) struct Links(Vec<(String, String)>);

impl Links {
    pub(super) fn new<'a>(read: impl Iterator<Item = &'a ReadManifest>) -> Self {
        let mut links = Vec::new();
        for link in read.filter(|link| !link.bytes.is_empty()) {
            let text = String::from_utf8_lossy(&link.bytes);
            let path = &link.manifest.path;
            let from = if text.starts_with('/') {
                ""
            } else {
                directory_of(path)
            };
            let target = join(from, &text);
            if !is_outside(&target) && target != *path {
                links.push((path.clone(), target));
            }
        }
        links.sort_unstable();
        Self(links)
    }

    /// `path` with all links on it followed; none when there is none on it.
    pub(super) fn follow(&self, path: &str) -> Option<String> {
        let mut real: Option<String> = None;
        for _ in 0..LONGEST_CHAIN {
            let at = real.as_deref().unwrap_or(path);
            let next = self
                .0
                .iter()
                .find_map(|(link, target)| below(at, link).map(|rest| join(target, rest)));
            match next {
                None => return real,
                Some(next) => real = Some(next),
            }
        }
        None
    }

    /// Links to files that an import may mean by `path`: with an extension that it does not have, or that stands for it.
    pub(super) fn named<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a str> {
        let sources = SOURCES_OF
            .iter()
            .find_map(|(ending, sources)| Some((path.strip_suffix(ending)?, *sources)));
        let endings = sources
            .into_iter()
            .chain(std::iter::once((path, EXTENSIONS)))
            .flat_map(|(stem, endings)| endings.iter().map(move |ending| (stem, *ending)));
        let link = |(stem, ending): (&str, &str)| {
            let is_meant = |link: &str| link.strip_prefix(stem).is_some_and(|rest| rest == ending);
            self.0
                .iter()
                .find(|(link, _)| is_meant(link))
                .map(|(link, _)| link.as_str())
        };
        endings
            .take(if self.0.is_empty() { 0 } else { usize::MAX })
            .filter_map(link)
    }
}
