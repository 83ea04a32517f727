//! The document tools on files that no case can hold: links, other encodings, damaged bytes.

use mast_tests::project::Project;
use mast_tests::questions;

fn outline(project: &Project, path: &str) -> String {
    ask(project, &format!("mast_outline {{\"paths\": [\"{path}\"]}}"))
}

fn section(project: &Project, path: &str, heading: &str) -> String {
    ask(
        project,
        &format!(
            "mast_section {{\"sections\": [{{\"file_path\": \"{path}\", \"heading\": \"{heading}\"}}]}}"
        ),
    )
}

/// The answer without its last line, which says what it cost.
fn ask(project: &Project, call: &str) -> String {
    let answer = questions::run(project, call);
    let lines: Vec<&str> = answer.trim_end().lines().collect();
    let kept = lines.split_last().map_or(&[][..], |(_, kept)| kept);
    kept.join("\n").trim_end().to_owned()
}

#[test]
#[cfg(unix)]
fn a_link_leads_to_documents_of_the_project_only() {
    use std::os::unix::fs::symlink;
    let outside = Project::of(&[("secret.md", "# Secret\n")]);
    let project = Project::of(&[("docs/a.md", "# A\n"), (".env", "KEY=1\n")]);
    let link = |target: &std::path::Path, path: &str| {
        symlink(target, project.path(path)).unwrap_or_else(|error| panic!("`{path}`: {error}"));
    };
    link(&outside.path("secret.md"), "file.md");
    link(outside.root(), "folder");
    link(&project.path(".env"), "env.md");
    link(&project.path("docs/a.md"), "inner.md");
    link(&project.path("nowhere"), "broken.md");
    for path in ["file.md", "folder/secret.md", "folder"] {
        let refused = format!("! `{path}` is a link that leads out of the project root");
        assert_eq!(outline(&project, path), refused);
        assert_eq!(section(&project, path, "Secret"), refused);
    }
    assert_eq!(
        outline(&project, "env.md"),
        "! `env.md` is no Markdown file (`.md`)"
    );
    assert_eq!(outline(&project, "broken.md"), "! `broken.md` is not there");
    assert_eq!(outline(&project, "inner.md"), "1-1 3c # A");
    assert_eq!(section(&project, "inner.md", "A"), "inner.md:1-1  A\n    # A");
}

#[test]
fn line_ends_and_marks_of_other_systems_change_nothing() {
    let text = "---\ntitle: T\n---\n\n# A\n\ntext\n\nB\n---\nmore\n";
    let crlf = text.replace('\n', "\r\n");
    let project = Project::new();
    project.write("plain.md", text);
    project.write("crlf.md", &crlf);
    project.write("marked.md", format!("\u{FEFF}{crlf}"));
    let utf16: Vec<u8> = format!("\u{FEFF}{text}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    project.write("utf16.md", utf16);
    let headings = |answer: String| {
        let lines = answer.lines().map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            // The size counts line ends.
            [&words[..1], &words[2..]].concat().join(" ")
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    for path in ["plain.md", "crlf.md", "marked.md", "utf16.md"] {
        let answer = headings(outline(&project, path));
        assert_eq!(answer, "1-3 (front matter)\n5-11 # A\n9-11 ## B", "{path}");
        let shown = section(&project, path, "A > B");
        assert_eq!(
            shown,
            format!("{path}:9-11  A > B\n    B\n    ---\n    more"),
            "{path}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_says_why() {
    let project = Project::of(&[
        ("mast.config.json", "{\"max_file_bytes\": 100}"),
        ("a.md", "# A\n"),
    ]);
    project.write("latin.md", b"# Caf\xE9\n");
    project.write("binary.md", b"# A\0B\n");
    project.write("long.md", "x".repeat(200));
    let reasons = [
        (
            "latin.md",
            "cannot be read: not UTF-8 (first bad byte at offset 5)",
        ),
        ("binary.md", "cannot be read: binary (holds NUL bytes)"),
        (
            "long.md",
            "cannot be read: 200 bytes, more than max_file_bytes 100",
        ),
    ];
    for (path, reason) in reasons {
        assert_eq!(outline(&project, path), format!("! `{path}` {reason}"));
    }
    assert_eq!(outline(&project, "."), "a.md 4c A");
}

#[test]
fn a_directory_is_no_name_that_merely_starts_alike() {
    let project = Project::of(&[
        ("docs/a.md", "# A\n"),
        ("docs.d/b.md", "# B\n"),
        ("Docs.MD", "# C\n"),
    ]);
    assert_eq!(outline(&project, "docs"), "docs/a.md 4c A");
    assert_eq!(outline(&project, "docs/"), "docs/a.md 4c A");
    assert_eq!(outline(&project, "Docs.MD"), "1-1 3c # C");
}
