//! Where a project begins.
//!
//! A named path is taken as it is; else the nearest directory at or above the working directory that bears
//! a mark of a project; else the working directory itself. What would take in a whole machine or a whole
//! home directory is refused.

use std::path::{Component, Path, PathBuf};

use super::config::CONFIG_FILE;
use super::state_dir::CONFIG_JSON;
use crate::error::{Error, Result};

/// What a surface knows of the process it runs in: handed in, since the library reads no environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The working directory, absolute.
    pub working_directory: PathBuf,
    /// The home directory.
    pub home: Option<PathBuf>,
    /// Where the user's settings are, when not in `.config` of the home directory (`XDG_CONFIG_HOME`).
    pub config_home: Option<PathBuf>,
}

/// Files that make the directory they stand in a workspace.
const WORKSPACE_MANIFESTS: &[&str] = &[
    "pnpm-workspace.yaml",
    "lerna.json",
    "nx.json",
    "turbo.json",
    "rush.json",
];

/// The root of the project: `named`, else the nearest marked directory, else the working directory.
///
/// # Errors
///
/// [`RootMissing`](crate::error::ErrorKind::RootMissing) when it does not exist or is no directory,
/// [`RootRefused`](crate::error::ErrorKind::RootRefused) for `/`, a drive root or the home directory.
pub fn find(named: Option<&Path>, surroundings: &Surroundings) -> Result<PathBuf> {
    let root = match named {
        Some(path) => clean(&surroundings.working_directory.join(path)),
        None => nearest_marked(surroundings).unwrap_or_else(|| clean(&surroundings.working_directory)),
    };
    check(&root, surroundings.home.as_deref())?;
    Ok(root)
}

/// Whether `root` can be the root of a project.
///
/// # Errors
///
/// As [`find`].
pub fn check(root: &Path, home: Option<&Path>) -> Result<()> {
    check_directory(root)?;
    let real = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let what = if real.parent().is_none() {
        "the root of the file system"
    } else if home.is_some_and(|home| is_same_place(home, &real)) {
        "the home directory"
    } else {
        return Ok(());
    };
    Err(
        Error::root_refused(format!("project root `{}` is {what}", root.display()))
            .with_hint("pass the directory of one project: `--root <directory>`, or run mast inside it"),
    )
}

/// Whether `root` is a directory, or a link to one.
pub(super) fn check_directory(root: &Path) -> Result<()> {
    let metadata = std::fs::metadata(root).map_err(|reason| {
        let place = root.display();
        Error::root_missing(match reason.kind() {
            std::io::ErrorKind::NotFound => format!("project root `{place}` does not exist"),
            _ => format!("cannot look at project root `{place}`: {reason}"),
        })
        .with_hint("name the directory of a project, or leave it out inside of one")
    })?;
    if metadata.is_dir() {
        Ok(())
    } else {
        Err(
            Error::root_missing(format!("project root `{}` is not a directory", root.display()))
                .with_hint("name the directory of a project, or leave it out inside of one"),
        )
    }
}

/// The nearest directory at or above the working directory with a mark of a project.
///
/// A directory that cannot be a root ends the search: its marks are not those of a project.
fn nearest_marked(surroundings: &Surroundings) -> Option<PathBuf> {
    let start = clean(&surroundings.working_directory);
    start
        .ancestors()
        .take_while(|directory| {
            directory.parent().is_some()
                && !surroundings
                    .home
                    .as_deref()
                    .is_some_and(|home| is_same_place(home, directory))
        })
        .find(|directory| is_marked(directory))
        .map(Path::to_owned)
}

/// `mast init` leaves its mark too, so that a project set up below another is found from inside again.
fn is_marked(directory: &Path) -> bool {
    directory.join(CONFIG_FILE).is_file()
        || directory.join(".mast").join(CONFIG_JSON).is_file()
        || directory.join(".git").exists()
        || WORKSPACE_MANIFESTS
            .iter()
            .any(|name| directory.join(name).is_file())
        || declares_workspaces(&directory.join("package.json"))
}

