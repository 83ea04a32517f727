//! What people do to the files that decide where specifiers lead.

use mast_tests::project::Project;
use mast_tests::random::Random;
use std::fmt::Write as _;

const FOLDERS: &[&str] = &["", "", "src/", "lib/", "src/deep/"];

const ENTRIES: &[&str] = &[
    "dist/index.js",
    "./dist/user.js",
    "src/index.ts",
    "./lib/cart.js",
    "build/order.d.ts",
    "index.js",
];

/// Writes or deletes a manifest, or a base that one extends, and says which.
pub(super) fn write(project: &Project, random: &mut Random) -> String {
    let folder = *random.pick(FOLDERS);
    if project.path(folder.trim_end_matches('/')).is_file() {
        return "nothing".to_owned();
    }
    let (name, text) = match random.within(0..8) {
        0..=2 => ("package.json", package(random)),
        3 | 4 => ("tsconfig.json", config(random)),
        5 => ("base.json", config(random)),
        6 => ("pnpm-workspace.yaml", workspace(random)),
        _ => ("jsconfig.json", config(random)),
    };
    let path = format!("{folder}{name}");
    if project.path(&path).exists() && random.percent(30) {
        project.delete(&path);
        return format!("delete {path}");
    }
    project.write(&path, &text);
    format!("write {path}: {}", text.replace('\n', " "))
}

/// Whether the file is one of these.
pub(super) fn is_one(path: &str) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| matches!(ending, "json" | "yaml"))
}

fn package(random: &mut Random) -> String {
    let mut text = "{".to_owned();
    if random.percent(80) {
        let _ = write!(
            text,
            r#""name": "{}","#,
            random.pick(&["user", "@scope/user", "@scope/order", "cart"])
        );
    }
    match random.within(0..4) {
        0 => {
            let _ = write!(text, r#""main": "{}","#, random.pick(ENTRIES));
        }
        1 => {
            let (entry, other) = (random.pick(ENTRIES), random.pick(ENTRIES));
            let _ = write!(
                text,
                r#""exports": {{ ".": {{ "types": "./{}", "default": "./{}" }}, "./*": "./dist/*.js" }},"#,
                entry.trim_start_matches("./"),
                other.trim_start_matches("./"),
            );
        }
        2 => text.push_str(r##""imports": { "#*": "./src/*.ts" },"##),
        _ => {}
    }
    if random.percent(50) {
        let _ = write!(
            text,
            r#""workspaces": {},"#,
            random.pick(&[r#"["src", "lib"]"#, r#"["**"]"#, r#"{ "packages": ["*"] }"#])
        );
    }
    if random.percent(20) {
        let _ = write!(
            text,
            r#""dependencies": {{ "{}": "{}" }},"#,
            random.pick(&["cart", "price"]),
            random.pick(&["file:../lib", "link:src", "^1"])
        );
    }
    // Now and then one that nobody can read.
    let end = if random.percent(10) {
        ""
    } else {
        r#""private": true }"#
    };
    text + end
}

fn config(random: &mut Random) -> String {
    let options = random.pick(&[
        r#""baseUrl": ".""#,
        r#""baseUrl": "src""#,
        r#""paths": { "@scope/*": ["./src/*", "./lib/*"], "cart": ["./lib/Cart.js"] }"#,
        r#""paths": { "*": ["./src/*", "./lib/*/index"] }"#,
        r##""paths": { "#*": ["./src/deep/*"] }, "outDir": "dist", "rootDir": "src""##,
        r#""outDir": "lib""#,
    ]);
    let extends = random.pick(&[
        "",
        "",
        r#""extends": "./base.json","#,
        r#""extends": ["../base", "./tsconfig.json"],"#,
    ]);
    let broken = if random.percent(5) { "{" } else { "" };
    format!("{{ // as people write it\n{extends} {broken} \"compilerOptions\": {{ {options}, }} }}\n")
}

fn workspace(random: &mut Random) -> String {
    let pattern = random.pick(&["'*'", "src/**", "lib # all", "\"!lib\""]);
    format!("packages:\n  - {pattern}\n  - src\n")
}
