//! One edit that moves what one specifier leads to, named: where it led, and where it leads.

use mast_core::engine::Extent;
use mast_core::index::Progress;
use mast_core::store::Store;
use mast_core::store::modules::StoredTarget;
use mast_tests::engine;
use mast_tests::project::Project;
use mast_tests::temp::TempDir;
use std::path::Path;

/// Where the file `from` leads by its specifiers, each on a line.
fn targets(database: &Path, from: &str) -> String {
    let store = Store::open(database).unwrap_or_else(|error| panic!("{error}"));
    let files = store.files().unwrap_or_else(|error| panic!("{error}"));
    let path = |id: i64| {
        let file = files.iter().find(|file| file.id == id);
        file.map_or_else(|| format!("no file {id}"), |file| file.path.to_string())
    };
    let file = store.file(from).ok().flatten().expect("the importer is indexed");
    let rows = store
        .module_targets(file.id)
        .unwrap_or_else(|error| panic!("{error}"));
    let lines = rows.into_iter().map(|(specifier, target)| {
        let shown = match target {
            StoredTarget::File(id) => {
                let importers = store.importers(id).unwrap_or_else(|error| panic!("{error}"));
                assert!(importers.contains(&(file.id, specifier.clone())), "{specifier}");
                path(id)
            }
            StoredTarget::Miscased(id) => format!("{} by other capitals", path(id)),
            StoredTarget::Package => "a package".to_owned(),
            StoredTarget::Unknown(reason) => reason.name().to_owned(),
        };
        format!("{specifier} -> {shown}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Indexes `files`, edits, asks a question, and compares with `before` and `after`, and with an index made from nothing.
#[track_caller]
fn moves(files: &[(&str, &str)], from: &str, before: &str, edit: impl Fn(&Project), after: &str) {
    let project = Project::of(files);
    let state = TempDir::new();
    let kept = engine::open_in(&project, state.path());
    kept.index(Extent::Full, Progress::NONE)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(targets(&kept.database(), from), before, "before");
    edit(&project);
    kept.ask(|_, _, _| Ok(()))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(targets(&kept.database(), from), after, "after");
    let other = TempDir::new();
    let fresh = engine::open_in(&project, other.path());
    fresh
        .index(Extent::Full, Progress::NONE)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(targets(&fresh.database(), from), after, "from nothing");
}

#[test]
fn a_file_that_comes_or_goes_beside_a_folder() {
    let files = [("main.ts", "export * from './x';"), ("x/index.ts", "")];
    let (file, folder) = ("./x -> x.ts", "./x -> x/index.ts");
    moves(
        &files,
        "main.ts",
        folder,
        |project| project.write("x.ts", ""),
        file,
    );
    let both = [files[0], files[1], ("x.ts", "")];
    moves(&both, "main.ts", file, |project| project.delete("x.ts"), folder);
}

#[test]
fn a_target_that_comes_later_or_is_moved_away() {
    let files = [
        ("main.ts", "export * from './a'; import '@/a';"),
        (
            "tsconfig.json",
            r#"{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }"#,
        ),
    ];
    let (none, some) = ("./a -> missing\n@/a -> missing", "./a -> a.ts\n@/a -> a.ts");
    moves(&files, "main.ts", none, |project| project.write("a.ts", ""), some);
    let all = [files[0], files[1], ("a.ts", "")];
    moves(&all, "main.ts", some, |project| project.delete("a.ts"), none);
}

#[test]
fn a_barrel_that_points_elsewhere() {
    let files = [("barrel.ts", "export * from './a';"), ("a.ts", ""), ("b.ts", "")];
    let edit = |project: &Project| project.write("barrel.ts", "export * from './b';");
    moves(&files, "barrel.ts", "./a -> a.ts", edit, "./b -> b.ts");
}

#[test]
fn manifests_that_change_come_and_go() {
    let main = ("main.ts", "import 'core'; import '@/a';");
    let files = [
        main,
        ("package.json", r#"{ "workspaces": ["packages/*"] }"#),
        (
            "packages/core/package.json",
            r#"{ "name": "core", "main": "dist/a.js" }"#,
        ),
        ("packages/core/src/a.ts", ""),
        ("packages/core/src/b.ts", ""),
    ];
    let before = "@/a -> a package\ncore -> packages/core/src/a.ts";
    let entry = |project: &Project| {
        project.write(
            "packages/core/package.json",
            r#"{ "name": "core", "main": "dist/b.js" }"#,
        );
    };
    moves(
        &files,
        "main.ts",
        before,
        entry,
        "@/a -> a package\ncore -> packages/core/src/b.ts",
    );
    let name = |project: &Project| project.write("packages/core/package.json", r#"{ "name": "kernel" }"#);
    moves(
        &files,
        "main.ts",
        before,
        name,
        "@/a -> a package\ncore -> a package",
    );
    let without = |project: &Project| project.delete("package.json");
    moves(
        &files,
        "main.ts",
        before,
        without,
        "@/a -> a package\ncore -> a package",
    );
    let alias = |project: &Project| {
        project.write(
            "tsconfig.json",
            r#"{ "compilerOptions": { "paths": { "@/*": ["packages/core/src/*"] } } }"#,
        );
    };
    moves(
        &files,
        "main.ts",
        before,
        alias,
        "@/a -> packages/core/src/a.ts\ncore -> packages/core/src/a.ts",
    );
}

#[test]
fn a_base_under_any_name_that_a_configuration_extends() {
    let files = [
        ("main.ts", "import '@/a';"),
        ("src/a.ts", ""),
        ("tsconfig.json", r#"{ "extends": "./config/base.json" }"#),
    ];
    let base = |project: &Project| {
        project.write(
            "config/base.json",
            r#"{ "compilerOptions": { "paths": { "@/*": ["../src/*"] } } }"#,
        );
    };
    moves(&files, "main.ts", "@/a -> a package", base, "@/a -> src/a.ts");
}

#[test]
fn a_directory_of_sources_that_was_one_of_build_output() {
    let files = [
        ("main.ts", "import './lib/b';"),
        ("src/b.ts", ""),
        ("package.json", "{}"),
    ];
    let edit = |project: &Project| project.write("lib/a.ts", "");
    moves(
        &files,
        "main.ts",
        "./lib/b -> src/b.ts",
        edit,
        "./lib/b -> missing",
    );
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to() {
    let project = |project: &Project| {
        let link = project.path("linked.ts");
        std::os::unix::fs::symlink("src/b.ts", link).expect("a link");
    };
    let main = ("main.ts", "import './linked';");
    moves(
        &[main, ("src/b.ts", "")],
        "main.ts",
        "./linked -> missing",
        project,
        "./linked -> src/b.ts",
    );
    let linked = Project::of(&[main]);
    project(&linked);
    let state = TempDir::new();
    let engine = engine::open_in(&linked, state.path());
    engine
        .index(Extent::Full, Progress::NONE)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(targets(&engine.database(), "main.ts"), "./linked -> missing");
    linked.write("src/b.ts", "");
    engine
        .ask(|_, _, _| Ok(()))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(targets(&engine.database(), "main.ts"), "./linked -> src/b.ts");
}

#[test]
fn capitals_that_change() {
    let files = [("main.ts", "import './user';"), ("User.ts", "")];
    let rename = |project: &Project| {
        std::fs::rename(project.path("User.ts"), project.path("user.ts")).expect("a rename");
    };
    let sensitive = !Project::of(&[("a", "")]).path("A").exists();
    let before = if sensitive {
        "./user -> other_case"
    } else {
        "./user -> User.ts by other capitals"
    };
    moves(&files, "main.ts", before, rename, "./user -> user.ts");
}
