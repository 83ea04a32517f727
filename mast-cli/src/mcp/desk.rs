//! The thread that questions are answered on, one after another as the engine has it anyway: the memory that one leaves on its thread
//! is there for the next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread::Builder;

use mast_core::error::{Error, Result};
use tokio::sync::oneshot;

use crate::commands::serve::STACK_BYTES;

type Job = Box<dyn FnOnce() + Send>;

/// Where questions are handed in; the thread ends with it.
#[derive(Debug)]
pub(crate) struct Desk {
    jobs: mpsc::Sender<Job>,
}

impl Desk {
    /// A desk with its thread.
    ///
    /// # Errors
    ///
    /// When there can be no further thread.
    pub(crate) fn new() -> Result<Self> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        Builder::new()
            .name("questions".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                for job in waiting {
                    // Who waits for a question that breaks off is told; the next one is answered.
                    drop(catch_unwind(AssertUnwindSafe(job)));
                }
            })
            .map_err(|error| Error::internal(format!("no thread can be started: {error}")))?;
        Ok(Self { jobs })
    }

    /// What `question` gives when its turn has come; none when it broke off.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        let job = move || {
            // Who has withdrawn is not answered.
            if !tell.is_closed() {
                drop(tell.send(question()));
            }
        };
        self.jobs.send(Box::new(job)).ok()?;
        told.await.ok()
    }
}
