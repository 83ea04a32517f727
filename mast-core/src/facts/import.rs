//! What a file takes from other modules.

use crate::text::line::Line;

/// How a module is named as a dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportForm {
    /// `import … from 'm'`, also `import type`, `import defer`, `import source`.
    Static,
    /// `import 'm'`.
    SideEffect,
    /// `export … from 'm'`.
    ExportFrom,
    /// `import('m')`.
    Dynamic,
    /// `require('m')` and `import x = require('m')`.
    Require,
    /// `import('m').T` in a type.
    TypeQuery,
}

impl ImportForm {
    /// All forms, in the order of their numbers in the store.
    pub const ALL: [Self; 6] = [
        Self::Static,
        Self::SideEffect,
        Self::ExportFrom,
        Self::Dynamic,
        Self::Require,
        Self::TypeQuery,
    ];

    /// Its name in the store and in tests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::SideEffect => "side_effect",
            Self::ExportFrom => "export_from",
            Self::Dynamic => "dynamic",
            Self::Require => "require",
            Self::TypeQuery => "type_query",
        }
    }
}

/// One name that an import brings in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImportBinding {
    /// The name in the module: an exported name without quotes, `default`, or `*` for the whole module.
    pub imported: String,
    /// The name in this file; the exported name for `export … from`.
    pub local: String,
    /// `import { type X }`.
    pub type_only: bool,
}

/// One import statement or expression whose module is a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The specifier as written, without quotes.
    pub module: String,
    /// How it is written.
    pub form: ImportForm,
    /// What it binds: for `const { a, b: c } = await import('m')` and `… = require('m')` the names of the pattern too.
    pub bindings: Vec<ImportBinding>,
    /// `import type … from`, `export type … from`, `import('m').T`.
    pub type_only: bool,
    /// The line it starts on.
    pub line: Line,
}
