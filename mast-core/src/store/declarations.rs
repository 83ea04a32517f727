//! The rows of declarations.

use rusqlite::{Connection, Row, params};

use crate::error::Result;
use crate::facts::{Access, Declaration, DeclarationKind};
use crate::store::Store;
use crate::store::chunks::{line, owner_length, owner_of};
use crate::store::spans;

const EXPORTED: u8 = 1;
const DEFAULT: u8 = 2;
const STATIC: u8 = 4;
const WITHOUT_BODY: u8 = 8;
const PROTECTED: u8 = 16;
const PRIVATE: u8 = 32;

impl Store {
    /// The declarations of the file `file`, in source order.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub fn declarations_of(&self, file: i64) -> Result<Vec<Declaration>> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT name, owner_length, kind, flags, line, spans FROM declarations WHERE file_id = ?1 ORDER BY ordinal",
                )?
                .query_map([file], from_row)?
                .collect()
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Declaration> {
    let name: String = row.get(0)?;
    let flags: u8 = row.get(3)?;
    let (span, others) = spans::decode(row.get_ref(5)?.as_blob()?);
    let other = |at: usize| others.get(at).copied().flatten();
    Ok(Declaration {
        owner: owner_of(&name, row.get(1)?),
        name,
        kind: DeclarationKind::ALL
            .get(row.get::<_, usize>(2)?)
            .copied()
            .unwrap_or(DeclarationKind::Const),
        span,
        name_span: other(0).unwrap_or_default(),
        line: line(row, 4)?,
        doc: other(2),
        signature: other(1).unwrap_or_default(),
        exported: flags & EXPORTED != 0,
        default_export: flags & DEFAULT != 0,
        is_static: flags & STATIC != 0,
        without_body: flags & WITHOUT_BODY != 0,
        access: if flags & PRIVATE != 0 {
            Access::Private
        } else if flags & PROTECTED != 0 {
            Access::Protected
        } else {
            Access::Public
        },
    })
}

pub(super) fn insert(
    connection: &Connection,
    file: i64,
    declarations: &[Declaration],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO declarations (file_id, ordinal, name, owner_length, kind, flags, line, spans)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (ordinal, declaration) in declarations.iter().enumerate() {
        let others = [
            Some(declaration.name_span),
            Some(declaration.signature),
            declaration.doc,
        ];
        insert.execute(params![
            file,
            ordinal as i64,
            declaration.name,
            owner_length(&declaration.name, declaration.owner.as_deref()) as i64,
            declaration.kind as u8,
            flags(declaration),
            declaration.line.get(),
            spans::encode(declaration.span, &others),
        ])?;
    }
    Ok(())
}

fn flags(declaration: &Declaration) -> u8 {
    let access = match declaration.access {
        Access::Public => 0,
        Access::Protected => PROTECTED,
        Access::Private => PRIVATE,
    };
    let flag = |holds: bool, bit: u8| if holds { bit } else { 0 };
    access
        | flag(declaration.exported, EXPORTED)
        | flag(declaration.default_export, DEFAULT)
        | flag(declaration.is_static, STATIC)
        | flag(declaration.without_body, WITHOUT_BODY)
}
