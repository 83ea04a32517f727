//! Terms that resemble what was asked for: identifiers that contain it, and identifiers one slip of the finger away.
//!
//! Cost: one pass over the vocabulary, taken only for a query that names something the index does not have.

use crate::error::Result;
use crate::search::query::{Form, Query, TermKind};
use crate::store::Store;
use crate::store::snapshot::Snapshot;

/// At most this many terms stand in for one.
const MOST: usize = 60;

/// A shorter text is in too many identifiers to say anything.
const SHORTEST_SUBSTRING: usize = 3;

/// A term of the index that stands in for one of the query.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// The term.
    pub text: String,
    /// The query's term that it stands for.
    pub stands_for: usize,
    /// How like it is, 0 to 1.
    pub likeness: f32,
    /// How many rows hold it.
    pub rows: u32,
}

/// The place of the term that a query for one name is about: the last identifier decides, since `Widget.handel` has its qualifier right.
pub fn whole_of(query: &Query) -> Option<usize> {
    query
        .terms
        .iter()
        .rposition(|term| term.kind == TermKind::Identifier)
        .or(query.terms.len().checked_sub(1))
}

/// Whether the query names something that the index does not have under that name; `known` says of each of its terms whether it has.
pub fn is_needed(query: &Query, known: &[bool]) -> bool {
    query.form != Form::Words && whole_of(query).is_some_and(|whole| !known[whole])
}

/// The terms that resemble the query's identifier, most alike first.
///
/// # Errors
///
/// When the index cannot be read.
pub fn terms(store: &Store, snapshot: &Snapshot, query: &Query) -> Result<Vec<Similar>> {
    let Some(stands_for) = whole_of(query) else {
        return Ok(Vec::new());
    };
    let names = &query.names;
    let mut found: Vec<Similar> = Vec::new();
    for (term, rows) in snapshot.vocabulary(store)?.iter() {
        let likeness = names.iter().map(|name| likeness(name, term)).fold(0.0, f32::max);
        if likeness > 0.0 {
            found.push(Similar {
                text: term.to_owned(),
                stands_for,
                likeness,
                rows,
            });
        }
    }
    found.sort_by(|left, right| {
        right
            .likeness
            .total_cmp(&left.likeness)
            .then(left.text.cmp(&right.text))
    });
    found.truncate(MOST);
    Ok(found)
}

/// How like `term` is to `name`, both lower case: 1 when equal but for gaps, less when it contains it or is one edit away, else 0.
pub fn likeness(name: &str, term: &str) -> f32 {
    if term == name {
        return 1.0;
    }
    if term.len() >= name.len() && name.len() >= SHORTEST_SUBSTRING && term.contains(name) {
        return 0.35 + 0.5 * name.len() as f32 / term.len() as f32;
    }
    if name.len() < 4 || term.len().abs_diff(name.len()) > 2 {
        return 0.0;
    }
    let allowed = if name.len() >= 9 { 2 } else { 1 };
    match edits(name.as_bytes(), term.as_bytes(), allowed) {
        Some(1) => 0.8,
        Some(2) => 0.5,
        _ => 0.0,
    }
}

/// The number of insertions, deletions, substitutions and swaps of neighbours between two texts, if at most `most`
/// (optimal string alignment).
pub fn edits(left: &[u8], right: &[u8], most: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > most {
        return None;
    }
    // What both begin and end with needs no edit.
    let prefix = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[prefix..], &right[prefix..]);
    let suffix = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (left, right) = (&left[..left.len() - suffix], &right[..right.len() - suffix]);
    if left.len().max(right.len()) > 2 * most + 1 {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, a) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, b) in right.iter().enumerate() {
            let mut cost = (last[column] + usize::from(a != b))
                .min(last[column + 1] + 1)
                .min(current[column] + 1);
            if row > 0 && column > 0 && *a == right[column - 1] && left[row - 1] == *b {
                cost = cost.min(before_last[column - 1] + 1);
            }
            current.push(cost);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last.last().copied().filter(|count| *count <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        let check = |left: &str, right: &str| edits(left.as_bytes(), right.as_bytes(), 2);
        assert_eq!(check("handle", "handle"), Some(0));
        assert_eq!(check("handel", "handle"), Some(1));
        assert_eq!(check("hndle", "handle"), Some(1));
        assert_eq!(check("hamdle", "handle"), Some(1));
        assert_eq!(check("abcdef", "uvwxyz"), None);
        assert_eq!(check("", "ab"), Some(2));
    }

    #[test]
    fn parts_of_identifiers_are_found() {
        assert!(likeness("selec", "selection") > 0.5);
        assert!(likeness("ab", "abc") == 0.0);
    }
}
