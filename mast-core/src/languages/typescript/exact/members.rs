//! Members of classes, interfaces, type literals, object literals and enums.

use oxc_ast::ast;
use oxc_span::GetSpan;

use super::values::{arrow_function, bare, function_of};
use super::{Reader, first_decorator, span};
use crate::facts::Access;
use crate::languages::typescript::outline::{Function, Member, MemberKey, MemberKind, Name};
use crate::text::span::Span;

impl Reader<'_> {
    /// The member, and after a constructor the parameters of it that are members.
    pub(super) fn class_members(self, element: &ast::ClassElement<'_>) -> Vec<Member> {
        match element {
            ast::ClassElement::MethodDefinition(method) => {
                let mut members = vec![self.method(method)];
                if method.kind.is_constructor() {
                    members.extend(
                        method
                            .value
                            .params
                            .items
                            .iter()
                            .filter_map(|parameter| self.parameter_property(parameter)),
                    );
                }
                members
            }
            ast::ClassElement::PropertyDefinition(field) => vec![self.field(&Field {
                span: span(field.span),
                decorators: &field.decorators,
                key: &field.key,
                annotation: field.type_annotation.as_deref(),
                value: field.value.as_ref(),
                accessibility: field.accessibility,
                is_static: field.r#static,
                is_abstract: field.r#type.is_abstract(),
            })],
            ast::ClassElement::AccessorProperty(field) => vec![self.field(&Field {
                span: span(field.span),
                decorators: &field.decorators,
                key: &field.key,
                annotation: field.type_annotation.as_deref(),
                value: field.value.as_ref(),
                accessibility: field.accessibility,
                is_static: field.r#static,
                is_abstract: field.r#type.is_abstract(),
            })],
            ast::ClassElement::StaticBlock(block) => vec![nameless(span(block.span))],
            ast::ClassElement::TSIndexSignature(signature) => vec![nameless(span(signature.span))],
        }
    }

    fn method(self, method: &ast::MethodDefinition<'_>) -> Member {
        let kind = match method.kind {
            ast::MethodDefinitionKind::Constructor => MemberKind::Constructor,
            ast::MethodDefinitionKind::Method => MemberKind::Method,
            ast::MethodDefinitionKind::Get => MemberKind::Getter,
            ast::MethodDefinitionKind::Set => MemberKind::Setter,
        };
        let body = method.value.body.as_ref().map(|body| span(body.span));
        let start = first_decorator(&method.decorators, method.span.start);
        let key = self.key(&method.key);
        Member {
            span: Span::new(start, method.span.end),
            access: access(method.accessibility, &key),
            key,
            kind,
            head: Span::new(
                self.after_decorators(start, &method.decorators),
                body.map_or(method.span.end, |body| body.start),
            ),
            body,
            is_static: method.r#static,
            is_abstract: method.r#type.is_abstract(),
            refers_to: None,
        }
    }

    fn field(self, field: &Field<'_, '_>) -> Member {
        let start = first_decorator(field.decorators, field.span.start);
        let key = self.key(field.key);
        let function = field.value.and_then(Self::function_value);
        let (kind, head_end, body) = match (&function, field.value) {
            (Some(function), _) => (MemberKind::FunctionProperty, function.head.end, function.body),
            (None, Some(value)) => {
                let key_end = self.key_end(field.key);
                let head_end = field.annotation.map_or(key_end, |annotation| annotation.span.end);
                (MemberKind::Property, head_end, Some(span(value.span())))
            }
            (None, None) => (MemberKind::Property, field.span.end, None),
        };
        Member {
            span: Span::new(start, field.span.end),
            access: access(field.accessibility, &key),
            key,
            kind,
            head: Span::new(self.after_decorators(start, field.decorators), head_end),
            body,
            is_static: field.is_static,
            is_abstract: field.is_abstract,
            refers_to: None,
        }
    }

    fn parameter_property(self, parameter: &ast::FormalParameter<'_>) -> Option<Member> {
        if parameter.accessibility.is_none() && !parameter.readonly && !parameter.r#override {
            return None;
        }
        let ast::BindingPattern::BindingIdentifier(name) = &parameter.pattern else {
            return None;
        };
        let start = first_decorator(&parameter.decorators, parameter.span.start);
        let head_end = parameter
            .type_annotation
            .as_ref()
            .map_or(name.span.end, |annotation| annotation.span.end);
        let key = MemberKey::Name(super::statements::binding_name(name));
        Some(Member {
            span: Span::new(start, parameter.span.end),
            access: access(parameter.accessibility, &key),
            key,
            kind: MemberKind::ParameterProperty,
            head: Span::new(
                self.after_decorators(start, &parameter.decorators),
                if parameter.initializer.is_some() {
                    head_end
                } else {
                    parameter.span.end
                },
            ),
            body: parameter
                .initializer
                .as_ref()
                .map(|initializer| span(initializer.span())),
            is_static: false,
            is_abstract: false,
            refers_to: None,
        })
    }

    pub(super) fn signature(self, signature: &ast::TSSignature<'_>) -> Member {
        let (key, kind) = match signature {
            ast::TSSignature::TSPropertySignature(property) => {
                (self.key(&property.key), MemberKind::Property)
            }
            ast::TSSignature::TSMethodSignature(method) => (
                self.key(&method.key),
                match method.kind {
                    ast::TSMethodSignatureKind::Method => MemberKind::Method,
                    ast::TSMethodSignatureKind::Get => MemberKind::Getter,
                    ast::TSMethodSignatureKind::Set => MemberKind::Setter,
                },
            ),
            ast::TSSignature::TSIndexSignature(_)
            | ast::TSSignature::TSCallSignatureDeclaration(_)
            | ast::TSSignature::TSConstructSignatureDeclaration(_) => {
                (MemberKey::Nameless, MemberKind::Nameless)
            }
        };
        let whole = span(signature.span());
        Member {
            key,
            kind,
            ..nameless(whole)
        }
    }

    /// The members of type literals that are the type itself or a part of an intersection.
    pub(super) fn type_members(self, of: &ast::TSType<'_>) -> Vec<Member> {
        let mut members = Vec::new();
        let mut waiting = vec![of];
        while let Some(next) = waiting.pop() {
            match next {
                ast::TSType::TSTypeLiteral(literal) => {
                    members.extend(literal.members.iter().map(|signature| self.signature(signature)));
                }
                ast::TSType::TSParenthesizedType(inner) => waiting.push(&inner.type_annotation),
                ast::TSType::TSIntersectionType(parts) => waiting.extend(parts.types.iter().rev()),
                _ => {}
            }
        }
        members
    }

    pub(super) fn enum_member(member: &ast::TSEnumMember<'_>) -> Member {
        let (text, name_span) = match &member.id {
            ast::TSEnumMemberName::Identifier(name) => (name.name.to_string(), name.span),
            ast::TSEnumMemberName::String(name) | ast::TSEnumMemberName::ComputedString(name) => {
                (name.value.to_string(), name.span)
            }
            ast::TSEnumMemberName::ComputedTemplateString(name) => {
                (template_text(name).unwrap_or_default(), name.span)
            }
        };
        let whole = span(member.span);
        Member {
            key: MemberKey::Name(Name {
                text,
                span: span(name_span),
            }),
            kind: MemberKind::EnumMember,
            body: member
                .initializer
                .as_ref()
                .map(|initializer| span(initializer.span())),
            head: Span::new(
                whole.start,
                if member.initializer.is_some() {
                    member.id.span().end
                } else {
                    whole.end
                },
            ),
            ..nameless(whole)
        }
    }

    pub(super) fn object_member(self, property: &ast::ObjectPropertyKind<'_>) -> Option<Member> {
        let ast::ObjectPropertyKind::ObjectProperty(property) = property else {
            return None;
        };
        let whole = span(property.span);
        let function = Self::function_value(&property.value);
        let kind = match (property.kind, &function) {
            (ast::PropertyKind::Get, _) => MemberKind::Getter,
            (ast::PropertyKind::Set, _) => MemberKind::Setter,
            (ast::PropertyKind::Init, Some(_)) if property.method => MemberKind::Method,
            (ast::PropertyKind::Init, Some(_)) => MemberKind::FunctionProperty,
            (ast::PropertyKind::Init, None) => MemberKind::Property,
        };
        Some(Member {
            key: self.key(&property.key),
            kind,
            head: Span::new(
                whole.start,
                function.as_ref().map_or(whole.end, |function| function.head.end),
            ),
            body: function.and_then(|function| function.body),
            refers_to: match &property.value {
                ast::Expression::Identifier(name) => Some(name.name.to_string()),
                _ => None,
            },
            ..nameless(whole)
        })
    }

    fn function_value(value: &ast::Expression<'_>) -> Option<Function> {
        match bare(value) {
            ast::Expression::ArrowFunctionExpression(arrow) => Some(arrow_function(arrow)),
            ast::Expression::FunctionExpression(function) => Some(function_of(function)),
            _ => None,
        }
    }

    fn key(self, key: &ast::PropertyKey<'_>) -> MemberKey {
        let at = span(key.span());
        let text = match key {
            ast::PropertyKey::StaticIdentifier(name) => Some(name.name.to_string()),
            ast::PropertyKey::PrivateIdentifier(name) => Some(format!("#{}", name.name)),
            ast::PropertyKey::StringLiteral(name) => Some(name.value.to_string()),
            ast::PropertyKey::TemplateLiteral(name) => template_text(name),
            ast::PropertyKey::NumericLiteral(_) | ast::PropertyKey::BigIntLiteral(_) => {
                Some(at.of(self.text).to_owned())
            }
            ast::PropertyKey::StaticMemberExpression(member) => match &member.object {
                ast::Expression::Identifier(object) if object.name == "Symbol" => {
                    Some(format!("[Symbol.{}]", member.property.name))
                }
                _ => None,
            },
            _ => None,
        };
        match text {
            Some(text) => MemberKey::Name(Name { text, span: at }),
            None => MemberKey::Computed(at),
        }
    }

    /// The end of a key, its closing bracket included.
    fn key_end(self, key: &ast::PropertyKey<'_>) -> u32 {
        let end = key.span().end;
        let bracket = self.skip_trivia(end);
        if self.text.as_bytes().get(bracket as usize) == Some(&b']') {
            bracket + 1
        } else {
            end
        }
    }

    fn after_decorators(self, start: u32, decorators: &[ast::Decorator<'_>]) -> u32 {
        let end = decorators.last().map_or(start, |decorator| decorator.span.end);
        self.skip_trivia(end.max(start))
    }
}

