//! Codex: a hook at the start of a session, servers in its configuration.
//!
//! It searches through its shell, so that there is no tool of its own to remind of.

use super::Harness;
use super::hooks::{Envelope, Event, Hooks, Occasion, Shape, Writing};
use super::rules::Rules;
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

const SERVERS: ServerFile = ServerFile {
    place: Place::Root(".codex/config.toml"),
    group: "mcp_servers",
    format: Format::Toml,
    fields: &[],
    naming: Naming::Nothing,
};

pub(super) const HARNESS: Harness = Harness {
    name: "codex",
    title: "Codex",
    channels: "a primer when a session starts; it searches through its shell, so there is no reminder",
    hooks: Some(Hooks {
        project: ".codex/hooks.json",
        user: ".codex/hooks.json",
        dialect: Dialect::Strict,
        shape: Shape::Grouped,
        envelope: Envelope::Specific,
        root_variable: None,
        events: &[Event {
            occasion: Occasion::SessionStart,
            name: "SessionStart",
            matcher: None,
            timeout: 30,
            writing: Writing::Written,
        }],
    }),
    rules: Rules::None,
    servers: Servers {
        project: Some(SERVERS),
        user: Some(ServerFile {
            place: Place::Home(".codex/config.toml"),
            ..SERVERS
        }),
        instead: "",
    },
    note: Some(
        "Codex runs a new hook once you have trusted it: open `/hooks` in Codex. It reads AGENTS.md too: `mast skill --install`",
    ),
};
