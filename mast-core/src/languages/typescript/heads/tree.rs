//! The tree of one declaration: which parameters it has and which types it names.
//!
//! Bodies and defaults are passed over: nobody who calls sees what they name.

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashSet;

use super::{Head, Named, Parameter, on_one_line};

/// What the one declaration of `program`, whose source is `text`, says in its head.
pub(super) fn head_of(text: &str, program: &ast::Program<'_>) -> Head {
    let mut reader = Reader {
        text,
        head: Head::default(),
        found: Vec::new(),
        bound: FxHashSet::default(),
    };
    if let Some(statement) = program.body.first() {
        reader.statement(statement);
    }
    let Reader {
        mut head,
        mut found,
        bound,
        ..
    } = reader;
    found.sort_by_key(|(start, _)| *start);
    for (_, named) in found {
        let is_bound = named.module.is_none() && named.path.first().is_some_and(|name| bound.contains(name));
        if !is_bound && !head.named.contains(&named) {
            head.named.push(named);
        }
    }
    head
}

struct Reader<'t> {
    text: &'t str,
    head: Head,
    /// Types with where they are named.
    found: Vec<(u32, Named)>,
    /// Type parameters of the head.
    bound: FxHashSet<String>,
}

impl<'a> Reader<'_> {
    fn statement(&mut self, statement: &ast::Statement<'a>) {
        match statement {
            ast::Statement::FunctionDeclaration(function) => self.function(function),
            ast::Statement::ClassDeclaration(class) => self.class(class),
            ast::Statement::TSInterfaceDeclaration(interface) => self.interface(interface),
            ast::Statement::TSTypeAliasDeclaration(alias) => {
                self.visit_ts_type_alias_declaration(alias);
                self.function_type(&alias.type_annotation);
            }
            ast::Statement::VariableDeclaration(variables) => {
                if let Some(declarator) = variables.declarations.first() {
                    self.annotated(declarator.type_annotation.as_deref(), declarator.init.as_ref());
                }
            }
            ast::Statement::ExpressionStatement(statement) => self.value(&statement.expression),
            _ => {}
        }
    }

    /// The one member of a class or interface that was put around a head, or a class or interface itself.
    fn class(&mut self, class: &ast::Class<'a>) {
        if let Some(element) = class.body.body.first() {
            match element {
                ast::ClassElement::MethodDefinition(method) => self.function(&method.value),
                ast::ClassElement::PropertyDefinition(property) => {
                    self.annotated(property.type_annotation.as_deref(), property.value.as_ref());
                }
                ast::ClassElement::AccessorProperty(property) => {
                    self.annotated(property.type_annotation.as_deref(), property.value.as_ref());
                }
                ast::ClassElement::StaticBlock(_) | ast::ClassElement::TSIndexSignature(_) => {}
            }
            return;
        }
        if let Some(parameters) = &class.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        if let Some(heritage) = &class.heritage {
            if let Some(path) = path_of(&heritage.expression) {
                self.find(heritage.expression.span(), path, None, false);
            }
            if let Some(arguments) = &heritage.type_arguments {
                self.visit_ts_type_parameter_instantiation(arguments);
            }
        }
        for implemented in &class.implements {
            self.visit_ts_class_implements(implemented);
        }
    }

    fn interface(&mut self, interface: &ast::TSInterfaceDeclaration<'a>) {
        if interface.id.name != "_" {
            self.visit_ts_interface_declaration(interface);
            return;
        }
        match interface.body.body.first() {
            Some(ast::TSSignature::TSMethodSignature(method)) => {
                self.visit_ts_method_signature(method);
                self.parameters(&method.params);
                self.returns(method.return_type.as_deref());
            }
            Some(ast::TSSignature::TSConstructSignatureDeclaration(method)) => {
                self.visit_ts_construct_signature_declaration(method);
                self.parameters(&method.params);
                self.returns(method.return_type.as_deref());
            }
            Some(ast::TSSignature::TSPropertySignature(property)) => {
                self.annotated(property.type_annotation.as_deref(), None);
            }
            Some(ast::TSSignature::TSCallSignatureDeclaration(_) | ast::TSSignature::TSIndexSignature(_))
            | None => {}
        }
    }

