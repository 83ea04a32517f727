//! Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::declaration::Declared;
use crate::search::lexical::Scored;

/// A row in the fused list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    /// The chunk's row.
    pub id: i64,
    /// Its lexical score; none when only ranker D found it.
    pub score: Option<f32>,
}

/// Both lists as one: a row's worth is the sum of 1 / (constant + rank) over the lists that have it; of equal worth, the one that ranker D puts first.
pub fn fuse(lexical: &[Scored], declared: &Declared, constant: f32) -> Vec<Fused> {
    let part = |rank: usize| 1.0 / (constant + rank as f32 + 1.0);
    // No other letter case, and no use of a name, outranks the declaration of that very name.
    let of_declared = |rank: usize| part(rank) + if rank < declared.as_written { 1.0 } else { 0.0 };
    let places: FxHashMap<i64, usize> = declared
        .rows
        .iter()
        .enumerate()
        .map(|(rank, id)| (*id, rank))
        .collect();
    let mut all: Vec<(f32, usize, Fused)> = lexical
        .iter()
        .enumerate()
        .map(|(rank, scored)| {
            let place = places.get(&scored.id).copied();
            let worth = part(rank) + place.map_or(0.0, of_declared);
            (
                worth,
                place.unwrap_or(usize::MAX),
                Fused {
                    id: scored.id,
                    score: Some(scored.score),
                },
            )
        })
        .collect();
    let known: FxHashSet<i64> = lexical.iter().map(|scored| scored.id).collect();
    all.extend(
        declared
            .rows
            .iter()
            .enumerate()
            .filter(|(_, id)| !known.contains(id))
            .map(|(rank, id)| (of_declared(rank), rank, Fused { id: *id, score: None })),
    );
    // Stable: what is equal in both keeps the lexical order. Sums of the same two parts can differ in their last bit.
    all.sort_by(|left, right| {
        let apart = (left.0 - right.0).abs() > f32::EPSILON;
        if apart {
            right.0.total_cmp(&left.0)
        } else {
            left.1.cmp(&right.1)
        }
    });
    all.into_iter().map(|(_, _, fused)| fused).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_lists_have_comes_first() {
        let lexical: Vec<_> = [7, 8, 9].map(|id| Scored { id, score: 1.0 }).to_vec();
        let declared = Declared {
            rows: vec![9, 5],
            as_written: 0,
        };
        let fused: Vec<i64> = fuse(&lexical, &declared, 60.0).iter().map(|row| row.id).collect();
        assert_eq!(fused, [9, 7, 5, 8]);
        let declared = Declared {
            rows: vec![5, 9],
            as_written: 1,
        };
        let fused: Vec<i64> = fuse(&lexical, &declared, 60.0).iter().map(|row| row.id).collect();
        assert_eq!(fused, [5, 9, 7, 8]);
    }
}
