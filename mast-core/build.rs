//! Lays out the tables of the token counter: the `cl100k_base` vocabulary as a hash table, and the classes of characters.
//!
//! Written to `OUT_DIR` as bytes that the program reads where they lie, so that nothing is built at its start.

use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "only the program reads slots")]
#[path = "src/text/tokens/layout.rs"]
mod layout;

/// Tokens of `cl100k_base` without its special tokens: ranks `0..TOKENS`.
const TOKENS: u32 = 100_256;

#[allow(
    clippy::disallowed_methods,
    reason = "cargo hands its directory over in the environment"
)]
#[allow(
    clippy::disallowed_macros,
    reason = "and is told by printing what the tables depend on"
)]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/text/tokens/layout.rs");
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else {
        panic!("OUT_DIR is not set: run by cargo only");
    };
    write_ranks(&out);
    write_classes(&out);
}

/// `token_bytes`: every token's bytes, in order of rank. `token_lengths`: the length of each. `token_blocks`: where each block starts.
/// `token_slots` and `token_displacements`: the table of [`layout::slot`]. `token_pairs`: for each two bytes a bit, whether they
/// are a token; `token_pairs_before`: for each 64 of these bits, how many are set before; `token_pair_ranks`: the ranks of those that are, in
/// three bytes each.
fn write_ranks(out: &Path) {
    let vocabulary = tiktoken_rs::cl100k_base().expect("the vocabulary is embedded in tiktoken-rs");
    let mut bytes: Vec<u8> = Vec::new();
    let mut lengths: Vec<u8> = Vec::new();
    let mut blocks: Vec<u32> = Vec::new();
    let mut buckets = vec![Vec::new(); layout::BUCKETS];
    let mut pairs = std::collections::BTreeMap::new();
    for rank in 0..TOKENS {
        let token = vocabulary.decode_bytes(&[rank]).expect("ranks have no gap");
        let hash = layout::hash(&token);
        buckets[layout::bucket(hash)].push((hash, rank));
        if rank % (1 << layout::BLOCK_BITS) == 0 {
            blocks.push(u32::try_from(bytes.len()).expect("less than a megabyte"));
        }
        bytes.extend_from_slice(&token);
        lengths.push(u8::try_from(token.len()).expect("no token is longer than 128 bytes"));
        if let Ok(pair) = <[u8; 2]>::try_from(token) {
            pairs.insert(u16::from_le_bytes(pair), rank);
        }
    }
    // The last block is read as a whole too.
    lengths.resize(blocks.len() << layout::BLOCK_BITS, 0);
    let (slots, displacements) = placed(&buckets);
    let little_endian = |words: &[u32]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    write(&out.join("token_bytes"), &bytes);
    write(&out.join("token_lengths"), &lengths);
    write(&out.join("token_blocks"), &little_endian(&blocks));
    write(&out.join("token_slots"), &little_endian(&slots));
    write(
        &out.join("token_displacements"),
        &displacements
            .iter()
            .flat_map(|displacement| displacement.to_le_bytes())
            .collect::<Vec<u8>>(),
    );
    write_pairs(out, &pairs);
}

fn write_pairs(out: &Path, pairs: &std::collections::BTreeMap<u16, u32>) {
    let mut bits = vec![0_u64; 1 << 10];
    let mut ranks = Vec::new();
    for (pair, rank) in pairs {
        bits[usize::from(pair >> 6)] |= 1 << (pair & 63);
        ranks.extend_from_slice(&rank.to_le_bytes()[..3]);
    }
    let before = bits.iter().scan(0_u16, |sum, word| {
        let before = *sum;
        *sum += word.count_ones() as u16;
        Some(before.to_le_bytes())
    });
    write(
        &out.join("token_pairs_before"),
        before.collect::<Vec<_>>().as_flattened(),
    );
    write(
        &out.join("token_pairs"),
        &bits
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>(),
    );
    write(&out.join("token_pair_ranks"), &ranks);
}

/// The slots, and the displacement of each bucket; the fullest buckets are placed first, while there is most room.
fn placed(buckets: &[Vec<(u64, u32)>]) -> (Vec<u32>, Vec<u16>) {
    let mut slots = vec![0_u32; layout::SLOTS];
    let mut displacements = vec![0_u16; buckets.len()];
    let mut order: Vec<usize> = (0..buckets.len()).collect();
    order.sort_by_key(|bucket| std::cmp::Reverse(buckets[*bucket].len()));
    for bucket in order {
        let tokens = &buckets[bucket];
        let fits = |displacement: &u16| {
            let mut places: Vec<usize> = tokens
                .iter()
                .map(|(hash, _)| layout::slot(*hash, *displacement))
                .collect();
            places.sort_unstable();
            places.windows(2).all(|two| two[0] != two[1])
                && places.iter().all(|place| layout::Slot(slots[*place]).is_empty())
        };
        let displacement = (0..=u16::MAX)
            .find(fits)
            .expect("no two tokens have one hash, and the spare slots leave room for every bucket");
        displacements[bucket] = displacement;
        for (hash, rank) in tokens {
            slots[layout::slot(*hash, displacement)] = layout::Slot::new(*hash, *rank).0;
        }
    }
    (slots, displacements)
}

/// `class_blocks`: the distinct blocks of 256 characters, one byte a character. `class_index`: the block of each 256 characters.
fn write_classes(out: &Path) {
    let mut classes = vec![0_u8; 0x11_0000];
    for (class, property) in [(1, r"\p{L}"), (2, r"\p{N}"), (3, r"\s"), (4, r"[\r\n]")] {
        for range in ranges(property) {
            classes[range.start() as usize..=range.end() as usize].fill(class);
        }
    }
    let mut blocks: Vec<&[u8]> = Vec::new();
    let mut index: Vec<u8> = Vec::new();
    for block in classes.chunks(256) {
        let known = blocks.iter().position(|known| *known == block);
        let number = known.unwrap_or_else(|| {
            blocks.push(block);
            blocks.len() - 1
        });
        index.push(u8::try_from(number).expect("fewer than 256 distinct blocks"));
    }
    write(&out.join("class_blocks"), &blocks.concat());
    write(&out.join("class_index"), &index);
}

/// The characters of one property, from the tables of the regex crate, which defines the split into pieces.
fn ranges(property: &str) -> Vec<regex_syntax::hir::ClassUnicodeRange> {
    use regex_syntax::hir::{Class, HirKind};
    let parsed = regex_syntax::parse(property).expect("a valid property");
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => class.ranges().to_vec(),
        _ => panic!("`{property}` is not a class of characters"),
    }
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
