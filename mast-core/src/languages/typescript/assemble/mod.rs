//! From the outline of a file to its facts: the one place that decides what becomes of what a parser saw.

mod classes;
mod commonjs;
mod docs;
mod exports;
mod functions;
mod members;
mod namespaces;
mod runs;
mod shell;
mod signatures;
mod statements;
mod variables;

use std::collections::HashSet;

use docs::Docs;
use exports::{FileExports, Listed, Unmarked};

use super::generated::generated;
use super::is_definition;
use super::outline::{
    ExportKeyword, ImportUse, Name, Outline, ReExport, ReExported, Statement, StatementKind,
};
use crate::facts::{
    Access, Chunk, ChunkKind, Code, Declaration, DeclarationKind, FileFacts, Import, ImportBinding,
    ImportForm,
};
use crate::languages::ExtractOptions;
use crate::languages::split::windows;
use crate::text::path::RelPath;
use crate::text::source::Source;
use crate::text::span::Span;

/// The facts of the file `path`, of which a parser saw `outline` and `code`.
pub(crate) fn facts(
    path: &RelPath,
    source: &Source,
    outline: &Outline,
    code: Code,
    options: ExtractOptions,
) -> FileFacts {
    let bodies = if is_definition(path) {
        Bodies::Declared
    } else {
        Bodies::Written
    };
    let mut assembler = Assembler {
        source,
        options,
        docs: Docs::new(source, &outline.comments),
        exports: FileExports::of(path, source, outline, bodies),
        chunks: Vec::new(),
        declarations: Vec::new(),
        functions: HashSet::new(),
    };
    let place = Place {
        owner: None,
        visibility: match assembler.exports.unmarked {
            Unmarked::Local => Visibility::Keyword,
            Unmarked::Exported => Visibility::Everything,
        },
        listed: assembler.exports.listed.clone(),
        bodies,
    };
    assembler.statements(&outline.statements, &place);
    let Assembler {
        mut chunks,
        mut declarations,
        exports,
        ..
    } = assembler;
    chunks.sort_by_key(|chunk| (chunk.span.start, chunk.part));
    declarations.sort_by_key(|declaration| (declaration.span.start, declaration.name_span.start));
    let lines = source.lines();
    FileFacts {
        parsed_by: outline.parsed_by,
        syntax_error: outline.syntax_error.map(|offset| lines.line_of(offset)),
        generated: generated(source, outline.comments.iter().map(|comment| comment.span)),
        chunks,
        declarations,
        imports: imports(source, outline),
        exports: exports.list,
        code,
    }
}

/// Where statements stand.
#[derive(Clone, Debug)]
struct Place {
    /// The qualified name of the namespace around them.
    owner: Option<String>,
    visibility: Visibility,
    /// What is exported by a list.
    listed: Listed,
    bodies: Bodies,
}

impl Place {
    /// Whether the declaration of `name` with the keyword `export` is exported.
    fn reach(&self, export: ExportKeyword, name: &str) -> Reach {
        match self.visibility {
            Visibility::Nothing => Reach::Local,
            Visibility::Keyword | Visibility::Everything => {
                if export == ExportKeyword::Default || self.listed.default.as_deref() == Some(name) {
                    Reach::DefaultExport
                } else if export == ExportKeyword::Named
                    || self.visibility == Visibility::Everything
                    || self.listed.names.contains(name)
                {
                    Reach::Exported
                } else {
                    Reach::Local
                }
            }
        }
    }

    /// The name that something called `name` has from outside.
    fn qualified(&self, name: &str) -> String {
        match &self.owner {
            Some(owner) => format!("{owner}.{name}"),
            None => name.to_owned(),
        }
    }
}

/// What decides whether a declaration is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    /// Its keyword, or a list.
    Keyword,
    /// Everything is exported.
    Everything,
    /// Nothing is.
    Nothing,
}

/// Whether declarations without bodies are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bodies {
    /// Code as it runs.
    Written,
    /// `declare` and definition files: what is declared stands elsewhere.
    Declared,
}

/// Whether importers can reach something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Local,
    Exported,
    DefaultExport,
}

impl Reach {
    fn is_exported(self) -> bool {
        match self {
            Self::Local => false,
            Self::Exported | Self::DefaultExport => true,
        }
    }
}

