//! The server over streamable HTTP: many clients, on the loopback alone.
//!
//! A web page that a person has open may reach the loopback too. So a request has to name a loopback host, may not come from
//! another origin, and, where a token is set, has to bear it.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use mast_core::error::{Error, Result};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::mcp::log;
use crate::mcp::server::Server;
use crate::mcp::stdio::signalled;
use crate::mcp::workspace::Workspace;

/// Where the protocol is spoken.
const PATH: &str = "/mcp";

type Answer = Response<BoxBody<Bytes, Infallible>>;
type Protocol = StreamableHttpService<Server, LocalSessionManager>;

/// Where a server listens, and the token that its clients bear.
#[derive(Clone, Debug)]
pub(crate) struct Listening {
    address: SocketAddr,
    token: Option<String>,
}

impl Listening {
    /// At `address`, a loopback address with a port.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub(crate) fn at(address: &str, token: Option<String>) -> Result<Self> {
        let written = match address.parse::<u16>() {
            Ok(port) => format!("127.0.0.1:{port}"),
            Err(_) => address.replacen("localhost:", "127.0.0.1:", 1),
        };
        let hint =
            "name a loopback address and a port, such as `127.0.0.1:8420`; port 0 takes one that is free";
        let address: SocketAddr = written.parse().map_err(|_| {
            Error::invalid_input(format!("`--http` must be an address and a port, not `{address}`"))
                .with_hint(hint)
        })?;
        if !address.ip().is_loopback() {
            return Err(Error::invalid_input(format!(
                "`--http {address}` would let other machines read this project"
            ))
            .with_hint(hint));
        }
        Ok(Self { address, token })
    }
}

/// Serves until it is told to end.
///
/// # Errors
///
/// When nobody can listen there, or there is nothing that can be served.
pub(crate) async fn serve(workspace: &Arc<Workspace>, listening: Listening) -> Result<()> {
    let listener = TcpListener::bind(listening.address).await.map_err(|error| {
        Error::invalid_input(format!("nobody can listen at `{}`: {error}", listening.address))
            .with_hint("choose another port, or 0 for one that is free")
    })?;
    let address = listener
        .local_addr()
        .map_err(|error| Error::internal(format!("the address is not known: {error}")))?;
    log::note(&format!("listening at http://{address}{PATH}"));
    workspace.open_here();
    let end = CancellationToken::new();
    let protocol = protocol(workspace, address, &end);
    let token = listening.token.map(Arc::from);
    tokio::select! {
        () = accept(&listener, &protocol, token) => Ok(()),
        refusal = workspace.refusal() => Err(refusal),
        reason = signalled() => {
            log::note(&format!("{reason}: the server ends"));
            end.cancel();
            Ok(())
        }
    }
}

/// The protocol as a service of requests that name this server.
fn protocol(workspace: &Arc<Workspace>, address: SocketAddr, end: &CancellationToken) -> Protocol {
    let port = address.port();
    let hosts = ["localhost", "127.0.0.1", "[::1]"];
    let origins = hosts.map(|host| format!("http://{host}:{port}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts.map(|host| format!("{host}:{port}")))
        .with_allowed_origins(origins)
        .enforce_origin_validation()
        .with_cancellation_token(end.clone());
    let workspace = Arc::clone(workspace);
    StreamableHttpService::new(
        move || Ok(Server::new(Arc::clone(&workspace))),
        Arc::new(LocalSessionManager::default()),
        config,
    )
}

/// Takes connections, each a task of its own.
async fn accept(listener: &TcpListener, protocol: &Protocol, token: Option<Arc<str>>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(connection(stream, protocol.clone(), token.clone()));
            }
            // Too many open files, or a client that left at once: the next one may fare better.
            Err(error) => {
                log::note(&format!("a connection failed: {error}"));
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        }
    }
}

async fn connection(stream: TcpStream, protocol: Protocol, token: Option<Arc<str>>) {
    // Answers are small and awaited.
    drop(stream.set_nodelay(true));
    let service = service_fn(move |request: Request<Incoming>| {
        let (protocol, token) = (protocol.clone(), token.clone());
        async move { Ok::<Answer, Infallible>(answer(request, protocol, token.as_deref()).await) }
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service);
    // A client that breaks off has nobody to be told.
    drop(served.await);
}

async fn answer(request: Request<Incoming>, protocol: Protocol, token: Option<&str>) -> Answer {
    if request.uri().path() != PATH {
        return refusal(StatusCode::NOT_FOUND, &format!("mast is at {PATH}"));
    }
    if let Some(token) = token
        && !bears(request.headers().get(AUTHORIZATION), token)
    {
        let mut refused = refusal(StatusCode::UNAUTHORIZED, "the token of this server is needed");
        refused
            .headers_mut()
            .insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return refused;
    }
    match hyper::service::Service::call(&TowerToHyperService::new(protocol), request).await {
        Ok(answer) => answer,
        Err(never) => match never {},
    }
}

/// Whether the header bears the token; how long it looks does not tell how much of it was right.
fn bears(header: Option<&HeaderValue>, token: &str) -> bool {
    let Some(given) = header.and_then(|header| header.to_str().ok()) else {
        return false;
    };
    let Some((scheme, given)) = given.split_once(' ') else {
        return false;
    };
    let differences = given
        .trim()
        .bytes()
        .zip(token.bytes())
        .fold(0, |differences, (one, other)| differences | (one ^ other));
    scheme.eq_ignore_ascii_case("bearer") && given.trim().len() == token.len() && differences == 0
}

fn refusal(status: StatusCode, why: &str) -> Answer {
    let body = Full::new(Bytes::from(format!("{why}\n"))).boxed();
    let mut refused = Response::new(body);
    *refused.status_mut() = status;
    refused.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    refused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_is_listened_at() {
        let at = |address: &str| {
            Listening::at(address, None)
                .map(|listening| listening.address.to_string())
                .map_err(|error| error.message)
        };
        assert_eq!(at("8420").as_deref(), Ok("127.0.0.1:8420"));
        assert_eq!(at("localhost:1").as_deref(), Ok("127.0.0.1:1"));
        assert_eq!(at("[::1]:0").as_deref(), Ok("[::1]:0"));
        assert!(at("0.0.0.0:80").is_err_and(|message| message.contains("other machines")));
        assert!(at("here").is_err_and(|message| message.contains("not `here`")));
    }

    #[test]
    fn a_token_is_borne_whole() {
        let bears = |header: &'static str| bears(Some(&HeaderValue::from_static(header)), "secret");
        assert!(bears("Bearer secret") && bears("bearer  secret"));
        assert!(
            !bears("Bearer secre") && !bears("Bearer secrets") && !bears("Basic secret") && !bears("secret")
        );
        assert!(!super::bears(None, "secret"));
    }
}
