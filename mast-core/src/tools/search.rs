//! `mast_search`.

mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::facts::ChunkKind;
use crate::languages::LANGUAGES;
use crate::search::content::Reader;
use crate::search::lexical::WEIGHTS;
use crate::search::shape::Related;
use crate::search::{Query, Ranked, Ranking, Scope, Window, search, suggest};
use crate::store::Store;
use crate::store::snapshot::Snapshot;
use crate::text::glob::Globs;
use crate::tools::stats::{self, Stats};
use crate::tools::{Effect, Tool};

/// `mast_search`.
#[derive(Debug)]
pub struct Search;

/// What to search for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(title = "SearchInput")]
pub struct SearchInput {
    /// Words or an identifier; `Class.method` finds the method.
    pub query: String,
    /// At most this many results.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50))]
    pub limit: u32,
    /// Pass over this many results first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10000))]
    pub offset: u32,
    /// Only files of this language.
    #[serde(default)]
    pub language: Option<LanguageName>,
    /// Only files whose path matches this glob, such as `src/api/**`.
    #[serde(default)]
    pub file_pattern: Option<String>,
    /// Only chunks of this kind.
    #[serde(default)]
    pub chunk_type: Option<ChunkTypeName>,
    /// Only what a module exports.
    #[serde(default)]
    pub only_exported: bool,
}

const fn ten() -> u32 {
    10
}

/// A language that is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the names say it all, and documented values make schemas that some clients refuse"
)]
pub enum LanguageName {
    Typescript,
    Javascript,
    Markdown,
}

impl LanguageName {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Typescript => "typescript",
            Self::Javascript => "javascript",
            Self::Markdown => "markdown",
        }
    }
}

/// What a chunk can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names say it all, and documented values make schemas that some clients refuse"
)]
pub enum ChunkTypeName {
    Function,
    Method,
    ClassShell,
    Interface,
    Type,
    Export,
    Block,
    Doc,
}

impl From<ChunkKind> for ChunkTypeName {
    fn from(kind: ChunkKind) -> Self {
        match kind {
            ChunkKind::Function => Self::Function,
            ChunkKind::Method => Self::Method,
            ChunkKind::ClassShell => Self::ClassShell,
            ChunkKind::Interface => Self::Interface,
            ChunkKind::Type => Self::Type,
            ChunkKind::Export => Self::Export,
            ChunkKind::Block => Self::Block,
            ChunkKind::Doc => Self::Doc,
        }
    }
}

impl From<ChunkTypeName> for ChunkKind {
    fn from(name: ChunkTypeName) -> Self {
        match name {
            ChunkTypeName::Function => Self::Function,
            ChunkTypeName::Method => Self::Method,
            ChunkTypeName::ClassShell => Self::ClassShell,
            ChunkTypeName::Interface => Self::Interface,
            ChunkTypeName::Type => Self::Type,
            ChunkTypeName::Export => Self::Export,
            ChunkTypeName::Block => Self::Block,
            ChunkTypeName::Doc => Self::Doc,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "SearchOutput")]
pub struct SearchOutput {
    /// The best chunks, best first.
    pub results: Vec<SearchResult>,
    /// How many chunks hold what was asked for, when there are more than are given here; `offset` leads on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_truncated: Option<u64>,
    /// Nothing bears the identifier that was asked for; the results are what resembles it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<bool>,
    /// Names that may be meant; only, and always, when there is no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestions: Option<Vec<SuggestionOut>>,
    /// Nothing is indexed at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_empty: Option<bool>,
    /// So many files exist on disk and are not in the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unindexed_files: Option<u64>,
    /// What the answer cost.
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// One chunk that was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SearchResult {
    /// Its file.
    pub file_path: String,
    /// The line it starts on.
    pub start_line: u32,
    /// The line it ends on.
    pub end_line: u32,
    /// The line that `content` begins with, when that is not `start_line`: the doc comment and context come first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_start_line: Option<u32>,
    /// Its doc comment and its code as they are on disk now; a class without the bodies of its members.
    pub content: String,
    /// What it is.
    pub chunk_type: ChunkTypeName,
    /// Its qualified name.
    pub symbol_name: Option<String>,
    /// What it is a member of.
    pub parent_symbol: Option<String>,
    /// Whether its module exports it.
    pub is_exported: bool,
    /// The lexical score, lower is better; null when only the declaration's name was matched.
    pub match_score: Option<f64>,
    /// Its place in the list, from 1.
    pub rank: u32,
    /// The words around the first match, marked with `**`.
    pub match_snippet: Option<String>,
    /// Its file changed since it was indexed and could not be taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<bool>,
    /// What else of the same class matched and is not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub related: Option<RelatedOut>,
}

/// What else of the same class matched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RelatedOut {
    /// The class, of which this is a method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_symbol: Option<String>,
    /// The methods of this class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods_matched: Option<Vec<String>>,
}

/// A name that may be meant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuggestionOut {
    /// The declaration.
    pub symbol: String,
    /// Its file.
    pub file_path: String,
    /// Why it is suggested.
    pub reason: String,
}

impl Tool for Search {
    const NAME: &'static str = "mast_search";
    const TITLE: &'static str = "Search code";
    const SUMMARY: &'static str = "Where is the code or document that this identifier or description means?";
    const PAGE: &'static str = include_str!("pages/mast_search.md");
    const EFFECT: Effect = Effect::Reads;
    type Input = SearchInput;
    type Output = SearchOutput;

