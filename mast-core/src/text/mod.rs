//! Text and places in it: paths, lines, words, globs, digests, token counts. Knows no files and no parser.

pub mod digest;
pub mod glob;
pub mod line;
pub mod path;
pub mod source;
pub mod span;

pub mod tokens;
pub mod words;
