//! Files that are not what their names promise, too much of everything, and names that need care.

use mast_core::engine::Extent;
use mast_core::index::Progress;
use mast_core::store::Store;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::temp::TempDir;
use mast_tests::{engine, program, sources};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

fn left_out(project: &Project) -> Vec<String> {
    let status = program::run(project, &["status", "--json"]).succeeded().json();
    assert_eq!(status["index_fresh"], true, "{status}");
    let files = status["left_out"].as_array().cloned().unwrap_or_default();
    files
        .iter()
        .map(|file| {
            [&file["file_path"], &file["reason"], &file["detail"]]
                .map(|text| text.as_str().unwrap_or(""))
                .join(" ")
        })
        .collect()
}

#[test]
fn what_is_not_text_is_left_out_with_its_reason() {
    let project = Project::of(&[("good.ts", "export function fine() {}\n")]);
    let utf16 = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    project.write("latin.ts", b"export const caf\xe9 = 1;\n");
    project.write("binary.ts", b"export const a = '\0';\n");
    project.write(
        "marked.ts",
        [&[0xFF, 0xFE], utf16("export function wideText() {}\n").as_slice()].concat(),
    );
    project.write("unmarked.ts", utf16("export const b = 1;\n"));
    project.write("cut.ts", b"\xFF\xFEa");
    project.write("bom.ts", b"\xEF\xBB\xBFexport function markedText() {}\n");
    project.write(
        "carriage.ts",
        b"export function one() {}\rexport function otherLine() {}\r",
    );
    let ran = program::run(&project, &["index"]).succeeded();
    assert!(
        ran.out.contains("files: 4 indexed") && ran.out.contains("parse_errors: 4"),
        "{ran:?}"
    );
    assert_eq!(
        left_out(&project),
        [
            "binary.ts binary binary (holds NUL bytes)",
            "cut.ts not_utf16 not valid UTF-16",
            "latin.ts not_utf8 not UTF-8 (first bad byte at offset 16)",
            "unmarked.ts binary binary (holds NUL bytes)",
        ]
    );
    for (name, place) in [
        ("wideText", "marked.ts:1"),
        ("markedText", "bom.ts:1"),
        ("otherLine", "carriage.ts:2"),
    ] {
        let found = program::run(&project, &["search", name]).succeeded();
        assert!(found.out.starts_with(place), "{found:?}");
    }
}

#[test]
fn a_line_of_fifty_megabytes_costs_its_cap_and_is_named() {
    let project = Project::of(&[("good.ts", "export function fine() {}\n")]);
    let statement = b"export const a=[1,2,3];";
    project.write("huge.js", statement.repeat((50 << 20) / statement.len()));
    project.write("long.js", b"a(1);".repeat((1 << 20) / 5));
    program::run(&project, &["index"]).succeeded();
    assert_eq!(
        left_out(&project),
        ["huge.js too_large 52428799 bytes, more than max_file_bytes 2097152"]
    );
    let found = program::run(&project, &["search", "fine"]).succeeded();
    assert!(found.out.starts_with("good.ts:1  fine"), "{found:?}");
}

#[test]
fn deep_nesting_ends_no_process() {
    // What recurses a level needs far fewer to run out of stack; the deepest are for what is quadratic.
    let (deep, deepest) = (20_000, 100_000);
    let project = Project::of(&[("good.ts", "export function fine() {}\n")]);
    project.write(
        "deepest.ts",
        format!("const x = {}1{};\n", "[".repeat(deepest), "]".repeat(deepest)),
    );
    project.write(
        "deepest_open.ts",
        format!("const x = 1;\n{}", "{".repeat(deepest)),
    );
    let pairs = [
        ("brackets", "[", "]"),
        ("parentheses", "(", ")"),
        ("braces", "{", "}"),
        ("calls", "f(", ")"),
        ("elements", "<a>", "</a>"),
    ];
    for (name, open, close) in pairs {
        let nested = format!(
            "export function before_{name}() {{}}\nconst x = {}1{};\n",
            open.repeat(deep),
            close.repeat(deep)
        );
        project.write(&format!("{name}.tsx"), nested);
        project.write(
            &format!("{name}_open.ts"),
            format!("export function open_{name}() {{}}\n{}", open.repeat(deep)),
        );
    }
    project.write("arrows.ts", format!("const x = {}1;\n", "() => ".repeat(deep)));
    project.write(
        "types.ts",
        format!("type X = {}1{};\n", "Array<".repeat(deep), ">".repeat(deep)),
    );
    project.write("members.ts", format!("const x = a{};\n", ".b".repeat(deep)));
    project.write("sums.ts", format!("const x = 1{};\n", " + 1".repeat(deep)));
    project.write(
        "conditions.ts",
        format!("const x = {}1;\n", "a ? b : ".repeat(deep)),
    );
    project.write("quotes.md", format!("{} deep\n", ">".repeat(deep)));
    project.write("lists.md", format!("{} deep\n", "- ".repeat(deep)));
    program::run(&project, &["index"]).succeeded();
    let found = program::run(&project, &["search", "fine"]).succeeded();
    assert!(found.out.starts_with("good.ts:1  fine"), "{found:?}");
    // Text that is shown is parsed again, on a thread that is not the indexer's, where it changed.
    project.write(
        "good.ts",
        format!(
            "export function fine() {{}}\nconst x = {}1{};\n",
            "[".repeat(deep),
            "]".repeat(deep)
        ),
    );
    let found = program::run(&project, &["search", "fine", "--no-refresh"]).succeeded();
    assert!(found.out.contains("good.ts:1  fine"), "{found:?}");
}

