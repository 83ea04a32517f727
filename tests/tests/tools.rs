//! The tools of the catalogue, as cases (`docs/writing-cases.md`).

use mast_tests::project::Project;
use mast_tests::{cases, program, questions};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn search() {
    cases::run_folder(Path::new("tests/cases/search"), &questions::run);
}

#[test]
fn callers() {
    cases::run_folder(Path::new("tests/cases/callers"), &questions::run);
}

#[test]
fn implementors() {
    cases::run_folder(Path::new("tests/cases/implementors"), &questions::run);
}

#[test]
fn rename_impact() {
    cases::run_folder(Path::new("tests/cases/rename_impact"), &questions::run);
}

#[test]
fn outline() {
    cases::run_folder(Path::new("tests/cases/outline"), &questions::run);
}

#[test]
fn section() {
    cases::run_folder(Path::new("tests/cases/section"), &questions::run);
}

#[test]
fn exports() {
    cases::run_folder(Path::new("tests/cases/exports"), &questions::run);
}

#[test]
fn project_skeleton() {
    cases::run_folder(Path::new("tests/cases/project_skeleton"), &questions::run);
}

#[test]
fn dependencies() {
    cases::run_folder(Path::new("tests/cases/dependencies"), &questions::run);
}

#[test]
fn signature() {
    cases::run_folder(Path::new("tests/cases/signature"), &questions::run);
}

#[test]
fn status() {
    cases::run_folder(Path::new("tests/cases/status"), &questions::run);
}

/// A list is cut before anything is read for it: a name that is declared 516 times, a module with 370 exports.
#[test]
fn long_lists_are_cut_and_counted() {
    let project = Project::new();
    for file in 0..516 {
        let text = format!("export function execute(a{file}: number) {{}}\n");
        project.write(&format!("src/f{file}.ts"), text);
    }
    let exports: Vec<String> = (0..370)
        .map(|at| format!("export const name{at} = {at};\n"))
        .collect();
    project.write("src/wide.ts", exports.concat());
    let asked = |tool: &str, input: serde_json::Value| {
        let ran = program::run(&project, &["query", tool, &input.to_string(), "--json"]);
        ran.succeeded().json()
    };
    program::run(&project, &["index"]).succeeded();
    let signatures = asked("mast_signature", json!({ "symbol": "execute" }));
    assert_eq!(signatures["results"].as_array().map(Vec::len), Some(50));
    assert_eq!(signatures["results_truncated"], 516);
    assert_eq!(signatures["ambiguous"], 516);
    let files = signatures["_stats"]["files_referenced"].as_array().map(Vec::len);
    assert_eq!(files, Some(50));
    let wide = asked(
        "mast_exports",
        json!({ "file_path": "src/wide.ts", "offset": 360 }),
    );
    assert_eq!(wide["exports"].as_array().map(Vec::len), Some(10));
    assert_eq!(wide["exports_truncated"], 370);
    let skeleton = asked("mast_project_skeleton", json!({}));
    assert_eq!(skeleton["files"].as_array().map(Vec::len), Some(200));
    assert_eq!(skeleton["files_truncated"], 517);
}

#[test]
fn a_pattern_matches_in_a_question_what_it_excludes_from_the_walk() {
    const PATTERNS: &[&str] = &[
        "**/node_modules/**",
        "src/**",
        "**/*.test.ts",
        ".mast/**",
        "src/*",
        "*.ts",
        "**/*_util.ts",
        "**/My*/**",
        "src/a?.ts",
        "**/deep/*.ts",
        "src/my_util.ts",
        "SRC/**",
        "**",
        "src/[ab].ts",
        "src/{a,b}.ts",
        "!src/**",
    ];
    let project = Project::new();
    let folders = [
        "",
        "src/",
        "src/deep/",
        "lib/node_modules/x/",
        "node_modules/",
        "MyLib/",
        "mylib/deep/",
    ];
    for folder in folders {
        for name in ["ab.ts", "a.test.ts", "my_util.ts", "myXutil.ts"] {
            project.write(&format!("{folder}{name}"), "export const marker = 1;\n");
        }
    }
    let walked = |pattern: Option<&str>| -> BTreeSet<String> {
        let excluded: Vec<&str> = pattern.into_iter().collect();
        project.write(
            "mast.config.json",
            json!({ "exclude_patterns": excluded }).to_string(),
        );
        let answer = program::run(&project, &["walk", "--files", "--json"])
            .succeeded()
            .json();
        let files = answer["files"].as_array().cloned().unwrap_or_default();
        files
            .iter()
            .filter_map(|file| file.as_str().map(str::to_owned))
            .collect()
    };
    let all = walked(None);
    assert_eq!(all.len(), 28);
    program::run(&project, &["index"]).succeeded();
    for pattern in PATTERNS {
        let kept = walked(Some(pattern));
        project.write("mast.config.json", r#"{ "exclude_patterns": [] }"#);
        let ran = program::run(
            &project,
            &["search", "marker", "-n", "50", "-f", pattern, "--json"],
        )
        .succeeded();
        let found: BTreeSet<String> = ran.json()["results"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|result| result["file_path"].as_str().map(str::to_owned))
            .collect();
        let expected: BTreeSet<String> = all.difference(&kept).cloned().collect();
        assert_eq!(found, expected, "{pattern}");
    }
}
