//! MCP servers that a harness starts, as entries of a file of its.
//!
//! The entry is called `mast`. One that starts `mast serve` is mast's: its program is kept current, and what people added to it,
//! arguments behind `serve` and other keys, stays. One that starts something else is left alone and reported.

use std::path::{Path, PathBuf};

use mast_core::error::{self, Error};
use serde_json::{Map, Value, json};

use super::part::{Part, Wanted, Work};
use super::{Harness, Places, Scope};
use crate::edit::json::{Dialect, Json, Step};
use crate::edit::toml::{Start, Toml};
use crate::installation::Launch;
use Step::Key;

/// What a part of a setup that registers the server is called.
pub(crate) const SERVER: &str = "server";

/// The name of the entry.
const NAME: &str = "mast";
/// The package that `npx` finds in the project.
const PACKAGE: &str = "@spikedpunch/mast";

/// Where a harness looks for servers.
#[derive(Debug)]
pub(crate) struct Servers {
    /// For a project.
    pub(crate) project: Option<ServerFile>,
    /// For a user.
    pub(crate) user: Option<ServerFile>,
    /// What to do instead where mast writes none.
    pub(crate) instead: &'static str,
}

/// A file with servers in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerFile {
    /// Where it is.
    pub(crate) place: Place,
    /// The object or table that the servers are in.
    pub(crate) group: &'static str,
    /// What it is written in.
    pub(crate) format: Format,
    /// What stands in an entry before its command.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// Whether the entry names the project.
    pub(crate) naming: Naming,
}

/// Where a file with servers is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// This path from the root of the project.
    Root(&'static str),
    /// This path from the home directory.
    Home(&'static str),
    /// Where programs keep the settings of a user: the directory, what it is called on Windows, and the file.
    Settings(&'static str, &'static str, &'static str),
    /// The same for what macOS calls an application: the directory and the file.
    Application(&'static str, &'static str),
}

/// What a file with servers is written in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    /// JSON.
    Json(Dialect),
    /// TOML.
    Toml,
}

/// Whether an entry names the project that the server serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By a variable, since the harness starts servers outside of projects.
    Project,
    /// It need not.
    Nothing,
}

/// The entry of one file.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    group: &'static str,
    format: Format,
    fields: &'static [(&'static str, &'static str)],
    variable: Option<(&'static str, String)>,
}

impl Servers {
    /// Whether servers are started outside of the project that they are registered for.
    pub(crate) fn start_elsewhere(&self) -> bool {
        self.project.is_some_and(|file| file.naming == Naming::Project)
    }

    /// The entry of `harness` for `scope`.
    pub(super) fn part(&self, harness: &Harness, scope: Scope, places: &Places) -> error::Result<Part> {
        let (file, whose) = match scope {
            Scope::Project => (self.project, "project"),
            Scope::User => (self.user, "user"),
        };
        let file = file.ok_or_else(|| {
            Error::invalid_input(format!(
                "{} has no {whose}-level file for MCP servers that mast could write",
                harness.title
            ))
            .with_hint(self.instead)
        })?;
        let variable = (file.naming == Naming::Project).then(|| {
            // The server takes the project to be around a state directory of the usual name.
            if places.state_dir == places.root.join(".mast") {
                ("MAST_STATE_DIR", places.state_dir.display().to_string())
            } else {
                ("MAST_ROOT", places.root.display().to_string())
            }
        });
        let entry = Entry {
            group: file.group,
            format: file.format,
            fields: file.fields,
            variable,
        };
        Ok(Part::new(SERVER, file.place.path(places)?, Work::Server(entry)))
    }
}

impl Place {
    fn path(self, places: &Places) -> error::Result<PathBuf> {
        let roaming =
            |directory: &str| Ok::<_, Error>(places.home()?.join("AppData/Roaming").join(directory));
        Ok(match self {
            Self::Root(path) => places.root.join(path),
            Self::Home(path) => places.home()?.join(path),
            Self::Settings(_, directory, file) if cfg!(windows) => roaming(directory)?.join(file),
            Self::Application(directory, file) if cfg!(windows) => roaming(directory)?.join(file),
            Self::Application(directory, file) if cfg!(target_os = "macos") => {
                let applications = places.home()?.join("Library/Application Support");
                applications.join(directory).join(file)
            }
            Self::Settings(directory, _, file) | Self::Application(directory, file) => {
                places.settings()?.join(directory).join(file)
            }
        })
    }
}

impl Entry {
    /// The file with the entry in it.
    ///
    /// # Errors
    ///
    /// Why the file is not understood.
    pub(crate) fn installed(&self, before: Option<&str>, launch: &Launch) -> Result<String, String> {
        let start = start(launch);
        match self.format {
            Format::Toml => {
                let toml = Toml::parse(before.unwrap_or_default())?;
                let found = toml.start(self.group, NAME)?;
                let start = self.kept(found.as_ref(), start)?;
                Ok(toml.with(self.group, NAME, &start))
            }
            Format::Json(dialect) => {
                let mut json = Json::parse(before.unwrap_or("{}\n"), dialect)?;
                let path = [Key(self.group), Key(NAME)];
                match self.found(&json)? {
                    None => json.set(&path, &self.entry(&start)),
                    Some(found) => {
                        let start = self.kept(Some(&found), start)?;
                        let (command, arguments) = spots(&json, &path);
                        if found.command != start.command {
                            json.set(&command, &json!(start.command));
                        }
                        if found.arguments != start.arguments {
                            json.set(&arguments, &json!(start.arguments));
                        }
                        if let Some((name, value)) = &self.variable {
                            let place = [path[0], path[1], Key("env"), Key(name)];
                            if json.get(&place) != Some(json!(value)) {
                                json.set(&place, &json!(value));
                            }
                        }
                    }
                }
                Ok(json.text().to_owned())
            }
        }
    }

