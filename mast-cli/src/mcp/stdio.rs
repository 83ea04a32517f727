//! The server over standard input and output: one client, which started it.
//!
//! Standard output is taken at the start and standard error put in its place, so that nothing else is ever written to the
//! client. The server ends when its input does, when its parent does, or at a signal.

use std::fs::File;
use std::future::Future;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use mast_core::error::{Error, Result};
use rmcp::service::{RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};
use tokio_util::sync::CancellationToken;

use crate::mcp::log;
use crate::mcp::server::Server;
use crate::mcp::workspace::Workspace;

/// A longer message is passed over; the connection goes on.
const LONGEST_MESSAGE: usize = 64 << 20;

/// How often the parent is looked for: a process that lost its client ends within this time, and looking costs nothing.
const PARENT_INTERVAL: Duration = Duration::from_secs(2);

/// Serves until the client goes.
///
/// # Errors
///
/// When standard output cannot be had, or there is nothing that can be served.
pub(crate) async fn serve(workspace: &Arc<Workspace>) -> Result<()> {
    let out = take_standard_output()
        .map_err(|error| Error::internal(format!("standard output cannot be used: {error}")))?;
    if io::stdin().is_terminal() {
        log::note(
            "waiting for an assistant on standard input; it starts this command by itself once it is configured to",
        );
    }
    let lines = AsyncRwTransport::new_server(tokio::io::stdin(), tokio::fs::File::from_std(out))
        .with_max_line_length(LONGEST_MESSAGE);
    let end = CancellationToken::new();
    let served = Server::new(Arc::clone(workspace))
        .serve_with_ct(Connection::new(lines, workspace.closing().clone()), end.clone());
    let reason = tokio::select! {
        ended = connection(served) => return ended,
        refusal = workspace.refusal() => return Err(refusal),
        reason = signalled() => reason,
        reason = abandoned() => reason,
    };
    log::note(&format!("{reason}: the server ends"));
    end.cancel();
    Ok(())
}

/// One connection to its end.
async fn connection<S: rmcp::Service<RoleServer>>(
    served: impl Future<
        Output = std::result::Result<rmcp::service::RunningService<RoleServer, S>, ServerInitializeError>,
    >,
) -> Result<()> {
    match served.await {
        Ok(running) => {
            // However it ends, the client is gone.
            drop(running.waiting().await);
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => Ok(()),
        Err(error) => Err(Error::internal(format!("the client cannot be served: {error}"))),
    }
}

/// Standard output for the protocol alone; from here on, what is printed goes to standard error.
#[cfg(unix)]
fn take_standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    let out = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok(File::from(out))
}

/// Standard output, which nothing else in this program writes to while it serves.
#[cfg(windows)]
fn take_standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

/// Waits for a signal to end, and says which.
#[cfg(unix)]
pub(crate) async fn signalled() -> &'static str {
    use tokio::signal::unix::{SignalKind, signal};
    let came = async |kind: SignalKind| match signal(kind) {
        Ok(mut signals) => drop(signals.recv().await),
        Err(_) => std::future::pending().await,
    };
    tokio::select! {
        () = came(SignalKind::terminate()) => "terminated",
        () = came(SignalKind::interrupt()) => "interrupted",
    }
}

/// Waits for an interrupt.
#[cfg(windows)]
pub(crate) async fn signalled() -> &'static str {
    match tokio::signal::ctrl_c().await {
        Ok(()) => "interrupted",
        Err(_) => std::future::pending().await,
    }
}

/// Waits until whoever started this process has gone, and says how that shows.
#[cfg(unix)]
async fn abandoned() -> &'static str {
    use tokio::signal::unix::{SignalKind, signal};
    let hung_up = async {
        match signal(SignalKind::hangup()) {
            Ok(mut signals) => drop(signals.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = hung_up => "hung up",
        () = parent_gone() => "the process that started it has gone",
    }
}

/// Elsewhere the end of the input shows it.
#[cfg(windows)]
async fn abandoned() -> &'static str {
    std::future::pending().await
}

/// Waits until another process than the one that started this one is its parent.
#[cfg(unix)]
async fn parent_gone() {
    let parent = std::os::unix::process::parent_id();
    let mut ticks = tokio::time::interval(PARENT_INTERVAL);
    while std::os::unix::process::parent_id() == parent {
        ticks.tick().await;
    }
}

/// A transport that passes over what comes before the first request, since nothing can be answered to it, and says when its
/// input ends.
struct Connection<T> {
    inner: T,
    is_open: bool,
    closing: CancellationToken,
}

impl<T> Connection<T> {
    const fn new(inner: T, closing: CancellationToken) -> Self {
        Self {
            inner,
            is_open: false,
            closing,
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Connection<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = std::result::Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(message) = self.inner.receive().await else {
                self.closing.cancel();
                return None;
            };
            self.is_open |= matches!(message, RxJsonRpcMessage::<RoleServer>::Request(_));
            if self.is_open {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> std::result::Result<(), Self::Error> {
        self.inner.close().await
    }
}
