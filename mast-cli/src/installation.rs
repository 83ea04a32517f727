//! How this program was installed: for every project, in one project, or built from sources.
//!
//! It decides how a hook starts the program, and what upgrades it. It is found from the place of the program alone and from the
//! project that is asked about; nothing is run and no variable is read.

use std::path::{Component, Path, PathBuf};

use mast_core::error::{Error, Result};

/// The directory that a package manager installs into.
const NODE_MODULES: &str = "node_modules";

/// The file by which a directory says that what is in it can be made again; cargo puts it into the directory it builds in.
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// What a program can be called below `node_modules/.bin`.
const BIN_NAMES: &[&str] = &["mast", "mast.cmd"];

/// How the program was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Installation {
    /// For every project: by a package manager's global install, or as a file of its own.
    Global,
    /// As a dependency of one package.
    Dependency {
        /// The directory of that package: the one that holds the outermost `node_modules` around the program.
        package: PathBuf,
    },
    /// For one run, in a directory of the package manager that may be gone afterwards (`npx`, `pnpm dlx`, `bunx`).
    OneRun,
    /// As a build in a checkout of its sources.
    Checkout {
        /// The program.
        program: PathBuf,
    },
}

/// How another program starts this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Launch {
    /// By its name.
    ByName,
    /// By its path from the root of the project, with `/`.
    FromRoot(String),
    /// By its path on this machine.
    At(PathBuf),
}

impl Installation {
    /// How the program at `program` is installed, as the project at `root` sees it.
    ///
    /// What runs from a `node_modules` in the project or above it is a dependency of it. Elsewhere the `node_modules` of a
    /// package manager's global directory are told from those of a package by the `package.json` beside them, and by the names
    /// of the directories that hold one all the same.
    pub(crate) fn of(program: &Path, root: Option<&Path>) -> Self {
        let program = real(program);
        let Some(package) = outermost_package(&program) else {
            return if is_build(&program) {
                Self::Checkout { program }
            } else {
                Self::Global
            };
        };
        let belongs = root.map(real).is_some_and(|root| is_related(&root, &package));
        if belongs {
            Self::Dependency { package }
        } else if is_for_one_run(&package) {
            Self::OneRun
        } else if is_global_directory(&package) || !package.join("package.json").is_file() {
            Self::Global
        } else {
            Self::Dependency { package }
        }
    }

    /// How a file of the project at `root` starts the program.
    ///
    /// A dependency is started through `node_modules/.bin`: the one beside the outermost `node_modules` that the program runs out
    /// of, else one further in, else the one of `root`, else one between `working_directory` and `root`, as a package of a
    /// workspace has it.
    ///
    /// # Errors
    ///
    /// When the program is a dependency and stands in none of these, or belongs to another project.
    pub(crate) fn launch(&self, program: &Path, root: &Path, working_directory: &Path) -> Result<Launch> {
        match self {
            Self::Global | Self::OneRun => Ok(Launch::ByName),
            Self::Checkout { program } => Ok(Launch::At(program.clone())),
            Self::Dependency { package } => {
                let root = real(root);
                let places = bin_directories(&real(program), &root, &real(working_directory));
                let found = places.iter().find(|place| holds_program(place));
                if let Some(place) = found {
                    return Ok(Launch::FromRoot(from(&root, &place.join("mast"))));
                }
                let looked: Vec<String> = places
                    .iter()
                    .map(|place| format!("`{}`", place.display()))
                    .collect();
                Err(Error::invalid_input(format!(
                    "this mast is a dependency of `{}`, and there is no `mast` to start in {}",
                    package.display(),
                    looked.join(", ")
                ))
                .with_hint("add it to this project (`pnpm add -D @spikedpunch/mast`, or npm, or yarn), or install it globally"))
            }
        }
    }
}

/// Where the program may be started from, best first.
fn bin_directories(program: &Path, root: &Path, working_directory: &Path) -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = Vec::new();
    let mut add = |directory: &Path| {
        let place = directory.join(NODE_MODULES).join(".bin");
        // What lies in a store is named after a version, and gone with it.
        let stored = place.components().any(|part| is_named(part, ".pnpm"));
        if !stored && !places.contains(&place) {
            places.push(place);
        }
    };
    let enclosing: Vec<&Path> = program
        .ancestors()
        .filter(|path| path.ends_with(NODE_MODULES))
        .collect();
    for modules in enclosing.into_iter().rev() {
        if let Some(package) = modules.parent().filter(|package| is_related(root, package)) {
            add(package);
        }
    }
    add(root);
    for directory in working_directory
        .ancestors()
        .take_while(|path| path.starts_with(root))
    {
        add(directory);
    }
    places
}

