//! Killed at any moment: what is left is the last complete index, and a further run heals.

use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use mast_tests::random::Random;
use mast_tests::sources;
use std::time::{Duration, Instant};

/// How often each kind of run is killed.
const KILLS: usize = 3;

fn fill(project: &Project, random: &mut Random, folder: &str, files: usize) {
    for number in 0..files {
        let path = format!("{folder}/file{number}.ts");
        project.write(&path, sources::text(random, &path));
    }
    project.write(
        &format!("{folder}/anchor.ts"),
        format!("export function anchorOf_{folder}() {{}}\n"),
    );
}

#[allow(clippy::disallowed_methods, reason = "tests read the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Starts the program and kills it after `delay`.
fn kill(project: &Project, arguments: &[&str], delay: Duration) {
    let mut child = program::command(project.root(), arguments)
        .spawn()
        .expect("the program starts");
    std::thread::sleep(delay);
    child.kill().expect("the program can be killed");
    child.wait().expect("the program ends");
}

fn indexed_files(status: &Ran) -> Option<u64> {
    status.json()["indexed_files"].as_u64()
}

fn moment(random: &mut Random, whole: Duration) -> Duration {
    whole.mul_f64(random.within(0..1000) as f64 / 1000.0)
}

#[test]
fn a_first_index_is_there_whole_or_not_at_all() {
    let mut random = Random::announced();
    let project = Project::new();
    fill(&project, &mut random, "src", 80);
    let start = now();
    program::run(&project, &["index"]).succeeded();
    let whole = start.elapsed();
    for _ in 0..KILLS {
        project.delete(".mast");
        kill(&project, &["index"], moment(&mut random, whole));
        let status = program::run(&project, &["status", "--json"]);
        let search = program::run(&project, &["search", "anchorOf_src"]);
        match indexed_files(&status) {
            None => {
                assert_eq!(
                    (status.code, search.code),
                    (Some(1), Some(1)),
                    "{status:?} {search:?}"
                );
                assert_eq!(status.json()["initialised"], false);
                assert!(search.err.starts_with("mast: no index in `"), "{search:?}");
            }
            Some(files) => {
                assert_eq!((files, status.code), (81, Some(0)), "{status:?}");
                assert!(search.out.contains("src/anchor.ts:1"), "{search:?}");
            }
        }
        program::run(&project, &["index", "--incremental"]).succeeded();
        let healed = program::run(&project, &["status", "--json"]).succeeded();
        assert_eq!(indexed_files(&healed), Some(81));
    }
}

#[test]
fn a_later_run_leaves_the_last_complete_index() {
    let mut random = Random::announced();
    for arguments in [
        &["index"] as &[&str],
        &["index", "--incremental"],
        &["search", "anchor", "--reindex"],
    ] {
        let project = Project::new();
        fill(&project, &mut random, "old", 60);
        let start = now();
        program::run(&project, &["index"]).succeeded();
        let whole = start.elapsed();
        for kill_number in 0..KILLS {
            let folder = format!("new{kill_number}");
            let before = 61 * (kill_number as u64 + 1);
            let after = before + 61;
            fill(&project, &mut random, &folder, 60);
            kill(&project, arguments, moment(&mut random, whole));
            let status = program::run(&project, &["status", "--json"]);
            let files = indexed_files(&status);
            assert!(
                files == Some(before) || files == Some(after),
                "{arguments:?}: {before} files, {status:?}"
            );
            let found = program::run(&project, &["search", "anchorOf_old", "--no-refresh"]).succeeded();
            assert!(
                found.out.starts_with("old/anchor.ts:1  anchorOf_old"),
                "{found:?}"
            );
            program::run(&project, &["index", "--incremental"]).succeeded();
            let healed = program::run(&project, &["status", "--json"]).succeeded().json();
            assert_eq!(
                (healed["indexed_files"].as_u64(), &healed["index_fresh"]),
                (Some(after), &true.into())
            );
            let found = program::run(&project, &["search", &format!("anchorOf_{folder}")]).succeeded();
            assert!(found.out.contains(&format!("{folder}/anchor.ts:1")), "{found:?}");
        }
    }
}
