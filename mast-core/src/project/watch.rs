//! Watching: being told that something in scope changed, between questions.
//!
//! Each directory that the walk entered is watched by itself, so that what it leaves out is not, however large. A watch only makes
//! questions quicker: each of them looks at the disk all the same, and nothing is lost where a watch cannot be had or misses something.
//!
//! Cost: one kernel watch a directory, no processor time while nothing changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use notify::event::{CreateKind, EventKind, ModifyKind, RemoveKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::config::{CONFIG_FILE, Config};
use super::manifests;
use super::walk::is_linked_worktree;

/// More directories are not watched: a watch costs the kernel about a kilobyte.
const MOST_DIRECTORIES: usize = 20_000;

/// A file whose change decides what is walked.
const RULE_FILES: &[&str] = &[".gitignore", ".gitmodules", CONFIG_FILE];

/// Called with each path that changed; none when some changes were lost.
pub type OnChange = Box<dyn Fn(Option<PathBuf>) + Send>;

/// A watch over the directories of a project; it ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
    watcher: RecommendedWatcher,
    directories: BTreeSet<String>,
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
        let extensions = config.file_extensions.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| match event {
            Ok(event) if event.need_rescan() => on_change(None),
            Ok(event) => {
                for path in event.paths {
                    if is_relevant(event.kind, &path, &extensions) {
                        on_change(Some(path));
                    }
                }
            }
            Err(_) => on_change(None),
        });
        Ok(Self {
            root: config.root.clone(),
            watcher: watcher.map_err(|error| reason(&error))?,
            directories: BTreeSet::new(),
        })
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
        for gone in self.directories.difference(&directories) {
            // The watch of a directory that was deleted has ended by itself.
            drop(self.watcher.unwatch(&self.root.join(gone)));
        }
        for new in directories.difference(&self.directories) {
            let place = self.root.join(new);
            match self.watcher.watch(&place, RecursiveMode::NonRecursive) {
                Err(error) if place.is_dir() => return Err(reason(&error)),
                // It went away in the meantime.
                Ok(()) | Err(_) => {}
            }
        }
        self.directories = directories;
        Ok(())
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

/// Whether what happened to `path` can change the index.
fn is_relevant(kind: EventKind, path: &Path, extensions: &[String]) -> bool {
    let renamed = matches!(kind, EventKind::Modify(ModifyKind::Name(_)));
    match kind {
        EventKind::Access(_) => return false,
        EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder) => return true,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => {}
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lower = name.to_lowercase();
    RULE_FILES.contains(&&*name)
        || manifests::is_manifest(&name)
        || extensions
            .iter()
            .any(|extension| lower.ends_with(extension.as_str()))
        || (renamed && (!name.contains('.') || path.is_dir()))
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
        assert!(
            check(written, "/p/a.TS")
                && check(written, "/p/.gitignore")
                && check(written, "/p/tsconfig.json")
        );
        assert!(!check(written, "/p/a.log") && !check(written, "/p/a"));
        assert!(!check(EventKind::Access(AccessKind::Any), "/p/a.ts"));
        assert!(check(EventKind::Create(CreateKind::Folder), "/p/a.b"));
        assert!(!check(EventKind::Create(CreateKind::File), "/p/a.log"));
        let renamed = EventKind::Modify(ModifyKind::Name(RenameMode::Any));
        assert!(check(renamed, "/p/folder") && !check(renamed, "/p/a.log"));
    }
}
