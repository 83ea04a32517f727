//! Uses of names: one walk over the program, in which each use gets its shape and the declaration around it.

use oxc_ast::ast;
use oxc_ast_visit::Visit;
use oxc_semantic::{NodeId, SymbolFlags, SymbolId as BindingId};
use oxc_span::GetSpan;

use super::Builder;
use super::globals::is_environment;
use crate::facts::code::{NameId, ShapeId, SymbolId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::shape::{Shape, Unknown};
use crate::facts::symbol::Place;
use crate::text::line::Line;

impl<'a> Builder<'_, 'a> {
    /// Adds the uses of names in `program`, in source order.
    pub(super) fn references(&mut self, program: &ast::Program<'a>) {
        let mut walker = Walker {
            builder: self,
            found: Vec::new(),
            within: None,
        };
        walker.visit_program(program);
        let mut found = walker.found;
        found.sort_by_key(|(at, _)| *at);
        let mut places = Places::new(self.source);
        let references = found.into_iter().map(|(at, reference)| {
            let (line, column) = places.of(at);
            Reference {
                line,
                column,
                ..reference
            }
        });
        self.code.references = references.collect();
    }

    /// Whether importers and readers know `symbol` by a name: it stands at the top level, or is a member of what does.
    fn is_reachable(&self, symbol: SymbolId) -> bool {
        let mut symbol = self.code.symbol(symbol);
        loop {
            match (symbol.place, symbol.owner) {
                (Place::Top, _) => return true,
                (Place::Member, Some(owner)) if self.code.is_global_block(owner) => return true,
                (Place::Member, Some(owner)) => symbol = self.code.symbol(owner),
                (Place::Member, None) | (Place::Nested, _) => return false,
            }
        }
    }

    /// Whether nothing can be found out about a member of `shape`.
    fn is_hopeless(&self, shape: ShapeId) -> bool {
        let mut at = shape;
        for _ in 0..100 {
            at = match self.code.shape(at) {
                Shape::Unknown(_) | Shape::Literal(..) => return true,
                Shape::Member { of, .. }
                | Shape::Element { of, .. }
                | Shape::Iterated(of)
                | Shape::Await(of)
                | Shape::Narrowed { of, .. }
                | Shape::Call { callee: of, .. }
                | Shape::New { callee: of, .. } => *of,
                _ => return false,
            };
        }
        false
    }
}

/// Lines and columns of ascending offsets.
struct Places<'s> {
    text: &'s str,
    lines: &'s crate::text::line::LineIndex,
    line: Line,
    /// The first byte after the line.
    end: u32,
    at: u32,
    column: u32,
}

impl<'s> Places<'s> {
    fn new(source: &'s crate::text::source::Source) -> Self {
        Self {
            text: source.text(),
            lines: source.lines(),
            line: Line::FIRST,
            end: source.lines().end_of(Line::FIRST),
            at: 0,
            column: 1,
        }
    }

    fn of(&mut self, offset: u32) -> (Line, u32) {
        if offset >= self.end {
            self.line = self.lines.line_of(offset);
            self.end = self.lines.end_of(self.line).max(offset + 1);
            self.at = self.lines.start_of(self.line);
            self.column = 1;
        }
        let between = self.text.get(self.at as usize..offset as usize).unwrap_or("");
        self.column += between.chars().count() as u32;
        self.at = offset;
        (self.line, self.column)
    }
}

pub(super) struct Walker<'b, 's, 'a> {
    pub(super) builder: &'b mut Builder<'s, 'a>,
    /// The references with the offsets of their names; lines and columns are added at the end.
    found: Vec<(u32, Reference)>,
    within: Option<SymbolId>,
}

impl<'a> Walker<'_, '_, 'a> {
    pub(super) fn add(&mut self, kind: ReferenceKind, name: NameId, at: u32, shape: ShapeId) {
        self.found.push((
            at,
            Reference {
                kind,
                name,
                line: Line::FIRST,
                column: 1,
                within: self.within,
                shape,
            },
        ));
    }

    /// Walks what stands inside `symbol`.
    pub(super) fn inside(&mut self, symbol: Option<SymbolId>, walk: impl FnOnce(&mut Self)) {
        let around = self.within;
        if let Some(symbol) = symbol
            && !self
                .builder
                .code
                .name(self.builder.code.symbol(symbol).name)
                .is_empty()
            && self.builder.is_reachable(symbol)
        {
            self.within = Some(symbol);
        }
        walk(self);
        self.within = around;
    }

    pub(super) fn inside_node(&mut self, node: NodeId, walk: impl FnOnce(&mut Self)) {
        let symbol = self.builder.symbol_of.get(&node).copied();
        self.inside(symbol, walk);
    }

