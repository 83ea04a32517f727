//! Which rows a query could mean: every row in scope that holds one of its rarer terms, with all its terms in it.

use crate::error::Result;
use crate::search::query::{Form, Query, TermKind};
use crate::search::scope::Scope;
use crate::search::similar::{self, Similar};
use crate::store::Store;
use crate::store::fts::{Field, Hit, quoted};
use crate::store::snapshot::{ChunkGlance, Snapshot};
use crate::text::words::relatives;

/// Terms in more rows than this share of the index say where to rank a row, not where to look.
const COMMON_SHARE: f32 = 0.1;

/// The most rows that the terms looked for may be in, all together, when there are rarer ones to look for.
const MOST_ROWS: u32 = 30_000;

/// How a term that was looked up belongs to the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// It is the query's.
    Same,
    /// It is a word of the same family.
    Relative,
    /// It is written like the query's.
    Similar,
    /// It is two of the query's words run together.
    Pair,
}

/// A term as it was looked up.
#[derive(Clone, Debug)]
pub struct LookedUp {
    /// The term.
    pub text: String,
    /// The query's term that it stands for, a place in its terms; past their end for neighbouring words run together.
    pub stands_for: usize,
    /// Why it was looked up.
    pub bond: Bond,
    /// How much a hit counts, 0 to 1: less for a term that only resembles the query's.
    pub likeness: f32,
    /// Its inverse document frequency (Robertson and Spärck Jones), by rows.
    pub rarity: f32,
}

/// One row with what was found in it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The chunk's row.
    pub id: i64,
    /// The place of its file.
    pub place: u32,
    /// What is known of the chunk.
    pub glance: ChunkGlance,
    /// Its hits, in [`Candidates::hits`].
    pub hits: (u32, u32),
}

/// What a query found, before ranking.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// What was looked up.
    pub terms: Vec<LookedUp>,
    /// The hits of all rows.
    pub hits: Vec<Hit>,
    /// Rows of chunks in scope, ascending.
    pub rows: Vec<Row>,
    /// For each file whose path holds terms: its place and which terms, as hits.
    pub paths: Vec<(u32, (u32, u32))>,
    /// Whether the terms only resemble what was asked for.
    pub approximate: bool,
}

impl Candidates {
    /// The hits of one row.
    pub fn hits_of(&self, range: (u32, u32)) -> &[Hit] {
        &self.hits[range.0 as usize..range.1 as usize]
    }
}

/// Looks the query up.
///
/// # Errors
///
/// When the index cannot be read.
pub fn find(store: &Store, snapshot: &Snapshot, query: &Query, scope: &Scope) -> Result<Candidates> {
    let row_count = snapshot.chunk_count() + snapshot.files().len() as u32;
    let mut terms: Vec<(LookedUp, u32, TermKind)> = Vec::new();
    let mut look_up = |text: &str, stands_for: usize, bond: Bond, kind: TermKind| -> Result<bool> {
        let rows = store.rows_with_term(text)?;
        if rows == 0 || terms.iter().any(|(term, ..)| term.text == text) {
            return Ok(rows > 0);
        }
        let rarity = rarity(rows, row_count);
        terms.push((
            LookedUp {
                text: text.to_owned(),
                stands_for,
                bond,
                likeness: 1.0,
                rarity,
            },
            rows,
            kind,
        ));
        Ok(true)
    };
    let mut known = vec![false; query.terms.len()];
    for (stands_for, term) in query.terms.iter().enumerate() {
        known[stands_for] = look_up(&term.text, stands_for, Bond::Same, term.kind)?;
        if let Some(written) = &term.written {
            look_up(written, stands_for, Bond::Same, term.kind)?;
        }
    }
    if query.form == Form::Words {
        for pair in &query.pairs {
            look_up(pair, query.terms.len(), Bond::Pair, TermKind::Identifier)?;
        }
        for (stands_for, term) in query
            .terms
            .iter()
            .enumerate()
            .filter(|(_, term)| term.kind == TermKind::Word)
        {
            for relative in relatives(&term.text) {
                look_up(&relative, stands_for, Bond::Relative, term.kind)?;
            }
        }
    }
    let mut approximate = false;
    if similar::is_needed(query, &known) {
        for found in similar::terms(store, snapshot, query)? {
            approximate = true;
            if let Some((known, ..)) = terms.iter_mut().find(|(term, ..)| term.text == found.text) {
                known.likeness = known.likeness.max(found.likeness);
                continue;
            }
            let rarity = rarity(found.rows, row_count);
            let Similar {
                text,
                stands_for,
                likeness,
                rows,
            } = found;
            terms.push((
                LookedUp {
                    text,
                    stands_for,
                    bond: Bond::Similar,
                    likeness,
                    rarity,
                },
                rows,
                TermKind::Identifier,
            ));
        }
    }
    if terms.is_empty() {
        return Ok(Candidates::default());
    }
    let sought = sought(&terms, row_count, query);
    let expression = expression(&terms, &sought);
    let skip = sought.len() as u16;
    let mut hits = store.search(&expression)?;
    hits.retain_mut(|hit| {
        hit.term = hit.term.wrapping_sub(skip);
        usize::from(hit.term) < terms.len()
    });
    let terms = terms.into_iter().map(|(term, ..)| term).collect();
    let mut candidates = Candidates {
        terms,
        hits,
        approximate,
        ..Candidates::default()
    };
    gather(&mut candidates, snapshot, scope);
    if query.form != Form::Words {
        keep_named(&mut candidates, query, &known);
    }
    Ok(candidates)
}

