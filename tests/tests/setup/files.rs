//! What a file is beside its text: a link, its mode, the directory that it stands in.

use crate::{Stage, says};
use mast_tests::project::files_below;

const SETTINGS: &str = "work/.claude/settings.json";

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_mode_a_mode() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let stage = Stage::new();
    stage
        .project
        .write("home/dotfiles/claude.json", "{\n  \"a\": 1\n}\n");
    let real = stage.project.path("home/dotfiles/claude.json");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).expect("it is ours");
    std::fs::create_dir_all(stage.project.path("work/.claude")).expect("it is ours");
    symlink("../../home/dotfiles/claude.json", stage.project.path(SETTINGS)).expect("links can be made");
    let owner = |stage: &Stage| {
        std::fs::metadata(stage.project.path(SETTINGS))
            .map(|it| (it.uid(), it.gid(), it.mode()))
            .ok()
    };
    let before = owner(&stage);
    says(&stage.global(&["setup", "claude"]), 0, &["installed"]);
    assert!(stage.project.path(SETTINGS).is_symlink());
    assert!(!real.is_symlink());
    assert!(
        stage
            .text("home/dotfiles/claude.json")
            .is_some_and(|text| text.contains("hook claude search"))
    );
    assert_eq!(owner(&stage), before);
    says(&stage.global(&["setup", "claude", "--remove"]), 0, &["removed"]);
    assert!(stage.project.path(SETTINGS).is_symlink());
    assert_eq!(
        stage.text("home/dotfiles/claude.json").as_deref(),
        Some("{\n  \"a\": 1\n}\n")
    );
    assert_eq!(owner(&stage), before);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_yet_leads_to_it() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.project.path("work/.claude")).expect("it is ours");
    std::os::unix::fs::symlink("../shared/settings.json", stage.project.path(SETTINGS))
        .expect("links can be made");
    says(&stage.global(&["setup", "claude"]), 0, &["installed"]);
    assert!(stage.project.path(SETTINGS).is_symlink());
    assert!(stage.text("work/shared/settings.json").is_some());
    // Who made the link keeps it.
    says(&stage.global(&["setup", "claude", "--remove"]), 0, &["removed"]);
    assert!(stage.project.path(SETTINGS).is_symlink());
    assert_eq!(stage.text("work/shared/settings.json").as_deref(), Some("{}\n"));
}

#[test]
fn a_read_only_file_is_not_written() {
    let stage = Stage::new();
    stage.project.write(SETTINGS, "{}");
    let path = stage.project.path(SETTINGS);
    let mut permissions = std::fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("it is ours");
    let ran = stage.global(&["setup", "claude"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(
        ran.err,
        format!(
            "mast: cannot write `{}`: it is read-only\nhint: nothing was changed; make it writable and run this again\n",
            path.display()
        )
    );
    assert_eq!(stage.text(SETTINGS).as_deref(), Some("{}"));
    let beside = files_below(path.parent().expect("it stands in a directory"));
    assert_eq!(beside, [path]);
}

#[test]
fn what_is_no_text_and_what_is_no_file_is_reported() {
    let stage = Stage::new();
    stage.project.write(SETTINGS, b"{\"a\": \"\xff\"}");
    let ran = stage.global(&["setup", "claude"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("is not UTF-8 text\nhint: "), "{ran:?}");
    stage.project.delete("work/.claude");
    stage.project.write("work/.claude/settings.json/x", "");
    let ran = stage.global(&["setup", "claude"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("mast: cannot read `"), "{ran:?}");
    stage.project.delete("work/.claude");
    stage.project.write("work/.claude", "");
    let ran = stage.global(&["setup", "claude"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(stage.text("work/.claude").as_deref(), Some(""));
}

#[test]
fn a_rules_file_belongs_to_mast_and_windsurf_has_two_places_for_it() {
    let stage = Stage::new();
    says(&stage.global(&["setup", "windsurf"]), 0, &["installed"]);
    let text = stage.text("work/.windsurf/rules/mast.md").expect("it is written");
    assert!(
        text.starts_with("---\ntrigger: always_on\n---\n\n# Searching code with mast\n"),
        "{text}"
    );
    stage.project.write("work/.windsurf/rules/mast.md", "mine\n");
    says(
        &stage.global(&["setup", "windsurf", "--check"]),
        1,
        &["out of date"],
    );
    says(&stage.global(&["setup", "windsurf"]), 0, &["updated"]);
    assert_eq!(stage.text("work/.windsurf/rules/mast.md"), Some(text.clone()));

    stage.project.write("work/.devin/x", "");
    says(
        &stage.global(&["setup", "windsurf", "--check"]),
        1,
        &["not installed"],
    );
    says(&stage.global(&["setup", "windsurf"]), 0, &["installed"]);
    assert_eq!(stage.text("work/.devin/rules/mast.md"), Some(text));
    says(
        &stage.global(&["setup", "windsurf", "--remove"]),
        0,
        &["removed", "removed"],
    );
    assert!(!stage.project.path("work/.windsurf").exists());
    assert_eq!(
        files_below(&stage.project.path("work/.devin")),
        [stage.project.path("work/.devin/x")]
    );
}

#[test]
fn the_rules_of_cursor_are_the_skill() {
    let stage = Stage::new();
    assert_eq!(stage.global(&["setup", "cursor"]).code, Some(0));
    let rules = stage.text("work/.cursor/rules/mast.mdc").expect("it is written");
    let (front, skill) = rules.split_once("---\n\n").expect("there is front matter");
    assert_eq!(
        front,
        "---\ndescription: Search code with mast before grep, glob or reading whole files\nalwaysApply: true\n"
    );
    assert_eq!(stage.global(&["skill"]).succeeded().out, skill);
}
