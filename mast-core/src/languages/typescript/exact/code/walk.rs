//! Which uses of names each kind of node holds, and inside which declaration.

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::ScopeFlags;
use oxc_span::GetSpan;

use super::references::Walker;
use crate::facts::reference::ReferenceKind;
use crate::facts::shape::{Shape, Unknown};
use crate::languages::typescript::exact::values::bare;

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
