//! Tests of the configuration as a whole.

use expect_test::expect;

use super::keys::{KEYS, Reach};
use super::*;
use crate::error::ErrorKind;
use crate::project::test_tree::TestTree;

fn load(tree: &TestTree) -> Result<Config> {
    Config::load(&tree.root, &Overrides::default())
}

/// What loading says about `text` as `mast.config.json`.
fn check(text: &str) -> String {
    let tree = TestTree::with(&[("mast.config.json", text)]);
    match load(&tree) {
        Ok(config) if config.warnings.is_empty() => "accepted".to_owned(),
        Ok(config) => config.warnings.join("\n"),
        Err(error) => {
            assert_eq!(error.kind, ErrorKind::ConfigInvalid);
            error.to_string().replace(&*tree.root.to_string_lossy(), "…")
        }
    }
}

#[test]
fn every_default_fits_its_key() {
    for key in KEYS {
        let value = serde_json::from_str(key.default).unwrap();
        assert_eq!(key.accept(&value), Ok(()), "{}", key.name);
        assert!(!key.doc.is_empty());
    }
    let tree = TestTree::new();
    let config = load(&tree).unwrap();
    for key in KEYS.iter().filter(|key| key.reach != Reach::Place) {
        let default: serde_json::Value = serde_json::from_str(key.default).unwrap();
        assert_eq!((key.read)(&config), default, "{}", key.name);
    }
    assert_eq!(config.state_dir.path(), tree.root.join(".mast"));
    assert_eq!(config.extract_options(), ExtractOptions::default());
    assert_eq!(
        (config.config_file, config.warnings),
        (None, Vec::<String>::new())
    );
}

