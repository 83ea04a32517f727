//! What a file gives to other modules.

use crate::text::line::Line;

/// Where an exported name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportTarget {
    /// A name of this file, which may itself be imported: `export const a`, `export { a as b }`,
    /// `export default a`, `export = a`, `exports.b = a`, `module.exports = { b: a }`.
    Local {
        /// The name in this file.
        name: String,
    },
    /// `export { name as … } from 'module'`.
    Named {
        /// The specifier as written.
        module: String,
        /// The name there; `default` for the default export.
        name: String,
    },
    /// `export * from 'module'`; the exported name is `*`.
    Star {
        /// The specifier as written.
        module: String,
    },
    /// `export * as ns from 'module'`.
    Namespace {
        /// The specifier as written.
        module: String,
    },
    /// `export default <expression>`, `module.exports = <expression>`, `exports.a = <expression>`: a value without a name in this file.
    Expression,
}

/// One exported name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The name that importers use: without quotes, `default` for the default export (also for
    /// `export =` and `module.exports =`), `*` for a star.
    pub name: String,
    /// Where it leads.
    pub target: ExportTarget,
    /// `export type { … }`, `export { type x }`.
    pub type_only: bool,
    /// The line of the exported name.
    pub line: Line,
}

impl Export {
    /// Whether it gives what the file itself calls `own`.
    pub fn gives(&self, own: &str) -> bool {
        match &self.target {
            ExportTarget::Local { name } => name == own,
            ExportTarget::Expression => self.name == own,
            ExportTarget::Named { .. } | ExportTarget::Star { .. } | ExportTarget::Namespace { .. } => false,
        }
    }
}
