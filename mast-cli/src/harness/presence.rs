//! Which setups are there, and whether they are what this program would write: for those who report on an installation.

use std::path::Path;

use super::part::{Part, State};
use super::rules::SKILL_FILES;
use super::servers::SERVER;
use super::{HARNESSES, Harness, Places, Registering, Scope, launch};
use crate::edit::{block, file};
use crate::installation::Installation;
use crate::texts::SKILL;

/// Something of a setup that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Present {
    /// The harness that it is for; none for a skill block, which serves whoever reads the file.
    pub(crate) harness: Option<&'static str>,
    /// For whom.
    pub(crate) scope: Scope,
    /// What it is, in a word.
    pub(crate) what: &'static str,
    /// Its file, as it is shown.
    pub(crate) path: String,
    /// Whether it is current; none when that cannot be told from here.
    pub(crate) state: Option<State>,
    /// The command that brings it up to date.
    pub(crate) renewed_by: String,
}

/// What is set up in the project and for the user, harness by harness, then the skill blocks.
///
/// A file that cannot be read or is not understood has nothing of mast in it, as far as this tells.
pub(crate) fn present(
    places: &Places,
    installation: &Installation,
    program: &Path,
    working_directory: &Path,
) -> Vec<Present> {
    let mut found = Vec::new();
    for harness in HARNESSES {
        for scope in [Scope::Project, Scope::User] {
            let launch = launch(harness, installation, program, scope, places, working_directory).ok();
            for part in parts(harness, scope, places) {
                // One file may serve a project and a user alike.
                let path = places.shown(&part.path);
                if found
                    .iter()
                    .any(|one: &Present| one.path == path && one.what == part.what)
                {
                    continue;
                }
                // A block there is as likely the skill's.
                if SKILL_FILES.iter().any(|name| part.path == places.root.join(name)) {
                    continue;
                }
                let Ok(before) = file::read(&part.path) else {
                    continue;
                };
                if part.is_there(before.as_deref()) {
                    found.push(Present {
                        harness: Some(harness.name),
                        scope,
                        what: part.what,
                        path,
                        state: launch.as_ref().and_then(|launch| part.state(launch).ok()),
                        renewed_by: renewed_by(harness, scope, part.what),
                    });
                }
            }
        }
    }
    for name in SKILL_FILES {
        let Ok(Some(text)) = file::read(&places.root.join(name)) else {
            continue;
        };
        if block::is_in(&text) {
            let current = block::put(&text, SKILL).map(|wanted| wanted == text);
            found.push(Present {
                harness: None,
                scope: Scope::Project,
                what: "skill",
                path: (*name).to_owned(),
                state: current
                    .ok()
                    .map(|current| if current { State::Current } else { State::OutOfDate }),
                renewed_by: "mast skill --install".to_owned(),
            });
        }
    }
    // A block that serves everybody is no setup of the one harness that reads the file too.
    let skills: Vec<String> = found
        .iter()
        .filter(|one| one.harness.is_none())
        .map(|one| one.path.clone())
        .collect();
    found.retain(|one| one.harness.is_none() || !skills.contains(&one.path));
    found
}

/// Everything that `harness` could have for `scope`, each file once.
fn parts(harness: &'static Harness, scope: Scope, places: &Places) -> Vec<Part> {
    let all = harness.parts(scope, Registering::Server, places);
    let all = all.or_else(|_| harness.parts(scope, Registering::Nothing, places));
    // What one harness only ever removes, another may keep.
    all.unwrap_or_default()
        .into_iter()
        .filter(|part| !part.is_left_over())
        .collect()
}

fn renewed_by(harness: &Harness, scope: Scope, what: &str) -> String {
    let global = match scope {
        Scope::Project => "",
        Scope::User => " --global",
    };
    let server = if what == SERVER { " --mcp" } else { "" };
    format!("mast setup {}{global}{server}", harness.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::part::apply;
    use crate::installation::Launch;
    use mast_tests::project::Project;

    fn set_up(places: &Places, name: &str, scope: Scope, launch: &Launch) {
        for part in parts(Harness::named(name).unwrap(), scope, places) {
            let before = file::read(&part.path).unwrap();
            let wanted = part.installed(before.as_deref(), launch).unwrap();
            apply(&part.path, &wanted, places).unwrap();
        }
    }

    #[test]
    fn what_is_set_up_is_found_with_its_state() {
        let project = Project::of(&[
            ("root/AGENTS.md", "# Agents\n"),
            ("root/.vscode/mcp.json", "{"),
            ("home/.keep", ""),
            ("bin/mast", ""),
        ]);
        let places = Places {
            root: project.path("root"),
            state_dir: project.path("root/.mast"),
            home: Some(project.path("home")),
            config_home: None,
        };
        let program = project.path("bin/mast");
        let seen = || {
            let found = present(&places, &Installation::Global, &program, &places.root);
            let line = |one: Present| {
                let state = one
                    .state
                    .map_or_else(|| "unknown".to_owned(), |state| format!("{state:?}"));
                format!("{} {} {state} {}", one.path, one.what, one.renewed_by)
            };
            found.into_iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(seen(), Vec::<String>::new());

        set_up(&places, "claude", Scope::Project, &Launch::ByName);
        set_up(
            &places,
            "gemini",
            Scope::User,
            &Launch::At(project.path("old/mast")),
        );
        set_up(&places, "zed", Scope::Project, &Launch::ByName);
        assert_eq!(
            seen(),
            [
                ".claude/settings.json hooks Current mast setup claude",
                ".mcp.json server Current mast setup claude --mcp",
                ".zed/settings.json server Current mast setup zed --mcp",
                "~/.gemini/settings.json hooks OutOfDate mast setup gemini --global",
                "~/.gemini/settings.json server OutOfDate mast setup gemini --global --mcp",
                "AGENTS.md skill Current mast skill --install",
            ]
        );
        project.write(
            "root/AGENTS.md",
            block::put("", "Words of an older mast.").unwrap(),
        );
        assert!(seen().contains(&"AGENTS.md skill OutOfDate mast skill --install".to_owned()));

        // From a dependency it cannot be told whether a file that serves every project is current.
        let dependency = Installation::Dependency {
            package: places.root.clone(),
        };
        let found = present(&places, &dependency, &program, &places.root);
        assert!(
            found
                .iter()
                .all(|one| one.scope == Scope::Project || one.state.is_none())
        );
    }
}