#[test]
fn mistakes_name_the_file_the_key_and_what_was_expected() {
    let texts = [
        "{",
        "[]",
        r#"{"rrf_k": "60"}"#,
        r#"{"rrf_k": 0}"#,
        r#"{"markdown_heading_depth": 2.5}"#,
        r#"{"respect_gitignore": "yes"}"#,
        r#"{"state_dir": ""}"#,
        r#"{"file_extensions": ".ts"}"#,
        r#"{"file_extensions": ["*.ts"]}"#,
        r#"{"exclude_patterns": ["a", 1]}"#,
        r#"{"include_dot_dirs": ["/abs"]}"#,
        r#"{"include_dot_dirs": [""]}"#,
        r#"{"exclude_pattern": [], "rrfk": 1, "colour": "red", "$schema": "x"}"#,
        r#"{"file_extensions": [".ts", "py"]}"#,
        "\u{FEFF}{\"rrf_k\": 60.0}",
    ];
    let mut report = String::new();
    for text in texts {
        report.push_str(text.trim_start_matches('\u{FEFF}'));
        report.push_str("\n    ");
        report.push_str(&check(text).replace('\n', "\n    "));
        report.push('\n');
    }
    expect![[r#"
        {
            `…/mast.config.json` is not valid JSON: EOF while parsing an object at line 1 column 1
            hint: `mast docs configuration` says what each key may be
        []
            `…/mast.config.json` has to hold one JSON object
            hint: `mast docs configuration` says what each key may be
        {"rrf_k": "60"}
            `…/mast.config.json` has a wrong `rrf_k`: expected a whole number from 1 to 100000, found `"60"`
            hint: `mast docs configuration` says what each key may be
        {"rrf_k": 0}
            `…/mast.config.json` has a wrong `rrf_k`: expected a whole number from 1 to 100000, found `0`
            hint: `mast docs configuration` says what each key may be
        {"markdown_heading_depth": 2.5}
            `…/mast.config.json` has a wrong `markdown_heading_depth`: expected a whole number from 1 to 6, found `2.5`
            hint: `mast docs configuration` says what each key may be
        {"respect_gitignore": "yes"}
            `…/mast.config.json` has a wrong `respect_gitignore`: expected true or false, found `"yes"`
            hint: `mast docs configuration` says what each key may be
        {"state_dir": ""}
            `…/mast.config.json` has a wrong `state_dir`: expected a string that is not empty, found `""`
            hint: `mast docs configuration` says what each key may be
        {"file_extensions": ".ts"}
            `…/mast.config.json` has a wrong `file_extensions`: expected a list of strings that are not empty, found `".ts"`
            hint: `mast docs configuration` says what each key may be
        {"file_extensions": ["*.ts"]}
            `…/mast.config.json` has a wrong `file_extensions`: `*.ts` is not the ending of a file name, such as `.ts`
            hint: `mast docs configuration` says what each key may be
        {"exclude_patterns": ["a", 1]}
            `…/mast.config.json` has a wrong `exclude_patterns`: expected a list of strings that are not empty, found `["a",1]`
            hint: `mast docs configuration` says what each key may be
        {"include_dot_dirs": ["/abs"]}
            `…/mast.config.json` has a wrong `include_dot_dirs`: `/abs` is absolute; name the directory relative to the project root
            hint: `mast docs configuration` says what each key may be
        {"include_dot_dirs": [""]}
            `…/mast.config.json` has a wrong `include_dot_dirs`: expected a list of strings that are not empty, found `[""]`
            hint: `mast docs configuration` says what each key may be
        {"exclude_pattern": [], "rrfk": 1, "colour": "red", "$schema": "x"}
            mast.config.json: unknown key `exclude_pattern`, did you mean `exclude_patterns`?
            mast.config.json: unknown key `rrfk`, did you mean `rrf_k`?
            mast.config.json: unknown key `colour`
        {"file_extensions": [".ts", "py"]}
            file_extensions: no language of mast reads `.py` files
        {"rrf_k": 60.0}
            accepted
    "#]].assert_eq(&report);
}

#[test]
fn later_sources_outrank_earlier_ones_key_by_key() {
    let tree = TestTree::with(&[
        (
            ".mast/config.json",
            r#"{"rrf_k": 10, "context_lines": 4, "exclude_patterns": ["saved/**"], "chunk_split_threshold": "many",
                "include_dot_dirs": ["src"], "state_dir": "/elsewhere", "unknown": 1}"#,
        ),
        (
            "mast.config.json",
            r#"{"rrf_k": 20, "file_extensions": ["TS", ".md"]}"#,
        ),
    ]);
    let config = load(&tree).unwrap();
    assert_eq!(config.rrf_k, 20);
    assert_eq!(config.context_lines, 4);
    assert_eq!(config.exclude_patterns, ["saved/**"]);
    assert_eq!(config.chunk_split_threshold, 100);
    assert_eq!(config.include_dot_dirs, []);
    assert_eq!(config.file_extensions, [".ts", ".md"]);
    assert_eq!(config.state_dir.path(), tree.root.join(".mast"));
    assert_eq!(config.warnings, Vec::<String>::new());
    assert!(config.config_file.is_some() && config.saved_config_file.is_some());

    let flags = Overrides {
        file_extensions: Some(vec!["ts".to_owned()]),
        exclude_patterns: Some(Vec::new()),
        ..Overrides::default()
    };
    let config = Config::load(&tree.root, &flags).unwrap();
    assert_eq!(config.file_extensions, [".ts"]);
    assert_eq!(config.exclude_patterns, Vec::<String>::new());
}

#[test]
fn a_saved_configuration_that_cannot_be_read_counts_as_none() {
    for text in ["", "{", "[]", "null"] {
        let tree = TestTree::with(&[(".mast/config.json", text)]);
        assert_eq!(load(&tree).unwrap().saved_config_file, None, "{text}");
    }
}

#[test]
fn the_state_directory_is_the_flag_the_variable_the_file_or_the_default() {
    let tree = TestTree::with(&[("mast.config.json", r#"{"state_dir": ".cache/../.cache/mast"}"#)]);
    let mut overrides = Overrides::default();
    let place = |overrides: &Overrides| {
        let config = Config::load(&tree.root, overrides).unwrap();
        config.state_dir.path().to_owned()
    };
    assert_eq!(place(&overrides), tree.root.join(".cache/mast"));
    overrides.state_dir_variable = Some("/absolute/index".into());
    assert_eq!(place(&overrides), Path::new("/absolute/index"));
    overrides.state_dir = Some("flag".into());
    assert_eq!(place(&overrides), tree.root.join("flag"));
    let empty = Overrides {
        state_dir_variable: Some(PathBuf::new()),
        ..Overrides::default()
    };
    assert_eq!(
        Config::load(&tree.root, &empty).unwrap_err().to_string(),
        "`MAST_STATE_DIR` is empty\nhint: name a directory, or leave it out for `.mast` in the project"
    );
}

#[test]
fn what_is_saved_is_read_back_whatever_mast_config_json_says_later() {
    let tree = TestTree::with(&[(
        "mast.config.json",
        r#"{"include_dot_dirs": [".agents"], "exclude_patterns": ["x/**"], "rrf_k": 7}"#,
    )]);
    let config = load(&tree).unwrap();
    config.state_dir.create(&tree.root).unwrap();
    config.save().unwrap();
    tree.write("mast.config.json", "{}");
    let again = load(&tree).unwrap();
    assert_eq!(again.include_dot_dirs, config.include_dot_dirs);
    assert_eq!(again.rrf_k, 7);
    assert_eq!(again.fingerprint(), config.fingerprint());
    let text = tree
        .read(".mast/config.json")
        .replace(&*tree.root.to_string_lossy(), "…");
    expect![[r#"
        {
          "file_extensions": [
            ".ts",
            ".tsx",
            ".mts",
            ".cts",
            ".js",
            ".jsx",
            ".mjs",
            ".cjs",
            ".md"
          ],
          "exclude_patterns": [
            "x/**"
          ],
          "include_dot_dirs": [
            ".agents"
          ],
          "respect_gitignore": true,
          "max_file_bytes": 2097152,
          "rrf_k": 7,
          "declaration_exact_ranker": true,
          "chunk_split_threshold": 100,
          "context_lines": 0,
          "markdown_heading_depth": 2,
          "project_root": "…",
          "resolved_state_dir": "…/.mast"
        }
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_fingerprint_follows_what_is_indexed_and_nothing_else() {
    let tree = TestTree::new();
    let base = load(&tree).unwrap();
    let fingerprints = |text: &str| {
        tree.write("mast.config.json", text);
        let config = load(&tree).unwrap();
        (
            config.fingerprint() != base.fingerprint(),
            config.extraction_fingerprint() != base.extraction_fingerprint(),
        )
    };
    assert_eq!(fingerprints("{}"), (false, false));
    assert_eq!(
        fingerprints(
            r#"{"rrf_k": 1, "context_lines": 9, "declaration_exact_ranker": false, "state_dir": "x"}"#
        ),
        (false, false)
    );
    for files in [
        r#"{"file_extensions": [".ts"]}"#,
        r#"{"exclude_patterns": []}"#,
        r#"{"include_dot_dirs": [".x"]}"#,
        r#"{"respect_gitignore": false}"#,
        r#"{"max_file_bytes": 1}"#,
    ] {
        assert_eq!(fingerprints(files), (true, false), "{files}");
    }
    for extraction in [
        r#"{"chunk_split_threshold": 50}"#,
        r#"{"markdown_heading_depth": 3}"#,
    ] {
        assert_eq!(fingerprints(extraction), (true, true), "{extraction}");
    }
    let reordered =
        r#"{"file_extensions": [".md", ".cjs", ".mjs", ".jsx", ".js", ".cts", ".mts", ".tsx", ".ts", "TS"]}"#;
    assert_eq!(fingerprints(reordered), (false, false));
}
