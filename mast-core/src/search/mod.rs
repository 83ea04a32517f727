//! Search: from a query to ranked chunks. Knows no JSON.
//!
//! Two rankers look at every matching row, the lexical one ([`lexical`]) and the exact-declaration one ([`declaration`], "ranker D"); their lists are
//! fused by reciprocal ranks ([`fuse`]). Filters apply inside both, before anything is cut.
//!
//! Cost: one full-text query whose rows must hold one of the rarer terms, about a microsecond a row.

pub mod candidates;
pub mod content;
pub mod declaration;
pub mod documents;
pub mod fuse;
pub mod lexical;
pub mod query;
pub mod scope;
pub mod shape;
pub mod similar;
pub mod snippet;
pub mod suggest;

use crate::error::Result;
use crate::store::snapshot::Snapshot;
use crate::store::{Store, StoredChunk};

pub use query::Query;
pub use scope::Scope;

/// How to rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    /// The constant of reciprocal rank fusion (`rrf_k`).
    pub fusion_constant: f32,
    /// Whether ranker D takes part (`declaration_exact_ranker`).
    pub declarations: bool,
    /// What each kind of evidence weighs.
    pub weights: lexical::Weights,
}

/// One ranked chunk.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The chunk.
    pub chunk: StoredChunk,
    /// The place of its file in the snapshot.
    pub place: usize,
    /// The lexical score; none when only ranker D found it.
    pub score: Option<f32>,
    /// What else of the same class matched.
    pub related: Option<shape::Related>,
}

/// A search's answer.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best chunks, best first, from the offset on.
    pub results: Vec<Ranked>,
    /// How many chunks match in all, those included that are told of by another.
    pub total: usize,
    /// Whether further results follow.
    pub more: bool,
    /// Whether nothing bears the identifier that was asked for, and what is like it was found instead.
    pub approximate: bool,
}

/// Which part of the ranked list is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// How many results to pass over.
    pub offset: usize,
    /// How many to give.
    pub limit: usize,
}

/// Searches.
///
/// # Errors
///
/// When the index cannot be read.
pub fn search(
    store: &Store,
    snapshot: &Snapshot,
    query: &Query,
    scope: &Scope,
    ranking: Ranking,
    window: Window,
) -> Result<Found> {
    let candidates = candidates::find(store, snapshot, query, scope)?;
    rank(store, snapshot, query, &candidates, ranking, window)
}

/// Ranks what was found.
///
/// # Errors
///
/// When the index cannot be read.
pub fn rank(
    store: &Store,
    snapshot: &Snapshot,
    query: &Query,
    candidates: &candidates::Candidates,
    ranking: Ranking,
    window: Window,
) -> Result<Found> {
    let wanted = window.offset + window.limit;
    let lexical = lexical::rank(snapshot, query, candidates, &ranking.weights, wanted);
    let declared = if ranking.declarations {
        declaration::rank(store, snapshot, query, candidates, wanted * 4)?
    } else {
        declaration::Declared::default()
    };
    let fused = fuse::fuse(&lexical, &declared, ranking.fusion_constant);
    // One result more tells whether the list goes on, and lets what belongs to the last one be folded into it.
    let mut results = shape::collapse(store, fused, snapshot, wanted + 1)?;
    let more = results.len() > wanted;
    results.truncate(wanted);
    results.drain(..window.offset.min(results.len()));
    Ok(Found {
        results,
        total: candidates.rows.len(),
        more,
        approximate: candidates.approximate,
    })
}
