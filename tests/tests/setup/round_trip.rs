//! For each harness: install, install again, install from elsewhere, check, remove, over files that people wrote.

use crate::{Stage, says};

/// A file that mast writes into, and how.
struct Kept {
    harness: &'static str,
    flags: &'static [&'static str],
    /// Its path, from the stage.
    path: &'static str,
    /// Which of the files it is that a run writes.
    row: usize,
    /// How many these are.
    rows: usize,
    /// What people have in it.
    texts: &'static [&'static [&'static str]],
}

/// JSON in every shape: other entries, odd indentation, tabs, CRLF, one line, no final newline.
const STRICT: &[&str] = &[
    "{}",
    "{\n}",
    "{\n   \"model\": \"best\"\n}\n",
    "{\r\n\t\"permissions\": {\r\n\t\t\"allow\": [\"Bash(ls:*)\", \"Read\"]\r\n\t},\r\n\t\"z\": null\r\n}\r\n",
    "{\"a\":[1,2,{\"b\":\"\u{e9}\\u00e9\"}],\"c\":-1.50e3}",
    "{ \"a\": {}, \"b\": [ ] }",
    "\u{feff}{\n    \"a\": true\n}",
    "\n\n  {\n      \"a\": 1\n  }\n\n\n",
];

const GROUPED: &[&str] = &[
    "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"hooks\": [{ \"type\": \"command\", \"command\": \"echo hi\" }]\n      }\n    ],\n    \"Stop\": []\n  },\n  \"last\": 1\n}\n",
    "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"mast hook claude searches\"}]}],\n\t\t\"AfterTool\": [\n\t\t\t{\"hooks\": []}]\n\t}\n}",
    "{\"hooks\":{\"SessionStart\":[{\"matcher\":\"startup\",\"hooks\":[{\"type\":\"command\",\"command\":\"x hook other session-start\"}]}]}}\n",
];

const FLAT: &[&str] = &[
    "{\n  \"version\": 1,\n  \"hooks\": {\n    \"sessionStart\": [\n      { \"command\": \"./start.sh\" }\n    ],\n    \"stop\": [{ \"command\": \"./stop.sh\" }]\n  }\n}\n",
    "{\"version\":1,\"hooks\":{\"stop\":[]}, \"x\": 1}",
    "{\r\n    \"version\": 1\r\n}",
];

const COMMENTED: &[&str] = &[
    "// settings\n{\n  // the look\n  \"theme\": \"dark\", // at night\n  /* no more */\n}\n",
    "{\r\n\t\"a\": [\r\n\t\t1,\r\n\t],\r\n\t// last\r\n}\r\n// end\r\n",
    "{\n  /* nothing */\n}\n",
    "{\n  \"a\": 1 // one, and only\n}",
    "{\n  \"hooks\": {\n    // none yet\n  },\n  \"servers\": { // none yet\n  },\n  \"context_servers\": {\n    /* none */\n  },\n  \"mcpServers\": {\n    // none yet\n  }\n}\n",
];

const SERVERS: &[&str] = &[
    "{\n  \"mcpServers\": {\n    \"other\": {\n      \"command\": \"other\"\n    }\n  }\n}\n",
    "{\"mcpServers\":{\"other\":{\"url\":\"http://localhost\"}}}",
];

const TOML: &[&str] = &[
    "model = \"best\" # of all\n\n[profiles.fast]\nmodel = 'fast'\n",
    "[mcp_servers.other]\r\ncommand = \"other\"\r\n",
    "# nothing yet",
    "a = 1\n\n\n",
];

const PROSE: &[&str] = &[
    "# Rules\n\nBe kind.\n",
    "one line",
    "a\r\nb\r\n",
    "",
    "a\n\n\n",
    "\u{feff}# Marked\n",
];

