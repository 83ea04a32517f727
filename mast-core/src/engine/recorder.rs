//! Writes calls down while the next ones are answered.
//!
//! A thread of its own takes them in the order in which they ended; it starts with the first, and whoever drops the recorder waits
//! until all are written. What cannot be written is lost, since no answer may suffer from it.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use parking_lot::Mutex;

use crate::store::metrics::{Call, Metrics};

/// Writes calls down.
#[derive(Debug, Default)]
pub struct Recorder {
    thread: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    calls: Sender<(PathBuf, Call)>,
    thread: JoinHandle<()>,
}

impl Recorder {
    /// Has `call` written to the file at `path`.
    pub fn note(&self, path: &Path, call: Call) {
        let mut running = self.thread.lock();
        if running.is_none() {
            let (calls, received) = channel();
            let thread = std::thread::Builder::new()
                .name("metrics".to_owned())
                .spawn(move || write_all(&received));
            let Ok(thread) = thread else { return };
            *running = Some(Running { calls, thread });
        }
        if let Some(running) = running.as_ref() {
            // A thread that has ended takes no more calls.
            drop(running.calls.send((path.to_owned(), call)));
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if let Some(Running { calls, thread }) = self.thread.get_mut().take() {
            drop(calls);
            drop(thread.join());
        }
    }
}

fn write_all(received: &Receiver<(PathBuf, Call)>) {
    let mut open: Option<(PathBuf, Metrics)> = None;
    while let Ok((path, first)) = received.recv() {
        let mut calls = vec![first];
        calls.extend(received.try_iter().map(|(_, call)| call));
        let is_open = open
            .as_ref()
            .is_some_and(|(opened, _)| *opened == path && opened.exists());
        if !is_open {
            open = Metrics::open(&path).ok().map(|metrics| (path, metrics));
        }
        if let Some((_, metrics)) = &mut open
            && metrics.record(&calls).is_err()
        {
            open = None;
        }
    }
}
