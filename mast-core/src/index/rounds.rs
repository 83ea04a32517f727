//! A long incremental run in several transactions, so that the write-ahead log stays short.
//!
//! After each the index is true of the files that were taken in, and the others are known to differ, as after a question whose time
//! was up.

use crate::error::Result;
use crate::index::update::{Course, Difference, Update, difference, update};
use crate::index::{Progress, Project};
use crate::project::lock::WriteLock;
use crate::store::Store;
use crate::store::swap::log_bytes;
use crate::store::write::Permission;

/// A transaction ends once the log is as long; what a transaction writes at its end comes on top.
const ROUND_BYTES: u64 = 8 << 20;

/// Takes the difference into the index that `store` reads, as much of it as the course allows.
///
/// # Errors
///
/// When the index cannot be read or written; what was taken in before that stays.
pub fn update_in_rounds(
    project: &Project<'_>,
    lock: &WriteLock,
    store: &Store,
    first: &Difference,
    course: Course<'_>,
) -> Result<Update> {
    let database = project.database();
    let go_on = || (course.go_on)() && log_bytes(&database) < ROUND_BYTES;
    let permission = Permission::Lock(lock);
    let round = Course {
        go_on: &go_on,
        ..course
    };
    let mut sum = update(project, permission, store, first, round)?;
    while !sum.is_whole() && (course.go_on)() {
        let next = difference(project, store, (course.clock)())?;
        let before = sum.run.files_handled();
        // Who listens sees one run.
        let tell = |done: usize, all: usize| {
            if done > 0 {
                course.progress.report(before + done, before + all);
            }
        };
        let round = Course {
            progress: Progress(Some(&tell)),
            ..round
        };
        let Update {
            run,
            stale,
            unindexed,
        } = update(project, permission, store, &next, round)?;
        let moved = run.files_handled() > 0;
        sum = Update {
            run: sum.run.then(&run),
            stale,
            unindexed,
        };
        if !moved {
            break;
        }
    }
    Ok(sum)
}
