//! The write lock of a state directory: one writer at a time, held for the length of a write.
//!
//! It is a lock of the operating system on an open file, so it ends with its process however that ends.
//! The number in the file is for people and for messages; it decides nothing.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, Write};
use std::time::Duration;

use fs4::TryLockError;

use super::state_dir::{STRUCTURE_LOCK, StateDir};
use crate::error::{Error, Result};

/// Proof that this process alone writes to the state directory; released when dropped.
#[derive(Debug)]
pub struct WriteLock {
    /// Closing it releases the lock.
    _file: File,
}

/// The first pause between two attempts; each pause is twice the one before, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

impl WriteLock {
    /// Takes the lock `name` of the state directory now.
    ///
    /// # Errors
    ///
    /// [`Busy`](crate::error::ErrorKind::Busy), naming the holder where it is known, while another has it;
    /// [`StateDirUnwritable`](crate::error::ErrorKind::StateDirUnwritable) when its file cannot be opened.
    pub fn try_take(state_dir: &StateDir) -> Result<Self> {
        let path = state_dir.file(STRUCTURE_LOCK);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|reason| Error::state_dir_unwritable(state_dir.path(), reason))?;
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => {
                // A lock without its number is as good a lock.
                let _ = write_number(&mut file);
                Ok(Self { _file: file })
            }
            Err(TryLockError::WouldBlock) => Err(Error::busy(state_dir.path(), holder(state_dir))),
            Err(TryLockError::Error(reason)) => Err(Error::state_dir_unwritable(state_dir.path(), reason)),
        }
    }

    /// Takes the lock, waiting for it up to `patience`.
    ///
    /// # Errors
    ///
    /// As [`try_take`](Self::try_take), `Busy` only when `patience` is at its end.
    pub fn take(state_dir: &StateDir, patience: Duration) -> Result<Self> {
        Self::take_while(state_dir, patience, &|| true)
    }

    /// The same, as long as `go_on` says that it is still wanted.
    ///
    /// # Errors
    ///
    /// As [`take`](Self::take); [`Cancelled`](crate::error::ErrorKind::Cancelled) when it is no longer wanted.
    pub fn take_while(state_dir: &StateDir, patience: Duration, go_on: &dyn Fn() -> bool) -> Result<Self> {
        let mut left = patience;
        let mut pause = FIRST_PAUSE;
        loop {
            match Self::try_take(state_dir) {
                Err(error) if error.kind == crate::error::ErrorKind::Busy && !left.is_zero() => {
                    let now = pause.min(left);
                    std::thread::sleep(now);
                    left -= now;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    if !go_on() {
                        return Err(Error::cancelled());
                    }
                }
                outcome => return outcome,
            }
        }
    }
}

/// The process that last took the lock, where its file says so.
pub fn holder(state_dir: &StateDir) -> Option<u32> {
    fs::read_to_string(state_dir.file(STRUCTURE_LOCK))
        .ok()?
        .trim()
        .parse()
        .ok()
}

fn write_number(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::project::test_tree::TestTree;

    #[test]
    fn one_holder_at_a_time_and_the_other_is_told_who() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.clone());
        let lock = WriteLock::try_take(&state_dir).unwrap();
        let refusal = WriteLock::take(&state_dir, Duration::from_millis(20)).unwrap_err();
        assert_eq!(refusal.kind, ErrorKind::Busy);
        assert_eq!(
            refusal.message,
            format!(
                "process {} is writing the index in `{}`",
                std::process::id(),
                tree.root.display()
            )
        );
        drop(lock);
        WriteLock::try_take(&state_dir).unwrap();
    }

    #[test]
    fn whoever_waits_gets_it_when_it_is_free() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.clone());
        let lock = WriteLock::try_take(&state_dir).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| WriteLock::take(&state_dir, Duration::from_secs(30)).is_ok());
            std::thread::sleep(Duration::from_millis(20));
            drop(lock);
            assert!(waiting.join().unwrap());
        });
    }

    #[test]
    fn whoever_is_told_to_stop_waits_no_longer() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.clone());
        let _lock = WriteLock::try_take(&state_dir).unwrap();
        let refusal = WriteLock::take_while(&state_dir, Duration::from_secs(30), &|| false).unwrap_err();
        assert_eq!(refusal.kind, ErrorKind::Cancelled);
    }

    #[test]
    fn a_missing_state_directory_is_not_made() {
        let tree = TestTree::new();
        let state_dir = StateDir::new(tree.root.join("none"));
        let error = WriteLock::try_take(&state_dir).unwrap_err();
        assert_eq!(error.kind, ErrorKind::StateDirUnwritable);
        assert!(!state_dir.path().exists());
    }
}
