//! `mast_section`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Engine;
use crate::error::Result;
use crate::search::documents::find::{Found, find};
use crate::search::documents::{Document, Part, Place, locate};
use crate::text::line::LineRange;
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Page, Render, Style, Tool};

/// `mast_section`.
#[derive(Debug)]
pub struct Section;

/// Which parts of documents to give.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "SectionInput")]
pub struct SectionInput {
    /// The parts, each by its heading or by its lines.
    #[schemars(length(min = 1, max = 20))]
    pub sections: Vec<SectionRequest>,
}

/// One part of a document.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SectionRequest {
    /// A Markdown file, from the project root.
    pub file_path: String,
    /// A heading, `Install`, or the headings on the way to it, `Guide > Install`; its subsections belong to it.
    #[serde(default)]
    pub heading: Option<String>,
    /// Instead of a heading: the first line. Needs `end_line`.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub start_line: Option<u32>,
    /// Instead of a heading: the last line. Needs `start_line`.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub end_line: Option<u32>,
}

/// The parts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "SectionOutput")]
pub struct SectionOutput {
    /// The parts that were found, in the order they were asked for.
    pub sections: Vec<SectionText>,
    /// What could not be given, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<SectionFault>>,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// The text of one part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SectionText {
    /// Its file.
    pub file_path: String,
    /// The headings on the way to it; absent where lines were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Its first line.
    pub start_line: u32,
    /// Its last line; before the one asked for where the file ends before it.
    pub end_line: u32,
    /// Its text as it is on disk now.
    pub content: String,
}

/// A part that could not be given.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SectionFault {
    /// The file as it was given.
    pub file_path: String,
    /// The heading as it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// What is wrong.
    pub error: String,
    /// The parts that may be meant: the heading names all of them, or none is called so and these resemble it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Candidate>>,
}

/// A part that may be meant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Candidate {
    /// The headings on the way to it.
    pub heading: String,
    /// Its first line.
    pub start_line: u32,
    /// Its last line.
    pub end_line: u32,
}

/// At most this many candidates are listed.
const CANDIDATES: usize = 20;

impl Tool for Section {
    const NAME: &'static str = "mast_section";
    const TITLE: &'static str = "Read sections";
    const SUMMARY: &'static str = "What does this section of a Markdown file say?";
    const PAGE: &'static str = include_str!("pages/mast_section.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = SectionInput;
    type Output = SectionOutput;

    fn run(engine: &Engine, input: SectionInput) -> Result<SectionOutput> {
        let started = engine.start();
        engine.ask(|store, _, _| {
            let mut documents = Documents {
                engine,
                read: BTreeMap::new(),
            };
            let mut sections = Vec::new();
            let mut errors = Vec::new();
            for request in &input.sections {
                match documents.section(request) {
                    Ok(section) => sections.push(section),
                    Err((error, candidates)) => errors.push(SectionFault {
                        file_path: request.file_path.clone(),
                        heading: request.heading.clone(),
                        error,
                        candidates: (!candidates.is_empty()).then_some(candidates),
                    }),
                }
            }
            let files: BTreeSet<String> = sections.iter().map(|section| section.file_path.clone()).collect();
            let stats = stats::count(
                engine,
                store,
                Self::NAME,
                &sections,
                files.into_iter().collect(),
                started,
            )?;
            Ok(SectionOutput {
                sections,
                errors: (!errors.is_empty()).then_some(errors),
                stats,
            })
        })
    }
}

/// The documents that were read so far, by the paths they were given by.
struct Documents<'a> {
    engine: &'a Engine,
    read: BTreeMap<String, std::result::Result<Document, String>>,
}

/// Why a part is not given, and which ones may be meant.
type Fault = (String, Vec<Candidate>);

impl Documents<'_> {
    fn section(&mut self, request: &SectionRequest) -> std::result::Result<SectionText, Fault> {
        let plain = |error: &str| (error.to_owned(), Vec::new());
        let asked = asked(request).map_err(plain)?;
        let engine = self.engine;
        let document = self
            .read
            .entry(request.file_path.clone())
            .or_insert_with(|| match locate(engine.config(), &request.file_path)? {
                Place::File(path) => Document::read(engine.config(), &path),
                Place::Directory(_) => Err("is a directory, `mast_outline` lists its files".to_owned()),
            })
            .as_ref()
            .map_err(|error| plain(error))?;
        let text = |lines: LineRange, content: &str, heading: Option<String>| SectionText {
            file_path: document.path.as_str().to_owned(),
            heading,
            start_line: lines.first().get(),
            end_line: lines.last().get(),
            content: content.to_owned(),
        };
        match asked {
            Asked::Lines(first, last) => document
                .lines(first, last)
                .map(|(lines, content)| text(lines, content, None))
                .map_err(|error| plain(&error)),
            Asked::Heading(heading) => match find(document, heading) {
                Found::Part(part) => Ok(text(
                    part.lines,
                    document.source.slice(part.span),
                    Some(part.way()),
                )),
                Found::Several(parts) => Err((
                    format!(
                        "`{heading}` names {} sections; name the way to one, or its lines",
                        parts.len()
                    ),
                    candidates(&parts),
                )),
                Found::Nothing(parts) => Err((
                    format!("has no heading `{heading}`; `mast_outline` lists those it has"),
                    candidates(&parts),
                )),
            },
        }
    }
}

/// What is asked for of a file.
enum Asked<'r> {
    Heading(&'r str),
    Lines(u32, u32),
}

fn asked(request: &SectionRequest) -> std::result::Result<Asked<'_>, &'static str> {
    let heading = request
        .heading
        .as_deref()
        .filter(|heading| !heading.trim().is_empty());
    match (heading, request.start_line, request.end_line) {
        (Some(heading), None, None) => Ok(Asked::Heading(heading)),
        (None, Some(first), Some(last)) => Ok(Asked::Lines(first, last)),
        (Some(_), _, _) => Err("is asked for by a heading and by lines; give one of them"),
        (None, Some(_), None) => Err("is asked for without its `end_line`"),
        (None, None, Some(_)) => Err("is asked for without its `start_line`"),
        (None, None, None) => Err("is asked for without a heading and without lines"),
    }
}

fn candidates(parts: &[Part]) -> Vec<Candidate> {
    parts
        .iter()
        .take(CANDIDATES)
        .map(|part| Candidate {
            heading: part.way(),
            start_line: part.lines.first().get(),
            end_line: part.lines.last().get(),
        })
        .collect()
}

impl Render for SectionOutput {
    fn render(&self, page: &mut Page) {
        for fault in self.errors.iter().flatten() {
            page.line(Style::Warning, format!("! `{}` {}", fault.file_path, fault.error));
            for candidate in fault.candidates.iter().flatten() {
                page.line(
                    Style::Faint,
                    format!(
                        "    {}-{} {}",
                        candidate.start_line, candidate.end_line, candidate.heading
                    ),
                );
            }
        }
        for section in &self.sections {
            page.text(
                Style::Place,
                format!(
                    "{}:{}-{}",
                    section.file_path, section.start_line, section.end_line
                ),
            );
            if let Some(heading) = &section.heading {
                page.text(Style::Plain, "  ").text(Style::Name, heading);
            }
            page.end();
            for line in section.content.lines() {
                page.line(Style::Plain, format!("    {line}").trim_end());
            }
            page.end();
        }
        page.line(Style::Faint, self.stats.line());
    }
}
