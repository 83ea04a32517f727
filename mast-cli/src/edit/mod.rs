//! Files that belong to other programs and to people: changed in one place, left as they are everywhere else.
//!
//! `file` reads and writes them; `json`, `toml` and `block` change their text. A text that is not understood is refused, never
//! repaired, and what is written can be taken out again so that nothing of it is left.

pub(crate) mod block;
pub(crate) mod file;
pub(crate) mod json;
mod json_layout;
#[cfg(test)]
mod random_json;
pub(crate) mod toml;
