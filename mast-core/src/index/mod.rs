//! Indexing: from files to the store.
//!
//! A run finds what changed, prepares those files on every core, and hands them to one writer through a bounded queue; nothing
//! is kept of a file once it is written. Files depend on themselves alone, so what a run does to one never reaches another, and
//! an index kept up to date file by file equals one made from nothing.

pub mod freshen;
mod modules;
pub mod prepare;
mod rebuild;
pub mod report;
mod rounds;
mod update;

use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::time::SystemTime;

use rayon::prelude::*;

use crate::error::{Error, ErrorKind, Result};
use crate::project::config::Config;
use crate::project::lock::WriteLock;
use crate::project::root::Surroundings;
use crate::project::stamps::FileStamp;
use crate::project::state_dir::GRAPH_DB;
use crate::project::walk::Walker;
use crate::store::meta::MetaKey;
use crate::store::write::Writer;
use crate::text::path::RelPath;

pub use rebuild::rebuild;
pub use report::{IndexRun, Progress};
pub use rounds::update_in_rounds;
pub use update::{Course, Difference, NamedDifference, Update, difference};

/// How many files are prepared before they go to the writer.
const BATCH: usize = 64;

/// How many prepared batches may wait for the writer; with [`BATCH`] this bounds the memory of a run.
const WAITING_BATCHES: usize = 2;

/// Parsers recurse over deeply nested code; their threads get stacks to match.
const STACK_BYTES: usize = 64 << 20;

/// What a run needs to know of the project.
#[derive(Debug)]
pub struct Project<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// What the process was started with.
    pub surroundings: &'a Surroundings,
    /// The program's version.
    pub program_version: &'a str,
}

impl Project<'_> {
    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.config.state_dir.file(GRAPH_DB)
    }

    /// What tells this configuration from one under which other files or other facts would be indexed.
    pub fn configuration(&self) -> String {
        rebuild::hexadecimal(&self.config.fingerprint().0)
    }

    /// What tells this configuration from one under which other facts would be read from a file.
    fn extraction(&self) -> String {
        rebuild::hexadecimal(&self.config.extraction_fingerprint().0)
    }

    fn walker(&self) -> Result<Walker> {
        Walker::new(self.config, self.surroundings)
    }
}

/// A file on its way to the workers.
#[derive(Clone, Debug)]
struct Task {
    path: RelPath,
    language: usize,
    stamp: FileStamp,
}

/// Prepares `tasks` on every core and writes them in their order; gives how far it came when `go_on` says to stop.
fn prepare_and_write(
    project: &Project<'_>,
    tasks: &[Task],
    writer: &mut Writer<'_>,
    run: &mut IndexRun,
    progress: Progress<'_>,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<usize> {
    let config = project.config;
    let options = config.extract_options();
    let prepare = |task: &Task| {
        prepare::prepare(
            &config.root,
            &task.path,
            task.language,
            task.stamp,
            config.max_file_bytes,
            options,
        )
    };
    let pool = workers()?;
    let (send, receive) = sync_channel::<Vec<prepare::Prepared>>(WAITING_BATCHES);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for batch in tasks.chunks(BATCH) {
                let prepared: Vec<_> = pool.install(|| batch.par_iter().map(prepare).collect());
                // The receiver leaves when a write failed or the time is up; what is left is not needed then.
                if send.send(prepared).is_err() {
                    return;
                }
            }
        });
        let mut done = 0;
        for batch in &receive {
            let count = batch.len();
            for prepared in batch {
                write_one(prepared, writer, run)?;
            }
            done += count;
            progress.report(done, tasks.len());
            if !go_on() {
                break;
            }
        }
        // Dropping the receiver before the scope ends lets the sender see that nobody listens.
        drop(receive);
        Ok(done)
    })
}

fn write_one(prepared: prepare::Prepared, writer: &mut Writer<'_>, run: &mut IndexRun) -> Result<()> {
    let change = match prepared {
        prepare::Prepared::File(file) => {
            run.files_indexed += 1;
            run.syntax_errors += u64::from(file.facts.syntax_error.is_some());
            writer.put(&file)?
        }
        prepare::Prepared::Skipped(file) => {
            run.left_out += 1;
            writer.skip(&file)?
        }
        prepare::Prepared::Vanished(path) => writer.remove(&path)?,
    };
    run.chunks_added += change.added;
    run.chunks_removed += change.removed;
    Ok(())
}

fn workers() -> Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .thread_name(|number| format!("mast-prepare-{number}"))
        .build()
        .map_err(|error| {
            Error::new(
                ErrorKind::Internal,
                format!("no worker threads could be started: {error}"),
            )
        })
}

/// Notes at the end of a run what it was made from.
fn stamp_run(
    project: &Project<'_>,
    writer: &mut Writer<'_>,
    scan: SystemTime,
    now: SystemTime,
) -> Result<()> {
    writer.set_meta(MetaKey::ProgramVersion, project.program_version)?;
    writer.set_meta(MetaKey::Root, &project.config.root.to_string_lossy())?;
    writer.set_meta(
        MetaKey::LastScan,
        &crate::project::stamps::nanoseconds_since_1970(scan).to_string(),
    )?;
    writer.set_meta(
        MetaKey::LastIndexed,
        &(crate::project::stamps::nanoseconds_since_1970(now) / 1_000_000).to_string(),
    )
}

/// Takes the write lock of the project's state directory now, or says who has it.
///
/// # Errors
///
/// [`ErrorKind::Busy`] while another process writes.
pub fn lock(config: &Config) -> Result<WriteLock> {
    WriteLock::try_take(&config.state_dir)
}
