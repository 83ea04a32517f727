//! The style that a program can check (`docs/style.md`): layers, names, sizes, and documents that tell the truth.

use mast_tests::project::files_below;
use mast_tests::repository;
use std::path::Path;

/// The rooms of mast-core, lowest first: a room uses those before it.
const ROOMS: &[&str] = &[
    "error",
    "text",
    "facts",
    "languages",
    "project",
    "store",
    "index",
    "resolve",
    "search",
    "engine",
    "tools",
];

/// No file is longer, in lines.
const LONGEST: usize = 700;

/// A file of the repository.
struct File {
    /// From the root, with `/`.
    path: String,
    text: String,
}

impl File {
    /// The room of mast-core that it belongs to.
    fn room(&self) -> Option<&str> {
        let rest = self.path.strip_prefix("mast-core/src/")?;
        let room = rest.split('/').next()?.trim_end_matches(".rs");
        (room != "lib").then_some(room)
    }

    /// Its lines of code with their numbers: no comments, and no items that only tests have.
    fn code(&self) -> Vec<(usize, &str)> {
        let mut code = Vec::new();
        let below_sources = self.path.split("/src/").nth(1).unwrap_or("");
        if below_sources
            .split('/')
            .any(|name| matches!(name, "tests" | "tests.rs" | "cases.rs" | "test_tree.rs"))
        {
            return code;
        }
        let mut tested = false;
        for (index, line) in self.text.lines().enumerate() {
            tested |= line == "#[cfg(test)]";
            let comment = line.trim_start().starts_with("//");
            if !tested && !comment {
                code.push((index + 1, line));
            }
            // The item ends with the first line that closes it at the margin.
            let at_margin = !line.starts_with([' ', '#']);
            tested &= !(at_margin && (line.ends_with(';') || line == "}"));
        }
        code
    }
}

/// The files with the extension `extension`, without what is built, installed or hidden.
fn files(extension: &str) -> Vec<File> {
    let root = repository();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&root)
        .expect("the repository is readable")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        let places = if entry.path().is_dir() {
            files_below(&entry.path())
        } else {
            vec![entry.path()]
        };
        for place in places {
            let relative = place.strip_prefix(&root).unwrap_or(&place);
            let path = relative.to_string_lossy().replace('\\', "/");
            let foreign = path.contains("/node_modules/") || path.contains("/target/");
            if !foreign && place.extension().is_some_and(|found| found == extension) {
                let text = std::fs::read_to_string(&place).unwrap_or_else(|error| panic!("{path}: {error}"));
                files.push(File { path, text });
            }
        }
    }
    assert!(!files.is_empty(), "no file has the extension `{extension}`");
    files
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn a_room_uses_only_rooms_below_it() {
    let mut faults = Vec::new();
    for file in files("rs") {
        let Some(room) = file.room() else { continue };
        let Some(place) = ROOMS.iter().position(|known| *known == room) else {
            faults.push(format!("{}: `{room}` is no room of mast-core", file.path));
            continue;
        };
        for (line, code) in file.code() {
            if code.ends_with("crate::{") {
                faults.push(format!(
                    "{}:{line}: one `use` a room, so that it is seen",
                    file.path
                ));
            }
            for used in crate_paths(code) {
                if ROOMS[place + 1..].contains(&used) {
                    faults.push(format!("{}:{line}: `{room}` does not know `{used}`", file.path));
                }
            }
        }
    }
    none(&faults);
}

/// The first name of each path that starts at the crate; of `crate::{a, b::c}` both.
fn crate_paths(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let group = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let paths = group.map_or(rest, |(paths, _)| paths);
        let count = if group.is_some() { usize::MAX } else { 1 };
        for path in paths.split(',').take(count) {
            let end = path.trim_start().find(|c: char| !c.is_alphanumeric() && c != '_');
            names.push(&path.trim_start()[..end.unwrap_or(path.trim_start().len())]);
        }
    }
    names
}

