//! Finding the part of a document that a heading names.
//!
//! Three readings of what was asked for, the strictest first: as it is written; without regard to letter case, markup and
//! punctuation; with levels of headings left out. The first one that fits anything counts, and what it fits more than once is not
//! guessed at.

use super::{Document, Part};

/// A shorter title, in bytes, stands in many others by chance.
const SHORTEST_PIECE: usize = 3;

/// What a heading names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// One part.
    Part(Part),
    /// Several.
    Several(Vec<Part>),
    /// None; these resemble it.
    Nothing(Vec<Part>),
}

/// What `heading` names in `document`: a title, or the titles on the way to it with `>` between them. The file's own name may stand first,
/// as it does in the names of search results.
pub fn find(document: &Document, heading: &str) -> Found {
    let parts = document.parts();
    let asked = without_file_name(document, heading.trim());
    let asked = asked.trim_start_matches('#').trim();
    let way: Vec<&str> = asked.split('>').map(str::trim).collect();
    let folded_way: Vec<String> = way.iter().map(|title| folded(title)).collect();
    let folded_title = folded(asked);
    let readings: [&dyn Fn(&Part) -> bool; 3] = [
        &|part| part.title == asked || ends_with(&part.path, &way, str::to_owned),
        &|part| {
            !folded_title.is_empty()
                && (folded(&part.title) == folded_title || ends_with(&part.path, &folded_way, folded))
        },
        &|part| way.len() > 1 && leads_to(&part.path, &folded_way),
    ];
    for fits in readings {
        let mut found: Vec<Part> = parts.iter().filter(|part| fits(part)).cloned().collect();
        // A way from the top of the document names nothing that lies deeper.
        let whole: Vec<Part> = found
            .iter()
            .filter(|part| way.len() > 1 && part.path.len() == way.len())
            .cloned()
            .collect();
        if whole.len() == 1 {
            found = whole;
        }
        match found.len() {
            0 => {}
            1 => return Found::Part(found.swap_remove(0)),
            _ => return Found::Several(found),
        }
    }
    let resembles = |part: &Part| {
        let title = folded(&part.title);
        let last = folded_way.last().map_or("", String::as_str);
        let holds = |whole: &str, piece: &str| piece.len() >= SHORTEST_PIECE && whole.contains(piece);
        holds(&title, last) || holds(last, &title)
    };
    Found::Nothing(parts.into_iter().filter(resembles).collect())
}

/// `heading` without the file's name: `Install` of `guide.md > Install`, `(front matter)` of `guide.md (front matter)`.
fn without_file_name<'h>(document: &Document, heading: &'h str) -> &'h str {
    let own = [document.path.as_str(), document.path.file_name()];
    own.into_iter()
        .filter_map(|name| heading.strip_prefix(name))
        .map(str::trim_start)
        .find_map(|rest| {
            rest.strip_prefix('>')
                .or_else(|| rest.starts_with('(').then_some(rest))
        })
        .map_or(heading, str::trim_start)
}

/// A title without letter case, markup and punctuation: its words.
fn folded(title: &str) -> String {
    let plain: String = title
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { ' ' })
        .flat_map(char::to_lowercase)
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the last titles of `path` are those of `way`.
fn ends_with<T: PartialEq<String>>(path: &[String], way: &[T], read: impl Fn(&str) -> String) -> bool {
    way.len() <= path.len()
        && path
            .iter()
            .rev()
            .zip(way.iter().rev())
            .all(|(title, asked)| *asked == read(title))
}

/// Whether `path` has the titles of `way` in this order, the last one last.
fn leads_to(path: &[String], way: &[String]) -> bool {
    let Some((last, above)) = way.split_last() else {
        return false;
    };
    let Some((own, outer)) = path.split_last() else {
        return false;
    };
    let mut outer = outer.iter().map(|title| folded(title));
    folded(own) == *last && above.iter().all(|asked| outer.any(|title| title == *asked))
}
