#!/usr/bin/env node
'use strict';
@Dec() export class A<T> extends B implements C { /** d */ @Input() private static readonly x?: number = 1; constructor(private a: A, readonly b = 2) { super() }
 get v() { return 1 } set v(x) {} ; static {} [k: string]: any; async *gen() {} m?(): void; abstract foo(): void; #p = () => {}; declare y; [Symbol.iterator]() {} ['lit'] = 1; 'q' = 2; 3 = 4; over(a: string): void; over(a: any) {} accessor z = 1 }
export default abstract class D {}
export default function () {}
export const { a, b: { c = 1 }, ...rest } = x, [d,,e] = y;
export type { T1, T2 as T3 } from './m';
export * as ns from './n';
export * from './o';
export { type x, y as default, "s" as "t" };
export = foo;
export as namespace Foo;
import x = require('y');
export import y = A.B.C;
import type Z, { type W as V, default as U } from './z';
declare global { interface Window { a: 1 } }
declare module 'foo' { export const z: number; }
declare module 'bar';
namespace A.B { export function f() {} }
declare function g(): void;
export declare abstract class E { }
