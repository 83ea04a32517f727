//! The server: the catalogue as an MCP server, over standard input and output or over HTTP.
//!
//! `server` answers the protocol's requests and knows no transport; `stdio` and `http` carry messages to it and know no tool.
//! `workspace` finds the project and keeps it indexed between questions; `call` asks it, at the `desk`. What touches a file runs on
//! another thread, so that a message is answered while a question is worked on.
//!
//! Invariant: a connection is answered before a file is looked at, and only the protocol is written where it is expected.

pub(crate) mod call;
pub(crate) mod catalogue;
pub(crate) mod completions;
pub(crate) mod desk;
pub(crate) mod http;
pub(crate) mod log;
pub(crate) mod prompts;
pub(crate) mod resources;
pub(crate) mod server;
pub(crate) mod stdio;
pub(crate) mod watch;
pub(crate) mod workspace;
