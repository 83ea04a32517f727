//! Members of classes, interfaces, enums, object and type literals.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::NodeId;
use oxc_span::GetSpan;

use super::symbols::Scope;
use super::{Builder, Side, Waiting};
use crate::facts::code::{NameId, SymbolId};
use crate::facts::shape::{Shape, TypeShape};
use crate::facts::symbol::{Place, SymbolKind};
use crate::languages::typescript::exact::members::template_text;
use crate::languages::typescript::exact::values::bare;

/// A declaration of a member.
struct Member {
    owner: SymbolId,
    name: NameId,
    side: Side,
    kind: SymbolKind,
    node: NodeId,
    /// Where its name starts.
    at: u32,
    is_implementation: bool,
    is_optional: bool,
}

impl<'a> Builder<'_, 'a> {
    pub(super) fn fill_class(&mut self, symbol: SymbolId, class: &'a ast::Class<'a>) {
        let type_parameters = self.type_parameters(class.type_parameters.as_deref(), class.node_id());
        self.symbol_mut(symbol).type_parameters = type_parameters;
        if let Some(heritage) = &class.heritage {
            if let Some(entity) = self.entity_of(&heritage.expression) {
                let arguments = self.type_arguments(heritage.type_arguments.as_deref());
                let extends = self.type_shape(TypeShape::Reference { entity, arguments });
                self.symbol_mut(symbol).extends.push(extends);
            } else {
                let value = self.value(&heritage.expression);
                self.symbol_mut(symbol).extends_values.push(value);
            }
        }
        for implemented in &class.implements {
            let arguments = self.type_arguments(implemented.type_arguments.as_deref());
            let implements = self.named_type(&implemented.expression, arguments);
            self.symbol_mut(symbol).implements.push(implements);
        }
        for element in &class.body.body {
            self.class_element(symbol, element);
        }
    }

    fn class_element(&mut self, owner: SymbolId, element: &'a ast::ClassElement<'a>) {
        match element {
            ast::ClassElement::MethodDefinition(method) => {
                let kind = match method.kind {
                    ast::MethodDefinitionKind::Constructor => SymbolKind::Constructor,
                    ast::MethodDefinitionKind::Method => SymbolKind::Method,
                    ast::MethodDefinitionKind::Get | ast::MethodDefinitionKind::Set => SymbolKind::Accessor,
                };
                if let Some(name) = self.key(&method.key) {
                    self.member(&Member {
                        owner,
                        name,
                        side: Side::of(method.r#static),
                        kind,
                        node: method.node_id(),
                        at: method.key.span().start,
                        is_implementation: method.value.body.is_some() && kind != SymbolKind::Accessor,
                        is_optional: method.optional,
                    });
                }
                if kind == SymbolKind::Constructor {
                    for parameter in &method.value.params.items {
                        self.parameter_property(owner, parameter);
                    }
                }
            }
            ast::ClassElement::PropertyDefinition(field) => {
                if let Some(name) = self.key(&field.key) {
                    let member = self.member(&Member {
                        owner,
                        name,
                        side: Side::of(field.r#static),
                        kind: SymbolKind::Property,
                        node: field.node_id(),
                        at: field.key.span().start,
                        is_implementation: false,
                        is_optional: field.optional,
                    });
                    self.own_function(member, field.value.as_ref());
                }
            }
            ast::ClassElement::AccessorProperty(field) => {
                if let Some(name) = self.key(&field.key) {
                    let member = self.member(&Member {
                        owner,
                        name,
                        side: Side::of(field.r#static),
                        kind: SymbolKind::Property,
                        node: field.node_id(),
                        at: field.key.span().start,
                        is_implementation: false,
                        is_optional: false,
                    });
                    self.own_function(member, field.value.as_ref());
                }
            }
            ast::ClassElement::StaticBlock(_) | ast::ClassElement::TSIndexSignature(_) => {}
        }
    }

    fn parameter_property(&mut self, owner: SymbolId, parameter: &'a ast::FormalParameter<'a>) {
        if parameter.accessibility.is_none() && !parameter.readonly && !parameter.r#override {
            return;
        }
        let ast::BindingPattern::BindingIdentifier(name) = &parameter.pattern else {
            return;
        };
        let text = self.name(name.name.as_str());
        self.member(&Member {
            owner,
            name: text,
            side: Side::Instance,
            kind: SymbolKind::Property,
            node: parameter.node_id(),
            at: name.span.start,
            is_implementation: false,
            is_optional: parameter.optional,
        });
    }

    /// Makes `member` the symbol of the function that is its value.
    fn own_function(&mut self, member: SymbolId, value: Option<&ast::Expression<'a>>) {
        match value.map(plain) {
            Some(ast::Expression::ArrowFunctionExpression(arrow)) => {
                self.symbol_of.insert(arrow.node_id(), member);
            }
            Some(ast::Expression::FunctionExpression(function)) => {
                self.symbol_of.insert(function.node_id(), member);
            }
            Some(_) | None => {}
        }
    }

    pub(super) fn fill_interface(
        &mut self,
        symbol: SymbolId,
        interface: &'a ast::TSInterfaceDeclaration<'a>,
    ) {
        let type_parameters = self.type_parameters(interface.type_parameters.as_deref(), interface.node_id());
        if self.code.symbol(symbol).type_parameters.is_empty() {
            self.symbol_mut(symbol).type_parameters = type_parameters;
        }
        for heritage in &interface.extends {
            let arguments = self.type_arguments(heritage.type_arguments.as_deref());
            let extends = self.named_type(&heritage.type_name, arguments);
            self.symbol_mut(symbol).extends.push(extends);
        }
        for signature in &interface.body.body {
            self.type_member(symbol, signature);
        }
    }

    pub(super) fn fill_alias(&mut self, symbol: SymbolId, alias: &'a ast::TSTypeAliasDeclaration<'a>) {
        let type_parameters = self.type_parameters(alias.type_parameters.as_deref(), alias.node_id());
        self.symbol_mut(symbol).type_parameters = type_parameters;
        let mut waiting = vec![&alias.type_annotation];
        while let Some(next) = waiting.pop() {
            match next {
                ast::TSType::TSTypeLiteral(literal) if !super::types::is_dictionary(literal) => {
                    self.literal(literal.node_id(), SymbolKind::TypeLiteral, Some(symbol));
                }
                ast::TSType::TSParenthesizedType(inner) => waiting.push(&inner.type_annotation),
                ast::TSType::TSIntersectionType(parts) => waiting.extend(parts.types.iter().rev()),
                _ => {}
            }
        }
        let aliased = self.type_of(&alias.type_annotation);
        self.symbol_mut(symbol).aliased = Some(aliased);
    }

    pub(super) fn fill_enum(&mut self, symbol: SymbolId, declared: &'a ast::TSEnumDeclaration<'a>) {
        for member in &declared.body.members {
            let name = match &member.id {
                ast::TSEnumMemberName::Identifier(name) => self.name(name.name.as_str()),
                ast::TSEnumMemberName::String(name) | ast::TSEnumMemberName::ComputedString(name) => {
                    self.name(name.value.as_str())
                }
                ast::TSEnumMemberName::ComputedTemplateString(name) => {
                    let text = template_text(name).unwrap_or_default();
                    self.made_name(&text)
                }
            };
            self.member(&Member {
                owner: symbol,
                name,
                side: Side::Instance,
                kind: SymbolKind::EnumMember,
                node: member.node_id(),
                at: member.id.span().start,
                is_implementation: false,
                is_optional: false,
            });
        }
    }

    pub(super) fn fill_object(&mut self, symbol: SymbolId, object: &'a ast::ObjectExpression<'a>) {
        for property in &object.properties {
            match property {
                ast::ObjectPropertyKind::SpreadProperty(spread) => {
                    let value = self.value(&spread.argument);
                    self.symbol_mut(symbol).extends_values.push(value);
                }
                ast::ObjectPropertyKind::ObjectProperty(property) => {
                    let Some(name) = self.key(&property.key) else {
                        continue;
                    };
                    let kind = match property.kind {
                        ast::PropertyKind::Get | ast::PropertyKind::Set => SymbolKind::Accessor,
                        ast::PropertyKind::Init if property.method => SymbolKind::Method,
                        ast::PropertyKind::Init => SymbolKind::Property,
                    };
                    let member = self.member(&Member {
                        owner: symbol,
                        name,
                        side: Side::Instance,
                        kind,
                        node: property.node_id(),
                        at: property.key.span().start,
                        is_implementation: false,
                        is_optional: false,
                    });
                    if kind != SymbolKind::Accessor {
                        self.own_function(member, Some(&property.value));
                    }
                }
            }
        }
    }

    /// A member of an interface or type literal.
    pub(super) fn type_member(&mut self, owner: SymbolId, signature: &'a ast::TSSignature<'a>) {
        let (name, kind, at, is_optional) = match signature {
            ast::TSSignature::TSPropertySignature(property) => (
                self.key(&property.key),
                SymbolKind::Property,
                property.key.span().start,
                property.optional,
            ),
            ast::TSSignature::TSMethodSignature(method) => (
                self.key(&method.key),
                match method.kind {
                    ast::TSMethodSignatureKind::Method => SymbolKind::Method,
                    ast::TSMethodSignatureKind::Get | ast::TSMethodSignatureKind::Set => SymbolKind::Accessor,
                },
                method.key.span().start,
                method.optional,
            ),
            ast::TSSignature::TSConstructSignatureDeclaration(construct) => (
                Some(self.made_name("new")),
                SymbolKind::Constructor,
                construct.span.start,
                false,
            ),
            ast::TSSignature::TSCallSignatureDeclaration(call) => {
                let signature = self.signature(call.node_id());
                self.symbol_mut(owner).signatures.push(signature);
                return;
            }
            ast::TSSignature::TSIndexSignature(_) => return,
        };
        if let Some(name) = name {
            self.member(&Member {
                owner,
                name,
                side: Side::Instance,
                kind,
                node: signature.node_id(),
                at,
                is_implementation: false,
                is_optional,
            });
        }
    }

    /// `owner.name = value` at the top level: a member as a class would declare it.
    pub(super) fn assigned_member(
        &mut self,
        owner: SymbolId,
        name: NameId,
        at: u32,
        assignment: &ast::AssignmentExpression<'a>,
    ) {
        let member = self.member(&Member {
            owner,
            name,
            side: Side::Static,
            kind: SymbolKind::Property,
            node: assignment.node_id(),
            at,
            is_implementation: false,
            is_optional: false,
        });
        self.own_function(member, Some(&assignment.right));
    }

    /// Adds `member` to its owner, to the symbol of that name where there is one.
    fn member(&mut self, member: &Member) -> SymbolId {
        let key = (member.owner, member.name, member.side);
        let line = self.line(member.at);
        let symbol = if let Some(symbol) = self.member_of.get(&key) {
            let symbol = *symbol;
            self.add_line(symbol, line, member.is_implementation);
            symbol
        } else {
            let place = Place::Member;
            let symbol = self.new_symbol(
                member.name,
                member.kind,
                Scope {
                    owner: Some(member.owner),
                    place,
                },
                line,
            );
            self.member_of.insert(key, symbol);
            let is_type_only = matches!(
                self.kind(member.node),
                AstKind::TSPropertySignature(_)
                    | AstKind::TSMethodSignature(_)
                    | AstKind::TSConstructSignatureDeclaration(_)
            );
            let declared = self.symbol_mut(symbol);
            declared.is_value = !is_type_only;
            declared.is_static = member.side == Side::Static;
            declared.is_optional = member.is_optional;
            self.symbol_mut(member.owner).members.push(symbol);
            symbol
        };
        self.symbol_of.insert(member.node, symbol);
        self.waiting.push_back(Waiting::Symbol(symbol, member.node));
        symbol
    }

    /// Adds to the member `symbol` what its declaration at `node` says.
    pub(super) fn fill_member(&mut self, symbol: SymbolId, node: NodeId, kind: AstKind<'a>) {
        match kind {
            AstKind::MethodDefinition(method) => match method.kind {
                ast::MethodDefinitionKind::Constructor | ast::MethodDefinitionKind::Method => {
                    self.add_signature(symbol, method.value.node_id(), method.value.body.is_some());
                }
                ast::MethodDefinitionKind::Get => self.getter(symbol, &method.value),
                ast::MethodDefinitionKind::Set => self.setter(symbol, &method.value),
            },
            AstKind::PropertyDefinition(field) => {
                self.field(symbol, field.type_annotation.as_deref(), field.value.as_ref());
            }
            AstKind::AccessorProperty(field) => {
                self.field(symbol, field.type_annotation.as_deref(), field.value.as_ref());
            }
            AstKind::FormalParameter(parameter) => {
                self.field(
                    symbol,
                    parameter.type_annotation.as_deref(),
                    parameter.initializer.as_deref(),
                );
            }
            AstKind::ObjectProperty(property) => match (property.kind, &property.value) {
                (ast::PropertyKind::Get, ast::Expression::FunctionExpression(function)) => {
                    self.getter(symbol, function);
                }
                (ast::PropertyKind::Set, ast::Expression::FunctionExpression(function)) => {
                    self.setter(symbol, function);
                }
                (ast::PropertyKind::Init | ast::PropertyKind::Get | ast::PropertyKind::Set, value) => {
                    self.fill_value(symbol, value);
                }
            },
            AstKind::TSPropertySignature(property) => {
                self.field(symbol, property.type_annotation.as_deref(), None);
            }
            AstKind::TSMethodSignature(method) => match method.kind {
                ast::TSMethodSignatureKind::Method => self.add_signature(symbol, node, false),
                ast::TSMethodSignatureKind::Get => {
                    self.field(symbol, method.return_type.as_deref(), None);
                }
                ast::TSMethodSignatureKind::Set => {
                    let parameter = method.params.items.first();
                    let declared = self.annotation(parameter.and_then(|of| of.type_annotation.as_deref()));
                    let symbol = self.symbol_mut(symbol);
                    symbol.declared = symbol.declared.or(declared);
                }
            },
            AstKind::TSConstructSignatureDeclaration(_) => self.add_signature(symbol, node, false),
            AstKind::AssignmentExpression(assignment) => self.fill_value(symbol, &assignment.right),
            AstKind::TSEnumMember(member) => {
                if let Some(initializer) = &member.initializer {
                    let value = self.value(initializer);
                    self.symbol_mut(symbol).value = Some(value);
                }
            }
            _ => {}
        }
    }

    fn field(
        &mut self,
        symbol: SymbolId,
        annotation: Option<&ast::TSTypeAnnotation<'a>>,
        value: Option<&ast::Expression<'a>>,
    ) {
        if let Some(declared) = self.annotation(annotation) {
            self.symbol_mut(symbol).declared.get_or_insert(declared);
        }
        if let Some(value) = value {
            self.fill_value(symbol, value);
        }
    }

    /// Gives `symbol` the value `value`: a function as its signature, anything else as a shape.
    pub(super) fn fill_value(&mut self, symbol: SymbolId, value: &ast::Expression<'a>) {
        let function = match bare(value) {
            ast::Expression::ArrowFunctionExpression(arrow) => Some(arrow.node_id()),
            ast::Expression::FunctionExpression(function) => Some(function.node_id()),
            _ => None,
        };
        if let Some(function) = function {
            self.add_signature(symbol, function, true);
        }
        let is_function_alone = function.is_some_and(|function| plain(value).node_id() == function);
        if !is_function_alone {
            let shape = self.value(value);
            self.symbol_mut(symbol).value.get_or_insert(shape);
        }
    }

    fn getter(&mut self, symbol: SymbolId, function: &ast::Function<'a>) {
        match self.annotation(function.return_type.as_deref()) {
            Some(declared) => self.symbol_mut(symbol).declared = Some(declared),
            None => {
                if let Some(body) = &function.body {
                    let returned = self.returned(&body.statements);
                    if !returned.is_empty() {
                        let value = self.one_of(returned);
                        self.symbol_mut(symbol).value = Some(value);
                    }
                }
            }
        }
    }

    fn setter(&mut self, symbol: SymbolId, function: &ast::Function<'a>) {
        let parameter = function.params.items.first();
        let declared = self.annotation(parameter.and_then(|of| of.type_annotation.as_deref()));
        let symbol = self.symbol_mut(symbol);
        symbol.declared = symbol.declared.or(declared);
    }

    /// The plain name that `expression` is, as what a class extends.
    fn entity_of(&mut self, expression: &ast::Expression<'a>) -> Option<crate::facts::code::ShapeId> {
        let is_name = {
            let mut at = expression;
            loop {
                match at {
                    ast::Expression::Identifier(_) => break true,
                    ast::Expression::StaticMemberExpression(member) if !member.optional => {
                        at = &member.object;
                    }
                    _ => break false,
                }
            }
        };
        if !is_name {
            return None;
        }
        let entity = self.value(expression);
        let mut root = entity;
        loop {
            match self.code.shape(root) {
                Shape::Member { of, .. } => root = *of,
                Shape::Symbol(_) | Shape::Imported(_) | Shape::Global(_) | Shape::Module(_) => {
                    return Some(entity);
                }
                _ => return None,
            }
        }
    }
}

/// `expression` below parentheses, `as const`, `!` and `satisfies`, which leave a value as it is.
pub(super) fn plain<'e, 'a>(expression: &'e ast::Expression<'a>) -> &'e ast::Expression<'a> {
    let mut expression = expression;
    loop {
        expression = match expression {
            ast::Expression::ParenthesizedExpression(inner) => &inner.expression,
            ast::Expression::TSSatisfiesExpression(inner) => &inner.expression,
            ast::Expression::TSNonNullExpression(inner) => &inner.expression,
            ast::Expression::TSAsExpression(inner) if is_const(&inner.type_annotation) => &inner.expression,
            ast::Expression::TSTypeAssertion(inner) if is_const(&inner.type_annotation) => &inner.expression,
            _ => return expression,
        }
    }
}

/// The `const` of `as const`.
pub(super) fn is_const(of: &ast::TSType<'_>) -> bool {
    matches!(
        of,
        ast::TSType::TSTypeReference(reference)
            if matches!(&reference.type_name, ast::TSTypeName::IdentifierReference(name) if name.name == "const")
    )
}
