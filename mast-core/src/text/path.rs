//! Paths below the project root.

use std::path::{Component, Path, PathBuf};

/// A path relative to the project root, with `/` between segments, without `.`, `..` or a leading `/`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

/// Why a text is no path below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathError {
    /// Empty after normalising.
    Empty,
    /// An absolute path, or one with a drive letter.
    Absolute,
    /// Climbs above the root.
    Outside,
    /// Not valid Unicode.
    NotUnicode,
}

impl std::fmt::Display for PathError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Empty => "is empty",
            Self::Absolute => "is absolute",
            Self::Outside => "leads out of the project root",
            Self::NotUnicode => "is not valid Unicode",
        })
    }
}

impl RelPath {
    /// Normalises what a user or a client wrote: backslashes, `./`, doubled slashes and inner `..`.
    ///
    /// # Errors
    ///
    /// [`PathError`] for a path that is empty, absolute or leads out of the root.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let text = text.replace('\\', "/");
        let drive = text.as_bytes().get(1) == Some(&b':') && text.as_bytes()[0].is_ascii_alphabetic();
        if text.starts_with('/') || drive {
            return Err(PathError::Absolute);
        }
        let mut segments: Vec<&str> = Vec::new();
        for segment in text.split('/') {
            match segment {
                "" | "." => {}
                ".." => {
                    segments.pop().ok_or(PathError::Outside)?;
                }
                name => segments.push(name),
            }
        }
        if segments.is_empty() {
            return Err(PathError::Empty);
        }
        Ok(Self(segments.join("/")))
    }

    /// The path of `absolute` below `root`.
    ///
    /// # Errors
    ///
    /// [`PathError`] when it is not below `root` or not Unicode.
    pub fn below(root: &Path, absolute: &Path) -> Result<Self, PathError> {
        let relative = absolute.strip_prefix(root).map_err(|_| PathError::Outside)?;
        let mut text = String::new();
        for component in relative.components() {
            let Component::Normal(name) = component else {
                return Err(PathError::Outside);
            };
            if !text.is_empty() {
                text.push('/');
            }
            text.push_str(name.to_str().ok_or(PathError::NotUnicode)?);
        }
        if text.is_empty() {
            Err(PathError::Empty)
        } else {
            Ok(Self(text))
        }
    }

    /// A path read back from the store, where it was normalised when written.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The text, with `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its place on disk.
    pub fn under(&self, root: &Path) -> PathBuf {
        root.join(&self.0)
    }

    /// The last segment.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The directory it stands in, `""` for the root.
    pub fn directory(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// The extension with its dot, lower case; empty without one.
    pub fn extension(&self) -> String {
        let name = self.file_name();
        name.rfind('.')
            .filter(|at| *at > 0)
            .map_or_else(String::new, |at| name[at..].to_ascii_lowercase())
    }
}

impl std::fmt::Display for RelPath {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_normalised_or_refused() {
        assert_eq!(RelPath::parse("./a//b\\c.ts").unwrap().as_str(), "a/b/c.ts");
        assert_eq!(RelPath::parse("a/../b.ts").unwrap().as_str(), "b.ts");
        assert_eq!(
            RelPath::parse("..scratch/b.ts").unwrap().as_str(),
            "..scratch/b.ts"
        );
        assert_eq!(RelPath::parse("../x"), Err(PathError::Outside));
        assert_eq!(RelPath::parse("/etc/passwd"), Err(PathError::Absolute));
        assert_eq!(RelPath::parse("C:\\x"), Err(PathError::Absolute));
        assert_eq!(RelPath::parse("./"), Err(PathError::Empty));
    }
}
