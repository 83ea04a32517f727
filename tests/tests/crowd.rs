//! A crowd on one state directory: servers, one-shot commands and an editor, while writers are killed.
//!
//! Nobody gets an error or waits long, the index stays whole and its log short, and at the end all agree. `MAST_SECONDS` sets how
//! long it goes on.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads the clock and a variable, and tells what it measured"
)]

use mast_core::engine::Extent;
use mast_core::index::Progress;
use mast_core::store::Store;
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::server::Client;
use mast_tests::temp::TempDir;
use mast_tests::{engine, program, sources};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

const SERVERS: usize = 8;
const COMMANDS: usize = 4;

/// How long the crowd is at it when nobody says otherwise.
const SECONDS: u64 = 5;

/// The budget of a question and a second.
const LONGEST_WAIT: Duration = Duration::from_millis(1_250);

/// What the write-ahead log may grow to.
const LOG_CEILING: u64 = 32 << 20;

struct Crowd {
    project: Project,
    stop: AtomicBool,
    kills: AtomicU64,
    runs: AtomicU64,
    flags: AtomicU64,
    longest_log: AtomicU64,
}

#[test]
fn a_crowd_on_one_index_gets_true_answers_at_once() {
    let mut random = Random::announced();
    let crowd = Crowd {
        project: Project::new(),
        stop: AtomicBool::new(false),
        kills: AtomicU64::new(0),
        runs: AtomicU64::new(0),
        flags: AtomicU64::new(0),
        longest_log: AtomicU64::new(0),
    };
    for number in 0..150 {
        let path = format!("src/file{number}.ts");
        crowd.project.write(&path, sources::text(&mut random, &path));
    }
    program::run(&crowd.project, &["index"]).succeeded();
    let seconds = std::env::var("MAST_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let seeds: Vec<u64> = (0..SERVERS + COMMANDS + 2)
        .map(|_| random.within(0..1 << 30) as u64)
        .collect();
    let (waits, mut servers) = thread::scope(|scope| {
        let crowd = &crowd;
        let seeds = &seeds;
        let servers: Vec<_> = (0..SERVERS)
            .map(|number| scope.spawn(move || crowd.serve(number, Random::new(seeds[number]))))
            .collect();
        for number in 0..COMMANDS {
            scope.spawn(move || crowd.command(number, Random::new(seeds[SERVERS + number])));
        }
        scope.spawn(move || crowd.edit(Random::new(seeds[SERVERS + COMMANDS])));
        scope.spawn(move || crowd.kill(Random::new(seeds[SERVERS + COMMANDS + 1])));
        scope.spawn(move || crowd.watch_log());
        let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(SECONDS));
        // A thread that ends before has failed.
        while Instant::now() < end && !servers.iter().any(ScopedJoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(20));
        }
        crowd.stop.store(true, Ordering::Relaxed);
        let mut waits = Vec::new();
        let mut clients = Vec::new();
        for server in servers {
            let (own, client) = server
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            waits.extend(own);
            clients.push(client);
        }
        (waits, clients)
    });
    crowd.agree(&mut servers);
    crowd.report(waits);
}

