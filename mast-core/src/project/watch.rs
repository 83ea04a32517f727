//! Watching: being told that something in scope changed, between questions.
//!
//! Each directory that the walk entered is watched by itself, so that what it leaves out is not, however large. Where what is told is
//! also proof of what did not happen, a [`Witness`] says so; elsewhere a watch only makes questions quicker.
//!
//! Cost: one kernel watch a directory, no processor time while nothing changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::event::{CreateKind, EventKind, ModifyKind, RemoveKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use parking_lot::Mutex;

use super::config::{CONFIG_FILE, Config};
use super::manifests;
use super::state_dir::WATCH;
use super::walk::is_linked_worktree;
use super::witness::{Witness, is_trusted};

/// More directories are not watched: a watch costs the kernel about a kilobyte.
const MOST_DIRECTORIES: usize = 20_000;

/// Files whose change decides what is walked.
const RULE_FILES: &[&str] = &[".git", ".gitignore", ".gitmodules", CONFIG_FILE];

/// Called with each path that changed; none when some changes were lost.
pub type OnChange = Box<dyn Fn(Option<PathBuf>) + Send>;

/// A watch over the directories of a project; it ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    watcher: RecommendedWatcher,
    directories: BTreeSet<String>,
    told: Arc<Told>,
}

/// What the thread of a watch works with.
#[derive(Debug)]
struct Told {
    root: PathBuf,
    extensions: Vec<String>,
    witness: Option<Arc<Witness>>,
    /// Names that something was removed from: a watch of what they named has ended.
    gone: Mutex<BTreeSet<PathBuf>>,
}

impl Watch {
    /// Watches nothing yet; what will change is told to `on_change`, on a thread of the watch.
    ///
    /// # Errors
    ///
    /// Why there can be no watch, for people.
    pub fn new(config: &Config, on_change: OnChange) -> Result<Self, String> {
        if is_linked_worktree(&config.root) {
            return Err("this is a linked worktree, and a repository is watched once".to_owned());
        }
        let own = config.state_dir.file(WATCH);
        let witness = if is_trusted(&config.root) && is_trusted(config.state_dir.path()) {
            Witness::new(&own).map(Arc::new)
        } else {
            None
        };
        let told = Arc::new(Told {
            root: config.root.clone(),
            extensions: config.file_extensions.clone(),
            witness,
            gone: Mutex::default(),
        });
        let teller = Arc::clone(&told);
        let watcher = notify::recommended_watcher(move |event| teller.tell(event, &on_change));
        let mut watcher = watcher.map_err(|error| reason(&error))?;
        if told.witness.is_some() {
            watcher
                .watch(&own, RecursiveMode::NonRecursive)
                .map_err(|error| reason(&error))?;
        }
        Ok(Self {
            watcher,
            directories: BTreeSet::new(),
            told,
        })
    }

    /// Who can testify that nothing changed, where somebody can.
    pub fn witness(&self) -> Option<&Arc<Witness>> {
        self.told.witness.as_ref()
    }

    /// Watches `directories`, paths below the root, and no others.
    ///
    /// # Errors
    ///
    /// Why they cannot all be watched, for people; the watch is of no use then.
    pub fn set(&mut self, directories: BTreeSet<String>) -> Result<(), String> {
        if directories.len() > MOST_DIRECTORIES {
            return Err(format!(
                "there are {} directories, and {MOST_DIRECTORIES} are the most",
                directories.len()
            ));
        }
        let losses = self.witness().map(|witness| witness.losses());
        self.forget_gone();
        let root = self.told.root.clone();
        for gone in self.directories.difference(&directories) {
            // The watch of a directory that was deleted has ended by itself.
            drop(self.watcher.unwatch(&place_of(&root, gone)));
        }
        let mut is_one_system = true;
        for new in directories.difference(&self.directories) {
            let place = place_of(&root, new);
            match self.watcher.watch(&place, RecursiveMode::NonRecursive) {
                Err(error) if place.is_dir() => return Err(reason(&error)),
                // It went away in the meantime.
                Ok(()) | Err(_) => {}
            }
            is_one_system &= is_same_system(&root, &place);
        }
        self.directories = directories;
        // A file system that is mounted below the root may be another kernel's.
        if let (true, Some(witness), Some(losses)) = (is_one_system, self.witness(), losses) {
            witness.learn(&self.directories, losses);
        }
        Ok(())
    }

