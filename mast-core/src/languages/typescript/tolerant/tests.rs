//! Broken code: what stands outside the error is found with its exact lines.

use super::*;
use crate::languages::typescript::outline::{
    Binding, ExportKeyword, Member, MemberKey, NamespaceName, Statement,
};
use expect_test::{Expect, expect};
use std::fmt::Write as _;

fn check(file: &str, text: &str, expected: &Expect) {
    let path = RelPath::parse(file).unwrap();
    let source = Source::new(text.to_owned());
    let outline = read(&path, &source).outline;
    let mut shown = match outline.syntax_error {
        Some(at) => format!("error at line {}\n", source.lines().line_of(at)),
        None => String::new(),
    };
    for import in &outline.imports {
        let names: Vec<&str> = import
            .bindings
            .iter()
            .map(|binding| binding.local.as_str())
            .collect();
        writeln!(
            shown,
            "import {:?} {:?} [{}]",
            import.form,
            import.module,
            names.join(", ")
        )
        .unwrap();
    }
    show(&source, &outline.statements, "", &mut shown);
    expected.assert_eq(&shown);
}

fn show(source: &Source, statements: &[Statement], indent: &str, shown: &mut String) {
    for statement in statements {
        let lines = source.lines().lines_of(statement.span);
        let export = match statement.export {
            ExportKeyword::None => "",
            ExportKeyword::Named => "export ",
            ExportKeyword::Default => "default ",
        };
        write!(shown, "{indent}{}-{} {export}", lines.first(), lines.last()).unwrap();
        match &statement.kind {
            StatementKind::Import { .. } => writeln!(shown, "import"),
            StatementKind::ImportAlias { name } => writeln!(shown, "import alias {}", name.text),
            StatementKind::Function(function) => {
                writeln!(
                    shown,
                    "function {}",
                    function.name.as_ref().map_or("", |name| &name.text)
                )
            }
            StatementKind::Class(class) => writeln!(
                shown,
                "class {} {{ {}}}",
                class.name.as_ref().map_or("", |name| &name.text),
                members(source, &class.members)
            ),
            StatementKind::Variables { declarators } => {
                let names: Vec<String> = declarators
                    .iter()
                    .map(|declarator| match &declarator.binding {
                        Binding::Name(name) => name.text.clone(),
                        Binding::Pattern(names) => names
                            .iter()
                            .map(|name| name.text.as_str())
                            .collect::<Vec<_>>()
                            .join("+"),
                    })
                    .collect();
                writeln!(shown, "variables {}", names.join(", "))
            }
            StatementKind::Interface(of) => {
                writeln!(
                    shown,
                    "interface {} {{ {}}}",
                    of.name.text,
                    members(source, &of.members)
                )
            }
            StatementKind::TypeAlias(of) => {
                writeln!(
                    shown,
                    "type {} {{ {}}}",
                    of.name.text,
                    members(source, &of.members)
                )
            }
            StatementKind::Enum(of) => {
                writeln!(
                    shown,
                    "enum {} {{ {}}}",
                    of.name.text,
                    members(source, &of.members)
                )
            }
            StatementKind::Namespace(namespace) => {
                match &namespace.name {
                    NamespaceName::Path(path) => {
                        let path: Vec<&str> = path.iter().map(|name| name.text.as_str()).collect();
                        writeln!(shown, "namespace {}", path.join("."))
                    }
                    NamespaceName::Module(name) => writeln!(shown, "module {:?}", name.text),
                    NamespaceName::Global(_) => writeln!(shown, "global"),
                }
                .unwrap();
                show(source, &namespace.statements, &format!("{indent}  "), shown);
                Ok(())
            }
            StatementKind::ReExport(re_export) => writeln!(shown, "re-export {:?}", re_export.module),
            StatementKind::ExportNames { names, .. } => {
                let names: Vec<&str> = names.iter().map(|name| name.exported.text.as_str()).collect();
                writeln!(shown, "export names {}", names.join(", "))
            }
            StatementKind::ExportDefault { .. } => writeln!(shown, "export default"),
            StatementKind::ExportAssignment { .. } => writeln!(shown, "export ="),
            StatementKind::CommonJsExport { targets, .. } => writeln!(shown, "exports {}", targets.len()),
            StatementKind::Plain => writeln!(shown, "plain {:?}", source.slice(statement.span)),
            StatementKind::Nothing => writeln!(shown, "nothing"),
        }
        .unwrap();
    }
}

fn members(source: &Source, members: &[Member]) -> String {
    let mut shown = String::new();
    for member in members {
        let name = match &member.key {
            MemberKey::Name(name) => name.text.as_str(),
            MemberKey::Computed(span) => source.slice(*span),
            MemberKey::Nameless => "-",
        };
        write!(shown, "{name}:{:?} ", member.kind).unwrap();
    }
    shown
}