fn holds_program(bin: &Path) -> bool {
    BIN_NAMES.iter().any(|name| bin.join(name).exists())
}

/// The path that leads from the directory `from` to `to`, with `/`; both are absolute.
fn from(from: &Path, to: &Path) -> String {
    let shared = from
        .components()
        .zip(to.components())
        .take_while(|(one, other)| one == other);
    let shared = shared.count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Whether one of the two directories holds the other.
fn is_related(root: &Path, package: &Path) -> bool {
    root.starts_with(package) || package.starts_with(root)
}

/// The directory that holds the first `node_modules` on the way to `program`.
fn outermost_package(program: &Path) -> Option<PathBuf> {
    let mut package = PathBuf::new();
    for part in program.components() {
        if is_named(part, NODE_MODULES) {
            return Some(package);
        }
        package.push(part);
    }
    None
}

/// Whether cargo built it: in a directory that bears its tag, or in one called `target` beside a manifest.
fn is_build(program: &Path) -> bool {
    let by_cargo = |directory: &Path| {
        std::fs::read_to_string(directory.join(CACHE_TAG)).is_ok_and(|text| text.contains("cargo"))
    };
    let is_target =
        |directory: &Path| directory.ends_with("target") && directory.with_file_name("Cargo.toml").is_file();
    program
        .ancestors()
        .skip(1)
        .any(|directory| by_cargo(directory) || is_target(directory))
}

/// Whether `package` is where pnpm, yarn or bun keep what is installed for every project: these have a `package.json` there.
fn is_global_directory(package: &Path) -> bool {
    package
        .components()
        .rev()
        .take(2)
        .any(|part| is_named(part, "global"))
}

/// Whether `package` is where something is unpacked to be run once.
fn is_for_one_run(package: &Path) -> bool {
    package.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        let begins = |start: &str| {
            name.strip_prefix(start)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        ["_npx", "dlx", "bunx"].into_iter().any(begins)
    })
}

fn is_named(part: Component<'_>, name: &str) -> bool {
    part.as_os_str() == name
}

