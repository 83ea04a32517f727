//! Expressions.

use expect_test::expect;

use super::{check, check_in};

#[test]
fn receivers() {
    check(
        "import { make, Base } from './m';
import * as ns from './ns';
export class Store extends Base {
  inner: Inner;
  static shared = new Store();
  get(id: string) {
    this.inner.load(id);
    super.get(id);
    this.handle?.();
    return make().then();
  }
  static of() { this.shared.get('a'); super.of(); }
  handle = () => { this.get('b'); };
}
ns.deep.call();
new ns.Store<string>().get('x');
(await make<number>(1)).close();
(make as Maker).build();
make`text`.trim();
[1, make()][1].go();
console.log(1);
",
        expect![[r#"
            1:10 import make -> './m'#make
            1:16 import Base -> './m'#Base
            2:13 import ns -> './ns'#*
            3:28 extends Base in Store -> './m'#Base
            4:10 type Inner in Store.inner -> global Inner
            5:23 new Store in static Store.shared -> Store
            7:10 value inner in Store.get -> this<Store>.inner
            7:16 call load in Store.get -> this<Store>.inner.load
            8:11 call get in Store.get -> super<Store>.get
            9:10 call handle in Store.get -> this<Store>.handle
            10:12 call make in Store.get -> './m'#make
            10:19 call then in Store.get -> './m'#make().then
            12:22 value shared in static Store.of -> this<static Store>.shared
            12:29 call get in static Store.of -> this<static Store>.shared.get
            12:45 call of in static Store.of -> super<static Store>.of
            13:25 call get in Store.handle -> this<Store>.get
            15:1 value ns -> './ns'#*
            15:4 value deep -> './ns'#*.deep
            15:9 call call -> './ns'#*.deep.call
            16:5 value ns -> './ns'#*
            16:8 new Store -> './ns'#*.Store
            16:24 call get -> new './ns'#*.Store<string>().get
            17:8 call make -> './m'#make
            17:25 call close -> await('./m'#make<number>(1)).close
            18:2 value make -> './m'#make
            18:10 type Maker -> global Maker
            18:17 call build -> <global Maker>.build
            19:1 tagged make -> './m'#make
            19:12 call trim -> './m'#make().trim
            20:5 call make -> './m'#make
            20:16 call go -> [1, './m'#make()][1].go
            21:9 call log -> global console.log
        "#]],
    );
}

#[test]
fn operators_and_literals() {
    check(
        "import { a, b, c } from './m';
(a || b).one();
(a && b).two();
(a ?? b).three();
(c ? a : b).four();
(a, b).five();
(a as const).six();
a!.seven();
(a satisfies T).eight();
a['nine']();
a[c].ten();
'text'.eleven();
`t`.twelve();
/r/.thirteen();
({ own() {} }).own();
(class { static s() {} }).s();
(a.x = b).fourteen();
(1 + 2).fifteen();
('' + a).sixteen();
(typeof a).seventeen();
(() => a)().eighteen();
new (class Q {})().nineteen();
",
        expect![[r#"
            1:10 import a -> './m'#a
            1:13 import b -> './m'#b
            1:16 import c -> './m'#c
            2:2 value a -> './m'#a
            2:7 value b -> './m'#b
            2:10 call one -> ('./m'#a | './m'#b).one
            3:2 value a -> './m'#a
            3:7 value b -> './m'#b
            3:10 call two -> './m'#b.two
            4:2 value a -> './m'#a
            4:7 value b -> './m'#b
            4:10 call three -> ('./m'#a | './m'#b).three
            5:2 value c -> './m'#c
            5:6 value a -> './m'#a
            5:10 value b -> './m'#b
            5:13 call four -> ('./m'#a | './m'#b).four
            6:2 value a -> './m'#a
            6:5 value b -> './m'#b
            6:8 call five -> './m'#b.five
            7:2 value a -> './m'#a
            7:14 call six -> './m'#a.six
            8:1 value a -> './m'#a
            8:4 call seven -> './m'#a.seven
            9:2 value a -> './m'#a
            9:14 type T -> global T
            9:17 call eight -> './m'#a.eight
            10:1 value a -> './m'#a
            10:3 call nine -> './m'#a.nine
            11:1 value a -> './m'#a
            11:3 value c -> './m'#c
            11:6 call ten -> './m'#a[].ten
            12:8 call eleven -> 'text'.eleven
            13:5 call twelve -> string.twelve
            14:5 call thirteen -> regexp.thirteen
            15:16 call own -> {object@15}.own
            16:27 call s -> {class@16}.s
            17:2 value a -> './m'#a
            17:4 value x -> './m'#a.x
            17:8 value b -> './m'#b
            17:11 call fourteen -> './m'#b.fourteen
            18:9 call fifteen -> ?expression.fifteen
            19:7 value a -> './m'#a
            19:10 call sixteen -> string.sixteen
            20:9 value a -> './m'#a
            20:12 call seventeen -> string.seventeen
            21:8 value a -> './m'#a
            21:13 call eighteen -> () => infer('./m'#a)().eighteen
            22:20 call nineteen -> new Q@22().nineteen
        "#]],
    );
}

#[test]
fn this_in_its_places() {
    check(
        "import { run } from './m';
class Node {
  getInput() {}
  execute(this: Ctx) { this.getInput(); this.helpers.req(); }
  own(this: typeof Node & { extra: 1 }) { this.getInput(); }
  nested() {
    function plain() { this.getInput(); }
    function typed(this: Node) { this.getInput(); }
    run(() => this.getInput());
    const o = { m() { this.n(); }, n: function () { this.m(); }, f: () => this.getInput() };
  }
  static { this.made(); }
  field = function () { this.getInput(); };
}
const api: Api = { get() { this.put(); }, put() {} };
this.x();
",
        expect![[r#"
            1:10 import run -> './m'#run
            4:17 type Ctx in Node.execute -> global Ctx
            4:29 call getInput in Node.execute -> <global Ctx>.getInput
            4:46 value helpers in Node.execute -> <global Ctx>.helpers
            4:54 call req in Node.execute -> <global Ctx>.helpers.req
            5:20 type Node in Node.own -> Node
            5:48 call getInput in Node.own -> this<static Node>.getInput
            7:29 call getInput in Node.nested -> ?this.getInput
            8:26 type Node in Node.nested -> Node
            8:39 call getInput in Node.nested -> <Node>.getInput
            9:5 call run in Node.nested -> './m'#run
            9:20 call getInput in Node.nested -> this<Node>.getInput
            10:28 call n in Node.nested -> this<{object@10}>.n
            10:58 call m in Node.nested -> this<{object@10}>.m
            10:80 call getInput in Node.nested -> this<Node>.getInput
            12:17 call made in Node -> this<static Node>.made
            13:30 call getInput in Node.field -> ?this.getInput
            15:12 type Api in api -> global Api
            15:33 call put in api.get -> <global Api>.put
            16:6 call x -> ?this.x
        "#]],
    );
}

#[test]
fn modules_as_values() {
    check_in(
        "a.ts",
        "async function f() {
  const { run } = await import('./remote');
  run();
  const m = await import('./whole');
  m.go();
  import('./then').then((ns) => ns.start());
  const { deep: { inner } } = require('./cjs');
  inner();
  require('./direct').call();
}
const top = require('./top');
const { named, other: renamed = 1 } = require('./named');
top.go();
named();
renamed();
import eq = require('./eq');
eq.go();
",
        expect![[r#"
            2:11 shorthand run in f -> module './remote'.run
            3:3 call run in f -> module './remote'.run
            5:5 call go in f -> module './whole'.go
            6:20 call then in f -> module './then'.then
            6:36 call start in f -> module './then'.start
            7:11 value deep in f -> module './cjs'.deep
            7:19 shorthand inner in f -> module './cjs'.deep.inner
            9:23 call call in f -> module './direct'.call
            11:7 import top -> './top'#*
            12:9 import named -> './named'#named
            12:16 import other -> './named'#other
            13:1 value top -> './top'#*
            13:5 call go -> './top'#*.go
            14:1 call named -> './named'#named
            15:1 call renamed -> './named'#other
            16:8 import eq -> './eq'#*
            17:1 value eq -> './eq'#*
            17:4 call go -> './eq'#*.go
        "#]],
    );
}
