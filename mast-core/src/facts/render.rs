//! A [`Code`] as text that people can compare: what tests show.

use std::fmt::Write as _;

use crate::facts::code::{Code, NameId, ShapeId, SignatureId, SymbolId, TypeId};
use crate::facts::shape::{Primitive, Shape, Test, TypeShape, Unknown};
use crate::facts::symbol::{Place, Returns, Symbol, SymbolKind};

/// How deep shapes are written out.
const DEEPEST: u32 = 12;

/// Everything in `code`, one import, symbol and reference a line.
#[doc(hidden)]
pub fn render(code: &Code) -> String {
    render_imports(code) + &render_symbols(code) + &render_references(code)
}

/// The import bindings.
#[doc(hidden)]
pub fn render_imports(code: &Code) -> String {
    let mut out = String::new();
    for imported in &code.imported {
        let type_only = if imported.type_only { "type " } else { "" };
        let _ = writeln!(
            out,
            "import {type_only}{} as {} from '{}'",
            code.name(imported.name),
            code.name(imported.local),
            code.name(imported.module)
        );
    }
    out
}

/// The symbols, with what they are made of.
#[doc(hidden)]
pub fn render_symbols(code: &Code) -> String {
    let printer = Printer { code };
    let mut out = String::new();
    for index in 0..code.symbols.len() {
        out.push_str(&printer.symbol_line(SymbolId(index as u32)));
        out.push('\n');
    }
    out
}

/// The references: place, kind, name, what is around, and where it leads.
#[doc(hidden)]
pub fn render_references(code: &Code) -> String {
    let printer = Printer { code };
    let mut out = String::new();
    for reference in &code.references {
        let within = match reference.within {
            Some(symbol) => format!(" in {}", printer.symbol(symbol)),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "{}:{} {} {}{within} -> {}",
            reference.line,
            reference.column,
            reference.kind.name(),
            code.name(reference.name),
            printer.shape(reference.shape)
        );
    }
    out
}

/// One shape.
#[doc(hidden)]
pub fn render_shape(code: &Code, shape: ShapeId) -> String {
    Printer { code }.shape(shape)
}

struct Printer<'c> {
    code: &'c Code,
}

