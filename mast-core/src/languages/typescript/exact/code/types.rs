//! Types as they are written.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::{NodeId, SymbolFlags, SymbolId as BindingId};

use super::Builder;
use super::symbols::Scope;
use crate::facts::code::{ShapeId, SymbolId, TypeId};
use crate::facts::shape::{Primitive, Shape, TypeShape, Unknown};
use crate::facts::symbol::{Place, SymbolKind};

impl<'a> Builder<'_, 'a> {
    pub(super) fn type_of(&mut self, of: &ast::TSType<'a>) -> TypeId {
        let shape = match of {
            ast::TSType::TSAnyKeyword(_) => TypeShape::Primitive(Primitive::Any),
            ast::TSType::TSBigIntKeyword(_) => TypeShape::Primitive(Primitive::BigInt),
            ast::TSType::TSBooleanKeyword(_) => TypeShape::Primitive(Primitive::Boolean),
            ast::TSType::TSNeverKeyword(_) => TypeShape::Primitive(Primitive::Never),
            ast::TSType::TSNullKeyword(_) => TypeShape::Primitive(Primitive::Null),
            ast::TSType::TSNumberKeyword(_) => TypeShape::Primitive(Primitive::Number),
            ast::TSType::TSObjectKeyword(_) => TypeShape::Primitive(Primitive::Object),
            ast::TSType::TSStringKeyword(_) | ast::TSType::TSTemplateLiteralType(_) => {
                TypeShape::Primitive(Primitive::String)
            }
            ast::TSType::TSSymbolKeyword(_) => TypeShape::Primitive(Primitive::Symbol),
            ast::TSType::TSUndefinedKeyword(_) => TypeShape::Primitive(Primitive::Undefined),
            ast::TSType::TSUnknownKeyword(_) => TypeShape::Primitive(Primitive::Unknown),
            ast::TSType::TSVoidKeyword(_) => TypeShape::Primitive(Primitive::Void),
            ast::TSType::TSTypePredicate(predicate) => TypeShape::Primitive(if predicate.asserts {
                Primitive::Void
            } else {
                Primitive::Boolean
            }),
            ast::TSType::TSParenthesizedType(inner) => return self.type_of(&inner.type_annotation),
            ast::TSType::TSArrayType(array) => TypeShape::Array(self.type_of(&array.element_type)),
            ast::TSType::TSUnionType(union) => TypeShape::Union(self.types_of(&union.types)),
            ast::TSType::TSIntersectionType(parts) => TypeShape::Intersection(self.types_of(&parts.types)),
            ast::TSType::TSTupleType(tuple) => TypeShape::Tuple(
                tuple
                    .element_types
                    .iter()
                    .map(|element| self.tuple_element(element))
                    .collect(),
            ),
            ast::TSType::TSNamedTupleMember(member) => return self.tuple_element(&member.element_type),
            ast::TSType::TSLiteralType(literal) => self.literal_type(&literal.literal),
            ast::TSType::TSFunctionType(function) => TypeShape::Function(self.signature(function.node_id())),
            ast::TSType::TSConstructorType(function) => {
                TypeShape::Constructor(self.signature(function.node_id()))
            }
            ast::TSType::TSTypeLiteral(literal) => match literal.members.as_slice() {
                [ast::TSSignature::TSIndexSignature(index)] => return self.dictionary(index),
                _ => TypeShape::Object(self.literal(literal.node_id(), SymbolKind::TypeLiteral, None)),
            },
            ast::TSType::TSTypeOperatorType(operator) => match operator.operator {
                ast::TSTypeOperatorOperator::Keyof => {
                    TypeShape::KeyOf(self.type_of(&operator.type_annotation))
                }
                ast::TSTypeOperatorOperator::Unique => TypeShape::Primitive(Primitive::Symbol),
                ast::TSTypeOperatorOperator::Readonly => return self.type_of(&operator.type_annotation),
            },
            ast::TSType::TSIndexedAccessType(access) => TypeShape::Indexed {
                of: self.type_of(&access.object_type),
                key: self.type_of(&access.index_type),
            },
            ast::TSType::TSConditionalType(conditional) => TypeShape::Conditional {
                check: self.type_of(&conditional.check_type),
                extends: self.type_of(&conditional.extends_type),
                then: self.type_of(&conditional.true_type),
                otherwise: self.type_of(&conditional.false_type),
            },
            ast::TSType::TSMappedType(mapped) => self.mapped(mapped),
            ast::TSType::TSTypeReference(reference) => {
                let arguments = self.type_arguments(reference.type_arguments.as_deref());
                return self.named_type(&reference.type_name, arguments);
            }
            ast::TSType::TSTypeQuery(query) => TypeShape::TypeOf(match &query.expr_name {
                ast::TSTypeQueryExprName::TSImportType(import) => self.imported_entity(import),
                other => match other.as_ts_type_name() {
                    Some(name) => self.named_value(name),
                    None => self.unknown(Unknown::Expression),
                },
            }),
            ast::TSType::TSImportType(import) => {
                let arguments = self.type_arguments(import.type_arguments.as_deref());
                TypeShape::Reference {
                    entity: self.imported_entity(import),
                    arguments,
                }
            }
            ast::TSType::TSThisType(this) => match self.type_around(this.node_id()) {
                Some(symbol) => TypeShape::This(symbol),
                None => TypeShape::Unknown,
            },
            ast::TSType::JSDocNullableType(inner) => {
                let inner = self.type_of(&inner.type_annotation);
                let null = self.type_shape(TypeShape::Primitive(Primitive::Null));
                TypeShape::Union(vec![inner, null])
            }
            ast::TSType::JSDocNonNullableType(inner) => return self.type_of(&inner.type_annotation),
            ast::TSType::TSInferType(_)
            | ast::TSType::TSIntrinsicKeyword(_)
            | ast::TSType::JSDocUnknownType(_) => TypeShape::Unknown,
        };
        self.type_shape(shape)
    }

    fn types_of(&mut self, types: &[ast::TSType<'a>]) -> Vec<TypeId> {
        types.iter().map(|of| self.type_of(of)).collect()
    }

    pub(super) fn type_arguments(
        &mut self,
        arguments: Option<&ast::TSTypeParameterInstantiation<'a>>,
    ) -> Vec<TypeId> {
        arguments.map_or_else(Vec::new, |arguments| self.types_of(&arguments.params))
    }

    fn tuple_element(&mut self, element: &ast::TSTupleElement<'a>) -> TypeId {
        match element {
            ast::TSTupleElement::TSOptionalType(inner) => self.type_of(&inner.type_annotation),
            ast::TSTupleElement::TSRestType(inner) => self.type_of(&inner.type_annotation),
            other => match other.as_ts_type() {
                Some(of) => self.type_of(of),
                None => self.type_shape(TypeShape::Unknown),
            },
        }
    }

    fn literal_type(&mut self, literal: &ast::TSLiteral<'a>) -> TypeShape {
        match literal {
            ast::TSLiteral::BooleanLiteral(literal) => {
                let text = if literal.value { "true" } else { "false" };
                TypeShape::Literal(Primitive::Boolean, self.made_name(text))
            }
            ast::TSLiteral::StringLiteral(literal) => {
                TypeShape::Literal(Primitive::String, self.name(literal.value.as_str()))
            }
            ast::TSLiteral::NumericLiteral(literal) => {
                let text = self.text_of(literal.span).to_owned();
                TypeShape::Literal(Primitive::Number, self.made_name(&text))
            }
            ast::TSLiteral::BigIntLiteral(literal) => {
                let text = self.text_of(literal.span).to_owned();
                TypeShape::Literal(Primitive::BigInt, self.made_name(&text))
            }
            ast::TSLiteral::UnaryExpression(literal) => {
                let text = self.text_of(literal.span).to_owned();
                TypeShape::Literal(Primitive::Number, self.made_name(&text))
            }
            ast::TSLiteral::TemplateLiteral(_) => TypeShape::Primitive(Primitive::String),
        }
    }

    /// `{ [key: K]: V }` alone is `Record<K, V>`.
    fn dictionary(&mut self, index: &ast::TSIndexSignature<'a>) -> TypeId {
        let key = self.type_of(&index.parameter.type_annotation.type_annotation);
        let value = self.type_of(&index.type_annotation.type_annotation);
        let name = self.made_name("Record");
        let entity = self.shape(Shape::Global(name));
        self.type_shape(TypeShape::Reference {
            entity,
            arguments: vec![key, value],
        })
    }

    fn mapped(&mut self, mapped: &ast::TSMappedType<'a>) -> TypeShape {
        let keeps = |modifier: Option<ast::TSMappedTypeModifierOperator>| {
            !matches!(
                modifier,
                Some(ast::TSMappedTypeModifierOperator::Minus | ast::TSMappedTypeModifierOperator::Plus)
            )
        };
        let Some(binding) = mapped.key.symbol_id.get() else {
            return TypeShape::Unknown;
        };
        match &mapped.type_annotation {
            Some(value) if mapped.name_type.is_none() && keeps(mapped.optional) && keeps(mapped.readonly) => {
                TypeShape::Mapped {
                    parameter: self.declare(binding, NESTED),
                    value: self.type_of(value),
                }
            }
            Some(_) | None => TypeShape::Unknown,
        }
    }

    /// The type called `name`, with its arguments.
    pub(super) fn named_type(&mut self, name: &ast::TSTypeName<'a>, arguments: Vec<TypeId>) -> TypeId {
        if let ast::TSTypeName::ThisExpression(this) = name {
            let shape = match self.type_around(this.node_id()) {
                Some(symbol) => TypeShape::This(symbol),
                None => TypeShape::Unknown,
            };
            return self.type_shape(shape);
        }
        match self.entity(name) {
            Some(entity) => self.type_shape(TypeShape::Reference { entity, arguments }),
            None => self.type_shape(TypeShape::Unknown),
        }
    }

    /// What `name` names among types and namespaces.
    pub(super) fn entity(&mut self, name: &ast::TSTypeName<'a>) -> Option<ShapeId> {
        match name {
            ast::TSTypeName::IdentifierReference(name) => self.type_named(name),
            ast::TSTypeName::QualifiedName(qualified) => {
                let of = self.entity(&qualified.left)?;
                let name = self.name(qualified.right.name.as_str());
                Some(self.shape(Shape::Member { of, name }))
            }
            ast::TSTypeName::ThisExpression(_) => None,
        }
    }

    /// What an identifier names among types and namespaces; none for a mere value.
    pub(super) fn type_named(&mut self, name: &ast::IdentifierReference<'a>) -> Option<ShapeId> {
        let Some(binding) = self.binding_of(name) else {
            let name = self.name(name.name.as_str());
            return Some(self.shape(Shape::Global(name)));
        };
        self.as_type(binding)
    }

    fn as_type(&mut self, binding: BindingId) -> Option<ShapeId> {
        let flags = self.scoping.symbol_flags(binding);
        if flags.intersects(SymbolFlags::Import | SymbolFlags::TypeImport) {
            if flags.intersects(SymbolFlags::Type) {
                return None;
            }
            return Some(self.import_binding(binding));
        }
        if flags.intersects(SymbolFlags::Type | SymbolFlags::Namespace) {
            let declared = self.declare(binding, NESTED);
            let symbol = self.aliases.get(&binding).copied().unwrap_or(declared);
            return Some(self.shape(Shape::Symbol(symbol)));
        }
        None
    }

    /// What `typeof name` asks for.
    pub(super) fn named_value(&mut self, name: &ast::TSTypeName<'a>) -> ShapeId {
        match name {
            ast::TSTypeName::IdentifierReference(name) => self.identifier(name),
            ast::TSTypeName::QualifiedName(qualified) => {
                let of = self.named_value(&qualified.left);
                let name = self.name(qualified.right.name.as_str());
                self.shape(Shape::Member { of, name })
            }
            ast::TSTypeName::ThisExpression(this) => self.this(this.node_id()),
        }
    }

    /// `import('m').A.B`.
    fn imported_entity(&mut self, import: &ast::TSImportType<'a>) -> ShapeId {
        let module = self.name(import.source.value.as_str());
        let module = self.shape(Shape::Module(module));
        match &import.qualifier {
            Some(qualifier) => self.qualified(module, qualifier),
            None => module,
        }
    }

    pub(super) fn qualified(
        &mut self,
        module: ShapeId,
        qualifier: &ast::TSImportTypeQualifier<'a>,
    ) -> ShapeId {
        match qualifier {
            ast::TSImportTypeQualifier::Identifier(name) => {
                let name = self.name(name.name.as_str());
                self.shape(Shape::Member { of: module, name })
            }
            ast::TSImportTypeQualifier::QualifiedName(inner) => {
                let of = self.qualified(module, &inner.left);
                let name = self.name(inner.right.name.as_str());
                self.shape(Shape::Member { of, name })
            }
        }
    }

    /// The class or interface whose `this` the type `this` at `node` is.
    fn type_around(&mut self, node: NodeId) -> Option<SymbolId> {
        let around = self.ancestors(node).find(|around| {
            matches!(
                self.kind(*around),
                AstKind::Class(_) | AstKind::TSInterfaceDeclaration(_) | AstKind::ObjectExpression(_)
            )
        })?;
        match self.kind(around) {
            AstKind::Class(class) => Some(self.class_symbol(class)),
            AstKind::TSInterfaceDeclaration(interface) => {
                let binding = interface.id.symbol_id.get()?;
                Some(self.declare(binding, NESTED))
            }
            _ => None,
        }
    }
}

/// `{ [key: K]: V }` and nothing else.
pub(super) fn is_dictionary(literal: &ast::TSTypeLiteral<'_>) -> bool {
    matches!(
        literal.members.as_slice(),
        [ast::TSSignature::TSIndexSignature(_)]
    )
}

/// Inside a function or block.
pub(super) const NESTED: Scope = Scope {
    owner: None,
    place: Place::Nested,
};
