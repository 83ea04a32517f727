//! `mast prime` in the states of an index that no case can make.

use mast_tests::program;
use mast_tests::project::Project;

fn indexed() -> Project {
    let project = Project::of(&[("a.ts", ""), ("b.ts", ""), ("c.ts", "")]);
    program::run(&project, &["index"]).succeeded();
    project
}

fn set_version(project: &Project, version: &str) {
    let index = rusqlite::Connection::open(project.path(".mast/graph.db")).expect("the index can be opened");
    let set = "UPDATE meta SET value = ?1 WHERE key = 'schema_version'";
    index.execute(set, [version]).expect("the index can be written");
}

/// What the primer says in place of the rules.
#[track_caller]
fn withheld(project: &Project, arguments: &[&str]) -> String {
    let said = program::run(project, &[&["prime"], arguments].concat())
        .succeeded()
        .out;
    assert!(!said.contains("mast_search"), "{said}");
    let said = said.replace(&*project.root().to_string_lossy(), "/project");
    assert!(said.ends_with("\nUse ordinary search meanwhile.\n"), "{said}");
    said.strip_prefix("mast cannot be used here: ")
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn an_index_of_another_version_is_not_used() {
    let project = indexed();
    for version in ["0.1.0", "99.0.0"] {
        set_version(&project, version);
        let said = withheld(&project, &[]);
        let start = format!("the index in `/project/.mast` has schema version {version}, and this mast has ");
        assert!(
            said.starts_with(&start) && said.contains("mast_reindex"),
            "{said}"
        );
    }
}

#[test]
fn an_index_that_cannot_be_read_is_not_used() {
    let project = indexed();
    project.write(".mast/graph.db", "no database at all ".repeat(500));
    let said = withheld(&project, &[]);
    assert!(
        said.starts_with("the index in `/project/.mast` cannot be read.\nRun `mast index`"),
        "{said}"
    );
}

#[test]
fn an_index_of_another_tree_is_not_used() {
    let project = indexed();
    project.write("other/x.ts", "");
    project.write("other/y.ts", "");
    let said = withheld(&project, &["other", "--state-dir", ".mast"]);
    assert!(
        said.starts_with("the index in `/project/.mast` describes another directory tree"),
        "{said}"
    );
}
