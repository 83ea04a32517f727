//! The lexical ranker: BM25 over weighted fields, and what the words of a query say together.
//!
//! A row's score is BM25F's (Robertson, Zaragoza and Taylor, 2004) over name, owner, doc comment and body, times how much of
//! the query it covers, plus what its name, its path and its file's other chunks say. Weights were chosen on the query
//! sets that `docs/measuring.md` names.

use rustc_hash::FxHashMap;

use crate::facts::ChunkKind;
use crate::search::candidates::{Candidates, Row};
use crate::search::query::{Form, Query, TermKind};
use crate::store::fts::{Field, Hit};
use crate::store::snapshot::{FileEntry, Snapshot};

/// What each kind of evidence weighs.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A term in the name.
    pub name: f32,
    /// A term in what the declaration is a member of.
    pub owner: f32,
    /// A term in the doc comment.
    pub doc: f32,
    /// A term in the body.
    pub body: f32,
    /// The same again when it stands there often.
    pub often: f32,
    /// BM25's saturation.
    pub k1: f32,
    /// BM25's length normalisation.
    pub b: f32,
    /// How strongly uncovered words of the query count against a row.
    pub coverage: f32,
    /// All of the name's words in the query, all of the query's in the name.
    pub name_match: f32,
    /// A term in the path.
    pub path: f32,
    /// The scores of the file's next best chunks.
    pub siblings: f32,
    /// A word that says little, against one that says something.
    pub stop_word: f32,
}

/// The weights in use.
pub const WEIGHTS: Weights = Weights {
    name: 2.0,
    owner: 0.7,
    doc: 1.5,
    body: 1.0,
    often: 0.5,
    k1: 1.2,
    b: 0.4,
    coverage: 0.5,
    name_match: 0.6,
    path: 0.5,
    siblings: 0.1,
    stop_word: 0.1,
};

/// A row with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The chunk's row.
    pub id: i64,
    /// Higher is better.
    pub score: f32,
}

/// How many ranked rows are enough for `wanted` results: collapsing and the spread over files use some up.
const SPARE: usize = 6;

/// How many chunks of one file may stand before the first of any other file that matches well.
const PER_FILE: usize = 3;

/// Ranks the candidates, best first.
pub fn rank(
    snapshot: &Snapshot,
    query: &Query,
    candidates: &Candidates,
    weights: &Weights,
    wanted: usize,
) -> Vec<Scored> {
    let context = Context::new(query, candidates, weights);
    let paths: FxHashMap<u32, f32> = candidates
        .paths
        .iter()
        .map(|(place, range)| (*place, context.path_share(candidates.hits_of(*range))))
        .collect();
    let mut scored: Vec<(f32, &Row)> = candidates
        .rows
        .iter()
        .map(|row| {
            let score = context.score(row, candidates.hits_of(row.hits), snapshot.mean_length());
            let path = paths.get(&row.place).copied().unwrap_or_default();
            (score + weights.path * path * context.total, row)
        })
        .collect();
    add_siblings(&mut scored, weights.siblings);
    for (score, row) in &mut scored {
        *score *= source_weight(&snapshot.files()[row.place as usize]) * kind_weight(row, query);
    }
    let enough = (wanted * SPARE).max(200);
    let order =
        |left: &(f32, &Row), right: &(f32, &Row)| right.0.total_cmp(&left.0).then(left.1.id.cmp(&right.1.id));
    if scored.len() > enough {
        scored.select_nth_unstable_by(enough, order);
        scored.truncate(enough);
    }
    scored.sort_unstable_by(order);
    spread(&scored)
}

/// What scoring a row needs to know of the query.
struct Context<'a> {
    candidates: &'a Candidates,
    weights: &'a Weights,
    /// For each looked-up term, its weight.
    importance: Vec<f32>,
    /// For each term of the query, its weight; 0 for one that the index does not have.
    asked: Vec<f32>,
    /// The sum of `asked`.
    total: f32,
    /// Which terms are words: they cover a name's words.
    is_word: Vec<bool>,
    form: &'a Form,
}

impl<'a> Context<'a> {
    fn new(query: &'a Query, candidates: &'a Candidates, weights: &'a Weights) -> Self {
        let mut asked = vec![0.0f32; query.terms.len()];
        let mut importance = Vec::with_capacity(candidates.terms.len());
        for term in &candidates.terms {
            let kind = query.terms[term.stands_for].kind;
            let own = if kind == TermKind::StopWord {
                weights.stop_word
            } else {
                1.0
            };
            let weight = term.rarity * own * term.likeness;
            importance.push(weight);
            asked[term.stands_for] = asked[term.stands_for].max(weight);
        }
        let total = asked.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let is_word = candidates
            .terms
            .iter()
            .map(|term| query.terms[term.stands_for].kind != TermKind::Identifier)
            .collect();
        Self {
            candidates,
            weights,
            importance,
            asked,
            total,
            is_word,
            form: &query.form,
        }
    }

