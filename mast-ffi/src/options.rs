//! How an engine is to be, as JSON: an option more changes no function.

use mast_core::engine::Refresh;
use mast_core::error::Result;
use mast_core::project::config::Overrides;
use mast_core::tools::input;
use mast_surface::call;
use serde_json::{Value, json};
use std::path::PathBuf;

/// What a program may say of an engine when it opens one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The directory of the index.
    pub(crate) state_dir: Option<PathBuf>,
    /// What a question does about changed files.
    pub(crate) refresh: Refresh,
    /// What outranks the configuration of the project.
    pub(crate) settings: Overrides,
}

/// Reads options as leniently as inputs of tools, and refuses an unknown one by name.
pub(crate) fn read(text: &str) -> Result<Options> {
    let options: Value = input::read("mast_open", &schema(), call::object(text)?)?;
    let text_of = |key: &str| options.get(key).and_then(Value::as_str);
    let list_of = |key: &str| {
        let entries = options.get(key)?.as_array()?.iter();
        Some(entries.filter_map(Value::as_str).map(str::to_owned).collect())
    };
    Ok(Options {
        state_dir: text_of("state_dir").map(PathBuf::from),
        refresh: match text_of("refresh") {
            Some("fully") => Refresh::Fully,
            Some("off") => Refresh::Off,
            _ => Refresh::WithinBudget,
        },
        settings: Overrides {
            file_extensions: list_of("file_extensions"),
            exclude_patterns: list_of("exclude_patterns"),
            ..Overrides::default()
        },
    })
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "state_dir": {"type": "string"},
            "refresh": {"type": "string", "enum": ["within_budget", "fully", "off"]},
            "file_extensions": {"type": "array", "items": {"type": "string"}},
            "exclude_patterns": {"type": "array", "items": {"type": "string"}},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        assert_eq!(read(text).expect_err("it is refused").to_string(), expected);
    }

    #[test]
    fn each_option_is_taken() {
        assert_eq!(read(" "), Ok(Options::default()));
        let read = read(
            r#"{"state_dir": "s", "refresh": "off", "file_extensions": ".ts", "exclude_patterns": ["a/**"]}"#,
        )
        .expect("they are right");
        assert_eq!(read.state_dir, Some(PathBuf::from("s")));
        assert_eq!(read.refresh, Refresh::Off);
        assert_eq!(read.settings.file_extensions, Some(vec![".ts".to_owned()]));
        assert_eq!(read.settings.exclude_patterns, Some(vec!["a/**".to_owned()]));
        assert_eq!(
            super::read("{\"refresh\": \"fully\"}").map(|read| read.refresh),
            Ok(Refresh::Fully)
        );
    }

    #[test]
    fn what_is_no_option_is_named() {
        refused(
            r#"{"stat_dir": "s", "refresh": "never"}"#,
            "the input of `mast_open` is wrong: `stat_dir` is not a key of it, did you mean `state_dir`?; \
             `refresh` must be one of within_budget, fully, off, not `never`\n\
             hint: its keys are: state_dir, refresh, file_extensions, exclude_patterns",
        );
        refused(
            "[]",
            "the input of `mast_open` must be a JSON object, not an array\n\
             hint: its keys are: state_dir, refresh, file_extensions, exclude_patterns",
        );
    }
}