    pub(super) fn symbol_named(&self, name: &ast::BindingIdentifier<'a>) -> Option<SymbolId> {
        let binding = name.symbol_id.get()?;
        self.builder.symbols[binding.index()]
    }

    /// A use of the value `expression` as `kind`; what it is a member of is read.
    pub(super) fn use_of(&mut self, expression: &ast::Expression<'a>, kind: ReferenceKind) {
        match expression {
            ast::Expression::Identifier(name) => self.identifier(name, kind),
            ast::Expression::StaticMemberExpression(member) => self.static_member(member, kind),
            ast::Expression::ComputedMemberExpression(member) => self.computed_member(member, kind),
            ast::Expression::PrivateFieldExpression(member) => self.private_member(member, kind),
            ast::Expression::ParenthesizedExpression(inner) => self.use_of(&inner.expression, kind),
            ast::Expression::TSNonNullExpression(inner) => self.use_of(&inner.expression, kind),
            ast::Expression::TSInstantiationExpression(inner) => {
                self.use_of(&inner.expression, kind);
                self.visit_ts_type_parameter_instantiation(&inner.type_arguments);
            }
            ast::Expression::TSAsExpression(inner) => {
                self.use_of(&inner.expression, kind);
                self.visit_ts_type(&inner.type_annotation);
            }
            ast::Expression::TSSatisfiesExpression(inner) => {
                self.use_of(&inner.expression, kind);
                self.visit_ts_type(&inner.type_annotation);
            }
            ast::Expression::TSTypeAssertion(inner) => {
                self.visit_ts_type(&inner.type_annotation);
                self.use_of(&inner.expression, kind);
            }
            ast::Expression::SequenceExpression(sequence) => {
                if let Some((last, before)) = sequence.expressions.split_last() {
                    for expression in before {
                        self.visit_expression(expression);
                    }
                    self.use_of(last, kind);
                }
            }
            ast::Expression::ChainExpression(chain) => match &chain.expression {
                ast::ChainElement::StaticMemberExpression(member) => self.static_member(member, kind),
                ast::ChainElement::ComputedMemberExpression(member) => self.computed_member(member, kind),
                ast::ChainElement::PrivateFieldExpression(member) => self.private_member(member, kind),
                ast::ChainElement::TSNonNullExpression(inner) => self.use_of(&inner.expression, kind),
                ast::ChainElement::CallExpression(call) => self.visit_call_expression(call),
            },
            ast::Expression::Super(of) if kind == ReferenceKind::Call => {
                let shape = self.builder.super_of(of.node_id());
                let name = self.builder.made_name("super");
                self.add(ReferenceKind::SuperCall, name, of.span.start, shape);
            }
            other => self.visit_expression(other),
        }
    }

    pub(super) fn identifier(&mut self, name: &ast::IdentifierReference<'a>, kind: ReferenceKind) {
        let Some(binding) = self.builder.binding_of(name) else {
            self.unbound(name, kind);
            return;
        };
        let is_named = self.is_named(binding);
        let may_lead_on = is_named || (kind.is_call() && self.is_variable(binding));
        if !may_lead_on {
            return;
        }
        let shape = if self.is_only_type(binding) {
            match self.builder.type_named(name) {
                Some(shape) => shape,
                None => return,
            }
        } else {
            self.builder.identifier(name)
        };
        if !is_named && !self.leads_on(shape) {
            return;
        }
        let text = self.builder.name(name.name.as_str());
        self.add(kind, text, name.span.start, shape);
    }

    /// A name that nothing in the file declares: perhaps something declares it for the whole program.
    fn unbound(&mut self, name: &ast::IdentifierReference<'a>, kind: ReferenceKind) {
        if is_environment(name.name.as_str()) {
            return;
        }
        let text = self.builder.name(name.name.as_str());
        let shape = self.builder.shape(Shape::Global(text));
        self.add(kind, text, name.span.start, shape);
    }

    /// Whether `binding` is a declaration or import, and no parameter, type parameter or mere local variable.
    pub(super) fn is_named(&self, binding: BindingId) -> bool {
        let flags = self.builder.scoping.symbol_flags(binding);
        if flags.intersects(SymbolFlags::TypeParameter) {
            return false;
        }
        !flags.intersects(SymbolFlags::Variable)
            || flags.intersects(SymbolFlags::Import | SymbolFlags::Function | SymbolFlags::Class)
            || self.builder.symbols[binding.index()].is_some()
            || self.builder.imported_of.contains_key(&binding)
            || self.builder.is_function_valued(binding)
    }

