//! The C library, from C, from C++ and from Python: programs that end well, with an installed library, a shared one and a static one.
#![cfg(unix)]

use mast_tests::c_library::{self, Language, Link, Memory, captured, command, compiled, has};
use mast_tests::program::{self, finish};
use mast_tests::project::{Project, files_below};
use mast_tests::repository;
use mast_tests::temp::TempDir;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of the project that is committed for looking at.
fn sample() -> Project {
    let project = Project::new();
    let root = repository().join("tests/projects/sample");
    for place in files_below(&root) {
        let path = place.strip_prefix(&root).expect("it stands there");
        let text = std::fs::read(&place).expect("a file");
        project.write(&path.to_string_lossy(), text);
    }
    project
}

/// Runs a program that says `ok` and nothing else when all is well.
#[track_caller]
fn ends_well(command: Command) {
    let shown = format!("{command:?}");
    let ran = finish(command);
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "ok\n", ""),
        "{shown}"
    );
}

fn c(name: &str) -> PathBuf {
    compiled(&format!("tests/c/{name}.c"), Language::C, Link::Shared)
}

/// The arguments of `tests/c/misuse.c`: the second does not exist, the third is the home directory.
fn misused(project: &Project, program: &Path) -> Command {
    let home = project.path("home");
    std::fs::create_dir_all(&home).expect("a directory");
    let mut command = command(program, &[project.root(), &project.path("none"), &home]);
    command.env("HOME", &home);
    command
}

#[test]
fn a_session_in_c() {
    ends_well(command(&c("session"), &[sample().root()]));
}

#[test]
fn a_session_with_the_library_inside() {
    let program = compiled("tests/c/session.c", Language::C, Link::Static);
    ends_well(command(&program, &[sample().root()]));
}

#[test]
fn a_session_in_cpp() {
    if has("c++") {
        let program = compiled("tests/c/session.c", Language::Cpp, Link::Shared);
        ends_well(command(&program, &[sample().root()]));
    }
}

#[test]
fn a_project_may_have_a_name_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let outer = TempDir::new();
    let root = outer.path().join(std::ffi::OsStr::from_bytes(b"gr\xFCn"));
    let project = sample();
    if std::fs::rename(project.root(), &root).is_err() {
        // Not every file system has such names.
        return;
    }
    ends_well(command(&c("session"), &[&root]));
    std::fs::rename(&root, project.root()).expect("it was there");
}

#[test]
fn every_mistake_is_answered() {
    let project = sample();
    ends_well(misused(&project, &c("misuse")));
}

#[test]
fn many_threads_share_an_engine() {
    ends_well(command(&c("threads"), &[sample().root()]));
}

#[test]
fn a_run_is_told_to_stop() {
    let project = Project::new();
    for number in 0..2_000 {
        project.write(
            &format!("src/{}/{number}.ts", number % 40),
            format!("export const value{number} = {number};\n"),
        );
    }
    ends_well(command(&c("cancel"), &[project.root()]));
}

#[test]
fn nothing_is_read_that_is_not_there_and_nothing_is_lost() {
    if !has("valgrind") {
        return;
    }
    let watched = |mut inner: Command| {
        let mut command = Command::new("valgrind");
        command
            .args(["--quiet", "--error-exitcode=99", "--leak-check=full"])
            .args(["--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"])
            .arg(inner.get_program())
            .args(inner.get_args())
            .current_dir("/");
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        inner.stdin(std::process::Stdio::null());
        captured(command)
    };
    let project = sample();
    ends_well(watched(command(&c("session"), &[project.root()])));
    let project = sample();
    ends_well(watched(misused(&project, &c("misuse"))));
}

#[test]
fn programs_that_watch_their_memory_find_nothing() {
    let source = |name: &str| {
        c_library::compiled_with(
            &format!("tests/c/{name}.c"),
            Language::C,
            Link::Shared,
            Memory::Watched,
        )
    };
    if !has_sanitizer() {
        return;
    }
    ends_well(command(&source("session"), &[sample().root()]));
    ends_well(command(&source("threads"), &[sample().root()]));
    let project = sample();
    ends_well(misused(&project, &source("misuse")));
}

