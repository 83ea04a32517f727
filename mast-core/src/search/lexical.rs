//! The lexical ranker: BM25 over weighted fields, and what the words of a query say together.
//!
//! A row's score is BM25F's (Robertson, Zaragoza and Taylor, 2004) over name, owner, doc comment and body, times how much of
//! the query it covers, plus what its name, its path and its file's other chunks say. Weights were chosen on the query
//! sets that `docs/measuring.md` names.

use rustc_hash::FxHashMap;

use crate::facts::ChunkKind;
use crate::search::candidates::{Bond, Candidates, Row};
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
    /// What the chunks of the file say together.
    pub file: f32,
    /// In how many chunks of a file a term must stand to count half.
    pub file_k: f32,
    /// How strongly many chunks in a file count against it.
    pub file_length: f32,
    /// The exponent of a term's rarity.
    pub rarity: f32,
    /// A word that says little, against one that says something.
    pub stop_word: f32,
    /// A word of the same family, against the word itself.
    pub relative: f32,
    /// Two neighbouring words run together.
    pub pair: f32,
    /// Types and interfaces, against functions.
    pub types: f32,
    /// Constants and statements, against functions.
    pub blocks: f32,
    /// Documents, against code, for a query of words.
    pub documents: f32,
    /// Tests, fixtures and examples, against sources.
    pub tests: f32,
    /// The pieces of a long declaration together, against the best of them.
    pub whole: f32,
    /// Each further chunk of a file, against the one before it.
    pub repeat: f32,
    /// A term in the name of the file, beside the path.
    pub stem: f32,
    /// How much of the query the file holds as a whole, squared.
    pub file_cover: f32,
    /// A word that says what to do to the code, against one that says what the code is.
    pub task_word: f32,
}

impl Weights {
    /// The weight called `name`.
    pub fn by_name(&mut self, name: &str) -> Option<&mut f32> {
        Some(match name {
            "name" => &mut self.name,
            "owner" => &mut self.owner,
            "doc" => &mut self.doc,
            "body" => &mut self.body,
            "often" => &mut self.often,
            "k1" => &mut self.k1,
            "b" => &mut self.b,
            "coverage" => &mut self.coverage,
            "name_match" => &mut self.name_match,
            "path" => &mut self.path,
            "file" => &mut self.file,
            "file_k" => &mut self.file_k,
            "file_length" => &mut self.file_length,
            "rarity" => &mut self.rarity,
            "stop_word" => &mut self.stop_word,
            "relative" => &mut self.relative,
            "pair" => &mut self.pair,
            "types" => &mut self.types,
            "blocks" => &mut self.blocks,
            "documents" => &mut self.documents,
            "tests" => &mut self.tests,
            "whole" => &mut self.whole,
            "repeat" => &mut self.repeat,
            "stem" => &mut self.stem,
            "file_cover" => &mut self.file_cover,
            "task_word" => &mut self.task_word,
            _ => return None,
        })
    }
}

/// The weights in use.
pub const WEIGHTS: Weights = Weights {
    name: 1.8,
    owner: 0.3,
    doc: 2.25,
    body: 1.0,
    often: 0.75,
    k1: 1.2,
    b: 0.1,
    coverage: 0.35,
    name_match: 0.75,
    path: 0.15,
    file: 0.5,
    file_k: 4.0,
    file_length: 0.03,
    rarity: 1.0,
    stop_word: 0.15,
    relative: 0.2,
    pair: 0.2,
    types: 0.9,
    blocks: 0.9,
    documents: 0.35,
    tests: 0.4,
    whole: 1.1,
    repeat: 0.85,
    stem: 0.45,
    file_cover: 0.05,
    task_word: 0.25,
};

/// A row with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The chunk's row.
    pub id: i64,
    /// Higher is better.
    pub score: f32,
}

/// How many ranked rows are enough for each wanted result: further chunks of a file move down, and collapsing uses some up.
const SPARE: usize = 6;