    /// A variable or property.
    fn annotated(
        &mut self,
        annotation: Option<&ast::TSTypeAnnotation<'a>>,
        value: Option<&ast::Expression<'a>>,
    ) {
        if let Some(annotation) = annotation {
            self.visit_ts_type_annotation(annotation);
        }
        match (annotation, value) {
            (_, Some(value)) if function_in(value) => self.value(value),
            (Some(annotation), _) => self.function_type(&annotation.type_annotation),
            (None, Some(value)) => self.value(value),
            (None, None) => {}
        }
    }

    fn value(&mut self, value: &ast::Expression<'a>) {
        match value {
            ast::Expression::ArrowFunctionExpression(arrow) => {
                if let Some(parameters) = &arrow.type_parameters {
                    self.visit_ts_type_parameter_declaration(parameters);
                }
                self.all_parameters(&arrow.params);
                self.all_returns(arrow.return_type.as_deref());
            }
            ast::Expression::FunctionExpression(function) => self.function(function),
            ast::Expression::ClassExpression(class) => self.class(class),
            ast::Expression::ParenthesizedExpression(inner) => self.value(&inner.expression),
            ast::Expression::AssignmentExpression(assignment) => self.value(&assignment.right),
            ast::Expression::ObjectExpression(object) => {
                if let [ast::ObjectPropertyKind::ObjectProperty(property)] = object.properties.as_slice() {
                    self.value(&property.value);
                }
            }
            ast::Expression::TSAsExpression(inner) => self.visit_ts_type(&inner.type_annotation),
            ast::Expression::TSSatisfiesExpression(inner) => self.visit_ts_type(&inner.type_annotation),
            ast::Expression::NewExpression(new) => {
                if let Some(arguments) = &new.type_arguments {
                    self.visit_ts_type_parameter_instantiation(arguments);
                }
            }
            ast::Expression::CallExpression(call) => {
                if let Some(arguments) = &call.type_arguments {
                    self.visit_ts_type_parameter_instantiation(arguments);
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, function: &ast::Function<'a>) {
        if let Some(parameters) = &function.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        if let Some(this) = &function.this_param {
            self.visit_ts_this_parameter(this);
        }
        self.all_parameters(&function.params);
        self.all_returns(function.return_type.as_deref());
    }

    /// Parameters, with the types that they name; their defaults name none that a caller sees.
    fn all_parameters(&mut self, parameters: &ast::FormalParameters<'a>) {
        let annotations = parameters.items.iter().map(|item| &item.type_annotation);
        let rest = parameters.rest.iter().map(|rest| &rest.type_annotation);
        for annotation in annotations.chain(rest).flatten() {
            self.visit_ts_type_annotation(annotation);
        }
        self.parameters(parameters);
    }

    fn parameters(&mut self, parameters: &ast::FormalParameters<'a>) {
        for item in &parameters.items {
            self.head.parameters.push(Parameter {
                name: self.on_one_line(item.pattern.span()),
                annotation: self.annotation(item.type_annotation.as_deref()),
                is_optional: item.optional,
                default: item
                    .initializer
                    .as_ref()
                    .map(|default| self.on_one_line(default.span())),
            });
        }
        if let Some(rest) = &parameters.rest {
            self.head.parameters.push(Parameter {
                name: self.on_one_line(rest.rest.span),
                annotation: self.annotation(rest.type_annotation.as_deref()),
                is_optional: false,
                default: None,
            });
        }
    }

    fn all_returns(&mut self, annotation: Option<&ast::TSTypeAnnotation<'a>>) {
        if let Some(annotation) = annotation {
            self.visit_ts_type_annotation(annotation);
        }
        self.returns(annotation);
    }

    fn returns(&mut self, annotation: Option<&ast::TSTypeAnnotation<'a>>) {
        self.head.returns = annotation.map(|annotation| self.on_one_line(annotation.type_annotation.span()));
    }

    /// A written function type is called like a function.
    fn function_type(&mut self, written: &ast::TSType<'a>) {
        match written {
            ast::TSType::TSFunctionType(function) => {
                self.parameters(&function.params);
                self.returns(Some(&function.return_type));
            }
            ast::TSType::TSParenthesizedType(inner) => self.function_type(&inner.type_annotation),
            _ => {}
        }
    }

    fn annotation(&self, annotation: Option<&ast::TSTypeAnnotation<'a>>) -> String {
        annotation.map_or_else(String::new, |annotation| {
            self.on_one_line(annotation.type_annotation.span())
        })
    }

    /// Source text with line ends and the space around them as one space.
    fn on_one_line(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize);
        on_one_line(text.unwrap_or_default())
    }

    fn find(&mut self, at: Span, path: Vec<String>, module: Option<String>, is_value: bool) {
        self.found.push((
            at.start,
            Named {
                path,
                module,
                is_value,
            },
        ));
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_ts_type_parameter(&mut self, parameter: &ast::TSTypeParameter<'a>) {
        self.bound.insert(parameter.name.name.to_string());
        walk::walk_ts_type_parameter(self, parameter);
    }

    fn visit_ts_mapped_type(&mut self, mapped: &ast::TSMappedType<'a>) {
        self.bound.insert(mapped.key.name.to_string());
        walk::walk_ts_mapped_type(self, mapped);
    }

    fn visit_ts_type_reference(&mut self, reference: &ast::TSTypeReference<'a>) {
        if let Some(path) = type_path(&reference.type_name) {
            self.find(reference.span, path, None, false);
        }
        walk::walk_ts_type_reference(self, reference);
    }

    fn visit_ts_interface_heritage(&mut self, heritage: &ast::TSInterfaceHeritage<'a>) {
        if let Some(path) = type_path(&heritage.type_name) {
            self.find(heritage.span, path, None, false);
        }
        walk::walk_ts_interface_heritage(self, heritage);
    }

    fn visit_ts_class_implements(&mut self, implemented: &ast::TSClassImplements<'a>) {
        if let Some(path) = type_path(&implemented.expression) {
            self.find(implemented.span, path, None, false);
        }
        walk::walk_ts_class_implements(self, implemented);
    }

    fn visit_ts_type_query(&mut self, query: &ast::TSTypeQuery<'a>) {
        if let Some(path) = query.expr_name.as_ts_type_name().and_then(type_path) {
            self.find(query.span, path, None, true);
        }
        walk::walk_ts_type_query(self, query);
    }

    fn visit_ts_import_type(&mut self, import: &ast::TSImportType<'a>) {
        let path = import.qualifier.as_ref().map(qualifier_path);
        let module = import.source.value.to_string();
        self.find(import.span, path.unwrap_or_default(), Some(module), false);
        walk::walk_ts_import_type(self, import);
    }
}

/// Whether a value is a function, so that its own head is telling.
fn function_in(value: &ast::Expression<'_>) -> bool {
    match value {
        ast::Expression::ArrowFunctionExpression(_) | ast::Expression::FunctionExpression(_) => true,
        ast::Expression::ParenthesizedExpression(inner) => function_in(&inner.expression),
        _ => false,
    }
}

fn type_path(name: &ast::TSTypeName<'_>) -> Option<Vec<String>> {
    match name {
        ast::TSTypeName::IdentifierReference(name) => Some(vec![name.name.to_string()]),
        ast::TSTypeName::QualifiedName(qualified) => {
            let mut path = type_path(&qualified.left)?;
            path.push(qualified.right.name.to_string());
            Some(path)
        }
        ast::TSTypeName::ThisExpression(_) => None,
    }
}

fn qualifier_path(written: &ast::TSImportTypeQualifier<'_>) -> Vec<String> {
    match written {
        ast::TSImportTypeQualifier::Identifier(name) => vec![name.name.to_string()],
        ast::TSImportTypeQualifier::QualifiedName(qualified) => {
            let mut path = qualifier_path(&qualified.left);
            path.push(qualified.right.name.to_string());
            path
        }
    }
}

/// The names of `a.b.C`; none for another expression.
fn path_of(expression: &ast::Expression<'_>) -> Option<Vec<String>> {
    match expression {
        ast::Expression::Identifier(name) => Some(vec![name.name.to_string()]),
        ast::Expression::StaticMemberExpression(member) => {
            let mut path = path_of(&member.object)?;
            path.push(member.property.name.to_string());
            Some(path)
        }
        _ => None,
    }
}
