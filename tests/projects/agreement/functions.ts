#!/usr/bin/env node
'use strict';

/** Doc of plain. */
function plain(a: number, b = 2, ...rest: string[]): void {}

// A line comment above.
async function later<T extends object = {}>(value: T): Promise<T> {
  return value;
}
function* numbers(): Generator<number> {
  yield 1;
}
export async function* stream() {}
export function overloaded(a: string): string;
export function overloaded(a: number): number;
export function overloaded(a: any): any {
  return a;
}
export default function (this: Window) {}
function isText(value: unknown): value is string {
  return typeof value === 'string';
}
function check(value: unknown): asserts value is string {}

export const arrow = (a: number): number => a + 1;
export const short = x => ({ x });
const generic = <T,>(value: T) => value;
const expression = function named(a: string) {
    return a;
  },
  second = async () => {},
  third = function* () {};
let uninitialised: string, definite!: number;
var old = 1, older = (() => {}) as () => void;
const wrapped = ((a: number) => a) satisfies Function;
const immediately = (function () {
  return 1;
})();
const trailing = 1 // a comment
const commented = 2 /* before the semicolon */ ;
const { a, b: { c = 1, ...others }, 'd-e': f, [plain.name]: g } = old as any,
  [h, , i = 2, ...j] = [] as any[];
for (const k of []) {
  const inner = k;
}
if (a) {
  function nested() {}
} else nested2();
label: while (false) {}
;
try {
} catch {
} finally {
}
switch (a) {
  default:
    const inside = 1;
}
declare const process: any;
throw new Error(`text ${a} ${`nested ${b}`}`);
