//! Symbols.

use expect_test::expect;

use super::check_symbols;

#[test]
fn classes() {
    check_symbols(
        "a.ts",
        "import type { Port } from './p';
import Base, { mixin } from './b';
export class Kid<T extends Port = Port> extends Base<T> implements Port, NS.Other {
  #secret = 1;
  static count: number = 0;
  handle = (e: Event) => e;
  declare render: () => void;
  constructor(public log: () => void, private readonly b = new Base()) { super(); }
  read(a: string): string;
  read(a: number): number;
  read(a: any) { return a; }
  get size() { return this.#secret; }
  set size(v: number) {}
  static make() { return new Kid(); }
  make?(): void;
  [Symbol.iterator]() {}
  async *gen() { yield 1; }
}
class Mixed extends mixin(Base) {}
export default class { m() {} }
",
        expect![[r#"
            import type Port as Port from './p'
            import default as Base from './b'
            import mixin as mixin from './b'
            3 class Kid<T> extends './b'#default<Kid.T@3> implements './p'#Port implements global NS.Other {#secret count handle render constructor log b read size make make [Symbol.iterator] gen}
            19 class Mixed extends ('./b'#mixin('./b'#default))
            20 class default {m}
            3 type parameter Kid.T@3: './p'#Port default './p'#Port
            4 property Kid.#secret = 1
            5 property static Kid.count: number = 0
            6 property Kid.handle (global Event) => infer(<global Event>)
            7 property Kid.render: () => void
            8 constructor Kid.constructor (() => void, _ = new './b'#default()) => infer()
            8 property Kid.log: () => void
            8 property Kid.b = new './b'#default()
            11+9+10 method Kid.read (string) => string (number) => number
            12+13 accessor Kid.size: number = this<Kid>.#secret
            14 method static Kid.make () => infer(new Kid())
            15 method Kid.make? () => void
            16 method Kid.[Symbol.iterator] () => infer()
            17 method Kid.gen async* () => infer()
            20 method default.m () => infer()
        "#]],
    );
}

#[test]
fn merged_declarations() {
    check_symbols(
        "a.ts",
        "export interface Em extends Ev { read: () => string }
export class Em { constructor() {} }
type Handler = () => void;
const Handler = 1;
function over(a: string): void;
function over(a: number): void;
function over(a: any) {}
over.option = 1;
over.helper = () => over;
function isText(x: unknown): x is string { return true; }
function assertText(x: unknown): asserts x is string {}
",
        expect![[r#"
            1+2 class Em extends global Ev {read constructor}
            3 alias Handler: () => void
            4 variable Handler = 1
            7+5+6 function over (string) => void (number) => void {option helper}
            10 function isText (unknown) => 0 is string
            11 function assertText (unknown) => asserts 0 is string
            8 property static over.option = 1
            9 property static over.helper () => infer(over)
            1 property Em.read: () => string
            2 constructor Em.constructor () => infer()
        "#]],
    );
}

#[test]
fn objects_enums_aliases() {
    check_symbols(
        "a.ts",
        "export const api = { get() { return 1; }, put: (x: A) => x, limit: 20, inner: { deep() {} }, ...rest, get size() { return 1; } };
const frozen = Object.freeze({ a: 1 });
const cast = { b() {} } as B;
enum Color { Red, Green = 'g' }
type Shape = { side: number; area(): number } & Base;
type Dict = { [key: string]: A };
type Call = { (a: A): B; new (a: A): C };
type Mapped<T> = { readonly [K in keyof T]?: T[K] };
type Cond<T> = T extends (infer U)[] ? U : never;
type Rest = [a: A, b?: B, ...c: C[]] | 'lit' | 1 | -1 | typeof api.get | import('m').X<A>;
const { p, q: [r] } = api;
let late;
late = new A();
export = api;
",
        expect![[r#"
            1 variable api = {object api}
            1 object {object api} extends (global rest) {get put limit inner size}
            2 variable frozen = global Object.freeze({object frozen})
            2 object {object frozen} {a}
            3 variable cast = <global B>
            3 object {object cast} {b}
            4 enum Color {Red Green}
            5 alias Shape: ({type literal Shape} & global Base)
            6 alias Dict: global Record<string, global A>
            7 alias Call: {type literal Call}
            8 alias Mapped<T>: {[K in keyof Mapped.T@8]: Mapped.T@8[K@8]}
            9 alias Cond<T>: (Cond.T@9 extends ?[] ? U@9 : never)
            10 alias Rest: ([global A, global B, global C[]] | 'lit' | 1 | -1 | typeof api.get | module 'm'.X<global A>)
            11 variable p = api.p
            11 variable r = api.q[0]
            12 variable late = new global A()
            1 method api.get () => infer(1)
            1 property api.put (global A) => infer(<global A>)
            1 property api.limit = 20
            1 property api.inner = {object@1}
            1 accessor api.size = 1
            2 property frozen.a = 1
            3 method cast.b () => infer()
            4 enum member Color.Red
            4 enum member Color.Green = 'g'
            5 type literal {type literal Shape} {side area}
            7 type literal {type literal Call} (global A) => global B {new}
            8 type parameter Mapped.T@8
            8 type parameter K@8: keyof Mapped.T@8
            9 type parameter Cond.T@9
            9 type parameter U@9
            1 object {object@1} {deep}
            5 property Shape.side: number
            5 method Shape.area () => number
            7 constructor Call.new (global A) => global C
            1 method deep () => infer()
        "#]],
    );
}

#[test]
fn commonjs() {
    check_symbols(
        "a.js",
        "const fs = require('fs');
const { join } = require('path');
exports.first = function () { return join(); };
exports.second = class { m() {} };
module.exports.third = 3;
module.exports = { run() {}, fs };
",
        expect![[r#"
            import * as fs from 'fs'
            import join as join from 'path'
            3 variable first () => infer('path'#join())
            4 variable second = {class second}
            4 class {class second} {m}
            5 variable third = 3
            6 variable default = {object default}
            6 object {object default} {run fs}
            4 method second.m () => infer()
            6 method default.run () => infer()
            6 property default.fs = 'fs'#*
        "#]],
    );
}
