//! The program as an MCP server over HTTP.

use mast_tests::program;
use mast_tests::project::Project;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

/// A server with the address that it listens at.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(project: &Project, token: &str) -> Self {
        let mut command = program::command(project.root(), &["serve", "--http", "0"]);
        let mut child = command
            .env("MAST_HTTP_TOKEN", token)
            .spawn()
            .expect("the program starts");
        let mut errors = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("it says where it listens");
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { child, address }
    }

    /// The status, head and body of the answer to a message with further `headers`.
    fn post(&self, headers: &[(&str, &str)], message: &Value) -> (u16, String) {
        let body = message.to_string();
        let mut request = format!(
            "POST /mcp HTTP/1.1\r\ncontent-length: {}\r\nconnection: close\r\n",
            body.len()
        );
        let own = [
            ("host", self.address.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        for (name, value) in own
            .iter()
            .filter(|(name, _)| !headers.iter().any(|(given, _)| given == name))
            .chain(headers)
        {
            let _ = write!(request, "{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(stream, "{request}\r\n{body}").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        (status.unwrap_or_else(|| panic!("{answer}")), answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn hello() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "mast-tests", "version": "1"},
        },
    })
}

#[test]
fn a_session_over_http_answers_as_one_over_standard_output() {
    let project = Project::of(&[("src/greet.ts", "export function greet() {}\n")]);
    let server = Server::start(&project, "");
    let (status, answer) = server.post(&[], &hello());
    assert_eq!(status, 200, "{answer}");
    let session = answer
        .split("mcp-session-id: ")
        .nth(1)
        .and_then(|rest| rest.split("\r\n").next());
    let session = session.unwrap_or_else(|| panic!("{answer}"));
    let headers = [
        ("mcp-session-id", session),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(server.post(&headers, &ready).0, 202);
    let call = json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "mast_search", "arguments": {"query": "greet"}},
    });
    let (status, answer) = server.post(&headers, &call);
    assert!(status == 200 && answer.contains("src/greet.ts"), "{answer}");
}

#[test]
fn who_does_not_belong_here_is_refused() {
    let project = Project::of(&[("a.ts", "")]);
    let server = Server::start(&project, "secret");
    let bearer = ("authorization", "Bearer secret");
    assert_eq!(server.post(&[], &hello()).0, 401);
    assert_eq!(server.post(&[("authorization", "Bearer other")], &hello()).0, 401);
    assert_eq!(server.post(&[bearer], &hello()).0, 200);
    assert_eq!(
        server
            .post(&[bearer, ("origin", "http://example.com")], &hello())
            .0,
        403
    );
    assert_eq!(server.post(&[bearer, ("host", "example.com")], &hello()).0, 403);
    let here = format!("http://{}", server.address);
    assert_eq!(server.post(&[bearer, ("origin", &here)], &hello()).0, 200);
    let open = program::run(&project, &["serve", "--http", "0.0.0.0:0"]);
    assert_eq!(open.code, Some(1));
    assert!(
        open.err.contains("would let other machines read this project"),
        "{}",
        open.err
    );
}
