//! Prompts: ways of working with the tools that a person can call up by name.

use mast_core::error::{Error, Result};
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// A prompt.
struct Spec {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    arguments: &'static [Argument],
    /// Its text; `{name}` stands for the argument of that name.
    text: &'static str,
}

/// What a prompt is told.
pub(crate) struct Argument {
    name: &'static str,
    summary: &'static str,
    need: Need,
    /// What can complete it.
    pub(crate) kind: Kind,
}

/// Whether an argument may be left out.
enum Need {
    Required,
    /// What stands in its place.
    Else(&'static str),
}

/// What an argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A declaration.
    Symbol,
    /// A file or a directory.
    Path,
    /// Anything.
    Words,
}

const PROMPTS: &[Spec] = &[
    Spec {
        name: "explore",
        title: "Explore a part of the code",
        summary: "Find out how something works in this repository, reading as little as possible.",
        arguments: &[
            Argument {
                name: "topic",
                summary: "What to find out: a feature, a behaviour, an error message",
                need: Need::Required,
                kind: Kind::Words,
            },
            Argument {
                name: "path",
                summary: "Where to begin: a directory or a file",
                need: Need::Else("the whole repository"),
                kind: Kind::Path,
            },
        ],
        text: include_str!("explore.md"),
    },
    Spec {
        name: "before_refactor",
        title: "Before a refactoring",
        summary: "List everything that a change of a declaration reaches, before it is changed.",
        arguments: &[
            Argument {
                name: "symbol",
                summary: "The declaration: `name` or `Class.member`",
                need: Need::Required,
                kind: Kind::Symbol,
            },
            Argument {
                name: "path",
                summary: "The file that declares it, where several declare the name",
                need: Need::Else("whichever file declares it"),
                kind: Kind::Path,
            },
        ],
        text: include_str!("before_refactor.md"),
    },
    Spec {
        name: "review_diff",
        title: "Review a diff",
        summary: "Review the changes of a branch by what they reach, not only by what they show.",
        arguments: &[Argument {
            name: "base",
            summary: "What to compare with, such as `main`",
            need: Need::Else("HEAD"),
            kind: Kind::Words,
        }],
        text: include_str!("review_diff.md"),
    },
];

/// Every prompt as the protocol lists it.
pub(crate) fn listed() -> Vec<Prompt> {
    let argument = |argument: &Argument| {
        PromptArgument::new(argument.name)
            .with_description(argument.summary)
            .with_required(matches!(argument.need, Need::Required))
    };
    PROMPTS
        .iter()
        .map(|spec| {
            let arguments = spec.arguments.iter().map(argument).collect();
            Prompt::new(spec.name, Some(spec.summary), Some(arguments)).with_title(spec.title)
        })
        .collect()
}

/// The argument `argument` of the prompt `prompt`.
pub(crate) fn argument(prompt: &str, argument: &str) -> Option<&'static Argument> {
    let spec = PROMPTS.iter().find(|spec| spec.name == prompt)?;
    spec.arguments.iter().find(|known| known.name == argument)
}

/// The prompt `name` with its arguments filled in.
///
/// # Errors
///
/// When there is none, or an argument is missing.
pub(crate) fn filled(name: &str, given: &JsonObject) -> Result<GetPromptResult> {
    let spec = PROMPTS.iter().find(|spec| spec.name == name).ok_or_else(|| {
        let names: Vec<&str> = PROMPTS.iter().map(|spec| spec.name).collect();
        Error::invalid_input(format!("there is no prompt `{name}`"))
            .with_hint(format!("the prompts are: {}", names.join(", ")))
    })?;
    let mut text = spec.text.trim().to_owned();
    for argument in spec.arguments {
        let value = match (given.get(argument.name), &argument.need) {
            (Some(Value::String(value)), _) if !value.trim().is_empty() => value.trim(),
            (_, Need::Else(value)) => value,
            (_, Need::Required) => {
                return Err(Error::invalid_input(format!(
                    "the prompt `{name}` needs `{}`",
                    argument.name
                )));
            }
        };
        text = text.replace(&format!("{{{}}}", argument.name), value);
    }
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(spec.summary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mast_core::tools::TOOLS;

    #[test]
    fn each_names_only_tools_and_arguments_that_there_are() {
        for spec in PROMPTS {
            for word in spec
                .text
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            {
                let known = TOOLS.iter().any(|tool| tool.name == word);
                assert!(known || !word.starts_with("mast_"), "{}: {word}", spec.name);
            }
            let mut given = JsonObject::new();
            for argument in spec.arguments {
                assert!(
                    spec.text.contains(&format!("{{{}}}", argument.name)),
                    "{}",
                    argument.name
                );
                given.insert(argument.name.to_owned(), Value::String("x".to_owned()));
            }
            let filled = filled(spec.name, &given).map(|prompt| format!("{:?}", prompt.messages));
            assert!(filled.is_ok_and(|text| !text.contains('{') || !text.contains("{x")));
        }
        let missing = filled("explore", &JsonObject::new()).map_err(|error| error.message);
        assert_eq!(
            missing.err().as_deref(),
            Some("the prompt `explore` needs `topic`")
        );
    }
}
