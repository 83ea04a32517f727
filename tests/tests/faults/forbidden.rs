//! Places that may not be read or written. Where the tests run as root, to whom nothing is forbidden, the program runs as nobody.

use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use mast_tests::temp::TempDir;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const NOBODY: u32 = 65_534;

/// The program, run by somebody to whom permissions apply.
struct Somebody {
    project: Project,
    /// Kept while the program's copy is used: a target directory may be closed to others.
    _place: TempDir,
    program: PathBuf,
    is_root: bool,
}

impl Somebody {
    fn with(files: &[(&str, &str)]) -> Self {
        let project = Project::of(files);
        let place = TempDir::new();
        let program = place.path().join("mast");
        fs::copy(program::path(), &program).expect("the program can be copied");
        let is_root = fs::metadata(project.root()).expect("the root is there").uid() == 0;
        let somebody = Self {
            project,
            _place: place,
            program,
            is_root,
        };
        if is_root {
            give_away(somebody.project.root());
        }
        somebody
    }

    fn permit(&self, path: &str, mode: u32) {
        fs::set_permissions(self.project.path(path), fs::Permissions::from_mode(mode))
            .expect("modes can be set");
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(self.project.root())
            .env_clear()
            .env("NO_COLOR", "1");
        command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped());
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        program::finish(command)
    }
}

fn give_away(path: &Path) {
    std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).expect("root gives files away");
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder can be listed").flatten() {
            give_away(&entry.path());
        }
    }
}

const FILES: &[(&str, &str)] = &[
    ("a.ts", "export function greetPeople() {}\n"),
    ("secret/b.ts", "export function keptSecret() {}\n"),
];

#[test]
fn an_unreadable_directory_stops_a_full_run_and_keeps_its_files() {
    let somebody = Somebody::with(FILES);
    somebody.run(&["index"]).succeeded();
    somebody.permit("secret", 0o000);
    let full = somebody.run(&["index"]);
    assert_eq!(full.code, Some(1), "{full:?}");
    assert_eq!(
        full.err,
        "mast: the directory `secret` cannot be read: Permission denied (os error 13)\n\
         hint: make it readable, or exclude it with `exclude_patterns` in mast.config.json\n"
    );
    // The file is not gone, it cannot be looked at: what is known of it stays, and status says so.
    let incremental = somebody.run(&["index", "--incremental"]);
    assert_eq!(incremental.code, Some(0), "{incremental:?}");
    let status = somebody.run(&["status", "--json"]).json();
    assert_eq!(status["indexed_files"], 2);
    assert_eq!(
        (&status["index_fresh"], &status["freshness_cause"]),
        (&false.into(), &"unreadable".into())
    );
    let text = somebody.run(&["status"]).out;
    assert!(text.contains("secret  unreadable: Permission denied"), "{text}");
    somebody.permit("secret", 0o755);
    let status = somebody.run(&["status", "--json"]).json();
    assert_eq!(
        (&status["index_fresh"], &status["indexed_files"]),
        (&true.into(), &2.into())
    );
    somebody.run(&["index"]).succeeded();
}

