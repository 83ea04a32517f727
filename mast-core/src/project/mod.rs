//! A project on disk: where it begins, what configures it, which files belong to it, what changed, who writes.
//!
//! Reads no environment, no clock and no working directory: they are handed in.

pub mod changes;
pub mod config;
pub mod lease;
pub mod lock;
pub mod manifests;
pub mod modules;
pub mod root;
pub mod stamps;
pub mod state_dir;
#[cfg(test)]
pub(crate) mod test_tree;
pub mod walk;
pub mod watch;
pub mod witness;
