//! What every question does first: bring the index up to date with the disk, within a time budget.

use std::time::{Duration, Instant, SystemTime};

use crate::error::{Error, ErrorKind, Result};
use crate::index::update::{Course, NamedDifference, difference, update};
use crate::index::{IndexRun, Progress, Project};
use crate::project::lock::WriteLock;
use crate::store::{SchemaState, Store};

/// How long a question waits for the index to catch up.
pub const BUDGET: Duration = Duration::from_millis(250);

/// How true the index is of the disk after freshening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// What was taken in.
    pub run: IndexRun,
    /// What could not be taken in: the answer is given from what the index still has.
    pub left: NamedDifference,
    /// Whether another process held the write lock.
    pub busy: bool,
    /// Whether there are directories that cannot be looked into.
    pub unseen: bool,
}

/// Whether a question waits until everything is taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// At most [`BUDGET`].
    Budget,
    /// As long as it takes.
    Unlimited,
}

/// Brings the index behind `store` up to date.
///
/// # Errors
///
/// When the root or the index cannot be read; a writer that is busy or a state directory that cannot be written is no error
/// but is told in the result.
pub fn freshen(
    project: &Project<'_>,
    store: &Store,
    patience: Patience,
    progress: Progress<'_>,
    clock: &dyn Fn() -> SystemTime,
    started: Instant,
) -> Result<Freshness> {
    let scan = clock();
    let generation = store.generation()?;
    let difference = difference(project, store, scan)?;
    if difference.is_empty() {
        return Ok(Freshness {
            unseen: !difference.unreadable().is_empty(),
            ..Freshness::default()
        });
    }
    let go_on = move || match patience {
        Patience::Budget => started.elapsed() < BUDGET,
        Patience::Unlimited => true,
    };
    // Another writer's few milliseconds are waited for, within the budget.
    let patience_left = BUDGET.saturating_sub(started.elapsed());
    let attempt = WriteLock::take(&project.config.state_dir, patience_left).and_then(|lock| {
        let course = Course {
            progress,
            clock,
            started,
            go_on: &go_on,
        };
        if store.is_current() && store.generation()? == generation {
            return update(project, &lock, store, &difference, course);
        }
        // Between the look and the lock another process wrote: what differed then says nothing of what differs now.
        let store = Store::open(&project.database())?;
        if store.schema_state() != SchemaState::Current {
            return Err(Error::busy(project.config.state_dir.path(), None));
        }
        let difference = self::difference(project, &store, clock())?;
        update(project, &lock, &store, &difference, course)
    });
    match attempt {
        Ok(update) => Ok(Freshness {
            run: update.run,
            left: NamedDifference {
                changed: update.stale,
                unindexed: update.unindexed,
                deleted: Vec::new(),
                unreadable: difference.unreadable(),
            },
            busy: false,
            unseen: !difference.unreadable().is_empty(),
        }),
        // Whatever keeps the index from being written, a full disk too, the question has an answer.
        Err(error)
            if matches!(
                error.kind,
                ErrorKind::Busy | ErrorKind::StateDirUnwritable | ErrorKind::Io
            ) =>
        {
            Ok(Freshness {
                run: IndexRun::default(),
                left: difference.named(project, store)?,
                busy: error.kind == ErrorKind::Busy,
                unseen: !difference.unreadable().is_empty(),
            })
        }
        Err(error) => Err(error),
    }
}
