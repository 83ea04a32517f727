//! Ranker D: chunks whose own name is an identifier of the query.

use std::cmp::Reverse;

use crate::error::Result;
use crate::facts::ChunkKind;
use crate::facts::chunk::own_name;
use crate::search::candidates::{Bond, Candidates, Row};
use crate::search::lexical::{WEIGHTS, source_weight};
use crate::search::query::{Form, Query};
use crate::store::Store;
use crate::store::fts::Field;
use crate::store::snapshot::Snapshot;

/// The declarations that a query names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Their rows, best first.
    pub rows: Vec<i64>,
    /// How many of the first bear the name exactly as the query writes it.
    pub as_written: usize,
}

/// The declarations that the query names, at most `most`.
///
/// # Errors
///
/// When the index cannot be read.
pub fn rank(
    store: &Store,
    snapshot: &Snapshot,
    query: &Query,
    candidates: &Candidates,
    most: usize,
) -> Result<Declared> {
    let exact: Vec<u16> = candidates
        .terms
        .iter()
        .enumerate()
        .filter(|(_, term)| matches!(term.bond, Bond::Same | Bond::Pair) && query.names.contains(&term.text))
        .map(|(at, _)| at as u16)
        .collect();
    if exact.is_empty() {
        return Ok(Declared::default());
    }
    let mut named: Vec<(u8, &Row)> = Vec::new();
    for row in &candidates.rows {
        let bears =
            |hit: &&crate::store::fts::Hit| hit.fields & Field::Name.bit() != 0 && exact.contains(&hit.term);
        if row.glance.kind == ChunkKind::Doc
            || row.glance.continues
            || !candidates.hits_of(row.hits).iter().any(|hit| bears(&hit))
        {
            continue;
        }
        named.push((worth(snapshot, row), row));
    }
    named.sort_by_key(|(worth, row)| (Reverse(*worth), row.place_in_order(snapshot)));
    let mut ranked = Vec::new();
    for (worth, row) in named.into_iter().take(MOST_LOOKED_AT) {
        let Some(stored) = store.chunk(&snapshot.files()[row.place as usize], row.id)? else {
            continue;
        };
        let name = stored.chunk.name.as_deref().unwrap_or_default();
        if bears_name(query, name, stored.chunk.owner.as_deref()) {
            // Written exactly as asked beats any other letter case.
            let as_written = query.text == name || query.text == own_name(name);
            ranked.push((as_written, worth, row.place_in_order(snapshot)));
        }
    }
    ranked.sort_by_key(|(as_written, worth, place)| (Reverse((*as_written, *worth)), *place));
    ranked.truncate(most);
    let as_written = ranked.iter().filter(|(as_written, ..)| *as_written).count();
    Ok(Declared {
        rows: ranked.into_iter().map(|(_, _, (_, id))| id).collect(),
        as_written,
    })
}

/// A name that more chunks bear than this is looked at in part.
const MOST_LOOKED_AT: usize = 1000;

fn worth(snapshot: &Snapshot, row: &Row) -> u8 {
    let file = &snapshot.files()[row.place as usize];
    let source = source_weight(file, &WEIGHTS) >= 1.0;
    u8::from(source) * 4 + u8::from(!row.glance.member) * 2 + u8::from(row.glance.exported)
}

/// Whether a chunk's name is what the query names, ignoring case and gaps between words.
fn bears_name(query: &Query, name: &str, owner: Option<&str>) -> bool {
    let own = own_name(name);
    let lower = own.trim_matches(['_', '$', '#']).to_lowercase();
    let squashed = lower.replace(['_', '$'], "");
    if !query.names.iter().any(|name| *name == lower || *name == squashed) {
        return false;
    }
    match &query.form {
        Form::Qualified { owner: wanted, .. } => owner.is_some_and(|owner| {
            let (owner, wanted) = (owner.to_lowercase(), wanted.to_lowercase());
            owner == wanted || owner.ends_with(&format!(".{wanted}"))
        }),
        Form::Identifier | Form::Words => true,
    }
}
