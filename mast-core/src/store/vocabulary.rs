//! The distinct terms of the index, read off the full text.

use rusqlite::OptionalExtension;

use crate::error::Result;
use crate::store::Store;

impl Store {
    /// How many rows hold `term`; 0 when none does.
    ///
    /// # Cost
    ///
    /// Reads the term's list of rows: about 20 ns a row.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn rows_with_term(&self, term: &str) -> Result<u32> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT doc FROM chunk_terms WHERE term = ?1")?
                .query_row([term], |row| row.get(0))
                .optional()
                .map(Option::unwrap_or_default)
        })
    }

    /// Every term with the number of rows that hold it.
    ///
    /// # Cost
    ///
    /// Reads the whole full text.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn vocabulary(&self) -> Result<Vocabulary> {
        self.read(|connection| {
            let mut vocabulary = Vocabulary::default();
            let mut statement = connection.prepare_cached("SELECT term, doc FROM chunk_terms")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                vocabulary.text.push_str(row.get_ref(0)?.as_str()?);
                vocabulary.terms.push((vocabulary.text.len() as u32, row.get(1)?));
            }
            Ok(vocabulary)
        })
    }
}

/// Every distinct term of the index, in memory: its bytes and eight more a term.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    text: String,
    /// Where each term ends in `text`, and how many rows hold it.
    terms: Vec<(u32, u32)>,
}

impl Vocabulary {
    /// Every term with the number of rows that hold it, in byte order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let mut start = 0;
        self.terms.iter().map(move |(end, rows)| {
            let term = &self.text[start..*end as usize];
            start = *end as usize;
            (term, *rows)
        })
    }
}
