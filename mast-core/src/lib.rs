//! mast-core: code search for TypeScript, JavaScript and Markdown repositories.


pub mod facts;
pub mod index;
pub mod languages;

pub mod store;
pub mod text;
