//! What every question does first: bring the index up to date with the disk, within a time budget.

use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};
use crate::index::rounds::update_in_rounds;
use crate::index::update::{Course, Difference, NamedDifference, Update, difference, update};
use crate::index::{IndexRun, Project};
use crate::project::lock::WriteLock;
use crate::store::private::PrivateIndex;
use crate::store::write::Permission;
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

/// Brings the index behind `store` up to date; where it cannot be written, a copy in memory, which is left in `private`.
///
/// The answer is then to be given from that copy. It is kept from question to question, brought up to date again at each, until
/// the index can be written or has moved on.
///
/// # Errors
///
/// When the root or the index cannot be read; a writer that is busy or a state directory that cannot be written is no error
/// but is told in the result. When the `course` says to stop, what was taken in until then stays, and the rest is named as left.
pub fn freshen(
    project: &Project<'_>,
    store: &Store,
    private: Option<&mut Option<PrivateIndex>>,
    patience: Patience,
    course: Course<'_>,
) -> Result<Freshness> {
    let (clock, started) = (course.clock, course.started);
    let scan = clock();
    let generation = store.generation()?;
    let difference = difference(project, store, scan)?;
    // Another writer's few milliseconds are waited for, within the budget; a copy needs a part of it, and one that is there needs
    // no writer.
    let wait = match &private {
        None => BUDGET,
        Some(None) => BUDGET / 2,
        Some(Some(_)) => Duration::ZERO,
    };
    let mut unused = None;
    let may_copy = private.is_some();
    let private = private.unwrap_or(&mut unused);
    if difference.is_empty() {
        *private = None;
        return Ok(Freshness {
            unseen: !difference.unreadable().is_empty(),
            ..Freshness::default()
        });
    }
    let go_on = course.go_on;
    let until =
        |end: Duration| move || go_on() && (patience == Patience::Unlimited || started.elapsed() < end);
    let in_time = until(BUDGET);
    let course = Course {
        go_on: &in_time,
        ..course
    };
    let wait = wait.saturating_sub(started.elapsed());
    let attempt = WriteLock::take(&project.config.state_dir, wait).and_then(|lock| {
        if store.is_current() && store.generation()? == generation {
            return update_in_rounds(project, &lock, store, &difference, course);
        }
        // Between the look and the lock another process wrote: what differed then says nothing of what differs now.
        let store = Store::open(&project.database())?;
        if store.schema_state() != SchemaState::Current {
            return Err(Error::busy(project.config.state_dir.path(), None));
        }
        let difference = self::difference(project, &store, clock())?;
        update_in_rounds(project, &lock, &store, &difference, course)
    });
    let error = match attempt {
        Ok(update) => {
            *private = None;
            return Ok(taken_in(update, &difference));
        }
        // Whatever keeps the index from being written, a full disk too, the question has an answer.
        Err(error)
            if matches!(
                error.kind,
                ErrorKind::Busy | ErrorKind::StateDirUnwritable | ErrorKind::Io
            ) =>
        {
            error
        }
        Err(error) => return Err(error),
    };
    if may_copy {
        // The budget may have gone by waiting; what reads and parses the files has another one.
        let in_time = until(started.elapsed() + BUDGET);
        let course = Course {
            go_on: &in_time,
            ..course
        };
        // A copy that cannot be made or changed is one way less to answer, and no failure.
        match update_private(project, store, (generation, &difference), private, course) {
            Ok(Some(freshness)) => {
                return Ok(Freshness {
                    busy: error.kind == ErrorKind::Busy,
                    ..freshness
                });
            }
            Ok(None) | Err(_) => *private = None,
        }
    }
    Ok(Freshness {
        run: IndexRun::default(),
        left: difference.named(project, store)?,
        busy: error.kind == ErrorKind::Busy,
        unseen: !difference.unreadable().is_empty(),
    })
}

/// Takes into the copy what differs from it, once there is a copy of what `store` reads; `known` is what differed from the index
/// and at which generation of it.
fn update_private(
    project: &Project<'_>,
    store: &Store,
    known: (i64, &Difference),
    private: &mut Option<PrivateIndex>,
    course: Course<'_>,
) -> Result<Option<Freshness>> {
    let is_there = match private {
        Some(copy) => copy.is_copy_of(store)?,
        None => false,
    };
    if !is_there {
        *private = PrivateIndex::copy_of(store)?;
    }
    let Some(copy) = private else {
        return Ok(None);
    };
    let (generation, difference) = known;
    let other;
    let difference = if !is_there && store.generation()? == generation {
        difference
    } else {
        other = self::difference(project, copy.store(), (course.clock)())?;
        &other
    };
    let update = update(
        project,
        Permission::Private(copy),
        copy.store(),
        difference,
        course,
    )?;
    Ok(Some(taken_in(update, difference)))
}

fn taken_in(update: Update, difference: &Difference) -> Freshness {
    Freshness {
        run: update.run,
        left: NamedDifference {
            changed: update.stale,
            unindexed: update.unindexed,
            deleted: Vec::new(),
            unreadable: difference.unreadable(),
        },
        busy: false,
        unseen: !difference.unreadable().is_empty(),
    }
}