    /// Whether `binding` is a variable rather than a parameter.
    pub(super) fn is_variable(&self, binding: BindingId) -> bool {
        let node = self.builder.scoping.symbol_declaration(binding);
        matches!(self.builder.kind(node), oxc_ast::AstKind::VariableDeclarator(_))
    }

    /// Whether a local variable with `shape` is another name for a declaration, also one that is taken out of a module
    /// (`const { a } = await import('m')`). A method that is taken out of an object is called through the variable alone.
    pub(super) fn leads_on(&self, shape: ShapeId) -> bool {
        match self.builder.code.shape(shape) {
            Shape::Symbol(_) | Shape::Imported(_) => true,
            Shape::Member { of, .. } => match self.builder.code.shape(*of) {
                Shape::Module(_) => true,
                Shape::Imported(whole) => {
                    let name = self.builder.code.imported[whole.0 as usize].name;
                    self.builder.code.name(name) == "*"
                }
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn is_only_type(&self, binding: BindingId) -> bool {
        let flags = self.builder.scoping.symbol_flags(binding);
        !flags.intersects(SymbolFlags::Value | SymbolFlags::Import | SymbolFlags::TypeImport)
    }

    pub(super) fn static_member(&mut self, member: &ast::StaticMemberExpression<'a>, kind: ReferenceKind) {
        self.visit_expression(&member.object);
        let shape = self.builder.static_member(member);
        let name = self.builder.name(member.property.name.as_str());
        self.member(kind, name, member.property.span.start, shape);
    }

    pub(super) fn private_member(&mut self, member: &ast::PrivateFieldExpression<'a>, kind: ReferenceKind) {
        self.visit_expression(&member.object);
        let of = self.builder.value(&member.object);
        let name = self.builder.private_name(&member.field);
        let shape = self.builder.shape(Shape::Member { of, name });
        self.member(kind, name, member.field.span.start, shape);
    }

    pub(super) fn computed_member(
        &mut self,
        member: &ast::ComputedMemberExpression<'a>,
        kind: ReferenceKind,
    ) {
        self.visit_expression(&member.object);
        self.visit_expression(&member.expression);
        let shape = self.builder.computed_member(member);
        if let Shape::Member { name, .. } = self.builder.code.shape(shape) {
            let name = *name;
            self.member(kind, name, member.expression.span().start, shape);
        }
    }

    /// A member; one of something unknown counts only where it is called.
    pub(super) fn member(&mut self, kind: ReferenceKind, name: NameId, at: u32, shape: ShapeId) {
        if kind.is_call() || !self.builder.is_hopeless(shape) {
            self.add(kind, name, at, shape);
        }
    }

    /// The names of a type, the last one as `kind`.
    pub(super) fn type_name(&mut self, name: &ast::TSTypeName<'a>, kind: ReferenceKind) {
        match name {
            ast::TSTypeName::IdentifierReference(name) => self.type_identifier(name, kind),
            ast::TSTypeName::QualifiedName(qualified) => {
                self.type_name(&qualified.left, ReferenceKind::Type);
                if let Some(of) = self.builder.entity(&qualified.left) {
                    self.qualified(of, &qualified.right, kind);
                }
            }
            ast::TSTypeName::ThisExpression(_) => {}
        }
    }

    pub(super) fn type_identifier(&mut self, name: &ast::IdentifierReference<'a>, kind: ReferenceKind) {
        let Some(binding) = self.builder.binding_of(name) else {
            self.unbound(name, kind);
            return;
        };
        if !self.is_named(binding) {
            return;
        }
        let shape = match self.builder.type_named(name) {
            Some(shape) => shape,
            None => self.builder.unknown(Unknown::Ambiguous),
        };
        let text = self.builder.name(name.name.as_str());
        self.add(kind, text, name.span.start, shape);
    }

    pub(super) fn qualified(
        &mut self,
        of: ShapeId,
        right: &ast::IdentifierName<'a>,
        kind: ReferenceKind,
    ) -> ShapeId {
        let name = self.builder.name(right.name.as_str());
        let shape = self.builder.shape(Shape::Member { of, name });
        self.member(kind, name, right.span.start, shape);
        shape
    }

    /// The names of `typeof a.b`.
    pub(super) fn queried(&mut self, name: &ast::TSTypeName<'a>) {
        match name {
            ast::TSTypeName::IdentifierReference(name) => self.identifier(name, ReferenceKind::Type),
            ast::TSTypeName::QualifiedName(qualified) => {
                self.queried(&qualified.left);
                let of = self.builder.named_value(&qualified.left);
                self.qualified(of, &qualified.right, ReferenceKind::Type);
            }
            ast::TSTypeName::ThisExpression(_) => {}
        }
    }

    pub(super) fn import_qualifier(
        &mut self,
        module: ShapeId,
        qualifier: &ast::TSImportTypeQualifier<'a>,
    ) -> ShapeId {
        match qualifier {
            ast::TSImportTypeQualifier::Identifier(name) => self.qualified(module, name, ReferenceKind::Type),
            ast::TSImportTypeQualifier::QualifiedName(inner) => {
                let of = self.import_qualifier(module, &inner.left);
                self.qualified(of, &inner.right, ReferenceKind::Type)
            }
        }
    }

    /// The keys of `pattern`, which takes `of` apart.
    pub(super) fn pattern(&mut self, pattern: &ast::BindingPattern<'a>, of: ShapeId) {
        match pattern {
            ast::BindingPattern::BindingIdentifier(_) => {}
            ast::BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    if property.computed {
                        self.visit_property_key(&property.key);
                    }
                    let part = self.builder.property_of(of, &property.key);
                    self.pattern_key(property, part);
                    self.pattern(&property.value, part);
                }
                if let Some(rest) = &object.rest {
                    self.pattern(&rest.argument, of);
                }
            }
            ast::BindingPattern::ArrayPattern(array) => {
                for (index, element) in array.elements.iter().enumerate() {
                    if let Some(element) = element {
                        let part = self.builder.element_of(of, index);
                        self.pattern(element, part);
                    }
                }
                if let Some(rest) = &array.rest {
                    self.pattern(&rest.argument, of);
                }
            }
            ast::BindingPattern::AssignmentPattern(assignment) => {
                self.visit_expression(&assignment.right);
                let of = match &assignment.left {
                    ast::BindingPattern::BindingIdentifier(_) => of,
                    _ => self.builder.defaulted(of, &assignment.right),
                };
                self.pattern(&assignment.left, of);
            }
        }
    }

    pub(super) fn pattern_key(&mut self, property: &ast::BindingProperty<'a>, part: ShapeId) {
        let Shape::Member { name, .. } = self.builder.code.shape(part) else {
            return;
        };
        let name = *name;
        let local = match &property.value {
            ast::BindingPattern::AssignmentPattern(assignment) => &assignment.left,
            other => other,
        };
        let imported = match local {
            ast::BindingPattern::BindingIdentifier(local) => local
                .symbol_id
                .get()
                .and_then(|binding| self.builder.imported_of.get(&binding).copied()),
            _ => None,
        };
        let at = property.key.span().start;
        match imported {
            Some(imported) => {
                let shape = self.builder.shape(Shape::Imported(imported));
                self.add(ReferenceKind::Import, name, at, shape);
            }
            None => self.member(ReferenceKind::Value, name, at, part),
        }
    }

    /// An import binding: the name `name` at `at` gives it.
    pub(super) fn import(&mut self, local: &ast::BindingIdentifier<'a>, name: NameId, at: u32) {
        let Some(binding) = local.symbol_id.get() else {
            return;
        };
        if let Some(imported) = self.builder.imported_of.get(&binding).copied() {
            let shape = self.builder.shape(Shape::Imported(imported));
            self.add(ReferenceKind::Import, name, at, shape);
        }
    }

    pub(super) fn jsx_name(&mut self, name: &ast::JSXElementName<'a>, kind: ReferenceKind) {
        match name {
            ast::JSXElementName::IdentifierReference(name) => self.identifier(name, kind),
            ast::JSXElementName::MemberExpression(member) => self.jsx_member(member, kind),
            ast::JSXElementName::Identifier(_)
            | ast::JSXElementName::NamespacedName(_)
            | ast::JSXElementName::ThisExpression(_) => {}
        }
    }

    pub(super) fn jsx_member(&mut self, member: &ast::JSXMemberExpression<'a>, kind: ReferenceKind) {
        match &member.object {
            ast::JSXMemberExpressionObject::IdentifierReference(name) => {
                self.identifier(name, ReferenceKind::Value);
            }
            ast::JSXMemberExpressionObject::MemberExpression(inner) => {
                self.jsx_member(inner, ReferenceKind::Value);
            }
            ast::JSXMemberExpressionObject::ThisExpression(_) => {}
        }
        let shape = self.builder.jsx_member(member);
        let name = self.builder.name(member.property.name.as_str());
        self.member(kind, name, member.property.span.start, shape);
    }

    pub(super) fn arguments(&mut self, arguments: &[ast::Argument<'a>]) {
        for argument in arguments {
            self.visit_argument(argument);
        }
    }
}
