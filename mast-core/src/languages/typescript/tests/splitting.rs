//! Long declarations and runs of statements.

use expect_test::expect;

use super::{check, facts};
use crate::text::source::Source;

fn long(head: &str, lines: usize, tail: &str) -> String {
    format!("{head}\n{}{tail}\n", "  step();\n".repeat(lines))
}

#[test]
fn a_long_function_is_one_declaration_in_pieces() {
    check(
        "a.ts",
        &long("/** Doc. */\nexport function f() {", 248, "}"),
        expect![[r#"
            chunk 2-101 function f exported doc `/** Doc. */`
            chunk 92-191 function f exported part 1
            chunk 182-251 function f exported part 2
            2-251 function f exported `function f()` doc `/** Doc. */`
            export 2 f = f
        "#]],
    );
}

#[test]
fn a_long_method_and_a_long_object_member_are_split() {
    check(
        "a.ts",
        &long("class A {\n  run() {", 120, "  }\n}"),
        expect![[r#"
            chunk 1-124 class_shell A
                | class A {
                | run()
            chunk 2-101 method A.run of A
            chunk 92-123 method A.run of A part 1
            1-124 class A `class A`
            2-123 method A.run `run()`
        "#]],
    );
    check(
        "a.ts",
        &long("const a = {\n  run() {", 120, "  },\n}"),
        expect![[r#"
            chunk 1-100 block a
            chunk 2-101 method a.run of a
            chunk 91-124 block a part 1
            chunk 92-123 method a.run of a part 1
            1-124 const a `a`
            2-123 method a.run `run()`
        "#]],
    );
}

#[test]
fn neighbouring_statements_share_a_chunk() {
    check(
        "a.ts",
        "'use strict';
import x from 'x';
setup();

run();
const a = 1;
if (a) {
  run();
}
;
const { b, c } = a;",
        expect![[r#"
            chunk 1-1 block -
            chunk 3-5 block -
            chunk 6-6 block a
            chunk 7-11 block -
            6-6 const a `a = 1`
            11-11 const b `{ b, c } = a`
            11-11 const c `{ b, c } = a`
            import 2 static `x` {default as x}
        "#]],
    );
    check(
        "a.ts",
        &"run();\n".repeat(150),
        expect![[r#"
        chunk 1-100 block -
        chunk 101-150 block -
    "#]],
    );
    check(
        "a.ts",
        &long("before();\ndescribe('x', () => {", 120, "});\nafter();"),
        expect![[r#"
            chunk 1-1 block -
            chunk 2-101 block -
            chunk 92-123 block - part 1
            chunk 124-124 block -
        "#]],
    );
}

#[test]
fn pieces_hold_every_line() {
    let source = Source::new(long("function f() {", 500, "}"));
    let facts = facts("a.ts", &source);
    let chunks = facts.map(|facts| facts.chunks).unwrap_or_default();
    let mut next = 1;
    for chunk in &chunks {
        assert!(chunk.lines.first().get() <= next);
        assert_eq!(source.lines().lines_of(chunk.span), chunk.lines);
        next = chunk.lines.last().get() + 1;
    }
    assert_eq!(next, 503);
}
