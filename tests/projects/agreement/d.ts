declare module "x" { global { interface A {} } export = y; export default z; }
class A { @a @b m() {} @c private x = 1; @d get y() { return 1 } @e abstract z(): void; @f constructor(@Inject() private readonly a?: A, public b: B = {}) {} override o() {} static async *[Symbol.iterator]() {} }
function f(a: string): void
function f(a: any) { }
export default function g(): void;
export default interface Q { (): void }
type M = { [K in T]: V };
type P = | { a: 1 } | B;
type Z = ({ a: 1 } & C) & { b(): void };
const a = 1 // comment
const b = 2 /* c */ ;
export { a as "x y", default as q } from 'm' 
let x!: number, y: string
using a = b, c = d;
const fn = function named() {}, cls = class Named {}
const { default: dd, [k]: e, "q-r": s, ...t } = require('w');
const m1 = (await import('v')).foo;
var fs = require('fs') as typeof import('fs');
foo<typeof import('x')>(1);
let v: import('y').T;
import u = require('u');
let w = import.meta.url;
export const enum CE { A = 'x' }
abstract class AC { abstract x: number; private abstract get y(): number; protected static z; declare q: string; static accessor k = 1; }