/// Ranks the candidates, best first.
pub fn rank(
    snapshot: &Snapshot,
    query: &Query,
    candidates: &Candidates,
    weights: &Weights,
    wanted: usize,
) -> Vec<Scored> {
    let context = Context::new(query, candidates, weights);
    let paths: FxHashMap<u32, (u32, u32)> = candidates.paths.iter().copied().collect();
    let mean_chunks = snapshot.chunk_count() as f32 / snapshot.files().len().max(1) as f32;
    let mut scored: Vec<(f32, &Row)> = Vec::with_capacity(candidates.rows.len());
    // Rows are in the order of their files, so each file's stand together.
    for rows in candidates.rows.chunk_by(|left, right| left.place == right.place) {
        let Some(first) = rows.first() else { continue };
        let file = &snapshot.files()[first.place as usize];
        let path_hits = paths
            .get(&first.place)
            .map_or(&[][..], |range| candidates.hits_of(*range));
        let path = context.share(path_hits.iter().filter(|hit| hit.fields & Field::Path.bit() != 0));
        let whole = context.file_share(rows, file.chunk_count as f32 / mean_chunks);
        let stem = context.share(path_hits.iter().filter(|hit| hit.fields & Field::Name.bit() != 0));
        let held = context.share(rows.iter().flat_map(|row| candidates.hits_of(row.hits)));
        let of_file = context.total
            * (weights.path * path
                + weights.stem * stem
                + weights.file * whole
                + weights.file_cover * held * held);
        let source = if query.about_tests {
            1.0
        } else {
            source_weight(file, weights)
        };
        // The pieces of a long declaration are judged together as well, and the best of them speaks for all.
        for pieces in
            rows.chunk_by(|left, right| right.glance.continues && same_declaration(snapshot, left, right))
        {
            let mean = snapshot.mean_length();
            let own = |row: &Row| context.score(row, candidates.hits_of(row.hits), row.glance.length / mean);
            let whole = match pieces {
                [first, .., last] => {
                    let hits = (first.hits.0, last.hits.1);
                    let length: f32 = pieces.iter().map(|piece| piece.glance.length).sum();
                    weights.whole * context.score(first, candidates.hits_of(hits), length / mean)
                }
                _ => 0.0,
            };
            let own_scores: Vec<f32> = pieces.iter().map(own).collect();
            let best = own_scores.iter().copied().fold(0.0, f32::max);
            for (row, score) in pieces.iter().zip(own_scores) {
                let score = if score >= best { score.max(whole) } else { score };
                let score = (score + of_file) * source * kind_weight(row, query, weights);
                scored.push((score, row));
            }
        }
    }
    let enough = (wanted * SPARE).max(200);
    let order = |left: &(f32, &Row), right: &(f32, &Row)| {
        let places = || {
            left.1
                .place_in_order(snapshot)
                .cmp(&right.1.place_in_order(snapshot))
        };
        right.0.total_cmp(&left.0).then_with(places)
    };
    if scored.len() > enough {
        scored.select_nth_unstable_by(enough, order);
        scored.truncate(enough);
    }
    scored.sort_unstable_by(order);
    // A further chunk of a file says less than the first of another.
    let mut seen: FxHashMap<u32, f32> = FxHashMap::default();
    for (score, row) in &mut scored {
        let factor = seen.entry(row.place).or_insert(1.0);
        *score *= *factor;
        *factor *= weights.repeat;
    }
    scored.sort_by(order);
    scored
        .into_iter()
        .map(|(score, row)| Scored { id: row.id, score })
        .collect()
}

