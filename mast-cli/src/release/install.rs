//! How a newer mast is installed where this one is: by the package manager that installed it, in the directory it was installed in.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::installation::Installation;
use crate::release::PACKAGE;

/// A program that installs packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manager {
    Pnpm,
    Npm,
    Yarn,
    Bun,
}

/// The files by which a package says which one it uses.
const LOCK_FILES: &[(&str, Manager)] = &[
    ("pnpm-lock.yaml", Manager::Pnpm),
    ("package-lock.json", Manager::Npm),
    ("npm-shrinkwrap.json", Manager::Npm),
    ("yarn.lock", Manager::Yarn),
    ("bun.lock", Manager::Bun),
    ("bun.lockb", Manager::Bun),
];

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// The kind of installation, as a word.
    pub(crate) kind: &'static str,
    /// The same for people.
    pub(crate) about: String,
    /// The command line.
    pub(crate) line: String,
    /// Where to run it, where that matters.
    pub(crate) directory: Option<PathBuf>,
}

/// The command that puts the latest release in the place of the program at `program`.
///
/// `agent` is how the package manager that started the program calls itself, and `here` the working directory.
pub(crate) fn command(
    installation: &Installation,
    program: &Path,
    agent: Option<&str>,
    here: &Path,
) -> Command {
    match installation {
        Installation::Dependency { package } => dependency(package, agent, here),
        Installation::OneRun => Command {
            kind: "one_run",
            about: "unpacked for one run".to_owned(),
            line: match agent.and_then(named) {
                Some(Manager::Pnpm) => format!("pnpm dlx {PACKAGE}@latest"),
                Some(Manager::Yarn) => format!("yarn dlx {PACKAGE}@latest"),
                Some(Manager::Bun) => format!("bunx {PACKAGE}@latest"),
                Some(Manager::Npm) | None => format!("npx {PACKAGE}@latest"),
            },
            directory: None,
        },
        Installation::Global => global(program, agent),
        Installation::Checkout { program } => Command {
            kind: "checkout",
            about: "built from a checkout of the sources".to_owned(),
            line: "git pull && cargo build --release".to_owned(),
            directory: program
                .ancestors()
                .find(|directory| directory.join("mast-cli/Cargo.toml").is_file())
                .map(Path::to_owned),
        },
    }
}

fn dependency(package: &Path, agent: Option<&str>, here: &Path) -> Command {
    // In a workspace the program runs out of the `node_modules` at its top, whichever package depends on it.
    let inside = here
        .ancestors()
        .take_while(|directory| directory.starts_with(package));
    let dependent = inside
        .chain([package])
        .find_map(|directory| Some((directory, role(directory)?)));
    let (directory, role) = dependent.unwrap_or((package, Role::Development));
    let manager = manager_of(package)
        .or_else(|| manager_of(directory))
        .or_else(|| agent.and_then(named))
        .unwrap_or(Manager::Pnpm);
    let development = role == Role::Development;
    // pnpm refuses to add to the top of a workspace unless it is told that this is meant.
    let top = if directory.join("pnpm-workspace.yaml").is_file() {
        "-w "
    } else {
        ""
    };
    let line = match (manager, development) {
        (Manager::Pnpm, true) => format!("pnpm add -D {top}{PACKAGE}@latest"),
        (Manager::Pnpm, false) => format!("pnpm add {top}{PACKAGE}@latest"),
        (Manager::Npm, true) => format!("npm install -D {PACKAGE}@latest"),
        (Manager::Npm, false) => format!("npm install {PACKAGE}@latest"),
        (Manager::Yarn, true) => format!("yarn add -D {PACKAGE}@latest"),
        (Manager::Yarn, false) => format!("yarn add {PACKAGE}@latest"),
        (Manager::Bun, true) => format!("bun add -d {PACKAGE}@latest"),
        (Manager::Bun, false) => format!("bun add {PACKAGE}@latest"),
    };
    Command {
        kind: "dependency",
        about: format!("a dependency of {}", directory.display()),
        line,
        directory: Some(directory.to_owned()),
    }
}

fn global(program: &Path, agent: Option<&str>) -> Command {
    let has = |name: &str| program.components().any(|part| part.as_os_str() == name);
    let by_path = if has(".bun") {
        Some(Manager::Bun)
    } else if has("pnpm") || has(".pnpm") {
        Some(Manager::Pnpm)
    } else if has("yarn") || has(".yarn") {
        Some(Manager::Yarn)
    } else if has("node_modules") {
        Some(Manager::Npm)
    } else {
        None
    };
    let line = match by_path.or_else(|| agent.and_then(named)).unwrap_or(Manager::Pnpm) {
        Manager::Pnpm => format!("pnpm add -g {PACKAGE}@latest"),
        Manager::Npm => format!("npm install -g {PACKAGE}@latest"),
        Manager::Yarn => format!("yarn global add {PACKAGE}@latest"),
        Manager::Bun => format!("bun add -g {PACKAGE}@latest"),
    };
    let about = if by_path.is_some() {
        "installed globally".to_owned()
    } else {
        format!(
            "a file of its own, {}; replace it, or install the package",
            program.display()
        )
    };
    Command {
        kind: "global",
        about,
        line,
        directory: None,
    }
}