impl Printer<'_> {
    fn name(&self, id: NameId) -> &str {
        self.code.name(id)
    }

    fn symbol(&self, id: SymbolId) -> String {
        let symbol = self.code.symbol(id);
        let line = symbol.lines.first().map_or(0, |line| line.get());
        let name = self.code.qualified_name(id);
        let side = if symbol.is_static { "static " } else { "" };
        if self.name(symbol.name).is_empty() {
            let kind = kind_name(symbol.kind);
            return if name.is_empty() {
                format!("{{{kind}@{line}}}")
            } else {
                format!("{{{kind} {name}}}")
            };
        }
        match symbol.place {
            Place::Nested => format!("{side}{name}@{line}"),
            Place::Top | Place::Member => format!("{side}{name}"),
        }
    }

    fn symbol_line(&self, id: SymbolId) -> String {
        let symbol: &Symbol = self.code.symbol(id);
        let lines: Vec<String> = symbol.lines.iter().map(ToString::to_string).collect();
        let mut out = format!(
            "{} {} {}",
            lines.join("+"),
            kind_name(symbol.kind),
            self.symbol(id)
        );
        if !symbol.type_parameters.is_empty() {
            let _ = write!(out, "<{}>", self.symbols(&symbol.type_parameters));
        }
        if symbol.is_optional {
            out.push('?');
        }
        if let Some(declared) = symbol.declared.or(symbol.aliased) {
            let _ = write!(out, ": {}", self.type_shape(declared, 0));
        }
        if let Some(default) = symbol.default {
            let _ = write!(out, " default {}", self.type_shape(default, 0));
        }
        if let Some(value) = symbol.value {
            let _ = write!(out, " = {}", self.shape(value));
        }
        for signature in &symbol.signatures {
            let _ = write!(out, " {}", self.signature(*signature, 0));
        }
        for extends in &symbol.extends {
            let _ = write!(out, " extends {}", self.type_shape(*extends, 0));
        }
        for extends in &symbol.extends_values {
            let _ = write!(out, " extends ({})", self.shape(*extends));
        }
        for implements in &symbol.implements {
            let _ = write!(out, " implements {}", self.type_shape(*implements, 0));
        }
        if !symbol.members.is_empty() {
            let names: Vec<&str> = symbol
                .members
                .iter()
                .map(|member| self.name(self.code.symbol(*member).name))
                .collect();
            let _ = write!(out, " {{{}}}", names.join(" "));
        }
        out
    }

    fn symbols(&self, ids: &[SymbolId]) -> String {
        let names: Vec<&str> = ids
            .iter()
            .map(|id| self.name(self.code.symbol(*id).name))
            .collect();
        names.join(", ")
    }

    fn shape(&self, id: ShapeId) -> String {
        self.shape_at(id, 0)
    }

    fn shape_at(&self, id: ShapeId, depth: u32) -> String {
        if depth > DEEPEST {
            return "…".to_owned();
        }
        let deeper = |id: ShapeId| self.shape_at(id, depth + 1);
        match self.code.shape(id) {
            Shape::Unknown(why) => format!("?{}", why_name(*why)),
            Shape::Symbol(symbol) => self.symbol(*symbol),
            Shape::Imported(imported) => match self.code.imported.get(imported.0 as usize) {
                Some(imported) => format!("'{}'#{}", self.name(imported.module), self.name(imported.name)),
                None => "import".to_owned(),
            },
            Shape::Global(name) => format!("global {}", self.name(*name)),
            Shape::Module(name) => format!("module '{}'", self.name(*name)),
            Shape::This { of, is_static } => format!("this<{}{}>", side(*is_static), self.symbol(*of)),
            Shape::Super { of, is_static } => format!("super<{}{}>", side(*is_static), self.symbol(*of)),
            Shape::New {
                callee,
                type_arguments,
                arguments,
            } => format!(
                "new {}{}({})",
                deeper(*callee),
                self.type_arguments(type_arguments, depth),
                self.list(arguments, depth)
            ),
            Shape::Call {
                callee,
                type_arguments,
                arguments,
            } => format!(
                "{}{}({})",
                deeper(*callee),
                self.type_arguments(type_arguments, depth),
                self.list(arguments, depth)
            ),
            Shape::Member { of, name } => format!("{}.{}", deeper(*of), self.name(*name)),
            Shape::Element { of, index: Some(at) } => format!("{}[{at}]", deeper(*of)),
            Shape::Element { of, index: None } => format!("{}[]", deeper(*of)),
            Shape::Iterated(of) => format!("each({})", deeper(*of)),
            Shape::Await(of) => format!("await({})", deeper(*of)),
            Shape::Cast(to) | Shape::Asserted(to) => format!("<{}>", self.type_shape(*to, depth + 1)),
            Shape::Literal(primitive, None) => primitive_name(*primitive).to_owned(),
            Shape::Literal(Primitive::String, Some(text)) => format!("'{}'", self.name(*text)),
            Shape::Literal(_, Some(text)) => self.name(*text).to_owned(),
            Shape::Array(elements) => format!("[{}]", self.list(elements, depth)),
            Shape::Spread(of) => format!("...{}", deeper(*of)),
            Shape::Function(signature) => self.signature(*signature, depth + 1),
            Shape::OneOf(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| deeper(*part)).collect();
                format!("({})", parts.join(" | "))
            }
            Shape::Defaulted { of, default } => format!("({} else {})", deeper(*of), deeper(*default)),
            Shape::Narrowed { of, test, negated } => {
                let not = if *negated { "not " } else { "" };
                format!("({} when {not}{})", deeper(*of), self.test(*test, depth))
            }
            Shape::ArgumentOf { call, index } => {
                let callee = match self.code.shape(*call) {
                    Shape::Call { callee, .. } => deeper(*callee),
                    Shape::New { callee, .. } => format!("new {}", deeper(*callee)),
                    _ => deeper(*call),
                };
                format!("argument {index} of {callee}")
            }
            Shape::ParameterOf { function, index } => {
                format!("parameter {index} of ({})", deeper(*function))
            }
            Shape::ReturnOf(function) => format!("return of ({})", deeper(*function)),
            Shape::AttributeOf { element, name } => {
                format!("attribute {} of {}", self.name(*name), deeper(*element))
            }
        }
    }

    fn list(&self, shapes: &[ShapeId], depth: u32) -> String {
        let parts: Vec<String> = shapes
            .iter()
            .map(|shape| self.shape_at(*shape, depth + 1))
            .collect();
        parts.join(", ")
    }

    fn test(&self, test: Test, depth: u32) -> String {
        match test {
            Test::InstanceOf(class) => format!("instanceof {}", self.shape_at(class, depth + 1)),
            Test::Guard { callee, argument } => {
                format!("guard {} argument {argument}", self.shape_at(callee, depth + 1))
            }
            Test::Equals { name, value } => format!("{} is '{}'", self.name(name), self.name(value)),
            Test::Has(name) => format!("has {}", self.name(name)),
            Test::TypeOf(name) => format!("typeof '{}'", self.name(name)),
        }
    }

    fn type_arguments(&self, types: &[TypeId], depth: u32) -> String {
        if types.is_empty() {
            String::new()
        } else {
            format!("<{}>", self.types(types, ", ", depth))
        }
    }

    fn types(&self, types: &[TypeId], separator: &str, depth: u32) -> String {
        let parts: Vec<String> = types.iter().map(|of| self.type_shape(*of, depth + 1)).collect();
        parts.join(separator)
    }

    fn type_shape(&self, id: TypeId, depth: u32) -> String {
        if depth > DEEPEST {
            return "…".to_owned();
        }
        let deeper = |id: TypeId| self.type_shape(id, depth + 1);
        match self.code.type_shape(id) {
            TypeShape::Unknown => "?".to_owned(),
            TypeShape::Primitive(primitive) => primitive_name(*primitive).to_owned(),
            TypeShape::Literal(Primitive::String, text) => format!("'{}'", self.name(*text)),
            TypeShape::Literal(_, text) => self.name(*text).to_owned(),
            TypeShape::Reference { entity, arguments } => format!(
                "{}{}",
                self.shape_at(*entity, depth + 1),
                self.type_arguments(arguments, depth)
            ),
            TypeShape::Union(parts) => format!("({})", self.types(parts, " | ", depth)),
            TypeShape::Intersection(parts) => format!("({})", self.types(parts, " & ", depth)),
            TypeShape::Array(of) => format!("{}[]", deeper(*of)),
            TypeShape::Tuple(parts) => format!("[{}]", self.types(parts, ", ", depth)),
            TypeShape::Function(signature) => self.signature(*signature, depth + 1),
            TypeShape::Constructor(signature) => format!("new {}", self.signature(*signature, depth + 1)),
            TypeShape::Object(symbol) => self.symbol(*symbol),
            TypeShape::TypeOf(of) => format!("typeof {}", self.shape_at(*of, depth + 1)),
            TypeShape::Indexed { of, key } => format!("{}[{}]", deeper(*of), deeper(*key)),
            TypeShape::This(symbol) => format!("this<{}>", self.symbol(*symbol)),
            TypeShape::KeyOf(of) => format!("keyof {}", deeper(*of)),
            TypeShape::Mapped { parameter, value } => {
                let declared = self.code.symbol(*parameter).declared;
                let within = declared.map_or_else(String::new, deeper);
                let name = self.name(self.code.symbol(*parameter).name);
                format!("{{[{name} in {within}]: {}}}", deeper(*value))
            }
            TypeShape::Conditional {
                check,
                extends,
                then,
                otherwise,
            } => format!(
                "({} extends {} ? {} : {})",
                deeper(*check),
                deeper(*extends),
                deeper(*then),
                deeper(*otherwise)
            ),
        }
    }

    fn signature(&self, id: SignatureId, depth: u32) -> String {
        if depth > DEEPEST {
            return "…".to_owned();
        }
        let signature = self.code.signature(id);
        let mut parts = Vec::new();
        if let Some(this) = signature.this {
            parts.push(format!("this: {}", self.type_shape(this, depth + 1)));
        }
        for parameter in &signature.parameters {
            let rest = if parameter.is_rest { "..." } else { "" };
            let optional = if parameter.is_optional { "?" } else { "" };
            let declared = parameter
                .declared
                .map_or_else(|| "_".to_owned(), |of| self.type_shape(of, depth + 1));
            let default = parameter
                .default
                .map_or_else(String::new, |of| format!(" = {}", self.shape_at(of, depth + 1)));
            parts.push(format!("{rest}{declared}{optional}{default}"));
        }
        let generics = if signature.type_parameters.is_empty() {
            String::new()
        } else {
            format!("<{}>", self.symbols(&signature.type_parameters))
        };
        let form = match (signature.is_async, signature.is_generator) {
            (true, true) => "async* ",
            (true, false) => "async ",
            (false, true) => "* ",
            (false, false) => "",
        };
        let returns = match &signature.returns {
            Returns::Declared(of) => self.type_shape(*of, depth + 1),
            Returns::Guard {
                parameter,
                asserts,
                narrowed,
            } => {
                let asserts = if *asserts { "asserts " } else { "" };
                let of = parameter.map_or_else(|| "this".to_owned(), |at| at.to_string());
                format!("{asserts}{of} is {}", self.type_shape(*narrowed, depth + 1))
            }
            Returns::Inferred(shapes) => format!("infer({})", self.list(shapes, depth)),
            Returns::Unknown => "?".to_owned(),
        };
        format!("{form}{generics}({}) => {returns}", parts.join(", "))
    }
}

