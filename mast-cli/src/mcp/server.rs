//! What the server answers to each request of the protocol.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mast_core::engine::VERSION;
use mast_core::tools;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, InitializeRequestParams,
    InitializeResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, RoleServer};

use crate::mcp::call;
use crate::mcp::catalogue;
use crate::mcp::log;
use crate::mcp::workspace::Workspace;
use crate::surroundings::Where;

/// What an assistant is told of the server as a whole.
const INSTRUCTIONS: &str = include_str!("instructions.md");

/// How long a client may take to name its roots.
const ROOTS_PATIENCE: Duration = Duration::from_secs(2);

/// The server of one connection.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    workspace: Arc<Workspace>,
}

impl Server {
    pub(crate) fn new(workspace: Arc<Workspace>) -> Self {
        Self { workspace }
    }

    /// Asks the client where it works, and opens the project there.
    async fn open_where_client_works(&self, peer: &Peer<RoleServer>) {
        let place = match tokio::time::timeout(ROOTS_PATIENCE, first_root(peer)).await {
            Ok(Some(directory)) => Where::Above(directory),
            Ok(None) | Err(_) => Where::Here,
        };
        self.workspace.open(place);
    }
}

/// The first directory that the client names as a root.
#[expect(deprecated, reason = "clients of the handshake revisions have it")]
async fn first_root(peer: &Peer<RoleServer>) -> Option<PathBuf> {
    let listed = peer.list_roots().await.ok()?;
    let directories = listed.roots.iter().filter_map(|root| path_of(&root.uri));
    directories.into_iter().find(|directory| directory.is_dir())
}

/// The path that a `file:` URI names.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::with_capacity(path.len());
    let mut letters = path.bytes();
    while let Some(letter) = letters.next() {
        if letter != b'%' {
            bytes.push(letter);
            continue;
        }
        let digits = [letters.next()?, letters.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `file:///C:/x` names a path that starts with its drive.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path[..] }))
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("mast", VERSION).with_title("mast code search"))
            .with_instructions(INSTRUCTIONS.trim())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let names_roots = request.capabilities.roots.is_some();
        // A client with roots is asked for them when it says that it is ready.
        if names_roots && !self.workspace.is_named() {
            self.workspace.expect_client_root();
        } else {
            self.workspace.open(Where::Here);
        }
        self.negotiate_initialize(&request)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if self.workspace.expects_client_root() {
            self.open_where_client_works(&context.peer).await;
        }
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        if !self.workspace.is_named() {
            self.open_where_client_works(&context.peer).await;
        }
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(catalogue::tools()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        catalogue::tools().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = tools::named(&request.name)
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        let result = call::answer(&self.workspace, tool, request.arguments, &context).await;
        if context.ct.is_cancelled() {
            log::note(&format!("a call of {} was cancelled", tool.name));
        }
        Ok(result.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_uri_is_a_path() {
        let path = |uri: &str| path_of(uri).map(|path| path.display().to_string());
        assert_eq!(path("file:///p/a%20b").as_deref(), Some("/p/a b"));
        assert_eq!(path("file://localhost/p").as_deref(), Some("/p"));
        assert_eq!(path("https://example.com/p"), None);
        assert_eq!(path("file:///p/%zz"), None);
    }
}