struct Assembler<'a> {
    source: &'a Source,
    options: ExtractOptions,
    docs: Docs<'a>,
    exports: FileExports,
    chunks: Vec<Chunk>,
    declarations: Vec<Declaration>,
    /// The functions declared so far, so that ambient overloads apart from one another count once.
    functions: HashSet<String>,
}

/// What a chunk is called and where it stands.
struct ChunkOf {
    kind: ChunkKind,
    name: Option<String>,
    owner: Option<String>,
    span: Span,
    doc: Option<Span>,
    reach: Reach,
}

impl Assembler<'_> {
    /// Adds a chunk, cut into windows when it is long.
    fn chunk(&mut self, of: &ChunkOf) {
        let index = self.source.lines();
        let lines = index.lines_of(of.span);
        for (part, window) in windows(lines, self.options.split_threshold)
            .into_iter()
            .enumerate()
        {
            let bytes = index.span_of(window);
            let span = Span::new(bytes.start.max(of.span.start), bytes.end.min(of.span.end));
            let text = self.source.slice(span).trim_end();
            if text.is_empty() {
                continue;
            }
            let span = Span::new(span.start, span.start + text.len() as u32);
            self.chunks.push(Chunk {
                kind: of.kind,
                name: of.name.clone(),
                owner: of.owner.clone(),
                span,
                lines: index.lines_of(span),
                doc: if part == 0 { of.doc } else { None },
                shell: Vec::new(),
                exported: of.reach.is_exported(),
                part: part as u32,
            });
        }
    }

    /// Adds a chunk that is shown as the pieces `shell`.
    fn shell_chunk(&mut self, of: ChunkOf, shell: Vec<Span>) {
        self.chunks.push(Chunk {
            kind: of.kind,
            name: of.name,
            owner: of.owner,
            span: of.span,
            lines: self.source.lines().lines_of(of.span),
            doc: of.doc,
            shell,
            exported: of.reach.is_exported(),
            part: 0,
        });
    }

    /// A declaration of `name` as an importer would know it; the caller changes what differs.
    fn declaration(&self, place: &Place, kind: DeclarationKind, name: &Name, span: Span) -> Declaration {
        Declaration {
            name: place.qualified(&name.text),
            owner: place.owner.clone(),
            kind,
            span,
            name_span: name.span,
            line: self.source.lines().line_of(name.span.start),
            doc: self.docs.before(span.start),
            signature: self.whole(span),
            exported: false,
            default_export: false,
            is_static: false,
            without_body: false,
            access: Access::Public,
        }
    }
}

/// The name of what is exported without one of its own, as it would stand at the start of `span`.
fn default_name(span: Span) -> Name {
    Name {
        text: "default".to_owned(),
        span: Span::new(span.start, span.start),
    }
}

fn imports(source: &Source, outline: &Outline) -> Vec<Import> {
    let mut found: Vec<(u32, Import)> = outline
        .imports
        .iter()
        .map(|import| (import.start, import_fact(source, import)))
        .collect();
    for statement in &outline.statements {
        if let StatementKind::ReExport(export) = &statement.kind {
            found.push((statement.span.start, re_export_fact(source, statement, export)));
        }
    }
    found.sort_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, import)| import).collect()
}

fn import_fact(source: &Source, import: &ImportUse) -> Import {
    Import {
        module: import.module.clone(),
        form: import.form,
        bindings: import.bindings.clone(),
        type_only: import.type_only,
        line: source.lines().line_of(import.start),
    }
}

fn re_export_fact(source: &Source, statement: &Statement, export: &ReExport) -> Import {
    let bindings = match &export.what {
        ReExported::Names(names) => names
            .iter()
            .map(|name| ImportBinding {
                imported: name.local.clone(),
                local: name.exported.text.clone(),
                type_only: name.type_only,
            })
            .collect(),
        ReExported::Star => vec![whole_module("*")],
        ReExported::Namespace(name) => vec![whole_module(&name.text)],
    };
    Import {
        module: export.module.clone(),
        form: ImportForm::ExportFrom,
        bindings,
        type_only: export.type_only,
        line: source.lines().line_of(statement.span.start),
    }
}

fn whole_module(local: &str) -> ImportBinding {
    ImportBinding {
        imported: "*".to_owned(),
        local: local.to_owned(),
        type_only: false,
    }
}
