//! The one glob matcher: exclude patterns, `file_pattern`, the watch.
//!
//! `**/` is zero or more directories, `**` anything, `*` stays inside a path segment, `?` is one
//! character that is not `/`, all else is literal. Anchored at both ends, case-sensitive.

use globset::{Glob as Pattern, GlobBuilder, GlobSet, GlobSetBuilder};

/// A set of patterns; a path matches when any pattern does.
#[derive(Clone, Debug)]
pub struct Globs {
    set: GlobSet,
}

/// A pattern that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobError {
    /// The pattern as written.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

impl std::fmt::Display for GlobError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not a valid glob: {}", self.pattern, self.reason)
    }
}

impl Globs {
    /// Compiles `patterns`.
    ///
    /// # Errors
    ///
    /// [`GlobError`] for the first pattern that does not compile.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, GlobError> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(compile(pattern)?);
        }
        let set = set.build().map_err(|error| GlobError {
            pattern: String::new(),
            reason: error.kind().to_string(),
        })?;
        Ok(Self { set })
    }

    /// Whether `path`, relative with `/`, matches.
    pub fn is_match(&self, path: &str) -> bool {
        self.set.is_match(path)
    }

    /// Whether everything below the directory `path` matches, so that it need not be entered.
    ///
    /// Answered by a name that no pattern can mean literally, at two depths.
    pub fn covers_directory(&self, path: &str) -> bool {
        self.set.is_match(format!("{path}/\u{1}")) && self.set.is_match(format!("{path}/\u{1}/\u{1}"))
    }
}

fn compile(pattern: &str) -> Result<Pattern, GlobError> {
    GlobBuilder::new(&literal_but_stars(pattern))
        .literal_separator(true)
        .backslash_escape(true)
        .empty_alternates(true)
        .build()
        .map_err(|error| GlobError {
            pattern: pattern.to_owned(),
            reason: error.kind().to_string(),
        })
}

/// Escapes what globset reads as more than `*`, `**` and `?`, and puts `**` that is not a whole segment as it means here.
fn literal_but_stars(pattern: &str) -> String {
    let mut escaped = String::with_capacity(pattern.len() + 8);
    for character in pattern.chars() {
        if matches!(character, '[' | ']' | '{' | '}' | '!' | ',' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str) -> bool {
        Globs::new([pattern]).unwrap().is_match(path)
    }

    #[test]
    fn stars_and_literals() {
        assert!(check("**/node_modules/**", "node_modules/a.ts"));
        assert!(check("**/node_modules/**", "x/node_modules/y/a.ts"));
        assert!(check("src/**", "src/a/b.ts"));
        assert!(!check("src/**", "lib/src/b.ts"));
        assert!(check("**/*.test.ts", "a.test.ts"));
        assert!(!check("beta/*.ts", "beta/nested/c.ts"));
        assert!(!check("src/my_file.ts", "src/myXfile.ts"));
        assert!(!check("ALPHA/**", "alpha/a.ts"));
        assert!(check("a[1].ts", "a[1].ts"));
        assert!(!check("a[1].ts", "a1.ts"));
        assert!(check("{a,b}.ts", "{a,b}.ts"));
        assert!(check("a?.ts", "ab.ts"));
        assert!(!check("a?b.ts", "a/b.ts"));
        assert!(check("**", "a/b"));
    }

    #[test]
    fn a_directory_is_covered_only_as_a_whole() {
        let globs = Globs::new(["**/dist/**", "lib/*.ts"]).unwrap();
        assert!(globs.covers_directory("a/dist"));
        assert!(!globs.covers_directory("lib"));
    }
}
