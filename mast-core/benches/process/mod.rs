//! What a bench knows of its own process, and the projects it works on.

#![allow(dead_code, reason = "each bench takes what it needs")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use mast_core::engine::{Clock, Engine, Refresh};
use mast_core::project::config::Overrides;
use mast_core::project::root::Surroundings;
use mast_core::project::walk::Walker;

/// The clock of the machine.
pub(crate) const CLOCK: Clock = Clock {
    now: SystemTime::now,
    instant: Instant::now,
};

/// The folder that `MAST_BENCH_ROOT` names; without it, says what to set.
pub(crate) fn root() -> Option<PathBuf> {
    let root = std::env::var_os("MAST_BENCH_ROOT").map(PathBuf::from);
    if root.is_none() {
        println!("set MAST_BENCH_ROOT to the folder to index; docs/measuring.md says more");
    }
    root.map(|root| root.canonicalize().expect("MAST_BENCH_ROOT is a folder"))
}

/// The number that the variable `name` holds, else `default`.
pub(crate) fn number(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is a whole number")),
        Err(_) => default,
    }
}

/// A directory that is deleted in the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// A new one, called after `name`.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mast-{name}-{}", std::process::id()));
        // Left behind by a killed process that had the same number.
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The engine of the project at `root`, whose index is in `state`.
pub(crate) fn engine(root: &Path, state: &Path, refresh: Refresh) -> Engine {
    let overrides = Overrides {
        state_dir: Some(state.to_owned()),
        ..Overrides::default()
    };
    let surroundings = Surroundings {
        working_directory: root.to_owned(),
        ..Surroundings::default()
    };
    Engine::open(root, &overrides, surroundings, CLOCK)
        .expect("a project")
        .with_refresh(refresh)
}

/// Every file in scope with its size.
pub(crate) fn sources(engine: &Engine) -> Vec<(String, u64)> {
    let walker = Walker::new(engine.config(), engine.surroundings()).expect("a walk");
    let walk = walker.walk(SystemTime::now()).expect("a walk");
    let files = walk.files.into_iter();
    files
        .map(|file| (file.path.as_str().to_owned(), file.stamp.size))
        .collect()
}

/// Every manifest that the walk meets.
pub(crate) fn manifests(engine: &Engine) -> Vec<String> {
    let walker = Walker::new(engine.config(), engine.surroundings()).expect("a walk");
    let walk = walker.walk(SystemTime::now()).expect("a walk");
    walk.manifests.into_iter().map(|manifest| manifest.path).collect()
}

/// Processor time of this process so far, in all its threads, user and system; exact to the tick of 10 ms. Zero where `/proc` is not.
pub(crate) fn processor() -> Duration {
    /// `USER_HZ`, which is 100 on every processor that Rust has as a first-class host.
    const TICKS_A_SECOND: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is the program's name in brackets and may hold spaces; user and system time are fields 14 and 15.
    let fields = stat
        .rsplit_once(')')
        .map_or(Vec::new(), |(_, rest)| rest.split_whitespace().collect());
    let ticks: u64 = fields
        .iter()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 1000 / TICKS_A_SECOND)
}

/// The most memory that this process has had resident, in bytes. Zero where `/proc` is not.
pub(crate) fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1024
}

/// The bytes of the files in a directory.
pub(crate) fn size_of(directory: &Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}

/// Times, of which a share was shorter.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// Adds one.
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The time in milliseconds that `share` of all do not exceed.
    pub(crate) fn at(&self, share: f64) -> f64 {
        let mut times = self.0.clone();
        times.sort_unstable();
        let place = (times.len().saturating_sub(1) as f64 * share).round() as usize;
        times.get(place).map_or(0.0, |time| milliseconds(*time))
    }
}

/// A time in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Bytes in millions.
pub(crate) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
