//! The list as it is shown: one entry a declaration, a class and its methods not twice.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Result;
use crate::facts::ChunkKind;
use crate::facts::chunk::own_name;
use crate::search::Ranked;
use crate::search::fuse::Fused;
use crate::store::Store;
use crate::store::snapshot::Snapshot;

/// What else of the same class matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Related {
    /// A class shell gave way to this method.
    Parent {
        /// The class.
        name: String,
    },
    /// Methods gave way to this class shell.
    Methods {
        /// Their names.
        names: Vec<String>,
    },
}

/// Walks the fused list and keeps the first `wanted` entries that stand for themselves.
///
/// # Errors
///
/// When the index cannot be read.
pub fn collapse(store: &Store, fused: Vec<Fused>, snapshot: &Snapshot, wanted: usize) -> Result<Vec<Ranked>> {
    let mut kept: Vec<Ranked> = Vec::new();
    // (file, class) -> place in `kept`, of its shell and of its first method.
    let mut shells: FxHashMap<(usize, String), usize> = FxHashMap::default();
    let mut methods: FxHashMap<(usize, String), usize> = FxHashMap::default();
    let mut pieces: FxHashSet<(usize, Option<String>, ChunkKind)> = FxHashSet::default();
    for row in fused {
        if kept.len() >= wanted {
            break;
        }
        let Some(place) = snapshot.place_of_row(row.id) else {
            continue;
        };
        let Some(stored) = store.chunk(&snapshot.files()[place], row.id)? else {
            continue;
        };
        let chunk = &stored.chunk;
        // A long declaration is cut into pieces; the best of them stands for it.
        if chunk.name.is_some()
            && !pieces.insert((place, chunk.name.clone(), chunk.kind))
            && is_cut(snapshot, place, row.id)
        {
            continue;
        }
        match (chunk.kind, &chunk.name, &chunk.owner) {
            (ChunkKind::ClassShell, Some(name), _) => {
                let key = (place, name.clone());
                if let Some(first) = methods.get(&key) {
                    kept[*first]
                        .related
                        .get_or_insert(Related::Parent { name: name.clone() });
                    continue;
                }
                shells.insert(key, kept.len());
            }
            (ChunkKind::Method, Some(name), Some(owner)) => {
                let key = (place, owner.clone());
                if let Some(shell) = shells.get(&key) {
                    let related = kept[*shell]
                        .related
                        .get_or_insert(Related::Methods { names: Vec::new() });
                    if let Related::Methods { names } = related {
                        names.push(own_name(name).to_owned());
                    }
                    continue;
                }
                if let Some(interface) = enclosing_interface(&kept, place, &stored) {
                    let related = kept[interface]
                        .related
                        .get_or_insert(Related::Methods { names: Vec::new() });
                    if let Related::Methods { names } = related {
                        names.push(own_name(name).to_owned());
                    }
                    continue;
                }
                methods.entry(key).or_insert(kept.len());
            }
            _ => {}
        }
        kept.push(Ranked {
            chunk: stored,
            place,
            score: row.score,
            related: None,
        });
    }
    Ok(kept)
}

fn is_cut(snapshot: &Snapshot, place: usize, row: i64) -> bool {
    let continues = |row| snapshot.glance(place, row).is_some_and(|glance| glance.continues);
    continues(row) || continues(row + 1)
}

fn enclosing_interface(kept: &[Ranked], place: usize, method: &crate::store::StoredChunk) -> Option<usize> {
    kept.iter().position(|ranked| {
        ranked.place == place
            && ranked.chunk.chunk.kind == ChunkKind::Interface
            && ranked.chunk.chunk.name == method.chunk.owner
            && ranked.chunk.chunk.lines.contains(method.chunk.lines)
    })
}
