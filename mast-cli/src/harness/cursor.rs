//! Cursor: hooks and a rules file.

use super::Harness;
use super::hooks::{Envelope, Event, Hooks, Occasion, Shape, Writing};
use super::rules::{Rules, WholeFile};
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

const SERVERS: ServerFile = ServerFile {
    place: Place::Root(".cursor/mcp.json"),
    group: "mcpServers",
    format: Format::Json(Dialect::Strict),
    fields: &[],
    naming: Naming::Nothing,
};

pub(super) const HARNESS: Harness = Harness {
    name: "cursor",
    title: "Cursor",
    channels: "a primer when a session starts, a reminder after Grep, and a rules file",
    hooks: Some(Hooks {
        project: ".cursor/hooks.json",
        user: ".cursor/hooks.json",
        dialect: Dialect::Strict,
        shape: Shape::FlatVersioned,
        envelope: Envelope::Plain,
        // Hooks of a project run in its root.
        root_variable: None,
        events: &[
            Event {
                occasion: Occasion::SessionStart,
                name: "sessionStart",
                matcher: None,
                timeout: 30,
                writing: Writing::Written,
            },
            // Only what is said after a tool ran reaches the model.
            Event {
                occasion: Occasion::Search,
                name: "postToolUse",
                matcher: Some("Grep"),
                timeout: 5,
                writing: Writing::Written,
            },
        ],
    }),
    rules: Rules::Whole(&[WholeFile {
        beside: None,
        path: ".cursor/rules/mast.mdc",
        front_matter: "description: Search code with mast before grep, glob or reading whole files\nalwaysApply: true\n",
    }]),
    servers: Servers {
        project: Some(SERVERS),
        user: Some(ServerFile {
            place: Place::Home(".cursor/mcp.json"),
            ..SERVERS
        }),
        instead: "",
    },
    note: None,
};
