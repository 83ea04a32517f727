//! What the program knows of itself: every document of this build, in the program, so that none is of another version.
//!
//! A document is a line of [`DOCUMENTS`]; the page of a tool is its part of `docs/tools.md`, which is derived from the catalogue.

use mast_core::error::{Error, Result};
use mast_core::search::similar::edits;
use mast_core::tools::TOOLS;

use crate::texts;

/// One document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Document {
    /// What it is asked for by.
    pub(crate) name: &'static str,
    /// What is in it, in a few words.
    pub(crate) about: &'static str,
    text: &'static str,
}

/// Every document but the pages of tools. One that is added here is listed, found and completed.
pub(crate) const DOCUMENTS: &[Document] = &[
    Document {
        name: "readme",
        about: "what mast is, and how to start",
        text: include_str!("../../README.md"),
    },
    Document {
        name: "spec",
        about: "how it behaves, in full: files, chunks, answers, limits, exit codes, variables",
        text: include_str!("../../docs/spec.md"),
    },
    Document {
        name: "signals",
        about: "the flags on an answer, and what to do about each",
        text: include_str!("../../docs/signals.md"),
    },
    Document {
        name: "skill",
        about: "what an assistant is told, as `mast skill` prints it",
        text: texts::SKILL,
    },
    Document {
        name: "harnesses",
        about: "what `mast setup` writes for each assistant's program",
        text: include_str!("../../docs/harnesses.md"),
    },
    Document {
        name: "c-api",
        about: "the C library: how to get it, programs that run, what it promises",
        text: include_str!("../../docs/c-api.md"),
    },
    Document {
        name: "node-api",
        about: "the Node package: programs that run, errors, how it is installed",
        text: include_str!("../../docs/node-api.md"),
    },
    Document {
        name: "commands",
        about: "the help of every command, and the exit codes",
        text: include_str!("../../docs/cli.md"),
    },
    Document {
        name: "configuration",
        about: "every key of mast.config.json",
        text: include_str!("../../docs/config.md"),
    },
    Document {
        name: "tools",
        about: "every tool with its input and output",
        text: TOOL_PAGES,
    },
    Document {
        name: "changelog",
        about: "what changed in each version",
        text: include_str!("../../CHANGELOG.md"),
    },
];

const TOOL_PAGES: &str = include_str!("../../docs/tools.md");

/// Other words that people try.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("config", "configuration"),
    ("cli", "commands"),
    ("help", "commands"),
    ("flags", "signals"),
    ("specification", "spec"),
];

/// The names of all tools.
pub(crate) fn tool_names() -> Vec<&'static str> {
    TOOLS.iter().map(|tool| tool.name).collect()
}

/// Everything that can be asked for by its own name.
pub(crate) fn topics() -> Vec<&'static str> {
    let documents = DOCUMENTS.iter().map(|document| document.name);
    documents.chain(tool_names()).collect()
}

/// The text of the document `topic`, as Markdown; tools also answer to their names without `mast_`.
///
/// # Errors
///
/// When there is none, with the nearest.
pub(crate) fn text(topic: &str) -> Result<String> {
    let asked = topic.to_lowercase();
    let asked = asked.trim_end_matches(".md");
    let own = OTHER_NAMES.iter().find(|(other, _)| *other == asked);
    let name = own.map_or(asked, |(_, own)| own);
    if let Some(document) = DOCUMENTS.iter().find(|document| document.name == name) {
        return Ok(without_notice(document.text).to_owned());
    }
    let tool = TOOLS
        .iter()
        .find(|tool| tool.name == name || short(tool.name) == name);
    match tool {
        Some(tool) => Ok(page_of(tool.name)),
        None => Err(unknown(topic, name)),
    }
}

fn short(tool: &str) -> &str {
    tool.trim_start_matches("mast_")
}

