//! Overload signatures: the index has one declaration for all of them, with the places of the one that has a body.
//!
//! # Cost
//!
//! A parse of the file, on a thread of its own: recursion follows its nesting. Asked for only where there are overloads.

use oxc_allocator::Allocator;
use oxc_ast::ast;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType};

use crate::facts::declaration::DeclarationKind;
use crate::text::span::Span;
use crate::tools::signature::head::{is_too_deep, on_deep_stack};
use crate::tools::written::Written;

/// Declarations of one file with each of their overload signatures by itself, in source order. Signatures stand `without_body`.
pub(in crate::tools) fn apart(written: Vec<Written>, path: &str) -> Vec<Written> {
    let found = written
        .iter()
        .find_map(Written::source)
        .and_then(|source| on_deep_stack(|| signatures_in(source.text(), path)))
        .unwrap_or_default();
    let mut apart = Vec::new();
    for one in written {
        let name_start = one.declaration.name_span.start;
        let group = found
            .iter()
            .find(|group| group.iter().any(|found| found.name_start == name_start))
            .filter(|group| group.len() > 1 && is_callable(one.declaration.kind));
        match group {
            Some(group) => apart.extend(
                group
                    .iter()
                    .enumerate()
                    .map(|(at, found)| alone(&one, found, at == 0)),
            ),
            None => apart.push(one),
        }
    }
    apart
}

/// The declaration as if it had one signature alone; its doc comment is that of the first.
fn alone(of: &Written, found: &Found, is_first: bool) -> Written {
    let mut one = of.clone();
    let declaration = &mut one.declaration;
    declaration.signature = found.signature;
    declaration.name_span = Span::new(found.name_start, found.name_start + declaration.name_span.len());
    if let Some(source) = of.source() {
        declaration.line = source.lines().line_of(found.name_start);
    }
    if !is_first {
        declaration.doc = found.doc;
    }
    declaration.without_body = found.without_body;
    one
}

/// What callers see: an implementation behind overload signatures is none of it.
pub(in crate::tools) fn seen_by_callers(written: &mut Vec<Written>) {
    let overloaded: Vec<String> = written
        .iter()
        .filter(|one| one.declaration.without_body && is_callable(one.declaration.kind))
        .map(|one| one.declaration.name.clone())
        .collect();
    written.retain(|one| {
        let declaration = &one.declaration;
        declaration.without_body || !is_callable(declaration.kind) || !overloaded.contains(&declaration.name)
    });
}

/// Whether a declaration of this kind can have overloads.
pub(super) const fn is_callable(kind: DeclarationKind) -> bool {
    match kind {
        DeclarationKind::Function | DeclarationKind::Method | DeclarationKind::Constructor => true,
        DeclarationKind::Class
        | DeclarationKind::Interface
        | DeclarationKind::Type
        | DeclarationKind::Enum
        | DeclarationKind::Namespace
        | DeclarationKind::Const
        | DeclarationKind::Accessor
        | DeclarationKind::Property
        | DeclarationKind::EnumMember => false,
    }
}

/// One signature in a file.
struct Found {
    /// Its name, with what tells it from others of its owner.
    name: String,
    /// Without its body.
    signature: Span,
    /// Where its name starts.
    name_start: u32,
    /// The comment before it.
    doc: Option<Span>,
    /// Whether no body follows.
    without_body: bool,
}

/// The signatures of a file, those of one name and owner together.
fn signatures_in(text: &str, path: &str) -> Vec<Vec<Found>> {
    if is_too_deep(text) {
        return Vec::new();
    }
    let is = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending));
    let kinds = if is(&[".d.ts", ".d.mts", ".d.cts"]) {
        vec![SourceType::d_ts()]
    } else if is(&[".ts", ".mts", ".cts"]) {
        vec![SourceType::ts()]
    } else {
        vec![SourceType::tsx(), SourceType::ts()]
    };
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    for kind in kinds {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, kind).with_options(options).parse();
        if !parsed.panicked {
            let mut reader = Reader {
                text,
                comments: &parsed.program.comments,
                groups: Vec::new(),
            };
            reader.block(&parsed.program.body);
            return reader.groups;
        }
    }
    Vec::new()
}

struct Reader<'t> {
    text: &'t str,
    comments: &'t [ast::Comment],
    groups: Vec<Vec<Found>>,
}

