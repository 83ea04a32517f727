//! Symbols: what the file declares, statement by statement, and what each declaration adds to its symbol.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::{NodeId, SymbolFlags, SymbolId as BindingId};
use oxc_span::{GetSpan, Span};

use super::namespaces::bindings_of;
use super::types::NESTED;
use super::{Builder, CommonJs, Waiting};
use crate::facts::code::{NameId, SymbolId};
use crate::facts::symbol::{Place, Symbol, SymbolKind};
use crate::languages::typescript::exact::values::bare;
use crate::text::line::Line;

/// Where statements stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) owner: Option<SymbolId>,
    pub(super) place: Place,
}

impl<'a> Builder<'_, 'a> {
    /// The symbols of the top level and of namespaces.
    pub(super) fn program(&mut self, program: &'a ast::Program<'a>, commonjs: CommonJs) {
        self.imports(program);
        // A definition file that is no module declares for the whole program, as `declare global` does.
        let global = self
            .declares_globally(program)
            .then(|| self.global_block(NodeId::ROOT, Line::FIRST));
        let top = Scope {
            owner: global,
            place: global.map_or(Place::Top, |_| Place::Member),
        };
        let mut declared = Vec::new();
        for statement in &program.body {
            self.statement(statement, top);
            if let Some(declaration) = statement.as_declaration() {
                bindings_of(declaration, &mut declared);
            }
        }
        if let Some(global) = global {
            let members = declared
                .into_iter()
                .filter_map(|binding| self.symbols[binding.index()]);
            for member in members.collect::<Vec<_>>() {
                self.add_member(global, member);
            }
        }
        if commonjs == CommonJs::Counts {
            self.commonjs(program);
        }
        self.expandos(program);
    }

    pub(super) fn statement(&mut self, statement: &'a ast::Statement<'a>, scope: Scope) {
        match statement {
            ast::Statement::ExportDeclaration(export) => {
                self.declaration(&export.declaration, scope);
            }
            ast::Statement::ExportDefaultDeclaration(export) => self.default_export(export, scope),
            ast::Statement::TSExportAssignment(export) => {
                self.default_expression(&export.expression, export.node_id(), export.span, scope);
            }
            other => {
                if let Some(declaration) = other.as_declaration() {
                    self.declaration(declaration, scope);
                }
            }
        }
    }

    fn declaration(&mut self, declaration: &'a ast::Declaration<'a>, scope: Scope) {
        match declaration {
            ast::Declaration::VariableDeclaration(variables) => {
                for declarator in &variables.declarations {
                    self.declare_pattern(&declarator.id, scope);
                }
            }
            ast::Declaration::TSExternalModuleDeclaration(module) => {
                let name = self.name(module.id.value.as_str());
                let line = self.line(module.id.span.start);
                let symbol = self.ambient(module.node_id(), name, line, scope);
                if let Some(body) = &module.body {
                    self.namespace_body(body, symbol, Place::Nested);
                }
            }
            ast::Declaration::TSGlobalDeclaration(global) => {
                let line = self.line(global.global_span.start);
                let symbol = self.global_block(global.node_id(), line);
                self.namespace_body(&global.body, symbol, Place::Member);
            }
            ast::Declaration::TSNamespaceDeclaration(namespace) => self.namespace(namespace, scope),
            ast::Declaration::TSImportEqualsDeclaration(_) => {}
            ast::Declaration::FunctionDeclaration(_)
            | ast::Declaration::ClassDeclaration(_)
            | ast::Declaration::TSTypeAliasDeclaration(_)
            | ast::Declaration::TSInterfaceDeclaration(_)
            | ast::Declaration::TSEnumDeclaration(_) => {
                if let Some(binding) = declaration.id().and_then(|id| id.symbol_id.get()) {
                    self.declare(binding, scope);
                }
            }
        }
    }

    fn declare_pattern(&mut self, pattern: &'a ast::BindingPattern<'a>, scope: Scope) {
        let mut bindings = Vec::new();
        super::patterns::bindings(pattern, &mut bindings);
        for binding in bindings {
            if self.is_import_statement(binding) || !self.imported_of.contains_key(&binding) {
                self.declare(binding, scope);
            }
        }
    }

    /// The symbol of `binding`, which is a declaration, made in `scope` if it is new.
    pub(super) fn declare(&mut self, binding: BindingId, scope: Scope) -> SymbolId {
        if let Some(symbol) = self.symbols[binding.index()] {
            return symbol;
        }
        if let Some(symbol) = self.named_literal(binding) {
            self.symbols[binding.index()] = Some(symbol);
            return symbol;
        }
        let flags = self.scoping.symbol_flags(binding);
        let scoping = self.scoping;
        let name = self.made_name(scoping.symbol_name(binding));
        let declarations = self.declarations(binding);
        let mut implementations = Vec::new();
        let mut others = Vec::new();
        let is_split = is_alias_and_variable(flags);
        for (span, node) in &declarations {
            match self.kind(*node) {
                AstKind::TSTypeAliasDeclaration(_) if is_split => {
                    let line = self.line(span.start);
                    let alias = self.new_symbol(name, SymbolKind::Alias, scope, line);
                    self.aliases.insert(binding, alias);
                    self.symbol_of.insert(*node, alias);
                    self.waiting.push_back(Waiting::Symbol(alias, *node));
                }
                AstKind::Function(function) if function.body.is_some() => implementations.push(*span),
                _ => others.push(*span),
            }
        }
        let first = implementations
            .iter()
            .chain(&others)
            .next()
            .copied()
            .unwrap_or_else(|| self.scoping.symbol_span(binding));
        let line = self.line(first.start);
        let symbol = self.new_symbol(name, kind_of(flags), scope, line);
        for span in implementations.iter().chain(&others).skip(1) {
            let line = self.line(span.start);
            let lines = &mut self.code.symbols[symbol.0 as usize].lines;
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let declared = &mut self.code.symbols[symbol.0 as usize];
        declared.is_value = flags.intersects(SymbolFlags::Value);
        declared.is_type = flags.intersects(SymbolFlags::Type) && !is_split;
        self.symbols[binding.index()] = Some(symbol);
        let mut is_variable = false;
        for (_, node) in declarations {
            match self.kind(node) {
                AstKind::VariableDeclarator(declarator) => {
                    is_variable = true;
                    if let (ast::BindingPattern::BindingIdentifier(_), Some(init)) =
                        (&declarator.id, &declarator.init)
                    {
                        self.own_literal(symbol, init);
                    }
                }
                AstKind::FormalParameter(_)
                | AstKind::FormalParameterRest(_)
                | AstKind::CatchParameter(_) => {
                    is_variable = true;
                }
                AstKind::TSTypeAliasDeclaration(_) if is_split => {}
                _ => {
                    self.symbol_of.insert(node, symbol);
                    self.waiting.push_back(Waiting::Symbol(symbol, node));
                }
            }
        }
        if is_variable {
            self.waiting.push_back(Waiting::Variable(symbol, binding));
        }
        symbol
    }

    /// The symbol of a function or class expression that has a name of its own.
    fn named_literal(&mut self, binding: BindingId) -> Option<SymbolId> {
        let node = self.scoping.symbol_declaration(binding);
        match self.kind(node) {
            AstKind::Class(class) if !class.is_declaration() => Some(self.class_symbol(class)),
            AstKind::Function(function) if !function.is_declaration() => {
                if !self.symbol_of.contains_key(&node)
                    && let Some(holder) = self.bound_to(node)
                    && self.is_function_valued(holder)
                {
                    self.declare(holder, NESTED);
                }
                self.symbol_of.get(&node).copied()
            }
            _ => None,
        }
    }

    /// The declarations of `binding` that are no imports, with the spans of their names, in source order.
    pub(super) fn declarations(&self, binding: BindingId) -> Vec<(Span, NodeId)> {
        let again = self.scoping.symbol_redeclarations(binding);
        if again.is_empty() {
            return vec![(
                self.scoping.symbol_span(binding),
                self.scoping.symbol_declaration(binding),
            )];
        }
        again
            .iter()
            .filter(|declaration| {
                !declaration
                    .flags
                    .intersects(SymbolFlags::Import | SymbolFlags::TypeImport)
                    || !self.is_import(declaration.declaration)
            })
            .map(|declaration| (declaration.span, declaration.declaration))
            .collect()
    }

    fn is_import(&self, node: NodeId) -> bool {
        matches!(
            self.kind(node),
            AstKind::ImportSpecifier(_)
                | AstKind::ImportDefaultSpecifier(_)
                | AstKind::ImportNamespaceSpecifier(_)
                | AstKind::TSImportEqualsDeclaration(_)
        )
    }

    /// Makes `symbol` the owner of the literal that is its value, or the symbol of the function that is.
    pub(super) fn own_literal(&mut self, symbol: SymbolId, value: &ast::Expression<'a>) {
        match bare(value) {
            ast::Expression::ArrowFunctionExpression(arrow) => {
                self.symbol_of.insert(arrow.node_id(), symbol);
            }
            ast::Expression::FunctionExpression(function) => {
                self.symbol_of.insert(function.node_id(), symbol);
            }
            ast::Expression::ObjectExpression(object) => {
                self.literal(object.node_id(), SymbolKind::Object, Some(symbol));
            }
            ast::Expression::ClassExpression(class) => {
                self.literal(class.node_id(), SymbolKind::Class, Some(symbol));
            }
            _ => {}
        }
    }

    /// The symbol of the literal at `node`, made if it is new.
    pub(super) fn literal(&mut self, node: NodeId, kind: SymbolKind, owner: Option<SymbolId>) -> SymbolId {
        if let Some(symbol) = self.symbol_of.get(&node) {
            return *symbol;
        }
        let kind_at = self.kind(node);
        let binding = match kind_at {
            AstKind::Class(class) => class.id.as_ref(),
            _ => None,
        };
        let name = match (binding, owner) {
            (Some(id), None) => self.name(id.name.as_str()),
            (Some(_) | None, _) => self.made_name(""),
        };
        let line = self.line(kind_at.span().start);
        let place = match owner {
            Some(owner) if self.code.symbol(owner).place != Place::Nested => Place::Member,
            Some(_) | None => Place::Nested,
        };
        let symbol = self.new_symbol(name, kind, Scope { owner, place }, line);
        if let Some(binding) = binding.and_then(|id| id.symbol_id.get()) {
            self.symbols[binding.index()] = Some(symbol);
        }
        self.symbol_of.insert(node, symbol);
        self.waiting.push_back(Waiting::Symbol(symbol, node));
        symbol
    }

    pub(super) fn new_symbol(
        &mut self,
        name: NameId,
        kind: SymbolKind,
        scope: Scope,
        line: Line,
    ) -> SymbolId {
        let (is_value, is_type) = match kind {
            SymbolKind::Class | SymbolKind::Enum => (true, true),
            SymbolKind::Interface
            | SymbolKind::Alias
            | SymbolKind::TypeParameter
            | SymbolKind::TypeLiteral => (false, true),
            SymbolKind::Function
            | SymbolKind::Namespace
            | SymbolKind::Variable
            | SymbolKind::Method
            | SymbolKind::Constructor
            | SymbolKind::Accessor
            | SymbolKind::Property
            | SymbolKind::EnumMember
            | SymbolKind::Object => (true, false),
        };
        self.code.symbols.push(Symbol {
            name,
            owner: scope.owner,
            kind,
            place: scope.place,
            lines: vec![line],
            is_value,
            is_type,
            is_static: false,
            is_optional: false,
            type_parameters: Vec::new(),
            declared: None,
            aliased: None,
            default: None,
            value: None,
            signatures: Vec::new(),
            extends: Vec::new(),
            extends_values: Vec::new(),
            implements: Vec::new(),
            members: Vec::new(),
        });
        SymbolId(self.code.symbols.len() as u32 - 1)
    }

    pub(super) fn symbol_mut(&mut self, symbol: SymbolId) -> &mut Symbol {
        &mut self.code.symbols[symbol.0 as usize]
    }

    pub(super) fn add_member(&mut self, owner: SymbolId, member: SymbolId) {
        let members = &mut self.symbol_mut(owner).members;
        if !members.contains(&member) {
            members.push(member);
        }
    }

    /// Adds the line of a further declaration, an implementation before its overload signatures.
    pub(super) fn add_line(&mut self, symbol: SymbolId, line: Line, is_implementation: bool) {
        let lines = &mut self.symbol_mut(symbol).lines;
        if lines.contains(&line) {
            return;
        }
        if is_implementation {
            lines.insert(0, line);
        } else {
            lines.push(line);
        }
    }

    /// Adds to `symbol` what its declaration at `node` says.
    pub(super) fn fill_symbol(&mut self, symbol: SymbolId, node: NodeId) {
        match self.kind(node) {
            AstKind::Function(function) => {
                self.add_signature(symbol, node, function.body.is_some());
            }
            AstKind::ArrowFunctionExpression(_) => self.add_signature(symbol, node, true),
            AstKind::Class(class) => self.fill_class(symbol, class),
            AstKind::TSInterfaceDeclaration(interface) => self.fill_interface(symbol, interface),
            AstKind::TSTypeAliasDeclaration(alias) => self.fill_alias(symbol, alias),
            AstKind::TSEnumDeclaration(declared) => self.fill_enum(symbol, declared),
            AstKind::ObjectExpression(object) => self.fill_object(symbol, object),
            AstKind::TSTypeLiteral(literal) => {
                for signature in &literal.members {
                    self.type_member(symbol, signature);
                }
            }
            AstKind::TSTypeParameter(parameter) => {
                let declared = parameter.constraint.as_ref().map(|of| self.type_of(of));
                let default = parameter.default.as_ref().map(|of| self.type_of(of));
                let symbol = self.symbol_mut(symbol);
                symbol.declared = declared;
                symbol.default = default;
            }
            AstKind::TSMappedType(mapped) => {
                let declared = self.type_of(&mapped.constraint);
                self.symbol_mut(symbol).declared = Some(declared);
            }
            other => self.fill_member(symbol, node, other),
        }
    }
}

/// Whether a type alias and a variable bear one name: what the one stands for says nothing of the other.
fn is_alias_and_variable(flags: SymbolFlags) -> bool {
    flags.intersects(SymbolFlags::TypeAlias) && flags.intersects(SymbolFlags::Variable)
}

fn kind_of(flags: SymbolFlags) -> SymbolKind {
    if flags.intersects(SymbolFlags::Class) {
        SymbolKind::Class
    } else if flags.intersects(SymbolFlags::Function) {
        SymbolKind::Function
    } else if flags.intersects(SymbolFlags::Enum) {
        SymbolKind::Enum
    } else if flags.intersects(SymbolFlags::Variable) {
        SymbolKind::Variable
    } else if flags.intersects(SymbolFlags::Interface) {
        SymbolKind::Interface
    } else if flags.intersects(SymbolFlags::TypeAlias) {
        SymbolKind::Alias
    } else if flags.intersects(SymbolFlags::TypeParameter) {
        SymbolKind::TypeParameter
    } else if flags.intersects(SymbolFlags::EnumMember) {
        SymbolKind::EnumMember
    } else {
        SymbolKind::Namespace
    }
}
