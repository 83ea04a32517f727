//! What a file exports, and which of its own names that concerns.

use std::collections::{HashMap, HashSet};

use super::Bodies;
use crate::facts::{Export, ExportTarget};
use crate::languages::typescript::outline::{
    Binding, ExportKeyword, ImportUse, Name, Outline, ReExported, Statement, StatementKind, Value, ValueKind,
};
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// Whether `module.exports` and `exports` of a file are its exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommonJs {
    /// JavaScript without `import` and `export` statements.
    Counts,
    /// TypeScript, or a file with `import` or `export` statements.
    Ignored,
}

/// Whether the declarations of a file or module are exported without the keyword.
///
/// TypeScript exports everything in a definition file that is a module, and in an ambient module, as
/// long as no export list, re-export or default expression stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmarked {
    /// Only what is marked is exported.
    Local,
    /// Everything is.
    Exported,
}

/// The exports of one file.
pub(super) struct FileExports {
    /// In source order, each name once.
    pub(super) list: Vec<Export>,
    /// Names that are exported by something else than a keyword at their declaration.
    pub(super) listed: Listed,
    /// Whether declarations without a keyword are exported.
    pub(super) unmarked: Unmarked,
    /// Whether `module.exports` and `exports` count.
    pub(super) commonjs: CommonJs,
    /// Every name that a statement of the top level declares.
    pub(super) declared: HashSet<String>,
}

/// Names of a file or module that are exported by a list, a default expression or an assignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    /// All of them, by the name in the file.
    pub(super) names: HashSet<String>,
    /// The one that is the default export.
    pub(super) default: Option<String>,
}

impl Listed {
    /// What lists, default expressions and `export =` among `statements` name.
    pub(super) fn among(statements: &[Statement]) -> Self {
        let mut listed = Self::default();
        for statement in statements {
            match &statement.kind {
                StatementKind::ExportNames { names, .. } => {
                    for name in names {
                        listed.add(&name.local, &name.exported.text);
                    }
                }
                StatementKind::ExportDefault { value } | StatementKind::ExportAssignment { value } => {
                    if let ValueKind::Reference(name) = &value.kind {
                        listed.add(name, "default");
                    }
                }
                StatementKind::Import { .. }
                | StatementKind::ImportAlias { .. }
                | StatementKind::Function(_)
                | StatementKind::Class(_)
                | StatementKind::Variables { .. }
                | StatementKind::Interface(_)
                | StatementKind::TypeAlias(_)
                | StatementKind::Enum(_)
                | StatementKind::Namespace(_)
                | StatementKind::ReExport(_)
                | StatementKind::CommonJsExport { .. }
                | StatementKind::Plain
                | StatementKind::Nothing => {}
            }
        }
        listed
    }

    pub(super) fn add(&mut self, local: &str, exported: &str) {
        self.names.insert(local.to_owned());
        if exported == "default" {
            self.default = Some(local.to_owned());
        }
    }
}

impl Unmarked {
    /// Whether the ambient `statements` of one module are exported without a keyword.
    pub(super) fn in_ambient(statements: &[Statement]) -> Self {
        let has_export_list = statements.iter().any(|statement| {
            matches!(
                statement.kind,
                StatementKind::ExportNames { .. }
                    | StatementKind::ReExport(_)
                    | StatementKind::ExportDefault { .. }
                    | StatementKind::ExportAssignment { .. }
            )
        });
        if has_export_list {
            Self::Local
        } else {
            Self::Exported
        }
    }
}