fn side(is_static: bool) -> &'static str {
    if is_static { "static " } else { "" }
}

fn why_name(why: Unknown) -> &'static str {
    match why {
        Unknown::Untyped => "untyped",
        Unknown::Expression => "expression",
        Unknown::This => "this",
        Unknown::Ambiguous => "ambiguous",
        Unknown::SyntaxError => "syntax error",
    }
}

fn kind_name(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Function => "function",
        SymbolKind::Class => "class",
        SymbolKind::Interface => "interface",
        SymbolKind::Alias => "alias",
        SymbolKind::Enum => "enum",
        SymbolKind::Namespace => "namespace",
        SymbolKind::Variable => "variable",
        SymbolKind::Method => "method",
        SymbolKind::Constructor => "constructor",
        SymbolKind::Accessor => "accessor",
        SymbolKind::Property => "property",
        SymbolKind::EnumMember => "enum member",
        SymbolKind::TypeParameter => "type parameter",
        SymbolKind::Object => "object",
        SymbolKind::TypeLiteral => "type literal",
    }
}

fn primitive_name(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::String => "string",
        Primitive::Number => "number",
        Primitive::Boolean => "boolean",
        Primitive::BigInt => "bigint",
        Primitive::Symbol => "symbol",
        Primitive::Null => "null",
        Primitive::Undefined => "undefined",
        Primitive::Void => "void",
        Primitive::Never => "never",
        Primitive::Any => "any",
        Primitive::Unknown => "unknown",
        Primitive::Object => "object",
        Primitive::RegExp => "regexp",
    }
}