    fn path_share(&self, hits: &[Hit]) -> f32 {
        hits.iter()
            .filter(|hit| hit.fields & Field::Path.bit() != 0)
            .map(|hit| self.importance[usize::from(hit.term)])
            .sum::<f32>()
            / self.total
    }

    fn score(&self, row: &Row, hits: &[Hit], mean_length: f32) -> f32 {
        let weights = self.weights;
        let norm = 1.0 - weights.b + weights.b * row.glance.length / mean_length;
        let mut sum = 0.0;
        let mut covered = 0.0;
        let mut covered_terms = 0u64;
        let mut in_name = 0.0;
        let mut name_words = 0u32;
        for hit in hits {
            let at = usize::from(hit.term);
            let has = |field: Field| hit.fields & field.bit() != 0;
            let mut frequency = 0.0;
            if has(Field::Body) {
                frequency += weights.body / norm;
            }
            if has(Field::Often) {
                frequency += weights.often / norm;
            }
            if has(Field::Name) {
                frequency += weights.name;
            }
            if has(Field::Owner) {
                frequency += weights.owner;
            }
            if has(Field::Doc) {
                frequency += weights.doc;
            }
            sum += self.importance[at] * frequency * (weights.k1 + 1.0) / (frequency + weights.k1);
            let stands_for = self.candidates.terms[at].stands_for;
            let bit = 1u64 << (stands_for.min(63));
            if covered_terms & bit == 0 {
                covered_terms |= bit;
                covered += self.asked[stands_for];
            }
            if has(Field::Name) {
                in_name += self.importance[at];
                name_words += u32::from(self.is_word[at]);
            }
        }
        let share = (covered / self.total).min(1.0);
        let mut score = sum * (1.0 - weights.coverage + weights.coverage * share);
        if row.glance.name_words > 0 && in_name > 0.0 {
            let of_query = (in_name / self.total).min(1.0);
            let of_name = (name_words as f32 / f32::from(row.glance.name_words)).min(1.0);
            score += weights.name_match * self.total * of_query * of_name;
        }
        if *self.form != Form::Words && row.glance.continues {
            score *= 0.5;
        }
        score
    }
}

/// Adds to each row a share of the scores of its file's three best other rows.
fn add_siblings(scored: &mut [(f32, &Row)], share: f32) {
    let mut best: FxHashMap<u32, [f32; 4]> = FxHashMap::default();
    for (score, row) in scored.iter() {
        let top = best.entry(row.place).or_insert([0.0; 4]);
        let mut value = *score;
        for slot in top.iter_mut() {
            if value > *slot {
                std::mem::swap(slot, &mut value);
            }
        }
    }
    for (score, row) in scored.iter_mut() {
        let Some(top) = best.get(&row.place) else { continue };
        let all: f32 = top.iter().sum();
        let own = if *score >= top[3] { *score } else { top[3] };
        *score += share * (all - own);
    }
}

/// Sources rank above tests, type declarations, generated files and documents.
pub fn source_weight(file: &FileEntry) -> f32 {
    let path = file.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut weight = 1.0;
    if file.generated {
        weight *= 0.5;
    }
    if name.ends_with(".d.ts") || name.ends_with(".d.mts") || name.ends_with(".d.cts") {
        weight *= 0.7;
    }
    if is_test(path, name) {
        weight *= 0.7;
    }
    if name.to_ascii_lowercase().starts_with("changelog") {
        weight *= 0.4;
    }
    weight
}

fn is_test(path: &str, name: &str) -> bool {
    const FOLDERS: &[&str] = &[
        "test",
        "tests",
        "__tests__",
        "__mocks__",
        "spec",
        "specs",
        "e2e",
        "fixtures",
        "__fixtures__",
        "mocks",
        "testing",
    ];
    let marked = [".test.", ".spec.", "-test.", "-spec.", "_test.", "_spec."];
    marked.iter().any(|mark| name.contains(mark))
        || path
            .split('/')
            .rev()
            .skip(1)
            .any(|folder| FOLDERS.contains(&folder))
}

fn kind_weight(row: &Row, query: &Query) -> f32 {
    match (row.glance.kind, &query.form) {
        (ChunkKind::Doc, Form::Words) => 0.6,
        (ChunkKind::Doc, Form::Identifier | Form::Qualified { .. }) => 0.4,
        (ChunkKind::Export, _) => 0.7,
        _ => 1.0,
    }
}

/// The list with at most [`PER_FILE`] rows of a file before others get their turn.
fn spread(scored: &[(f32, &Row)]) -> Vec<Scored> {
    let mut count: FxHashMap<u32, usize> = FxHashMap::default();
    let mut first = Vec::with_capacity(scored.len());
    let mut later = Vec::new();
    for (score, row) in scored {
        let seen = count.entry(row.place).or_default();
        *seen += 1;
        let entry = Scored {
            id: row.id,
            score: *score,
        };
        if *seen <= PER_FILE {
            first.push(entry)
        } else {
            later.push(entry)
        }
    }
    first.extend(later);
    first
}
