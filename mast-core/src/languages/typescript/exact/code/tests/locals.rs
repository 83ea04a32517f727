//! What local variables and parameters are replaced by.

use expect_test::expect;

use super::check;

#[test]
fn annotations_and_initialisers() {
    check(
        "import { A, B, make } from './m';
function f(a: A, { b, c: { d }, ...rest }: B, e = make(), ...more: A[]) {
  a.one();
  b.two();
  d.three();
  rest.four();
  e.five();
  more.six();
  const g = new A();
  g.seven();
  let h: B = make();
  h.eight();
  let i = null;
  i = new A();
  i = make();
  i.nine();
  for (const j of more) j.ten();
  for (const k in more) k.eleven();
  for await (const l of make()) l.twelve();
  try {} catch (m) { m.thirteen(); }
  const [n, , o = make()] = make();
  n.fourteen();
  o.fifteen();
  let p;
  [p] = make();
  p.sixteen();
  ({ q: p } = make());
  const r = a;
  r.seventeen();
}
",
        expect![[r#"
            1:10 import A -> './m'#A
            1:13 import B -> './m'#B
            1:16 import make -> './m'#make
            2:15 type A in f -> './m'#A
            2:20 value b in f -> <'./m'#B>.b
            2:23 value c in f -> <'./m'#B>.c
            2:28 value d in f -> <'./m'#B>.c.d
            2:44 type B in f -> './m'#B
            2:51 call make in f -> './m'#make
            2:68 type A in f -> './m'#A
            3:5 call one in f -> <'./m'#A>.one
            4:5 call two in f -> <'./m'#B>.b.two
            5:5 call three in f -> <'./m'#B>.c.d.three
            6:8 call four in f -> <'./m'#B>.four
            7:5 call five in f -> (?untyped else './m'#make()).five
            8:8 call six in f -> <'./m'#A[]>.six
            9:17 new A in f -> './m'#A
            10:5 call seven in f -> new './m'#A().seven
            11:10 type B in f -> './m'#B
            11:14 call make in f -> './m'#make
            12:5 call eight in f -> <'./m'#B>.eight
            14:11 new A in f -> './m'#A
            15:7 call make in f -> './m'#make
            16:5 call nine in f -> (new './m'#A() | './m'#make()).nine
            17:27 call ten in f -> each(<'./m'#A[]>).ten
            18:27 call eleven in f -> string.eleven
            19:25 call make in f -> './m'#make
            19:35 call twelve in f -> await(each('./m'#make())).twelve
            20:24 call thirteen in f -> ?untyped.thirteen
            21:19 call make in f -> './m'#make
            21:29 call make in f -> './m'#make
            22:5 call fourteen in f -> './m'#make()[0].fourteen
            23:5 call fifteen in f -> ('./m'#make()[2] else './m'#make()).fifteen
            25:9 call make in f -> './m'#make
            26:5 call sixteen in f -> ('./m'#make()[0] | './m'#make().q).sixteen
            27:15 call make in f -> './m'#make
            29:5 call seventeen in f -> <'./m'#A>.seventeen
        "#]],
    );
}

#[test]
fn values_that_lead_to_themselves() {
    check(
        "import { make } from './m';
function f(list) {
  let a = make();
  while (a) { a = a.next; }
  a.use();
  let b = c;
  let c = b;
  c.use();
  const call = make(() => call.use());
}
",
        expect![[r#"
            1:10 import make -> './m'#make
            3:11 call make in f -> './m'#make
            4:21 value next in f -> './m'#make().next
            5:5 call use in f -> './m'#make().use
            8:5 call use in f -> ?ambiguous.use
            9:16 call make in f -> './m'#make
            9:32 call use in f -> './m'#make(() => infer('./m'#make(() => infer('./m'#make(…).use())).use())).use
        "#]],
    );
}

#[test]
fn a_function_in_a_variable_is_a_symbol() {
    check(
        "import { on } from './m';
function f() {
  const cb = (e: Event) => e.stop();
  cb();
  on(cb);
  let changed = () => 1;
  changed = () => 2;
  changed();
}
",
        expect![[r#"
            1:10 import on -> './m'#on
            3:30 call stop in f -> <global Event>.stop
            4:3 call cb in f -> cb@3
            5:3 call on in f -> './m'#on
            5:6 value cb in f -> cb@3
        "#]],
    );
}