fn unknown(topic: &str, name: &str) -> Error {
    let near = topics()
        .into_iter()
        .filter_map(|known| {
            let nearest = edits(name.as_bytes(), known.as_bytes(), 3);
            let count = nearest.or_else(|| edits(name.as_bytes(), short(known).as_bytes(), 3))?;
            // Most letters of a short word can be exchanged for those of another.
            (count * 2 < name.len().max(2)).then_some((count, known))
        })
        .min_by_key(|(count, _)| *count);
    let meant = near.map_or_else(String::new, |(_, known)| format!(", did you mean `{known}`?"));
    let names: Vec<&str> = DOCUMENTS.iter().map(|document| document.name).collect();
    Error::invalid_input(format!("there is no document `{topic}`{meant}")).with_hint(format!(
        "the documents are: {}; and the page of each tool, such as `mast docs callers`",
        names.join(", ")
    ))
}

/// A derived document says so to who would change it; that is nothing to a reader here.
fn without_notice(text: &str) -> &str {
    match text.strip_prefix("<!--").and_then(|rest| rest.split_once("-->")) {
        Some((_, rest)) => rest.trim_start(),
        None => text,
    }
}

/// The part of `docs/tools.md` on one tool, with its headings a step higher.
fn page_of(tool: &str) -> String {
    let heading = format!("## {tool}");
    let lines = TOOL_PAGES.lines().skip_while(|line| *line != heading);
    let mut text = String::new();
    for (at, line) in lines.enumerate() {
        if at > 0 && line.starts_with("## ") {
            break;
        }
        let line = if line.starts_with("##") { &line[1..] } else { line };
        text.push_str(line);
        text.push('\n');
    }
    format!("{}\n", aligned(text.trim_end()))
}

/// Markdown with the columns of its tables below each other, so that a person can read them where nothing lays them out.
fn aligned(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut aligned = Vec::new();
    for block in lines.chunk_by(|one, other| one.starts_with('|') == other.starts_with('|')) {
        if block[0].starts_with('|') {
            aligned.extend(table(block));
        } else {
            aligned.extend(block.iter().map(|line| (*line).to_owned()));
        }
    }
    aligned.join("\n")
}

fn table(rows: &[&str]) -> Vec<String> {
    let cells = |row: &str| -> Vec<String> {
        let inside = row.trim_matches('|').replace("\\|", "\u{0}");
        let cells = inside.split('|').map(|cell| cell.trim().replace('\u{0}', "\\|"));
        cells.collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row)).collect();
    let width = |column: usize| {
        let of_rows = rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count());
        of_rows.max().unwrap_or(0)
    };
    let padded = |row: &Vec<String>| {
        let last = row.len().saturating_sub(1);
        let cells = row.iter().enumerate().map(|(column, cell)| match column {
            // What stands last may be as long as it is.
            _ if column == last => cell.clone(),
            _ if cell == "---" => "-".repeat(width(column)),
            _ => format!("{cell:<0$}", width(column)),
        });
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    rows.iter().map(padded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_a_text_and_other_words_lead_to_it() {
        for topic in topics() {
            let text = text(topic).expect(topic);
            assert!(text.starts_with('#'), "{topic}: {text}");
            assert!(text.ends_with('\n'), "{topic}");
        }
        for (other, own) in OTHER_NAMES {
            assert_eq!(text(other), text(own));
        }
        assert_eq!(text("callers"), text("mast_callers"));
        assert_eq!(text("Signals.md"), text("signals"));
        assert!(
            text("callers")
                .expect("a page")
                .contains("\n## Input of mast_callers\n")
        );
    }

    #[test]
    fn tables_have_their_columns_below_each_other() {
        let text = "a\n\n| key | meaning |\n|---|---|\n| `x\\|y` | long |\n\nb";
        let expected = "a\n\n| key    | meaning |\n| ------ | --- |\n| `x\\|y` | long |\n\nb";
        assert_eq!(aligned(text), expected);
    }

    #[test]
    fn an_unknown_topic_is_told_what_is_near() {
        let message = |topic: &str| text(topic).expect_err(topic).message;
        assert_eq!(
            message("signal"),
            "there is no document `signal`, did you mean `signals`?"
        );
        assert_eq!(
            message("caller"),
            "there is no document `caller`, did you mean `mast_callers`?"
        );
        assert_eq!(message("xyz"), "there is no document `xyz`");
    }
}
