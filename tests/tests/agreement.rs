//! The two TypeScript parsers are each other's oracle: on every file that both read without error, they agree
//! on every chunk, declaration, import and export.
//!
//! Runs on `projects/agreement`, whose files hold every construct, and on each folder of `MAST_CORPORA`
//! (paths with `:` between them). Reports the files that only one of them reads.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test is told by variables what else to read, and tells what it read"
)]

use std::fmt::{Debug, Write as _};
use std::path::Path;

use mast_core::facts::FileFacts;
use mast_core::languages::ExtractOptions;
use mast_core::languages::typescript::{Parser, extract_with};
use mast_core::text::path::RelPath;
use mast_core::text::source::Source;
use mast_tests::corpora::code_files;

/// How many differences are shown for one corpus.
const SHOWN: usize = 20;

#[derive(Default)]
struct Comparison {
    compared: usize,
    exact_alone: Vec<String>,
    tolerant_alone: Vec<String>,
    neither: usize,
    differences: Vec<String>,
}

#[test]
fn both_parsers_say_the_same() {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/agreement");
    let mut roots = vec![bundled];
    if let Some(more) = std::env::var_os("MAST_CORPORA") {
        roots.extend(std::env::split_paths(&more));
    }
    let mut failed = String::new();
    for root in roots {
        let comparison = compare_all(&root);
        println!("{}", report(&root, &comparison));
        if comparison.compared == 0 || !comparison.differences.is_empty() {
            writeln!(
                failed,
                "{}: {} files differ",
                root.display(),
                comparison.differences.len()
            )
            .unwrap();
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

fn compare_all(root: &Path) -> Comparison {
    let mut comparison = Comparison::default();
    for file in code_files(root) {
        let Ok(path) = RelPath::below(root, &file) else {
            continue;
        };
        let Some(source) = std::fs::read(&file)
            .ok()
            .and_then(|bytes| Source::decode(bytes).ok())
        else {
            continue;
        };
        let options = ExtractOptions::default();
        let exact = extract_with(Parser::Exact, &path, &source, options);
        let tolerant = extract_with(Parser::Tolerant, &path, &source, options)
            .filter(|facts| facts.syntax_error.is_none());
        match (exact, tolerant) {
            (Some(exact), Some(tolerant)) => {
                comparison.compared += 1;
                if let Some(difference) = difference(&source, &exact, &tolerant) {
                    comparison.differences.push(format!("{path}\n{difference}"));
                }
            }
            (Some(_), None) => comparison.exact_alone.push(path.to_string()),
            (None, Some(_)) => comparison.tolerant_alone.push(path.to_string()),
            (None, None) => comparison.neither += 1,
        }
    }
    comparison
}

fn report(root: &Path, comparison: &Comparison) -> String {
    let mut report = format!(
        "{}: {} files compared, {} differ, {} only exact, {} only tolerant, {} neither\n",
        root.display(),
        comparison.compared,
        comparison.differences.len(),
        comparison.exact_alone.len(),
        comparison.tolerant_alone.len(),
        comparison.neither,
    );
    for (what, paths) in [
        ("only exact", &comparison.exact_alone),
        ("only tolerant", &comparison.tolerant_alone),
    ] {
        for path in paths.iter().take(SHOWN) {
            writeln!(report, "  {what}: {path}").unwrap();
        }
    }
    for difference in comparison.differences.iter().take(SHOWN) {
        writeln!(report, "  differs: {difference}").unwrap();
    }
    report
}

/// The first thing on which the two disagree.
fn difference(source: &Source, exact: &FileFacts, tolerant: &FileFacts) -> Option<String> {
    first("declaration", &exact.declarations, &tolerant.declarations)
        .or_else(|| first("import", &exact.imports, &tolerant.imports))
        .or_else(|| first("export", &exact.exports, &tolerant.exports))
        .or_else(|| first("chunk", &exact.chunks, &tolerant.chunks))
        .map(|(what, line)| {
            let around: Vec<&str> = source
                .text()
                .lines()
                .skip(line.saturating_sub(1))
                .take(3)
                .collect();
            format!("{what}\n      | {}", around.join("\n      | "))
        })
}

fn first<T: PartialEq + Debug + Placed>(what: &str, exact: &[T], tolerant: &[T]) -> Option<(String, usize)> {
    let at = (0..exact.len().max(tolerant.len())).find(|at| exact.get(*at) != tolerant.get(*at))?;
    let (left, right) = (exact.get(at), tolerant.get(at));
    let line = left.or(right).map_or(1, Placed::line);
    Some((
        format!("    {what} at line {line}\n      exact    {left:?}\n      tolerant {right:?}"),
        line,
    ))
}

/// What stands on a line.
trait Placed {
    fn line(&self) -> usize;
}

impl Placed for mast_core::facts::Declaration {
    fn line(&self) -> usize {
        self.line.get() as usize
    }
}

impl Placed for mast_core::facts::Import {
    fn line(&self) -> usize {
        self.line.get() as usize
    }
}

impl Placed for mast_core::facts::Export {
    fn line(&self) -> usize {
        self.line.get() as usize
    }
}

impl Placed for mast_core::facts::Chunk {
    fn line(&self) -> usize {
        self.lines.first().get() as usize
    }
}
