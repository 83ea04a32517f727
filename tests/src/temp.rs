//! Temporary directories that go when their owner does.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A new, empty directory, deleted with everything in it when this value is dropped.
#[derive(Debug)]
pub struct TempDir {
    path: PathBuf,
}

impl TempDir {
    /// Creates a directory whose name no other process and no other test has.
    ///
    /// The path is canonical, so that it compares equal to what a program reports that resolves links.
    ///
    /// # Panics
    ///
    /// When the system's directory for temporary files cannot be written.
    pub fn new() -> Self {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = format!("mast-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Left behind by a killed process that had the same id.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        let path = path.canonicalize().expect("the directory was just created");
        Self { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Default for TempDir {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
