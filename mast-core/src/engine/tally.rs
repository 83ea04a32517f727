//! What the answers of one engine cost, summed up by tool: the session of a surface that holds it. Each call is also written
//! down.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::SystemTime;

use parking_lot::Mutex;

use crate::engine::recorder::Recorder;

/// The calls of one tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// How many were answered.
    pub count: u64,
    /// Tokens of their answers.
    pub returned: u64,
    /// Tokens of the files that they refer to, read whole.
    pub whole: u64,
}

/// The calls of a session.
#[derive(Debug, Default)]
pub struct Tally {
    by_tool: Mutex<BTreeMap<String, Calls>>,
    pub(super) recorder: Recorder,
    started: OnceLock<SystemTime>,
}

impl Tally {
    /// Counts one call of `tool`.
    pub fn add(&self, tool: &str, returned: u64, whole: u64) {
        let mut by_tool = self.by_tool.lock();
        let calls = by_tool.entry(tool.to_owned()).or_default();
        calls.count += 1;
        calls.returned += returned;
        calls.whole += whole;
    }

    /// When the first call was made: at the latest now.
    pub fn started(&self, now: SystemTime) -> SystemTime {
        *self.started.get_or_init(|| now)
    }

    /// The calls so far, by tool.
    pub fn by_tool(&self) -> BTreeMap<String, Calls> {
        self.by_tool.lock().clone()
    }
}