impl Crowd {
    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// A server whose client writes a file and asks for it, and asks other things; now and then it is killed in the middle.
    fn serve(&self, number: usize, mut random: Random) -> (Vec<(Duration, Value)>, Client) {
        let root = self.project.root();
        let mut client = Client::connect(root, &[]);
        let mut waits = Vec::new();
        let own = format!("src/own{number}.ts");
        for round in 0.. {
            if !self.goes_on() {
                break;
            }
            let name = format!("round{number}x{round}");
            self.project
                .write(&own, format!("export function {name}() {{}}\n"));
            let mut call = |tool: &str, input: Value| {
                let start = Instant::now();
                let result = client.call(tool, &input);
                waits.push((start.elapsed(), json!([tool, input])));
                assert_eq!(result["isError"], false, "{tool} {input}: {result}");
                result["content"][0]["text"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned()
            };
            let text = call("mast_search", json!({"query": name}));
            let is_flagged = text.contains("\"stale\":true") || text.contains("\"unindexed_files\"");
            assert!(text.contains(&own) || is_flagged, "{name}: {text}");
            self.flags.fetch_add(u64::from(is_flagged), Ordering::Relaxed);
            let file = format!("src/file{}.ts", random.within(0..150));
            match random.within(0..5) {
                0 => drop(call("mast_callers", json!({"symbol": name}))),
                1 => drop(call("mast_project_skeleton", json!({"limit": 20}))),
                2 => drop(call("mast_status", json!({}))),
                3 => drop(call("mast_search", json!({"query": "load the items of a view"}))),
                _ => drop(client.call("mast_dependencies", &json!({"file_path": file}))),
            }
            if random.percent(2) {
                self.project.write(&own, "export function killed() {}\n");
                client.begin(
                    "tools/call",
                    &json!({"name": "mast_search", "arguments": {"query": "killed"}}),
                );
                thread::sleep(Duration::from_millis(random.within(0..20) as u64));
                client.kill();
                self.kills.fetch_add(1, Ordering::Relaxed);
                client = Client::connect(root, &[]);
            }
            thread::sleep(Duration::from_millis(random.within(0..100) as u64));
        }
        (waits, client)
    }

    /// One command after another.
    fn command(&self, number: usize, mut random: Random) {
        let full = json!({"full": true}).to_string();
        while self.goes_on() {
            let arguments: &[&str] = match random.within(0..8) {
                0 if number == 0 => &["query", "mast_reindex", &full],
                1 => &["index", "--incremental"],
                2 => &["status", "--json"],
                3 => &["query", "mast_exports", r#"{"file_path": "src/own0.ts"}"#],
                _ => &["search", "round0x1"],
            };
            let ran = program::run(&self.project, arguments);
            // A writer may find another one writing for longer than it waits, and says so.
            let may_wait = matches!(arguments[0], "index") || arguments[1] == "mast_reindex";
            let was_told = may_wait && ran.err.contains("is writing the index");
            assert!(ran.code == Some(0) || was_told, "{arguments:?}: {ran:?}");
            self.runs.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(random.within(0..100) as u64));
        }
    }

    /// Somebody who edits, creates and deletes.
    fn edit(&self, mut random: Random) {
        for round in 0.. {
            if !self.goes_on() {
                break;
            }
            for _ in 0..random.within(1..8) {
                let path = format!("src/file{}.ts", random.within(0..150));
                self.project.write(&path, sources::text(&mut random, &path));
            }
            let made = |round: usize| format!("src/made{}.ts", round % 10);
            self.project
                .write(&made(round), format!("export const made{round} = {round};\n"));
            if round > 5 {
                drop(std::fs::remove_file(self.project.path(&made(round + 5))));
            }
            thread::sleep(Duration::from_millis(random.within(0..300) as u64));
        }
    }

    /// A writer a second, killed at any moment.
    fn kill(&self, mut random: Random) {
        while self.goes_on() {
            let arguments: &[&str] = if random.percent(50) {
                &["index"]
            } else {
                &["index", "--incremental"]
            };
            let mut writer = program::command(self.project.root(), arguments)
                .spawn()
                .expect("the program starts");
            let moment = random.within(5..400) as u64;
            thread::sleep(Duration::from_millis(moment));
            writer.kill().expect("a child can be killed");
            writer.wait().expect("a child can be waited for");
            self.kills.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(1_000 - moment));
        }
    }

    fn watch_log(&self) {
        let log = self.project.path(".mast/graph.db-wal");
        while self.goes_on() {
            let length = std::fs::metadata(&log).map_or(0, |log| log.len());
            self.longest_log.fetch_max(length, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Once nothing changes, the index is whole and what a fresh one would be, and everybody says the same.
    fn agree(&self, servers: &mut [Client]) {
        let state = TempDir::new();
        let fresh = engine::open_in(&self.project, state.path());
        fresh
            .index(Extent::Full, Progress::NONE)
            .expect("a project can be indexed");
        let status = program::run(&self.project, &["search", "anything"]);
        assert_eq!(status.code, Some(0), "{status:?}");
        let database = self.project.path(".mast/graph.db");
        let connection = rusqlite::Connection::open(&database).expect("the index can be opened");
        let check: String = connection
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .expect("the index can be read");
        assert_eq!(check, "ok");
        let mut answers = Vec::new();
        for number in 0..SERVERS {
            for (tool, input) in [
                (
                    "mast_exports",
                    json!({"file_path": format!("src/own{number}.ts")}),
                ),
                (
                    "mast_search",
                    json!({"query": format!("round{number}"), "limit": 20}),
                ),
                ("mast_project_skeleton", json!({})),
            ] {
                let wanted =
                    mast_core::tools::named(tool).and_then(|tool| (tool.call)(&fresh, input.clone()));
                let wanted = without_cost(wanted.unwrap_or_else(|error| panic!("{error}")).json);
                for server in &mut *servers {
                    let text = server.text(tool, &input);
                    let answer: Value =
                        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                    assert_eq!(without_cost(answer), wanted, "{tool} {input}");
                }
                answers.push(wanted);
            }
        }
        let dump = |path| {
            Store::open(path)
                .and_then(|store| store.dump())
                .unwrap_or_else(|error| panic!("{error}"))
        };
        assert!(
            dump(&database) == dump(&fresh.database()),
            "the index is not what a fresh one is"
        );
    }

    fn report(&self, mut waits: Vec<(Duration, Value)>) {
        waits.sort_by_key(|(wait, _)| *wait);
        let at = |share: usize| waits[(waits.len() - 1) * share / 100].0;
        let longest_log = self.longest_log.load(Ordering::Relaxed);
        println!(
            "{} answers of servers, {} of them with a flag, {} commands, {} kills; waits: median {:?}, 95 % {:?}, longest {:?}; longest log {} KiB",
            waits.len(),
            self.flags.load(Ordering::Relaxed),
            self.runs.load(Ordering::Relaxed),
            self.kills.load(Ordering::Relaxed),
            at(50),
            at(95),
            at(100),
            longest_log >> 10
        );
        let long: Vec<_> = waits.iter().filter(|(wait, _)| *wait > LONGEST_WAIT).collect();
        assert!(long.is_empty(), "{} waits were too long: {long:?}", long.len());
        assert!(longest_log <= LOG_CEILING, "the log grew to {longest_log} bytes");
    }
}

fn without_cost(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("_stats");
    }
    answer
}
