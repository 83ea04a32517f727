//! Current syntax, dialects, and what is refused.

use expect_test::expect;

use super::{check, render};

#[test]
fn current_typescript() {
    check(
        "a.ts",
        "export const enumLike = { a: 1 } as const satisfies Record<string, number>;
export function f<const T extends readonly unknown[]>(a: T) {}
interface V<in out T> { a: T }
class D { static accessor x = 1; declare private y: string; override z() {} }
for (await using u of v) {}
using file = open();
await using other = open();
type G = typeof f<string>;
let h = a! satisfies B;
abstract class W { abstract accessor q: number; protected abstract get r(): string }
export type * as types from './t';
label: while (1) {}",
        expect![[r#"
            chunk 1-1 block enumLike exported
            chunk 2-2 function f exported
            chunk 3-3 interface V
            chunk 4-4 class_shell D
                | class D {
                | static accessor x = 1
                | declare private y: string
                | override z()
            chunk 4-4 method D.z of D
            chunk 5-5 block -
            chunk 6-6 block file
            chunk 7-7 block other
            chunk 8-8 type G
            chunk 9-9 block h
            chunk 10-10 class_shell W
                | abstract class W {
                | abstract accessor q: number
                | protected abstract get r(): string
            chunk 10-10 method W.r of W
            chunk 11-11 export - exported
            chunk 12-12 block -
            1-1 const enumLike exported `enumLike = { a: 1 } as const satisfies Record<string, number>`
            1-1 property enumLike.a exported `a: 1`
            2-2 function f exported `function f<const T extends readonly unknown[]>(a: T)`
            3-3 interface V `interface V<in out T> { a: T }`
            3-3 property V.a bodiless `a: T`
            4-4 class D `class D`
            4-4 property D.x static `static accessor x = 1`
            4-4 property D.y private `declare private y: string`
            4-4 method D.z `override z()`
            6-6 const file `file = open()`
            7-7 const other `other = open()`
            8-8 type G `type G = typeof f<string>`
            9-9 const h `h = a! satisfies B`
            10-10 class W bodiless `abstract class W`
            10-10 property W.q bodiless `abstract accessor q: number`
            10-10 accessor W.r bodiless protected `protected abstract get r(): string`
            import 11 export_from type `./t` {* as types}
            export 1 enumLike = enumLike
            export 2 f = f
            export 11 types type = all of `./t`
        "#]],
    );
}

#[test]
fn jsx_by_extension() {
    let text = "export const App = <T,>(p: T) => <div a={() => 1}>x & y</div>;";
    check(
        "a.tsx",
        text,
        expect![[r#"
        chunk 1-1 function App exported
        1-1 function App exported `App = <T,>(p: T)`
        export 1 App = App
    "#]],
    );
    assert_eq!(render("a.ts", "const a = <div>x</div>;"), "refused\n");
    check(
        "a.js",
        "const App = () => <div />;",
        expect![[r#"
        chunk 1-1 function App
        1-1 function App `App = ()`
    "#]],
    );
    check(
        "a.mjs",
        "const App = () => <div />;",
        expect![[r#"
        chunk 1-1 function App
        1-1 function App `App = ()`
    "#]],
    );
    check(
        "a.ts",
        "const a = <T>(x: T) => x;\nconst b = <string>c;",
        expect![[r#"
        chunk 1-1 function a
        chunk 2-2 block b
        1-1 function a `a = <T>(x: T)`
        2-2 const b `b = <string>c`
    "#]],
    );
}

#[test]
fn scripts_and_annotated_javascript() {
    check(
        "a.js",
        "#!/usr/bin/env node\nwith (a) { b }\nfunction f() { return 010 }",
        expect![[r#"
        chunk 2-2 block -
        chunk 3-3 function f
        3-3 function f `function f()`
    "#]],
    );
    check(
        "a.js",
        "<!-- html comment\nvar a = 1;",
        expect![[r#"
        chunk 2-2 block a doc `<!-- html comment`
        2-2 const a `a = 1` doc `<!-- html comment`
    "#]],
    );
    check(
        "a.js",
        "return 1;\nfunction f() {}",
        expect![[r#"
        chunk 1-1 block -
        chunk 2-2 function f
        2-2 function f `function f()`
    "#]],
    );
    check(
        "a.js",
        "function f(a: string): void {}",
        expect![[r#"
        chunk 1-1 function f
        1-1 function f `function f(a: string): void`
    "#]],
    );
    check(
        "a.js",
        "await start();\nexport const a = 1;",
        expect![[r#"
        chunk 1-1 block -
        chunk 2-2 block a exported
        2-2 const a exported `a = 1`
        export 2 a = a
    "#]],
    );
}

#[test]
fn nothing_comes_of_what_is_refused() {
    assert_eq!(render("a.ts", "function f( {"), "refused\n");
    assert_eq!(render("a.ts", &"(".repeat(100_000)), "refused\n");
    assert_eq!(render("a.ts", &"!".repeat(100_000)), "refused\n");
}

#[test]
fn deep_nesting_fits_the_stack_of_any_thread() {
    let wrapped = |before: &str, open: &str, inner: &str, close: &str| {
        let times = 1400;
        format!("{before}{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let texts = [
        wrapped("x = ", "(", "1", ")"),
        wrapped("x = ", "[", "1", "]"),
        wrapped("", "{", "1", "}"),
        wrapped("x = ", "!", "1", ""),
        wrapped("x = ", "new ", "a", ""),
        wrapped("x = ", "a =", "1", ""),
        wrapped("", "if (a)", "b", ""),
        wrapped("", "if (a) b; else ", "c", ""),
        wrapped("type X = ", "A<", "B", ">"),
        wrapped("type X = ", "keyof ", "A", ""),
        wrapped("x = ", "<A>", "b", ""),
        format!("x = {}{}", "(() => {".repeat(450), "})".repeat(450)),
        format!("{}a;{}", "do ".repeat(700), " while (1);".repeat(700)),
        format!("x = {}1", "a => ".repeat(700)),
        format!("x = {}c", "a ? b : ".repeat(700)),
        format!("x = {}1{}", "{a:".repeat(700), "}".repeat(700)),
        format!("type X = {}A", "() => ".repeat(700)),
        format!("x = {}1", "a + ".repeat(50_000)),
        format!("x = a{}", ".b()".repeat(5000)),
        format!(
            "namespace A {{ {} {} }}",
            "namespace B {".repeat(1400),
            "}".repeat(1400)
        ),
    ];
    let run = std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(move || {
            texts.map(|text| {
                let start: String = text.chars().take(20).collect();
                assert_ne!(
                    render("a.ts", &format!("require('a');\n{text}")),
                    "refused\n",
                    "{start}"
                );
            })
        })
        .map(std::thread::JoinHandle::join);
    assert!(matches!(run, Ok(Ok(_))));
}

#[test]
fn empty_files_and_comments_give_nothing() {
    assert_eq!(render("a.ts", ""), "");
    assert_eq!(render("a.ts", "// only a comment"), "");
}
