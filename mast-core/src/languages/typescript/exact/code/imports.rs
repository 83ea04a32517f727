//! What imports bind.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::{SymbolFlags, SymbolId as BindingId};

use super::Builder;
use crate::facts::code::{Imported, ImportedId, NameId, ShapeId};
use crate::facts::shape::{Shape, Unknown};
use crate::languages::typescript::exact::members::template_text;
use crate::languages::typescript::exact::values::bare;

/// A whole module, or one member of it.
struct Required {
    module: NameId,
    member: Option<NameId>,
}

impl<'a> Builder<'_, 'a> {
    /// The imports of the top level.
    pub(super) fn imports(&mut self, program: &'a ast::Program<'a>) {
        for statement in &program.body {
            match statement {
                ast::Statement::ImportDeclaration(import) => {
                    for specifier in import.specifiers.iter().flatten() {
                        if let Some(binding) = specifier.local().symbol_id.get() {
                            self.import_binding(binding);
                        }
                    }
                }
                ast::Statement::TSImportEqualsDeclaration(import) => self.import_equals(import),
                ast::Statement::VariableDeclaration(variables) => self.required_variables(variables),
                ast::Statement::ExportDeclaration(export) => match &export.declaration {
                    ast::Declaration::TSImportEqualsDeclaration(import) => self.import_equals(import),
                    ast::Declaration::VariableDeclaration(variables) => self.required_variables(variables),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    fn import_equals(&mut self, import: &'a ast::TSImportEqualsDeclaration<'a>) {
        if let (ast::TSModuleReference::ExternalModuleReference(_), Some(binding)) =
            (&import.module_reference, import.id.symbol_id.get())
        {
            self.import_binding(binding);
        }
    }

    /// The binding of an import, wherever the import stands.
    pub(super) fn import_binding(&mut self, binding: BindingId) -> ShapeId {
        if let Some(imported) = self.imported_of.get(&binding) {
            let imported = *imported;
            return self.shape(Shape::Imported(imported));
        }
        let node = self.scoping.symbol_redeclarations(binding).first().map_or_else(
            || self.scoping.symbol_declaration(binding),
            |first| first.declaration,
        );
        let statement = self.parent(node).map(|parent| self.kind(parent));
        let (name, local, is_type) = match self.kind(node) {
            AstKind::ImportSpecifier(specifier) => (
                self.name(specifier.imported.name().as_str()),
                self.name(specifier.local.name.as_str()),
                specifier.import_kind.is_type(),
            ),
            AstKind::ImportDefaultSpecifier(specifier) => (
                self.made_name("default"),
                self.name(specifier.local.name.as_str()),
                false,
            ),
            AstKind::ImportNamespaceSpecifier(specifier) => (
                self.made_name("*"),
                self.name(specifier.local.name.as_str()),
                false,
            ),
            AstKind::TSImportEqualsDeclaration(import) => {
                return self.import_alias(binding, import);
            }
            _ => return self.unknown(Unknown::Ambiguous),
        };
        let Some(AstKind::ImportDeclaration(import)) = statement else {
            return self.unknown(Unknown::Ambiguous);
        };
        let module = self.name(import.source.value.as_str());
        self.imported(
            binding,
            Imported {
                module,
                name,
                local,
                type_only: is_type || import.import_kind.is_type(),
            },
        )
    }

    /// Whether an import statement declares `binding`, rather than `require`.
    pub(super) fn is_import_statement(&self, binding: BindingId) -> bool {
        self.scoping
            .symbol_flags(binding)
            .intersects(SymbolFlags::Import | SymbolFlags::TypeImport)
    }

    fn import_alias(&mut self, binding: BindingId, import: &ast::TSImportEqualsDeclaration<'a>) -> ShapeId {
        match &import.module_reference {
            ast::TSModuleReference::ExternalModuleReference(reference) => {
                let imported = Imported {
                    module: self.name(reference.expression.value.as_str()),
                    name: self.made_name("*"),
                    local: self.name(import.id.name.as_str()),
                    type_only: import.import_kind.is_type(),
                };
                self.imported(binding, imported)
            }
            ast::TSModuleReference::IdentifierReference(name) => self.aliased(name),
            ast::TSModuleReference::QualifiedName(qualified) => {
                let of = self.aliased_entity(&qualified.left);
                let name = self.name(qualified.right.name.as_str());
                self.shape(Shape::Member { of, name })
            }
        }
    }

    pub(super) fn aliased_entity(&mut self, name: &ast::TSTypeName<'a>) -> ShapeId {
        match name {
            ast::TSTypeName::IdentifierReference(name) => self.aliased(name),
            ast::TSTypeName::QualifiedName(qualified) => {
                let of = self.aliased_entity(&qualified.left);
                let name = self.name(qualified.right.name.as_str());
                self.shape(Shape::Member { of, name })
            }
            ast::TSTypeName::ThisExpression(_) => self.unknown(Unknown::This),
        }
    }

    fn aliased(&mut self, name: &ast::IdentifierReference<'a>) -> ShapeId {
        match self.type_named(name) {
            Some(entity) => entity,
            None => self.identifier(name),
        }
    }

    fn imported(&mut self, binding: BindingId, imported: Imported) -> ShapeId {
        self.code.imported.push(imported);
        let id = ImportedId(self.code.imported.len() as u32 - 1);
        self.imported_of.insert(binding, id);
        self.values[binding.index()] = super::Value::Unseen;
        self.shape(Shape::Imported(id))
    }

    /// `const a = require('m')`, `const { a } = await import('m')`.
    fn required_variables(&mut self, variables: &'a ast::VariableDeclaration<'a>) {
        for declarator in &variables.declarations {
            if declarator.type_annotation.is_some() {
                continue;
            }
            let Some(required) = declarator.init.as_ref().and_then(|init| self.whole_module(init)) else {
                continue;
            };
            match &declarator.id {
                ast::BindingPattern::BindingIdentifier(local) => {
                    let name = match required.member {
                        Some(member) => member,
                        None => self.made_name("*"),
                    };
                    self.require(required.module, name, local);
                }
                ast::BindingPattern::ObjectPattern(object) if required.member.is_none() => {
                    for property in &object.properties {
                        let local = match &property.value {
                            ast::BindingPattern::AssignmentPattern(assignment) => &assignment.left,
                            other => other,
                        };
                        if let (false, Some(name), ast::BindingPattern::BindingIdentifier(local)) =
                            (property.computed, self.key(&property.key), local)
                        {
                            self.require(required.module, name, local);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn require(&mut self, module: NameId, name: NameId, local: &ast::BindingIdentifier<'a>) {
        let Some(binding) = local.symbol_id.get() else {
            return;
        };
        if self.is_reassigned[binding.index()] || !self.scoping.symbol_redeclarations(binding).is_empty() {
            return;
        }
        let local = self.name(local.name.as_str());
        let shape = self.imported(
            binding,
            Imported {
                module,
                name,
                local,
                type_only: false,
            },
        );
        self.values[binding.index()] = super::Value::Known(shape);
    }

    fn whole_module(&mut self, value: &ast::Expression<'a>) -> Option<Required> {
        let value = bare(value);
        if let ast::Expression::StaticMemberExpression(member) = value {
            let module = self.module_itself(bare(&member.object))?;
            let member = self.name(member.property.name.as_str());
            return Some(Required {
                module,
                member: Some(member),
            });
        }
        let module = self.module_itself(value)?;
        Some(Required { module, member: None })
    }

    fn module_itself(&mut self, value: &ast::Expression<'a>) -> Option<NameId> {
        match value {
            ast::Expression::CallExpression(call) => self.required(call),
            ast::Expression::AwaitExpression(awaited) => match bare(&awaited.argument) {
                ast::Expression::ImportExpression(import) => self.module_text(&import.source),
                _ => None,
            },
            _ => None,
        }
    }

    /// The module of `require('m')`.
    pub(super) fn required(&mut self, call: &ast::CallExpression<'a>) -> Option<NameId> {
        match (&call.callee, call.arguments.as_slice()) {
            (ast::Expression::Identifier(callee), [argument])
                if callee.name == "require" && self.binding_of(callee).is_none() =>
            {
                argument
                    .as_expression()
                    .and_then(|argument| self.module_text(argument))
            }
            _ => None,
        }
    }

    pub(super) fn module_text(&mut self, source: &ast::Expression<'a>) -> Option<NameId> {
        match bare(source) {
            ast::Expression::StringLiteral(text) => Some(self.name(text.value.as_str())),
            ast::Expression::TemplateLiteral(template) => {
                template_text(template).map(|text| self.made_name(&text))
            }
            _ => None,
        }
    }
}
