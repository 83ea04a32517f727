//! What is written about the C library is so: its page names every function and its programs run, and the examples print what they say.
#![cfg(unix)]

use mast_tests::c_library::{Language, Link, captured, command, compiled, has, prefix};
use mast_tests::program::finish;
use mast_tests::project::{Project, files_below};
use mast_tests::repository;
use mast_tests::temp::TempDir;
use std::path::Path;
use std::process::Command;

/// The blocks of the document at `path` between fences: language and text.
fn blocks(path: &str) -> Vec<(String, String)> {
    let document = read(path);
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{path}: a block is not closed");
    blocks
}

/// The first block of the document at `path` that shows an output.
fn shown(path: &str) -> String {
    let block = blocks(path).into_iter().find(|(language, _)| language == "text");
    block.unwrap_or_else(|| panic!("{path} shows no output")).1
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A copy of the project that the documents show.
fn sample() -> Project {
    let project = Project::new();
    let root = repository().join("tests/projects/sample");
    for place in files_below(&root) {
        let path = place.strip_prefix(&root).expect("it stands there");
        project.write(&path.to_string_lossy(), std::fs::read(&place).expect("a file"));
    }
    project
}

#[track_caller]
fn prints(command: Command, expected: &str) {
    let shown = format!("{command:?}");
    let ran = finish(command);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (Some(0), expected),
        "{shown}: {}",
        ran.err
    );
}

#[test]
fn the_programs_of_the_page_run() {
    programs("docs/c-api.md", 3);
}

#[test]
fn the_program_of_the_read_me_runs() {
    programs("README.md", 1);
}

/// Each block of C is a program, and the block after it its output.
fn programs(path: &str, least: usize) {
    let scratch = TempDir::new();
    let blocks = blocks(path);
    let mut count = 0;
    for (at, (language, program)) in blocks.iter().enumerate() {
        if language != "c" {
            continue;
        }
        count += 1;
        let name = path.replace(['/', '.'], "-");
        let source = scratch.path().join(format!("{name}-{count}.c"));
        std::fs::write(&source, program).expect("the scratch directory is writable");
        let program = compiled(&source.to_string_lossy(), Language::C, Link::Shared);
        let output = blocks.get(at + 1).filter(|(language, _)| language == "text");
        let (_, output) = output.unwrap_or_else(|| panic!("{path}: program {count} has no output"));
        prints(command(&program, &[sample().root()]), output);
    }
    assert!(count >= least, "{path}: {count} programs");
}

#[test]
fn the_page_names_every_function_and_no_other() {
    let (header, page) = (read("include/mast.h"), read("docs/c-api.md"));
    let names = |text: &str, then: char| {
        let mut names: Vec<String> = text
            .match_indices("mast_")
            .filter_map(|(at, _)| {
                let rest = &text[at..];
                let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
                rest[end..].starts_with(then).then(|| rest[..end].to_owned())
            })
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let functions = names(&header, '(');
    let (_, rest) = page.split_once("## The functions").expect("the page has a table");
    let table = rest.split("\n## ").next().unwrap_or_default().lines();
    let table: Vec<&str> = table.filter(|line| line.starts_with("| `")).collect();
    assert_eq!(names(&table.join("\n"), '`'), functions);
}

#[test]
fn the_example_in_c_prints_what_it_says() {
    let program = compiled("examples/c/callers.c", Language::C, Link::Shared);
    let project = sample();
    let with = |symbol: &str| command(&program, &[project.root(), Path::new(symbol)]);
    prints(with("daysOverdue"), &shown("examples/c/README.md"));
    prints(
        with("a \"\\\u{1}ü"),
        "nothing called `a \"\\\u{1}ü` is declared in the index\n",
    );
    let refused = finish(command(&program, &[Path::new("/"), Path::new("x")]));
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.err.starts_with("callers: project root `/` is the root"),
        "{refused:?}"
    );
    assert!(refused.err.contains("(root_refused)\nhint: "), "{refused:?}");
}

#[test]
fn the_example_in_c_is_made_by_its_makefile() {
    if !has("make") || !has("pkg-config") {
        return;
    }
    let scratch = TempDir::new();
    for name in ["Makefile", "callers.c"] {
        let from = repository().join("examples/c").join(name);
        std::fs::copy(from, scratch.path().join(name)).expect("a copy");
    }
    let library = prefix().join("lib");
    let mut make = Command::new("make");
    make.current_dir(scratch.path())
        .arg(format!("PKG_CONFIG_PATH={}", library.join("pkgconfig").display()))
        .arg(format!("LDFLAGS=-Wl,-rpath,{}", library.display()));
    let ran = finish(captured(make));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let program = scratch.path().join("callers");
    let symbol = Path::new("daysOverdue");
    prints(
        command(&program, &[sample().root(), symbol]),
        &shown("examples/c/README.md"),
    );
}

/// Python with the wrapper at hand, leaving nothing beside it.
fn python(arguments: &[&Path]) -> Command {
    let mut python = command(Path::new("python3"), &[]);
    python
        .arg("-B")
        .args(arguments)
        .env("MAST_LIBRARY", prefix().join("lib/libmast.so"))
        .env("PYTHONPATH", repository().join("examples/python"));
    python
}

#[test]
fn the_example_in_python_prints_what_it_says() {
    if !has("python3") {
        return;
    }
    let script = repository().join("examples/python/search.py");
    let project = sample();
    let query = Path::new("daysOverdue");
    prints(
        python(&[&script, project.root(), query]),
        &shown("examples/python/README.md"),
    );
    let refused = finish(python(&[&script, Path::new("/"), query]));
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.contains("\nhint: pass the directory"), "{refused:?}");
}

#[test]
fn a_session_in_python() {
    if has("python3") {
        let script = repository().join("tests/python/session.py");
        prints(python(&[&script, sample().root()]), "ok\n");
    }
}
