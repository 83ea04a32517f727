//! The writer lease: which server watches a project and refreshes its index between questions.
//!
//! It is an operating-system lock on a file of its own, held for a server's life, so it ends with its process however that ends.
//! It keeps nobody from writing the index: that is the write lock's, held for the length of a write.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, Write};

use fs4::TryLockError;
use serde::{Deserialize, Serialize};

use super::state_dir::{StateDir, WRITER_LOCK};

/// Who holds the lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Its process.
    pub pid: u32,
    /// When it started (RFC 3339).
    pub started_at: String,
    /// Its version.
    pub mast_version: String,
    /// Its layout version.
    pub schema_version: String,
}

/// Held as long as it lives.
#[derive(Debug)]
pub struct Lease {
    _file: File,
    /// Who took it.
    pub holder: Holder,
}

impl Lease {
    /// Takes the lease, if nobody has it and it can be written down.
    pub fn try_take(state_dir: &StateDir, holder: Holder) -> Option<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(state_dir.file(WRITER_LOCK))
            .ok()?;
        fs4::FileExt::try_lock(&file).ok()?;
        let text = serde_json::to_string(&holder).ok()?;
        file.set_len(0).ok()?;
        file.rewind().ok()?;
        writeln!(file, "{text}").ok()?;
        Some(Self { _file: file, holder })
    }

    /// Who holds it; nobody when the process that wrote it down is gone.
    pub fn holder(state_dir: &StateDir) -> Option<Holder> {
        let path = state_dir.file(WRITER_LOCK);
        let file = File::open(&path).ok()?;
        match fs4::FileExt::try_lock_shared(&file) {
            Err(TryLockError::WouldBlock) => serde_json::from_str(&fs::read_to_string(&path).ok()?).ok(),
            Ok(()) | Err(TryLockError::Error(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::test_tree::TestTree;

    #[test]
    fn one_server_has_it_at_a_time_and_everybody_sees_which() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.clone());
        let holder = |pid| Holder {
            pid,
            started_at: "2026-01-01T00:00:00.000Z".to_owned(),
            mast_version: "1".to_owned(),
            schema_version: "2".to_owned(),
        };
        assert_eq!(Lease::holder(&state_dir), None);
        let lease = Lease::try_take(&state_dir, holder(1)).unwrap();
        assert!(Lease::try_take(&state_dir, holder(2)).is_none());
        assert_eq!(Lease::holder(&state_dir), Some(holder(1)));
        drop(lease);
        assert_eq!(Lease::holder(&state_dir), None);
        let second = Lease::try_take(&state_dir, holder(2)).unwrap();
        assert_eq!(second.holder, holder(2));
        assert_eq!(Lease::holder(&state_dir), Some(holder(2)));
    }
}
