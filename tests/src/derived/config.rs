//! `docs/config.md`: every key of the configuration.

use std::fmt::Write as _;

use mast_core::project::config::keys::{KEYS, Key, Reach, Shape};

use super::{code, document, head, row};

/// The document.
pub fn text() -> String {
    let mut body = String::from(
        "Keys of `mast.config.json` at the project root. The same keys in `<state_dir>/config.json`, which `mast init` saves, \
         count where `mast.config.json` does not set them; `mast init --extensions` and `--exclude` outrank both. \
         An unknown key is told as a warning, a wrong value is an error that names it.\n\n",
    );
    body.push_str(&head(&["key", "value", "default", "a change of it"]));
    for key in KEYS {
        let shape = shape(key.shape);
        body.push_str(&row(&[&code(key.name), &shape, &default(key), reach(key.reach)]));
    }
    for key in KEYS {
        let _ = write!(body, "\n## `{}`\n\n{}\n", key.name, key.doc);
        if is_long(key) {
            let _ = write!(body, "\nDefault:\n\n```json\n{}\n```\n", key.default);
        }
    }
    document("Configuration", "mast-core/src/project/config/keys.rs", &body)
}

/// A default that would make the table hard to read stands below it.
fn is_long(key: &Key) -> bool {
    key.default.len() > 30
}

fn default(key: &Key) -> String {
    if is_long(key) {
        "see below".to_owned()
    } else {
        code(key.default)
    }
}

fn shape(shape: Shape) -> String {
    shape.to_string()
}

const fn reach(reach: Reach) -> &'static str {
    match reach {
        Reach::Place => "looks for the index elsewhere",
        Reach::Files => "takes files in or out at the next question or run",
        Reach::Extraction => "reads every file again at the next question or run",
        Reach::Answers => "changes answers at once",
    }
}