#[test]
fn only_languages_know_parsers() {
    const PARSERS: &[&str] = &[
        "oxc_allocator",
        "oxc_ast",
        "oxc_parser",
        "oxc_semantic",
        "oxc_span",
        "pulldown_cmark",
        "tree_sitter",
    ];
    let mut faults = Vec::new();
    for file in files("rs") {
        if file.room().is_some_and(|room| room != "languages") {
            for (line, code) in file.code() {
                if let Some(word) = PARSERS.iter().find(|word| code.contains(**word)) {
                    faults.push(format!("{}:{line}: `{word}` belongs in `languages`", file.path));
                }
            }
        }
    }
    none(&faults);
}

#[test]
fn only_the_store_knows_sql() {
    const SQL: &[&str] = &[
        "rusqlite",
        "SELECT ",
        "INSERT INTO",
        "DELETE FROM",
        "CREATE TABLE",
        "PRAGMA ",
    ];
    let mut faults = Vec::new();
    for file in files("rs") {
        if file.room().is_some_and(|room| room != "store") {
            for (line, code) in file.code() {
                if let Some(word) = SQL.iter().find(|word| code.contains(**word)) {
                    faults.push(format!("{}:{line}: `{word}` belongs in `store`", file.path));
                }
            }
        }
    }
    none(&faults);
}

#[test]
fn the_library_does_not_unwrap() {
    let mut faults = Vec::new();
    for file in files("rs") {
        if file.path.starts_with("mast-core/src/") {
            for (line, code) in file.code() {
                if code.contains(".unwrap()") || code.contains(".expect(") {
                    faults.push(format!("{}:{line}: unwraps: {}", file.path, code.trim()));
                }
            }
        }
    }
    none(&faults);
}

