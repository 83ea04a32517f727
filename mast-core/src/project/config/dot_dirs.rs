//! Entries of `include_dot_dirs`: literal directories, each refused with a reason where it cannot name one.

use serde_json::Value;

use crate::text::path::RelPath;

/// Characters that a glob would read, and that therefore say that a glob was meant.
const GLOB_CHARACTERS: &[char] = &['*', '?', '[', ']', '{', '}', '!', '(', ')', '|', '\\'];

/// The directory that `entry` names; `./` before it, `/` after it and doubled `/` are dropped.
///
/// # Errors
///
/// Why it names none, for people.
pub fn parse(entry: &str) -> Result<RelPath, String> {
    let refuse = |reason: &str| Err(format!("`{entry}` {reason}"));
    if entry.is_empty() {
        return Err("an entry is empty".to_owned());
    }
    if entry.trim() != entry {
        return refuse("has white space at its beginning or end");
    }
    let drive = entry.as_bytes().get(1) == Some(&b':') && entry.as_bytes()[0].is_ascii_alphabetic();
    if entry.starts_with(['/', '\\']) || drive {
        return refuse("is absolute; name the directory relative to the project root");
    }
    if let Some(character) = entry
        .chars()
        .find(|character| GLOB_CHARACTERS.contains(character))
    {
        return Err(format!(
            "`{entry}` holds `{character}`; entries are directories, not globs"
        ));
    }
    if entry.split('/').any(|segment| segment == "..") {
        return refuse("holds `..`; name a directory below the project root");
    }
    let has_dot_segment = entry
        .split('/')
        .any(|segment| segment.starts_with('.') && segment != ".");
    if !has_dot_segment {
        return refuse("has no segment that starts with a dot; other directories are walked anyway");
    }
    RelPath::parse(entry).or_else(|reason| refuse(&reason.to_string()))
}

/// Why the list `value` cannot be used: what is wrong with its first bad entry.
pub(super) fn check(value: &Value) -> Result<(), String> {
    for entry in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
        parse(entry)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn entries_are_directories_and_nothing_else() {
        let entries = [
            ".agents",
            "./pkg//.storybook/",
            ".a/b",
            "..scratch",
            ".x y",
            "",
            " .x",
            ".x ",
            "/abs/.x",
            "\\.x",
            "C:/.x",
            ".x/*",
            ".x?",
            ".[x]",
            ".{a,b}",
            "!.x",
            ".x(1)",
            ".a|b",
            ".a\\b",
            "../.x",
            ".x/../y",
            "src",
            ".",
            "./",
        ];
        let report: String = entries
            .iter()
            .map(|entry| match parse(entry) {
                Ok(path) => format!("{entry} -> {path}\n"),
                Err(reason) => format!("{reason}\n"),
            })
            .collect();
        expect![[r"
            .agents -> .agents
            ./pkg//.storybook/ -> pkg/.storybook
            .a/b -> .a/b
            ..scratch -> ..scratch
            .x y -> .x y
            an entry is empty
            ` .x` has white space at its beginning or end
            `.x ` has white space at its beginning or end
            `/abs/.x` is absolute; name the directory relative to the project root
            `\.x` is absolute; name the directory relative to the project root
            `C:/.x` is absolute; name the directory relative to the project root
            `.x/*` holds `*`; entries are directories, not globs
            `.x?` holds `?`; entries are directories, not globs
            `.[x]` holds `[`; entries are directories, not globs
            `.{a,b}` holds `{`; entries are directories, not globs
            `!.x` holds `!`; entries are directories, not globs
            `.x(1)` holds `(`; entries are directories, not globs
            `.a|b` holds `|`; entries are directories, not globs
            `.a\b` holds `\`; entries are directories, not globs
            `../.x` holds `..`; name a directory below the project root
            `.x/../y` holds `..`; name a directory below the project root
            `src` has no segment that starts with a dot; other directories are walked anyway
            `.` has no segment that starts with a dot; other directories are walked anyway
            `./` has no segment that starts with a dot; other directories are walked anyway
        "]]
        .assert_eq(&report);
    }
}