const KEPT: &[Kept] = &[
    kept(
        "claude",
        &[],
        "work/.claude/settings.json",
        0,
        1,
        &[STRICT, GROUPED],
    ),
    kept("claude", &["--mcp"], "work/.mcp.json", 1, 2, &[STRICT, SERVERS]),
    kept(
        "claude",
        &["--global"],
        "home/.claude/settings.json",
        0,
        1,
        &[STRICT, GROUPED],
    ),
    kept("cursor", &[], "work/.cursor/hooks.json", 0, 2, &[FLAT]),
    kept(
        "cursor",
        &["--mcp"],
        "work/.cursor/mcp.json",
        2,
        3,
        &[STRICT, SERVERS],
    ),
    kept("cursor", &["--global"], "home/.cursor/hooks.json", 0, 1, &[FLAT]),
    kept("vscode", &[], "work/.github/hooks/mast.json", 0, 1, &[COMMENTED]),
    kept(
        "vscode",
        &["--global"],
        "home/.copilot/hooks/mast.json",
        0,
        1,
        &[COMMENTED],
    ),
    kept(
        "vscode",
        &["--mcp"],
        "work/.vscode/mcp.json",
        1,
        2,
        &[STRICT, COMMENTED],
    ),
    kept(
        "windsurf",
        &["--mcp", "--global"],
        "home/.codeium/windsurf/mcp_config.json",
        0,
        1,
        &[STRICT, SERVERS],
    ),
    kept("zed", &[], "work/.rules", 0, 1, &[PROSE]),
    kept("zed", &[], "work/AGENTS.md", 0, 1, &[PROSE]),
    kept(
        "zed",
        &["--mcp", "--global"],
        "home/.config/zed/settings.json",
        0,
        1,
        &[STRICT, COMMENTED],
    ),
    kept("codex", &[], "work/.codex/hooks.json", 0, 1, &[STRICT, GROUPED]),
    kept("codex", &["--mcp"], "work/.codex/config.toml", 1, 2, &[TOML]),
    kept(
        "codex",
        &["--mcp", "--global"],
        "home/.codex/config.toml",
        1,
        2,
        &[TOML],
    ),
    kept(
        "gemini",
        &[],
        "work/.gemini/settings.json",
        0,
        1,
        &[STRICT, GROUPED, COMMENTED],
    ),
    kept(
        "gemini",
        &["--mcp"],
        "work/.gemini/settings.json",
        0,
        2,
        &[STRICT, COMMENTED, SERVERS],
    ),
];

const fn kept(
    harness: &'static str,
    flags: &'static [&'static str],
    path: &'static str,
    row: usize,
    rows: usize,
    texts: &'static [&'static [&'static str]],
) -> Kept {
    Kept {
        harness,
        flags,
        path,
        row,
        rows,
        texts,
    }
}

impl Kept {
    fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        [&["setup", self.harness], self.flags, more].concat()
    }

    /// `word` for its row, `others` for the others.
    fn rows<'a>(&self, word: &'a str, others: &'a str) -> Vec<&'a str> {
        (0..self.rows)
            .map(|row| if row == self.row { word } else { others })
            .collect()
    }

    /// The whole way over a file with `text` in it.
    fn walk(&self, text: &str) {
        let stage = Stage::new();
        stage.project.write(self.path, text);
        let before = stage.all();
        let modified = |stage: &Stage| {
            let metadata = std::fs::metadata(stage.project.path(self.path)).expect("it is there");
            metadata.modified().expect("the system keeps times")
        };
        let what = format!("{} {:?} over {text:?}", self.harness, self.flags);

        says(
            &stage.built(&self.arguments(&["--check"])),
            1,
            &self.rows("not installed", "not installed"),
        );
        says(
            &stage.built(&self.arguments(&["--dry-run"])),
            0,
            &self.rows("would install", "would install"),
        );
        assert_eq!(stage.all(), before, "{what}");

        says(
            &stage.built(&self.arguments(&[])),
            0,
            &self.rows("installed", "installed"),
        );
        let (built, since) = (stage.text(self.path).expect("it stays"), modified(&stage));
        assert_eq!(
            stage
                .bytes(self.path)
                .map(|bytes| bytes.starts_with("\u{feff}".as_bytes())),
            Some(text.starts_with('\u{feff}')),
            "{what}"
        );
        assert_eq!(built.contains("\r\n"), text.contains("\r\n"), "{what}: {built:?}");
        assert!(
            !built.contains("\r\n") || !built.replace("\r\n", "").contains('\n'),
            "{what}: {built:?}"
        );
        says(
            &stage.built(&self.arguments(&[])),
            0,
            &self.rows("already up to date", "already up to date"),
        );
        assert_eq!(
            (stage.text(self.path), modified(&stage)),
            (Some(built.clone()), since),
            "{what}"
        );
        says(
            &stage.built(&self.arguments(&["--check"])),
            0,
            &self.rows("up to date", "up to date"),
        );

        if self.harness != "zed" || self.flags.contains(&"--mcp") {
            // Another installation of mast finds its own entries and changes what they start.
            let out_of_date = stage.global(&self.arguments(&["--check"]));
            assert_eq!(out_of_date.code, Some(1), "{what}: {out_of_date:?}");
            assert_eq!(stage.global(&self.arguments(&[])).code, Some(0), "{what}");
            let global = stage.text(self.path).expect("it stays");
            assert_eq!(
                global.matches("hook ").count(),
                built.matches("hook ").count(),
                "{what}"
            );
            assert_ne!(global, built, "{what}");
            assert_eq!(
                stage.global(&self.arguments(&["--check"])).code,
                Some(0),
                "{what}"
            );
            assert_eq!(stage.built(&self.arguments(&[])).code, Some(0), "{what}");
            assert_eq!(stage.text(self.path), Some(built), "{what}");
        }

        let removed = stage.global(&self.arguments(&["--remove"]));
        assert_eq!(removed.code, Some(0), "{what}: {removed:?}");
        if text.trim_start_matches('\u{feff}') == "{\n}" {
            // An object without anything in it has no lines.
            assert_eq!(stage.text(self.path).as_deref(), Some("{}"), "{what}");
        } else {
            assert_eq!(stage.all(), before, "{what}");
        }
        let again = stage.global(&self.arguments(&["--remove"]));
        says(&again, 0, &self.rows("not installed", "not installed"));
    }
}