/// Whether the compiler has an address sanitizer; says so when it has not.
#[allow(clippy::disallowed_macros, reason = "a test says what it leaves out")]
fn has_sanitizer() -> bool {
    let scratch = TempDir::new();
    let (source, program) = (scratch.path().join("a.c"), scratch.path().join("a"));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("the scratch directory is writable");
    let mut compiler = Command::new("cc");
    compiler
        .arg("-fsanitize=address")
        .arg(&source)
        .arg("-o")
        .arg(&program);
    let has =
        finish(captured(compiler)).code == Some(0) && finish(captured(Command::new(program))).code == Some(0);
    if !has {
        println!("skipped: the compiler has no address sanitizer");
    }
    has
}

#[test]
fn only_what_the_header_declares_is_exported() {
    if !has("nm") {
        return;
    }
    let header = std::fs::read_to_string(repository().join("include/mast.h")).expect("a header");
    let mut declared: Vec<String> = header
        .lines()
        .filter(|line| !line.starts_with([' ', '#', '*', '/']))
        .filter_map(|line| {
            let (before, _) = line.split_once('(')?;
            let name = before.rsplit([' ', '*']).next()?;
            name.starts_with("mast_").then(|| name.to_owned())
        })
        .collect();
    declared.sort();
    let mut nm = Command::new("nm");
    nm.args(["-D", "--defined-only", "--format=posix"])
        .arg(c_library::prefix().join("lib/libmast.so"));
    let ran = finish(captured(nm));
    let mut exported: Vec<String> = ran
        .out
        .lines()
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect();
    exported.sort();
    assert!(declared.len() > 10, "{declared:?}");
    assert_eq!(exported, declared, "{ran:?}");
}

#[test]
fn a_fault_unwinds_in_every_profile() {
    // A fault that ended the process could not be answered with a status.
    let manifest = std::fs::read_to_string(repository().join("Cargo.toml")).expect("a manifest");
    let aborts = manifest.lines().find(|line| {
        let line = line.split('#').next().unwrap_or_default();
        line.split_once('=')
            .is_some_and(|(key, value)| key.trim() == "panic" && value.contains("abort"))
    });
    assert_eq!(aborts, None);
}

#[test]
fn it_is_installed_as_others_are() {
    let outer = TempDir::new();
    let prefix = outer.path().join("a prefix");
    let ran = c_library::install(&prefix);
    let version = mast_core::engine::VERSION;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mut found = String::new();
    for place in files_below(&prefix) {
        let path = place.strip_prefix(&prefix).expect("it stands there").display();
        match std::fs::read_link(&place) {
            Ok(target) => drop(writeln!(found, "{path} -> {}", target.display())),
            Err(_) => drop(writeln!(found, "{path}")),
        }
    }
    let expected = format!(
        "include/mast.h\n\
         lib/libmast.a\n\
         lib/libmast.so -> libmast.so.0\n\
         lib/libmast.so.0 -> libmast.so.{version}\n\
         lib/libmast.so.{version}\n\
         lib/pkgconfig/mast.pc\n"
    );
    if cfg!(target_os = "linux") {
        assert_eq!(found, expected);
    }
    let described = std::fs::read_to_string(prefix.join("lib/pkgconfig/mast.pc")).expect("a description");
    assert!(
        described.starts_with(&format!("prefix={}\n", prefix.display())),
        "{described}"
    );
    assert!(
        described.contains(&format!("\nVersion: {version}\n")),
        "{described}"
    );
    assert!(!described.contains('@'), "{described}");
    // Once more: what is there is replaced.
    assert_eq!(c_library::install(&prefix).code, Some(0));
    assert_eq!(program::finish(captured(usage())).code, Some(2));
}

/// The script without its argument.
fn usage() -> Command {
    Command::new(repository().join("mast-ffi/install.sh"))
}
