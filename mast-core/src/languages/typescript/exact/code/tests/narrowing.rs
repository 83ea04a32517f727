//! Tests that say more of a value.

use expect_test::expect;

use super::check;

#[test]
fn branches() {
    check(
        "import { A, isA, guards } from './m';
function f(x: T, y: T) {
  if (x instanceof A) { x.one(); } else { x.two(); }
  if (!isA(x)) { x.three(); return; }
  x.four();
  guards.is(1, y) && y.five();
  !('name' in y) || y.six();
  typeof y === 'string' ? y.seven() : y.eight();
  if (isA(y) && y.nine()) { y.ten(() => y.eleven()); }
  if (isA(y) || y.twelve()) { y.thirteen(); }
  while (y instanceof A) y.fourteen();
}
",
        expect![[r#"
            1:10 import A -> './m'#A
            1:13 import isA -> './m'#isA
            1:18 import guards -> './m'#guards
            2:15 type T in f -> global T
            2:21 type T in f -> global T
            3:20 value A in f -> './m'#A
            3:27 call one in f -> (<global T> when instanceof './m'#A).one
            3:45 call two in f -> (<global T> when not instanceof './m'#A).two
            4:8 call isA in f -> './m'#isA
            4:20 call three in f -> (<global T> when not guard './m'#isA argument 0).three
            5:5 call four in f -> (<global T> when guard './m'#isA argument 0).four
            6:3 value guards in f -> './m'#guards
            6:10 call is in f -> './m'#guards.is
            6:24 call five in f -> (<global T> when guard './m'#guards.is argument 1).five
            7:23 call six in f -> (<global T> when has name).six
            8:29 call seven in f -> (<global T> when typeof 'string').seven
            8:41 call eight in f -> (<global T> when not typeof 'string').eight
            9:7 call isA in f -> './m'#isA
            9:19 call nine in f -> (<global T> when guard './m'#isA argument 0).nine
            9:31 call ten in f -> (<global T> when guard './m'#isA argument 0).ten
            9:43 call eleven in f -> (<global T> when guard './m'#isA argument 0).eleven
            10:7 call isA in f -> './m'#isA
            10:19 call twelve in f -> (<global T> when not guard './m'#isA argument 0).twelve
            10:33 call thirteen in f -> <global T>.thirteen
            11:23 value A in f -> './m'#A
            11:28 call fourteen in f -> (<global T> when instanceof './m'#A).fourteen
        "#]],
    );
}

#[test]
fn discriminants_and_assertions() {
    check(
        "import { assertA } from './m';
function f(x: T) {
  if (x.kind === 'a') x.one();
  if (x.kind !== 'b') return;
  x.two();
  switch (x.kind) {
    case 'c': x.three(); break;
    case 'd':
    case 'e': x.four(); break;
    case 'f': x.five();
    default: x.six();
  }
}
function g(x: T) { assertA(x); x.after(); }
",
        expect![[r#"
            1:10 import assertA -> './m'#assertA
            2:15 type T in f -> global T
            3:9 value kind in f -> <global T>.kind
            3:25 call one in f -> (<global T> when kind is 'a').one
            4:9 value kind in f -> <global T>.kind
            5:5 call two in f -> (<global T> when kind is 'b').two
            6:13 value kind in f -> (<global T> when kind is 'b').kind
            7:17 call three in f -> ((<global T> when kind is 'b') when kind is 'c').three
            9:17 call four in f -> (<global T> when kind is 'b').four
            10:17 call five in f -> ((<global T> when kind is 'b') when kind is 'f').five
            11:16 call six in f -> (<global T> when kind is 'b').six
            14:15 type T in g -> global T
            14:20 call assertA in g -> './m'#assertA
            14:34 call after in g -> (<global T> when guard './m'#assertA argument 0).after
        "#]],
    );
}

#[test]
fn paths() {
    check(
        "import { A } from './m';
class C {
  m(x: T) {
    if (this.a.b instanceof A) { this.a.b.one(); this.a.two(); each(() => this.a.b.three()); }
    if (x.y instanceof A) x.y.four();
  }
}
function changed(x: T) { if (x instanceof A) x.five(); x = other(); }
",
        expect![[r#"
            1:10 import A -> './m'#A
            3:8 type T in C.m -> global T
            4:14 value a in C.m -> this<C>.a
            4:16 value b in C.m -> this<C>.a.b
            4:29 value A in C.m -> './m'#A
            4:39 value a in C.m -> this<C>.a
            4:41 value b in C.m -> (this<C>.a.b when instanceof './m'#A)
            4:43 call one in C.m -> (this<C>.a.b when instanceof './m'#A).one
            4:55 value a in C.m -> this<C>.a
            4:57 call two in C.m -> this<C>.a.two
            4:64 call each in C.m -> global each
            4:80 value a in C.m -> this<C>.a
            4:82 value b in C.m -> this<C>.a.b
            4:84 call three in C.m -> this<C>.a.b.three
            5:11 value y in C.m -> <global T>.y
            5:24 value A in C.m -> './m'#A
            5:29 value y in C.m -> (<global T>.y when instanceof './m'#A)
            5:31 call four in C.m -> (<global T>.y when instanceof './m'#A).four
            8:21 type T in changed -> global T
            8:43 value A in changed -> './m'#A
            8:48 call five in changed -> <global T>.five
            8:60 call other in changed -> global other
        "#]],
    );
}