#[test]
fn unsafe_code_stands_where_c_is_met_and_says_why_it_is_safe() {
    const BLOCKS: &[&str] = &[
        "mast-core/src/store/fts.rs",
        "mast-ffi/src/pointer.rs",
        "mast-ffi/src/run.rs",
        "mast-ffi/benches/overhead.rs",
    ];
    let mut faults = Vec::new();
    for file in files("rs") {
        let lines: Vec<&str> = file.text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            // Written in pieces, so that this file does not hold what it looks for.
            if line.contains(&["from_utf8", "_unchecked"].concat()) {
                faults.push(format!(
                    "{}:{}: text from elsewhere is checked",
                    file.path,
                    index + 1
                ));
            }
            if line.trim_start().starts_with("//") || !line.contains(&["unsafe", " {"].concat()) {
                continue;
            }
            let comments = lines[..index]
                .iter()
                .rev()
                .take_while(|line| line.trim_start().starts_with("//"));
            let says_why = comments.into_iter().any(|line| line.contains("SAFETY: "));
            if !BLOCKS.contains(&file.path.as_str()) || !says_why {
                faults.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    none(&faults);
}

#[test]
fn a_file_says_what_it_is_for_and_is_not_too_long() {
    let mut faults = Vec::new();
    for file in files("rs") {
        if !file.text.starts_with("//! ") {
            faults.push(format!("{}:1: starts without `//!`", file.path));
        }
        let lines = file.text.lines().count();
        if lines > LONGEST {
            faults.push(format!(
                "{}: has {lines} lines, {LONGEST} are the most",
                file.path
            ));
        }
    }
    for file in ["js", "cjs", "mjs", "cts", "mts"]
        .iter()
        .flat_map(|extension| files(extension))
    {
        // What is searched by tests and examples is as it is.
        let searched = ["tests/projects/", "tests/cases/", "/fixture/"];
        if searched.iter().any(|part| file.path.contains(part)) {
            continue;
        }
        let first = file.text.lines().find(|line| !line.starts_with("#!"));
        if first.is_none_or(|line| !line.starts_with("// ")) {
            faults.push(format!("{}:1: starts without `//`", file.path));
        }
        if file.text.lines().count() > LONGEST {
            faults.push(format!("{}: has more than {LONGEST} lines", file.path));
        }
    }
    none(&faults);
}

#[test]
fn a_name_says_what_is_in_the_file() {
    // In these rooms a type is a thing that the program works on.
    const KNOW_TYPES: &[&str] = &["languages", "resolve"];
    let mut faults = Vec::new();
    for file in files("rs") {
        let types = file.room().is_some_and(|room| KNOW_TYPES.contains(&room));
        for name in file.path.trim_end_matches(".rs").split('/') {
            let says_nothing = matches!(name, "util" | "utils" | "helper" | "helpers" | "common" | "misc");
            if says_nothing || (name == "types" && !types) {
                faults.push(format!("{}: `{name}` says nothing", file.path));
            }
        }
    }
    none(&faults);
}

#[test]
fn nothing_is_left_undone() {
    // Written in pieces, so that this file does not hold what it forbids.
    let words = ["todo", "dbg", "unimplemented"].map(|name| format!("{name}!("));
    let attribute = ["#[", "ignore"].concat();
    let mut faults = Vec::new();
    for file in files("rs") {
        for (index, line) in file.text.lines().enumerate() {
            let left = words.iter().any(|word| line.contains(word.as_str()));
            if left || line.trim_start().starts_with(&attribute) {
                faults.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    none(&faults);
}

#[test]
fn what_the_documents_name_exists() {
    let root = repository();
    let mut faults = Vec::new();
    for file in files("md") {
        let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        let standing = folder == Path::new("") || folder.starts_with("docs");
        if !standing {
            continue;
        }
        let mut fenced = false;
        for (index, line) in file.text.lines().enumerate() {
            if line.starts_with("```") {
                fenced = !fenced;
            }
            if fenced {
                continue;
            }
            let links = links(line).map(|link| folder.join(link));
            let paths = repository_paths(line).map(|path| Path::new(path).to_path_buf());
            for named in links.chain(paths) {
                // What is built is there only afterwards.
                if !named.starts_with("target") && !root.join(&named).exists() {
                    faults.push(format!(
                        "{}:{}: `{}` is not there",
                        file.path,
                        index + 1,
                        named.display()
                    ));
                }
            }
        }
    }
    none(&faults);
}

/// The targets of links to files, without their anchors.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter_map(|target| target.split('#').next());
    files.filter(|file| !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:"))
}

/// Inline code that is a path of this repository: it starts with the name of a folder at its root.
fn repository_paths(line: &str) -> impl Iterator<Item = &str> {
    let spans = line.split('`').skip(1).step_by(2);
    spans.filter(|code| {
        let plain = code
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
        let first = code.split_once('/').map(|(first, _)| first);
        // What stands in `.git` is this checkout's, not the repository's, and in `.github` a harness looks for files of any project.
        let foreign = code.starts_with(".git/")
            || (code.starts_with(".github/") && !code.starts_with(".github/workflows/"));
        let named = first.filter(|first| !first.is_empty() && !foreign);
        plain && named.is_some_and(|first| repository().join(first).is_dir())
    })
}

#[test]
fn the_checks_see_what_they_look_for() {
    let file = File {
        path: "mast-core/src/text/a.rs".to_owned(),
        text: "//! x.unwrap()\n#[cfg(test)]\nmod tests;\nlet a;\n#[cfg(test)]\nmod b {\n    x;\n}\nlet c;\n"
            .to_owned(),
    };
    assert_eq!(file.code(), [(4, "let a;"), (9, "let c;")]);
    assert_eq!(file.room(), Some("text"));
    assert_eq!(
        crate_paths("use crate::{tools, text::line}; crate::error::E"),
        ["tools", "text", "error"]
    );
    assert_eq!(
        links("[a](b.md#c) [d](https://e) [f](#g)").collect::<Vec<_>>(),
        ["b.md"]
    );
    let named = "`docs/style.md` `src/a.ts` `tests/none here` and `docs/gone.md`";
    assert_eq!(
        repository_paths(named).collect::<Vec<_>>(),
        ["docs/style.md", "docs/gone.md"]
    );
}