#[test]
fn what_is_put_into_a_file_comes_out_again() {
    // Most of the time is waited for the disk.
    std::thread::scope(|scope| {
        for kept in KEPT {
            scope.spawn(|| {
                for text in kept.texts.iter().copied().flatten() {
                    kept.walk(text);
                }
            });
        }
    });
}

#[test]
fn without_any_file_nothing_is_left() {
    let ways: &[&[&str]] = &[
        &["claude"],
        &["claude", "--mcp"],
        &["claude", "--global"],
        &["cursor"],
        &["cursor", "--mcp"],
        &["cursor", "--mcp", "--global"],
        &["vscode", "--mcp"],
        &["vscode", "--global"],
        &["windsurf"],
        &["windsurf", "--mcp", "--global"],
        &["zed", "--mcp", "--global"],
        &["desktop", "--mcp"],
        &["codex", "--mcp"],
        &["codex", "--mcp", "--global"],
        &["gemini", "--mcp"],
        &["gemini", "--mcp", "--global"],
    ];
    for way in ways {
        let stage = Stage::new();
        let before = stage.all();
        for flags in [&[] as &[&str], &["--check"], &["--remove"]] {
            let ran = stage.global(&[&["setup"], *way, flags].concat());
            assert_eq!(ran.code, Some(0), "{way:?} {flags:?}: {ran:?}");
            assert_eq!(stage.all() == before, flags == ["--remove"], "{way:?} {flags:?}");
        }
    }
}

#[test]
fn only_the_command_of_an_entry_changes() {
    let stage = Stage::new();
    let text = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Grep", // never here
        "hooks": [
          {"timeout": 99, "command": "old/mast hook claude search", "type": "command"},
          {"command": "mast hook claude searching"}
        ]
      }
    ],
    "PostToolUse": [{"hooks": [{"command": "x hook claude session-start"}, {"command": "y"}]}]
  }
}
"#
    .replace(" // never here", "");
    stage.project.write("work/.claude/settings.json", &text);
    says(&stage.global(&["setup", "claude"]), 0, &["updated"]);
    let expected = text
        .replace("old/mast hook", "mast hook")
        .replace("x hook claude session-start", "mast hook claude session-start");
    assert_eq!(stage.text("work/.claude/settings.json"), Some(expected));
    says(&stage.global(&["setup", "claude", "--remove"]), 0, &["removed"]);
    let rest = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Grep",
        "hooks": [
          {"command": "mast hook claude searching"}
        ]
      }
    ],
    "PostToolUse": [{"hooks": [{"command": "y"}]}]
  }
}
"#;
    assert_eq!(stage.text("work/.claude/settings.json").as_deref(), Some(rest));
}

#[test]
fn an_entry_of_an_older_zed_is_mast_s_too() {
    let stage = Stage::new();
    let text = r#"{
  "context_servers": {
    // by hand
    "mast": { "command": { "path": "/old/mast", "args": ["serve"] } }
  }
}
"#;
    stage.project.write("work/.zed/settings.json", text);
    stage.project.write("work/.rules", "");
    says(
        &stage.global(&["setup", "zed", "--mcp"]),
        0,
        &["installed", "updated"],
    );
    let updated = text.replace("/old/mast", "mast");
    assert_eq!(stage.text("work/.zed/settings.json"), Some(updated));
    says(
        &stage.global(&["setup", "zed", "--mcp", "--check"]),
        0,
        &["up to date", "up to date"],
    );
    says(
        &stage.global(&["setup", "zed", "--mcp", "--remove"]),
        0,
        &["removed", "removed"],
    );
    let rest = "{\n  \"context_servers\": {\n    // by hand\n  }\n}\n";
    assert_eq!(stage.text("work/.zed/settings.json").as_deref(), Some(rest));
}

#[test]
fn what_people_added_to_the_server_stays() {
    let stage = Stage::new();
    let text = r#"{"mcpServers": {"mast": {"command": "/old/mast", "args": ["serve", "--no-watch"], "env": {"A": "b"}}}}"#;
    stage.project.write("work/.mcp.json", text);
    says(
        &stage.global(&["setup", "claude", "--mcp"]),
        0,
        &["installed", "updated"],
    );
    assert_eq!(
        stage.text("work/.mcp.json"),
        Some(text.replace("/old/mast", "mast"))
    );
}
