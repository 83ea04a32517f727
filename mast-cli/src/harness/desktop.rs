//! Claude Desktop: nothing but the server, whose instructions are its only channel.

use super::Harness;
use super::rules::Rules;
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

/// It starts servers outside of projects, and has one file for all.
const SERVERS: ServerFile = ServerFile {
    place: Place::Application("Claude", "claude_desktop_config.json"),
    group: "mcpServers",
    format: Format::Json(Dialect::Strict),
    fields: &[],
    naming: Naming::Project,
};

pub(super) const HARNESS: Harness = Harness {
    name: "desktop",
    title: "Claude Desktop",
    channels: "no hook system and no rules file that mast can write; `mast serve` sends its instructions when it connects, which needs no setup",
    hooks: None,
    rules: Rules::None,
    servers: Servers {
        project: Some(SERVERS),
        user: Some(SERVERS),
        instead: "",
    },
    note: None,
};