impl Reader<'_> {
    /// The statements of a module or namespace.
    fn block(&mut self, statements: &[ast::Statement<'_>]) {
        let mut functions = Vec::new();
        for statement in statements {
            let start = statement.span().start;
            match statement {
                ast::Statement::FunctionDeclaration(function) => {
                    functions.extend(self.function(function, start));
                }
                ast::Statement::ExportDeclaration(export) => match &export.declaration {
                    ast::Declaration::FunctionDeclaration(function) => {
                        functions.extend(self.function(function, start));
                    }
                    ast::Declaration::ClassDeclaration(class) => self.class(class),
                    ast::Declaration::TSInterfaceDeclaration(interface) => self.interface(interface),
                    ast::Declaration::TSNamespaceDeclaration(namespace) => self.namespace(namespace),
                    _ => {}
                },
                ast::Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                    ast::ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                        functions.extend(self.function(function, start));
                    }
                    ast::ExportDefaultDeclarationKind::ClassDeclaration(class) => self.class(class),
                    ast::ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => {
                        self.interface(interface);
                    }
                    _ => {}
                },
                ast::Statement::ClassDeclaration(class) => self.class(class),
                ast::Statement::TSInterfaceDeclaration(interface) => self.interface(interface),
                ast::Statement::TSNamespaceDeclaration(namespace) => self.namespace(namespace),
                _ => {}
            }
        }
        self.group(functions);
    }

    fn namespace(&mut self, namespace: &ast::TSNamespaceDeclaration<'_>) {
        match &namespace.body {
            ast::TSNamespaceDeclarationBody::TSModuleBlock(block) => self.block(&block.body),
            ast::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => self.namespace(inner),
        }
    }

    fn class(&mut self, class: &ast::Class<'_>) {
        let mut methods = Vec::new();
        for element in &class.body.body {
            if let ast::ClassElement::MethodDefinition(method) = element {
                let body = method.value.body.as_ref().map(|body| body.span.start);
                let decorated = method.decorators.last().map(|decorator| decorator.span.end);
                let start = decorated.unwrap_or(method.span.start);
                let head = Span::new(start, body.unwrap_or(method.span.end));
                let mut found = self.found(method.span.start, head, method.key.span(), body.is_none());
                found.name.push_str(if method.r#static { " static" } else { "" });
                methods.push(found);
            }
        }
        self.group(methods);
    }

    fn interface(&mut self, interface: &ast::TSInterfaceDeclaration<'_>) {
        let mut methods = Vec::new();
        for signature in &interface.body.body {
            if let ast::TSSignature::TSMethodSignature(method) = signature {
                let head = Span::new(method.span.start, method.span.end);
                methods.push(self.found(method.span.start, head, method.key.span(), true));
            }
        }
        self.group(methods);
    }

    fn function(&self, function: &ast::Function<'_>, start: u32) -> Option<Found> {
        let body = function.body.as_ref().map(|body| body.span.start);
        let head = Span::new(function.span.start, body.unwrap_or(function.span.end));
        let name = function.id.as_ref()?.span;
        Some(self.found(start, head, name, body.is_none()))
    }

    /// `start` is where the whole of it begins, `head` the stretch before its body.
    fn found(&self, start: u32, head: Span, name: oxc_span::Span, without_body: bool) -> Found {
        let text = head.of(self.text);
        let leading = (text.len() - text.trim_start().len()) as u32;
        let trimmed = text.trim().trim_end_matches([';', ',']).trim_end();
        let first = head.start + leading;
        Found {
            name: Span::new(name.start, name.end).of(self.text).to_owned(),
            signature: Span::new(first, first + trimmed.len() as u32),
            name_start: name.start,
            doc: self.doc_before(start),
            without_body,
        }
    }

    /// The comment with nothing between it and `start`.
    fn doc_before(&self, start: u32) -> Option<Span> {
        let at = self.comments.partition_point(|comment| comment.span.end <= start);
        let comment = self.comments.get(at.checked_sub(1)?)?.span;
        let between = Span::new(comment.end, start).of(self.text);
        between
            .trim()
            .is_empty()
            .then(|| Span::new(comment.start, comment.end))
    }

    /// Adds the members of one owner, those of one name together.
    fn group(&mut self, members: Vec<Found>) {
        let first = self.groups.len();
        for member in members {
            let known = self.groups[first..]
                .iter()
                .position(|group| group.iter().any(|other| other.name == member.name));
            match known.and_then(|at| self.groups.get_mut(first + at)) {
                Some(group) => group.push(member),
                None => self.groups.push(vec![member]),
            }
        }
    }
}
