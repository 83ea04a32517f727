//! Pieces of names that many projects share, each written as one byte or two.
//!
//! The pieces were found by byte pair encoding (Gage, "A New Algorithm for Data Compression", 1994) over the names of nine
//! repositories; those that fewer than three of them use were left out. Half of what is stored of a file's code would be names otherwise.

use std::collections::VecDeque;
use std::sync::OnceLock;

use crate::store::bytes::{Bytes, Damaged, Read, push_number};

/// The pieces, those that occur most first. A change changes what is stored: it needs another version of the schema.
const WORDS: &str = include_str!("words.txt");

/// How many pieces take one byte; the others take two, of which the first one is between these and [`CHARACTER`].
const SHORT: usize = 224;

/// What stands before a character that is no piece.
const CHARACTER: u8 = 255;

/// The pieces by their numbers.
fn pieces() -> &'static [&'static str] {
    static PIECES: OnceLock<Vec<&'static str>> = OnceLock::new();
    PIECES.get_or_init(|| {
        let most = SHORT + (CHARACTER as usize - SHORT) * 256;
        WORDS.lines().take(most).collect()
    })
}

/// Appends the text of `bytes` to `text`.
pub(super) fn read(bytes: &[u8], text: &mut String) -> Read<()> {
    let pieces = pieces();
    let mut rest = Bytes::new(bytes);
    while rest.left() > 0 {
        let first = rest.byte()?;
        let number = match first {
            CHARACTER => {
                text.push(char::from_u32(rest.number()?).ok_or(Damaged)?);
                continue;
            }
            short if usize::from(short) < SHORT => usize::from(short),
            long => SHORT + (usize::from(long) - SHORT) * 256 + usize::from(rest.byte()?),
        };
        text.push_str(pieces.get(number).ok_or(Damaged)?);
    }
    Ok(())
}

/// Appends `text` to `bytes`: at each place the longest piece that stands there.
///
/// # Cost
///
/// Little more than a look-up a byte. The fewest bytes that there can be are four in a hundred fewer, and take three times as long.
pub(super) fn write(text: &str, bytes: &mut Vec<u8>) {
    let tree = Tree::get();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let (length, piece) = tree.longest(rest.as_bytes());
        let Some(piece) = piece.map(usize::from) else {
            bytes.push(CHARACTER);
            push_number(bytes, u32::from(character));
            rest = &rest[character.len_utf8()..];
            continue;
        };
        if piece < SHORT {
            bytes.push(piece as u8);
        } else {
            bytes.push((SHORT + (piece - SHORT) / 256) as u8);
            bytes.push(((piece - SHORT) % 256) as u8);
        }
        // Pieces are ASCII, so that a character never starts within one.
        rest = &rest[length..];
    }
}

/// The pieces by their letters: a node for each beginning of a piece, the root first.
struct Tree(Vec<Node>);

#[derive(Clone, Copy, Default)]
struct Node {
    /// With which letters a piece goes on, a bit each: pieces are ASCII.
    letters: u128,
    /// Where it leads with the lowest of them; the nodes of the others follow in their order.
    first: u16,
    /// The piece that ends here.
    piece: Option<u16>,
}

impl Tree {
    fn get() -> &'static Self {
        static TREE: OnceLock<Tree> = OnceLock::new();
        TREE.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut sorted: Vec<(&[u8], u16)> = pieces().iter().map(|piece| piece.as_bytes()).zip(0..).collect();
        sorted.sort_unstable();
        let mut nodes = vec![Node::default()];
        // The pieces that begin with a node's letters, node by node, and how many letters those are.
        let mut waiting = VecDeque::from([(sorted.as_slice(), 0)]);
        let mut at = 0;
        while let Some((mut pieces, depth)) = waiting.pop_front() {
            if let Some(((piece, number), longer)) = pieces.split_first()
                && piece.len() == depth
            {
                nodes[at].piece = Some(*number);
                pieces = longer;
            }
            nodes[at].first = nodes.len() as u16;
            for group in pieces.chunk_by(|(left, _), (right, _)| left[depth] == right[depth]) {
                nodes[at].letters |= 1 << (group[0].0[depth] & 127);
                nodes.push(Node::default());
                waiting.push_back((group, depth + 1));
            }
            at += 1;
        }
        Self(nodes)
    }

    /// The longest piece that `text` starts with, after its length.
    fn longest(&self, text: &[u8]) -> (usize, Option<u16>) {
        let mut longest = (0, None);
        let mut node = &self.0[0];
        for (at, byte) in text.iter().enumerate() {
            if !byte.is_ascii() || node.letters >> byte & 1 == 0 {
                break;
            }
            let before = node.letters & ((1 << byte) - 1);
            node = &self.0[usize::from(node.first) + before.count_ones() as usize];
            if node.piece.is_some() {
                longest = (at + 1, node.piece);
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::digest::Digest;

    fn written(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(text, &mut bytes);
        bytes
    }

    #[test]
    fn any_text_survives_being_written() {
        for text in [
            "",
            "getUserById",
            "a b\tc",
            "名前",
            "\u{FEFF}é🙂\0",
            "zzzzqqqq",
            "./components/Button.tsx",
        ] {
            let mut read_back = String::new();
            assert_eq!(read(&written(text), &mut read_back), Ok(()));
            assert_eq!(read_back, text);
        }
    }

    #[test]
    fn common_names_take_few_bytes() {
        assert!(written("getUserById").len() <= 5);
        assert!(written("removeEventListener").len() <= 2);
    }

    #[test]
    fn bytes_that_nobody_writes_are_damaged() {
        let mut text = String::new();
        assert_eq!(read(&[CHARACTER], &mut text), Err(Damaged));
        assert_eq!(read(&[CHARACTER, 0x80, 0xB0, 0x03], &mut text), Err(Damaged));
        assert_eq!(read(&[254, 255], &mut text), Err(Damaged));
        assert_eq!(read(&[SHORT as u8], &mut text), Err(Damaged));
    }

    #[test]
    fn the_pieces_are_those_of_this_version() {
        let mut sorted = pieces().to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), pieces().len(), "a piece stands twice");
        assert!(sorted.iter().all(|piece| !piece.is_empty() && piece.is_ascii()));
        let letters: usize = sorted.iter().map(|piece| piece.len()).sum();
        assert!(letters < usize::from(u16::MAX), "nodes are numbered in two bytes");
        let digest = Digest::of(WORDS.as_bytes());
        assert_eq!(
            format!("{:02x?}", &digest.0[..4]),
            "[35, b6, 1a, d0]",
            "other words need another version of the schema"
        );
    }
}
