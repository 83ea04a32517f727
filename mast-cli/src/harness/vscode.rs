//! Visual Studio Code with Copilot: a hook at the start of a session.
//!
//! Its hooks ignore matchers, so that a hook for searches would run before every tool, and the name of its search tool is not
//! documented: none is written.

use super::Harness;
use super::hooks::{Envelope, Event, Hooks, Occasion, Shape, Writing};
use super::rules::Rules;
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

pub(super) const HARNESS: Harness = Harness {
    name: "vscode",
    title: "VS Code",
    channels: "a primer when a session starts; its hooks cannot be limited to searches, so there is no reminder",
    hooks: Some(Hooks {
        project: ".github/hooks/mast.json",
        user: ".copilot/hooks/mast.json",
        dialect: Dialect::Commented,
        shape: Shape::Flat,
        envelope: Envelope::Specific,
        root_variable: None,
        events: &[
            Event {
                occasion: Occasion::SessionStart,
                name: "SessionStart",
                matcher: None,
                timeout: 30,
                writing: Writing::Written,
            },
            Event {
                occasion: Occasion::Search,
                name: "PreToolUse",
                matcher: None,
                timeout: 5,
                writing: Writing::Answered,
            },
        ],
    }),
    rules: Rules::None,
    servers: Servers {
        project: Some(ServerFile {
            place: Place::Root(".vscode/mcp.json"),
            group: "servers",
            format: Format::Json(Dialect::Commented),
            fields: &[("type", "stdio")],
            naming: Naming::Nothing,
        }),
        user: None,
        instead: "run the command `MCP: Open User Configuration` in VS Code, and add it there",
    },
    note: None,
};
