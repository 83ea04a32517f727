//! What is done to the repository, step by step.

#![allow(clippy::semicolon_if_nothing_returned, reason = "most steps are one call")]

use crate::repository::Repository;
use mast_tests::project::files_below;
use std::fs;
use std::time::{Duration, SystemTime};

/// How many files change at once.
const MANY: usize = 2_000;

/// One thing that is done.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) take: fn(&Repository),
}

const fn step(name: &'static str, take: fn(&Repository)) -> Step {
    Step { name, take }
}

/// All steps, in order; each goes on from where the one before it left the files.
pub(crate) const ALL: &[Step] = &[
    step("nothing", |_| {}),
    step("an edit", |it| it.replace("src/use.ts", "run()", "runAll()")),
    step("an edit of the same size", |it| {
        it.replace("src/use.ts", "runAll", "runAny")
    }),
    step("another at once", |it| {
        it.replace("src/use.ts", "runAny", "runOne")
    }),
    step("and another", |it| it.replace("src/use.ts", "runOne", "runTwo")),
    step("an edit of the same size whose time is set back", |it| {
        let time = it.modified("src/square.ts");
        it.replace("src/square.ts", "twice", "three");
        it.set_modified("src/square.ts", time);
    }),
    step("an edit from long ago", |it| {
        it.replace("src/square.ts", "three", "thrice");
        it.set_modified(
            "src/square.ts",
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000),
        );
    }),
    step("an edit from the future", |it| {
        it.replace("src/core.ts", "Says how large", "Tells how large");
        it.shift("src/core.ts", 86_400);
    }),
    step("an edit of the same size from the same future", |it| {
        let time = it.modified("src/core.ts");
        it.replace("src/core.ts", "Tells how large", "Tells how heavy");
        it.set_modified("src/core.ts", time);
    }),
    step("touches without a change", |it| {
        for path in it.project.files() {
            if path.starts_with("src/") || path.starts_with("docs/") {
                it.shift(&path, 1);
            }
        }
    }),
    step("a new file", |it| {
        it.write("src/extra.ts", "import { measure } from '@/core';\n\nexport const stepExtra = () => measure({ area: () => 2 });\n");
    }),
    step("a new file in new directories", |it| {
        it.write("src/deep/er/still.ts", "import { Shape } from '@/core';\n\nexport class Point implements Shape { area() { return 0; } }\n");
    }),
    step("an empty file", |it| it.write("src/empty.ts", "")),
    step("a file is saved by renaming another over it", |it| {
        it.write("src/use.ts.tmp", "import { measure } from './core';\n\nexport const stepSaved = () => measure({ area: () => 9 });\n");
        it.rename("src/use.ts.tmp", "src/use.ts");
    }),
    step("a file is renamed", |it| it.rename("src/extra.ts", "src/more.ts")),
    step("a file is renamed in its letters' case", |it| {
        it.rename("src/more.ts", "src/More.ts")
    }),
    step("a directory is renamed", |it| it.rename("src/deep", "src/flat")),
    step("a file is renamed over another", |it| {
        it.rename("src/More.ts", "src/empty.ts")
    }),
    step("two files change places", |it| {
        it.rename("src/use.ts", "src/use.swap");
        it.rename("src/empty.ts", "src/use.ts");
        it.rename("src/use.swap", "src/empty.ts");
    }),
    step("a file is deleted", |it| it.project.delete("src/empty.ts")),
    step("the target of imports is deleted", |it| {
        it.project.delete("src/core.ts")
    }),
    step("and comes back as a directory", |it| {
        it.write("src/core/index.ts", "export interface Shape { area(): number }\nexport function measure(shape: Shape) { return shape.area(); }\n");
    }),
    step("a directory gives way to a file of its name", |it| {
        it.project.delete("src/core");
        it.write("src/core.ts", "export interface Shape { area(): number }\nexport function measure(shape: Shape) { return shape.area() }\n");
    }),
    step("code in the middle of an edit", |it| {
        it.write("src/square.ts", "import { Shape, measure } from './core';\nexport class Square implements Shape {\n  area() { return measure(\n")
    }),
    step("a manifest leads elsewhere", |it| {
        it.replace("tsconfig.json", "src/*", "lib/*")
    }),
    step("and back", |it| it.replace("tsconfig.json", "lib/*", "src/*")),
    step("files are ignored", |it| {
        it.write(".gitignore", ".mast/\nsrc/flat/\n")
    }),
    step("a document is edited", |it| {
        it.replace("docs/guide.md", "How shapes", "The way in which shapes")
    }),
    step("everything is as it was committed", |it| {
        it.git(&["reset", "-q", "--hard"]);
        it.git(&["clean", "-qfd"]);
    }),
    step("another branch", |it| it.git(&["checkout", "-q", "other"])),
    step("and back to the first", |it| it.git(&["checkout", "-q", "main"])),
    step("an edit and a new file before a stash", |it| {
        it.replace("src/use.ts", "run()", "runStashed()");
        it.write("src/stashed.ts", "export const stepStashed = 1;\n");
    }),
    step("stash", |it| it.git(&["stash", "-q", "-u"])),
    step("stash pop", |it| it.git(&["stash", "pop", "-q"])),
    step("a commit", |it| it.commit("stashed")),
    step("a branch that conflicts", |it| {
        it.git(&["checkout", "-q", "topic"])
    }),
    step("a rebase stops at a conflict", |it| {
        let (succeeded, said) = it.try_git(&["rebase", "-q", "main"]);
        assert!(!succeeded, "{said}");
    }),
    step("it is resolved and goes on", |it| {
        it.write("src/use.ts", "import { Square, measure } from '@/index';\n\nexport function runResolved() {\n  return measure(new Square(6));\n}\n");
        it.git(&["add", "-A"]);
        it.git(&["rebase", "--continue"]);
    }),
    step("a rebase onto another branch", |it| {
        it.git(&["checkout", "-q", "-b", "third", "main~1"]);
        it.write("src/third.ts", "import { measure } from './core';\n\nexport const stepThird = () => measure({ area: () => 3 });\n");
        it.commit("third");
        it.git(&["rebase", "-q", "topic"]);
    }),
    step("a worktree inside", |it| {
        it.git(&["worktree", "add", "-q", "trees/other", "other"])
    }),
    step("an edit in the worktree, which is another project's", |it| {
        it.write("trees/other/src/core.ts", "export function measure() {}\n");
    }),
    step("the worktree goes", |it| {
        it.git(&["worktree", "remove", "--force", "trees/other"])
    }),
    step("many new files", |it| {
        for number in 0..MANY {
            it.write(
                &format!("many/d{}/f{number}.ts", number % 40),
                &text(number, "first"),
            );
        }
    }),
    step("they are committed", |it| {
        it.git(&["checkout", "-q", "-b", "many"]);
        it.commit("many");
    }),
    step("all of them change", |it| {
        for number in 0..MANY {
            it.write(
                &format!("many/d{}/f{number}.ts", number % 40),
                &text(number, "other"),
            );
        }
    }),
    step("all of them are touched", |it| {
        for path in files_below(&it.project.path("many")) {
            let text = fs::read(&path).expect("a file can be read");
            fs::write(&path, text).expect("a file can be written");
        }
    }),
    step("all of them change back", |it| it.git(&["reset", "-q", "--hard"])),
    step("half of them move", |it| {
        for directory in 0..20 {
            it.rename(&format!("many/d{directory}"), &format!("moved/e{directory}"));
        }
    }),
    step("all of them go", |it| {
        it.git(&["reset", "-q", "--hard"]);
        it.git(&["clean", "-qfd"]);
        it.git(&["checkout", "-q", "main"]);
    }),
];

fn text(number: usize, word: &str) -> String {
    match number {
        0 => format!(
            "import {{ measure }} from '../../src/core';\n\nexport const {word} = () => measure({{ area: () => 7 }});\n"
        ),
        _ => format!(
            "export function {word}{number}() {{\n{}  return {number};\n}}\n",
            "  go(here, there).until(done);\n".repeat(8)
        ),
    }
}
