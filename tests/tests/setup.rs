//! `mast setup` on files that people keep: what is put in can be taken out again, and nothing else is touched.

#[path = "setup/files.rs"]
mod files;
#[path = "setup/installations.rs"]
mod installations;
#[path = "setup/refusals.rs"]
mod refusals;
#[path = "setup/round_trip.rs"]
mod round_trip;

use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A project, a home directory and a program that is installed for every project.
struct Stage {
    project: Project,
}

impl Stage {
    fn new() -> Self {
        let project = Project::of(&[("work/.git/HEAD", ""), ("home/.keep", "")]);
        Self { project }
    }

    /// The root of the project in which setups are made.
    fn root(&self) -> PathBuf {
        self.project.path("work")
    }

    /// The program `mast` on PATH.
    fn installed(&self) -> PathBuf {
        let place = self.project.path("bin/mast");
        if !place.exists() {
            program::install(&place);
        }
        place
    }

    /// A run of the program at `place`, with the home directory of this stage.
    fn command(&self, place: &Path, arguments: &[&str]) -> Command {
        let mut command = program::command_of(place, &self.root(), arguments);
        command.env("HOME", self.project.path("home"));
        command.env("PATH", self.project.path("bin"));
        command
    }

    /// Runs the program that was built, which is a build in a checkout.
    fn built(&self, arguments: &[&str]) -> Ran {
        program::finish(self.command(program::path(), arguments))
    }

    /// Runs the program that is installed for every project.
    fn global(&self, arguments: &[&str]) -> Ran {
        program::finish(self.command(&self.installed(), arguments))
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(self.project.path(path)).ok()
    }

    fn text(&self, path: &str) -> Option<String> {
        self.bytes(path)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Everything below the project and the home directory: files with what is in them, and empty directories.
    fn all(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut open = vec![self.root(), self.project.path("home")];
        while let Some(directory) = open.pop() {
            found.push((directory.clone(), Vec::new()));
            for entry in std::fs::read_dir(&directory).expect("it is readable").flatten() {
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    open.push(entry.path());
                } else {
                    found.push((entry.path(), std::fs::read(entry.path()).unwrap_or_default()));
                }
            }
        }
        found.sort();
        found
    }
}

/// What a run says of its files: the words of its lines.
fn words(ran: &Ran) -> Vec<String> {
    let lines = ran.out.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| !line.starts_with(' '));
    lines
        .filter_map(|line| line.split("  ").next().map(|word| word.trim_end().to_owned()))
        .collect()
}

#[track_caller]
fn says(ran: &Ran, code: i32, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|word| (*word).to_owned()).collect();
    assert_eq!((ran.code, words(ran)), (Some(code), expected), "{ran:?}");
}