    /// The file without the entry, and without what stands empty then.
    ///
    /// # Errors
    ///
    /// Why the file is not understood.
    pub(crate) fn removed(&self, before: &str) -> Result<Wanted, String> {
        let (text, bare) = match self.format {
            Format::Toml => {
                let toml = Toml::parse(before)?;
                let Some(found) = toml.start(self.group, NAME)? else {
                    return Ok(Wanted::Unchanged);
                };
                self.kept(Some(&found), found.clone())?;
                (toml.without(self.group, NAME), "")
            }
            Format::Json(dialect) => {
                let mut json = Json::parse(before, dialect)?;
                let Some(found) = self.found(&json)? else {
                    return Ok(Wanted::Unchanged);
                };
                self.kept(Some(&found), found.clone())?;
                json.remove(&[Key(self.group), Key(NAME)]);
                if json.is_bare(&[Key(self.group)]) {
                    json.remove(&[Key(self.group)]);
                }
                (json.text().to_owned(), "{}\n")
            }
        };
        Ok(if text == bare {
            Wanted::Absent(text)
        } else {
            Wanted::Text(text)
        })
    }

    /// What the entry of a JSON file starts, where there is one.
    fn found(&self, json: &Json) -> Result<Option<Start>, String> {
        match json.get(&[Key(self.group)]) {
            None => return Ok(None),
            Some(Value::Object(_)) => {}
            Some(_) => return Err(format!("its `{}` are not an object", self.group)),
        }
        let path = [Key(self.group), Key(NAME)];
        if json.get(&path).is_none() {
            return Ok(None);
        }
        let (command, arguments) = spots(json, &path);
        let read = || {
            let arguments = json.get(&arguments).map_or(Some(Vec::new()), |arguments| {
                let words = arguments
                    .as_array()?
                    .iter()
                    .map(|word| word.as_str().map(str::to_owned));
                words.collect()
            })?;
            Some(Start {
                command: json.get(&command)?.as_str()?.to_owned(),
                arguments,
            })
        };
        read().map(Some).ok_or_else(|| self.foreign())
    }

    /// `wanted` with what a person added to the arguments of `found`.
    fn kept(&self, found: Option<&Start>, wanted: Start) -> Result<Start, String> {
        let Some(found) = found else { return Ok(wanted) };
        let serves = found.arguments.iter().position(|word| word == "serve");
        let program = Path::new(&found.command)
            .file_stem()
            .is_some_and(|name| name == NAME);
        let package = found.arguments.iter().any(|word| word.starts_with(PACKAGE));
        match serves.filter(|_| program || package) {
            None => Err(self.foreign()),
            Some(serves) => {
                let start = wanted.arguments.iter().position(|word| word == "serve");
                let start = &wanted.arguments[..=start.unwrap_or_default()];
                Ok(Start {
                    command: wanted.command,
                    arguments: [start, &found.arguments[serves + 1..]].concat(),
                })
            }
        }
    }

    fn foreign(&self) -> String {
        format!("its `{}.{NAME}` does not start `mast serve`", self.group)
    }

    fn entry(&self, start: &Start) -> Value {
        let mut entry = Map::new();
        for (key, value) in self.fields {
            entry.insert((*key).to_owned(), json!(value));
        }
        entry.insert("command".to_owned(), json!(start.command));
        entry.insert("args".to_owned(), json!(start.arguments));
        if let Some((name, value)) = &self.variable {
            entry.insert(
                "env".to_owned(),
                Value::Object(Map::from_iter([((*name).to_owned(), json!(value))])),
            );
        }
        Value::Object(entry)
    }
}

/// Where the entry at `path` says what it starts, and with which arguments: beside one another, or in an object of their own, as
/// Zed wants it in older versions.
fn spots<'p>(json: &Json, path: &[Step<'p>; 2]) -> (Vec<Step<'p>>, Vec<Step<'p>>) {
    let command = [path.as_slice(), &[Key("command")]].concat();
    let is_object = matches!(json.get(&command), Some(Value::Object(_)));
    if is_object {
        let inside = |key| [command.as_slice(), &[Key(key)]].concat();
        (inside("path"), inside("args"))
    } else {
        let arguments = [path.as_slice(), &[Key("args")]].concat();
        (command, arguments)
    }
}

/// How the server is started.
fn start(launch: &Launch) -> Start {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match launch {
        Launch::ByName => Start {
            command: NAME.to_owned(),
            arguments: words(&["serve"]),
        },
        Launch::FromRoot(_) => Start {
            command: "npx".to_owned(),
            arguments: words(&[PACKAGE, "serve"]),
        },
        Launch::At(program) => Start {
            command: program.to_string_lossy().into_owned(),
            arguments: words(&["serve"]),
        },
    }
}
