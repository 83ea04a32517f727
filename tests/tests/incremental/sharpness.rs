//! The comparison itself: a difference in any column of any table is seen.

use mast_core::engine::Extent;
use mast_core::index::Progress;
use mast_core::store::Store;
use mast_core::store::dump::LEFT_OUT;
use mast_tests::engine;
use mast_tests::project::Project;
use mast_tests::temp::TempDir;
use rusqlite::Connection;
use std::path::Path;

/// Columns of numbers by which rows find each other: a change loses rows, which shows.
const LINKS: &[&str] = &["id", "file_id", "first_row"];

fn dump(database: &Path) -> Vec<String> {
    Store::open(database)
        .and_then(|store| store.dump())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn columns(connection: &Connection) -> Vec<(String, String, String)> {
    connection
        .prepare(
            "SELECT tables.name, columns.name, columns.type FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'",
        )
        .and_then(|mut statement| {
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })
        .expect("the layout is readable")
}

/// The columns that tell the rows of `table` apart.
fn keys(connection: &Connection, table: &str) -> String {
    let keys: Vec<String> = connection
        .prepare("SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk")
        .and_then(|mut statement| statement.query_map([table], |row| row.get(0))?.collect())
        .expect("the layout is readable");
    keys.join(", ")
}

fn project() -> Project {
    Project::of(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".gitignore", "*.log\n"),
        (
            "a.ts",
            "import { b } from './b';\n/** Doc. */\nexport class A { run() { b(); } }\nexport * from './b';\nexport const x = 1\n",
        ),
        ("b.ts", "export function b( {\n"),
        ("bad.ts", "a\0b"),
        ("readme.md", "# Title\n\nWords.\n"),
        ("package.json", "{}"),
    ])
}

#[test]
fn a_difference_in_any_column_is_seen() {
    let project = project();
    let engine = engine::open(&project);
    engine
        .index(Extent::Full, Progress::NONE)
        .unwrap_or_else(|error| panic!("{error}"));
    let database = engine.database();
    let equal = dump(&database);
    let mut planted = 0;
    let layout = columns(&Connection::open(&database).expect("the index can be opened"));
    for (table, column, kind) in layout {
        let other = TempDir::new();
        let other = other.path().join("graph.db");
        std::fs::copy(&database, &other).expect("the index can be copied");
        let connection = Connection::open(&other).expect("the copy can be opened");
        let key = keys(&connection, &table);
        let value = match kind.as_str() {
            "INTEGER" => format!("coalesce({column}, 0) + 1000003"),
            "BLOB" => format!("{column} || x'01'"),
            _ => format!("coalesce({column}, '') || '~'"),
        };
        // The dates of the index are left out by their keys; every other key counts.
        let row = if table == "meta" { "WHERE key = 'root'" } else { "" };
        let plant = format!(
            "UPDATE {table} SET {column} = {value} WHERE ({key}) = (SELECT {key} FROM {table} {row} LIMIT 1)"
        );
        let rows = connection
            .execute(&plant, [])
            .unwrap_or_else(|error| panic!("{plant}: {error}"));
        assert_eq!(rows, 1, "{table} has no row");
        let seen = dump(&other) != equal;
        let expected = !LEFT_OUT.contains(&column.as_str()) || LINKS.contains(&column.as_str());
        assert_eq!(seen, expected, "{table}.{column}: whether a difference is seen");
        planted += 1;
    }
    assert!(planted > 50, "the tables have {planted} columns");
}

#[test]
fn a_difference_in_any_field_of_the_full_text_is_seen() {
    let project = project();
    let engine = engine::open(&project);
    engine
        .index(Extent::Full, Progress::NONE)
        .unwrap_or_else(|error| panic!("{error}"));
    let database = engine.database();
    let equal = dump(&database);
    let connection = Connection::open(&database).expect("the index can be opened");
    for field in ["name", "owner", "path", "doc", "body", "often"] {
        let row: i64 = connection
            .query_row("SELECT max(first_row + chunk_count) + 1 FROM files", [], |row| {
                row.get(0)
            })
            .expect("the files are readable");
        connection
            .execute(
                &format!("INSERT INTO chunk_fts (rowid, {field}) VALUES (?1, 'planted')"),
                [row],
            )
            .expect("a row can be added");
        assert!(dump(&database) != equal, "{field}");
        connection
            .execute("DELETE FROM chunk_fts WHERE rowid = ?1", [row])
            .expect("a row can be deleted");
        assert!(dump(&database) == equal, "{field}: what was deleted is not there");
    }
}
