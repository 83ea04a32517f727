//! Which comment is the doc of a declaration.

use expect_test::expect;

use super::check;

#[test]
fn the_nearest_jsdoc_or_the_lines_directly_above() {
    check(
        "a.ts",
        "import 'x';

/** Apart. */

function a() {}

// one
// two
function b() {}

// apart

function c() {}

/** Doc. */
// eslint-disable-next-line
function d() {}

const e = 1; // of e
function f() {}

/* block */
function g() {}

// of const
export const l = () => {}, m = 1;
// a const
m = 2;

class H { // of H
  i() {} /** of i */
  j() {}
  /** of k */ k() {}
}",
        expect![[r#"
            chunk 5-5 function a doc `/** Apart. */`
            chunk 9-9 function b doc `// one // two`
            chunk 13-13 function c
            chunk 17-17 function d doc `/** Doc. */`
            chunk 19-19 block e
            chunk 20-20 function f
            chunk 23-23 function g doc `/* block */`
            chunk 26-26 function l exported doc `// of const`
            chunk 26-26 block - exported
            chunk 28-28 block - doc `// a const`
            chunk 30-34 class_shell H
                | class H {
                | i()
                | j()
                | /** of k */ k()
            chunk 31-31 method H.i of H
            chunk 32-32 method H.j of H
            chunk 33-33 method H.k of H doc `/** of k */`
            5-5 function a `function a()` doc `/** Apart. */`
            9-9 function b `function b()` doc `// one // two`
            13-13 function c `function c()`
            17-17 function d `function d()` doc `/** Doc. */`
            19-19 const e `e = 1`
            20-20 function f `function f()`
            23-23 function g `function g()` doc `/* block */`
            26-26 function l exported `l = ()` doc `// of const`
            26-26 const m exported `m = 1`
            30-34 class H `class H`
            31-31 method H.i `i()`
            32-32 method H.j `j()`
            33-33 method H.k `k()` doc `/** of k */`
            import 1 side_effect `x` {}
            export 26 l = l
            export 26 m = m
        "#]],
    );
}

#[test]
fn a_licence_is_not_the_doc_of_the_first_declaration() {
    check(
        "a.ts",
        "/**\n * @license MIT\n */\nfunction a() {}",
        expect![[r#"
            chunk 4-4 function a
            4-4 function a `function a()`
        "#]],
    );
    check(
        "a.ts",
        "// Copyright us.\nfunction a() {}",
        expect![[r#"
        chunk 2-2 function a
        2-2 function a `function a()`
    "#]],
    );
    check(
        "a.ts",
        "/** About the file. */\n\nfunction a() {}",
        expect![[r#"
        chunk 3-3 function a
        3-3 function a `function a()`
    "#]],
    );
    check(
        "a.ts",
        "/** About the file. */\n\n// of a\nfunction a() {}",
        expect![[r#"
            chunk 4-4 function a doc `// of a`
            4-4 function a `function a()` doc `// of a`
        "#]],
    );
    check(
        "a.ts",
        "#!/usr/bin/env node\n/** Doc. */\nfunction a() {}",
        expect![[r#"
        chunk 3-3 function a doc `/** Doc. */`
        3-3 function a `function a()` doc `/** Doc. */`
    "#]],
    );
}
