//! "Did you mean": names like the query, for a search that found nothing.

use rustc_hash::FxHashSet;

use crate::error::Result;
use crate::facts::ChunkKind;
use crate::search::query::Query;
use crate::search::scope::Scope;
use crate::store::Store;
use crate::store::fts::{Field, quoted};
use crate::store::snapshot::Snapshot;

/// A less similar name is no suggestion.
const LEAST_SIMILARITY: f32 = 0.3;

/// How many of the most similar terms are tried.
const MOST_TERMS: usize = 40;

/// Why a name is suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its letters resemble the query's.
    SimilarName,
    /// The query's parts match it.
    SplitQuery,
}

impl Reason {
    /// For people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::SimilarName => "similar symbol name",
            Self::SplitQuery => "matched split query terms",
        }
    }
}

/// A name that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The declaration.
    pub symbol: String,
    /// Its file.
    pub file_path: String,
    /// Why.
    pub reason: Reason,
}

/// At most `most` suggestions in scope.
///
/// # Cost
///
/// One pass over the vocabulary.
///
/// # Errors
///
/// When the index cannot be read.
pub fn suggest(
    store: &Store,
    snapshot: &Snapshot,
    query: &Query,
    scope: &Scope,
    most: usize,
) -> Result<Vec<Suggestion>> {
    let mut similar: Vec<(f32, String)> = Vec::new();
    let asked = trigrams(&query.squashed);
    for (term, _) in snapshot.vocabulary(store)?.iter() {
        let likeness = similarity(&asked, &trigrams(term));
        if likeness >= LEAST_SIMILARITY {
            similar.push((likeness, term.to_owned()));
        }
    }
    similar.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
    let mut declared = Declared {
        store,
        snapshot,
        scope,
        in_scope: scope.files(snapshot),
        most,
        seen: FxHashSet::default(),
        found: Vec::new(),
    };
    for (_, term) in similar.iter().take(MOST_TERMS) {
        declared.add(&quoted(term), Reason::SimilarName)?;
    }
    let words: Vec<String> = query.terms.iter().map(|term| quoted(&term.text)).collect();
    if !words.is_empty() {
        declared.add(&words.join(" OR "), Reason::SplitQuery)?;
    }
    Ok(declared.found)
}

/// Declarations in scope, each once, up to a number of them.
struct Declared<'a> {
    store: &'a Store,
    snapshot: &'a Snapshot,
    scope: &'a Scope,
    /// For each file of the snapshot, whether the scope admits it.
    in_scope: Vec<bool>,
    most: usize,
    seen: FxHashSet<(String, String)>,
    found: Vec<Suggestion>,
}

impl Declared<'_> {
    /// Adds the declarations whose names match `terms`, an FTS5 expression.
    fn add(&mut self, terms: &str, reason: Reason) -> Result<()> {
        if self.found.len() >= self.most {
            return Ok(());
        }
        for hit in self.store.search(&format!("name : ({terms})"), 0)? {
            if self.found.len() >= self.most {
                return Ok(());
            }
            let place = self.snapshot.place_of_row(hit.row);
            let Some(place) = place.filter(|place| self.in_scope[*place]) else {
                continue;
            };
            let Some(glance) = self.snapshot.glance(place, hit.row) else {
                continue;
            };
            let named = hit.fields & Field::Name.bit() != 0 && glance.kind != ChunkKind::Doc;
            if !named || !self.scope.admits(&glance) {
                continue;
            }
            if let Some(symbol) = self
                .store
                .chunk(&self.snapshot.files()[place], hit.row)?
                .and_then(|stored| stored.chunk.name)
            {
                let file_path = self.snapshot.files()[place].path.clone();
                if self.seen.insert((symbol.clone(), file_path.clone())) {
                    self.found.push(Suggestion {
                        symbol,
                        file_path,
                        reason,
                    });
                }
            }
        }
        Ok(())
    }
}

fn trigrams(text: &str) -> FxHashSet<[char; 3]> {
    let characters: Vec<char> = text.chars().collect();
    characters
        .windows(3)
        .map(|window| [window[0], window[1], window[2]])
        .collect()
}

/// Dice's coefficient of two sets.
fn similarity(left: &FxHashSet<[char; 3]>, right: &FxHashSet<[char; 3]>) -> f32 {
    let shared = left.intersection(right).count();
    2.0 * shared as f32 / (left.len() + right.len()).max(1) as f32
}