#[test]
fn generated_files_of_any_size_are_indexed_whole() {
    let mut functions = String::new();
    for number in 0..3_000 {
        let _ = write!(
            functions,
            "export function step{number}() {{\n{}}}\n",
            "  go();\n".repeat(46)
        );
    }
    assert!(functions.lines().count() > 143_000);
    let mut symbols = String::new();
    for number in 0..5_000 {
        let _ = writeln!(symbols, "export const symbol{number} = {number};");
    }
    let project = Project::of(&[("functions.ts", &functions), ("symbols.ts", &symbols)]);
    program::run(&project, &["index"]).succeeded();
    assert_eq!(left_out(&project), [""; 0]);
    let connection =
        rusqlite::Connection::open(project.path(".mast/graph.db")).expect("the index can be opened");
    let count = |statement: &str| {
        connection
            .query_row(statement, [], |row| row.get::<_, i64>(0))
            .expect("a count")
    };
    let declared = |path: &str| {
        let store = mast_core::store::Store::open(&project.path(".mast/graph.db"))
            .unwrap_or_else(|error| panic!("{error}"));
        let id = store
            .file(path)
            .unwrap_or_else(|error| panic!("{error}"))
            .map_or(0, |file| file.id);
        let chunks = store.chunks_of(id).unwrap_or_else(|error| panic!("{error}"));
        let declarations = store
            .declarations_of(id)
            .unwrap_or_else(|error| panic!("{error}"));
        (chunks, declarations)
    };
    let (chunks, _) = declared("functions.ts");
    let steps = chunks.iter().filter(|chunk| {
        chunk.kind == mast_core::facts::ChunkKind::Function
            && chunk.name.as_deref().is_some_and(|name| name.starts_with("step"))
    });
    assert_eq!(steps.count(), 3_000);
    let (_, declarations) = declared("symbols.ts");
    let symbols = declarations
        .iter()
        .filter(|declaration| declaration.name.starts_with("symbol"));
    assert_eq!(symbols.count(), 5_000);
    assert_eq!(count("SELECT count(*) FROM exports"), 8_000);
    let found = program::run(&project, &["search", "step2999", "-n", "1"]).succeeded();
    assert!(
        found.out.starts_with("functions.ts:143953  step2999"),
        "{}",
        &found.out[..200]
    );
}

#[test]
fn files_that_come_and_go_during_a_run_are_settled_by_the_next() {
    let mut random = Random::announced();
    let project = Project::of(&[("stays.ts", "export function stays() {}\n")]);
    let (state, other) = (TempDir::new(), TempDir::new());
    let engine = engine::open_in(&project, state.path());
    engine
        .index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let path = format!("storm{}/file{}.ts", random.within(0..4), random.within(0..20));
                match random.within(0..10) {
                    0 => drop(std::fs::remove_dir_all(
                        project.path(path.split('/').next().unwrap_or("")),
                    )),
                    1..4 => drop(std::fs::remove_file(project.path(&path))),
                    _ => project.write(&path, sources::text(&mut random, &path)),
                }
            }
        });
        for round in 0..15 {
            let extent = if round % 3 == 0 {
                Extent::Full
            } else {
                Extent::Incremental
            };
            engine
                .index(extent, Progress::NONE)
                .expect("a run passes over what is gone");
            engine
                .ask(|_, _, _| Ok(()))
                .expect("a question passes over what is gone");
        }
        done.store(true, Ordering::Relaxed);
    });
    engine
        .index(Extent::Incremental, Progress::NONE)
        .expect("a quiet project can be indexed");
    let fresh = engine::open_in(&project, other.path());
    fresh
        .index(Extent::Full, Progress::NONE)
        .expect("a project can be indexed");
    let dump =
        |engine: &mast_core::engine::Engine| Store::open(&engine.database()).and_then(|store| store.dump());
    assert!(
        dump(&engine).expect("a dump") == dump(&fresh).expect("a dump"),
        "the indexes differ"
    );
}

#[test]
fn any_name_and_any_script_can_be_searched() {
    let project = Project::of(&[
        ("with space/a file.ts", "export function inSpaces() {}\n"),
        ("hash#1/[id].ts", "export function inBrackets() {}\n"),
        ("star*/what?.ts", "export function inStars() {}\n"),
        ("100%/q'uote\".ts", "export function inQuotes() {}\n"),
        (
            "日本/ファイル.ts",
            "/** 検索エンジンの設定を読む */\nexport function 設定を読む() {}\n",
        ),
        ("🚀/rocket.md", "# Launch 🚀\n\nGo to the 🌙 with 火箭.\n"),
    ]);
    program::run(&project, &["index"]).succeeded();
    for (query, place) in [
        ("inSpaces", "with space/a file.ts:1"),
        ("inBrackets", "hash#1/[id].ts:1"),
        ("inStars", "star*/what?.ts:1"),
        ("inQuotes", "100%/q'uote\".ts:1"),
        ("設定を読む", "日本/ファイル.ts:2"),
        ("検索エンジン", "日本/ファイル.ts:2"),
        ("🌙", "🚀/rocket.md:1"),
        ("🚀", "🚀/rocket.md:1"),
        ("火箭", "🚀/rocket.md:1"),
        ("launch", "🚀/rocket.md:1"),
    ] {
        let found = program::run(&project, &["search", query]);
        assert!(found.out.starts_with(place), "{query}: {found:?}");
    }
    let found = program::run(&project, &["search", "inBrackets", "-f", "hash#1/[id].ts"]).succeeded();
    assert!(found.out.starts_with("hash#1/[id].ts:1"), "{found:?}");
}