/// `path` without symbolic links, where it exists.
fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_tests::project::Project;

    /// Where npm puts the program of `@spikedpunch/mast`.
    const PROGRAM: &str = "node_modules/@spikedpunch/mast-linux-x64/bin/mast";

    fn at(project: &Project, path: &str) -> Installation {
        Installation::of(&project.path(path), Some(&project.path("project")))
    }

    #[test]
    fn the_place_of_the_program_says_how_it_was_installed() {
        let project = Project::of(&[
            ("project/package.json", "{}"),
            (&format!("project/{PROGRAM}"), ""),
            (&format!("prefix/lib/{PROGRAM}"), ""),
            (&format!("pnpm/global/5/{PROGRAM}"), ""),
            ("pnpm/global/5/package.json", "{}"),
            (&format!("npm/_npx/0a1b/{PROGRAM}"), ""),
            ("npm/_npx/0a1b/package.json", "{}"),
            (&format!("tmp/dlx-77/{PROGRAM}"), ""),
            ("tmp/dlx-77/package.json", "{}"),
            (&format!("other/{PROGRAM}"), ""),
            ("other/package.json", "{}"),
            ("bin/mast", ""),
            (
                "built/CACHEDIR.TAG",
                "# This file is a cache directory tag created by cargo.\n",
            ),
            ("built/debug/mast", ""),
            ("mast/Cargo.toml", ""),
            ("mast/target/release/mast", ""),
        ]);
        let dependency = |of: &str| Installation::Dependency {
            package: project.path(of),
        };
        let built = |program: &str| Installation::Checkout {
            program: project.path(program),
        };
        assert_eq!(at(&project, &format!("project/{PROGRAM}")), dependency("project"));
        assert_eq!(
            at(&project, &format!("prefix/lib/{PROGRAM}")),
            Installation::Global
        );
        assert_eq!(
            at(&project, &format!("pnpm/global/5/{PROGRAM}")),
            Installation::Global
        );
        assert_eq!(
            at(&project, &format!("npm/_npx/0a1b/{PROGRAM}")),
            Installation::OneRun
        );
        assert_eq!(
            at(&project, &format!("tmp/dlx-77/{PROGRAM}")),
            Installation::OneRun
        );
        assert_eq!(at(&project, &format!("other/{PROGRAM}")), dependency("other"));
        assert_eq!(at(&project, "bin/mast"), Installation::Global);
        assert_eq!(at(&project, "built/debug/mast"), built("built/debug/mast"));
        assert_eq!(
            at(&project, "mast/target/release/mast"),
            built("mast/target/release/mast")
        );
    }

    /// The launch of the program at `program` for the project at `root`, called from `here`.
    fn launch(
        project: &Project,
        program: &str,
        root: &str,
        here: &str,
    ) -> std::result::Result<String, String> {
        let (program, root) = (project.path(program), project.path(root));
        let installation = Installation::of(&program, Some(&root));
        match installation.launch(&program, &root, &project.path(here)) {
            Ok(Launch::FromRoot(path)) => Ok(path),
            Ok(other) => Ok(format!("{other:?}")),
            Err(error) => Err(error.to_string().replace(&*project.root().to_string_lossy(), "")),
        }
    }

    #[test]
    fn a_dependency_is_started_beside_the_node_modules_it_runs_out_of() {
        let project = Project::of(&[
            ("a/node_modules/.bin/mast", ""),
            ("a/typescript/node_modules/.bin/mast", ""),
            (&format!("a/typescript/{PROGRAM}"), ""),
        ]);
        let program = format!("a/typescript/{PROGRAM}");
        assert_eq!(
            launch(&project, &program, "a", "a").as_deref(),
            Ok("typescript/node_modules/.bin/mast")
        );
        project.delete("a/typescript/node_modules/.bin");
        assert_eq!(
            launch(&project, &program, "a", "a").as_deref(),
            Ok("node_modules/.bin/mast")
        );
        project.delete("a/node_modules");
        assert_eq!(
            launch(&project, &program, "a", "a"),
            Err(
                "this mast is a dependency of `/a/typescript`, and there is no `mast` to start in `/a/typescript/node_modules/.bin`, \
                 `/a/node_modules/.bin`\n\
                 hint: add it to this project (`pnpm add -D @spikedpunch/mast`, or npm, or yarn), or install it globally"
                    .to_owned()
            )
        );
    }

    #[test]
    fn in_a_pnpm_workspace_the_package_that_depends_on_it_is_found() {
        let store = "ws/node_modules/.pnpm/@spikedpunch+mast-linux-x64@0.5.0/node_modules/@spikedpunch/mast-linux-x64/bin/mast";
        let project = Project::of(&[
            (store, ""),
            ("ws/node_modules/.pnpm/node_modules/.bin/mast", ""),
            ("ws/packages/app/node_modules/.bin/mast", ""),
        ]);
        let app = launch(&project, store, "ws/packages/app", "ws/packages/app");
        assert_eq!(app.as_deref(), Ok("node_modules/.bin/mast"));
        let inside = launch(&project, store, "ws", "ws/packages/app");
        assert_eq!(inside.as_deref(), Ok("packages/app/node_modules/.bin/mast"));
        assert!(launch(&project, store, "ws", "ws").is_err());
        project.write("ws/node_modules/.bin/mast", "");
        let above = launch(&project, store, "ws/packages/app", "ws/packages/app");
        assert_eq!(above.as_deref(), Ok("../../node_modules/.bin/mast"));
    }

    #[test]
    fn a_dependency_of_another_project_does_not_serve_this_one() {
        let project = Project::of(&[
            (&format!("other/{PROGRAM}"), ""),
            ("other/package.json", "{}"),
            ("other/node_modules/.bin/mast", ""),
            ("a/b.ts", ""),
        ]);
        let refused = launch(&project, &format!("other/{PROGRAM}"), "a", "a");
        assert!(refused.is_err_and(|message| message.contains("is a dependency of `/other`")));
    }
}