    /// Forgets the watches of directories that were removed or renamed, and of those below: they have ended, or bear another name.
    fn forget_gone(&mut self) {
        for place in std::mem::take(&mut *self.told.gone.lock()) {
            let Some(gone) = self.told.below_root(&place) else {
                continue;
            };
            let ended: Vec<String> = self
                .directories
                .iter()
                .filter(|directory| Path::new(directory).starts_with(&gone))
                .cloned()
                .collect();
            for directory in ended {
                drop(self.watcher.unwatch(&place_of(&self.told.root, &directory)));
                self.directories.remove(&directory);
            }
        }
    }
}

/// Where the directory `path` is; the root has none below itself.
fn place_of(root: &Path, path: &str) -> PathBuf {
    if path.is_empty() {
        root.to_path_buf()
    } else {
        root.join(path)
    }
}

impl Told {
    fn tell(&self, event: notify::Result<Event>, on_change: &OnChange) {
        let event = match event {
            Ok(event) if !event.need_rescan() => event,
            Ok(_) | Err(_) => {
                self.lose();
                on_change(None);
                return;
            }
        };
        for path in event.paths {
            if let Some(witness) = self.witness.as_ref().filter(|witness| witness.is_own(&path)) {
                if matches!(event.kind, EventKind::Modify(_)) {
                    witness.hear_cookie();
                }
                continue;
            }
            if !is_relevant(event.kind, &path, &self.extensions) {
                continue;
            }
            if matches!(
                event.kind,
                EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
            ) {
                self.gone.lock().insert(path.clone());
            }
            if self.is_of_directory(event.kind, &path) {
                self.lose();
            } else if let Some(witness) = &self.witness {
                witness.hear_change();
            }
            on_change(Some(path));
        }
    }

    fn lose(&self) {
        if let Some(witness) = &self.witness {
            witness.hear_loss();
        }
    }

    /// Whether a directory came, went, or has another name.
    fn is_of_directory(&self, kind: EventKind, path: &Path) -> bool {
        let is_watched = || {
            let below = self.below_root(path);
            below.is_some_and(|below| {
                self.witness
                    .as_ref()
                    .is_some_and(|witness| witness.watches(&below))
            })
        };
        match kind {
            EventKind::Create(CreateKind::File) | EventKind::Modify(ModifyKind::Data(_)) => false,
            EventKind::Create(_) | EventKind::Remove(RemoveKind::Folder) => true,
            EventKind::Remove(_)
            | EventKind::Modify(_)
            | EventKind::Any
            | EventKind::Access(_)
            | EventKind::Other => is_watched() || path.is_dir(),
        }
    }

    fn below_root(&self, place: &Path) -> Option<String> {
        let below = place.strip_prefix(&self.root).ok()?.to_str()?;
        Some(below.replace(std::path::MAIN_SEPARATOR, "/"))
    }
}

fn reason(error: &notify::Error) -> String {
    match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system allows no more watched directories (on Linux `fs.inotify.max_user_watches`)"
                .to_owned()
        }
        _ => error.to_string(),
    }
}

/// Whether both are on one file system.
#[cfg(unix)]
fn is_same_system(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let system = |place: &Path| std::fs::metadata(place).map(|metadata| metadata.dev()).ok();
    system(one) == system(other)
}

#[cfg(not(unix))]
fn is_same_system(_one: &Path, _other: &Path) -> bool {
    false
}

/// Whether what happened to `path` can change the index: anything that comes, goes or gets another name may be a link or a directory.
fn is_relevant(kind: EventKind, path: &Path, extensions: &[String]) -> bool {
    let is_named = || {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let lower = name.to_lowercase();
        RULE_FILES.contains(&&*name)
            || manifests::is_manifest(&name)
            || extensions
                .iter()
                .any(|extension| lower.ends_with(extension.as_str()))
    };
    match kind {
        EventKind::Access(_) => false,
        EventKind::Modify(ModifyKind::Data(_)) => is_named(),
        EventKind::Modify(ModifyKind::Metadata(_)) => is_named() || path.is_dir(),
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, DataChange, RenameMode};

    #[test]
    fn only_what_can_change_the_index_is_told() {
        let extensions = [".ts".to_owned(), ".md".to_owned()];
        let check = |kind: EventKind, path: &str| is_relevant(kind, Path::new(path), &extensions);
        let written = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        for path in ["/p/a.TS", "/p/.gitignore", "/p/tsconfig.json"] {
            assert!(check(written, path), "{path}");
        }
        assert!(!check(written, "/p/a.log") && !check(written, "/p/a"));
        assert!(!check(EventKind::Access(AccessKind::Any), "/p/a.ts"));
        assert!(check(EventKind::Create(CreateKind::File), "/p/link"));
        let renamed = EventKind::Modify(ModifyKind::Name(RenameMode::Any));
        assert!(check(renamed, "/p/folder.d"));
    }
}
