//! Which rows a query could mean: every row in scope that holds one of its rarer terms, with all its terms in it.

use crate::error::Result;
use crate::search::query::{Form, Query, QueryTerm, TermKind};
use crate::search::scope::Scope;
use crate::search::similar::{self, Similar};
use crate::store::Store;
use crate::store::fts::{Field, Hit, quoted};
use crate::store::snapshot::{ChunkGlance, Snapshot};
use crate::text::words::relatives;

/// Terms in more rows than this share of the index say where to rank a row, not where to look.
const COMMON_SHARE: f32 = 0.1;

/// The most rows that the terms looked for may be in, all together, when there are rarer ones to look for.
const MOST_ROWS: u32 = 12_000;

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

/// With this many words that say something, the others are not looked up.
const TELLING: usize = 3;

/// At most this many words of the same family are looked up with each word.
const MOST_RELATIVES: usize = 2;

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

impl Row {
    /// What decides between rows of the same worth: rows of an index that was kept up to date have other numbers than those of one
    /// made from nothing, and the same order by path.
    pub fn place_in_order<'a>(&self, snapshot: &'a Snapshot) -> (&'a str, i64) {
        (&snapshot.files()[self.place as usize].path, self.id)
    }
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
    let mut terms: Vec<Found> = Vec::new();
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
    // Beside words that say something, those that do not are in too many rows for what they tell.
    let telling = query
        .terms
        .iter()
        .filter(|term| term.kind != TermKind::StopWord)
        .count();
    let sentence = query.form == Form::Words && telling >= TELLING;
    let passed_over = |term: &QueryTerm| sentence && term.kind == TermKind::StopWord;
    for (stands_for, term) in query
        .terms
        .iter()
        .enumerate()
        .filter(|(_, term)| !passed_over(term))
    {
        known[stands_for] = look_up(&term.text, stands_for, Bond::Same, term.kind)?;
        if let Some(written) = &term.written {
            look_up(written, stands_for, Bond::Same, term.kind)?;
        }
    }
    if query.form != Form::Words
        && let Some(whole) = similar::whole_of(query)
    {
        // The same name in another style is the same name: `get_user_by_id` for `getUserById`.
        for name in &query.names {
            known[whole] |= look_up(name, whole, Bond::Same, TermKind::Identifier)?;
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
            let mut found = 0;
            for relative in relatives(&term.text) {
                if found < MOST_RELATIVES && look_up(&relative, stands_for, Bond::Relative, term.kind)? {
                    found += 1;
                }
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
    let sought = match query.form {
        Form::Words => rarer(&terms, row_count),
        Form::Identifier | Form::Qualified { .. } => named(&terms, query, &known),
    };
    if sought.phrases() == 0 {
        return Ok(Candidates::default());
    }
    let second: Vec<usize> = (0..terms.len()).collect();
    let expression = format!(
        "({}) AND ({})",
        sought.expression(&terms),
        joined(&terms, &second, " OR ")
    );
    let hits = store.search(&expression, sought.phrases())?;
    let terms = terms.into_iter().map(|(term, ..)| term).collect();
    let mut candidates = Candidates {
        terms,
        hits,
        approximate,
        ..Candidates::default()
    };
    gather(&mut candidates, snapshot, scope);
    Ok(candidates)
}

/// Inverse document frequency, never negative.
pub fn rarity(rows: u32, of: u32) -> f32 {
    let (rows, of) = (rows as f32, of as f32);
    (1.0 + (of - rows + 0.5).max(0.0) / (rows + 0.5)).ln()
}

/// What a row must hold to be looked at, as places of looked-up terms: one of some, or all of others.
struct Sought {
    one_of: Vec<usize>,
    or_all_of: Vec<usize>,
}

impl Sought {
    fn expression(&self, terms: &[Found]) -> String {
        let one_of = joined(terms, &self.one_of, " OR ");
        let all_of = joined(terms, &self.or_all_of, " AND ");
        match (one_of.is_empty(), all_of.is_empty()) {
            (false, false) => format!("{one_of} OR ({all_of})"),
            (false, true) => one_of,
            (true, _) => all_of,
        }
    }

    fn phrases(&self) -> usize {
        self.one_of.len() + self.or_all_of.len()
    }
}

/// A looked-up term, in how many rows it is, and how the query's term is read.
type Found = (LookedUp, u32, TermKind);

fn joined(terms: &[Found], places: &[usize], word: &str) -> String {
    places
        .iter()
        .map(|at| quoted(&terms[*at].0.text))
        .collect::<Vec<_>>()
        .join(word)
}

/// For words: all but stop words and those in very many rows, as long as any is left.
fn rarer(terms: &[Found], row_count: u32) -> Sought {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    order.sort_by_key(|at| (terms[*at].2 == TermKind::StopWord, terms[*at].1));
    let common = (row_count as f32 * COMMON_SHARE) as u32;
    let mut one_of = Vec::new();
    let mut total = 0;
    for at in order {
        let (_, rows, kind) = &terms[at];
        let says_little = *kind == TermKind::StopWord || (*rows > common && *rows > 200);
        if says_little && !one_of.is_empty() || one_of.len() >= 2 && total + rows > MOST_ROWS {
            break;
        }
        total += rows;
        one_of.push(at);
    }
    one_of.sort_unstable();
    Sought {
        one_of,
        or_all_of: Vec::new(),
    }
}

/// For an identifier, which is not relaxed: itself whole, or something that resembles it, or all of its words.
fn named(terms: &[Found], query: &Query, known: &[bool]) -> Sought {
    let is_whole = |found: &Found| {
        let (term, _, kind) = found;
        term.bond == Bond::Similar || *kind == TermKind::Identifier || query.names.contains(&term.text)
    };
    let words: Vec<usize> = (0..query.terms.len())
        .filter(|at| query.terms[*at].kind != TermKind::Identifier)
        .collect();
    let or_all_of = if words.len() > 1 && words.iter().all(|at| known[*at]) {
        let is_word = |place: &usize| {
            let (term, ..) = &terms[*place];
            term.bond == Bond::Same
                && words.contains(&term.stands_for)
                && term.text == query.terms[term.stands_for].text
        };
        (0..terms.len()).filter(is_word).collect()
    } else {
        Vec::new()
    };
    let mut one_of: Vec<usize> = (0..terms.len()).filter(|at| is_whole(&terms[*at])).collect();
    if one_of.is_empty() && or_all_of.is_empty() {
        one_of = (0..terms.len())
            .filter(|at| known[terms[*at].0.stands_for] && words.len() == 1)
            .collect();
    }
    Sought { one_of, or_all_of }
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
