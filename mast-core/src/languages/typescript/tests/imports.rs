//! What a file imports.

use expect_test::expect;

use super::check;

#[test]
fn static_forms() {
    check(
        "a.ts",
        "import './side';
import a, { b, c as d, type E, default as f } from './named';
import * as ns from './ns';
import type { G } from './types';
import { Shape as __proto__ } from './l';
import { \"odd name\" as ok } from './l';
import data from './data.json' with { type: 'json' };
import defer * as later from './later';
import source wasm from './x.wasm';
import fs = require('fs');
import type path = require('path');
import {} from './empty';",
        expect![[r#"
            import 1 side_effect `./side` {}
            import 2 static `./named` {default as a, b as b, c as d, type E as E, default as f}
            import 3 static `./ns` {* as ns}
            import 4 static type `./types` {G as G}
            import 5 static `./l` {Shape as __proto__}
            import 6 static `./l` {odd name as ok}
            import 7 static `./data.json` {default as data}
            import 8 static `./later` {* as later}
            import 9 static `./x.wasm` {default as wasm}
            import 10 require `fs` {* as fs}
            import 11 require type `path` {* as path}
            import 12 static `./empty` {}
        "#]],
    );
}

#[test]
fn expressions_and_types_at_any_depth() {
    check(
        "a.ts",
        "async function f() {
  const { Shape: Q, other = 1, ...rest } = await import('./l');
  const whole = await import(`./whole`);
  const member = (await import('./m')).member;
  import('./loose').then(({ a }) => a);
  import(dynamic);
  require('./bare');
  return whole;
}
const x = require('./x'), { y, z: w } = require('./y');
const v = require('./v').inner;
type T = import('./t').T;
let u: typeof import('./u');
declare module 'm' {
import { n } from './n';
}",
        expect![[r#"
            chunk 1-9 function f
            chunk 10-10 block -
            chunk 11-11 block v
            chunk 12-12 type T
            chunk 13-13 block u
            chunk 14-16 block m
                | declare module 'm' {
                | import { n } from './n'
            1-9 function f `async function f()`
            10-10 const x `x = require('./x')`
            10-10 const y `{ y, z: w } = require('./y')`
            10-10 const w `{ y, z: w } = require('./y')`
            11-11 const v `v = require('./v').inner`
            12-12 type T `type T = import('./t').T`
            13-13 const u `u: typeof import('./u')`
            14-16 namespace m `declare module 'm'`
            import 2 dynamic `./l` {Shape as Q, other as other}
            import 3 dynamic `./whole` {* as whole}
            import 4 dynamic `./m` {member as member}
            import 5 dynamic `./loose` {a as a}
            import 7 require `./bare` {}
            import 10 require `./x` {* as x}
            import 10 require `./y` {y as y, z as w}
            import 11 require `./v` {inner as v}
            import 12 type_query type `./t` {}
            import 13 type_query type `./u` {}
            import 15 static `./n` {n as n}
        "#]],
    );
}