/// Inverse document frequency, never negative.
pub fn rarity(rows: u32, of: u32) -> f32 {
    let (rows, of) = (rows as f32, of as f32);
    (1.0 + (of - rows + 0.5).max(0.0) / (rows + 0.5)).ln()
}

/// The terms that a row must hold one of, as places in `terms`: all but stop words and those in very many rows, as long as any is left.
fn sought(terms: &[(LookedUp, u32, TermKind)], row_count: u32, query: &Query) -> Vec<usize> {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    order.sort_by_key(|at| (terms[*at].2 == TermKind::StopWord, terms[*at].1));
    let common = (row_count as f32 * COMMON_SHARE) as u32;
    let mut sought = Vec::new();
    let mut total = 0;
    for at in order {
        let (_, rows, kind) = &terms[at];
        let few_sought = sought.len() < 2;
        let says_little = *kind == TermKind::StopWord || (*rows > common && *rows > 200);
        if says_little && !sought.is_empty() && query.form == Form::Words {
            break;
        }
        if !few_sought && total + rows > MOST_ROWS {
            break;
        }
        total += rows;
        sought.push(at);
    }
    sought.sort_unstable();
    sought
}

/// `(sought …) AND (all …)`: rows come from the rarer terms, and the second group tells which other terms they hold.
fn expression(terms: &[(LookedUp, u32, TermKind)], sought: &[usize]) -> String {
    let one_of = |places: &mut dyn Iterator<Item = usize>| {
        places
            .map(|at| quoted(&terms[at].0.text))
            .collect::<Vec<_>>()
            .join(" OR ")
    };
    let first = one_of(&mut sought.iter().copied());
    let second = one_of(&mut (0..terms.len()));
    format!("({first}) AND ({second})")
}

/// A query that is an identifier is not relaxed: a row must hold it whole, or something like it, or all of its words.
fn keep_named(candidates: &mut Candidates, query: &Query, known: &[bool]) {
    let words: Vec<usize> = (0..query.terms.len())
        .filter(|at| query.terms[*at].kind != TermKind::Identifier)
        .collect();
    let all_known = words.iter().all(|at| known[*at]);
    let Candidates {
        terms, hits, rows, ..
    } = candidates;
    let is_whole = |term: &LookedUp| {
        term.bond == Bond::Similar
            || query.names.contains(&term.text)
            || query.terms[term.stands_for].kind == TermKind::Identifier
    };
    rows.retain(|row| {
        let held = || {
            hits[row.hits.0 as usize..row.hits.1 as usize]
                .iter()
                .map(|hit| &terms[usize::from(hit.term)])
        };
        held().any(is_whole)
            || (all_known
                && words
                    .iter()
                    .all(|word| held().any(|term| term.stands_for == *word)))
    });
}

fn gather(candidates: &mut Candidates, snapshot: &Snapshot, scope: &Scope) {
    let in_scope = scope.files(snapshot);
    let mut start = 0;
    while start < candidates.hits.len() {
        let id = candidates.hits[start].row;
        let end = start
            + candidates.hits[start..]
                .iter()
                .take_while(|hit| hit.row == id)
                .count();
        let range = (start as u32, end as u32);
        start = end;
        let Some(place) = snapshot.place_of_row(id).filter(|place| in_scope[*place]) else {
            continue;
        };
        match snapshot.glance(place, id) {
            Some(glance) if scope.admits(&glance) => {
                candidates.rows.push(Row {
                    id,
                    place: place as u32,
                    glance,
                    hits: range,
                });
            }
            Some(_) => {}
            None => {
                let in_path = candidates
                    .hits_of(range)
                    .iter()
                    .any(|hit| hit.fields & Field::Path.bit() != 0);
                if in_path {
                    candidates.paths.push((place as u32, range));
                }
            }
        }
    }
}