/// What fields with and without `accessor` have in common.
struct Field<'n, 'a> {
    span: Span,
    decorators: &'n [ast::Decorator<'a>],
    key: &'n ast::PropertyKey<'a>,
    annotation: Option<&'n ast::TSTypeAnnotation<'a>>,
    value: Option<&'n ast::Expression<'a>>,
    accessibility: Option<ast::TSAccessibility>,
    is_static: bool,
    is_abstract: bool,
}

fn nameless(span: Span) -> Member {
    Member {
        span,
        key: MemberKey::Nameless,
        kind: MemberKind::Nameless,
        head: span,
        body: None,
        access: Access::Public,
        is_static: false,
        is_abstract: false,
        refers_to: None,
    }
}

fn access(written: Option<ast::TSAccessibility>, key: &MemberKey) -> Access {
    match written {
        Some(ast::TSAccessibility::Private) => Access::Private,
        Some(ast::TSAccessibility::Protected) => Access::Protected,
        Some(ast::TSAccessibility::Public) | None => match key {
            MemberKey::Name(name) if name.text.starts_with('#') => Access::Private,
            MemberKey::Name(_) | MemberKey::Computed(_) | MemberKey::Nameless => Access::Public,
        },
    }
}

/// The text of a template without substitutions.
pub(super) fn template_text(template: &ast::TemplateLiteral<'_>) -> Option<String> {
    match template.quasis.as_slice() {
        [only] => only.value.cooked.map(|text| text.to_string()),
        _ => None,
    }
}
