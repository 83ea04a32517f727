//! Proof that nothing changed on disk since an earlier look, so that a question need not look again.
//!
//! The kernel queues what happens in a watched directory before the call that makes it happen returns, and hands it over in that
//! order. So a change that the watcher makes itself, to a *cookie*, comes after everything that changed before: when it has come,
//! nothing older is on its way. That holds for inotify on file systems that only this kernel writes, and is claimed of nothing
//! else. Who gets no testimony looks at the disk.
//!
//! Cost: one system call and the waking of a thread.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parking_lot::{Condvar, Mutex};

/// A thread that does not get to run for this long gives no testimony; looking at the disk takes about as long.
const PATIENCE: Duration = Duration::from_millis(20);

const COOKIE: &str = "cookie";

/// Hears of what a watch is told.
#[derive(Debug)]
pub struct Witness {
    cookie: PathBuf,
    /// The cookie, and how often it was changed.
    touched: Mutex<(File, u64)>,
    heard: Mutex<Heard>,
    came: Condvar,
}

#[derive(Debug, Default)]
struct Heard {
    /// Changes that can change the index.
    changes: u64,
    /// Changes of the cookie.
    cookies: u64,
    /// How often a watch may have ended, or changes were lost.
    losses: u64,
    /// The directories that are watched, while all of the watches are known to live.
    watched: Option<Arc<BTreeSet<String>>>,
}

/// What a witness says of one moment.
#[derive(Clone, Debug)]
pub struct Testimony {
    changes: u64,
    watched: Arc<BTreeSet<String>>,
}

impl Testimony {
    /// Whether nothing changed since an earlier moment.
    pub fn is_same_as(&self, earlier: &Self) -> bool {
        self.changes == earlier.changes && Arc::ptr_eq(&self.watched, &earlier.watched)
    }

    /// Whether `directory`, a path below the root, was watched.
    pub fn covers(&self, directory: &str) -> bool {
        self.watched.contains(directory)
    }
}

impl Witness {
    /// A witness with its cookie in `directory`, which is made; none where it cannot be written.
    pub fn new(directory: &Path) -> Option<Self> {
        std::fs::create_dir_all(directory).ok()?;
        let cookie = directory.join(COOKIE);
        let file = File::create(&cookie).ok()?;
        Some(Self {
            cookie,
            touched: Mutex::new((file, 0)),
            heard: Mutex::default(),
            came: Condvar::new(),
        })
    }

    /// Whether `path` is its cookie, or the directory that it stands in.
    pub(super) fn is_own(&self, path: &Path) -> bool {
        self.cookie.starts_with(path)
    }

    pub(super) fn hear_cookie(&self) {
        self.heard.lock().cookies += 1;
        self.came.notify_all();
    }

    pub(super) fn hear_change(&self) {
        self.heard.lock().changes += 1;
    }

    /// Hears that a watch may have ended, that there may be something new to watch, or that changes were lost.
    pub(super) fn hear_loss(&self) {
        let mut heard = self.heard.lock();
        heard.changes += 1;
        heard.losses += 1;
        heard.watched = None;
    }

    /// How often it heard of a loss.
    pub(super) fn losses(&self) -> u64 {
        self.heard.lock().losses
    }

    /// Whether `directory`, a path below the root, is known to be watched.
    pub(super) fn watches(&self, directory: &str) -> bool {
        let heard = self.heard.lock();
        heard
            .watched
            .as_ref()
            .is_some_and(|watched| watched.contains(directory))
    }

    /// Learns that each of `directories` is watched, unless there was a loss since it said that there were `losses`.
    pub(super) fn learn(&self, directories: &BTreeSet<String>, losses: u64) {
        let mut heard = self.heard.lock();
        if heard.losses == losses && heard.watched.as_deref() != Some(directories) {
            heard.watched = Some(Arc::new(directories.clone()));
        }
    }

    /// Says what it has heard, once it is sure that this is all that happened before now.
    pub fn testify(&self) -> Option<Testimony> {
        self.testify_within(PATIENCE)
    }

    fn testify_within(&self, patience: Duration) -> Option<Testimony> {
        let mut touched = self.touched.lock();
        let (file, count) = &mut *touched;
        {
            let heard = self.heard.lock();
            // A cookie that is still on its way would be taken for the next one.
            if heard.watched.is_none() || heard.cookies != *count {
                return None;
            }
        }
        *count += 1;
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(*count))
            .ok()?;
        let mut heard = self.heard.lock();
        let waited = self
            .came
            .wait_while_for(&mut heard, |heard| heard.cookies != *count, patience);
        if waited.timed_out() {
            return None;
        }
        Some(Testimony {
            changes: heard.changes,
            watched: Arc::clone(heard.watched.as_ref()?),
        })
    }
}

/// Whether what happens below `root` comes through this kernel alone, and is told before it is done.
#[cfg(target_os = "linux")]
pub(super) fn is_trusted(root: &Path) -> bool {
    // The magic numbers of ext4, xfs, btrfs, tmpfs, overlayfs, zfs, f2fs and bcachefs.
    const LOCAL: &[i64] = &[
        0xEF53,
        0x5846_5342,
        0x9123_683E,
        0x0102_1994,
        0x794C_7630,
        0x2FC1_2FC1,
        0xF2F5_2010,
        0xCA45_1A4E,
    ];
    #[allow(
        clippy::unnecessary_cast,
        clippy::useless_conversion,
        reason = "the type of the number differs between machines"
    )]
    rustix::fs::statfs(root).is_ok_and(|system| LOCAL.contains(&(system.f_type as i64)))
}

/// Elsewhere changes are told later, or in no order.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_trusted(_root: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::test_tree::TestTree;

    #[test]
    fn it_says_something_only_while_it_hears_everything() {
        let tree = TestTree::new();
        let witness = Witness::new(&tree.root.join("watch")).unwrap();
        let watched: BTreeSet<String> = ["src".to_owned()].into();
        assert!(witness.testify().is_none(), "nothing is watched");
        witness.learn(&watched, 0);
        assert!(witness.testify().is_none(), "its cookie does not come");
        witness.hear_cookie();
        let touched = || std::fs::metadata(&witness.cookie).unwrap().modified().unwrap();
        let testify = || {
            std::thread::scope(|scope| {
                let before = touched();
                let testimony = scope.spawn(|| witness.testify_within(Duration::from_mins(1)));
                while touched() == before {
                    std::thread::yield_now();
                }
                witness.hear_cookie();
                testimony.join().unwrap()
            })
        };
        let first = testify().unwrap();
        assert!(first.covers("src") && !first.covers("lib"));
        assert!(testify().unwrap().is_same_as(&first));
        witness.hear_change();
        let second = testify().unwrap();
        assert!(!second.is_same_as(&first));
        let losses = witness.losses();
        witness.hear_loss();
        assert!(witness.testify().is_none());
        witness.learn(&watched, losses);
        assert!(witness.testify().is_none(), "there was a loss in between");
        witness.learn(&watched, losses + 1);
        assert!(!testify().unwrap().is_same_as(&second));
    }
}
