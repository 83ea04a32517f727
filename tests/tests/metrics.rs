//! What calls cost is written down beside the index, and outlives it.

use mast_tests::program::run;
use mast_tests::project::Project;
use serde_json::json;

const FILES: &[(&str, &str)] = &[(
    "src/a.ts",
    "/** Greets. */\nexport function greet(name: string) {\n  return `hello ${name}`;\n}\ngreet('you');\n",
)];

#[test]
fn every_call_is_recorded_and_outlives_the_index() {
    let project = Project::of(FILES);
    run(&project, &["index"]).succeeded();
    let empty = run(&project, &["metrics"]).succeeded();
    assert_eq!(empty.out, "No metrics recorded in the requested window.\n");
    run(&project, &["search", "greet"]).succeeded();
    run(&project, &["query", "mast_callers", r#"{"symbol": "greet"}"#]).succeeded();
    run(&project, &["query", "mast_callers", r#"{"symbo": "greet"}"#]);
    run(&project, &["index"]).succeeded();
    let metrics = run(&project, &["metrics", "--json"]).succeeded().json();
    assert_eq!(metrics["by_tool"]["mast_callers"]["calls"], 2);
    assert_eq!(metrics["by_tool"]["mast_search"]["calls"], 1);
    let whole = metrics["total"]["tokens_full_file_upper_bound"]
        .as_u64()
        .unwrap_or(0);
    assert!(whole > 0, "{metrics}");
    let all = json!({ "scope": "global" }).to_string();
    let efficiency = run(&project, &["query", "mast_efficiency", &all])
        .succeeded()
        .json();
    assert_eq!(
        efficiency["calls_by_tool"],
        json!({ "mast_callers": 2, "mast_search": 1 })
    );
    assert_eq!(efficiency["tokens_full_file_upper_bound"], whole);
    // Summed up by day, they are the same.
    run(&project, &["metrics", "--rollup", "--keep-days", "1"]).succeeded();
    let table = run(&project, &["metrics"]).succeeded().out;
    let heading = table.lines().next().unwrap_or_default();
    assert_eq!(
        heading.split_whitespace().collect::<Vec<_>>().join(" "),
        "Tool Calls Tokens Avg ms p50 ms p95 ms Efficiency"
    );
    assert!(
        table.ends_with("tokens: cl100k_base (approximate for current models)\n"),
        "{table}"
    );
}

#[test]
fn without_an_index_there_are_no_metrics_and_none_are_made() {
    let project = Project::of(FILES);
    let ran = run(&project, &["metrics"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.starts_with("mast: no index in"), "{}", ran.err);
    assert!(!project.root().join(".mast").exists());
}

#[test]
fn a_stretch_of_time_that_is_none_is_refused() {
    let project = Project::of(FILES);
    run(&project, &["index"]).succeeded();
    let ran = run(&project, &["metrics", "--since", "soon"]);
    assert_eq!(
        ran.err,
        "mast: `--since` takes a stretch of time, and `soon` is none\nhint: give a number with a unit: 7d, 24h, 30m\n"
    );
}
