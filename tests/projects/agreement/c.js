class A { static #p = 1; x; static y = () => {}; static { } get z() {} async *m() {} 'q'() {} [c] = 1; static async = 1; get; set = 2 }
module.exports = exports = { a };
export * as ns from 'x' ;
export default { a };
export { default } from 'y';
import 'z';
import d, * as n from 'w' with { type: 'json' };
const C = class Foo extends (Bar, Baz) {};
const { a = 1, ...b } = await import('q');
let z = <div a="x"><p>t & u</p></div>;
@dec class X { @foo m() {} @bar x = 1 }
import('side').then(({ a }) => a);
if (x) { require('deep') }
var a = require('a'), b;
export let [p] = q
