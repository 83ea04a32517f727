//! What a query asks for.

use crate::text::words::{TokenForm, runs, tokens, words_of};

/// Words that say little about what is looked for.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "do", "does", "for",
    "from", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "not", "of", "on",
    "or", "our", "so", "such", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "to", "was", "we", "what", "when", "where", "which", "while", "who", "why", "will", "with",
    "would", "you", "your", "should", "e", "g", "s", "t",
];

/// Words that ask for what otherwise ranks below sources.
const TEST_WORDS: &[&str] = &[
    "test",
    "tests",
    "testing",
    "spec",
    "specs",
    "e2e",
    "fixture",
    "fixtures",
    "mock",
    "mocks",
    "playground",
    "example",
    "examples",
    "benchmark",
    "benchmarks",
];

/// Words that ask for documents.
const DOCUMENT_WORDS: &[&str] = &[
    "doc",
    "docs",
    "documentation",
    "readme",
    "guide",
    "guides",
    "changelog",
    "tutorial",
    "manual",
    "markdown",
];

/// What people ask to be done; such words stand in code too, and then mean something else.
const TASK_WORDS: &[&str] = &[
    "add",
    "added",
    "adding",
    "adds",
    "allow",
    "allows",
    "avoid",
    "avoids",
    "change",
    "changes",
    "correct",
    "correctly",
    "ensure",
    "ensures",
    "fix",
    "fixed",
    "fixes",
    "handle",
    "implement",
    "improve",
    "improved",
    "improves",
    "make",
    "makes",
    "more",
    "move",
    "only",
    "prevent",
    "prevents",
    "properly",
    "refactor",
    "remove",
    "removes",
    "rename",
    "replace",
    "support",
    "supports",
    "update",
    "use",
    "uses",
    "using",
    "wrong",
];

/// In a query of more words than this, an identifier is no question for its declaration.
const FEW_WORDS: usize = 4;

/// A query of more words than this is no name spelt out.
const LONGEST_NAME: usize = 8;

/// How a term of the query is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A whole identifier of several words.
    Identifier,
    /// One word, without its inflection.
    Word,
    /// A word that says what to do to the code, not what the code is: `fix`, `add`.
    TaskWord,
    /// A word that says little.
    StopWord,
}

/// One term that is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTerm {
    /// As the index has it.
    pub text: String,
    /// How it is read.
    pub kind: TermKind,
    /// The word as written, where the index also has that form.
    pub written: Option<String>,
}

/// What the query as a whole looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One identifier.
    Identifier,
    /// A qualified one, `Widget.handle`: the qualifier and the last name.
    Qualified {
        /// The names before the last, `Widget`.
        owner: String,
        /// The last name, `handle`.
        name: String,
    },
    /// Words.
    Words,
}

/// A query, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// As asked, without surrounding space.
    pub text: String,
    /// What it looks like.
    pub form: Form,
    /// Its distinct terms in order of appearance.
    pub terms: Vec<QueryTerm>,
    /// The identifiers in it that may name a declaration exactly, lower case: whole, and all words run together.
    pub names: Vec<String>,
    /// Its words as one lower-case string without gaps.
    pub squashed: String,
    /// Whether it asks for tests, fixtures or examples.
    pub about_tests: bool,
    /// Whether it asks for documents.
    pub about_documents: bool,
    /// Neighbouring words run together: `code block` may be written `codeBlock`; and all words of a short query.
    pub pairs: Vec<String>,
}

impl Query {
    /// Takes `text` apart.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let all_runs: Vec<&str> = runs(text).collect();
        let form = form_of(text, &all_runs);
        let mut terms: Vec<QueryTerm> = Vec::new();
        for run in &all_runs {
            add_terms(run, &mut terms);
        }
        // In a short query every word may be part of a name.
        if all_runs.len() <= 3 {
            terms
                .iter_mut()
                .filter(|term| term.kind == TermKind::TaskWord)
                .for_each(|term| term.kind = TermKind::Word);
        }
        if terms
            .iter()
            .all(|term| matches!(term.kind, TermKind::StopWord | TermKind::TaskWord))
        {
            for term in &mut terms {
                term.kind = TermKind::Word;
            }
        }
        let squashed: String = all_runs
            .iter()
            .flat_map(|run| words_of(run))
            .collect::<String>()
            .to_lowercase();
        let mut pairs = if form == Form::Words {
            pairs_of(&all_runs)
        } else {
            Vec::new()
        };
        let mut names = match &form {
            Form::Identifier => names_of(text),
            Form::Qualified { name, .. } => names_of(name),
            // In a sentence, an identifier is what the code is about more often than what is looked for.
            Form::Words if all_runs.len() > FEW_WORDS => Vec::new(),
            Form::Words => all_runs
                .iter()
                .filter(|run| looks_declared(run))
                .flat_map(|run| names_of(run))
                .collect(),
        };
        if form == Form::Words && all_runs.len() <= LONGEST_NAME {
            for gap in ["", "_"] {
                let words: Vec<&str> = all_runs.iter().flat_map(|run| words_of(run)).collect();
                let name = words.join(gap).to_lowercase();
                names.push(name.clone());
                if !pairs.contains(&name) {
                    pairs.push(name);
                }
            }
        }
        let mentions = |words: &[&str]| {
            all_runs
                .iter()
                .any(|run| words.contains(&run.to_lowercase().as_str()))
        };
        let (about_tests, about_documents) = (mentions(TEST_WORDS), mentions(DOCUMENT_WORDS));
        Self {
            text: text.to_owned(),
            about_tests,
            about_documents,
            form,
            terms,
            names,
            squashed,
            pairs,
        }
    }

    /// Whether nothing can be looked up.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

