//! Every signature of a file by itself, those of one name and owner together.

use oxc_allocator::Allocator;
use oxc_ast::ast;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType};

use super::{is_too_deep, on_deep_stack};
use crate::text::span::Span;

/// One signature in a file.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its name, with what tells it from others of its owner.
    pub name: String,
    /// Without its body.
    pub signature: Span,
    /// Where its name starts.
    pub name_start: u32,
    /// The comment before it.
    pub doc: Option<Span>,
    /// Whether no body follows.
    pub without_body: bool,
}

/// The signatures of the file at `path`, those of one name and owner together; none where it cannot be read.
pub fn signatures(text: &str, path: &str) -> Vec<Vec<Found>> {
    on_deep_stack(|| signatures_in(text, path)).unwrap_or_default()
}

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