fn declares_workspaces(package_json: &Path) -> bool {
    std::fs::read(package_json)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
        .is_some_and(|package| package.get("workspaces").is_some_and(|value| !value.is_null()))
}

fn is_same_place(one: &Path, other: &Path) -> bool {
    one == other
        || matches!(
            (std::fs::canonicalize(one), std::fs::canonicalize(other)),
            (Ok(one), Ok(other)) if one == other
        )
}

/// `path` without `.` and, as a shell does, without `..`; symbolic links stay, so that paths print as they were written.
pub fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                cleaned.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => cleaned.push(component),
        }
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::project::test_tree::TestTree;

    #[test]
    fn the_nearest_mark_is_the_root() {
        let marks = [
            ("mast.config.json", "{}"),
            (".git/HEAD", ""),
            (".git", "gitdir: elsewhere"),
            ("pnpm-workspace.yaml", ""),
            ("package.json", r#"{"workspaces": ["packages/*"]}"#),
            ("lerna.json", "{}"),
            ("nx.json", "{}"),
            ("turbo.json", "{}"),
            ("rush.json", "{}"),
        ];
        for (mark, contents) in marks {
            let tree = TestTree::with(&[("pnpm-workspace.yaml", ""), ("a/b/c/", "")]);
            tree.write(&format!("a/{mark}"), contents);
            let root = find(None, &tree.surroundings("a/b/c")).unwrap();
            assert_eq!(root, tree.root.join("a"), "{mark}");
        }
    }

    #[test]
    fn a_package_without_workspaces_is_no_mark_and_without_any_it_is_the_working_directory() {
        let tree = TestTree::with(&[(".git/HEAD", ""), ("a/package.json", "{}"), ("a/b/", "")]);
        assert_eq!(find(None, &tree.surroundings("a/b")).unwrap(), tree.root);
        let bare = TestTree::with(&[("a/", "")]);
        let inside = bare.surroundings("a");
        // A mark above the temporary directory would be the machine's, not the test's.
        if nearest_marked(&inside).is_none() {
            assert_eq!(find(None, &inside).unwrap(), bare.root.join("a"));
        }
    }

    #[test]
    fn a_named_path_is_taken_as_it_is() {
        let tree = TestTree::with(&[(".git/HEAD", ""), ("a/b/", "")]);
        let surroundings = tree.surroundings("a");
        assert_eq!(
            find(Some(Path::new("./b/../b")), &surroundings).unwrap(),
            tree.root.join("a/b")
        );
    }

    #[test]
    fn what_is_no_project_is_refused() {
        let tree = TestTree::with(&[("file.ts", ""), ("home/.git/HEAD", ""), ("home/x/", "")]);
        let mut surroundings = tree.surroundings("");
        surroundings.home = Some(tree.root.join("home"));
        let refusal = |path: &Path| find(Some(path), &surroundings).unwrap_err();

        let missing = refusal(Path::new("none"));
        assert_eq!(missing.kind, ErrorKind::RootMissing);
        assert_eq!(
            missing.to_string(),
            format!(
                "project root `{}` does not exist\nhint: name the directory of a project, or leave it out inside of one",
                tree.root.join("none").display()
            )
        );
        assert_eq!(
            refusal(Path::new("file.ts")).to_string(),
            format!(
                "project root `{}` is not a directory\nhint: name the directory of a project, or leave it out inside of one",
                tree.root.join("file.ts").display()
            )
        );
        assert_eq!(
            refusal(Path::new("/")).to_string(),
            "project root `/` is the root of the file system\n\
             hint: pass the directory of one project: `--root <directory>`, or run mast inside it"
        );
        assert_eq!(refusal(Path::new("home")).kind, ErrorKind::RootRefused);

        // A repository in the home directory does not make all of it the project of a directory in it.
        surroundings.working_directory = tree.root.join("home/x");
        assert_eq!(find(None, &surroundings).unwrap(), tree.root.join("home/x"));
        surroundings.working_directory = tree.root.join("home");
        assert_eq!(
            find(None, &surroundings).unwrap_err().kind,
            ErrorKind::RootRefused
        );
    }
}
