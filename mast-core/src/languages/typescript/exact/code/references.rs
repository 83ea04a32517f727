//! Uses of names: one walk over the program, in which each use gets its shape and the declaration around it.

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{NodeId, ScopeFlags, SymbolFlags, SymbolId as BindingId};
use oxc_span::GetSpan;

use super::Builder;
use crate::facts::code::{NameId, ShapeId, SymbolId};
use crate::facts::reference::{Reference, ReferenceKind};
use crate::facts::shape::{Shape, Unknown};
use crate::facts::symbol::Place;
use crate::languages::typescript::exact::values::bare;
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

struct Walker<'b, 's, 'a> {
    builder: &'b mut Builder<'s, 'a>,
    /// The references with the offsets of their names; lines and columns are added at the end.
    found: Vec<(u32, Reference)>,
    within: Option<SymbolId>,
}

impl<'a> Walker<'_, '_, 'a> {
    fn add(&mut self, kind: ReferenceKind, name: NameId, at: u32, shape: ShapeId) {
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
    fn inside(&mut self, symbol: Option<SymbolId>, walk: impl FnOnce(&mut Self)) {
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

    fn inside_node(&mut self, node: NodeId, walk: impl FnOnce(&mut Self)) {
        let symbol = self.builder.symbol_of.get(&node).copied();
        self.inside(symbol, walk);
    }

    fn symbol_named(&self, name: &ast::BindingIdentifier<'a>) -> Option<SymbolId> {
        let binding = name.symbol_id.get()?;
        self.builder.symbols[binding.index()]
    }

    /// A use of the value `expression` as `kind`; what it is a member of is read.
    fn use_of(&mut self, expression: &ast::Expression<'a>, kind: ReferenceKind) {
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

    fn identifier(&mut self, name: &ast::IdentifierReference<'a>, kind: ReferenceKind) {
        let Some(binding) = self.builder.binding_of(name) else {
            return;
        };
        let is_named = self.is_named(binding);
        if !is_named && !(kind.is_call() && self.is_variable(binding)) {
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

    /// Whether `binding` is a declaration or import, and no parameter, type parameter or mere local variable.
    fn is_named(&self, binding: BindingId) -> bool {
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
    fn is_variable(&self, binding: BindingId) -> bool {
        let node = self.builder.scoping.symbol_declaration(binding);
        matches!(self.builder.kind(node), oxc_ast::AstKind::VariableDeclarator(_))
    }

    /// Whether a local variable with `shape` is another name for a declaration, also one that is taken out of a module
    /// (`const { a } = await import('m')`). A method that is taken out of an object is called through the variable alone.
    fn leads_on(&self, shape: ShapeId) -> bool {
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

    fn is_only_type(&self, binding: BindingId) -> bool {
        let flags = self.builder.scoping.symbol_flags(binding);
        !flags.intersects(SymbolFlags::Value | SymbolFlags::Import | SymbolFlags::TypeImport)
    }

    fn static_member(&mut self, member: &ast::StaticMemberExpression<'a>, kind: ReferenceKind) {
        self.visit_expression(&member.object);
        let shape = self.builder.static_member(member);
        let name = self.builder.name(member.property.name.as_str());
        self.member(kind, name, member.property.span.start, shape);
    }

    fn private_member(&mut self, member: &ast::PrivateFieldExpression<'a>, kind: ReferenceKind) {
        self.visit_expression(&member.object);
        let of = self.builder.value(&member.object);
        let name = self.builder.private_name(&member.field);
        let shape = self.builder.shape(Shape::Member { of, name });
        self.member(kind, name, member.field.span.start, shape);
    }

    fn computed_member(&mut self, member: &ast::ComputedMemberExpression<'a>, kind: ReferenceKind) {
        self.visit_expression(&member.object);
        self.visit_expression(&member.expression);
        let shape = self.builder.computed_member(member);
        if let Shape::Member { name, .. } = self.builder.code.shape(shape) {
            let name = *name;
            self.member(kind, name, member.expression.span().start, shape);
        }
    }

    /// A member; one of something unknown counts only where it is called.
    fn member(&mut self, kind: ReferenceKind, name: NameId, at: u32, shape: ShapeId) {
        if kind.is_call() || !self.builder.is_hopeless(shape) {
            self.add(kind, name, at, shape);
        }
    }

    /// The names of a type, the last one as `kind`.
    fn type_name(&mut self, name: &ast::TSTypeName<'a>, kind: ReferenceKind) {
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

    fn type_identifier(&mut self, name: &ast::IdentifierReference<'a>, kind: ReferenceKind) {
        let Some(binding) = self.builder.binding_of(name) else {
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

    fn qualified(&mut self, of: ShapeId, right: &ast::IdentifierName<'a>, kind: ReferenceKind) -> ShapeId {
        let name = self.builder.name(right.name.as_str());
        let shape = self.builder.shape(Shape::Member { of, name });
        self.member(kind, name, right.span.start, shape);
        shape
    }

    /// The names of `typeof a.b`.
    fn queried(&mut self, name: &ast::TSTypeName<'a>) {
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

    fn import_qualifier(&mut self, module: ShapeId, qualifier: &ast::TSImportTypeQualifier<'a>) -> ShapeId {
        match qualifier {
            ast::TSImportTypeQualifier::Identifier(name) => self.qualified(module, name, ReferenceKind::Type),
            ast::TSImportTypeQualifier::QualifiedName(inner) => {
                let of = self.import_qualifier(module, &inner.left);
                self.qualified(of, &inner.right, ReferenceKind::Type)
            }
        }
    }

    /// The keys of `pattern`, which takes `of` apart.
    fn pattern(&mut self, pattern: &ast::BindingPattern<'a>, of: ShapeId) {
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

    fn pattern_key(&mut self, property: &ast::BindingProperty<'a>, part: ShapeId) {
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
    fn import(&mut self, local: &ast::BindingIdentifier<'a>, name: NameId, at: u32) {
        let Some(binding) = local.symbol_id.get() else {
            return;
        };
        if let Some(imported) = self.builder.imported_of.get(&binding).copied() {
            let shape = self.builder.shape(Shape::Imported(imported));
            self.add(ReferenceKind::Import, name, at, shape);
        }
    }

    fn jsx_name(&mut self, name: &ast::JSXElementName<'a>, kind: ReferenceKind) {
        match name {
            ast::JSXElementName::IdentifierReference(name) => self.identifier(name, kind),
            ast::JSXElementName::MemberExpression(member) => self.jsx_member(member, kind),
            ast::JSXElementName::Identifier(_)
            | ast::JSXElementName::NamespacedName(_)
            | ast::JSXElementName::ThisExpression(_) => {}
        }
    }

    fn jsx_member(&mut self, member: &ast::JSXMemberExpression<'a>, kind: ReferenceKind) {
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

    fn arguments(&mut self, arguments: &[ast::Argument<'a>]) {
        for argument in arguments {
            self.visit_argument(argument);
        }
    }
}

impl<'a> Visit<'a> for Walker<'_, '_, 'a> {
    fn visit_expression(&mut self, expression: &ast::Expression<'a>) {
        // The left sides of a long chain of operators are followed in a loop.
        let mut expression = expression;
        loop {
            match expression {
                ast::Expression::BinaryExpression(binary) => {
                    self.visit_expression(&binary.right);
                    expression = &binary.left;
                }
                ast::Expression::LogicalExpression(logical) => {
                    self.visit_expression(&logical.right);
                    expression = &logical.left;
                }
                _ => break,
            }
        }
        walk::walk_expression(self, expression);
    }

    fn visit_identifier_reference(&mut self, name: &ast::IdentifierReference<'a>) {
        self.identifier(name, ReferenceKind::Value);
    }

    fn visit_static_member_expression(&mut self, member: &ast::StaticMemberExpression<'a>) {
        self.static_member(member, ReferenceKind::Value);
    }

    fn visit_computed_member_expression(&mut self, member: &ast::ComputedMemberExpression<'a>) {
        self.computed_member(member, ReferenceKind::Value);
    }

    fn visit_private_field_expression(&mut self, member: &ast::PrivateFieldExpression<'a>) {
        self.private_member(member, ReferenceKind::Value);
    }

    fn visit_call_expression(&mut self, call: &ast::CallExpression<'a>) {
        self.use_of(&call.callee, ReferenceKind::Call);
        if let Some(arguments) = &call.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
        self.arguments(&call.arguments);
    }

    fn visit_new_expression(&mut self, call: &ast::NewExpression<'a>) {
        self.use_of(&call.callee, ReferenceKind::New);
        if let Some(arguments) = &call.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
        self.arguments(&call.arguments);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &ast::TaggedTemplateExpression<'a>) {
        self.use_of(&tagged.tag, ReferenceKind::Tagged);
        if let Some(arguments) = &tagged.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
        self.visit_template_literal(&tagged.quasi);
    }

    fn visit_decorator(&mut self, decorator: &ast::Decorator<'a>) {
        match &decorator.expression {
            ast::Expression::CallExpression(call) => {
                self.use_of(&call.callee, ReferenceKind::Decorator);
                if let Some(arguments) = &call.type_arguments {
                    self.visit_ts_type_parameter_instantiation(arguments);
                }
                self.arguments(&call.arguments);
            }
            other => self.use_of(other, ReferenceKind::Decorator),
        }
    }

    fn visit_object_property(&mut self, property: &ast::ObjectProperty<'a>) {
        if property.computed {
            self.visit_property_key(&property.key);
        }
        self.inside_node(property.node_id(), |walker| match &property.value {
            ast::Expression::Identifier(name) if property.shorthand => {
                walker.identifier(name, ReferenceKind::Shorthand);
            }
            value => walker.visit_expression(value),
        });
    }

    fn visit_assignment_expression(&mut self, assignment: &ast::AssignmentExpression<'a>) {
        self.inside_node(assignment.node_id(), |walker| {
            walk::walk_assignment_expression(walker, assignment);
        });
    }

    fn visit_class(&mut self, class: &ast::Class<'a>) {
        let symbol = self.builder.class_symbol(class);
        self.inside(Some(symbol), |walker| walk::walk_class(walker, class));
    }

    fn visit_class_heritage(&mut self, heritage: &ast::ClassHeritage<'a>) {
        self.use_of(&heritage.expression, ReferenceKind::Extends);
        if let Some(arguments) = &heritage.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
    }

    fn visit_ts_class_implements(&mut self, implemented: &ast::TSClassImplements<'a>) {
        self.type_name(&implemented.expression, ReferenceKind::Implements);
        if let Some(arguments) = &implemented.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
    }

    fn visit_ts_interface_heritage(&mut self, heritage: &ast::TSInterfaceHeritage<'a>) {
        self.type_name(&heritage.type_name, ReferenceKind::Extends);
        if let Some(arguments) = &heritage.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
    }

    fn visit_class_element(&mut self, element: &ast::ClassElement<'a>) {
        self.inside_node(element.node_id(), |walker| {
            walk::walk_class_element(walker, element);
        });
    }

    fn visit_function(&mut self, function: &ast::Function<'a>, flags: ScopeFlags) {
        let symbol = function
            .id
            .as_ref()
            .and_then(|id| self.symbol_named(id))
            .or_else(|| self.builder.symbol_of.get(&function.node_id()).copied());
        self.inside(symbol, |walker| walk::walk_function(walker, function, flags));
    }

    fn visit_variable_declarator(&mut self, declarator: &ast::VariableDeclarator<'a>) {
        let symbol = match &declarator.id {
            ast::BindingPattern::BindingIdentifier(name) => {
                if let Some(binding) = name.symbol_id.get()
                    && self.builder.imported_of.contains_key(&binding)
                    && !self.builder.is_import_statement(binding)
                {
                    let text = self.builder.name(name.name.as_str());
                    self.import(name, text, name.span.start);
                }
                self.symbol_named(name)
            }
            pattern => {
                let of = match self.builder.declarator(declarator.node_id(), declarator) {
                    Some(of) => of,
                    None => self.builder.unknown(Unknown::Untyped),
                };
                self.pattern(pattern, of);
                None
            }
        };
        self.inside(symbol, |walker| {
            if let Some(annotation) = &declarator.type_annotation {
                walker.visit_ts_type_annotation(annotation);
            }
            if let Some(init) = &declarator.init {
                walker.visit_expression(init);
            }
        });
    }

    fn visit_formal_parameter(&mut self, parameter: &ast::FormalParameter<'a>) {
        for decorator in &parameter.decorators {
            self.visit_decorator(decorator);
        }
        match &parameter.pattern {
            ast::BindingPattern::BindingIdentifier(_) => {}
            pattern => {
                let of = self.builder.parameter(parameter.node_id(), parameter);
                self.pattern(pattern, of);
            }
        }
        if let Some(annotation) = &parameter.type_annotation {
            self.visit_ts_type_annotation(annotation);
        }
        if let Some(initializer) = &parameter.initializer {
            self.visit_expression(initializer);
        }
    }

    fn visit_ts_interface_declaration(&mut self, interface: &ast::TSInterfaceDeclaration<'a>) {
        let symbol = self.symbol_named(&interface.id);
        self.inside(symbol, |walker| {
            walk::walk_ts_interface_declaration(walker, interface);
        });
    }

    fn visit_ts_type_alias_declaration(&mut self, alias: &ast::TSTypeAliasDeclaration<'a>) {
        let symbol = self.builder.symbol_of.get(&alias.node_id()).copied();
        self.inside(symbol, |walker| {
            walk::walk_ts_type_alias_declaration(walker, alias);
        });
    }

    fn visit_ts_signature(&mut self, signature: &ast::TSSignature<'a>) {
        self.inside_node(signature.node_id(), |walker| {
            walk::walk_ts_signature(walker, signature);
        });
    }

    fn visit_ts_enum_declaration(&mut self, declared: &ast::TSEnumDeclaration<'a>) {
        let symbol = self.symbol_named(&declared.id);
        self.inside(symbol, |walker| walk::walk_ts_enum_declaration(walker, declared));
    }

    fn visit_ts_enum_member(&mut self, member: &ast::TSEnumMember<'a>) {
        self.inside_node(member.node_id(), |walker| {
            walk::walk_ts_enum_member(walker, member);
        });
    }

    fn visit_ts_namespace_declaration(&mut self, namespace: &ast::TSNamespaceDeclaration<'a>) {
        self.inside_node(namespace.node_id(), |walker| {
            walk::walk_ts_namespace_declaration(walker, namespace);
        });
    }

    fn visit_ts_type_name(&mut self, name: &ast::TSTypeName<'a>) {
        self.type_name(name, ReferenceKind::Type);
    }

    fn visit_ts_qualified_name(&mut self, qualified: &ast::TSQualifiedName<'a>) {
        self.type_name(&qualified.left, ReferenceKind::Type);
        let of = self.builder.aliased_entity(&qualified.left);
        self.qualified(of, &qualified.right, ReferenceKind::Type);
    }

    fn visit_ts_type_query(&mut self, query: &ast::TSTypeQuery<'a>) {
        match &query.expr_name {
            ast::TSTypeQueryExprName::TSImportType(import) => self.visit_ts_import_type(import),
            other => {
                if let Some(name) = other.as_ts_type_name() {
                    self.queried(name);
                }
            }
        }
        if let Some(arguments) = &query.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
    }

    fn visit_ts_import_type(&mut self, import: &ast::TSImportType<'a>) {
        if let Some(qualifier) = &import.qualifier {
            let module = self.builder.name(import.source.value.as_str());
            let module = self.builder.shape(Shape::Module(module));
            self.import_qualifier(module, qualifier);
        }
        if let Some(arguments) = &import.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
    }

    fn visit_import_declaration(&mut self, import: &ast::ImportDeclaration<'a>) {
        for specifier in import.specifiers.iter().flatten() {
            let local = specifier.local();
            let (text, at) = match specifier {
                ast::ImportDeclarationSpecifier::ImportSpecifier(named) => {
                    (named.imported.name().as_str(), named.imported.span().start)
                }
                ast::ImportDeclarationSpecifier::ImportDefaultSpecifier(_)
                | ast::ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => {
                    (local.name.as_str(), local.span.start)
                }
            };
            let name = self.builder.name(text);
            if let Some(binding) = local.symbol_id.get() {
                self.builder.import_binding(binding);
            }
            self.import(local, name, at);
        }
    }

    fn visit_ts_import_equals_declaration(&mut self, import: &ast::TSImportEqualsDeclaration<'a>) {
        match &import.module_reference {
            ast::TSModuleReference::ExternalModuleReference(_) => {
                let name = self.builder.name(import.id.name.as_str());
                self.import(&import.id, name, import.id.span.start);
            }
            ast::TSModuleReference::IdentifierReference(name) => {
                self.type_identifier(name, ReferenceKind::Type);
            }
            ast::TSModuleReference::QualifiedName(qualified) => self.visit_ts_qualified_name(qualified),
        }
    }

    fn visit_export_named_declaration(&mut self, export: &ast::ExportNamedDeclaration<'a>) {
        for specifier in &export.specifiers {
            if let ast::ModuleExportName::IdentifierReference(name) = &specifier.local {
                self.identifier(name, ReferenceKind::Export);
            }
        }
    }

    fn visit_export_from_declaration(&mut self, export: &ast::ExportFromDeclaration<'a>) {
        let module = self.builder.name(export.source.value.as_str());
        let of = self.builder.shape(Shape::Module(module));
        for specifier in &export.specifiers {
            let name = self.builder.name(specifier.local.name().as_str());
            let shape = self.builder.shape(Shape::Member { of, name });
            self.add(ReferenceKind::ReExport, name, specifier.local.span().start, shape);
        }
    }

    fn visit_export_all_declaration(&mut self, _: &ast::ExportAllDeclaration<'a>) {}

    fn visit_export_default_declaration(&mut self, export: &ast::ExportDefaultDeclaration<'a>) {
        if let Some(expression) = export.declaration.as_expression()
            && let ast::Expression::Identifier(_) = bare(expression)
        {
            self.use_of(expression, ReferenceKind::Export);
            return;
        }
        self.inside_node(export.node_id(), |walker| {
            walk::walk_export_default_declaration(walker, export);
        });
    }

    fn visit_ts_export_assignment(&mut self, export: &ast::TSExportAssignment<'a>) {
        if let ast::Expression::Identifier(_) = bare(&export.expression) {
            self.use_of(&export.expression, ReferenceKind::Export);
            return;
        }
        self.inside_node(export.node_id(), |walker| {
            walk::walk_ts_export_assignment(walker, export);
        });
    }

    fn visit_jsx_opening_element(&mut self, element: &ast::JSXOpeningElement<'a>) {
        self.jsx_name(&element.name, ReferenceKind::Jsx);
        if let Some(arguments) = &element.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
        for attribute in &element.attributes {
            self.visit_jsx_attribute_item(attribute);
        }
    }

    fn visit_jsx_closing_element(&mut self, element: &ast::JSXClosingElement<'a>) {
        self.jsx_name(&element.name, ReferenceKind::JsxClose);
    }
}
