//! mast-core: code search for TypeScript, JavaScript and Markdown repositories.

pub mod engine;
pub mod error;
pub mod facts;
pub mod index;
pub mod languages;
pub mod project;
pub mod search;
pub mod store;
pub mod text;
pub mod tools;
