//! The program as a server, and a client that speaks to it over its standard input and output.

use crate::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// How long an answer may take before the test fails rather than hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// A client of one server.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
    /// What the server said beside answers, in order.
    pub notifications: Vec<Value>,
}

impl Client {
    /// Starts `mast serve` in `directory` with further `arguments`, and says nothing to it yet.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    pub fn spawn(directory: &Path, arguments: &[&str]) -> Self {
        let mut all = vec!["serve"];
        all.extend_from_slice(arguments);
        Self::of(program::command(directory, &all))
    }

    /// A client of the server that `command` starts.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    pub fn of(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let input = child.stdin.take();
        let output = child.stdout.take().expect("its output is piped");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            input,
            lines,
            next_id: 0,
            notifications: Vec::new(),
        }
    }

    /// Starts a server and shakes hands with it.
    ///
    /// # Panics
    ///
    /// When it does not answer.
    pub fn connect(directory: &Path, arguments: &[&str]) -> Self {
        let mut client = Self::spawn(directory, arguments);
        client.shake_hands("2025-11-25", &json!({}));
        client
    }

    /// Shakes hands in the revision `revision` with the client's `capabilities`; gives what the server says of itself.
    ///
    /// # Panics
    ///
    /// When it does not answer.
    pub fn shake_hands(&mut self, revision: &str, capabilities: &Value) -> Value {
        let answer = self.request(
            "initialize",
            &json!({
                "protocolVersion": revision,
                "capabilities": capabilities,
                "clientInfo": {"name": "mast-tests", "version": "1"},
            }),
        );
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer["result"].clone()
    }

    /// Sends a message.
    ///
    /// # Panics
    ///
    /// When the server does not take it.
    pub fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    /// Sends a line that may be no message.
    ///
    /// # Panics
    ///
    /// When the server does not take it.
    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input is open");
        input
            .write_all(line.as_bytes())
            .and_then(|()| input.write_all(b"\n"))
            .and_then(|()| input.flush())
            .unwrap_or_else(|error| panic!("the server takes no input: {error}"));
    }

    /// Sends a request and gives its number.
    pub fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The next message of the server.
    ///
    /// # Panics
    ///
    /// When none comes, or it is no JSON.
    pub fn hear(&mut self) -> Value {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the server says nothing for {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server has closed its output"),
        };
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("no JSON: {error}: {line}"))
    }

    /// The answer to the request `id`; what else the server says is kept.
    pub fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.hear();
            if message.get("method").is_none() && message["id"] == json!(id) {
                return message;
            }
            self.notifications.push(message);
        }
    }

    /// Sends a request and gives the answer.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.answer_to(id)
    }

    /// Calls a tool and gives its result.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.request("tools/call", &json!({"name": tool, "arguments": arguments}))["result"].clone()
    }

    /// Calls a tool and gives the text of its result.
    ///
    /// # Panics
    ///
    /// When it has none.
    pub fn text(&mut self, tool: &str, arguments: &Value) -> String {
        let result = self.call(tool, arguments);
        match result["content"][0]["text"].as_str() {
            Some(text) => text.to_owned(),
            None => panic!("`{tool}` answers {result}"),
        }
    }

    /// The number of the server's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server, whatever it is doing.
    ///
    /// # Panics
    ///
    /// When it cannot be killed.
    pub fn kill(mut self) {
        self.child.kill().expect("a child can be killed");
        self.child.wait().expect("a child can be waited for");
    }

    /// Whether the server has closed its output; what it still says is kept.
    pub fn has_ended(&mut self) -> bool {
        loop {
            match self.lines.try_recv() {
                Ok(line) => self.notifications.push(Value::String(line)),
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => return true,
            }
        }
    }

    /// Closes the input of the server and gives what it said on standard error and its exit code.
    ///
    /// # Panics
    ///
    /// When it does not end.
    pub fn close(mut self) -> program::Ran {
        drop(self.input.take());
        self.end()
    }

    /// Waits for the end of the server.
    ///
    /// # Panics
    ///
    /// When it does not end.
    pub fn end(mut self) -> program::Ran {
        let mut out = String::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    out.push_str(&line);
                    out.push('\n');
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    drop(self.child.kill());
                    panic!("the server does not end");
                }
            }
        }
        let ran = program::output_of(self.child);
        program::Ran { out, ..ran }
    }
}
