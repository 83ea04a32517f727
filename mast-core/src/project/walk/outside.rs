//! What holds in a project from outside it: the repository that it lies in, and the ignore rules above its root.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::SystemTime;

use super::ignore::{self, Scope};
use super::pattern::Letters;
use super::repository::{self, Preferences};
use super::{IgnoreFiles, ProblemKind, RuleFile, Walk, WalkProblem, Walker};
use crate::project::stamps::FileStamp;

/// Whether a repository found here is nested in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Repository,
    NoRepository,
}

/// What holds from outside.
pub(super) struct Outside {
    /// Path of the root below the top of its repository, with a closing `/`; empty outside one.
    pub(super) lead: Vec<u8>,
    pub(super) letters: Letters,
    /// The user's own rules, which hold in every repository.
    pub(super) excludes: Option<Vec<u8>>,
    /// The rules at the root, its own file aside.
    pub(super) scope: Option<Rc<Scope>>,
    pub(super) around: Around,
    /// Where the repository has its submodules.
    pub(super) modules: Vec<String>,
}

impl Outside {
    /// Reads the rules that hold above the root; what was read is remembered in `found`.
    pub(super) fn look(walker: &Walker, found: &mut Walk, now: SystemTime) -> Self {
        let mut outside = Self {
            lead: Vec::new(),
            letters: Letters::Exact,
            excludes: None,
            scope: None,
            around: Around::NoRepository,
            modules: Vec::new(),
        };
        let root = fs::canonicalize(&walker.root).unwrap_or_else(|_| walker.root.clone());
        let around = repository::around(&root);
        if let Some((top, _)) = &around {
            outside.around = Around::Repository;
            outside.modules = repository::module_paths(top);
            outside.lead = lead(top, &root);
            found.remember(&top.join(".git"), now);
        }
        if walker.ignore_files == IgnoreFiles::Disregarded {
            return outside;
        }
        let place = around
            .as_ref()
            .map(|(top, checkout)| (top.as_path(), checkout.common_dir()));
        let preferences = Preferences::read(&walker.surroundings, place);
        outside.letters = preferences.letters;
        if let Some(file) = preferences.excludes_file {
            outside.excludes = found.read_rules(&file, &walker.root, now);
        }
        outside.add(outside.excludes.clone(), 0);
        if let Some((top, checkout)) = &around {
            outside.add(found.read_rules(&checkout.exclude_file(), &walker.root, now), 0);
            outside.descend(top, &root, |rules| found.read_rules(rules, &walker.root, now));
        }
        outside
    }

    /// Adds the rules of the directories from `top` to the root's parent.
    fn descend(&mut self, top: &Path, root: &Path, mut read: impl FnMut(&Path) -> Option<Vec<u8>>) {
        let mut directory = top.to_owned();
        let mut base = 0;
        for segment in root.strip_prefix(top).into_iter().flatten() {
            self.add(read(&directory.join(".gitignore")), base);
            let end = base + segment.len();
            if ignore::ignores_directory(self.scope.as_ref(), &self.lead[..end]) {
                // Git ignores all of the project, and it was asked for: those rules say nothing about it.
                self.scope = None;
            }
            directory.push(segment);
            base = end + 1;
        }
    }

    fn add(&mut self, rules: Option<Vec<u8>>, base: usize) {
        self.scope = Scope::add(self.scope.take(), &rules.unwrap_or_default(), base, self.letters);
    }
}

fn lead(top: &Path, root: &Path) -> Vec<u8> {
    let mut lead = Vec::new();
    for segment in root.strip_prefix(top).into_iter().flatten() {
        lead.extend_from_slice(segment.as_encoded_bytes());
        lead.push(b'/');
    }
    lead
}

impl Walk {
    /// Reads an ignore file and remembers its stamp, or that it is not there.
    pub(super) fn read_rules(&mut self, path: &Path, root: &Path, now: SystemTime) -> Option<Vec<u8>> {
        self.remember(path, now);
        match ignore::read(path) {
            Ok(contents) => contents,
            Err(reason) => {
                let shown = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
                self.problem(&shown, ProblemKind::UnreadableRules, &reason.to_string());
                None
            }
        }
    }

    pub(super) fn remember(&mut self, path: &Path, now: SystemTime) {
        self.rules.push(RuleFile {
            path: path.to_owned(),
            stamp: rule_stamp(path, now),
        });
    }

    pub(super) fn problem(&mut self, path: &str, kind: ProblemKind, reason: &str) {
        self.problems.push(WalkProblem {
            path: path.to_owned(),
            kind,
            reason: reason.to_owned(),
        });
    }
}

/// The stamp of the rule file at `path`; none where there is none.
///
/// Of a `.git` entry it counts only which one it is: git writes to it all the time.
pub(in crate::project) fn rule_stamp(path: &Path, now: SystemTime) -> Option<FileStamp> {
    let metadata = fs::metadata(path).ok()?;
    let stamp = FileStamp::of(&metadata, now);
    if path.file_name().is_some_and(|name| name == ".git") {
        return Some(FileStamp {
            size: 0,
            modified_ns: 0,
            changed_ns: 0,
            settled: true,
            ..stamp
        });
    }
    metadata.is_file().then_some(stamp)
}
