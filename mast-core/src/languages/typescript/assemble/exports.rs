//! What a file exports, and which of its own names that concerns.

use std::collections::{HashMap, HashSet};

use crate::facts::{Export, ExportTarget};
use crate::languages::typescript::outline::{
    Binding, CommonJsTarget, ExportKeyword, Member, MemberKey, MemberKind, Name, Outline, ReExported,
    Statement, StatementKind, Value, ValueKind,
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

/// The exports of one file.
pub(super) struct FileExports {
    /// In source order, each name once.
    pub(super) list: Vec<Export>,
    /// Names of this file that are exported, under whatever name.
    pub(super) local: HashSet<String>,
    /// The name of this file that is the default export.
    pub(super) default: Option<String>,
    /// Whether CommonJS exports count.
    pub(super) commonjs: CommonJs,
    /// Every name that a statement of the top level declares.
    pub(super) declared: HashSet<String>,
}

impl FileExports {
    pub(super) fn of(path: &RelPath, source: &Source, outline: &Outline) -> Self {
        let is_javascript = matches!(path.extension().as_str(), ".js" | ".jsx" | ".cjs" | ".mjs");
        let is_module = outline.statements.iter().any(has_module_syntax);
        let mut collector = Collector {
            source,
            list: Vec::new(),
            at: HashMap::new(),
            declared: outline.statements.iter().flat_map(declared_names).collect(),
        };
        let commonjs = if is_javascript && !is_module {
            CommonJs::Counts
        } else {
            CommonJs::Ignored
        };
        for statement in &outline.statements {
            collector.statement(statement, commonjs);
        }
        let local_name = |export: &Export| match &export.target {
            ExportTarget::Local { name } => Some(name.clone()),
            ExportTarget::Named { .. }
            | ExportTarget::Star { .. }
            | ExportTarget::Namespace { .. }
            | ExportTarget::Expression => None,
        };
        Self {
            local: collector.list.iter().filter_map(local_name).collect(),
            default: collector
                .list
                .iter()
                .find(|export| export.name == "default")
                .and_then(local_name),
            list: collector.list,
            commonjs,
            declared: collector.declared,
        }
    }
}

struct Collector<'a> {
    source: &'a Source,
    list: Vec<Export>,
    /// Where in the list each name stands, but for stars.
    at: HashMap<String, usize>,
    declared: HashSet<String>,
}

impl Collector<'_> {
    fn statement(&mut self, statement: &Statement, commonjs: CommonJs) {
        match &statement.kind {
            StatementKind::ExportNames { names, type_only } => {
                for name in names {
                    let target = ExportTarget::Local {
                        name: name.local.clone(),
                    };
                    self.add(&name.exported, target, *type_only || name.type_only);
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
                            self.add(&name.exported, target, export.type_only || name.type_only);
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
                        self.add(name, target, export.type_only);
                    }
                }
            }
            StatementKind::ExportDefault { value } | StatementKind::ExportAssignment { value } => {
                self.add_default(statement.span, value_target(value));
            }
            StatementKind::CommonJsExport { targets, value } => match commonjs {
                CommonJs::Counts => self.commonjs(targets, value),
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
        match statement.export {
            ExportKeyword::None => {}
            ExportKeyword::Named => {
                for name in names_of(statement) {
                    let target = ExportTarget::Local {
                        name: name.text.clone(),
                    };
                    self.add(name, target, false);
                }
            }
            ExportKeyword::Default => match names_of(statement).first() {
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

    fn commonjs(&mut self, targets: &[CommonJsTarget], value: &Value) {
        for target in targets {
            match target {
                CommonJsTarget::Name(name) => {
                    let target = match &value.kind {
                        ValueKind::Reference(local) if self.declared.contains(local) => {
                            ExportTarget::Local { name: local.clone() }
                        }
                        ValueKind::Function(_) | ValueKind::Class(_) | ValueKind::Object { .. }
                            if !self.declared.contains(&name.text) =>
                        {
                            ExportTarget::Local {
                                name: name.text.clone(),
                            }
                        }
                        ValueKind::Reference(_)
                        | ValueKind::Function(_)
                        | ValueKind::Class(_)
                        | ValueKind::Object { .. }
                        | ValueKind::Other => ExportTarget::Expression,
                    };
                    self.add(name, target, false);
                }
                CommonJsTarget::Module(span) => {
                    let target = match own_name(value) {
                        Some(name) => ExportTarget::Local {
                            name: name.text.clone(),
                        },
                        None => value_target(value),
                    };
                    self.add_default(*span, target);
                    if let ValueKind::Object { members } = &value.kind {
                        for member in members {
                            self.object_entry(member);
                        }
                    }
                }
            }
        }
    }

    fn object_entry(&mut self, member: &Member) {
        let MemberKey::Name(name) = &member.key else {
            return;
        };
        let target = match (&member.refers_to, member.kind) {
            (Some(local), _) => ExportTarget::Local { name: local.clone() },
            (None, MemberKind::Method | MemberKind::FunctionProperty) => ExportTarget::Local {
                name: format!("default.{}", name.text),
            },
            (
                None,
                MemberKind::Constructor
                | MemberKind::Getter
                | MemberKind::Setter
                | MemberKind::Property
                | MemberKind::ParameterProperty
                | MemberKind::EnumMember
                | MemberKind::Nameless,
            ) => ExportTarget::Expression,
        };
        self.add(name, target, false);
    }

    fn add_default(&mut self, at: Span, target: ExportTarget) {
        let name = Name {
            text: "default".to_owned(),
            span: at,
        };
        self.add(&name, target, false);
    }

    /// Adds `name`; of two entries with one name, the one that leads to a name of the file counts.
    fn add(&mut self, name: &Name, target: ExportTarget, type_only: bool) {
        let export = Export {
            name: name.text.clone(),
            target,
            type_only,
            line: self.source.lines().line_of(name.span.start),
        };
        match self.at.get(&name.text).and_then(|at| self.list.get_mut(*at)) {
            Some(earlier) => {
                if earlier.target == ExportTarget::Expression {
                    *earlier = export;
                } else {
                    earlier.type_only &= type_only;
                }
            }
            None => {
                self.at.insert(name.text.clone(), self.list.len());
                self.list.push(export);
            }
        }
    }
}

/// The own name of a function or class expression.
pub(super) fn own_name(value: &Value) -> Option<&Name> {
    match &value.kind {
        ValueKind::Function(function) => function.name.as_ref(),
        ValueKind::Class(class) => class.name.as_ref(),
        ValueKind::Object { .. } | ValueKind::Reference(_) | ValueKind::Other => None,
    }
}

fn value_target(value: &Value) -> ExportTarget {
    match &value.kind {
        ValueKind::Reference(name) => ExportTarget::Local { name: name.clone() },
        ValueKind::Function(_) | ValueKind::Class(_) | ValueKind::Object { .. } | ValueKind::Other => {
            ExportTarget::Expression
        }
    }
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
