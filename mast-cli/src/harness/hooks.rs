//! Hooks: commands that a harness runs when something happens, as entries of a JSON file of its.
//!
//! An entry is mast's when its command ends in `hook <harness> <event>`. Only the command of such an entry is ever changed; matcher,
//! timeout and what people added stay.

use serde_json::{Map, Value, json};

use super::part::Wanted;
use crate::edit::json::{Dialect, Json, Step};
use crate::installation::Launch;
use Step::{At, Key};

/// The hooks of a harness.
#[derive(Debug)]
pub(crate) struct Hooks {
    /// Their file in a project, from its root.
    pub(crate) project: &'static str,
    /// Their file for a user, from the home directory.
    pub(crate) user: &'static str,
    /// What the file may hold beside JSON.
    pub(crate) dialect: Dialect,
    /// How the entries of an event stand in it.
    pub(crate) shape: Shape,
    /// How the output of a hook is wrapped.
    pub(crate) envelope: Envelope,
    /// The variable that holds the root of the project when a hook runs.
    pub(crate) root_variable: Option<&'static str>,
    /// What it tells of.
    pub(crate) events: &'static [Event],
}

/// How the entries of an event stand in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// In groups: `{"matcher": …, "hooks": [entry]}`.
    Grouped,
    /// In groups that have only one thing in them: the entries themselves, with their matcher.
    Flat,
    /// The same in a file that says its version.
    FlatVersioned,
}

/// How the output of a hook is wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// `{"hookSpecificOutput": {"hookEventName": …, "additionalContext": …}}`
    Specific,
    /// `{"additional_context": …}`
    Plain,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A session began.
    SessionStart,
    /// The harness is about to search, or has searched.
    Search,
}

/// An event of a harness that mast has something to say about.
#[derive(Debug)]
pub(crate) struct Event {
    /// What happened.
    pub(crate) occasion: Occasion,
    /// What the harness calls it.
    pub(crate) name: &'static str,
    /// For which of its tools.
    pub(crate) matcher: Option<&'static str>,
    /// How long the hook may take, in the harness's unit.
    pub(crate) timeout: u32,
    /// Whether `mast setup` writes an entry for it.
    pub(crate) writing: Writing,
}

/// Whether an entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    /// It is.
    Written,
    /// It is not; one that a person wrote is answered.
    Answered,
}

impl Occasion {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::Search => "search",
        }
    }

    /// The occasion called `name`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::SessionStart, Self::Search]
            .into_iter()
            .find(|occasion| occasion.name() == name)
    }
}

