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

/// `token_bytes`: every token's bytes, in order of rank. `token_starts`: where each starts. `token_slots`: open addressing with linear probing.
/// `token_pairs`: for each two bytes, three bytes of one more than the rank of their token, 0 for none.
fn write_ranks(out: &Path) {
    let vocabulary = tiktoken_rs::cl100k_base().expect("the vocabulary is embedded in tiktoken-rs");
    let mut bytes: Vec<u8> = Vec::new();
    let mut starts = vec![0_u32];
    let mut slots = vec![0_u32; 1 << layout::SLOT_BITS];
    let mut pairs = vec![[0_u8; 3]; 1 << 16];
    for rank in 0..TOKENS {
        let token = vocabulary.decode_bytes(&[rank]).expect("ranks have no gap");
        let hash = layout::hash(&token);
        let mut at = layout::home(hash);
        while !layout::Slot(slots[at]).is_empty() {
            at = layout::next(at);
        }
        slots[at] = layout::Slot::new(hash, rank).0;
        bytes.extend_from_slice(&token);
        starts.push(u32::try_from(bytes.len()).expect("less than a megabyte"));
        if let Ok(pair) = <[u8; 2]>::try_from(token) {
            let [low, middle, high, _] = (rank + 1).to_le_bytes();
            pairs[usize::from(u16::from_le_bytes(pair))] = [low, middle, high];
        }
    }
    let little_endian = |words: &[u32]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    write(&out.join("token_bytes"), &bytes);
    write(&out.join("token_starts"), &little_endian(&starts));
    write(&out.join("token_slots"), &little_endian(&slots));
    write(&out.join("token_pairs"), pairs.as_flattened());
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
