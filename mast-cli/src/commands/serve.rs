//! `mast serve`: the MCP server.

use std::process::ExitCode;
use std::sync::Arc;

use mast_core::error::{Error, Result};

use crate::args::Serve;
use crate::mcp::http::{self, Listening};
use crate::mcp::stdio;
use crate::mcp::watch::Watching;
use crate::mcp::workspace::{Startup, Workspace};
use crate::surroundings::{Finder, http_token};

/// Questions, the reading of input and runs each take a thread; more questions than this wait.
const MOST_THREADS: usize = 16;

/// Code is parsed on the thread of a question too, and parsers recurse.
pub(crate) const STACK_BYTES: usize = 16 << 20;

pub(crate) fn run(options: &Serve) -> Result<ExitCode> {
    let startup = if options.no_startup_reindex {
        Startup::AsItIs
    } else {
        Startup::Reindex
    };
    let listening = match &options.http {
        None => None,
        Some(address) => Some(Listening::at(address, http_token())?),
    };
    let watching = if options.no_watch {
        Watching::Off
    } else {
        Watching::On
    };
    let workspace = Arc::new(Workspace::new(Finder::new(&options.place)?, startup, watching));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(MOST_THREADS)
        .thread_stack_size(STACK_BYTES)
        .build()
        .map_err(|error| Error::internal(format!("the server cannot be started: {error}")))?;
    let ended = match listening {
        None => runtime.block_on(stdio::serve(&workspace)),
        Some(listening) => runtime.block_on(http::serve(&workspace, listening)),
    };
    // A run that is under way is left: the index is changed in one transaction or not at all.
    runtime.shutdown_background();
    ended.map(|()| ExitCode::SUCCESS)
}
