//! A state directory in which something is damaged, missing or of another version.

use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use std::fs;

/// What becomes of the bytes of an index.
type Damage<'a> = &'a dyn Fn(&[u8]) -> Vec<u8>;

fn indexed() -> Project {
    let project = Project::of(&[
        ("a.ts", "export function greetPeople() {}\n"),
        ("b.md", "# Notes\n\nWords.\n"),
    ]);
    program::run(&project, &["index"]).succeeded();
    project
}

fn set_version(project: &Project, version: &str) {
    let connection =
        rusqlite::Connection::open(project.path(".mast/graph.db")).expect("the index can be opened");
    connection
        .execute(
            "UPDATE meta SET value = ?1 WHERE key = 'schema_version'",
            [version],
        )
        .expect("the index can be written");
}

fn said(ran: &Ran) -> (Option<i32>, &str, &str) {
    (ran.code, ran.out.as_str(), ran.err.as_str())
}

#[track_caller]
fn finds_greeting(project: &Project) {
    let found = program::run(project, &["search", "greetPeople"]).succeeded();
    assert!(found.out.starts_with("a.ts:1  greetPeople"), "{found:?}");
    let status = program::run(project, &["status", "--json"]).succeeded().json();
    assert_eq!(
        (&status["index_fresh"], &status["indexed_files"]),
        (&true.into(), &2.into())
    );
}

#[test]
fn a_damaged_database_is_named_and_indexing_heals_it() {
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let first_page = |bytes: &[u8]| bytes[..4096].to_vec();
    let garbage = |bytes: &[u8]| {
        b"no database at all "
            .iter()
            .copied()
            .cycle()
            .take(bytes.len())
            .collect()
    };
    let header_only = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[100..].fill(0x5A);
        bytes
    };
    let inside = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[4096..].fill(0x5A);
        bytes
    };
    let empty = |_: &[u8]| Vec::new();
    let damages: [(&str, Damage); 6] = [
        ("half", &half),
        ("first page", &first_page),
        ("garbage", &garbage),
        ("header", &header_only),
        ("inside", &inside),
        ("empty", &empty),
    ];
    for (name, damage) in damages {
        for extent in [&["index"] as &[&str], &["index", "--incremental"]] {
            let project = indexed();
            let database = project.path(".mast/graph.db");
            let bytes = fs::read(&database).expect("the index can be read");
            fs::write(&database, damage(&bytes)).expect("the index can be damaged");

            let status = program::run(&project, &["status", "--json"]);
            let said = status.json();
            assert_eq!(said["index_fresh"], false, "{name}: {status:?}");
            assert_eq!(said["freshness_cause"], "stamp_unreadable", "{name}: {status:?}");
            let text = program::run(&project, &["status"]);
            assert!(text.out.contains("run `mast index`"), "{name}: {text:?}");

            let search = program::run(&project, &["search", "greetPeople"]);
            assert_eq!(search.code, Some(1), "{name}: {search:?}");
            assert!(
                search.err.contains("hint: run `mast index`"),
                "{name}: {search:?}"
            );

            let healed = program::run(&project, extent);
            assert_eq!(healed.code, Some(0), "{name} {extent:?}: {healed:?}");
            assert_eq!(
                healed.err, "the index was damaged and was built anew\n",
                "{name} {extent:?}"
            );
            finds_greeting(&project);
        }
    }
}

#[test]
fn an_older_index_is_refused_by_questions_and_rebuilt_with_one_notice() {
    for extent in [&["index"] as &[&str], &["index", "--incremental"], &["init"]] {
        let project = indexed();
        set_version(&project, "1.0.0");
        for question in [
            &["search", "greetPeople"] as &[&str],
            &["query", "mast_search", r#"{"query": "x"}"#],
        ] {
            let refused = program::run(&project, question);
            assert_eq!(
                said(&refused),
                (
                    Some(1),
                    "",
                    "mast: the index has schema version 1.0.0 and this mast needs 2.3.0\nhint: run `mast index` to rebuild it\n"
                )
            );
        }
        let status = program::run(&project, &["status", "--json"]).json();
        assert_eq!(status["freshness_cause"], "index_version");
        assert_eq!(
            (&status["index_schema_version"], &status["schema_version"]),
            (&"1.0.0".into(), &"2.3.0".into())
        );
        let rebuilt = program::run(&project, extent);
        assert_eq!(rebuilt.code, Some(0), "{rebuilt:?}");
        assert_eq!(
            rebuilt.err,
            "the index had schema version 1.0.0 and was rebuilt for 2.3.0\n"
        );
        finds_greeting(&project);
    }
}

#[test]
fn a_newer_index_is_left_alone() {
    let project = indexed();
    set_version(&project, "9.9.9");
    let database = project.path(".mast/graph.db");
    let before = fs::read(&database).expect("the index can be read");
    let refusal = "mast: the index has schema version 9.9.9 and this mast knows up to 2.3.0\n\
                   hint: upgrade mast (`mast upgrade` says how); the index was left as it is\n";
    for arguments in [
        &["index"] as &[&str],
        &["index", "--incremental"],
        &["init"],
        &["search", "greetPeople"],
        &["search", "greetPeople", "--reindex"],
    ] {
        let refused = program::run(&project, arguments);
        assert_eq!(
            (refused.code, refused.err.as_str()),
            (Some(1), refusal),
            "{arguments:?}"
        );
    }
    let status = program::run(&project, &["status", "--json"]).json();
    assert_eq!(
        (&status["index_fresh"], &status["freshness_cause"]),
        (&false.into(), &"index_version".into())
    );
    assert!(
        fs::read(&database).expect("the index can be read") == before,
        "the index was changed"
    );
}

#[test]
fn the_stamp_for_people_decides_nothing() {
    let project = indexed();
    for stamp in [
        "",
        "{",
        r#"{"schema_version": "9.9.9"}"#,
        r#"{"schema_version": "0.1.0"}"#,
    ] {
        project.write(".mast/index.json", stamp);
        finds_greeting(&project);
        program::run(&project, &["index", "--incremental"]).succeeded();
        assert!(
            project
                .read(".mast/index.json")
                .contains(r#""schema_version": "2.3.0""#),
            "{stamp}"
        );
    }
    project.delete(".mast/index.json");
    finds_greeting(&project);
}

#[test]
fn without_a_database_nothing_is_indexed_and_no_question_makes_one() {
    let project = indexed();
    project.delete(".mast/graph.db");
    let status = program::run(&project, &["status", "--json"]);
    assert_eq!(
        (status.code, &status.json()["freshness_cause"]),
        (Some(1), &"not_initialised".into())
    );
    for arguments in [
        &["search", "greetPeople"] as &[&str],
        &["search", "greetPeople", "--reindex"],
    ] {
        let search = program::run(&project, arguments);
        let expected = format!(
            "mast: no index in `{}`\nhint: run `mast init` or `mast index` first, or name the state directory with `--state-dir`\n",
            project.path(".mast").display()
        );
        assert_eq!(said(&search), (Some(1), "", expected.as_str()));
    }
    assert!(!project.path(".mast/graph.db").exists());
    program::run(&project, &["index", "--incremental"]).succeeded();
    finds_greeting(&project);
}
