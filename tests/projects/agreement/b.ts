enum K { A = 1, 'B', C }
declare const enum L { A }
type O = { a: 1; m(): void; readonly [k: string]: any; new (): X; (): Y; get g(): 1 } & ({ b: 2 });
interface I<T> extends J<T>, K.L { f: () => void; g?(): void }
module.exports = { a, b() {}, get c() { return 1 }, 'd': () => {}, ...e, async f() {}, [g]: 1 };
exports.a = exports['b'] = function () {};
const r = require('m').b, { q, w: v } = require(`n`);
const t = await import('o');
type Q = typeof import('p') | import('pp').T;
let f = <T,>(a: T) => a;
export default async () => {};
using u = foo();
await using u2 = foo();
for (const z of y) {}
lbl: for (;;) {}
;
@dec
export default class F {}
export @dec2 class G {}
@dec abstract class H {}
Object.freeze({ a: 1 } as const satisfies X);
const o = (<any>{ a })!;
async function af() {}
function* gf() {}
x => ({});
