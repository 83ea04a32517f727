//! `npm/mast/tools.d.ts` and `npm/mast/package.json`: what the Node package takes from the catalogue, from the version of the
//! program, and from the list of platforms.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mast_core::engine::VERSION;
use mast_core::error::ERROR_ROWS;
use mast_core::store::SCHEMA_VERSION;
use mast_core::tools::{TOOLS, ToolSpec};
use serde_json::{Map, Value, json};

use super::tools::{is_nullable, is_required, not_null};
use crate::repository;

/// What stands at the head of the derived types.
const NOTICE: &str = "// The tools and what they take and give. Derived from mast-core/src/tools; `cargo test --workspace` rewrites it.\n\n\
    import type { CallOptions } from './index.js';\n";

/// The declarations of all tools.
pub fn types() -> String {
    let mut interfaces = Interfaces::default();
    let mut methods = String::new();
    let mut map = String::new();
    for tool in TOOLS {
        let base = pascal(short(tool));
        let taken = format!("{base}Input");
        let input = interfaces.object(&taken, &taken, &(tool.input_schema)(), Way::In);
        let output = interfaces.object(&format!("{base}Output"), &base, &(tool.output_schema)(), Way::Out);
        let optional = if requires_nothing(&(tool.input_schema)()) {
            "?"
        } else {
            ""
        };
        let _ = write!(
            methods,
            "\n  /** {} */\n  {}(input{optional}: {input}, options?: CallOptions): Promise<{output}>;\n",
            tool.summary,
            camel(short(tool)),
        );
        let _ = writeln!(map, "  {}: {{ input: {input}; output: {output} }};", tool.name);
    }
    let codes: Vec<String> = ERROR_ROWS.iter().map(|row| format!("'{}'", row.name)).collect();
    format!(
        "{NOTICE}\n/** A method for each tool. */\nexport interface Tools {{{methods}}}\n\n\
         /** What each tool takes and gives, by its name on the wire. */\nexport interface ToolTypes {{\n{map}}}\n\n\
         /** The name of a tool on the wire. */\nexport type ToolName = keyof ToolTypes;\n\n\
         /** What the tool takes. */\nexport type ToolInput<Name extends ToolName> = ToolTypes[Name]['input'];\n\n\
         /** What the tool gives. */\nexport type ToolOutput<Name extends ToolName> = ToolTypes[Name]['output'];\n\n\
         /** What kind of failure it is, as on every surface of mast. */\nexport type FailureCode = {};\n{}",
        codes.join(" | "),
        interfaces.text
    )
}

/// Whether a schema is of what is handed in or of what is given back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

/// The interfaces that are declared, in the order in which they were met.
#[derive(Default)]
struct Interfaces {
    text: String,
    /// The body of each, since one that is met again under its name has to be the same.
    bodies: BTreeMap<String, String>,
}

impl Interfaces {
    /// Declares the object `schema` as `name`; what stands in it is named after `base`.
    fn object(&mut self, name: &str, base: &str, schema: &Value, way: Way) -> String {
        let empty = Map::new();
        let properties = schema
            .get("properties")
            .and_then(Value::as_object)
            .unwrap_or(&empty);
        let mut body = String::new();
        for (field, property) in properties {
            let kind = self.kind(base, field, not_null(property), way);
            let absent = !is_required(schema, field);
            // What is handed in may be null where it may be absent; what is given back is null only where it is always there.
            let null = match way {
                Way::In => absent,
                Way::Out => !absent && is_nullable(property),
            };
            let _ = writeln!(
                body,
                "  /** {} */\n  {field}{}: {kind}{};",
                meaning(property),
                if absent { "?" } else { "" },
                if null { " | null" } else { "" },
            );
        }
        if let Some(known) = self.bodies.get(name) {
            assert_eq!(known, &body, "two interfaces are called `{name}`");
            return name.to_owned();
        }
        let about = meaning(schema);
        let _ = if body.is_empty() {
            write!(
                self.text,
                "\n/** {about} */\nexport type {name} = Record<string, never>;\n"
            )
        } else {
            write!(
                self.text,
                "\n/** {about} */\nexport interface {name} {{\n{body}}}\n"
            )
        };
        self.bodies.insert(name.to_owned(), body);
        name.to_owned()
    }

    /// The type of the value `schema` of the field `field`.
    fn kind(&mut self, base: &str, field: &str, schema: &Value, way: Way) -> String {
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            let values: Vec<String> = values
                .iter()
                .filter_map(Value::as_str)
                .map(|value| format!("'{value}'"))
                .collect();
            return values.join(" | ");
        }
        if let Some(entry) = schema.get("items") {
            let kind = self.kind(base, singular(field).as_str(), entry, way);
            return if kind.contains('|') {
                format!("({kind})[]")
            } else {
                format!("{kind}[]")
            };
        }
        if let Some(values) = schema
            .get("additionalProperties")
            .filter(|values| values.is_object())
        {
            return format!("Record<string, {}>", self.kind(base, field, values, way));
        }
        let name = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().find(|name| *name != "null").and_then(Value::as_str),
            Some(name) => name.as_str(),
            None => None,
        };
        match name {
            Some("string") => "string".to_owned(),
            Some("integer" | "number") => "number".to_owned(),
            Some("boolean") => "boolean".to_owned(),
            // The same in every answer.
            Some("object") if field == "_stats" => self.object("Stats", "Stats", schema, way),
            Some("object") => {
                let name = format!("{base}{}", pascal(field));
                self.object(&name, &name, schema, way)
            }
            other => panic!("`{field}` of `{base}` has the type {other:?}"),
        }
    }
}

