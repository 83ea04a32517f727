//! The same bytes on every surface: each case of each tool, asked of the library, of the program, of a server, and of each surface in
//! [`SURFACES`].

use mast_core::engine::Refresh;
use mast_core::error::ErrorKind;
use mast_core::tools::TOOLS;
use mast_tests::c_library::{Language, Link, command, compiled};
use mast_tests::cases;
use mast_tests::node;
use mast_tests::program::{self, Ran};
use mast_tests::project::Project;
use mast_tests::questions::{Question, indexed};
use mast_tests::repository;
use mast_tests::server::Client;
use mast_tests::settle::settle;
use mast_tests::surface::Surface;
use serde_json::json;
use std::cell::{RefCell, RefMut};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The other surfaces: each is a program that answers line by line for the project named by its last argument; none where what it
/// needs is not on this machine.
const SURFACES: &[fn(&Path) -> Option<Command>] = &[c_library, node::answerer];

/// The C library, asked by a program in C.
#[allow(clippy::unnecessary_wraps, reason = "as every surface is given")]
fn c_library(root: &Path) -> Option<Command> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| compiled("tests/c/answer.c", Language::C, Link::Shared));
    Some(command(program, &[root]))
}

/// The surfaces of the project that was asked last.
#[derive(Default)]
struct Served {
    last: RefCell<Option<(PathBuf, Client, Vec<Surface>)>>,
}

impl Served {
    /// Answers a call as the library does, once it is sure that a server does so too.
    fn run(&self, project: &Project, call: &str) -> String {
        let question = Question::of(call);
        // A server freshens at each question; the protocol knows only tools that there are, and inputs that are objects.
        let is_served = question.refresh == Refresh::WithinBudget
            && question.input.is_object()
            && TOOLS.iter().any(|tool| tool.name == question.tool);
        let served = is_served.then(|| self.ask(project, &question));
        let others = if question.refresh == Refresh::WithinBudget {
            self.ask_others(project, &question)
        } else {
            Vec::new()
        };
        let printed = ask_program(project, &question);
        let answer = question.answer(project);
        match (&printed, &answer) {
            (Ok(json), Ok(answer)) => assert_eq!(settle(json), settle(&answer.json.to_string()), "{call}"),
            (Err(told), Err(error)) => {
                assert_eq!(*told, (error.to_string(), error.kind.exit_code()), "{call}");
            }
            _ => panic!("{call}: {printed:?} and {answer:?}"),
        }
        for other in others {
            let expected = match &answer {
                Ok(answer) => Ok(settle(&answer.json.to_string())),
                Err(error) => Err((error.kind, error.to_string())),
            };
            assert_eq!(other.map(|json| settle(&json)), expected, "{call}");
        }
        if let Some((json, page, is_error)) = served {
            match &answer {
                Ok(answer) => {
                    assert_eq!(settle(&json), settle(&answer.json.to_string()), "{call}");
                    assert_eq!(settle(&page), settle(&answer.page.plain()), "{call}");
                }
                Err(error) => assert_eq!((json, is_error), (error.to_string(), true), "{call}"),
            }
        }
        question.text(answer)
    }

    /// What a server answers, as JSON and as text, and whether that is a failure.
    fn ask(&self, project: &Project, question: &Question) -> (String, String, bool) {
        let mut last = self.serving(project);
        let client = &mut last.1;
        let result = client.call(&question.tool, &question.input);
        let json = result["content"][0]["text"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let mut input = question.input.clone();
        input["format"] = json!("text");
        (
            json,
            client.text(&question.tool, &input),
            result["isError"] == true,
        )
    }

    /// What each other surface answers.
    fn ask_others(&self, project: &Project, question: &Question) -> Vec<Result<String, (ErrorKind, String)>> {
        let mut last = self.serving(project);
        let input = question.input.to_string();
        let answers = last
            .2
            .iter_mut()
            .map(|surface| surface.ask(&question.tool, &input));
        answers.collect()
    }

    /// The surfaces of `project`, which is indexed.
    fn serving(&self, project: &Project) -> RefMut<'_, (PathBuf, Client, Vec<Surface>)> {
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(root, ..)| root != project.root()) {
            drop(indexed(project));
            let client = Client::connect(project.root(), &["--no-watch"]);
            let others = SURFACES
                .iter()
                .filter_map(|command| Some(Surface::start(command(project.root())?)));
            *last = Some((project.root().to_path_buf(), client, others.collect()));
        }
        RefMut::map(last, |last| last.as_mut().expect("it was just set"))
    }
}

/// What `mast query` prints: the JSON, or the error and the exit code.
fn ask_program(project: &Project, question: &Question) -> Result<String, (String, u8)> {
    drop(indexed(project));
    let input = question.input.to_string();
    let refresh: &[&str] = match question.refresh {
        Refresh::WithinBudget => &[],
        Refresh::Fully => &["--reindex"],
        Refresh::Off => &["--no-refresh"],
    };
    let asked = [&["query", &question.tool, &input, "--json"], refresh].concat();
    let Ran { out, err, code } = program::run(project, &asked);
    match code {
        Some(0) => Ok(out.strip_suffix('\n').unwrap_or(&out).to_owned()),
        code => {
            let told = err.strip_prefix("mast: ").unwrap_or(&err);
            let code = code.and_then(|code| u8::try_from(code).ok());
            Err((told.trim_end_matches('\n').to_owned(), code.unwrap_or_default()))
        }
    }
}

fn check(tool: &str) {
    let folder = format!("tests/cases/{tool}");
    assert!(repository().join(&folder).is_dir(), "{folder}");
    let served = Served::default();
    cases::run_folder(Path::new(&folder), &|project, call| served.run(project, call));
}

#[test]
fn search() {
    check("search");
}

#[test]
fn project_skeleton_exports_and_dependencies() {
    check("project_skeleton");
    check("exports");
    check("dependencies");
}

#[test]
fn signature_and_status() {
    check("signature");
    check("status");
}

#[test]
fn callers_implementors_and_rename_impact() {
    check("callers");
    check("implementors");
    check("rename_impact");
}

#[test]
fn outline_and_section() {
    check("outline");
    check("section");
}
