//! Which declaration a name means.

use expect_test::expect;

use super::check;

#[test]
fn parameters_shadow() {
    check(
        "import { imported, Env, Other } from './m';
function f(e: Env, xs: Other[]) { xs.map((e) => e.rec()); xs.map((e: Other) => e.rec()); }
function g(xs) { xs.forEach((imported) => imported()); }
",
        expect![[r#"
            1:10 import imported -> './m'#imported
            1:20 import Env -> './m'#Env
            1:25 import Other -> './m'#Other
            2:15 type Env in f -> './m'#Env
            2:24 type Other in f -> './m'#Other
            2:38 call map in f -> <'./m'#Other[]>.map
            2:51 call rec in f -> parameter 0 of (argument 0 of <'./m'#Other[]>.map).rec
            2:62 call map in f -> <'./m'#Other[]>.map
            2:70 type Other in f -> './m'#Other
            2:82 call rec in f -> <'./m'#Other>.rec
            3:21 call forEach in g -> ?untyped.forEach
        "#]],
    );
}

#[test]
fn locals_shadow_imports() {
    check(
        "import { fail, Repo, pick, append, Kind, run } from './m';
function a() { const fail = () => 1; fail(); }
function b() { for (const fail of []) fail(); try {} catch (fail) { fail(); } const { x = fail } = pick(); }
function c() { const Repo = pick(); const r = new Repo(); r.find(); }
function d(Repo: any) { new Repo(); }
const e = function append() { append(); };
function g() { enum Kind { a } Kind.x(); }
function h(k) { if (k) { const { run } = pick(); run(); } run(); }
",
        expect![[r#"
            1:10 import fail -> './m'#fail
            1:16 import Repo -> './m'#Repo
            1:22 import pick -> './m'#pick
            1:28 import append -> './m'#append
            1:36 import Kind -> './m'#Kind
            1:42 import run -> './m'#run
            2:38 call fail in a -> fail@2
            3:87 value x in b -> './m'#pick().x
            3:91 value fail in b -> './m'#fail
            3:100 call pick in b -> './m'#pick
            4:29 call pick in c -> './m'#pick
            4:61 call find in c -> new './m'#pick()().find
            6:31 call append in e -> e
            7:32 value Kind in g -> Kind@7
            7:37 call x in g -> Kind@7.x
            8:34 value run in h -> './m'#pick().run
            8:42 call pick in h -> './m'#pick
            8:59 call run in h -> './m'#run
        "#]],
    );
}

#[test]
fn blocks_are_apart() {
    check(
        "import { A, B } from './m';
function f(k, c: A) {
  if (k) { const c = new A(); c.run(); } else { const c = new B(); c.run(); }
  switch (k) { case 1: { const c = new B(); c.run(); } }
  c.run();
}
",
        expect![[r#"
            1:10 import A -> './m'#A
            1:13 import B -> './m'#B
            2:18 type A in f -> './m'#A
            3:26 new A in f -> './m'#A
            3:33 call run in f -> new './m'#A().run
            3:63 new B in f -> './m'#B
            3:70 call run in f -> new './m'#B().run
            4:40 new B in f -> './m'#B
            4:47 call run in f -> new './m'#B().run
            5:5 call run in f -> <'./m'#A>.run
        "#]],
    );
}

#[test]
fn type_parameters_shadow_classes() {
    check(
        "class Store { get() {} }
function g<Store extends { get(): string }>(s: Store) { s.get(); }
function h() { class Store { get() {} } function i(s: Store) { s.get(); } }
function j(s: Store) { s.get(); }
",
        expect![[r#"
            2:59 call get in g -> <g.Store@2>.get
            3:55 type Store in h -> Store@3
            3:66 call get in h -> <Store@3>.get
            4:15 type Store in j -> Store
            4:26 call get in j -> <Store>.get
        "#]],
    );
}

#[test]
fn names_declared_twice() {
    check(
        "import { Engine, T } from './m';
const Engine = 1;
Engine.start();
let twice = 1; let twice = 2;
twice.use();
var again = T; var again = T;
again.use();
type T = string;
let x: T;
",
        expect![[r#"
            1:10 import Engine -> './m'#Engine
            1:18 import T -> './m'#T
            3:1 value Engine -> ?ambiguous
            3:8 call start -> ?ambiguous.start
            5:1 value twice -> ?ambiguous
            5:7 call use -> ?ambiguous.use
            6:13 value T in again -> './m'#T
            6:28 value T in again -> './m'#T
            7:1 value again -> again
            7:7 call use -> again.use
            9:8 type T in x -> ?ambiguous
        "#]],
    );
}

#[test]
fn namespaces_resolve_to_their_own() {
    check(
        "function outer() {}
namespace NS { export function inner() { outer(); own(); } function own() {} export namespace Deep { export const x = inner(); } }
NS.inner();
NS.Deep.x.go();
declare module 'other' { interface Extra { e: Extra } function use(e: Extra): void; }
declare global { interface Window { w: Window } }
",
        expect![[r#"
            2:42 call outer in NS.inner -> outer
            2:51 call own in NS.inner -> NS.own
            2:119 call inner in NS.Deep.x -> NS.inner
            3:1 value NS -> NS
            3:4 call inner -> NS.inner
            4:1 value NS -> NS
            4:4 value Deep -> NS.Deep
            4:9 value x -> NS.Deep.x
            4:11 call go -> NS.Deep.x.go
            5:47 type Extra -> other.Extra@5
            5:71 type Extra -> other.Extra@5
            6:40 type Window in Window.w -> Window
        "#]],
    );
}

#[test]
fn renamed_imports_and_ambient_constants() {
    check(
        "import { Engine as E, start as boot } from './lib';
import { \"odd name\" as ok } from './l';
declare const Engine: any;
export function f() { new Engine(); new E(); boot(); ok(); }
const one = () => {}, two = function () {};
one(); two();
",
        expect![[r#"
            1:10 import Engine -> './lib'#Engine
            1:23 import start -> './lib'#start
            2:10 import odd name -> './l'#odd name
            4:27 new Engine in f -> Engine
            4:41 new E in f -> './lib'#Engine
            4:46 call boot in f -> './lib'#start
            4:54 call ok in f -> './l'#odd name
            6:1 call one -> one
            6:8 call two -> two
        "#]],
    );
}

#[test]
fn members_of_one_name() {
    check(
        "class P { static make() {} save() {} }
class Kid extends P { handle = () => {}; declare render: () => void; constructor(public log: () => void) { super(); }
  go() { this.handle(); this.render(); this.log(); }
  static make() { this.save(); super.make(); } }
Kid.make();
new Kid().save();
function use(k: Kid) { k.handle(); }
const e = function append() { append(); };
const f = class Inner { self = Inner; m() { Inner.x(); } };
type Handler = () => void;
const Handler = 1;
let h: Handler = Handler;
",
        expect![[r#"
            2:19 extends P in Kid -> P
            2:108 super super in Kid.constructor -> super<Kid>
            3:15 call handle in Kid.go -> this<Kid>.handle
            3:30 call render in Kid.go -> this<Kid>.render
            3:45 call log in Kid.go -> this<Kid>.log
            4:24 call save in static Kid.make -> this<static Kid>.save
            4:38 call make in static Kid.make -> super<static Kid>.make
            5:1 value Kid -> Kid
            5:5 call make -> Kid.make
            6:5 new Kid -> Kid
            6:11 call save -> new Kid().save
            7:17 type Kid in use -> Kid
            7:26 call handle in use -> <Kid>.handle
            8:31 call append in e -> e
            9:32 value Inner in f.self -> {class f}
            9:45 value Inner in f.m -> {class f}
            9:51 call x in f.m -> {class f}.x
            12:8 type Handler in h -> Handler
            12:18 value Handler in h -> Handler
        "#]],
    );
}
