//! A git repository that the steps are done to.

use mast_tests::project::Project;
use std::fs::{self, File};
use std::process::Command;
use std::time::{Duration, SystemTime};

/// The files of the first commit.
const FILES: &[(&str, &str)] = &[
    (".gitignore", ".mast/\nignored/\n"),
    ("package.json", "{ \"name\": \"shapes\" }\n"),
    (
        "tsconfig.json",
        "{ \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"src/*\"] } } }\n",
    ),
    (
        "src/core.ts",
        "/** How large something is. */\nexport interface Shape { area(): number }\n\n\
         /** Says how large a shape is. */\nexport function measure(shape: Shape): number {\n  return shape.area();\n}\n",
    ),
    (
        "src/square.ts",
        "import { Shape, measure } from './core';\n\nexport class Square implements Shape {\n  constructor(readonly side: number) {}\n\
         \n  area() { return this.side * this.side; }\n\n  twice() { return 2 * measure(this); }\n}\n",
    ),
    (
        "src/index.ts",
        "export * from './square';\nexport { measure } from './core';\n",
    ),
    (
        "src/use.ts",
        "import { Square, measure } from '@/index';\n\nexport function run() {\n  return measure(new Square(3));\n}\n",
    ),
    (
        "docs/guide.md",
        "# Guide\n\nWhat shapes are.\n\n## Measuring\n\nHow shapes are measured.\n",
    ),
];

/// A project under git.
pub(crate) struct Repository {
    pub(crate) project: Project,
}

impl Repository {
    /// A repository with one commit, and with the branches `other` and `topic` that differ from it.
    pub(crate) fn new() -> Self {
        let repository = Self {
            project: Project::of(FILES),
        };
        repository.git(&["init", "-q", "-b", "main"]);
        repository.commit("first");
        repository.git(&["checkout", "-q", "-b", "other"]);
        repository.write("src/core.ts", "export interface Shape { area(): number; name?: string }\n\nexport const measure = (shape: Shape) => shape.area();\n");
        repository.write("src/circle.ts", "import { Shape } from './core';\n\nexport class Circle implements Shape {\n  area() { return 3; }\n}\n");
        repository.write(
            "src/index.ts",
            "export * from './square';\nexport * from './circle';\nexport * from './core';\n",
        );
        repository.project.delete("docs");
        repository.commit("other");
        repository.git(&["checkout", "-q", "-b", "topic", "main"]);
        repository.write("src/use.ts", "import { Square, measure } from '@/index';\n\nexport function runTopic() {\n  return measure(new Square(4)) + measure(new Square(5));\n}\n");
        repository.write("src/topic.ts", "import { measure } from './core';\n\nexport const stepTopic = () => measure({ area: () => 1 });\n");
        repository.commit("topic");
        repository.git(&["checkout", "-q", "main"]);
        repository
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.project.write(path, text);
    }

    /// Replaces `from` by `to` in the file `path`.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.project.read(path);
        assert!(text.contains(from), "{path} has no `{from}`");
        self.write(path, &text.replace(from, to));
    }

    pub(crate) fn rename(&self, from: &str, to: &str) {
        let to = self.project.path(to);
        let directory = to.parent().expect("a path has a directory");
        fs::create_dir_all(directory)
            .and_then(|()| fs::rename(self.project.path(from), &to))
            .unwrap_or_else(|error| panic!("{from}: {error}"));
    }

    pub(crate) fn modified(&self, path: &str) -> SystemTime {
        let metadata = fs::metadata(self.project.path(path));
        metadata
            .and_then(|metadata| metadata.modified())
            .expect("a file has a time")
    }

    pub(crate) fn set_modified(&self, path: &str, time: SystemTime) {
        File::options()
            .append(true)
            .open(self.project.path(path))
            .and_then(|file| file.set_modified(time))
            .unwrap_or_else(|error| panic!("{path}: {error}"));
    }

    /// A time that is `seconds` from the file's own.
    pub(crate) fn shift(&self, path: &str, seconds: i64) {
        let time = self.modified(path);
        let by = Duration::from_secs(seconds.unsigned_abs());
        self.set_modified(path, if seconds < 0 { time - by } else { time + by });
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let (succeeded, said) = self.try_git(arguments);
        assert!(succeeded, "git {arguments:?}: {said}");
    }

    /// Runs git, and says whether it succeeded and what it said.
    #[allow(clippy::disallowed_methods, reason = "tests read the environment")]
    pub(crate) fn try_git(&self, arguments: &[&str]) -> (bool, String) {
        let output = Command::new("git")
            .args(["-c", "user.name=Tester", "-c", "user.email=tester@example.org"])
            .args([
                "-c",
                "commit.gpgsign=false",
                "-c",
                "core.autocrlf=false",
                "-c",
                "core.editor=true",
            ])
            .args(arguments)
            .current_dir(self.project.root())
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .expect("git runs");
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        (output.status.success(), said)
    }
}
