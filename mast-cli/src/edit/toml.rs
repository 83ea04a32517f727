//! TOML that people keep: one table is put in, changed or taken out, and every other byte stays.

use toml_edit::{Array, Document, DocumentMut, Item, Table, TableLike, value};

/// A table `[group.name]` that starts a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The program.
    pub(crate) command: String,
    /// What it is told.
    pub(crate) arguments: Vec<String>,
}

/// The text of one TOML document.
#[derive(Clone, Debug)]
pub(crate) struct Toml {
    document: DocumentMut,
    text: String,
}

impl Toml {
    /// Reads `text`.
    ///
    /// # Errors
    ///
    /// Why it is no TOML.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let document = text.parse::<DocumentMut>();
        let document = document.map_err(|error| {
            let message = error.message().trim().to_owned();
            match error.span() {
                Some(span) => format!(
                    "{message} in line {}",
                    text[..span.start].matches('\n').count() + 1
                ),
                None => message,
            }
        })?;
        Ok(Self {
            document,
            text: text.to_owned(),
        })
    }

    /// What the table `[group.name]` starts, where there is one.
    ///
    /// # Errors
    ///
    /// When it starts no program, or `group` is no table.
    pub(crate) fn start(&self, group: &str, name: &str) -> Result<Option<Start>, String> {
        let Some(table) = self.document.get(group) else {
            return Ok(None);
        };
        let table = table
            .as_table_like()
            .ok_or_else(|| format!("`{group}` is not a table"))?;
        let Some(entry) = table.get(name) else {
            return Ok(None);
        };
        let read = |entry: &dyn TableLike| {
            let arguments = entry.get("args").map_or(Some(Vec::new()), |arguments| {
                let words = arguments
                    .as_array()?
                    .iter()
                    .map(|word| word.as_str().map(str::to_owned));
                words.collect()
            })?;
            Some(Start {
                command: entry.get("command")?.as_str()?.to_owned(),
                arguments,
            })
        };
        entry
            .as_table_like()
            .and_then(read)
            .map(Some)
            .ok_or_else(|| format!("`{group}.{name}` does not start a program"))
    }

    /// The text with `start` in the table `[group.name]`; its other keys stay, and a new one stands last.
    pub(crate) fn with(mut self, group: &str, name: &str, start: &Start) -> String {
        let arguments = || start.arguments.iter().map(String::as_str).collect::<Array>();
        let there = self
            .document
            .get(group)
            .and_then(|table| table.get(name))
            .is_some();
        if !there {
            return self.appended(group, name, start);
        }
        let found = self.start(group, name).ok().flatten();
        let mut wanted = Vec::new();
        if found.as_ref().map(|found| &found.command) != Some(&start.command) {
            wanted.push(("command", value(&start.command)));
        }
        if found.as_ref().map(|found| &found.arguments) != Some(&start.arguments) {
            wanted.push(("args", value(arguments())));
        }
        let mut text = self.text.clone();
        for (key, wanted) in wanted {
            let Some(spot) = spot(&text, group, name, key) else {
                self.document[group][name][key] = wanted;
                return self.rewritten();
            };
            text.replace_range(spot, &wanted.to_string());
        }
        text
    }

    /// The text without the table `[group.name]`.
    pub(crate) fn without(mut self, group: &str, name: &str) -> String {
        if let Some(start) = self.start(group, name).ok().flatten() {
            // A table that was appended is cut off again, so that not even an empty line of it stays.
            let newline = self.newline();
            let block = block(group, name, &start, newline);
            let gap = [newline, newline].concat();
            if self.text == block {
                return String::new();
            } else if let Some(rest) = self.text.strip_suffix(&block) {
                return rest
                    .strip_suffix(newline)
                    .filter(|_| rest.ends_with(&gap))
                    .unwrap_or(rest)
                    .to_owned();
            } else if let Some(rest) = self.text.strip_suffix(block.trim_end()) {
                return rest.strip_suffix(&gap).unwrap_or(rest).to_owned();
            }
        }
        if let Some(table) = self.document.get_mut(group).and_then(Item::as_table_like_mut) {
            table.remove(name);
            let bare = table.is_empty();
            if bare {
                self.document.remove(group);
            }
        }
        self.rewritten()
    }

    /// A new table at the end of the text; where `group` is written on one line, in that line.
    fn appended(mut self, group: &str, name: &str, start: &Start) -> String {
        if self.document.get(group).is_some_and(|table| !table.is_table()) {
            let mut table = Table::new().into_inline_table();
            table.insert("command", start.command.as_str().into());
            table.insert(
                "args",
                start
                    .arguments
                    .iter()
                    .map(String::as_str)
                    .collect::<Array>()
                    .into(),
            );
            self.document[group][name] = value(table);
            return self.rewritten();
        }
        let newline = self.newline();
        let block = block(group, name, start, newline);
        // Whether the text ended with a line end can be told from the table afterwards.
        if self.text.is_empty() {
            block
        } else if self.text.ends_with('\n') {
            [&self.text, newline, &block].concat()
        } else {
            [&self.text, newline, newline, block.trim_end()].concat()
        }
    }

    /// The document as text, with the line ends that it had: the editor writes its own.
    fn rewritten(&self) -> String {
        let mut text = self.document.to_string();
        if !self.text.ends_with('\n') && text.ends_with('\n') {
            text.pop();
        }
        if self.newline() == "\r\n" {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    }

    fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

fn block(group: &str, name: &str, start: &Start, newline: &str) -> String {
    let arguments = start.arguments.iter().map(String::as_str).collect::<Array>();
    let lines = [
        format!("[{group}.{name}]"),
        format!("command = {}", value(&start.command)),
        format!("args = {}", value(arguments)),
    ];
    lines.map(|line| line + newline).concat()
}

/// Where the value `[group.name] key` stands.
fn spot(text: &str, group: &str, name: &str, key: &str) -> Option<std::ops::Range<usize>> {
    let document = Document::parse(text).ok()?;
    let entry = document.get(group)?.get(name)?.get(key)?;
    entry.span()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(command: &str, arguments: &[&str]) -> Start {
        Start {
            command: command.to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    fn with(text: &str, command: &str) -> String {
        Toml::parse(text)
            .unwrap()
            .with("mcp_servers", "mast", &start(command, &["serve"]))
    }

    #[test]
    fn a_table_that_is_put_in_and_taken_out_leaves_the_text_as_it_was() {
        let texts = [
            "",
            "model = \"x\" # the best\n",
            "model = \"x\"",
            "a = 1\n\n",
            "# only a comment\n",
            "a = 1\r\n\r\n[mcp_servers.other]\r\ncommand = 'y'\r\n",
            "[mcp_servers.other]\ncommand = \"y\"\n\n[profiles.p]\nb = [\n  1, # one\n]\n",
            "mcp_servers = { other = { command = \"y\" } }\n",
        ];
        for text in texts {
            let installed = with(text, "mast");
            let found = Toml::parse(&installed).unwrap().start("mcp_servers", "mast");
            assert_eq!(found, Ok(Some(start("mast", &["serve"]))), "{installed}");
            assert_eq!(with(&installed, "mast"), installed);
            let removed = Toml::parse(&installed).unwrap().without("mcp_servers", "mast");
            assert_eq!(removed, text, "{installed}");
        }
    }

    #[test]
    fn only_the_program_changes_in_a_table_that_is_there() {
        let text = "# mine\r\n[mcp_servers.mast]\r\ncommand = 'mast' # by name\r\nargs = [ \"serve\" ]\r\nenabled = false\r\n\r\n[z]\r\na = 1";
        assert_eq!(with(text, "/opt/mast"), text.replace("'mast'", "\"/opt/mast\""));
        assert_eq!(
            Toml::parse(text).unwrap().without("mcp_servers", "mast"),
            "\r\n[z]\r\na = 1"
        );
    }

    #[test]
    fn what_is_not_understood_is_said() {
        assert_eq!(
            Toml::parse("a = 1\nb = \n").unwrap_err(),
            "string values must be quoted, expected literal string in line 2"
        );
        let refused = |text: &str| {
            Toml::parse(text)
                .unwrap()
                .start("mcp_servers", "mast")
                .unwrap_err()
        };
        assert_eq!(refused("mcp_servers = 1"), "`mcp_servers` is not a table");
        assert_eq!(
            refused("[mcp_servers.mast]\nurl = \"x\""),
            "`mcp_servers.mast` does not start a program"
        );
    }
}
