//! Gemini CLI: hooks and servers in one settings file.

use super::Harness;
use super::hooks::{Envelope, Event, Hooks, Occasion, Shape, Writing};
use super::rules::Rules;
use super::servers::{Format, Naming, Place, ServerFile, Servers};
use crate::edit::json::Dialect;

const SERVERS: ServerFile = ServerFile {
    place: Place::Root(".gemini/settings.json"),
    group: "mcpServers",
    format: Format::Json(Dialect::Commented),
    fields: &[],
    naming: Naming::Nothing,
};

pub(super) const HARNESS: Harness = Harness {
    name: "gemini",
    title: "Gemini CLI",
    channels: "a primer when a session starts, and a reminder after its own searches",
    hooks: Some(Hooks {
        project: ".gemini/settings.json",
        user: ".gemini/settings.json",
        dialect: Dialect::Commented,
        shape: Shape::Grouped,
        envelope: Envelope::Specific,
        root_variable: Some("GEMINI_PROJECT_DIR"),
        // Its time-outs are in milliseconds.
        events: &[
            Event {
                occasion: Occasion::SessionStart,
                name: "SessionStart",
                matcher: None,
                timeout: 30_000,
                writing: Writing::Written,
            },
            // What is said before a tool runs can only change or refuse the call.
            Event {
                occasion: Occasion::Search,
                name: "AfterTool",
                matcher: Some("grep_search|search_file_content|glob"),
                timeout: 5_000,
                writing: Writing::Written,
            },
        ],
    }),
    rules: Rules::None,
    servers: Servers {
        project: Some(SERVERS),
        user: Some(ServerFile {
            place: Place::Home(".gemini/settings.json"),
            ..SERVERS
        }),
        instead: "",
    },
    note: None,
};