/// What a package needs mast for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Development,
    Running,
}

/// Whether the package in `directory` says that it depends on mast, and what for.
fn role(directory: &Path) -> Option<Role> {
    let package = package_json(directory)?;
    let lists = |key: &str| package.get(key).is_some_and(|list| list.get(PACKAGE).is_some());
    if lists("devDependencies") {
        Some(Role::Development)
    } else if lists("dependencies") || lists("optionalDependencies") {
        Some(Role::Running)
    } else {
        None
    }
}

fn package_json(directory: &Path) -> Option<Value> {
    let text = fs::read_to_string(directory.join("package.json")).ok()?;
    serde_json::from_str(&text).ok()
}

/// The package manager of the package in `directory`: what it says itself, else whose lock file it has.
fn manager_of(directory: &Path) -> Option<Manager> {
    let said = package_json(directory);
    let said = said.as_ref().and_then(|package| package.get("packageManager"));
    let said = said.and_then(Value::as_str).and_then(named);
    said.or_else(|| {
        let locked = LOCK_FILES.iter().find(|(file, _)| directory.join(file).is_file());
        locked.map(|(_, manager)| *manager)
    })
}

/// The package manager that calls itself `agent`: `pnpm/10.0.0 …`, or `pnpm@10.0.0`.
fn named(agent: &str) -> Option<Manager> {
    match agent.split(['/', '@', ' ']).next()? {
        "pnpm" => Some(Manager::Pnpm),
        "npm" => Some(Manager::Npm),
        "yarn" => Some(Manager::Yarn),
        "bun" => Some(Manager::Bun),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_tests::project::Project;

    fn in_package(files: &[(&str, &str)], here: &str, agent: Option<&str>) -> (String, String) {
        let project = Project::of(files);
        let package = project.root().to_owned();
        let found = command(
            &Installation::Dependency {
                package: package.clone(),
            },
            Path::new("/x"),
            agent,
            &project.path(here),
        );
        let directory = found.directory.unwrap_or_default();
        let directory = directory.strip_prefix(&package).unwrap_or(&directory);
        (found.line, directory.display().to_string())
    }

    const DEVELOPMENT: &str = r#"{"devDependencies": {"@spikedpunch/mast": "^0.5.0"}}"#;
    const RUNNING: &str = r#"{"dependencies": {"@spikedpunch/mast": "^0.5.0"}}"#;

    #[test]
    fn a_dependency_is_upgraded_by_the_manager_of_its_package() {
        let line = |files: &[(&str, &str)], agent| in_package(files, "", agent).0;
        let package = ("package.json", DEVELOPMENT);
        assert_eq!(line(&[package], None), "pnpm add -D @spikedpunch/mast@latest");
        assert_eq!(
            line(&[package], Some("npm/10.9.0 node/v22.0.0")),
            "npm install -D @spikedpunch/mast@latest"
        );
        assert_eq!(
            line(&[package, ("yarn.lock", "")], Some("npm/10.9.0")),
            "yarn add -D @spikedpunch/mast@latest"
        );
        assert_eq!(
            line(&[("package.json", RUNNING), ("package-lock.json", "")], None),
            "npm install @spikedpunch/mast@latest"
        );
        let says = r#"{"packageManager": "bun@1.2.0", "dependencies": {"@spikedpunch/mast": "*"}}"#;
        assert_eq!(
            line(&[("package.json", says)], None),
            "bun add @spikedpunch/mast@latest"
        );
    }

    #[test]
    fn in_a_workspace_the_package_that_depends_on_it_is_named() {
        let files = [
            ("pnpm-workspace.yaml", ""),
            ("pnpm-lock.yaml", ""),
            ("package.json", "{}"),
            ("packages/app/package.json", DEVELOPMENT),
        ];
        assert_eq!(
            in_package(&files, "packages/app/src", None),
            (
                "pnpm add -D @spikedpunch/mast@latest".to_owned(),
                "packages/app".to_owned()
            )
        );
        let files = [("pnpm-workspace.yaml", ""), ("package.json", DEVELOPMENT)];
        assert_eq!(
            in_package(&files, "", None),
            (
                "pnpm add -D -w @spikedpunch/mast@latest".to_owned(),
                String::new()
            )
        );
    }

    #[test]
    fn a_global_one_is_upgraded_by_whose_directory_it_is_in() {
        let line =
            |program: &str| command(&Installation::Global, Path::new(program), None, Path::new("/")).line;
        assert_eq!(
            line("/usr/lib/node_modules/a/bin/mast"),
            "npm install -g @spikedpunch/mast@latest"
        );
        assert_eq!(
            line("/home/a/.local/share/pnpm/global/5/node_modules/a/mast"),
            "pnpm add -g @spikedpunch/mast@latest"
        );
        assert_eq!(
            line("/home/a/.bun/install/global/node_modules/a/mast"),
            "bun add -g @spikedpunch/mast@latest"
        );
        assert_eq!(
            line("/home/a/.config/yarn/global/node_modules/a/mast"),
            "yarn global add @spikedpunch/mast@latest"
        );
        assert_eq!(
            line("/usr/local/bin/mast"),
            "pnpm add -g @spikedpunch/mast@latest"
        );
    }
}
