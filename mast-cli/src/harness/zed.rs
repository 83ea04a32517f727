//! Zed: a block in the rules file that a project keeps already.

use super::Harness;
use super::rules::Rules;
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

const SERVERS: ServerFile = ServerFile {
    place: Place::Root(".zed/settings.json"),
    group: "context_servers",
    format: Format::Json(Dialect::Commented),
    fields: &[("source", "custom")],
    naming: Naming::Nothing,
};

pub(super) const HARNESS: Harness = Harness {
    name: "zed",
    title: "Zed",
    channels: "no hook system that mast can use, so only static instructions are installed",
    hooks: None,
    // In the order in which Zed looks for them; it reads the first.
    rules: Rules::Block(&[
        ".rules",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        ".github/copilot-instructions.md",
        "AGENT.md",
        "AGENTS.md",
        "CLAUDE.md",
        "GEMINI.md",
    ]),
    servers: Servers {
        project: Some(SERVERS),
        user: Some(ServerFile {
            place: Place::Settings("zed", "Zed", "settings.json"),
            ..SERVERS
        }),
        instead: "",
    },
    note: None,
};
