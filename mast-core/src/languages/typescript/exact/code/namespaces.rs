//! Namespaces, ambient modules and `declare global`: what stands in them, and what they give to others.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::{NodeId, SymbolId as BindingId};

use super::Builder;
use super::symbols::Scope;
use crate::facts::code::{NameId, SymbolId};
use crate::facts::symbol::{Place, SymbolKind};
use crate::text::line::Line;

impl<'a> Builder<'_, 'a> {
    /// Whether a file is a definition file without imports and exports.
    pub(super) fn declares_globally(&self, program: &ast::Program<'a>) -> bool {
        let mut body = program.body.iter();
        self.source_is_definition()
            && !program.body.is_empty()
            && !body.any(|statement| {
                statement.is_module_declaration()
                    || matches!(statement, ast::Statement::TSImportEqualsDeclaration(_))
            })
    }

    pub(super) fn global_block(&mut self, node: NodeId, line: Line) -> SymbolId {
        let name = self.made_name("global");
        let scope = Scope {
            owner: None,
            place: Place::Top,
        };
        self.ambient(node, name, line, scope)
    }

    pub(super) fn ambient(&mut self, node: NodeId, name: NameId, line: Line, scope: Scope) -> SymbolId {
        let place = match scope.place {
            Place::Top => Place::Nested,
            Place::Member | Place::Nested => scope.place,
        };
        let symbol = self.new_symbol(name, SymbolKind::Namespace, Scope { place, ..scope }, line);
        self.symbol_of.insert(node, symbol);
        symbol
    }

    pub(super) fn namespace(&mut self, namespace: &'a ast::TSNamespaceDeclaration<'a>, scope: Scope) {
        let Some(binding) = namespace.id.symbol_id.get() else {
            return;
        };
        let symbol = self.declare(binding, scope);
        self.symbol_of.insert(namespace.node_id(), symbol);
        match &namespace.body {
            ast::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                let place = member_place(scope.place);
                self.namespace(
                    inner,
                    Scope {
                        owner: Some(symbol),
                        place,
                    },
                );
                if let Some(inner) = inner.id.symbol_id.get().and_then(|id| self.symbols[id.index()]) {
                    self.add_member(symbol, inner);
                }
            }
            ast::TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                self.namespace_body(block, symbol, member_place(scope.place));
            }
        }
    }

    pub(super) fn namespace_body(
        &mut self,
        block: &'a ast::TSModuleBlock<'a>,
        symbol: SymbolId,
        place: Place,
    ) {
        let scope = Scope {
            owner: Some(symbol),
            place,
        };
        for statement in &block.body {
            self.statement(statement, scope);
        }
        for binding in self.exported_by(block) {
            if let Some(member) = self.symbols[binding.index()] {
                self.add_member(symbol, member);
            }
        }
    }

    /// What a namespace exports: by keyword, by a list, and in an ambient one without a list everything.
    fn exported_by(&self, block: &'a ast::TSModuleBlock<'a>) -> Vec<BindingId> {
        let is_ambient = self.is_ambient(block.node_id());
        let has_list = block.body.iter().any(|statement| {
            matches!(
                statement,
                ast::Statement::ExportNamedDeclaration(_)
                    | ast::Statement::ExportFromDeclaration(_)
                    | ast::Statement::ExportAllDeclaration(_)
                    | ast::Statement::ExportDefaultDeclaration(_)
                    | ast::Statement::TSExportAssignment(_)
            )
        });
        let mut found = Vec::new();
        for statement in &block.body {
            match statement {
                ast::Statement::ExportDeclaration(export) => bindings_of(&export.declaration, &mut found),
                ast::Statement::ExportNamedDeclaration(export) => {
                    for specifier in &export.specifiers {
                        if let ast::ModuleExportName::IdentifierReference(local) = &specifier.local {
                            found.extend(self.binding_of(local));
                        }
                    }
                }
                other => {
                    if is_ambient
                        && !has_list
                        && let Some(declaration) = other.as_declaration()
                    {
                        bindings_of(declaration, &mut found);
                    }
                }
            }
        }
        found
    }

    fn is_ambient(&self, node: NodeId) -> bool {
        self.source_is_definition()
            || self.ancestors(node).any(|around| match self.kind(around) {
                AstKind::TSNamespaceDeclaration(namespace) => namespace.declare,
                AstKind::TSExternalModuleDeclaration(_) | AstKind::TSGlobalDeclaration(_) => true,
                _ => false,
            })
    }

    pub(super) fn source_is_definition(&self) -> bool {
        match self.kind(NodeId::ROOT) {
            AstKind::Program(program) => program.source_type.is_typescript_definition(),
            _ => false,
        }
    }
}

/// Where the members of a namespace stand.
fn member_place(around: Place) -> Place {
    match around {
        Place::Top | Place::Member => Place::Member,
        Place::Nested => Place::Nested,
    }
}

/// The bindings that `declaration` makes in its scope.
pub(super) fn bindings_of(declaration: &ast::Declaration<'_>, found: &mut Vec<BindingId>) {
    match declaration {
        ast::Declaration::VariableDeclaration(variables) => {
            for declarator in &variables.declarations {
                super::patterns::bindings(&declarator.id, found);
            }
        }
        other => found.extend(other.id().and_then(|id| id.symbol_id.get())),
    }
}
