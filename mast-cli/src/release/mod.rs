//! Releases of mast: which there are, which is newer, and how one is installed here.

pub(crate) mod install;
pub(crate) mod registry;
pub(crate) mod version;

/// The published package.
pub(crate) const PACKAGE: &str = "@spikedpunch/mast";
