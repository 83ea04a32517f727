//! Proof that the index is true of the disk, so that a question need not look.
//!
//! A look at the disk is good for as long as a witness testifies that nothing changed since. A question that finds no such look makes
//! one; what a server does between questions may make one too.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::engine::Engine;
use crate::engine::open::Open;
use crate::error::Result;
use crate::index::freshen::{Freshness, Patience};
use crate::index::{self, NamedDifference};
use crate::project::witness::{Testimony, Witness};
use crate::store::Store;

/// A testimony is not relied on for longer without a look at the disk.
const LONGEST_TRUST: Duration = Duration::from_secs(10);

/// While questions come, a server looks again before that is over.
const RENEWED_AFTER: Duration = Duration::from_secs(5);

/// A moment at which the index was true of the disk.
#[derive(Debug)]
pub(super) struct Verified {
    testimony: Testimony,
    /// The generation of the index then.
    generation: i64,
    at: Instant,
    /// What decides about the index and stands where nobody watches, with what the file system said of it.
    elsewhere: Vec<(PathBuf, Option<(SystemTime, u64)>)>,
    /// Whether there were directories that could not be looked into.
    unseen: bool,
}

impl Engine {
    /// Lets `witness` testify that nothing changed between questions, or nobody.
    pub fn set_witness(&self, witness: Option<Arc<Witness>>) {
        *self.witness.lock() = witness;
    }

    fn testimony(&self) -> Option<Testimony> {
        let witness = self.witness.lock().clone();
        witness.and_then(|witness| witness.testify())
    }

    /// Freshens, unless a witness testifies that nothing changed since that was last done to the end.
    pub(super) fn verify(&self, open: &mut Open) -> Result<Freshness> {
        let testimony = self.testimony();
        if let Some(testimony) = &testimony
            && open.is_proven(testimony)?
        {
            return Ok(Freshness::default());
        }
        open.verified = None;
        let at = self.start();
        let freshness = self.freshen(&open.store, Some(&mut open.private), Patience::Budget)?;
        let is_true = is_true(&freshness) && open.private.is_none();
        if let (Some(testimony), true) = (testimony, is_true && open.store.is_current()) {
            let generation = open.store.generation()?;
            let moment = (testimony, at, generation);
            open.verified = verified(&self.config.root, &open.store, moment, freshness.unseen)?;
        }
        Ok(freshness)
    }

    /// How the disk differs from the index behind `store`, and how many files that knows; where a witness testifies that nothing
    /// differs, nothing is looked at.
    ///
    /// # Errors
    ///
    /// When the root or the index cannot be read.
    pub(crate) fn difference(&self, store: &Store) -> Result<(NamedDifference, usize)> {
        if let Some(mut open) = self.open.try_lock()
            && let Some(open) = open.as_mut()
            && open.verified.as_ref().is_some_and(|verified| !verified.unseen)
            && open.store.is_current()
            && store.is_current()
            && let Some(testimony) = self.testimony()
            && open.is_proven(&testimony)?
        {
            return Ok((NamedDifference::default(), 0));
        }
        let mut found = (NamedDifference::default(), 0);
        self.noting(store, || {
            let project = self.project();
            let difference = index::difference(&project, store, self.now())?;
            found = (difference.named(&project, store)?, difference.known_files());
            Ok(Freshness {
                left: found.0.clone(),
                // A file that is too fresh to be sure of is read again at the next look.
                busy: !difference.is_empty(),
                ..Freshness::default()
            })
        })?;
        Ok(found)
    }

    /// Looks at the disk with `look`, which reads `store`. When it finds the index true, and nobody wrote meanwhile, questions rely
    /// on that too.
    ///
    /// # Errors
    ///
    /// Those of `look`.
    pub(super) fn noting(&self, store: &Store, look: impl FnOnce() -> Result<Freshness>) -> Result<()> {
        let at = self.start();
        let before = self.testimony().zip(self.generation());
        let freshness = look()?;
        let Some((testimony, generation)) = before.filter(|_| is_true(&freshness) && store.is_current())
        else {
            return Ok(());
        };
        let moment = (testimony, at, generation);
        let verified = verified(&self.config.root, store, moment, freshness.unseen)?;
        if let Some(open) = self.open.lock().as_mut()
            && open.store.is_current()
            && open.store.generation()? == generation
        {
            open.verified = verified;
        }
        Ok(())
    }

    /// The generation of the index that questions read, which is opened where it is not.
    fn generation(&self) -> Option<i64> {
        let mut open = self.open.lock();
        if open.as_ref().is_none_or(|open| !open.store.is_current()) {
            *open = self.open_index().ok();
        }
        open.as_ref()?.store.generation().ok()
    }

    /// Whether the look that questions rely on will soon be too old.
    pub fn is_due(&self) -> bool {
        self.open.try_lock().is_some_and(|open| {
            open.as_ref()
                .and_then(|open| open.verified.as_ref())
                .is_some_and(|verified| verified.at.elapsed() > RENEWED_AFTER)
        })
    }

    /// Looks at the disk so that the next question need not; what differs is left to it.
    ///
    /// # Errors
    ///
    /// When the root or the index cannot be read.
    pub fn renew(&self) -> Result<()> {
        let Some(_alone) = self.renewing.try_lock() else {
            return Ok(());
        };
        let open = self.open_index()?;
        self.noting(&open.store, || {
            let difference = index::difference(&self.project(), &open.store, self.now())?;
            Ok(Freshness {
                unseen: !difference.unreadable().is_empty(),
                busy: !difference.is_empty(),
                ..Freshness::default()
            })
        })
    }
}

impl Open {
    /// Whether the index is as true of the disk as it was when that was last looked at.
    fn is_proven(&self, now: &Testimony) -> Result<bool> {
        let Some(before) = &self.verified else {
            return Ok(false);
        };
        let stands = now.is_same_as(&before.testimony)
            && before.at.elapsed() < LONGEST_TRUST
            && before.generation == self.store.generation()?;
        Ok(stands
            && before
                .elsewhere
                .iter()
                .all(|(place, stamp)| stamp_of(place) == *stamp))
    }
}

fn is_true(freshness: &Freshness) -> bool {
    freshness.left == NamedDifference::default() && !freshness.busy
}

/// What is known to be true, where the testimony reaches it; what lies elsewhere is looked at each time.
fn verified(
    root: &Path,
    store: &Store,
    (testimony, at, generation): (Testimony, Instant, i64),
    unseen: bool,
) -> Result<Option<Verified>> {
    if !store
        .known_directories()?
        .iter()
        .all(|directory| testimony.covers(&directory.path))
    {
        return Ok(None);
    }
    let is_watched = |place: &Path| {
        let directory = place.parent().and_then(|parent| parent.strip_prefix(root).ok());
        directory
            .and_then(Path::to_str)
            .is_some_and(|below| testimony.covers(below))
    };
    let rules = store.known_rules()?.into_iter().map(|rule| rule.path);
    let manifests = store.manifests()?.into_iter();
    let manifests = manifests.map(|stored| root.join(stored.manifest.path));
    let elsewhere = rules
        .chain(manifests)
        .filter(|place| !is_watched(place))
        .map(|place| {
            let stamp = stamp_of(&place);
            (place, stamp)
        })
        .collect();
    Ok(Some(Verified {
        testimony,
        generation,
        at,
        elsewhere,
        unseen,
    }))
}

fn stamp_of(place: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::symlink_metadata(place).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
