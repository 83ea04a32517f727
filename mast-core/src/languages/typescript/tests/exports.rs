//! What a file exports.

use expect_test::expect;

use super::check;

#[test]
fn lists_mark_names_wherever_they_stand() {
    check(
        "a.ts",
        "export { a, b as c, d as 'odd name', type T };
const a = 1;
function b() {}
class d { private x() {} y() {} }
type T = 1;
import { Shape } from './shape';
export { Shape };
export type { Shape as Form };",
        expect![[r#"
            chunk 2-2 block a exported
            chunk 3-3 function b exported
            chunk 4-4 class_shell d exported
                | class d {
                | private x()
                | y()
            chunk 4-4 method d.x of d
            chunk 4-4 method d.y of d exported
            chunk 5-5 type T exported
            2-2 const a exported `a = 1`
            3-3 function b exported `function b()`
            4-4 class d exported `class d`
            4-4 method d.x private `private x()`
            4-4 method d.y exported `y()`
            5-5 type T exported `type T = 1`
            import 6 static `./shape` {Shape as Shape}
            export 1 a = a
            export 1 c = b
            export 1 odd name = d
            export 1 T type = T
            export 7 Shape = Shape
            export 8 Form type = Shape
        "#]],
    );
}

#[test]
fn re_exports_give_chunks() {
    check(
        "a.ts",
        "export * as ns from './a';
export * from './b';
export { default, x as y, type Z } from './c';
export type { W } from './d';

export type * from './e' with { type: 'json' };
const between = 1;
export * from './f';",
        expect![[r#"
            chunk 1-6 export - exported
            chunk 7-7 block between
            chunk 8-8 export - exported
            7-7 const between `between = 1`
            import 1 export_from `./a` {* as ns}
            import 2 export_from `./b` {* as *}
            import 3 export_from `./c` {default as default, x as y, type Z as Z}
            import 4 export_from type `./d` {W as W}
            import 6 export_from type `./e` {* as *}
            import 8 export_from `./f` {* as *}
            export 1 ns = all of `./a`
            export 2 * = star of `./b`
            export 3 default = default of `./c`
            export 3 y = x of `./c`
            export 3 Z type = Z of `./c`
            export 4 W type = W of `./d`
            export 6 * type = star of `./e`
            export 8 * = star of `./f`
        "#]],
    );
}

#[test]
fn defaults() {
    check(
        "a.ts",
        "const config = 1;\nexport default config;",
        expect![[r#"
        chunk 1-1 block config exported
        1-1 const config exported default `config = 1`
        export 2 default = config
    "#]],
    );
    check(
        "a.ts",
        "export default function main() {}",
        expect![[r#"
        chunk 1-1 function main exported
        1-1 function main exported default `function main()`
        export 1 default = main
    "#]],
    );
    check(
        "a.ts",
        "/** Doc. */\nexport default () => {\n  1;\n};",
        expect![[r#"
        chunk 2-4 export default exported doc `/** Doc. */`
        2-4 function default exported default `()` doc `/** Doc. */`
        export 2 default = expression
    "#]],
    );
    check(
        "a.ts",
        "export default defineConfig({\n  a: 1,\n});",
        expect![[r#"
        chunk 1-3 export default exported
        1-3 const default exported default `defineConfig({`
        export 1 default = expression
    "#]],
    );
    check(
        "a.ts",
        "export default interface Box { real: true }",
        expect![[r#"
        chunk 1-1 interface Box exported
        1-1 interface Box exported default `interface Box { real: true }`
        1-1 property Box.real exported bodiless `real: true`
        export 1 default = Box
    "#]],
    );
    check(
        "a.ts",
        "export default class { run() {} }",
        expect![[r#"
        chunk 1-1 class_shell default exported
            | export default class {
            | run()
        chunk 1-1 method default.run of default exported
        1-1 class default exported default `class`
        1-1 method default.run exported `run()`
        export 1 default = expression
    "#]],
    );
    check(
        "a.ts",
        "export default function () {}",
        expect![[r#"
        chunk 1-1 function default exported
        1-1 function default exported default `function ()`
        export 1 default = expression
    "#]],
    );
    check(
        "a.ts",
        "class A {}\nexport = A;",
        expect![[r#"
        chunk 1-1 class_shell A exported
            | class A {
        1-1 class A exported default `class A`
        export 2 default = A
    "#]],
    );
    check(
        "a.ts",
        "export = { a: 1 };",
        expect![[r#"
        chunk 1-1 export default exported
        1-1 const default exported default `{ a: 1 }`
        1-1 property default.a exported `a: 1`
        export 1 default = expression
    "#]],
    );
    check(
        "a.ts",
        "import x = A.B;\nexport import y = A.C;\nexport import z = require('z');",
        expect![[r#"
        import 3 require `z` {* as z}
        export 2 y = y
        export 3 z = z
    "#]],
    );
}

#[test]
fn commonjs_counts_in_javascript() {
    let text = "'use strict';
exports.a = exports.b = void 0;
function local() {}
exports.a = local;
exports.run = function run(x) {
  return x;
};
module.exports.C = class { go() {} };
exports['d e'] = 1;
if (x) { exports.ignored = 1 }
exports.api = { get() {} };";
    check(
        "a.js",
        text,
        expect![[r#"
        chunk 1-2 block - exported
        chunk 3-3 function local exported
        chunk 4-4 block - exported
        chunk 5-7 function run exported
        chunk 8-8 class_shell C exported
            | module.exports.C = class {
            | go()
        chunk 8-8 method C.go of C exported
        chunk 9-10 block - exported
        chunk 11-11 block api exported
        chunk 11-11 method api.get of api exported
        3-3 function local exported `function local()`
        5-7 function run exported `exports.run = function run(x)`
        8-8 class C exported `module.exports.C = class`
        8-8 method C.go exported `go()`
        11-11 const api exported `exports.api = { get() {} }`
        11-11 method api.get exported `get()`
        export 4 a = local
        export 2 b = expression
        export 5 run = run
        export 8 C = C
        export 9 d e = expression
        export 11 api = api
    "#]],
    );
    check(
        "a.ts",
        text,
        expect![[r#"
        chunk 1-2 block -
        chunk 3-3 function local
        chunk 4-11 block -
        3-3 function local `function local()`
    "#]],
    );
    check(
        "a.cjs",
        "const b = 1;\nmodule.exports = { a, b: b, c() {}, d: 1, [e]: 2 };",
        expect![[r#"
            chunk 1-1 block b exported
            chunk 2-2 block default exported
            chunk 2-2 method default.c of default exported
            1-1 const b exported `b = 1`
            2-2 const default exported default `module.exports = { a, b: b, c() {}, d: 1, [e]: 2 }`
            2-2 property default.a exported `a`
            2-2 property default.b exported `b: b`
            2-2 method default.c exported `c()`
            2-2 property default.d exported `d: 1`
            export 2 default = expression
            export 2 a = a
            export 2 b = b
            export 2 c = default.c
            export 2 d = expression
        "#]],
    );
    check(
        "a.js",
        "module.exports = exports = function main() {};",
        expect![[r#"
        chunk 1-1 function main exported
        1-1 function main exported default `module.exports = exports = function main()`
        export 1 default = main
    "#]],
    );
    check(
        "a.js",
        "exports.a = require('./a');\nexports.b = require('./b').inner;\nexports.c = exports.d = () => 1;\nmodule.exports = require('./all');",
        expect![[r#"
            chunk 1-4 block - exported
            import 1 require `./a` {}
            import 2 require `./b` {}
            import 4 require `./all` {}
            export 1 a = all of `./a`
            export 2 b = inner of `./b`
            export 3 c = expression
            export 3 d = expression
            export 4 * = star of `./all`
            export 4 default = all of `./all`
        "#]],
    );
    check(
        "a.js",
        "module.exports = class {};",
        expect![[r#"
        chunk 1-1 class_shell default exported
            | module.exports = class {
        1-1 class default exported default `module.exports = class`
        export 1 default = expression
    "#]],
    );
    check(
        "a.js",
        "import './x';\nmodule.exports = main;",
        expect![[r#"
        chunk 2-2 block -
        import 1 side_effect `./x` {}
    "#]],
    );
}

#[test]
fn a_keyword_concerns_its_own_declaration() {
    check(
        "a.ts",
        "type State = { a: 1 };\nexport const State = 1;",
        expect![[r#"
            chunk 1-1 type State
            chunk 2-2 block State exported
            1-1 type State `type State = { a: 1 }`
            1-1 property State.a bodiless `a: 1`
            2-2 const State exported `State = 1`
            export 2 State = State
        "#]],
    );
}

#[test]
fn definition_modules_export_what_is_not_marked() {
    let text = "import 'x';\nimport y = A.B;\ninterface Window {}\nexport type T = 1;";
    check(
        "a.d.ts",
        text,
        expect![[r#"
        chunk 3-3 interface Window exported
        chunk 4-4 type T exported
        3-3 interface Window exported `interface Window {}`
        4-4 type T exported `type T = 1`
        import 1 side_effect `x` {}
        export 3 Window = Window
        export 4 T = T
    "#]],
    );
    check(
        "a.d.ts",
        &format!("{text}\nexport {{}};"),
        expect![[r#"
            chunk 3-3 interface Window
            chunk 4-4 type T exported
            3-3 interface Window `interface Window {}`
            4-4 type T exported `type T = 1`
            import 1 side_effect `x` {}
            export 4 T = T
        "#]],
    );
    check(
        "a.d.ts",
        "interface Window {}",
        expect![[r#"
        chunk 1-1 interface Window
        1-1 interface Window `interface Window {}`
    "#]],
    );
    check(
        "a.d.ts",
        "declare module 'm' {\n  const a: 1, b: 2;\n  function c(): void;\n  export { a, c as d };\n}",
        expect![[r#"
            chunk 1-5 block m
                | declare module 'm' {
                | const a: 1, b: 2
                | function c(): void
                | export { a, c as d }
            chunk 2-2 block - of m exported
            chunk 3-3 function m.c of m exported
            1-5 namespace m `declare module 'm'`
            2-2 const m.a exported bodiless `a: 1`
            2-2 const m.b bodiless `b: 2`
            3-3 function m.c exported bodiless `function c(): void`
        "#]],
    );
}
