//! Runs cases: Markdown files that hold a project, calls and their answers (`docs/writing-cases.md`).
//!
//! What a call means is the runner's: a function from a project and the text of a call to an answer.
//! With `MAST_BLESS` set, answers are rewritten in place; nothing else of a case is ever touched.

mod parse;

use crate::project::{self, Project};
use crate::{diff, repository};
use parse::{Call, Case, Step};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Answers the calls of a case. Where an answer holds the project's root, the case shows `/project`.
pub type Runner<'a> = dyn Fn(&Project, &str) -> String + 'a;

/// What to do with an answer that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Report it.
    Compare,
    /// Write it into the case.
    Bless,
}

/// What came of one case.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    /// Line (from 1) and message of each fault.
    failures: Vec<(usize, String)>,
    /// The case with its new answers, where one has changed.
    blessed: Option<String>,
}

/// Runs every case below `folder`, which is relative to the repository.
///
/// # Panics
///
/// When the folder has no case, and, after all have run, when one failed: the message shows every failure.
#[allow(
    clippy::disallowed_methods,
    reason = "MAST_BLESS is how a person accepts answers"
)]
#[track_caller]
pub fn run_folder(folder: &Path, runner: &Runner<'_>) {
    let mode = match std::env::var_os("MAST_BLESS") {
        Some(value) if !value.is_empty() && value != "0" => Mode::Bless,
        _ => Mode::Compare,
    };
    let root = repository();
    let mut cases = 0;
    let mut failed = Vec::new();
    for path in project::files_below(&root.join(folder)) {
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        cases += 1;
        let shown = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let outcome = run_case(&text, runner, mode);
        if let Some(blessed) = outcome.blessed {
            std::fs::write(&path, blessed).unwrap_or_else(|error| panic!("{shown}: {error}"));
        }
        if !outcome.failures.is_empty() {
            failed.push(report(&shown, &outcome.failures));
        }
    }
    assert!(cases > 0, "no case (`*.md`) stands below `{}`", folder.display());
    assert!(
        failed.is_empty(),
        "{} of {cases} cases in `{}` failed\n\n{}\nhint: when the new answers are right, `MAST_BLESS=1 cargo test --package mast-tests` writes them",
        failed.len(),
        folder.display(),
        failed.join("\n"),
    );
}

fn report(path: &str, failures: &[(usize, String)]) -> String {
    let mut report = String::new();
    for (line, message) in failures {
        let _ = writeln!(report, "{path}:{line}: {message}");
    }
    report
}

