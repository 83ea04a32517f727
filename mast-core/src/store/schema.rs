//! Which layout a database file has.

use std::cmp::Ordering;

use rusqlite::Connection;

/// The layout that this program reads and writes: the last line of the ledger.
pub const SCHEMA_VERSION: &str = LEDGER[LEDGER.len() - 1].0;

/// Every version of the layout, oldest first. A change of `schema.sql` or of what extraction puts into it adds a line.
const LEDGER: &[(&str, &str)] = &[
    (
        "2.0.0",
        "one file; facts a file; terms split before FTS5, detail = column",
    ),
    (
        "2.1.0",
        "code: what code refers to, a blob a file; modules: where specifiers lead; manifests: what decides that",
    ),
    (
        "2.2.0",
        "declared: declarations and chunks, a blob a file; blobs compressed; frequent terms once; long literals left out; \
         modules_miscased; a member that a pattern takes out under its own name is a shorthand; global names",
    ),
    (
        "2.3.0",
        "code: a value that is said to be of a type apart from one that is annotated",
    ),
];

/// How a stored version stands to this program's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaState {
    /// The same.
    Current,
    /// Older: it is rebuilt.
    Older(String),
    /// Newer: it is left alone.
    Newer(String),
    /// Not to be told: it is rebuilt.
    Unreadable,
}

impl SchemaState {
    /// The state of a store that says `version`.
    pub fn of(version: &str) -> Self {
        let (Some(stored), Some(own)) = (numbers(version), numbers(SCHEMA_VERSION)) else {
            return Self::Unreadable;
        };
        match stored.cmp(&own) {
            Ordering::Equal => Self::Current,
            Ordering::Less => Self::Older(version.to_owned()),
            Ordering::Greater => Self::Newer(version.to_owned()),
        }
    }
}

fn numbers(version: &str) -> Option<[u32; 3]> {
    let mut parts = version.split('.').map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

/// The text of `schema.sql`: tables first, then the indexes.
fn parts() -> (&'static str, &'static str) {
    include_str!("schema.sql")
        .split_once("-- INDEXES:")
        .unwrap_or((include_str!("schema.sql"), ""))
}

pub(super) fn create_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(parts().0)
}

pub(super) fn create_indexes(connection: &Connection) -> rusqlite::Result<()> {
    // The first line of this part is the rest of the comment that separates the two.
    connection.execute_batch(
        parts()
            .1
            .split_once('\n')
            .map_or("", |(_, statements)| statements),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_of_the_ledger_ascend() {
        assert_eq!(SchemaState::of(SCHEMA_VERSION), SchemaState::Current);
        assert!(
            LEDGER
                .windows(2)
                .all(|pair| numbers(pair[0].0) < numbers(pair[1].0))
        );
    }

    #[test]
    fn versions_compare_by_number() {
        assert_eq!(SchemaState::of("1.10.0"), SchemaState::Older("1.10.0".into()));
        assert_eq!(SchemaState::of("10.0.0"), SchemaState::Newer("10.0.0".into()));
        assert_eq!(SchemaState::of(SCHEMA_VERSION), SchemaState::Current);
        assert_eq!(SchemaState::of("2.0.0"), SchemaState::Older("2.0.0".into()));
        assert_eq!(SchemaState::of("x"), SchemaState::Unreadable);
    }
}
