//! What `module.exports` and `exports` give to importers.

use super::exports::{Collector, value_target};
use crate::facts::{Export, ExportTarget, ImportForm};
use crate::languages::typescript::outline::{
    CommonJsTarget, Member, MemberKey, MemberKind, Name, Value, ValueKind,
};
use crate::text::span::Span;

impl Collector<'_> {
    /// The statement `statement` assigns `value` to `targets`.
    pub(super) fn commonjs(&mut self, statement: Span, targets: &[CommonJsTarget], value: &Value) {
        for target in targets {
            match target {
                CommonJsTarget::Name(name) => {
                    let target = self.named_target(targets, name, value);
                    self.add_commonjs(name, target);
                }
                CommonJsTarget::Module(span) => self.whole_module(statement, *span, value),
            }
        }
    }

    /// Where `exports.name = value` leads; a function, class or object is declared by it.
    fn named_target(&self, targets: &[CommonJsTarget], name: &Name, value: &Value) -> ExportTarget {
        match &value.kind {
            ValueKind::Reference(local) if self.declared.contains(local) => {
                ExportTarget::Local { name: local.clone() }
            }
            ValueKind::Function(_) | ValueKind::Class(_) | ValueKind::Object { .. }
                if targets.len() == 1 && !self.declared.contains(&name.text) =>
            {
                ExportTarget::Local {
                    name: name.text.clone(),
                }
            }
            ValueKind::Reference(_)
            | ValueKind::Function(_)
            | ValueKind::Class(_)
            | ValueKind::Object { .. } => ExportTarget::Expression,
            ValueKind::Other => self.required(value).unwrap_or(ExportTarget::Expression),
        }
    }

    fn whole_module(&mut self, statement: Span, at: Span, value: &Value) {
        let required = self.required(value);
        if let Some(ExportTarget::Namespace { module }) = &required {
            self.list.push(Export {
                name: "*".to_owned(),
                target: ExportTarget::Star {
                    module: module.clone(),
                },
                type_only: false,
                line: self.source.lines().line_of(statement.start),
            });
        }
        let target = match (own_name(value), required) {
            (Some(name), _) => ExportTarget::Local {
                name: name.text.clone(),
            },
            (None, Some(required)) => required,
            (None, None) => value_target(value),
        };
        let name = Name {
            text: "default".to_owned(),
            span: at,
        };
        self.add_commonjs(&name, target);
        if let ValueKind::Object { members } = &value.kind {
            for member in members {
                self.object_entry(member);
            }
        }
    }

    /// Where `require('m')` and `require('m').name` lead.
    fn required(&self, value: &Value) -> Option<ExportTarget> {
        let import = self
            .imports
            .iter()
            .find(|import| import.form == ImportForm::Require && import.start == value.span.start)?;
        let (_, after) = self.source.slice(value.span).split_once(')')?;
        let module = import.module.clone();
        match after.trim().strip_prefix('.') {
            None if after.trim().is_empty() => Some(ExportTarget::Namespace { module }),
            Some(name) if name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') => {
                Some(ExportTarget::Named {
                    module,
                    name: name.to_owned(),
                })
            }
            None | Some(_) => None,
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
        self.add_commonjs(name, target);
    }

    /// Adds an export; a name of the file that it leads to counts as listed.
    fn add_commonjs(&mut self, name: &Name, target: ExportTarget) {
        if let ExportTarget::Local { name: local } = &target {
            self.listed.add(local, &name.text);
        }
        self.add(name, target);
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
