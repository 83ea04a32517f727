//! What assistants are told of mast, each text once: the server's instructions, the skill, the primer of a session, the reminder
//! before a search.
//!
//! The rules are one text that three of them share. Each is true of this build: what they name is looked up in the catalogue and in
//! the command table by a test.

/// What the server says when a connection opens.
pub(crate) const INSTRUCTIONS: &str = concat!(
    include_str!("instructions.md"),
    include_str!("rules.md"),
    include_str!("format.md")
);

/// What `mast skill` prints, and what stands in rules files.
pub(crate) const SKILL: &str = concat!(
    include_str!("skill.md"),
    include_str!("rules.md"),
    include_str!("skill_end.md")
);

/// What a session begins with, before the health of the index.
pub(crate) const PRIMER: &str = concat!(include_str!("primer.md"), include_str!("rules.md"));

/// What is said before another search, on one line.
pub(crate) const REMINDER: &str = include_str!("reminder.md");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Arguments;
    use clap::CommandFactory;
    use expect_test::expect;
    use mast_core::text::tokens;
    use mast_core::tools::{self, TOOLS};
    use std::collections::BTreeSet;

    const ALL: &[(&str, &str)] = &[
        ("instructions", INSTRUCTIONS),
        ("skill", SKILL),
        ("primer", PRIMER),
        ("reminder", REMINDER),
    ];

    #[test]
    fn the_texts_are_short() {
        let counts = ALL
            .iter()
            .map(|(name, text)| format!("{name}: {} tokens\n", tokens::count(text)));
        expect![[r#"
            instructions: 252 tokens
            skill: 339 tokens
            primer: 218 tokens
            reminder: 29 tokens
        "#]]
        .assert_eq(&counts.collect::<String>());
        assert!(SKILL.len() < 4_000, "{} bytes", SKILL.len());
        assert!(INSTRUCTIONS.len() < 2_000, "{} bytes", INSTRUCTIONS.len());
        assert_eq!(REMINDER.trim_end().lines().count(), 1);
    }

    /// Every name of a field or an argument that a tool knows.
    fn fields() -> BTreeSet<String> {
        let mut names = BTreeSet::from(["format", "text", "structured"].map(str::to_owned));
        for tool in TOOLS {
            let schemas = [(tool.input_schema)(), (tool.output_schema)()];
            let mut open: Vec<&serde_json::Value> = schemas.iter().collect();
            while let Some(value) = open.pop() {
                if let Some(properties) = value
                    .get("properties")
                    .and_then(|properties| properties.as_object())
                {
                    names.extend(properties.keys().cloned());
                }
                match value {
                    serde_json::Value::Object(fields) => open.extend(fields.values()),
                    serde_json::Value::Array(elements) => open.extend(elements),
                    _ => {}
                }
            }
        }
        names
    }

    #[test]
    fn what_the_texts_name_exists() {
        let fields = fields();
        let table = Arguments::command();
        for (name, text) in ALL {
            for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
                if word.starts_with("mast_") {
                    assert!(tools::named(word).is_ok(), "{name}: no tool `{word}`");
                }
            }
            for code in text.split('`').skip(1).step_by(2) {
                let Some(call) = code.strip_prefix("mast ") else {
                    let is_field = code
                        .chars()
                        .all(|letter| letter.is_ascii_lowercase() || letter == '_');
                    assert!(!is_field || fields.contains(code), "{name}: no field `{code}`");
                    continue;
                };
                let command = call.split(' ').next().unwrap_or_default();
                let known = table.find_subcommand(command);
                let command = known.unwrap_or_else(|| panic!("{name}: no command `{command}`"));
                for flag in call.split(' ').filter_map(|word| word.strip_prefix("--")) {
                    let known = command
                        .get_arguments()
                        .any(|argument| argument.get_long() == Some(flag));
                    assert!(known, "{name}: no flag `--{flag}` of `{}`", command.get_name());
                }
            }
        }
    }

    #[test]
    fn every_tool_is_named_in_the_skill() {
        let unnamed = TOOLS
            .iter()
            .filter(|tool| !SKILL.contains(tool.name))
            .map(|tool| tool.name);
        // What a connection cost is asked by people.
        assert_eq!(unnamed.collect::<Vec<_>>(), ["mast_efficiency"]);
    }
}
