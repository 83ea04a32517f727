//! What the server answers to each request of the protocol.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mast_core::engine::VERSION;
use mast_core::error::Error;
use mast_core::tools;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CompletionInfo,
    ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Reference, ResourceContents, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, RoleServer};

use crate::mcp::call;
use crate::mcp::catalogue;
use crate::mcp::completions;
use crate::mcp::log;
use crate::mcp::prompts::{self, Kind};
use crate::mcp::resources;
use crate::mcp::workspace::Workspace;
use crate::surroundings::Where;
use crate::texts::INSTRUCTIONS;

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
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_completions()
            .build();
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
        if names_roots {
            self.workspace.expect_client_root();
        }
        self.workspace.open_here();
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
        let tool = tools::named(&request.name).map_err(|error| protocol_error(&error))?;
        let result = call::answer(&self.workspace, tool, request.arguments, &context).await;
        if context.ct.is_cancelled() {
            log::note(&format!("a call of {} was cancelled", tool.name));
        }
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::listed()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::filled(&request.name, &request.arguments.unwrap_or_default())
            .map(GetPromptResponse::from)
            .map_err(|error| protocol_error(&error))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::listed()))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (tool, input) = resources::asked(&request.uri)
            .map_err(|error| ErrorData::resource_not_found(error.to_string(), None))?;
        let answer = call::ask(&self.workspace, tool, input, &context)
            .await
            .map_err(|error| protocol_error(&error))?;
        let contents =
            ResourceContents::text(answer.json.to_string(), request.uri).with_mime_type("application/json");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let kind = match &request.r#ref {
            Reference::Prompt(prompt) => {
                prompts::argument(&prompt.name, &request.argument.name).map(|argument| argument.kind)
            }
            Reference::Resource(resource) => {
                resources::completes_directories(&resource.uri).then_some(Kind::Path)
            }
            _ => None,
        };
        // What cannot be completed now has no completions: a person is still typing.
        let found = match kind {
            None | Some(Kind::Words) => None,
            Some(kind) => match self.workspace.project().await {
                Ok(project) => tokio::task::spawn_blocking(move || {
                    completions::of(&*project.engine()?, kind, &request.argument.value)
                })
                .await
                .ok()
                .and_then(Result::ok),
                Err(_) => None,
            },
        };
        let (values, total) = found.map_or_else(Default::default, |found| (found.values, found.total));
        let more = total > values.len();
        CompletionInfo::with_pagination(values, Some(total as u32), more)
            .map(CompleteResult::new)
            .map_err(|error| ErrorData::internal_error(error, None))
    }
}

/// A failure of a request that has no result to carry it.
fn protocol_error(error: &Error) -> ErrorData {
    ErrorData::new(ErrorCode(error.kind.json_rpc_code()), error.to_string(), None)
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
