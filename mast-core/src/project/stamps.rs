//! What the file system says about a file or a directory without reading it, and whether it still says so.
//!
//! A stamp that is taken too soon after a change proves nothing: a second change within the same tick of
//! the file system's clock leaves it as it is. Such a stamp is not *settled*, and what bears it is read
//! again (the "racy git" problem, <https://git-scm.com/docs/racy-git>).

use std::fs::{self, Metadata};
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::changes::KnownFile;
use super::walk::WalkedDirectory;

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

/// What a look at something known found, unless that it is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding<Stamp> {
    /// It may have changed: this is its stamp now.
    Differs(Stamp),
    /// It is gone, or something else took its name.
    Gone,
}

/// Everything known that is not proven to be as it was, by its place among what is known.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) directories: Vec<(usize, Finding<DirectoryStamp>)>,
    pub(super) files: Vec<(usize, Finding<FileStamp>)>,
}

/// Fewer looks than this are not worth a second thread.
const WORTH_A_THREAD: usize = 2_000;

/// More threads than this wait for each other in the file system.
const MOST_THREADS: usize = 4;

impl Seen {
    /// Looks at everything known, not before `now`.
    ///
    /// What cannot be looked at counts as unchanged: the directory that refuses differs itself, and says so.
    pub(super) fn look(
        root: &Path,
        directories: &[WalkedDirectory],
        files: &[KnownFile],
        now: SystemTime,
    ) -> Self {
        Self {
            directories: look_at_all(root, directories, now),
            files: look_at_all(root, files, now),
        }
    }
}

/// Something known that can be looked at again.
trait Look {
    type Stamp: Send;

    /// Its path below the root, `""` for the root.
    fn path(&self) -> &str;

    /// What is at `place` now, unless it is proven to be as it was.
    fn look(&self, place: &Path, now: SystemTime) -> Option<Finding<Self::Stamp>>;
}

impl Look for WalkedDirectory {
    type Stamp = DirectoryStamp;

    fn path(&self) -> &str {
        &self.path
    }

    fn look(&self, place: &Path, now: SystemTime) -> Option<Finding<DirectoryStamp>> {
        // Only the root may be reached through a link.
        let metadata = if self.path.is_empty() {
            fs::metadata(place)
        } else {
            fs::symlink_metadata(place)
        };
        finding(metadata, Metadata::is_dir, |metadata| {
            let stamp = DirectoryStamp::of(metadata, now);
            (!self.stamp.proves_unchanged(&stamp)).then_some(stamp)
        })
    }
}

impl Look for KnownFile {
    type Stamp = FileStamp;

    fn path(&self) -> &str {
        self.path.as_str()
    }

    fn look(&self, place: &Path, now: SystemTime) -> Option<Finding<FileStamp>> {
        finding(fs::symlink_metadata(place), Metadata::is_file, |metadata| {
            let stamp = FileStamp::of(metadata, now);
            (!self.stamp.proves_unchanged(&stamp)).then_some(stamp)
        })
    }
}

fn finding<Stamp>(
    metadata: io::Result<Metadata>,
    has_right_kind: fn(&Metadata) -> bool,
    differs: impl FnOnce(&Metadata) -> Option<Stamp>,
) -> Option<Finding<Stamp>> {
    match metadata {
        Ok(metadata) if has_right_kind(&metadata) => differs(&metadata).map(Finding::Differs),
        Ok(_) => Some(Finding::Gone),
        Err(reason) => {
            let is_gone = matches!(
                reason.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            );
            is_gone.then_some(Finding::Gone)
        }
    }
}

/// Threads of its own and not a pool's: a pool's idle threads look for work, which costs more than the looks.
fn look_at_all<T: Look + Sync>(root: &Path, known: &[T], now: SystemTime) -> Vec<(usize, Finding<T::Stamp>)> {
    let available = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = (known.len() / WORTH_A_THREAD).clamp(1, available.min(MOST_THREADS));
    let share = known.len().div_ceil(threads).max(1);
    let mut shares = known.chunks(share).enumerate();
    let own = shares.next();
    thread::scope(|scope| {
        let others: Vec<_> = shares
            .map(|(at, part)| scope.spawn(move || look_at_share(root, part, at * share, now)))
            .collect();
        let mut seen = own.map_or_else(Vec::new, |(_, part)| look_at_share(root, part, 0, now));
        for other in others {
            match other.join() {
                Ok(findings) => seen.extend(findings),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        seen
    })
}

fn look_at_share<T: Look>(
    root: &Path,
    known: &[T],
    first: usize,
    now: SystemTime,
) -> Vec<(usize, Finding<T::Stamp>)> {
    let mut seen = Vec::new();
    // One buffer for every path.
    let mut place = PathBuf::with_capacity(256);
    for (at, item) in known.iter().enumerate() {
        place.as_mut_os_string().clear();
        place.push(root);
        if !item.path().is_empty() {
            place.push(item.path());
        }
        if let Some(finding) = item.look(&place, now) {
            seen.push((first + at, finding));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_settled_when_a_further_change_would_show() {
        let second = 1_000_000_000;
        let at = |ns: i64| UNIX_EPOCH + Duration::from_nanos(ns as u64);
        let changed = 1_000 * second + 7;
        assert!(!is_settled(changed, changed, at(changed + 20_000_000)));
        assert!(is_settled(changed, changed, at(changed + 60_000_000)));
        assert!(!is_settled(changed, changed, at(changed - 20_000_000)));
        // Set back by hand: only the change of the attributes is recent.
        assert!(!is_settled(5 * second, changed, at(changed + 20_000_000)));
        // A file system with whole seconds.
        assert!(!is_settled(1_000 * second, 0, at(1_001 * second)));
        assert!(is_settled(1_000 * second, 0, at(1_003 * second)));
        // In the future: no change now would bear that time.
        assert!(is_settled(changed, 0, at(5 * second)));
    }

    #[test]
    fn any_difference_counts_older_too() {
        let stamp = FileStamp {
            size: 1,
            modified_ns: 10,
            changed_ns: 10,
            inode: 1,
            settled: true,
        };
        assert!(stamp.proves_unchanged(&FileStamp {
            settled: false,
            ..stamp
        }));
        assert!(
            !FileStamp {
                settled: false,
                ..stamp
            }
            .proves_unchanged(&stamp)
        );
        for other in [
            FileStamp { size: 2, ..stamp },
            FileStamp {
                modified_ns: 9,
                ..stamp
            },
            FileStamp {
                changed_ns: 11,
                ..stamp
            },
            FileStamp { inode: 2, ..stamp },
        ] {
            assert!(!stamp.proves_unchanged(&other));
        }
    }

    #[test]
    fn times_before_1970_are_negative() {
        assert_eq!(nanoseconds_since_1970(UNIX_EPOCH - Duration::from_nanos(3)), -3);
    }
}
