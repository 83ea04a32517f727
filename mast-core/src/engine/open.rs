//! The index that an engine has open, and what is known of it from the questions before.

use std::path::Path;

use crate::engine::proof::Verified;
use crate::error::{Error, Result};
use crate::store::private::PrivateIndex;
use crate::store::snapshot::Snapshot;
use crate::store::{SCHEMA_VERSION, SchemaState, Store};

/// An open index.
#[derive(Debug)]
pub(super) struct Open {
    /// The index.
    pub(super) store: Store,
    /// A copy that is brought up to date instead of the index, while that cannot be written.
    pub(super) private: Option<PrivateIndex>,
    /// All files, and what they were read from: the number of the private copy or 0, and the generation; read by the first question.
    pub(super) snapshot: Option<((u64, i64), Snapshot)>,
    /// When the disk was last found to be as the index has it, where somebody can testify that nothing changed since.
    pub(super) verified: Option<Verified>,
}

impl Open {
    /// Opens the index at `database`, which this program can read.
    pub(super) fn at(database: &Path) -> Result<Self> {
        let store = Store::open(database)?;
        match store.schema_state() {
            SchemaState::Current => {}
            SchemaState::Older(version) => return Err(Error::index_version_older(&version, SCHEMA_VERSION)),
            SchemaState::Newer(version) => return Err(Error::index_version_newer(&version, SCHEMA_VERSION)),
            SchemaState::Unreadable => {
                let reason = "it does not say which version it has";
                return Err(Error::index_unreadable(database, reason));
            }
        }
        Ok(Self {
            store,
            private: None,
            snapshot: None,
            verified: None,
        })
    }
}
