//! References of every kind.

use expect_test::expect;

use super::{check, check_in};

#[test]
fn kinds() {
    check(
        "import def, { a as b, type T } from './m';
import * as ns from './ns';
export { b, T as U };
export { x, default as y } from './x';
export * from './star';
@deco @make.it() class C<P> extends ns.Base<T> implements T, ns.I {
  @field one = b;
  @method() two(@param p: T): ns.Deep.Type { super.two(); return p as T; }
  constructor() { super(); }
}
const o = { b, c: def, [b]: 1 };
new def(b);
b`x`;
b.read;
b.write = 1;
type Q = typeof b.member | T[] | import('./i').J.K;
interface I extends T { m(p: T): void }
(0, ns.call)();
function deco(c) {}
export default b;
",
        expect![[r#"
            1:8 import def -> './m'#default
            1:15 import a -> './m'#a
            1:28 import T -> './m'#T
            2:13 import ns -> './ns'#*
            3:10 export b -> './m'#a
            3:13 export T -> './m'#T
            4:10 reexport x -> module './x'.x
            4:13 reexport default -> module './x'.default
            6:2 decorator deco in C -> deco
            6:8 value make in C -> global make
            6:13 decorator it in C -> global make.it
            6:37 value ns in C -> './ns'#*
            6:40 extends Base in C -> './ns'#*.Base
            6:45 type T in C -> './m'#T
            6:59 implements T in C -> './m'#T
            6:62 type ns in C -> './ns'#*
            6:65 implements I in C -> './ns'#*.I
            7:4 decorator field in C.one -> global field
            7:16 value b in C.one -> './m'#a
            8:4 decorator method in C.two -> global method
            8:18 decorator param in C.two -> global param
            8:27 type T in C.two -> './m'#T
            8:31 type ns in C.two -> './ns'#*
            8:34 type Deep in C.two -> './ns'#*.Deep
            8:39 type Type in C.two -> './ns'#*.Deep.Type
            8:52 call two in C.two -> super<C>.two
            8:71 type T in C.two -> './m'#T
            9:19 super super in C.constructor -> super<C>
            11:13 shorthand b in o.b -> './m'#a
            11:19 value def in o.c -> './m'#default
            11:25 value b in o -> './m'#a
            12:5 new def -> './m'#default
            12:9 value b -> './m'#a
            13:1 tagged b -> './m'#a
            14:1 value b -> './m'#a
            14:3 value read -> './m'#a.read
            15:1 value b -> './m'#a
            15:3 value write -> './m'#a.write
            16:17 type b in Q -> './m'#a
            16:19 type member in Q -> './m'#a.member
            16:28 type T in Q -> './m'#T
            16:48 type J in Q -> module './i'.J
            16:50 type K in Q -> module './i'.J.K
            17:21 extends T in I -> './m'#T
            17:30 type T in I.m -> './m'#T
            18:5 value ns -> './ns'#*
            18:8 call call -> './ns'#*.call
            20:16 export b -> './m'#a
        "#]],
    );
}

#[test]
fn patterns_and_unknown_receivers() {
    check(
        "import { a } from './m';
const { x, y: { z }, w = a } = a.b;
function f({ p, q: r }: T, s) { s.called(); s.read; s.deep.read; s.deep.call(); 'x'.length; }
function g({ h } = a) {}
",
        expect![[r#"
            1:10 import a -> './m'#a
            2:9 value x -> './m'#a.b.x
            2:12 value y -> './m'#a.b.y
            2:17 value z -> './m'#a.b.y.z
            2:22 value w -> './m'#a.b.w
            2:26 value a -> './m'#a
            2:32 value a -> './m'#a
            2:34 value b -> './m'#a.b
            3:14 value p in f -> <global T>.p
            3:17 value q in f -> <global T>.q
            3:25 type T in f -> global T
            3:35 call called in f -> ?untyped.called
            3:73 call call in f -> ?untyped.deep.call
            4:14 value h in g -> (?untyped else './m'#a).h
            4:20 value a in g -> './m'#a
        "#]],
    );
}

#[test]
fn jsx() {
    check_in(
        "a.tsx",
        "import { Button, NS } from './m';
function Page() {
  const Local = NS.Pick;
  return <NS.Menu.Item a={<Button />}><div><Local /></div><Button.Sub>x</Button.Sub></NS.Menu.Item>;
}
",
        expect![[r#"
            1:10 import Button -> './m'#Button
            1:18 import NS -> './m'#NS
            3:17 value NS in Page -> './m'#NS
            3:20 value Pick in Page -> './m'#NS.Pick
            4:11 value NS in Page -> './m'#NS
            4:14 value Menu in Page -> './m'#NS.Menu
            4:19 jsx Item in Page -> './m'#NS.Menu.Item
            4:28 jsx Button in Page -> './m'#Button
            4:60 value Button in Page -> './m'#Button
            4:67 jsx Sub in Page -> './m'#Button.Sub
            4:74 value Button in Page -> './m'#Button
            4:81 jsx_close Sub in Page -> './m'#Button.Sub
            4:87 value NS in Page -> './m'#NS
            4:90 value Menu in Page -> './m'#NS.Menu
            4:95 jsx_close Item in Page -> './m'#NS.Menu.Item
        "#]],
    );
}

#[test]
fn where_calls_stand() {
    check(
        "import { target } from './m';
const value = target();
export const api = { get() { target(); }, put: () => target(), limit: target() };
class C {
  field = target();
  arrow = () => target();
  static { target(); }
  method(a = target()) { function nested() { target(); } return { inner() { target(); } }; }
  [target()]() {}
}
enum E { A = target() }
namespace N { export const x = target(); }
function f() { class Local { m() { target(); } } }
export default () => target();
target();
/* 漢字 */ target();
",
        expect![[r#"
            1:10 import target -> './m'#target
            2:15 call target in value -> './m'#target
            3:30 call target in api.get -> './m'#target
            3:54 call target in api.put -> './m'#target
            3:71 call target in api.limit -> './m'#target
            5:11 call target in C.field -> './m'#target
            6:17 call target in C.arrow -> './m'#target
            7:12 call target in C -> './m'#target
            8:14 call target in C.method -> './m'#target
            8:46 call target in C.method -> './m'#target
            8:77 call target in C.method -> './m'#target
            9:4 call target in C -> './m'#target
            11:14 call target in E.A -> './m'#target
            12:32 call target in N.x -> './m'#target
            13:36 call target in f -> './m'#target
            14:22 call target in default -> './m'#target
            15:1 call target -> './m'#target
            16:10 call target -> './m'#target
        "#]],
    );
}