#[test]
fn an_unreadable_file_is_named_and_read_once_it_can_be() {
    let somebody = Somebody::with(FILES);
    somebody.permit("a.ts", 0o000);
    let ran = somebody.run(&["index"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("parse_errors: 1"), "{ran:?}");
    let status = somebody.run(&["status", "--json"]).json();
    assert_eq!(
        status["left_out"],
        serde_json::json!([{"file_path": "a.ts", "reason": "unreadable", "detail": "Permission denied (os error 13)"}])
    );
    assert_eq!(
        status["index_fresh"], true,
        "it is known why it is not there: {status}"
    );
    somebody.permit("a.ts", 0o644);
    let found = somebody.run(&["search", "greetPeople"]).succeeded();
    assert!(found.out.starts_with("a.ts:1  greetPeople"), "{found:?}");
}

#[test]
fn an_index_that_cannot_be_written_answers_what_is_true_of_the_disk() {
    let somebody = Somebody::with(FILES);
    somebody.run(&["index"]).succeeded();
    for entry in fs::read_dir(somebody.project.path(".mast"))
        .expect("the state is there")
        .flatten()
    {
        fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o444)).expect("modes can be set");
    }
    somebody.permit(".mast", 0o555);
    let found = somebody.run(&["search", "greetPeople"]).succeeded();
    assert!(found.out.starts_with("a.ts:1  greetPeople"), "{found:?}");
    somebody.project.write(
        "a.ts",
        "// moved down\nexport function greetPeople() { return 999 }\n",
    );
    somebody.project.write("c.ts", "export function fresh() {}\n");
    let found = somebody.run(&["search", "greetPeople"]).succeeded();
    assert!(
        found.out.starts_with("a.ts:2  greetPeople") && found.out.contains("999"),
        "{found:?}"
    );
    let found = somebody.run(&["search", "fresh"]).succeeded();
    assert!(found.out.starts_with("c.ts:1  fresh"), "{found:?}");
    let status = somebody.run(&["status", "--json"]).json();
    assert_eq!(
        status["stale_breakdown"],
        serde_json::json!({"changed": 1, "unindexed": 1, "deleted": 0})
    );
    for arguments in [&["index"] as &[&str], &["index", "--incremental"]] {
        let refused = somebody.run(arguments);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(
            refused
                .err
                .starts_with("mast: cannot write the state directory `"),
            "{refused:?}"
        );
        assert!(
            refused
                .err
                .contains("\nhint: make it writable, or name another directory"),
            "{refused:?}"
        );
    }
    somebody.permit(".mast", 0o755);
}

/// Runs the program where no file may grow beyond 50 KiB, as on a disk that is full: the shell makes writes fail.
fn run_on_full_disk(project: &Project, arguments: &str) -> Ran {
    let mut command = Command::new("sh");
    let limited = format!("trap '' XFSZ; ulimit -f 100; exec \"$0\" {arguments}");
    command.args(["-c", &limited]).arg(program::path());
    command
        .current_dir(project.root())
        .env_clear()
        .env("NO_COLOR", "1");
    command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    program::finish(command)
}

#[test]
fn a_full_disk_leaves_the_last_index_and_questions_are_answered_from_it() {
    let project = Project::of(&[("a.ts", "export function greetPeople() {}\n")]);
    program::run(&project, &["index"]).succeeded();
    let before = fs::read(project.path(".mast/graph.db")).expect("the index is there");
    for number in 0..300 {
        let text =
            format!("export function f{number}() {{ return one{number}(two{number}, three{number}); }}\n");
        project.write(&format!("more/f{number}.ts"), text);
    }
    for arguments in ["index", "index --incremental"] {
        let ran = run_on_full_disk(&project, arguments);
        assert_eq!(ran.code, Some(1), "{arguments}: {ran:?}");
        assert!(ran.err.starts_with("mast: writing `"), "{arguments}: {ran:?}");
        assert!(!project.path(".mast/graph.db.building").exists(), "{arguments}");
    }
    // As many of the new files as there is time for are taken into memory.
    let found = run_on_full_disk(&project, "search f0").succeeded();
    assert!(
        found.out.contains("more/f0.ts:1  f0") || found.out.contains("on disk are not in the index yet."),
        "{found:?}"
    );
    let found = run_on_full_disk(&project, "search greetPeople").succeeded();
    assert!(found.out.contains("a.ts:1  greetPeople"), "{found:?}");
    assert!(fs::read(project.path(".mast/graph.db")).expect("the index is there") == before);
    program::run(&project, &["index", "--incremental"]).succeeded();
    let status = program::run(&project, &["status", "--json"]).succeeded().json();
    assert_eq!(
        (&status["index_fresh"], &status["indexed_files"]),
        (&true.into(), &301.into())
    );
}

#[test]
fn a_state_directory_that_cannot_be_made_is_an_error() {
    let project = Project::of(&[("a.ts", "export const a = 1;\n"), ("file", "")]);
    for command in ["init", "index"] {
        let ran = program::run(&project, &[command, "--state-dir", "file/state"]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let expected = format!(
            "mast: cannot write the state directory `{}`: ",
            project.path("file/state").display()
        );
        assert!(ran.err.starts_with(&expected), "{ran:?}");
    }
    assert_eq!(project.files(), ["a.ts", "file"]);
}
