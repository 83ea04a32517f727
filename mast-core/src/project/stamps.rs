//! What the file system says about a file or a directory without reading it, and whether it still says so.
//!
//! A stamp that is taken too soon after a change proves nothing: a second change within the same tick of
//! the file system's clock leaves it as it is. Such a stamp is not *settled*, and what bears it is read
//! again (the "racy git" problem, <https://git-scm.com/docs/racy-git>).

use std::fs::Metadata;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A change this close to the moment of looking may be followed by another with the same time.
const TICK: Duration = Duration::from_millis(50);

/// The same for file systems that keep whole seconds only, two of them on FAT.
const COARSE_TICK: Duration = Duration::from_secs(2);

/// What the file system says about one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Bytes.
    pub size: u64,
    /// Last change of the contents, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// Last change of contents or attributes, which no program can set; 0 where there is none.
    pub changed_ns: i64,
    /// The number of the file in its file system; 0 where there is none.
    pub inode: u64,
    /// Whether equality with a later stamp proves that nothing changed.
    pub settled: bool,
}

/// What the file system says about one directory: it changes with every entry that comes or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectoryStamp {
    /// Last change of the list of entries, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// Last change of entries or attributes; 0 where there is none.
    pub changed_ns: i64,
    /// The number of the directory in its file system; 0 where there is none.
    pub inode: u64,
    /// Whether equality with a later stamp proves that nothing changed.
    pub settled: bool,
}

impl FileStamp {
    /// The stamp in `metadata`, looked at not before `now`.
    pub fn of(metadata: &Metadata, now: SystemTime) -> Self {
        let (modified_ns, changed_ns, inode) = times(metadata);
        Self {
            size: metadata.len(),
            modified_ns,
            changed_ns,
            inode,
            settled: is_settled(modified_ns, changed_ns, now),
        }
    }

    /// Whether `later` proves that the file is as it was.
    pub fn proves_unchanged(&self, later: &Self) -> bool {
        self.settled
            && self.size == later.size
            && self.modified_ns == later.modified_ns
            && self.changed_ns == later.changed_ns
            && self.inode == later.inode
    }
}

impl DirectoryStamp {
    /// The stamp in `metadata`, looked at not before `now`.
    pub fn of(metadata: &Metadata, now: SystemTime) -> Self {
        let (modified_ns, changed_ns, inode) = times(metadata);
        Self {
            modified_ns,
            changed_ns,
            inode,
            settled: is_settled(modified_ns, changed_ns, now),
        }
    }

    /// Whether `later` proves that the directory has the entries it had.
    pub fn proves_unchanged(&self, later: &Self) -> bool {
        self.settled
            && self.modified_ns == later.modified_ns
            && self.changed_ns == later.changed_ns
            && self.inode == later.inode
    }
}

#[cfg(unix)]
fn times(metadata: &Metadata) -> (i64, i64, u64) {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    (
        nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        metadata.ino(),
    )
}

#[cfg(not(unix))]
fn times(metadata: &Metadata) -> (i64, i64, u64) {
    (metadata.modified().map_or(0, nanoseconds_since_1970), 0, 0)
}

/// `time` in nanoseconds since 1970, negative before.
pub fn nanoseconds_since_1970(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |before| -before),
    }
}

/// Far from `now` on either side: a time set in the future by hand is not one that a change would bear.
fn is_settled(modified_ns: i64, changed_ns: i64, now: SystemTime) -> bool {
    let newest = if changed_ns == 0 { modified_ns } else { changed_ns };
    let tick = if newest % 1_000_000_000 == 0 {
        COARSE_TICK
    } else {
        TICK
    };
    let distance = nanoseconds_since_1970(now).abs_diff(newest);
    u128::from(distance) > tick.as_nanos()
}