fn form_of(text: &str, all_runs: &[&str]) -> Form {
    if let [run] = all_runs
        && text.trim_start_matches(['#', '@', '.']).trim_end_matches("()") == *run
    {
        return Form::Identifier;
    }
    let joined = all_runs.join(".");
    let written = text
        .trim_end_matches("()")
        .replace("::", ".")
        .replace('#', ".")
        .replace("..", ".");
    match (all_runs.split_last(), written == joined) {
        (Some((name, owners)), true) if !owners.is_empty() => Form::Qualified {
            owner: owners.join("."),
            name: (*name).to_owned(),
        },
        _ => Form::Words,
    }
}

fn add_terms(run: &str, terms: &mut Vec<QueryTerm>) {
    let several = words_of(run).nth(1).is_some();
    let mut add = |text: &str, kind| {
        if !terms.iter().any(|term| term.text == text) {
            terms.push(QueryTerm {
                text: text.to_owned(),
                kind,
                written: None,
            });
        }
    };
    let word_kind = |text: &str| {
        if STOP_WORDS.contains(&text) {
            TermKind::StopWord
        } else if TASK_WORDS.contains(&text) {
            TermKind::TaskWord
        } else {
            TermKind::Word
        }
    };
    let mut stemmed = false;
    let mut whole = None;
    tokens(run, |token, form| match form {
        TokenForm::Whole if several => add(token, TermKind::Identifier),
        TokenForm::Whole => whole = Some(token.to_owned()),
        TokenForm::Word => {
            stemmed = true;
            let kind = if several {
                TermKind::Word
            } else {
                word_kind(whole.as_deref().unwrap_or(token))
            };
            add(token, kind);
        }
    });
    if let Some(whole) = whole {
        if stemmed {
            if let Some(term) = terms.last_mut().filter(|term| term.kind != TermKind::Identifier) {
                term.written = Some(whole);
            }
        } else {
            let kind = word_kind(&whole);
            add(&whole, kind);
        }
    }
}

fn pairs_of(all_runs: &[&str]) -> Vec<String> {
    let words: Vec<String> = all_runs
        .iter()
        .flat_map(|run| words_of(run))
        .map(str::to_lowercase)
        .filter(|word| !STOP_WORDS.contains(&word.as_str()))
        .collect();
    let mut pairs: Vec<String> = words.windows(2).map(<[String]>::concat).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// An identifier in a sentence that people would only write if they meant the declaration.
fn looks_declared(run: &str) -> bool {
    let bytes = run.as_bytes();
    run.contains(['_', '$'])
        || bytes.iter().skip(1).any(u8::is_ascii_uppercase) && bytes.iter().any(u8::is_ascii_lowercase)
        || bytes
            .windows(2)
            .any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
}

fn names_of(run: &str) -> Vec<String> {
    let run = run.trim_start_matches(['#', '@', '.']).trim_end_matches("()");
    let whole = run.trim_matches(['_', '$']).to_lowercase();
    let squashed: String = words_of(run).collect::<String>().to_lowercase();
    if whole == squashed {
        vec![whole]
    } else {
        vec![whole, squashed]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let query = Query::parse(text);
        let terms: Vec<String> = query
            .terms
            .iter()
            .map(|term| match term.kind {
                TermKind::Identifier => format!("[{}]", term.text),
                TermKind::Word => term.text.clone(),
                TermKind::TaskWord | TermKind::StopWord => format!("({})", term.text),
            })
            .collect();
        expected.assert_eq(&format!(
            "{:?} | {} | {}",
            query.form,
            terms.join(" "),
            query.names.join(" ")
        ));
    }

    #[test]
    fn queries_are_taken_apart() {
        check(
            "getUserById",
            &expect!["Identifier | [getuserbyid] get user by id | getuserbyid"],
        );
        check(
            "get_arguments",
            &expect!["Identifier | [get_arguments] get argument | get_arguments getarguments"],
        );
        check(
            "Widget.handleClick()",
            &expect![[
                r#"Qualified { owner: "Widget", name: "handleClick" } | widget [handleclick] handl click | handleclick"#
            ]],
        );
        check(
            "how are users of parseConfig cached",
            &expect![
                "Words | (how) (are) user (of) [parseconfig] pars config cach | howareusersofparseconfigcached how_are_users_of_parse_config_cached"
            ],
        );
        check("is it", &expect!["Words | is it | isit is_it"]);
        check("a.b is c", &expect!["Words | (a) b (is) c | abisc a_b_is_c"]);
    }
}
