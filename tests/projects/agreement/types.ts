/** Doc. */
export interface Shape<T = string> extends Base<T>, NS.Other {
  readonly name: string;
  optional?: number;
  method(a: string): void;
  method(a: number): void;
  property: () => void;
  get size(): number;
  set size(value: number);
  generic<U>(value: U): U;
  'quoted-name': string;
  1: number;
  [Symbol.iterator](): Iterator<T>;
  [computed.key]: string;
  [key: string]: unknown;
  (call: string): void;
  <A>(call: A): A;
  new (a: string): Shape;
  /** Doc of documented. */
  documented(): void; // trailing
  last: string
}
interface Empty {}
type Alias = string | undefined;
type Leading =
  | 'a'
  | 'b';
export type Literal = {
  a: string /* inner */;
  b(): void;
};
type Both = Base & { a: number } & ({ b: string } & Other);
type Mapped = { readonly [K in keyof T]?: T[K] };
type ReadonlyArrayAnd = readonly string[] & { _brand: 'x' };
type KeyAnd = keyof Base & { c: number };
type Conditional<T> = T extends (infer U extends string)[] ? U : never;
type Fn = (a: string, ...rest: number[]) => asserts a is string;
type Ctor = abstract new () => object;
type Tuple = [first: string, second?: number, ...rest: boolean[]];
type Template = `${Uppercase<'a'>}-${number}`;
type Query = typeof import('./module') | import('./other').Thing;
type Indexed = Base['a'][number];
type Unique = unique symbol;
export enum Color {
  Red,
  Green = 'green',
  'quoted name' = 1 << 2,
  Blue = Color.Red | Color.Green, // comment
}
declare enum Ambient { A }
export const enum Constant { A = 1, B }
export declare const enum Both2 { A }
let assertion = <any>{ a: 1 };
let nonNull = value!;
const frozen = Object.freeze({ a: 1, b: () => {} } as const);
const typed: Record<string, () => void> = { a() {}, b: function () {} };
interface Box<out T, in U> { in2?: number; value: T }
