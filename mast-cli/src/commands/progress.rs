//! How far a long run is: a bar on a terminal, lines elsewhere when asked for.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mast_core::index::Progress;

/// Shows the progress of a run on standard error.
#[derive(Debug)]
pub(crate) struct Shown {
    bar: ProgressBar,
    lines: bool,
    last_percent: AtomicUsize,
}

impl Shown {
    /// A bar on a terminal; `lines` asks for lines where there is none.
    pub(crate) fn new(lines: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("indexing {bar:30} {pos}/{len} files  {elapsed}") {
            bar.set_style(style);
        }
        Self {
            bar,
            lines: lines && !terminal,
            last_percent: AtomicUsize::new(usize::MAX),
        }
    }

    /// Runs `work`, telling of its progress.
    pub(crate) fn during<T>(&self, work: impl FnOnce(Progress<'_>) -> T) -> T {
        let listener = |done: usize, total: usize| self.tell(done, total);
        let result = work(Progress(Some(&listener)));
        self.bar.finish_and_clear();
        result
    }

    fn tell(&self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        let percent = (done * 100).checked_div(total).unwrap_or(100);
        if self.lines && self.last_percent.swap(percent, Ordering::Relaxed) != percent {
            // Progress that nobody can read is no reason to stop.
            drop(writeln!(
                std::io::stderr(),
                "indexing {done}/{total} files ({percent}%)"
            ));
        }
    }
}
