//! The program: which one runs, how it was installed, and which one others would start.

use std::fs;
use std::path::{Path, PathBuf};

use mast_core::engine::VERSION;

use crate::doctor::Finding;
use crate::installation::Installation;
use crate::release::PACKAGE;
use crate::release::install;
use crate::surroundings::{self, Here};

/// A script of a package manager is not longer.
const LONGEST_SCRIPT: u64 = 16 << 10;

pub(super) fn examine(here: &Here) -> Vec<Finding> {
    let agent = surroundings::package_manager();
    let how = install::command(
        &here.installation,
        &here.program,
        agent.as_deref(),
        &here.working_directory,
    );
    let mut findings = vec![Finding::ok(
        "program",
        format!("mast {VERSION}, {} ({})", how.about, here.program.display()),
    )];
    findings.push(by_name(here));
    findings.extend(node(here));
    findings
}

/// What runs when `mast` is typed, or when a hook or an assistant starts it by its name.
fn by_name(here: &Here) -> Finding {
    let about = "PATH";
    let Some(first) = surroundings::on_path("mast") else {
        return match &here.installation {
            Installation::Dependency { .. } => Finding::ok(
                about,
                "no `mast` is on the PATH; this one is started as `npx mast` or `pnpm exec mast`",
            ),
            Installation::Global | Installation::OneRun | Installation::Checkout { .. } => Finding::warning(
                about,
                "no `mast` is on the PATH: what starts it by its name does not find it",
                format!("install it globally (`pnpm add -g {PACKAGE}`), or put its directory on the PATH"),
            ),
        };
    };
    if is_same(&first, &here.program) {
        return Finding::ok(about, format!("`mast` is this program ({})", first.display()));
    }
    let seen = format!("`mast` is another program than this one: {}", first.display());
    let to_do = match &here.installation {
        Installation::Dependency { .. } => {
            "start this one as `npx mast` or `pnpm exec mast`, or remove the other; an index is only read by the version that made it"
        }
        Installation::Global | Installation::OneRun | Installation::Checkout { .. } => {
            "remove one of them, or change their order on the PATH; `mast --version` says which version runs"
        }
    };
    Finding::warning(about, seen, to_do)
}

/// Whether `found` is `program`, or a script of a package manager that starts one of the same installation.
fn is_same(found: &Path, program: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (found, program) = (real(found), real(program));
    if found == program {
        return true;
    }
    let modules = |path: &Path| -> Option<PathBuf> {
        let ancestors: Vec<&Path> = path
            .ancestors()
            .filter(|above| above.ends_with("node_modules"))
            .collect();
        ancestors.last().map(|outermost| (*outermost).to_owned())
    };
    let Some(installed) = modules(&program) else {
        return false;
    };
    modules(&found).is_some_and(|other| other == installed) || starts(&found, &installed)
}

/// Whether the file at `script` is a short one that names the package and the directory it is installed in.
fn starts(script: &Path, installed: &Path) -> bool {
    let is_short = fs::metadata(script).is_ok_and(|metadata| metadata.len() <= LONGEST_SCRIPT);
    let text = if is_short {
        fs::read_to_string(script).unwrap_or_default()
    } else {
        String::new()
    };
    // A script names the directory from its own, so that its last names have to do.
    let directory = installed.parent().and_then(Path::file_name).unwrap_or_default();
    text.contains(PACKAGE) && text.contains(&*directory.to_string_lossy())
}

/// What a package manager installed is started by a script that Node runs.
fn node(here: &Here) -> Option<Finding> {
    let is_package = here
        .program
        .components()
        .any(|part| part.as_os_str() == "node_modules");
    if !is_package {
        return None;
    }
    Some(match surroundings::on_path("node") {
        Some(node) => Finding::ok(
            "node",
            format!("{} starts `mast` for package managers", node.display()),
        ),
        None => Finding::warning(
            "node",
            "no `node` is on the PATH, and the scripts that package managers start `mast` by need it",
            "install Node.js, or put it on the PATH of what starts `mast`",
        ),
    })
}
