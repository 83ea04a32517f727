//! What a file declares and what its code refers to are told by two walks over one program: here they are compared.
//!
//! Every declaration has a symbol of the same qualified name with the same line, and every part of a `Code` lies in its
//! lists. Runs on `projects/agreement` and on each folder of `MAST_CORPORA` (paths with `:` between them).

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test is told by variables what else to read, and tells what it read"
)]

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use mast_core::facts::code::{Code, SymbolId};
use mast_core::facts::{DeclarationKind, FileFacts};
use mast_core::languages::ExtractOptions;
use mast_core::languages::typescript::{Parser, extract_with};
use mast_core::text::path::RelPath;
use mast_core::text::source::Source;
use mast_tests::corpora::code_files;

/// How many differences are shown for one corpus.
const SHOWN: usize = 30;

#[test]
fn every_declaration_has_its_symbol() {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/agreement");
    let mut roots = vec![bundled];
    if let Some(more) = std::env::var_os("MAST_CORPORA") {
        roots.extend(std::env::split_paths(&more));
    }
    let mut failed = String::new();
    for root in roots {
        let (mut files, mut declarations) = (0, 0);
        let (mut symbols, mut shapes, mut references) = (0, 0, 0);
        let mut missing = Vec::new();
        for file in code_files(&root) {
            let Ok(path) = RelPath::below(&root, &file) else {
                continue;
            };
            let Some(source) = std::fs::read(&file)
                .ok()
                .and_then(|bytes| Source::decode(bytes).ok())
            else {
                continue;
            };
            let Some(facts) = extract_with(Parser::Exact, &path, &source, ExtractOptions::default()) else {
                continue;
            };
            files += 1;
            declarations += facts.declarations.len();
            symbols += facts.code.symbols.len();
            shapes += facts.code.shapes.len();
            references += facts.code.references.len();
            missing.extend(
                without_symbol(&facts)
                    .into_iter()
                    .map(|what| format!("{path}:{what}")),
            );
        }
        println!(
            "{}: {files} files, {declarations} declarations, {} without symbol, {symbols} symbols, {shapes} shapes, {references} references",
            root.display(),
            missing.len()
        );
        for what in missing.iter().take(SHOWN) {
            println!("  {what}");
        }
        if files == 0 || !missing.is_empty() {
            writeln!(failed, "{}: {} declarations", root.display(), missing.len()).unwrap();
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

fn without_symbol(facts: &FileFacts) -> Vec<String> {
    let code = &facts.code;
    let mut lines: HashMap<String, HashSet<u32>> = HashMap::new();
    for index in 0..code.symbols.len() {
        let id = SymbolId(index as u32);
        let at = lines.entry(code.qualified_name(id)).or_default();
        at.extend(code.symbol(id).lines.iter().map(|line| line.get()));
    }
    facts
        .declarations
        .iter()
        .filter(|declaration| !is_import(code, &declaration.name, declaration.kind))
        .filter(|declaration| {
            !lines
                .get(&declaration.name)
                .is_some_and(|lines| lines.contains(&declaration.line.get()))
        })
        .map(|declaration| {
            format!(
                "{} {} {}",
                declaration.line,
                declaration.kind.name(),
                declaration.name
            )
        })
        .collect()
}

/// What `const { a } = require('m')` binds is an import, no symbol.
fn is_import(code: &Code, name: &str, kind: DeclarationKind) -> bool {
    kind == DeclarationKind::Const
        && code
            .imported
            .iter()
            .any(|imported| code.name(imported.local) == name)
}
