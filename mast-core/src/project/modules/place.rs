//! Paths below the root as text: joined without asking the disk. A path that climbs out of the root begins with `..`.

/// `relative` as seen from the directory `directory`, without `.`, inner `..` and doubled slashes; `""` is the root.
pub(super) fn join(directory: &str, relative: &str) -> String {
    let mut joined = String::with_capacity(directory.len() + relative.len() + 1);
    joined.push_str(directory);
    for segment in relative.split('/') {
        match segment {
            "" | "." => {}
            ".." => climb(&mut joined),
            name => push(&mut joined, name),
        }
    }
    joined
}

fn push(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(name);
}

fn climb(path: &mut String) {
    if path.is_empty() || path == ".." || path.ends_with("/..") {
        push(path, "..");
    } else {
        path.truncate(path.rfind('/').unwrap_or(0));
    }
}

/// Whether the path leads out of the root.
pub(super) fn is_outside(path: &str) -> bool {
    path == ".." || path.starts_with("../")
}

/// The directory of a path, `""` for the root.
pub(super) fn directory_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The last segment.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The directory and all above it, up to the root `""`.
pub(super) fn ancestors(directory: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(directory);
    std::iter::from_fn(move || {
        let at = next?;
        next = (!at.is_empty()).then(|| directory_of(at));
        Some(at)
    })
}

/// What of `path` lies below `directory`; `""` for the directory itself.
pub(super) fn below<'a>(path: &'a str, directory: &str) -> Option<&'a str> {
    if directory.is_empty() {
        return Some(path);
    }
    let rest = path.strip_prefix(directory)?;
    if rest.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix('/')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_as_they_are_read() {
        for (directory, relative, joined) in [
            ("src/a", "./b", "src/a/b"),
            ("src/a", "../b/", "src/b"),
            ("src", "..", ""),
            ("", "../../x", "../../x"),
            ("..", "../x", "../../x"),
            ("src", "../../x/../y", "../y"),
            ("", ".", ""),
        ] {
            assert_eq!(join(directory, relative), joined, "{directory} {relative}");
        }
        assert_eq!(ancestors("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(below("a/b", "a"), Some("b"));
        assert_eq!(below("ab", "a"), None);
    }
}
