import d, * as all from './a.mjs';
import 'side';
import { a as b, default as c } from "./b.mjs";
export * from './c.mjs';
export * as ns from './d.mjs';
export { b, c as default };
export const value = await import('./e.mjs');
export async function* gen() {}
export class A { static { import('./f.mjs') } }
const object = { a, b() {}, c: () => {}, [d]: 1, async e() {}, get f() { return 1 } };
for await (const x of y) {}
label: for (;;) break label;
export let [p, { q, ...r }] = object;
