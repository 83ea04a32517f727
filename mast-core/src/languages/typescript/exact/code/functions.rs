//! Functions: their signatures, and what they give back.

use oxc_ast::AstKind;
use oxc_ast::ast;
use oxc_semantic::NodeId;

use super::symbols::Scope;
use super::{Builder, Waiting};
use crate::facts::code::{ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::symbol::{Parameter, Place, Returns, Signature};

/// The parts that all functions and function types have.
struct Parts<'n, 'a> {
    type_parameters: Option<&'n ast::TSTypeParameterDeclaration<'a>>,
    this: Option<&'n ast::TSThisParameter<'a>>,
    parameters: &'n ast::FormalParameters<'a>,
    returns: Option<&'n ast::TSTypeAnnotation<'a>>,
    body: Body<'n, 'a>,
    is_async: bool,
    is_generator: bool,
}

enum Body<'n, 'a> {
    None,
    Statements(&'n [ast::Statement<'a>]),
    Expression(&'n ast::Expression<'a>),
}

impl<'a> Builder<'_, 'a> {
    /// The signature of the function or function type at `node`.
    pub(super) fn signature(&mut self, node: NodeId) -> SignatureId {
        if let Some(id) = self.signature_of.get(&node) {
            return *id;
        }
        let id = SignatureId(self.code.signatures.len() as u32);
        self.code.signatures.push(Signature {
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            this: None,
            returns: Returns::Unknown,
            is_async: false,
            is_generator: false,
        });
        self.signature_of.insert(node, id);
        self.waiting.push_back(Waiting::Signature(id, node));
        id
    }

    /// Adds the signature at `node`; an implementation counts only where there are no overload signatures.
    pub(super) fn add_signature(&mut self, symbol: SymbolId, node: NodeId, is_implementation: bool) {
        if is_implementation && !self.code.symbol(symbol).signatures.is_empty() {
            return;
        }
        let signature = self.signature(node);
        self.symbol_mut(symbol).signatures.push(signature);
    }

    pub(super) fn fill_signature(&mut self, id: SignatureId, node: NodeId) {
        let Some(parts) = parts(self.kind(node)) else {
            return;
        };
        let type_parameters = self.type_parameters(parts.type_parameters, node);
        let mut parameters: Vec<Parameter> = Vec::with_capacity(parts.parameters.items.len());
        for item in &parts.parameters.items {
            let default = match (&item.initializer, &item.pattern) {
                (Some(default), _) => Some(self.value(default)),
                (None, ast::BindingPattern::AssignmentPattern(assignment)) => {
                    Some(self.value(&assignment.right))
                }
                (None, _) => None,
            };
            parameters.push(Parameter {
                declared: self.annotation(item.type_annotation.as_deref()),
                default,
                is_rest: false,
                is_optional: item.optional,
            });
        }
        if let Some(rest) = &parts.parameters.rest {
            parameters.push(Parameter {
                declared: self.annotation(rest.type_annotation.as_deref()),
                default: None,
                is_rest: true,
                is_optional: false,
            });
        }
        let this = self.annotation(parts.this.and_then(|this| this.type_annotation.as_deref()));
        let returns = self.returns(&parts);
        self.code.signatures[id.0 as usize] = Signature {
            type_parameters,
            parameters,
            this,
            returns,
            is_async: parts.is_async,
            is_generator: parts.is_generator,
        };
    }

    pub(super) fn annotation(&mut self, annotation: Option<&ast::TSTypeAnnotation<'a>>) -> Option<TypeId> {
        annotation.map(|annotation| self.type_of(&annotation.type_annotation))
    }

    /// The type parameters of what stands at `node`.
    pub(super) fn type_parameters(
        &mut self,
        declared: Option<&ast::TSTypeParameterDeclaration<'a>>,
        node: NodeId,
    ) -> Vec<SymbolId> {
        let Some(declared) = declared else {
            return Vec::new();
        };
        let owner = self.parameterised(node);
        let scope = Scope {
            owner,
            place: Place::Nested,
        };
        declared
            .params
            .iter()
            .filter_map(|parameter| parameter.name.symbol_id.get())
            .map(|binding| self.declare(binding, scope))
            .collect()
    }

    /// The symbol that the type parameters at `node` belong to.
    pub(super) fn parameterised(&self, node: NodeId) -> Option<SymbolId> {
        self.symbol_of.get(&node).copied().or_else(|| {
            let parent = self.parent(node)?;
            match self.kind(parent) {
                AstKind::MethodDefinition(_) | AstKind::ObjectProperty(_) => {
                    self.symbol_of.get(&parent).copied()
                }
                _ => None,
            }
        })
    }

    fn returns(&mut self, parts: &Parts<'_, 'a>) -> Returns {
        let Some(annotation) = parts.returns else {
            return match parts.body {
                Body::None => Returns::Unknown,
                Body::Expression(expression) => Returns::Inferred(vec![self.value(expression)]),
                Body::Statements(statements) => Returns::Inferred(self.returned(statements)),
            };
        };
        let ast::TSType::TSTypePredicate(predicate) = &annotation.type_annotation else {
            return Returns::Declared(self.type_of(&annotation.type_annotation));
        };
        let Some(narrowed) = &predicate.type_annotation else {
            return Returns::Unknown;
        };
        let parameter = match &predicate.parameter_name {
            ast::TSTypePredicateName::This(_) => None,
            ast::TSTypePredicateName::Identifier(name) => {
                parts.parameters.items.iter().position(|item| {
                    matches!(&item.pattern, ast::BindingPattern::BindingIdentifier(of) if of.name == name.name)
                })
            }
        };
        Returns::Guard {
            parameter: parameter.map(|at| at as u32),
            asserts: predicate.asserts,
            narrowed: self.type_of(&narrowed.type_annotation),
        }
    }

    /// What the `return` statements among `statements` give, each once.
    pub(super) fn returned(&mut self, statements: &[ast::Statement<'a>]) -> Vec<ShapeId> {
        let mut expressions = Vec::new();
        for statement in statements {
            returned(statement, &mut expressions);
        }
        let mut shapes = Vec::new();
        for expression in expressions {
            let shape = self.value(expression);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        shapes
    }
}

fn parts(kind: AstKind<'_>) -> Option<Parts<'_, '_>> {
    let parts = match kind {
        AstKind::Function(function) => Parts {
            type_parameters: function.type_parameters.as_deref(),
            this: function.this_param.as_deref(),
            parameters: &function.params,
            returns: function.return_type.as_deref(),
            body: match &function.body {
                Some(body) => Body::Statements(&body.statements),
                None => Body::None,
            },
            is_async: function.r#async,
            is_generator: function.generator,
        },
        AstKind::ArrowFunctionExpression(arrow) => Parts {
            type_parameters: arrow.type_parameters.as_deref(),
            this: None,
            parameters: &arrow.params,
            returns: arrow.return_type.as_deref(),
            body: match &arrow.body {
                ast::ArrowFunctionBody::FunctionBody(body) => Body::Statements(&body.statements),
                other => other.as_expression().map_or(Body::None, Body::Expression),
            },
            is_async: arrow.r#async,
            is_generator: false,
        },
        AstKind::TSFunctionType(function) => declared(
            function.type_parameters.as_deref(),
            function.this_param.as_deref(),
            &function.params,
            Some(&function.return_type),
        ),
        AstKind::TSConstructorType(function) => declared(
            function.type_parameters.as_deref(),
            None,
            &function.params,
            Some(&function.return_type),
        ),
        AstKind::TSMethodSignature(function) => declared(
            function.type_parameters.as_deref(),
            function.this_param.as_deref(),
            &function.params,
            function.return_type.as_deref(),
        ),
        AstKind::TSCallSignatureDeclaration(function) => declared(
            function.type_parameters.as_deref(),
            function.this_param.as_deref(),
            &function.params,
            function.return_type.as_deref(),
        ),
        AstKind::TSConstructSignatureDeclaration(function) => declared(
            function.type_parameters.as_deref(),
            None,
            &function.params,
            function.return_type.as_deref(),
        ),
        _ => return None,
    };
    Some(parts)
}

fn declared<'n, 'a>(
    type_parameters: Option<&'n ast::TSTypeParameterDeclaration<'a>>,
    this: Option<&'n ast::TSThisParameter<'a>>,
    parameters: &'n ast::FormalParameters<'a>,
    returns: Option<&'n ast::TSTypeAnnotation<'a>>,
) -> Parts<'n, 'a> {
    Parts {
        type_parameters,
        this,
        parameters,
        returns,
        body: Body::None,
        is_async: false,
        is_generator: false,
    }
}

/// The expressions that `return` statements in `statement` give; nested functions have their own.
fn returned<'n, 'a>(statement: &'n ast::Statement<'a>, found: &mut Vec<&'n ast::Expression<'a>>) {
    match statement {
        ast::Statement::ReturnStatement(statement) => found.extend(&statement.argument),
        ast::Statement::BlockStatement(block) => all_returned(&block.body, found),
        ast::Statement::IfStatement(statement) => {
            returned(&statement.consequent, found);
            if let Some(alternate) = &statement.alternate {
                returned(alternate, found);
            }
        }
        ast::Statement::ForStatement(statement) => returned(&statement.body, found),
        ast::Statement::ForInStatement(statement) => returned(&statement.body, found),
        ast::Statement::ForOfStatement(statement) => returned(&statement.body, found),
        ast::Statement::WhileStatement(statement) => returned(&statement.body, found),
        ast::Statement::DoWhileStatement(statement) => returned(&statement.body, found),
        ast::Statement::LabeledStatement(statement) => returned(&statement.body, found),
        ast::Statement::WithStatement(statement) => returned(&statement.body, found),
        ast::Statement::SwitchStatement(statement) => {
            for case in &statement.cases {
                all_returned(&case.consequent, found);
            }
        }
        ast::Statement::TryStatement(statement) => {
            all_returned(&statement.block.body, found);
            if let Some(handler) = &statement.handler {
                all_returned(&handler.body.body, found);
            }
            if let Some(finalizer) = &statement.finalizer {
                all_returned(&finalizer.body, found);
            }
        }
        _ => {}
    }
}

fn all_returned<'n, 'a>(statements: &'n [ast::Statement<'a>], found: &mut Vec<&'n ast::Expression<'a>>) {
    for statement in statements {
        returned(statement, found);
    }
}
