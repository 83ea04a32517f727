//! Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).

use rustc_hash::FxHashMap;

use crate::search::lexical::Scored;

/// A row in the fused list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    /// The chunk's row.
    pub id: i64,
    /// Its lexical score; none when only ranker D found it.
    pub score: Option<f32>,
}

/// Both lists as one: a row's worth is the sum of 1 / (constant + rank) over the lists that have it; ties keep the lexical order.
pub fn fuse(lexical: &[Scored], declared: &[i64], constant: f32) -> Vec<Fused> {
    let mut worth: FxHashMap<i64, (f32, usize, Option<f32>)> = FxHashMap::default();
    let part = |rank: usize| 1.0 / (constant + rank as f32 + 1.0);
    for (rank, scored) in lexical.iter().enumerate() {
        worth.insert(scored.id, (part(rank), rank, Some(scored.score)));
    }
    for (rank, id) in declared.iter().enumerate() {
        worth.entry(*id).or_insert((0.0, lexical.len() + rank, None)).0 += part(rank);
    }
    let mut all: Vec<_> = worth.into_iter().collect();
    all.sort_by(|(_, left), (_, right)| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
    all.into_iter()
        .map(|(id, (_, _, score))| Fused { id, score })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_lists_have_comes_first() {
        let lexical: Vec<_> = [7, 8, 9].map(|id| Scored { id, score: 1.0 }).to_vec();
        let fused: Vec<i64> = fuse(&lexical, &[9, 5], 60.0).iter().map(|row| row.id).collect();
        assert_eq!(fused, [9, 7, 8, 5]);
    }
}