impl FileExports {
    pub(super) fn of(path: &RelPath, source: &Source, outline: &Outline, bodies: Bodies) -> Self {
        let statements = &outline.statements;
        let is_javascript = matches!(path.extension().as_str(), ".js" | ".jsx" | ".cjs" | ".mjs");
        let is_module = statements.iter().any(has_module_syntax);
        let mut collector = Collector {
            source,
            imports: &outline.imports,
            list: Vec::new(),
            at: HashMap::new(),
            declared: statements.iter().flat_map(declared_names).collect(),
            listed: Listed::among(statements),
            unmarked: match bodies {
                Bodies::Declared if is_module => Unmarked::in_ambient(statements),
                Bodies::Declared | Bodies::Written => Unmarked::Local,
            },
        };
        let commonjs = if is_javascript && !is_module {
            CommonJs::Counts
        } else {
            CommonJs::Ignored
        };
        for statement in statements {
            collector.statement(statement, commonjs);
        }
        Self {
            list: collector.list,
            listed: collector.listed,
            unmarked: collector.unmarked,
            commonjs,
            declared: collector.declared,
        }
    }
}

pub(super) struct Collector<'a> {
    pub(super) source: &'a Source,
    pub(super) imports: &'a [ImportUse],
    pub(super) list: Vec<Export>,
    /// Where in the list each name stands, but for stars.
    at: HashMap<String, usize>,
    pub(super) declared: HashSet<String>,
    pub(super) listed: Listed,
    unmarked: Unmarked,
}

impl Collector<'_> {
    fn statement(&mut self, statement: &Statement, commonjs: CommonJs) {
        match &statement.kind {
            StatementKind::ExportNames { names, type_only } => {
                for name in names {
                    let target = ExportTarget::Local {
                        name: name.local.clone(),
                    };
                    let export = Export {
                        type_only: *type_only || name.type_only,
                        ..self.export(&name.exported, target)
                    };
                    self.add_export(export);
                }
            }
            StatementKind::ReExport(export) => {
                let module = &export.module;
                match &export.what {
                    ReExported::Names(names) => {
                        for name in names {
                            let target = ExportTarget::Named {
                                module: module.clone(),
                                name: name.local.clone(),
                            };
                            let export = Export {
                                type_only: export.type_only || name.type_only,
                                ..self.export(&name.exported, target)
                            };
                            self.add_export(export);
                        }
                    }
                    ReExported::Star => self.list.push(Export {
                        name: "*".to_owned(),
                        target: ExportTarget::Star {
                            module: module.clone(),
                        },
                        type_only: export.type_only,
                        line: self.source.lines().line_of(statement.span.start),
                    }),
                    ReExported::Namespace(name) => {
                        let target = ExportTarget::Namespace {
                            module: module.clone(),
                        };
                        let export = Export {
                            type_only: export.type_only,
                            ..self.export(name, target)
                        };
                        self.add_export(export);
                    }
                }
            }
            StatementKind::ExportDefault { value } | StatementKind::ExportAssignment { value } => {
                self.add_default(statement.span, value_target(value));
            }
            StatementKind::CommonJsExport { targets, value } => match commonjs {
                CommonJs::Counts => self.commonjs(statement.span, targets, value),
                CommonJs::Ignored => {}
            },
            StatementKind::Function(_)
            | StatementKind::Class(_)
            | StatementKind::Variables { .. }
            | StatementKind::Interface(_)
            | StatementKind::TypeAlias(_)
            | StatementKind::Enum(_)
            | StatementKind::Namespace(_)
            | StatementKind::Import { .. }
            | StatementKind::ImportAlias { .. } => self.declaration(statement),
            StatementKind::Plain | StatementKind::Nothing => {}
        }
    }

    fn declaration(&mut self, statement: &Statement) {
        match (statement.export, self.unmarked) {
            (ExportKeyword::None, Unmarked::Local) => {}
            (ExportKeyword::None, Unmarked::Exported) if is_import(statement) => {}
            (ExportKeyword::None | ExportKeyword::Named, _) => {
                for name in names_of(statement) {
                    let target = ExportTarget::Local {
                        name: name.text.clone(),
                    };
                    self.add(name, target);
                }
            }
            (ExportKeyword::Default, _) => match names_of(statement).first() {
                Some(name) => self.add_default(
                    name.span,
                    ExportTarget::Local {
                        name: name.text.clone(),
                    },
                ),
                None => self.add_default(statement.span, ExportTarget::Expression),
            },
        }
    }

    fn add_default(&mut self, at: Span, target: ExportTarget) {
        let name = Name {
            text: "default".to_owned(),
            span: at,
        };
        self.add(&name, target);
    }

    fn export(&self, name: &Name, target: ExportTarget) -> Export {
        Export {
            name: name.text.clone(),
            target,
            type_only: false,
            line: self.source.lines().line_of(name.span.start),
        }
    }

    pub(super) fn add(&mut self, name: &Name, target: ExportTarget) {
        self.add_export(self.export(name, target));
    }

    /// Of two entries with one name, the one that leads to a name of the file counts.
    fn add_export(&mut self, export: Export) {
        if let Some(earlier) = self.at.get(&export.name).and_then(|at| self.list.get_mut(*at)) {
            if earlier.target == ExportTarget::Expression {
                *earlier = export;
            } else {
                earlier.type_only &= export.type_only;
            }
        } else {
            self.at.insert(export.name.clone(), self.list.len());
            self.list.push(export);
        }
    }
}