impl Hooks {
    /// What the harness is answered on `occasion`; none when it has no such event.
    pub(crate) fn wrapped(&self, occasion: Occasion, text: &str) -> Option<Value> {
        let event = self.events.iter().find(|event| event.occasion == occasion)?;
        Some(match self.envelope {
            Envelope::Specific => {
                json!({"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}})
            }
            Envelope::Plain => json!({"additional_context": text}),
        })
    }

    /// The occasions that an entry is written for.
    pub(crate) fn written(&self) -> Vec<&'static str> {
        let written = self
            .events
            .iter()
            .filter(|event| event.writing == Writing::Written);
        written.map(|event| event.occasion.name()).collect()
    }

    /// The command of the entry for `occasion`.
    pub(crate) fn command(&self, harness: &str, occasion: Occasion, launch: &Launch) -> String {
        let program = match launch {
            Launch::ByName => "mast".to_owned(),
            Launch::At(path) => quoted(&path.to_string_lossy()),
            Launch::FromRoot(path) => {
                let path = if path
                    .contains(|letter: char| letter.is_whitespace() || "\"'$`\\&;()".contains(letter))
                {
                    quoted(path)
                } else {
                    path.clone()
                };
                match self.root_variable {
                    Some(variable) => format!("\"${{{variable}}}\"/{path}"),
                    None => path,
                }
            }
        };
        format!("{program} hook {harness} {}", occasion.name())
    }

    /// The file with the hooks in it.
    ///
    /// # Errors
    ///
    /// Why the file is not understood.
    pub(crate) fn installed(
        &self,
        harness: &str,
        before: Option<&str>,
        launch: &Launch,
    ) -> Result<String, String> {
        let mut json = Json::parse(before.unwrap_or("{}\n"), self.dialect)?;
        self.check(&json)?;
        if self.shape == Shape::FlatVersioned && json.get(&[Key("version")]).is_none() {
            json.set(&[Key("version")], &json!(1));
        }
        for event in self
            .events
            .iter()
            .filter(|event| event.writing == Writing::Written)
        {
            let command = self.command(harness, event.occasion, launch);
            let found = self.entries(&json, harness, event.occasion);
            if found.is_empty() {
                json.push(&[Key("hooks"), Key(event.name)], &self.entry(event, &command));
            }
            for place in found {
                let path = [&place.path()[..], &[Key("command")]].concat();
                if json.get(&path) != Some(json!(command)) {
                    json.set(&path, &json!(command));
                }
            }
        }
        Ok(json.text().to_owned())
    }

    /// The file without the hooks, and without what stands empty then.
    ///
    /// # Errors
    ///
    /// Why the file is not understood.
    pub(crate) fn removed(&self, harness: &str, before: &str) -> Result<Wanted, String> {
        let mut json = Json::parse(before, self.dialect)?;
        self.check(&json)?;
        let mut changed = false;
        for occasion in [Occasion::SessionStart, Occasion::Search] {
            // From the last, so that the places of the others stay what they are.
            for place in self.entries(&json, harness, occasion).into_iter().rev() {
                changed = true;
                let path = place.path();
                json.remove(&path);
                // A group, an event and the list of events that hold nothing any more.
                for length in (1..path.len()).rev() {
                    // A group is a matcher and nothing else then.
                    let is_group = self.shape == Shape::Grouped && length == 3;
                    let names = json.get(&path[..length]);
                    let without_hooks =
                        names.is_some_and(|group| group.is_object() && group.get("hooks").is_none());
                    let is_bare = json.is_bare(&path[..length]) || is_group && without_hooks;
                    if is_bare {
                        json.remove(&path[..length]);
                    }
                }
            }
        }
        if !changed {
            return Ok(Wanted::Unchanged);
        }
        let text = json.text().to_owned();
        Ok(if self.is_bare(&text) {
            Wanted::Absent(text)
        } else {
            Wanted::Text(text)
        })
    }

    /// Whether the file holds nothing but what mast makes a new one of.
    fn is_bare(&self, text: &str) -> bool {
        match self.shape {
            // A person's file stays, though there be nothing in it: only one that looks as mast made it goes.
            Shape::Grouped => text == "{}\n",
            // This one bears mast's name; a comment is something too.
            Shape::Flat => text.split_whitespace().collect::<String>() == "{}",
            Shape::FlatVersioned => text == "{\n  \"version\": 1\n}\n",
        }
    }

    /// Refuses what the harness itself would not understand.
    fn check(&self, json: &Json) -> Result<(), String> {
        if self.shape == Shape::FlatVersioned
            && let Some(version) = json.get(&[Key("version")])
            && version != json!(1)
        {
            return Err(format!("its `version` is {version}, and mast knows 1"));
        }
        match json.get(&[Key("hooks")]) {
            None => return Ok(()),
            Some(Value::Object(_)) => {}
            Some(_) => return Err("its `hooks` are not an object".to_owned()),
        }
        for event in self.events {
            let at = |what: &str| format!("its `hooks.{}` {what}", event.name);
            let groups = match json.get(&[Key("hooks"), Key(event.name)]) {
                None => continue,
                Some(Value::Array(groups)) => groups,
                Some(_) => return Err(at("are not a list")),
            };
            for group in groups {
                let Value::Object(group) = &group else {
                    return Err(at("hold something that is not an object"));
                };
                if self.shape == Shape::Grouped && !group.get("hooks").is_some_and(Value::is_array) {
                    return Err(at("hold a group without a list of `hooks`"));
                }
            }
        }
        Ok(())
    }

    /// Where the entries of mast for `occasion` are, under whichever event.
    fn entries(&self, json: &Json, harness: &str, occasion: Occasion) -> Vec<Place> {
        let Some(Value::Object(events)) = json.get(&[Key("hooks")]) else {
            return Vec::new();
        };
        let end = format!(" hook {harness} {}", occasion.name());
        let is_ours = |entry: &Value| {
            let command = entry.get("command").and_then(Value::as_str);
            command.is_some_and(|command| command.trim_end().ends_with(&end))
        };
        let mut places = Vec::new();
        for (event, groups) in &events {
            for (group, value) in groups.as_array().into_iter().flatten().enumerate() {
                let place = |entry| Place {
                    event: event.clone(),
                    group,
                    entry,
                };
                match self.shape {
                    Shape::Flat | Shape::FlatVersioned if is_ours(value) => places.push(place(None)),
                    Shape::Flat | Shape::FlatVersioned => {}
                    Shape::Grouped => {
                        let entries = value.get("hooks").and_then(Value::as_array).into_iter().flatten();
                        let ours = entries.enumerate().filter(|(_, entry)| is_ours(entry));
                        places.extend(ours.map(|(entry, _)| place(Some(entry))));
                    }
                }
            }
        }
        places
    }

    fn entry(&self, event: &Event, command: &str) -> Value {
        let matcher = event
            .matcher
            .map(|matcher| ("matcher".to_owned(), json!(matcher)));
        let timeout = ("timeout".to_owned(), json!(event.timeout));
        match self.shape {
            Shape::Grouped => {
                let entry = json!({"type": "command", "command": command, "timeout": event.timeout});
                let mut group = Map::from_iter(matcher);
                group.insert("hooks".to_owned(), json!([entry]));
                Value::Object(group)
            }
            Shape::Flat | Shape::FlatVersioned => {
                let first = match self.shape {
                    Shape::FlatVersioned => [("command", command), ("type", "command")],
                    Shape::Flat | Shape::Grouped => [("type", "command"), ("command", command)],
                };
                let first = first.map(|(key, value)| (key.to_owned(), json!(value)));
                Value::Object(first.into_iter().chain(matcher).chain([timeout]).collect())
            }
        }
    }
}

/// Where an entry stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    event: String,
    group: usize,
    entry: Option<usize>,
}

impl Place {
    fn path(&self) -> Vec<Step<'_>> {
        let group = [Key("hooks"), Key(&self.event), At(self.group)];
        let entry = self.entry.map(|entry| [Key("hooks"), At(entry)]);
        group.into_iter().chain(entry.into_iter().flatten()).collect()
    }
}

/// `text` in double quotes, as shells read them.
fn quoted(text: &str) -> String {
    if cfg!(windows) {
        return format!("\"{text}\"");
    }
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        if matches!(letter, '"' | '\\' | '$' | '`') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}
