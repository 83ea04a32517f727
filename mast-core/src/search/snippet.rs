//! The words around the first match, with the matches marked.

use crate::search::query::{Query, TermKind};
use crate::text::words::{runs, tokens};

/// How many words a snippet has.
const WORDS: usize = 12;

/// The stretch of [`WORDS`] words of `text` with the most matches, each marked with `**`; none without a match.
pub fn snippet(text: &str, query: &Query) -> Option<String> {
    let mut words: Vec<(usize, usize, bool)> = Vec::new();
    let mut places = Vec::new();
    for run in runs(text) {
        let start = run.as_ptr() as usize - text.as_ptr() as usize;
        let mut matched = false;
        tokens(run, |token, _| {
            matched |= query
                .terms
                .iter()
                .any(|term| term.kind != TermKind::StopWord && term.text == token);
        });
        if matched {
            places.push(words.len());
        }
        words.push((start, start + run.len(), matched));
    }
    let best = places
        .iter()
        .enumerate()
        .max_by_key(|(at, first)| {
            let within = places[*at..]
                .iter()
                .take_while(|other| **other < **first + WORDS)
                .count();
            (within, std::cmp::Reverse(**first))
        })
        .map(|(_, first)| *first)?;
    let first = best.saturating_sub(2);
    let last = (first + WORDS).min(words.len()) - 1;
    let mut snippet = String::new();
    if first > 0 {
        snippet.push_str("...");
    }
    let mut at = words[first].0;
    for (start, end, matched) in &words[first..=last] {
        snippet.push_str(&text[at..*start]);
        let mark = if *matched { "**" } else { "" };
        snippet.push_str(mark);
        snippet.push_str(&text[*start..*end]);
        snippet.push_str(mark);
        at = *end;
    }
    if last + 1 < words.len() {
        snippet.push_str("...");
    }
    Some(snippet.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_marked() {
        let query = Query::parse("users cached");
        let text = "one two three four five six seven eight nine ten const cachedUser = load(user); return x";
        assert_eq!(
            snippet(text, &query).as_deref(),
            Some("...ten const **cachedUser** = load(**user**); return x")
        );
        assert_eq!(snippet("nothing here", &query), None);
    }
}
