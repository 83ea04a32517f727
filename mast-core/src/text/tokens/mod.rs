//! Token counts: exactly those of `cl100k_base`, in which all costs and budgets of mast are stated.
//!
//! The oracle is `tiktoken_rs::cl100k_base().encode_ordinary(text).len()`; there is no text on which the two differ.
//! Costs nothing at start: the vocabulary is a table in the program's read-only data.

mod layout;
mod merge;
mod pieces;
mod ranks;

use std::cell::RefCell;

/// The number of `cl100k_base` tokens of `text`; special tokens are read as plain text.
///
/// # Cost
///
/// 40 to 60 MB of source code a second and core. A piece of `n` bytes without a space or another
/// change of class costs `n log n`: about a second for a megabyte.
///
/// # Examples
///
/// ```
/// assert_eq!(mast_core::text::tokens::count("export function greet(name: string) {}"), 8);
/// ```
pub fn count(text: &str) -> usize {
    CACHE.with_borrow_mut(|cache| pieces::Pieces::new(text).map(|piece| cache.count(piece)).sum())
}

thread_local! {
    static CACHE: RefCell<Cache> = const { RefCell::new(Cache { entries: Vec::new() }) };
}

/// Entries of a cache: 1 MiB a thread that counts much.
const ENTRIES: usize = 1 << 15;

/// Longer pieces are rare and are counted anew each time.
const CACHED: usize = 24;

/// The counts of pieces that are no tokens: identifiers that a code base repeats.
struct Cache {
    /// One place for all pieces of one hash; nothing until the first such piece. The piece as
    /// [`three_words`], then its length and its count: whole numbers, so that the memory comes zeroed
    /// from the system and only what is used is ever touched.
    entries: Vec<[u64; 4]>,
}

impl Cache {
    #[inline]
    fn count(&mut self, piece: &[u8]) -> usize {
        match piece.len() {
            1 => return 1, // Every byte is a token.
            length if length > ranks::LONGEST => return merge::count(piece),
            _ => {}
        }
        let hash = layout::hash(piece);
        if ranks::rank_hashed(piece, hash).is_some() {
            1
        } else if piece.len() > CACHED {
            merge::count(piece)
        } else {
            self.count_cached(piece, hash)
        }
    }

    fn count_cached(&mut self, piece: &[u8], hash: u64) -> usize {
        if self.entries.is_empty() {
            self.entries = vec![[0; 4]; ENTRIES];
        }
        let [low, middle, high] = three_words(piece);
        let length = piece.len() as u64;
        let entry = &mut self.entries[hash as usize % ENTRIES];
        if entry[..3] != [low, middle, high] || entry[3] & 0xff != length {
            *entry = [low, middle, high, length | (merge::count(piece) as u64) << 8];
        }
        (entry[3] >> 8) as usize
    }
}