    fn run(engine: &Engine, input: SearchInput) -> Result<SearchOutput> {
        let started = engine.start();
        let scope = scope_of(&input)?;
        let query = Query::parse(&input.query);
        if query.is_empty() {
            return Err(Error::invalid_input(nothing_to_search_for(&input.query))
                .with_hint("give an identifier, or words that the code or its comments use"));
        }
        engine.ask(|store, snapshot, freshness| {
            let ranking = Ranking {
                fusion_constant: engine.config().rrf_k as f32,
                declarations: engine.config().declaration_exact_ranker,
                weights: WEIGHTS,
            };
            let window = Window {
                offset: input.offset as usize,
                limit: input.limit as usize,
            };
            let found = search(store, snapshot, &query, &scope, ranking, window)?;
            let mut reader = Reader::new(engine.config());
            let mut results = Vec::with_capacity(found.results.len());
            for (at, ranked) in found.results.iter().enumerate() {
                let mut result = result_of(store, snapshot, &mut reader, ranked, &query)?;
                result.rank = input.offset + at as u32 + 1;
                let path = &result.file_path;
                let left = freshness.left.changed.iter().chain(&freshness.left.deleted);
                if left.into_iter().any(|changed| changed.as_str() == path) {
                    result.stale = Some(true);
                }
                results.push(result);
            }
            let suggestions = results
                .is_empty()
                .then(|| suggest::suggest(store, snapshot, &query, &scope, input.limit as usize))
                .transpose()?
                .map(|all| {
                    all.into_iter()
                        .map(|suggestion| SuggestionOut {
                            symbol: suggestion.symbol,
                            file_path: suggestion.file_path,
                            reason: suggestion.reason.text().to_owned(),
                        })
                        .collect()
                });
            let mut files: Vec<String> = results.iter().map(|result| result.file_path.clone()).collect();
            files.sort_unstable();
            files.dedup();
            let stats = stats::count(
                engine,
                store,
                Self::NAME,
                &Body {
                    results: &results,
                    suggestions: &suggestions,
                },
                files,
                started,
            )?;
            let beyond = results.is_empty() && input.offset > 0 && found.total > 0;
            let unindexed = freshness.left.unindexed.len() as u64;
            Ok(SearchOutput {
                index_empty: (results.is_empty() && snapshot.chunk_count() == 0).then_some(true),
                results_truncated: (found.more || beyond).then_some(found.total as u64),
                unindexed_files: (unindexed > 0).then_some(unindexed),
                approximate: (found.approximate && !results.is_empty()).then_some(true),
                results,
                suggestions,
                stats,
            })
        })
    }
}

#[derive(Serialize)]
struct Body<'a> {
    results: &'a [SearchResult],
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: &'a Option<Vec<SuggestionOut>>,
}

fn nothing_to_search_for(query: &str) -> String {
    if query.trim().is_empty() {
        "the query is empty".to_owned()
    } else {
        format!("`{query}` holds nothing to search for")
    }
}

fn scope_of(input: &SearchInput) -> Result<Scope> {
    let file_pattern = match &input.file_pattern {
        None => None,
        Some(pattern) => Some(Globs::new([pattern.trim_start_matches("./")]).map_err(|error| {
            Error::invalid_input(format!("`file_pattern` is wrong: {error}"))
                .with_hint("give a glob such as `src/api/**`: `*` stops at `/`, `**` does not")
        })?),
    };
    let language = input
        .language
        .and_then(|wanted| {
            LANGUAGES
                .iter()
                .position(|language| language.name == wanted.name())
        })
        .map(|place| place as u8);
    Ok(Scope {
        language,
        file_pattern,
        kind: input.chunk_type.map(ChunkKind::from),
        only_exported: input.only_exported,
    })
}

fn result_of(
    store: &Store,
    snapshot: &Snapshot,
    reader: &mut Reader<'_>,
    ranked: &Ranked,
    query: &Query,
) -> Result<SearchResult> {
    let file_path = snapshot.files()[ranked.place].path.clone();
    let content = reader.content(store, &file_path, &ranked.chunk.chunk)?;
    let chunk = content.chunk;
    let related = ranked.related.as_ref().map(|related| match related {
        Related::Parent { name } => RelatedOut {
            parent_symbol: Some(name.clone()),
            methods_matched: None,
        },
        Related::Methods { names } => RelatedOut {
            parent_symbol: None,
            methods_matched: Some(names.clone()),
        },
    });
    let first_line = content.first_line.get();
    Ok(SearchResult {
        file_path,
        start_line: chunk.lines.first().get(),
        end_line: chunk.lines.last().get(),
        content_start_line: (first_line != chunk.lines.first().get()).then_some(first_line),
        match_snippet: ranked
            .score
            .and_then(|_| crate::search::snippet::snippet(&content.text, query)),
        content: content.text,
        chunk_type: chunk.kind.into(),
        symbol_name: chunk.name,
        parent_symbol: chunk.owner,
        is_exported: chunk.exported,
        match_score: ranked
            .score
            .map(|score| -(f64::from(score) * 1000.0).round() / 1000.0),
        rank: 0,
        stale: content.stale.then_some(true),
        related,
    })
}
