//! Claude Code: hooks in its settings, servers in `.mcp.json`.
//!
//! Other harnesses run the hooks of these settings too, some without a look at the matcher; the hook itself knows which tools search.

use super::Harness;
use super::hooks::{Envelope, Event, Hooks, Occasion, Shape, Writing};
use super::rules::Rules;
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

pub(super) const HARNESS: Harness = Harness {
    name: "claude",
    title: "Claude Code",
    channels: "a primer when a session starts, and a reminder before Grep and Glob",
    hooks: Some(Hooks {
        project: ".claude/settings.json",
        user: ".claude/settings.json",
        dialect: Dialect::Strict,
        shape: Shape::Grouped,
        envelope: Envelope::Specific,
        root_variable: Some("CLAUDE_PROJECT_DIR"),
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
                matcher: Some("Grep|Glob"),
                timeout: 5,
                writing: Writing::Written,
            },
        ],
    }),
    rules: Rules::None,
    servers: Servers {
        project: Some(ServerFile {
            place: Place::Root(".mcp.json"),
            group: "mcpServers",
            format: Format::Json(Dialect::Strict),
            fields: &[("type", "stdio")],
            naming: Naming::Nothing,
        }),
        // Claude Code keeps the servers of a user among its own state, which it writes all the time.
        user: None,
        instead: "run `claude mcp add --scope user mast -- mast serve`",
    },
    note: None,
};
