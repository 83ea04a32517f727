//! What a run of this process is doing: how far it is, who hears of it, and whether it is to stop; and whether questions are withdrawn.
//!
//! There is one of it an engine, since one run at a time writes an index.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::error::{Error, Result};
use crate::index::Progress;

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Files that are done.
    pub done: usize,
    /// Files to be done.
    pub total: usize,
}

/// Told how far a run is, and nothing once it has ended.
pub type Listener = Box<dyn Fn(Option<Position>) + Send + Sync>;

/// When something was begun, as [`Activity::withdraw`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun(u64);

/// The run of an engine.
#[derive(Default)]
pub struct Activity {
    listener: Option<Listener>,
    position: Mutex<Option<Position>>,
    /// How often runs were told to stop: one that started before the last time stops.
    stops: AtomicU64,
    /// How often everything was withdrawn.
    withdrawals: AtomicU64,
}

impl Activity {
    /// With somebody who listens.
    pub fn heard_by(listener: Listener) -> Self {
        Self {
            listener: Some(listener),
            ..Self::default()
        }
    }

    /// How far the run is that is under way and has something to do.
    pub fn position(&self) -> Option<Position> {
        *self.position.lock()
    }

    /// Tells every run that is under way to stop after the files in hand.
    pub fn stop(&self) {
        self.stops.fetch_add(1, Ordering::Relaxed);
    }

    /// Withdraws everything that is under way: runs stop, and questions end where they next look, at the latest with their answer.
    ///
    /// What begins afterwards is not concerned.
    pub fn withdraw(&self) {
        self.withdrawals.fetch_add(1, Ordering::Relaxed);
        self.stop();
    }

    /// Now, for [`Activity::check`] to compare with.
    pub fn begin(&self) -> Begun {
        Begun(self.withdrawals.load(Ordering::Relaxed))
    }

    /// Whether what this thread began at `begun` is still wanted.
    ///
    /// # Errors
    ///
    /// [`Cancelled`](crate::error::ErrorKind::Cancelled) when it was withdrawn since, with everything else or by its caller alone.
    pub fn check(&self, begun: Begun) -> Result<()> {
        let is_wanted =
            CALLER.with_borrow(|caller| !caller.as_ref().is_some_and(|caller| caller.has_withdrawn()));
        if is_wanted && self.begin() == begun {
            Ok(())
        } else {
            Err(Error::cancelled())
        }
    }

    /// Does `work`, a run, with its progress told to `also` too; the second argument says whether it may go on.
    pub(super) fn during<T>(
        &self,
        also: Progress<'_>,
        work: impl FnOnce(Progress<'_>, &(dyn Fn() -> bool + Sync)) -> T,
    ) -> T {
        let told = AtomicBool::new(false);
        let stops = self.stops.load(Ordering::Relaxed);
        let caller = CALLER.with_borrow(Clone::clone);
        let listener = |done: usize, total: usize| {
            told.store(true, Ordering::Relaxed);
            let position = Position { done, total };
            self.tell(Some(position));
            if let Some(caller) = &caller {
                *caller.position.lock() = Some(position);
            }
            also.report(done, total);
        };
        let go_on = || {
            let is_wanted = !caller.as_ref().is_some_and(|caller| caller.has_withdrawn());
            is_wanted && self.stops.load(Ordering::Relaxed) == stops
        };
        let result = work(Progress(Some(&listener)), &go_on);
        if told.into_inner() {
            self.tell(None);
        }
        result
    }

    fn tell(&self, position: Option<Position>) {
        *self.position.lock() = position;
        if let Some(listener) = &self.listener {
            listener(position);
        }
    }
}

impl std::fmt::Debug for Activity {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Activity")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

thread_local! {
    /// Who waits for what this thread does.
    static CALLER: RefCell<Option<Arc<Caller>>> = const { RefCell::new(None) };
}

/// Who waits for one call among several of an engine: sees how far its run is, and may withdraw it alone.
#[derive(Debug, Default)]
pub struct Caller {
    position: Mutex<Option<Position>>,
    withdrew: AtomicBool,
}

impl Caller {
    /// How far the run is, or was at its end; nothing where the call had none.
    pub fn position(&self) -> Option<Position> {
        *self.position.lock()
    }

    /// Withdraws the call: a run of it, under way or begun later, stops after the files in hand, and a question where it next looks.
    pub fn withdraw(&self) {
        self.withdrew.store(true, Ordering::Relaxed);
    }

    /// Whether it was withdrawn.
    pub fn has_withdrawn(&self) -> bool {
        self.withdrew.load(Ordering::Relaxed)
    }

    /// Does `work`, and has the runs that this thread begins meanwhile done for this caller.
    pub fn waits_for<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        /// Leaves the thread as it was, also when `work` breaks off.
        struct Before(Option<Arc<Caller>>);
        impl Drop for Before {
            fn drop(&mut self) {
                CALLER.set(self.0.take());
            }
        }
        let _before = Before(CALLER.replace(Some(Arc::clone(self))));
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_hears_each_step_and_the_end() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let listener = Arc::clone(&told);
        let activity = Activity::heard_by(Box::new(move |position| listener.lock().push(position)));
        activity.during(Progress::NONE, |progress, go_on| {
            progress.report(1, 3);
            assert_eq!(activity.position(), Some(Position { done: 1, total: 3 }));
            assert!(go_on());
            activity.stop();
            assert!(!go_on());
        });
        activity.during(Progress::NONE, |_, go_on| {
            assert!(go_on());
            activity.withdraw();
            assert!(!go_on());
        });
        assert_eq!(*told.lock(), [Some(Position { done: 1, total: 3 }), None]);
    }

    #[test]
    fn a_caller_withdraws_its_own_run_alone() {
        let activity = Activity::default();
        let caller = Arc::new(Caller::default());
        caller.waits_for(|| {
            activity.during(Progress::NONE, |progress, go_on| {
                progress.report(64, 65);
                assert!(go_on());
                caller.withdraw();
                assert!(!go_on());
            });
        });
        let total = 65;
        assert_eq!(caller.position(), Some(Position { done: 64, total }));
        activity.during(Progress::NONE, |_, go_on| assert!(go_on()));
        let begun = activity.begin();
        let asked = caller.waits_for(|| activity.check(begun));
        assert_eq!((asked, activity.check(begun)), (Err(Error::cancelled()), Ok(())));
    }

    #[test]
    fn what_is_withdrawn_is_what_was_under_way() {
        let activity = Activity::default();
        let before = activity.begin();
        activity.stop();
        assert_eq!(activity.check(before), Ok(()));
        activity.withdraw();
        assert_eq!(activity.check(before), Err(Error::cancelled()));
        assert_eq!(activity.check(activity.begin()), Ok(()));
    }
}
