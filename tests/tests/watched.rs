//! Answers of a server that watches: true of the disk at each question, whatever was done to the files a moment before.

use mast_tests::program;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::server::Client;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// How many edits are made, each followed by two questions.
const EDITS: usize = 120;

/// The files that a project should have, with the name that each declares.
#[derive(Default)]
struct Expected {
    files: BTreeMap<String, String>,
    next: usize,
}

impl Expected {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("unique{}x", self.next)
    }

    /// Does something to the files, and gives the names that came and went.
    fn edit(&mut self, project: &Project, random: &mut Random) -> (Vec<String>, Vec<String>) {
        let paths: Vec<String> = self.files.keys().cloned().collect();
        let some = |random: &mut Random| paths[random.within(0..paths.len())].clone();
        match random.within(0..7) {
            // A new file, half of the time in a new directory.
            0 | 1 => {
                let name = self.name();
                let path = if random.within(0..2) == 0 {
                    format!("d{}/{name}.ts", random.within(0..4))
                } else {
                    format!("d{}/n{}/{name}.ts", random.within(0..4), self.next)
                };
                self.write(project, &path, &name);
                (vec![name], Vec::new())
            }
            // Another content, of the same length.
            2 | 3 if !paths.is_empty() => {
                let path = some(random);
                let name = self.name();
                let before = self.files.get(&path).cloned().unwrap_or_default();
                self.write(project, &path, &name);
                (vec![name], vec![before])
            }
            4 if !paths.is_empty() => {
                let path = some(random);
                project.delete(&path);
                (Vec::new(), self.files.remove(&path).into_iter().collect())
            }
            // Another name, over what may be there.
            5 if !paths.is_empty() => {
                let (from, to) = (
                    some(random),
                    format!("d{}/moved{}.ts", random.within(0..4), random.within(0..3)),
                );
                if from == to {
                    return Default::default();
                }
                std::fs::create_dir_all(project.path(&to).parent().unwrap_or(project.root()))
                    .unwrap_or_default();
                std::fs::rename(project.path(&from), project.path(&to)).unwrap_or_default();
                let moved = self.files.remove(&from).unwrap_or_default();
                let before = self.files.insert(to, moved.clone());
                (vec![moved], before.into_iter().collect())
            }
            // A whole directory under another name.
            6 if !paths.is_empty() => {
                let path = some(random);
                let from = path.split('/').next().unwrap_or_default().to_owned();
                let to = format!("d{}", 10 + self.next);
                self.next += 1;
                std::fs::rename(project.path(&from), project.path(&to)).unwrap_or_default();
                let moved: Vec<(String, String)> = self
                    .files
                    .iter()
                    .filter(|(path, _)| path.starts_with(&format!("{from}/")))
                    .map(|(path, name)| (path.clone(), name.clone()))
                    .collect();
                let mut names = Vec::new();
                for (path, name) in moved {
                    self.files.remove(&path);
                    names.push(name.clone());
                    self.files.insert(format!("{to}{}", &path[from.len()..]), name);
                }
                (names, Vec::new())
            }
            _ => Default::default(),
        }
    }

    fn write(&mut self, project: &Project, path: &str, name: &str) {
        project.write(path, format!("export function {name}() {{}}\n"));
        self.files.insert(path.to_owned(), name.to_owned());
    }

    fn place_of(&self, name: &str) -> Option<&String> {
        let mut places = self.files.iter().filter(|(_, declared)| *declared == name);
        places.next().map(|(path, _)| path)
    }
}

#[test]
fn an_edit_is_seen_by_the_question_that_follows_it() {
    let project = Project::of(&[("keep/a.ts", "export function kept() {}\n")]);
    program::run(&project, &["index"]).succeeded();
    let mut client = Client::connect(project.root(), &[]);
    let mut random = Random::announced();
    let mut expected = Expected::default();
    // The watch is set after a second; what is asked until then is answered by looking.
    for edit in 0..EDITS {
        if edit == EDITS / 4 {
            std::thread::sleep(Duration::from_millis(1_500));
        }
        if edit % 10 == 0 {
            std::thread::sleep(Duration::from_millis(random.within(0..400) as u64));
        }
        let (came, went) = expected.edit(&project, &mut random);
        for name in came.iter().chain(&went).chain([&"kept".to_owned()]) {
            let text = client.text("mast_search", &json!({"query": name}));
            let answer: Value = serde_json::from_str(&text).unwrap_or_default();
            let found = answer["results"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|result| result["symbol_name"] == name.as_str());
            let place = found.and_then(|result| result["file_path"].as_str());
            let wanted = if name == "kept" {
                Some("keep/a.ts")
            } else {
                expected.place_of(name).map(String::as_str)
            };
            let is_flagged =
                found.is_some_and(|result| result["stale"] == true) || answer["unindexed_files"].is_u64();
            assert!(
                place == wanted || is_flagged,
                "edit {edit}, `{name}`: {place:?} instead of {wanted:?}\n{text}"
            );
        }
    }
    drop(client.close());
}

/// Servers and one-shot commands on one state directory while files change: nobody fails, and all agree at the end.
#[test]
fn many_processes_on_one_index_get_along() {
    let project = Project::of(&[("src/a.ts", "export function steady() {}\n")]);
    program::run(&project, &["index"]).succeeded();
    let root = project.root();
    std::thread::scope(|scope| {
        for server in 0..4 {
            scope.spawn(move || {
                let mut client = Client::connect(root, &[]);
                for round in 0..25 {
                    let own = format!("src/s{server}.ts");
                    let text = format!("export function round{server}x{round}() {{}}\n");
                    std::fs::write(root.join(&own), text).unwrap_or_else(|error| panic!("{own}: {error}"));
                    let name = format!("round{server}x{round}");
                    let result = client.call("mast_search", &json!({"query": name}));
                    let text = result["content"][0]["text"].as_str().unwrap_or_default();
                    assert_eq!(result["isError"], false, "{text}");
                    let is_flagged = text.contains("\"stale\":true") || text.contains("unindexed_files");
                    assert!(text.contains(&own) || is_flagged, "{name}: {text}");
                }
            });
        }
        for _ in 0..2 {
            scope.spawn(|| {
                for full in [false, true, false] {
                    let input = json!({"full": full}).to_string();
                    // A writer may find another one writing for longer than it waits, and says so.
                    let ran = program::run(&project, &["query", "mast_reindex", &input]);
                    assert!(
                        ran.code == Some(0) || ran.err.contains("is writing the index"),
                        "{ran:?}"
                    );
                }
            });
        }
    });
    for server in 0..4 {
        let name = format!("round{server}x24");
        let found = program::run(&project, &["search", &name, "-n", "1"])
            .succeeded()
            .out;
        assert!(found.contains(&format!("src/s{server}.ts")), "{found}");
    }
}