/// Whether `right` is a further piece of the declaration that `left` is a piece of.
fn same_declaration(snapshot: &Snapshot, left: &Row, right: &Row) -> bool {
    (left.id + 1..right.id).all(|id| {
        snapshot
            .glance(right.place as usize, id)
            .is_some_and(|glance| glance.continues)
    })
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

/// More terms than this in one query count as one.
const MOST_TERMS: usize = 48;

impl<'a> Context<'a> {
    fn new(query: &'a Query, candidates: &'a Candidates, weights: &'a Weights) -> Self {
        let mut asked = vec![0.0f32; query.terms.len()];
        let mut importance = Vec::with_capacity(candidates.terms.len());
        let mut is_word = Vec::with_capacity(candidates.terms.len());
        for term in &candidates.terms {
            let bond = match term.bond {
                Bond::Same | Bond::Similar => term.likeness,
                Bond::Relative => weights.relative,
                Bond::Pair => weights.pair,
            };
            let asked_kind = query.terms.get(term.stands_for).map(|term| term.kind);
            let own = match asked_kind {
                Some(TermKind::StopWord) => weights.stop_word,
                Some(TermKind::TaskWord) => weights.task_word,
                Some(TermKind::Word | TermKind::Identifier) | None => 1.0,
            };
            let weight = term.rarity.powf(weights.rarity) * own * bond;
            importance.push(weight);
            is_word.push(term.bond != Bond::Pair && asked_kind != Some(TermKind::Identifier));
            if let Some(asked) = asked.get_mut(term.stands_for) {
                *asked = asked.max(weight);
            }
        }
        let total = asked.iter().sum::<f32>().max(f32::MIN_POSITIVE);
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

    fn stands_for(&self, hit: &Hit) -> usize {
        self.candidates.terms[usize::from(hit.term)]
            .stands_for
            .min(MOST_TERMS - 1)
    }

    /// How much of the query `hits` hold, 0 to 1.
    fn share<'h>(&self, hits: impl Iterator<Item = &'h Hit>) -> f32 {
        let mut best = [0.0f32; MOST_TERMS];
        for hit in hits {
            let slot = &mut best[self.stands_for(hit)];
            *slot = slot.max(self.importance[usize::from(hit.term)]);
        }
        (best.iter().sum::<f32>() / self.total).min(1.0)
    }

    /// How much of the query the rows of one file hold together; a term in many of them counts more.
    fn file_share(&self, rows: &[Row], length: f32) -> f32 {
        let weights = self.weights;
        let mut counts = [0.0f32; MOST_TERMS];
        let mut best = [0.0f32; MOST_TERMS];
        for row in rows {
            let mut seen = 0u64;
            for hit in self.candidates.hits_of(row.hits) {
                let place = self.stands_for(hit);
                if seen & 1 << place == 0 {
                    seen |= 1 << place;
                    counts[place] += 1.0;
                }
                best[place] = best[place].max(self.importance[usize::from(hit.term)]);
            }
        }
        let k = weights.file_k * (1.0 - weights.file_length + weights.file_length * length);
        let sum: f32 = counts
            .iter()
            .zip(&best)
            .map(|(count, weight)| weight * count / (count + k))
            .sum();
        sum / self.total
    }

    /// The score of a chunk that holds `hits` and is `length` times as long as most.
    fn score(&self, row: &Row, hits: &[Hit], length: f32) -> f32 {
        let weights = self.weights;
        let norm = 1.0 - weights.b + weights.b * length;
        let mut best = [0.0f32; MOST_TERMS];
        let mut covered = [false; MOST_TERMS];
        let mut name_best = [0.0f32; MOST_TERMS];
        let mut name_words = 0u64;
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
            let place = self.stands_for(hit);
            let worth = self.importance[at] * frequency * (weights.k1 + 1.0) / (frequency + weights.k1);
            best[place] = best[place].max(worth);
            covered[place] = true;
            if has(Field::Name) {
                name_best[place] = name_best[place].max(self.importance[at]);
                if self.is_word[at] {
                    name_words |= 1 << place;
                }
            }
        }
        let held: f32 = self
            .asked
            .iter()
            .zip(&covered)
            .map(|(asked, held)| if *held { *asked } else { 0.0 })
            .sum();
        let share = (held / self.total).min(1.0);
        let mut score = best.iter().sum::<f32>() * (1.0 - weights.coverage + weights.coverage * share);
        let in_name = name_best.iter().sum::<f32>();
        if row.glance.name_words > 0 && in_name > 0.0 {
            let of_query = (in_name / self.total).min(1.0);
            let of_name = (name_words.count_ones() as f32 / f32::from(row.glance.name_words)).min(1.0);
            score += weights.name_match * self.total * of_query * of_name;
        }
        if *self.form != Form::Words && row.glance.continues {
            score *= 0.5;
        }
        score
    }
}

/// Sources rank above tests, type declarations, generated files and documents.
pub fn source_weight(file: &FileEntry, weights: &Weights) -> f32 {
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
        weight *= weights.tests;
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

fn kind_weight(row: &Row, query: &Query, weights: &Weights) -> f32 {
    match (row.glance.kind, &query.form) {
        (ChunkKind::Doc, Form::Words) if query.about_documents => 1.0,
        (ChunkKind::Doc, Form::Words) => weights.documents,
        (ChunkKind::Doc, Form::Identifier | Form::Qualified { .. }) => 0.4,
        (ChunkKind::Export, _) => 0.7,
        (ChunkKind::Type | ChunkKind::Interface, Form::Words) => weights.types,
        (ChunkKind::Block, Form::Words) => weights.blocks,
        _ => 1.0,
    }
}