fn requires_nothing(schema: &Value) -> bool {
    schema
        .get("required")
        .and_then(Value::as_array)
        .is_none_or(Vec::is_empty)
}

/// The description, with the bounds and the default that the value has.
fn meaning(schema: &Value) -> String {
    let text = schema
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or("A value.");
    let mut text = text.replace("*/", "*\\/");
    if let (Some(least), Some(most)) = (schema.get("minimum"), schema.get("maximum")) {
        let _ = write!(text, " From {least} to {most}.");
    }
    if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
        let _ = write!(text, " Default: {default}.");
    }
    text
}

fn short(tool: &ToolSpec) -> &str {
    tool.name.trim_start_matches("mast_")
}

fn pascal(name: &str) -> String {
    let words = name.split('_').filter_map(|word| word.split_at_checked(1));
    words
        .flat_map(|(first, rest)| [first.to_uppercase(), rest.to_owned()])
        .collect()
}

fn camel(name: &str) -> String {
    let name = pascal(name);
    let (first, rest) = name.split_at_checked(1).unwrap_or((&name, ""));
    format!("{}{rest}", first.to_lowercase())
}

/// What one of several is called.
fn singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    if let Some(stem) = name.strip_suffix("es").filter(|stem| stem.ends_with("ch")) {
        return stem.to_owned();
    }
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

/// One platform that mast is published for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The end of its package's name.
    pub name: String,
    /// The target of the Rust compiler.
    pub target: String,
    /// The kind of machine that builds it where it is released.
    pub runner: String,
}

impl Platform {
    /// The name of its package.
    pub fn package(&self) -> String {
        format!("{PACKAGE}-{}", self.name)
    }
}

/// The published package.
const PACKAGE: &str = "@spikedpunch/mast";

/// The one list, `npm/platforms.json`.
///
/// # Panics
///
/// When it is none.
pub fn platforms() -> Vec<Platform> {
    let text =
        std::fs::read_to_string(repository().join("npm/platforms.json")).expect("the list is readable");
    let list: Vec<Value> = serde_json::from_str(&text).expect("it is JSON");
    let platform = |entry: &Value| {
        let field = |name: &str| {
            entry[name]
                .as_str()
                .unwrap_or_else(|| panic!("{entry} has no `{name}`"))
                .to_owned()
        };
        let libc = match field("name").split('-').nth(2) {
            Some("gnu") => "-gnu",
            Some("musl") => "-musl",
            _ => "",
        };
        assert_eq!(
            field("name"),
            format!("{}-{}{libc}", field("os"), field("cpu")),
            "{entry}"
        );
        Platform {
            name: field("name"),
            target: field("target"),
            runner: field("runner"),
        }
    };
    list.iter().map(platform).collect()
}

/// The manifest of the published package.
pub fn manifest() -> String {
    let optional: Map<String, Value> = platforms()
        .iter()
        .map(|platform| (platform.package(), Value::from(VERSION)))
        .collect();
    let manifest = json!({
        "name": PACKAGE,
        "version": VERSION,
        "description": "Code search for TypeScript, JavaScript and Markdown repositories, for AI assistants and for people",
        "keywords": ["code-search", "mcp", "typescript", "javascript", "ast", "call-graph"],
        "license": "MIT",
        "repository": {"type": "git", "url": format!("git+{}.git", env!("CARGO_PKG_REPOSITORY"))},
        "type": "commonjs",
        "main": "./index.js",
        "types": "./index.d.ts",
        "exports": {
            ".": {
                "import": {"types": "./index.d.mts", "default": "./index.mjs"},
                "require": {"types": "./index.d.ts", "default": "./index.js"},
            },
            "./package.json": "./package.json",
        },
        "bin": {"mast": "bin/mast.js"},
        "engines": {"node": ">=20"},
        "publishConfig": {"access": "public"},
        "mast": {"schemaVersion": SCHEMA_VERSION},
        "optionalDependencies": optional,
    });
    format!("{manifest:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_their_words() {
        assert_eq!(pascal("rename_impact"), "RenameImpact");
        assert_eq!(camel("rename_impact"), "renameImpact");
        let one = ["results", "potential_matches", "dependencies", "files"].map(singular);
        assert_eq!(one, ["result", "potential_match", "dependency", "file"]);
    }

    #[test]
    fn absent_and_null_are_told_apart() {
        let schema = json!({
            "description": "What is given.",
            "properties": {
                "always": {"type": "integer"},
                "null": {"type": ["string", "null"]},
                "sometimes": {"type": ["boolean", "null"], "description": "B."},
                "list": {"type": "array", "items": {"enum": ["a", "b"]}},
            },
            "required": ["always", "null", "list"],
        });
        let mut given = Interfaces::default();
        given.object("X", "X", &schema, Way::Out);
        let lines: Vec<&str> = given.text.lines().filter(|line| line.ends_with(';')).collect();
        assert_eq!(
            lines,
            [
                "  always: number;",
                "  null: string | null;",
                "  sometimes?: boolean;",
                "  list: ('a' | 'b')[];"
            ]
        );
        let mut taken = Interfaces::default();
        taken.object("X", "X", &schema, Way::In);
        assert!(taken.text.contains("  null: string;\n"), "{}", taken.text);
        assert!(
            taken.text.contains("  sometimes?: boolean | null;\n"),
            "{}",
            taken.text
        );
    }
}