/// Runs one case; its text is all that decides what happens.
fn run_case(text: &str, runner: &Runner<'_>, mode: Mode) -> Outcome {
    let case = match Case::parse(text) {
        Ok(case) => case,
        Err(fault) => {
            return Outcome {
                failures: vec![(fault.line, fault.reason)],
                blessed: None,
            };
        }
    };
    let project = Project::new();
    let mut failures = Vec::new();
    let mut answers: Vec<(&Call, String)> = Vec::new();
    for step in &case.steps {
        match step {
            Step::Write { path, text } => project.write(path, text),
            Step::Delete { path, line } => {
                if project.path(path).exists() {
                    project.delete(path);
                } else {
                    failures.push((*line, format!("`{path}` is not there to be deleted")));
                }
            }
            Step::Call(call) => match catch_unwind(AssertUnwindSafe(|| runner(&project, &call.text))) {
                Ok(answer) => {
                    let root = project.root().to_string_lossy().into_owned();
                    answers.push((call, answer.replace(&root, "/project").trim_end().to_owned()));
                }
                Err(panic) => {
                    let message = panic_message(&*panic);
                    failures.push((call.line, format!("`{}` panicked: {message}", call.text)));
                }
            },
        }
    }
    answers.retain(|(call, answer)| call.answer.as_ref().is_none_or(|known| known.text != *answer));
    match mode {
        Mode::Compare => failures.extend(answers.iter().map(|(call, answer)| difference(call, answer))),
        Mode::Bless if answers.is_empty() => {}
        Mode::Bless => {
            return Outcome {
                failures,
                blessed: Some(bless(text, &answers)),
            };
        }
    }
    Outcome {
        failures,
        blessed: None,
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Where an answer first differs, and how.
fn difference(call: &Call, actual: &str) -> (usize, String) {
    let Some(expected) = &call.answer else {
        return (
            call.line,
            format!("`{}` has no answer block; it answers\n{actual}", call.text),
        );
    };
    let line = expected.line + 1 + diff::first_difference(&expected.text, actual);
    let shown = diff::lines(&expected.text, actual);
    (line, format!("`{}` (- expected, + actual)\n{shown}", call.text))
}

/// The case `text` with `answers` in their blocks; a call without one gets one.
fn bless(text: &str, answers: &[(&Call, String)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (call, answer) in answers.iter().rev() {
        let fence = parse::fence_for(answer);
        let mut block = vec![format!("{fence}answer")];
        block.extend(answer.lines().map(str::to_owned));
        block.push(fence);
        if let Some(known) = &call.answer {
            lines.splice(known.line - 1..known.last_line, block);
        } else {
            block.insert(0, String::new());
            lines.splice(call.last_line..call.last_line, block);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "# Title\n\nWhy.\n\n```ts a.ts\nlet a\n```\n\n```call\nshow\n```\n\n```answer\nold\n```\n\n\
        ```ts a.ts\nlet b\n```\n\nThen:\n\n```call\nshow\n```\n\nEnd.\n";

    fn show(project: &Project, call: &str) -> String {
        assert_eq!(call, "show", "an unknown call");
        project.read("a.ts")
    }

    #[test]
    fn every_difference_is_reported_at_its_line() {
        let outcome = run_case(CASE, &show, Mode::Compare);
        let missing = "`show` has no answer block; it answers\nlet b".to_owned();
        let differs = "`show` (- expected, + actual)\n- old\n+ let a\n".to_owned();
        assert_eq!(outcome.failures, [(14, differs), (23, missing)]);
        assert_eq!(outcome.blessed, None);
    }

    #[test]
    fn blessing_changes_answers_alone_and_then_the_case_passes() {
        let outcome = run_case(CASE, &show, Mode::Bless);
        assert_eq!(outcome.failures, []);
        let blessed = outcome.blessed.unwrap();
        let expected = CASE
            .replace("old", "let a")
            .replace("show\n```\n\nEnd", "show\n```\n\n```answer\nlet b\n```\n\nEnd");
        assert_eq!(blessed, expected);
        assert_eq!(run_case(&blessed, &show, Mode::Compare), Outcome::default());
        assert_eq!(run_case(&blessed, &show, Mode::Bless), Outcome::default());
    }

    #[test]
    fn an_answer_with_a_fence_gets_a_longer_one() {
        let runner = |_: &Project, _: &str| "```ts\nx\n```\n".to_owned();
        let blessed = run_case(CASE, &runner, Mode::Bless).blessed.unwrap();
        assert!(blessed.contains("````answer\n```ts\nx\n```\n````\n"));
        assert_eq!(run_case(&blessed, &runner, Mode::Compare), Outcome::default());
    }

    #[test]
    fn the_root_has_one_name() {
        let runner = |project: &Project, _: &str| project.path("a.ts").display().to_string();
        let blessed = run_case(CASE, &runner, Mode::Bless).blessed.unwrap();
        assert!(blessed.contains("answer\n/project/a.ts\n```"));
    }

    #[test]
    fn a_panic_is_a_failure_of_its_call_alone() {
        let case = CASE.replacen("call\nshow", "call\nlist", 1);
        let failures = run_case(&case, &show, Mode::Bless).failures;
        assert_eq!(failures.len(), 1);
        assert_eq!(failures[0].0, 9);
        assert!(failures[0].1.starts_with("`list` panicked: "), "{failures:?}");
    }
}
