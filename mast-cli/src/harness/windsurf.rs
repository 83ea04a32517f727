//! Windsurf: a rules file. Its hooks can refuse what its assistant does and cannot tell it anything.

use super::Harness;
use super::rules::{Rules, WholeFile};
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

const ALWAYS: &str = "trigger: always_on\n";

pub(super) const HARNESS: Harness = Harness {
    name: "windsurf",
    title: "Windsurf",
    channels: "no hook system that mast can use, so only static instructions are installed",
    hooks: None,
    rules: Rules::Whole(&[
        WholeFile {
            beside: Some(".devin"),
            path: ".devin/rules/mast.md",
            front_matter: ALWAYS,
        },
        WholeFile {
            beside: None,
            path: ".windsurf/rules/mast.md",
            front_matter: ALWAYS,
        },
    ]),
    servers: Servers {
        project: None,
        user: Some(ServerFile {
            place: Place::Home(".codeium/windsurf/mcp_config.json"),
            group: "mcpServers",
            format: Format::Json(Dialect::Strict),
            fields: &[],
            naming: Naming::Nothing,
        }),
        instead: "run `mast setup windsurf --global --mcp`: Windsurf has one file for all projects",
    },
    note: None,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_as_short_as_windsurf_wants_them() {
        let Rules::Whole(files) = &HARNESS.rules else {
            panic!("Windsurf reads files of its own");
        };
        for file in *files {
            assert!(file.text().chars().count() < 12_000, "{}", file.path);
        }
    }
}