pub(super) fn value_target(value: &Value) -> ExportTarget {
    match &value.kind {
        ValueKind::Reference(name) => ExportTarget::Local { name: name.clone() },
        ValueKind::Function(_) | ValueKind::Class(_) | ValueKind::Object { .. } | ValueKind::Other => {
            ExportTarget::Expression
        }
    }
}

fn is_import(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Import { .. } | StatementKind::ImportAlias { .. }
    )
}

fn has_module_syntax(statement: &Statement) -> bool {
    if statement.export != ExportKeyword::None {
        return true;
    }
    match &statement.kind {
        StatementKind::Import { .. }
        | StatementKind::ReExport(_)
        | StatementKind::ExportNames { .. }
        | StatementKind::ExportDefault { .. }
        | StatementKind::ExportAssignment { .. } => true,
        StatementKind::ImportAlias { .. }
        | StatementKind::Function(_)
        | StatementKind::Class(_)
        | StatementKind::Variables { .. }
        | StatementKind::Interface(_)
        | StatementKind::TypeAlias(_)
        | StatementKind::Enum(_)
        | StatementKind::Namespace(_)
        | StatementKind::CommonJsExport { .. }
        | StatementKind::Plain
        | StatementKind::Nothing => false,
    }
}

fn declared_names(statement: &Statement) -> Vec<String> {
    names_of(statement)
        .into_iter()
        .map(|name| name.text.clone())
        .collect()
}

/// The names that a statement declares in its own scope.
fn names_of(statement: &Statement) -> Vec<&Name> {
    match &statement.kind {
        StatementKind::Import { alias } => alias.iter().collect(),
        StatementKind::ImportAlias { name } => vec![name],
        StatementKind::Function(function) => function.name.iter().collect(),
        StatementKind::Class(class) => class.name.iter().collect(),
        StatementKind::Variables { declarators } => declarators
            .iter()
            .flat_map(|declarator| match &declarator.binding {
                Binding::Name(name) => std::slice::from_ref(name),
                Binding::Pattern(names) => names,
            })
            .collect(),
        StatementKind::Interface(of) | StatementKind::TypeAlias(of) | StatementKind::Enum(of) => {
            vec![&of.name]
        }
        StatementKind::Namespace(namespace) => namespace.first_name().into_iter().collect(),
        StatementKind::ReExport(_)
        | StatementKind::ExportNames { .. }
        | StatementKind::ExportDefault { .. }
        | StatementKind::ExportAssignment { .. }
        | StatementKind::CommonJsExport { .. }
        | StatementKind::Plain
        | StatementKind::Nothing => Vec::new(),
    }
}
