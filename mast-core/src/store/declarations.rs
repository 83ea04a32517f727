//! The rows of declarations.

use rusqlite::{Connection, Row, params};

use crate::error::Result;
use crate::facts::{Access, Declaration, DeclarationKind};
use crate::store::Store;
use crate::store::chunks::line;
use crate::text::span::Span;

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
                    "SELECT name, owner_length, kind, flags, line, start_byte, end_byte, name_start, name_end,
                            doc_start, doc_end, signature_start, signature_end
                     FROM declarations WHERE file_id = ?1 ORDER BY ordinal",
                )?
                .query_map([file], from_row)?
                .collect()
        })
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Declaration> {
    let name: String = row.get(0)?;
    let owner = match row.get::<_, usize>(1)? {
        0 => None,
        length => name.get(..length).map(str::to_owned),
    };
    let flags: u8 = row.get(3)?;
    let doc = match (row.get(9)?, row.get(10)?) {
        (Some(start), Some(end)) => Some(Span::new(start, end)),
        _ => None,
    };
    Ok(Declaration {
        owner,
        name,
        kind: DeclarationKind::ALL.get(row.get::<_, usize>(2)?).copied().unwrap_or(DeclarationKind::Const),
        span: Span::new(row.get(5)?, row.get(6)?),
        name_span: Span::new(row.get(7)?, row.get(8)?),
        line: line(row, 4)?,
        doc,
        signature: Span::new(row.get(11)?, row.get(12)?),
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

pub(super) fn insert(connection: &Connection, file: i64, declarations: &[Declaration]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO declarations (file_id, ordinal, name, owner_length, kind, flags, line, start_byte, end_byte,
            name_start, name_end, doc_start, doc_end, signature_start, signature_end)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?;
    for (ordinal, declaration) in declarations.iter().enumerate() {
        insert.execute(params![
            file,
            ordinal as i64,
            declaration.name,
            declaration.owner.as_ref().map_or(0, String::len) as i64,
            declaration.kind as u8,
            flags(declaration),
            declaration.line.get(),
            declaration.span.start,
            declaration.span.end,
            declaration.name_span.start,
            declaration.name_span.end,
            declaration.doc.map(|doc| doc.start),
            declaration.doc.map(|doc| doc.end),
            declaration.signature.start,
            declaration.signature.end,
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
