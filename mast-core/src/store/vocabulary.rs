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

    /// Calls `visit` with every term and the number of rows that hold it.
    ///
    /// # Cost
    ///
    /// Reads the whole full text.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn each_term(&self, mut visit: impl FnMut(&str, u32)) -> Result<()> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT term, doc FROM chunk_terms")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(row.get_ref(0)?.as_str()?, row.get(1)?);
            }
            Ok(())
        })
    }
}
