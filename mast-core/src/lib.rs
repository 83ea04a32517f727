//! mast-core: code search for TypeScript, JavaScript and Markdown repositories.

pub mod facts;
pub mod languages;
pub mod text;
