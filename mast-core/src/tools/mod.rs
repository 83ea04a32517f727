//! The catalogue: every tool, once. All surfaces are derived from [`TOOLS`].

pub mod across;
pub mod asked;
pub mod callers;
pub mod dependencies;
pub mod efficiency;
pub mod exports;
pub mod implementors;
pub mod input;
mod metered;
pub mod outline;
pub mod page;
pub mod project_skeleton;
pub mod reindex;
pub mod rename_impact;
pub mod search;
pub mod section;
pub mod signature;
pub mod stats;
pub mod status;
pub mod written;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::search::similar::edits;

pub use page::{Page, Render, Style};

/// Whether a tool changes the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only answers.
    Reads,
    /// It writes the index.
    Writes,
}

/// One tool.
pub trait Tool {
    /// Its name on every wire.
    const NAME: &'static str;
    /// Its name for people.
    const TITLE: &'static str;
    /// The question that it answers, in one sentence.
    const SUMMARY: &'static str;
    /// The long help; its examples run as tests.
    const PAGE: &'static str;
    /// Whether it changes the index.
    const EFFECT: Effect;
    /// What it is asked.
    type Input: DeserializeOwned + JsonSchema;
    /// What it answers.
    type Output: Serialize + JsonSchema + Render;

    /// Answers.
    ///
    /// # Errors
    ///
    /// What the engine reports; see the tool's page.
    fn run(engine: &Engine, input: Self::Input) -> Result<Self::Output>;
}

/// An answer in both its forms.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For programs.
    pub json: Value,
    /// For people.
    pub page: Page,
}

/// A tool as a value.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// Its name on every wire.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The question that it answers.
    pub summary: &'static str,
    /// The long help.
    pub page: &'static str,
    /// Whether it changes the index.
    pub effect: Effect,
    /// The JSON schema of its input.
    pub input_schema: fn() -> Value,
    /// The JSON schema of its output.
    pub output_schema: fn() -> Value,
    /// Answers a JSON input.
    pub call: fn(&Engine, Value) -> Result<Answer>,
}

impl ToolSpec {
    /// The tool `T` as a value.
    pub const fn of<T: Tool>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            summary: T::SUMMARY,
            page: T::PAGE,
            effect: T::EFFECT,
            input_schema: input_schema_of::<T::Input>,
            output_schema: output_schema_of::<T::Output>,
            call: call::<T>,
        }
    }
}

/// Every tool.
pub const TOOLS: &[ToolSpec] = &[
    ToolSpec::of::<search::Search>(),
    ToolSpec::of::<project_skeleton::ProjectSkeleton>(),
    ToolSpec::of::<exports::Exports>(),
    ToolSpec::of::<signature::Signatures>(),
    ToolSpec::of::<callers::Callers>(),
    ToolSpec::of::<dependencies::Dependencies>(),
    ToolSpec::of::<implementors::Implementors>(),
    ToolSpec::of::<rename_impact::RenameImpact>(),
    ToolSpec::of::<outline::Outline>(),
    ToolSpec::of::<section::Section>(),
    ToolSpec::of::<reindex::Reindex>(),
    ToolSpec::of::<status::Status>(),
    ToolSpec::of::<efficiency::Efficiency>(),
];

/// The tool called `name`.
///
/// # Errors
///
/// An input error that lists the tools there are.
pub fn named(name: &str) -> Result<&'static ToolSpec> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        let without_prefix = |name: &str| name.trim_start_matches("mast_").to_lowercase();
        let near = TOOLS
            .iter()
            .filter_map(|tool| {
                let (asked, known) = (without_prefix(name), without_prefix(tool.name));
                edits(asked.as_bytes(), known.as_bytes(), 3).map(|count| (count, tool))
            })
            .min_by_key(|(count, _)| *count)
            .map(|(_, tool)| tool);
        let meant = near.map_or_else(String::new, |tool| format!(", did you mean `{}`?", tool.name));
        Error::invalid_input(format!("there is no tool `{name}`{meant}"))
            .with_hint(format!("the tools are: {}", names.join(", ")))
    })
}

/// The schema of an input: as flat as the most modest client wants it.
fn input_schema_of<T: JsonSchema>() -> Value {
    let mut schema = schema_of::<T>(SchemaSettings::draft2020_12().for_deserialize());
    input::simplify(&mut schema);
    schema
}

/// The schema of an output: an answer always conforms to it, so null is a type of its own there.
fn output_schema_of<T: JsonSchema>() -> Value {
    let mut schema = schema_of::<T>(SchemaSettings::draft2020_12().for_serialize());
    if let Value::Object(fields) = &mut schema {
        fields.remove("$schema");
    }
    schema
}

fn schema_of<T: JsonSchema>(settings: SchemaSettings) -> Value {
    // Subschemas are written out where they stand: not every client follows references.
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn call<T: Tool>(engine: &Engine, input: Value) -> Result<Answer> {
    let (at, started, arguments) = (engine.now(), engine.start(), input.to_string());
    let answered = answer::<T>(engine, input);
    engine.note_call(metered::call(
        engine,
        T::NAME,
        &arguments,
        at,
        started.elapsed(),
        &answered,
    ));
    answered
}

fn answer<T: Tool>(engine: &Engine, input: Value) -> Result<Answer> {
    let begun = engine.activity().begin();
    let input = input::read::<T::Input>(T::NAME, &input_schema_of::<T::Input>(), input)?;
    let output = T::run(engine, input)?;
    // What was written is written, and said.
    if T::EFFECT == Effect::Reads {
        engine.activity().check(begun)?;
    }
    let mut page = Page::default();
    output.render(&mut page);
    let json = serde_json::to_value(&output)
        .map_err(|error| Error::internal(format!("the answer is no JSON: {error}")))?;
    Ok(Answer { json, page })
}