#[test]
fn a_missing_brace_costs_one_function() {
    check(
        "a.ts",
        "import { x } from './x';\n\nexport function before() {\n  return x;\n}\n\nexport function broken() {\n  if (x) {\n    const inner = 1;\n  return inner;\n}\n\n/** Doc. */\nexport function after(): number {\n  return 1;\n}\n\nexport class Last {\n  run() {}\n}\n",
        &expect![[r#"
            error at line 11
            import Static "./x" [x]
            1-1 import
            3-5 export function before
            7-11 export function broken
            14-16 export function after
            18-20 export class Last { run:Method }
        "#]],
    );
}

#[test]
fn an_unfinished_call_at_the_end() {
    check(
        "a.ts",
        "const a = 1;\nexport interface Shape { area(): number }\nfunction use() {\n  a.toString(\n",
        &expect![[r#"
            error at line 3
            1-1 variables a
            2-2 export interface Shape { area:Method }
            3-4 function use
        "#]],
    );
}

#[test]
fn a_half_typed_import() {
    check(
        "a.ts",
        "import { a } from './a';\nimport {\nimport { c } from './c';\n\nexport const d = a + c;\nexport type E = { f: string };\n",
        &expect![[r#"
            error at line 2
            import Static "./a" [a]
            import Static "./c" [c]
            1-1 import
            2-2 plain "import {"
            3-3 import
            5-5 export variables d
            6-6 export type E { f:Property }
        "#]],
    );
}

#[test]
fn conflict_markers() {
    check(
        "a.ts",
        "import { a } from './a';\n<<<<<<< HEAD\nexport function mine() { return a; }\n=======\nexport function theirs() { return a; }\n>>>>>>> branch\nexport const last = 1;\n",
        &expect![[r#"
            error at line 2
            import Static "./a" [a]
            1-1 import
            2-2 plain "<<<<<<< HEAD"
            3-3 export function mine
            5-5 export function theirs
            6-6 plain ">>>>>>> branch"
            7-7 export variables last
        "#]],
    );
    check(
        "a.ts",
        "export function f(a: number) {\n<<<<<<< HEAD\n  if (a > 1) {\n=======\n  if (a > 2) {\n>>>>>>> branch\n    return 1;\n  }\n}\nexport const last = 1;\n",
        &expect![[r#"
            error at line 2
            1-9 export function f
            10-10 export variables last
        "#]],
    );
}

#[test]
fn a_stray_brace() {
    check(
        "a.ts",
        "function a() {\n}\n}\n\nfunction b() {\n  return 1;\n}\nexport default b;\n",
        &expect![[r#"
            error at line 3
            1-2 function a
            5-7 function b
            8-8 export default
        "#]],
    );
}

#[test]
fn a_half_written_member() {
    check(
        "a.ts",
        "export class Before {}\n\nexport class Widget {\n  private size = 1;\n\n  draw() {\n    return this.size;\n  }\n\n  resize(\n\n  close() {\n    this.size = 0;\n  }\n}\n\nexport class After {\n  run() {}\n}\n",
        &expect![[r#"
            error at line 10
            1-1 export class Before { }
            3-15 export class Widget { size:Property draw:Method resize:Method close:Method }
            17-19 export class After { run:Method }
        "#]],
    );
}

#[test]
fn unterminated_literals_and_comments() {
    check(
        "a.ts",
        "export const a = 1;\nexport const broken = `text ${a} ;\n\nexport function after() {\n  return `x`;\n}\nexport const last = 2;\n",
        &expect![[r#"
            error at line 2
            1-1 export variables a
            2-2 export variables broken
            4-6 export function after
            7-7 export variables last
        "#]],
    );
    check(
        "a.ts",
        "export const a = 1;\nexport const broken = 'text;\nexport function after() {}\n",
        &expect![[r#"
            error at line 2
            1-1 export variables a
            2-2 export variables broken
            3-3 export function after
        "#]],
    );
    check(
        "a.ts",
        "export const a = 1;\nfunction f() {}\n/* not closed\nexport function hidden() {}\n",
        &expect![[r#"
            error at line 3
            1-1 export variables a
            2-2 function f
            4-4 export function hidden
        "#]],
    );
}

#[test]
fn jsx_without_its_end() {
    check(
        "a.tsx",
        "import React from 'react';\n\nexport function Broken() {\n  return (\n    <div>\n      <span>text\n    </div>\n  );\n}\n\nexport const After = () => <p>a & b</p>;\n",
        &expect![[r#"
            error at line 4
            import Static "react" [React]
            1-1 import
            3-9 export function Broken
            11-11 export variables After
        "#]],
    );
}

#[test]
fn what_the_grammars_lack_is_read_all_the_same() {
    check(
        "a.ts",
        "export type * from './t';\nexport type * as ns from './u';\nexport interface Box<out T, in out U> { in2?: number; abstract: T }\nexport { a } from './j.json' with { type: 'json' };\nexport default abstract class {}\nimport defer * as later from './later';\nclass A { static accessor size = 1; static [key: string]: number }\nfor (using x of y) {}\nfunction last() {}\n",
        &expect![[r#"
            import Static "./later" [later]
            1-1 re-export "./t"
            2-2 re-export "./u"
            3-3 export interface Box { in2:Property abstract:Property }
            4-4 re-export "./j.json"
            5-5 default class  { }
            6-6 import
            7-7 class A { size:Property -:Nameless }
            8-8 plain "for (using x of y) {}"
            9-9 function last
        "#]],
    );
}

#[test]
fn deep_nesting_is_followed_without_a_stack() {
    let path = RelPath::parse("a.ts").unwrap();
    for open in ["(", "[", "{ a: ", "namespace N {", "f(() => {"] {
        let text = format!("const before = 1;\nconst deep = {};\n", open.repeat(5_000));
        let outline = read(&path, &Source::new(text)).outline;
        assert!(outline.syntax_error.is_some());
        assert!(
            outline
                .statements
                .first()
                .is_some_and(|first| first.span == Span::new(0, 17))
        );
    }
}

#[test]
fn javascript_with_types_is_read_as_typescript() {
    check(
        "a.js",
        "import type { A } from './a';\nexport function f(a: A): void {}\nexport const g = 1;\n",
        &expect![[r#"
            import Static "./a" [A]
            1-1 import
            2-2 export function f
            3-3 export variables g
        "#]],
    );
}