/// Up to [`CACHED`] bytes as words; two pieces of one length are equal when their words are.
fn three_words(piece: &[u8]) -> [u64; 3] {
    let (low, high) = layout::words(piece);
    let middle = piece.get(8..).and_then(<[u8]>::first_chunk);
    [low, middle.map_or(0, |middle| u64::from_le_bytes(*middle)), high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;
    use tiktoken_rs::CoreBPE;

    static ORACLE: LazyLock<CoreBPE> = LazyLock::new(|| tiktoken_rs::cl100k_base().unwrap());

    fn check(text: &str) {
        let expected = ORACLE.encode_ordinary(text);
        assert_eq!(
            count(text),
            expected.len(),
            "{:?}",
            text.get(..200).unwrap_or(text)
        );
    }

    /// A generator of its own, so that a failure repeats: Marsaglia's xorshift64.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 16) as usize % bound
        }
    }

    #[test]
    fn contractions_in_any_case() {
        for text in [
            "it's",
            "IT'S",
            "it'\u{17f}x",
            "we'll we'LL we'lL'l",
            "I'd'D'm'M've'VE're'rE't",
            "'sx'",
            "''s",
            " 's",
            "\t's",
            "'é's",
            "a'",
            "'",
            "'\u{17f}",
            "'k",
            "'L\u{17f}",
        ] {
            check(text);
        }
    }

    #[test]
    fn white_space_belongs_to_what_follows() {
        for text in [
            "",
            " ",
            "  ",
            "\n",
            "\r\n",
            " \n",
            "\n ",
            "a  b",
            "a   b",
            "a \t b",
            "a\n\n  b",
            "a \r\n \r b",
            "a  \n",
            "a \n  ",
            "  !",
            "   !\n\n",
            "!\r\n\r\n  x",
            "\u{a0}a",
            "\u{2003}\u{2003}1",
            " \u{3000}",
            "a\u{85}b",
            "\u{feff}a",
            "x 1",
            "x  1",
            "\tif (a) {\n\t\treturn;\n\t}\n",
            "    \u{2028}    y",
        ] {
            check(text);
        }
    }

    #[test]
    fn letters_and_digits_are_those_of_the_pattern() {
        for text in [
            "123456789",
            "1½²٣४Ⅷ",
            "a1b22c333d4444",
            "ⓐⓑ",
            "ªº",
            "ͅα",
            "हिन्दी",
            "العربية١٢٣",
            "日本語テキスト、漢字。",
            "한국어 문장",
            "e\u{301}e\u{301}",
            "👩‍👩‍👧‍👦🏳️‍🌈",
            "𝒜𝒷𝟙",
            "\u{10ffff}\u{e000}",
            "Ünïcödé",
            "_a $b #c @d -e",
        ] {
            check(text);
        }
    }

    #[test]
    fn every_character_alone_and_between_letters() {
        let mut text = String::new();
        for character in (0..0x3_1000).filter_map(char::from_u32) {
            text.extend([character, 'a', character, ' ', character, '1', '\n']);
            if text.len() > 4096 {
                check(&text);
                text.clear();
            }
        }
        check(&text);
    }

    #[test]
    fn random_texts() {
        const PARTS: &[&str] = &[
            " ",
            "  ",
            "\n",
            "\r\n",
            "\r",
            "\t",
            "'s",
            "'LL",
            "'",
            "a",
            "B",
            "the",
            "getUserById",
            "ſ",
            "é",
            "e\u{301}",
            "日",
            "本語",
            "한",
            "ह",
            "ि",
            "1",
            "23",
            "4567",
            "½",
            "٣",
            "👍",
            "👩‍👧",
            "_",
            "$",
            "{",
            "}",
            "=>",
            "/**",
            "*/",
            "…",
            "“",
            "\u{a0}",
            "\u{3000}",
            "\u{2028}",
            "\u{200d}",
            "\u{feff}",
            "<|endoftext|>",
            "\0",
            "\u{1f}",
            "𝒜",
        ];
        let mut random = Random(0x5eed);
        for _ in 0..3_000 {
            let length = random.below(40);
            let text: String = (0..length).map(|_| PARTS[random.below(PARTS.len())]).collect();
            check(&text);
        }
    }

    #[test]
    fn random_characters() {
        let mut random = Random(0xc0de);
        for _ in 0..2_000 {
            let length = random.below(30);
            let top = [0x80, 0x250, 0x3000, 0xffff, 0x10_ffff][random.below(5)];
            let text: String = (0..length)
                .filter_map(|_| char::from_u32(random.below(top) as u32))
                .collect();
            check(&text);
        }
    }

    #[test]
    fn long_pieces() {
        let mut random = Random(7);
        let identifier: String = (0..10_000)
            .map(|_| char::from(b'a' + random.below(26) as u8))
            .collect();
        check(&identifier);
        check(&"a".repeat(10_000));
        check(&"getUserById".repeat(1_000));
        check(&"漢字仮名".repeat(500));
        check(&"=".repeat(5_000));
        check(&"9".repeat(1_000));
        for length in [
            1, 2, 3, 15, 16, 17, 63, 64, 80, 81, 82, 83, 84, 127, 128, 129, 200, 3_000,
        ] {
            check(&" ".repeat(length));
            check(&format!("{}x", " ".repeat(length)));
            check(&format!("{}\n{}}}", " ".repeat(length), "\t".repeat(length)));
            check(&identifier[..length]);
        }
    }

    #[test]
    fn a_piece_of_any_length_is_counted_at_once() {
        let mut random = Random(9);
        // Only that it ends is asked: a quadratic merge would take minutes.
        let text: String = (0..200_000)
            .map(|_| char::from(b"etaoinshrdlu"[random.below(12)]))
            .collect();
        assert!(count(&text) > 50_000);
    }

    #[test]
    fn a_full_cache_still_tells_pieces_apart() {
        let mut random = Random(11);
        let mut text = String::new();
        for _ in 0..2 * ENTRIES {
            text.push(' ');
            text.extend((0..6).map(|_| char::from(b'a' + random.below(26) as u8)));
        }
        check(&text);
        check(&text);
    }
}
