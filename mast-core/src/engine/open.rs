//! The index that an engine has open, and what is known of it from the questions before.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::error::{Error, Result};
use crate::project::witness::Testimony;
use crate::store::private::PrivateIndex;
use crate::store::snapshot::Snapshot;
use crate::store::{SCHEMA_VERSION, SchemaState, Store};

/// A testimony is not relied on for longer without a look at the disk.
const LONGEST_TRUST: Duration = Duration::from_secs(10);

/// An open index.
#[derive(Debug)]
pub(super) struct Open {
    /// The index.
    pub(super) store: Store,
    /// A copy that is brought up to date instead of the index, while that cannot be written.
    pub(super) private: Option<PrivateIndex>,
    /// All files, and what they were read from: the number of the private copy or 0, and the generation; read by the first question.
    pub(super) snapshot: Option<((u64, i64), Snapshot)>,
    /// When the disk was last found to be as the index has it, where somebody can testify that nothing changed since.
    pub(super) verified: Option<Verified>,
}

impl Open {
    /// Opens the index at `database`, which this program can read.
    pub(super) fn at(database: &Path) -> Result<Self> {
        let store = Store::open(database)?;
        match store.schema_state() {
            SchemaState::Current => {}
            SchemaState::Older(version) => return Err(Error::index_version_older(&version, SCHEMA_VERSION)),
            SchemaState::Newer(version) => return Err(Error::index_version_newer(&version, SCHEMA_VERSION)),
            SchemaState::Unreadable => {
                let reason = "it does not say which version it has";
                return Err(Error::index_unreadable(database, reason));
            }
        }
        Ok(Self {
            store,
            private: None,
            snapshot: None,
            verified: None,
        })
    }
}

/// A moment at which the index was true of the disk.
#[derive(Debug)]
pub(super) struct Verified {
    testimony: Testimony,
    /// The generation of the index then.
    generation: i64,
    at: Instant,
    /// What decides about the index and stands where nobody watches, with what the file system said of it.
    elsewhere: Vec<(PathBuf, Option<(SystemTime, u64)>)>,
}

impl Verified {
    /// What is known to be true, where the testimony reaches it; what lies elsewhere is looked at each time.
    pub(super) fn of(root: &Path, store: &Store, testimony: Testimony, at: Instant) -> Result<Option<Self>> {
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
        Ok(Some(Self {
            generation: store.generation()?,
            testimony,
            at,
            elsewhere,
        }))
    }

    /// Whether nothing changed since, as `now` testifies.
    pub(super) fn still_holds(&self, now: &Testimony, store: &Store) -> Result<bool> {
        Ok(now.is_same_as(&self.testimony)
            && self.at.elapsed() < LONGEST_TRUST
            && self.generation == store.generation()?
            && self
                .elsewhere
                .iter()
                .all(|(place, stamp)| stamp_of(place) == *stamp))
    }
}

fn stamp_of(place: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::symlink_metadata(place).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
