// What every program has, as far as values pass through it: what it gives back decides what a call on it leads to.
// Only names and types count here; parameters that tell nothing are left out or rest parameters.

interface Object {
  toString(): string; valueOf(): Object; hasOwnProperty(key: any): boolean; isPrototypeOf(value: any): boolean;
  propertyIsEnumerable(key: any): boolean; toLocaleString(): string; constructor: Function;
}
interface ObjectConstructor {
  new (value?: any): Object;
  assign<T, A>(target: T, a: A): T & A;
  assign<T, A, B>(target: T, a: A, b: B): T & A & B;
  assign<T, A, B, C>(target: T, a: A, b: B, c: C): T & A & B & C;
  assign(target: any, ...sources: any[]): any;
  freeze<T>(value: T): T; seal<T>(value: T): T; preventExtensions<T>(value: T): T;
  keys(value: any): string[];
  values<T>(value: Record<string, T>): T[];
  entries<T>(value: Record<string, T>): [string, T][];
  fromEntries<T>(entries: Iterable<[any, T]>): Record<string, T>;
  create(prototype: any, properties?: any): any;
  defineProperty<T>(value: T, key: any, attributes: any): T;
  defineProperties<T>(value: T, attributes: any): T;
  getPrototypeOf(value: any): any; setPrototypeOf(value: any, prototype: any): any;
  getOwnPropertyNames(value: any): string[]; getOwnPropertySymbols(value: any): symbol[];
  getOwnPropertyDescriptor(value: any, key: any): any; getOwnPropertyDescriptors(value: any): any;
  is(a: any, b: any): boolean; isFrozen(value: any): boolean; isSealed(value: any): boolean; isExtensible(value: any): boolean;
  hasOwn(value: any, key: any): boolean; groupBy(items: any, key: any): any; prototype: Object;
}
declare const Object: ObjectConstructor;

interface Function {
  apply(self: any, args?: any): any; call(self: any, ...args: any[]): any; bind(self: any, ...args: any[]): any;
  toString(): string; readonly name: string; readonly length: number; prototype: any;
}
interface FunctionConstructor { new (...args: string[]): Function; prototype: Function; }
declare const Function: FunctionConstructor;

interface Iterator<T, R = any, N = any> {
  next(...args: any[]): IteratorResult<T>; return?(value?: any): IteratorResult<T>; throw?(error?: any): IteratorResult<T>;
}
interface IteratorResult<T> { done?: boolean; value: T; }
interface Iterable<T, R = any, N = any> { [Symbol.iterator](): Iterator<T>; }
interface IterableIterator<T, R = any, N = any> extends Iterator<T> {
  [Symbol.iterator](): IterableIterator<T>;
  map<U>(f: (value: T, index: number) => U): IterableIterator<U>;
  filter(f: (value: T, index: number) => unknown): IterableIterator<T>;
  take(limit: number): IterableIterator<T>; drop(count: number): IterableIterator<T>;
  flatMap<U>(f: (value: T, index: number) => Iterable<U>): IterableIterator<U>;
  reduce<U>(f: (before: U, value: T, index: number) => U, start: U): U;
  toArray(): T[]; forEach(f: (value: T, index: number) => void): void;
  some(f: (value: T, index: number) => unknown): boolean; every(f: (value: T, index: number) => unknown): boolean;
  find(f: (value: T, index: number) => unknown): T | undefined;
}
interface ArrayIterator<T> extends IterableIterator<T> {}
interface MapIterator<T> extends IterableIterator<T> {}
interface SetIterator<T> extends IterableIterator<T> {}
interface Generator<T = unknown, R = any, N = any> extends IterableIterator<T> { [Symbol.iterator](): Generator<T>; }
interface AsyncIterator<T, R = any, N = any> {
  next(...args: any[]): Promise<IteratorResult<T>>; return?(value?: any): Promise<IteratorResult<T>>;
  throw?(error?: any): Promise<IteratorResult<T>>;
}
interface AsyncIterable<T, R = any, N = any> { [Symbol.asyncIterator](): AsyncIterator<T>; }
interface AsyncIterableIterator<T, R = any, N = any> extends AsyncIterator<T> { [Symbol.asyncIterator](): AsyncIterableIterator<T>; }
interface AsyncGenerator<T = unknown, R = any, N = any> extends AsyncIterableIterator<T> { [Symbol.asyncIterator](): AsyncGenerator<T>; }

interface ReadonlyArray<T> extends Iterable<T> {
  readonly length: number;
  [Symbol.iterator](): IterableIterator<T>;
  at(index: number): T | undefined;
  concat(...items: any[]): T[];
  copyWithin(target: number, start: number, end?: number): this;
  entries(): IterableIterator<[number, T]>; keys(): IterableIterator<number>; values(): IterableIterator<T>;
  every<S extends T>(f: (value: T, index: number, array: T[]) => value is S): boolean;
  every(f: (value: T, index: number, array: T[]) => unknown): boolean;
  some(f: (value: T, index: number, array: T[]) => unknown, self?: any): boolean;
  filter<S extends T>(f: (value: T, index: number, array: T[]) => value is S, self?: any): T[];
  find<S extends T>(f: (value: T, index: number, array: T[]) => value is S, self?: any): T | undefined;
  findLast(f: (value: T, index: number, array: T[]) => unknown, self?: any): T | undefined;
  findIndex(f: (value: T, index: number, array: T[]) => unknown, self?: any): number;
  findLastIndex(f: (value: T, index: number, array: T[]) => unknown, self?: any): number;
  flat(depth?: number): any;
  flatMap<U>(f: (value: T, index: number, array: T[]) => U | readonly U[], self?: any): U[];
  forEach(f: (value: T, index: number, array: T[]) => void, self?: any): void;
  includes(value: any, from?: number): boolean; indexOf(value: any, from?: number): number; lastIndexOf(value: any, from?: number): number;
  join(separator?: string): string;
  map<U>(f: (value: T, index: number, array: T[]) => U, self?: any): U[];
  reduce<U>(f: (before: U, value: T, index: number, array: T[]) => U, start: U): U;
  reduce(f: (before: T, value: T, index: number, array: T[]) => T): T;
  reduceRight<U>(f: (before: U, value: T, index: number, array: T[]) => U, start: U): U;
  reduceRight(f: (before: T, value: T, index: number, array: T[]) => T): T;
  slice(start?: number, end?: number): T[];
  toReversed(): T[]; toSorted(f?: (a: T, b: T) => number): T[]; toSpliced(start: number, remove?: number, ...items: any[]): T[];
  with(index: number, value: any): T[]; toString(): string; toLocaleString(...args: any[]): string;
}
interface Array<T> extends ReadonlyArray<T> {
  push(...items: any[]): number; pop(): T | undefined; shift(): T | undefined; unshift(...items: any[]): number;
  reverse(): T[]; sort(f?: (a: T, b: T) => number): this; splice(start: number, remove?: number, ...items: any[]): T[];
  fill(value: any, start?: number, end?: number): this;
}
interface ArrayConstructor {
  new <T>(...items: T[]): T[];
  (...items: any[]): any[];
  from<T>(items: Iterable<T>): T[];
  from<T, U>(items: Iterable<T>, f: (value: T, index: number) => U, self?: any): U[];
  from(items: any, f?: any, self?: any): any;
  of<T>(...items: T[]): T[];
  isArray(value: any): boolean;
  fromAsync(items: any, f?: any): any;
}
declare const Array: ArrayConstructor;
interface ArrayLike<T> { readonly length: number; }

interface ReadonlyMap<K, V> extends Iterable<[K, V]> {
  readonly size: number; [Symbol.iterator](): IterableIterator<[K, V]>;
  get(key: any): V | undefined; has(key: any): boolean;
  forEach(f: (value: V, key: K, map: Map<K, V>) => void, self?: any): void;
  entries(): IterableIterator<[K, V]>; keys(): IterableIterator<K>; values(): IterableIterator<V>;
}
interface Map<K, V> extends ReadonlyMap<K, V> { set(key: any, value: any): this; delete(key: any): boolean; clear(): void; }
interface MapConstructor { new <K, V>(entries?: Iterable<[K, V]> | null): Map<K, V>; groupBy(items: any, key: any): any; prototype: any; }
declare const Map: MapConstructor;
interface ReadonlySet<T> extends Iterable<T> {
  readonly size: number; [Symbol.iterator](): IterableIterator<T>; has(value: any): boolean;
  forEach(f: (value: T, again: T, set: Set<T>) => void, self?: any): void;
  entries(): IterableIterator<[T, T]>; keys(): IterableIterator<T>; values(): IterableIterator<T>;
  union<U>(other: ReadonlySet<U>): Set<T | U>; intersection(other: any): Set<T>; difference(other: any): Set<T>;
  symmetricDifference<U>(other: ReadonlySet<U>): Set<T | U>; isSubsetOf(other: any): boolean; isSupersetOf(other: any): boolean;
  isDisjointFrom(other: any): boolean;
}
interface Set<T> extends ReadonlySet<T> { add(value: any): this; delete(value: any): boolean; clear(): void; }
interface SetConstructor { new <T>(items?: Iterable<T> | null): Set<T>; prototype: any; }
declare const Set: SetConstructor;
interface WeakMap<K, V> { get(key: any): V | undefined; set(key: any, value: any): this; has(key: any): boolean; delete(key: any): boolean; }
interface WeakMapConstructor { new <K, V>(entries?: Iterable<[K, V]> | null): WeakMap<K, V>; prototype: any; }
declare const WeakMap: WeakMapConstructor;
interface WeakSet<T> { add(value: any): this; has(value: any): boolean; delete(value: any): boolean; }
interface WeakSetConstructor { new <T>(items?: Iterable<T> | null): WeakSet<T>; prototype: any; }
declare const WeakSet: WeakSetConstructor;
interface WeakRef<T> { deref(): T | undefined; }
interface WeakRefConstructor { new <T>(value: T): WeakRef<T>; prototype: any; }
declare const WeakRef: WeakRefConstructor;
interface FinalizationRegistry<T> { register(...args: any[]): void; unregister(token: any): boolean; }
interface FinalizationRegistryConstructor { new <T>(f: (held: T) => void): FinalizationRegistry<T>; prototype: any; }
declare const FinalizationRegistry: FinalizationRegistryConstructor;

interface PromiseLike<T> {
  then<U, E = never>(done: (value: T) => U | PromiseLike<U>, failed?: (error: any) => E | PromiseLike<E>): PromiseLike<U | E>;
}
interface Promise<T> {
  then<U, E = never>(done: (value: T) => U | PromiseLike<U>, failed?: (error: any) => E | PromiseLike<E>): Promise<U | E>;
  then(done?: null, failed?: any): Promise<T>;
  catch<U = never>(failed?: (error: any) => U | PromiseLike<U>): Promise<T | U>;
  finally(f?: (() => void) | null): Promise<T>;
}
interface PromiseSettledResult<T> { status: string; value: T; reason: any; }
interface PromiseWithResolvers<T> { promise: Promise<T>; resolve: (value: T | PromiseLike<T>) => void; reject: (reason?: any) => void; }
interface PromiseConstructor {
  new <T>(run: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void): Promise<T>;
  all<A>(values: [A | PromiseLike<A>]): Promise<[Awaited<A>]>;
  all<A, B>(values: [A | PromiseLike<A>, B | PromiseLike<B>]): Promise<[Awaited<A>, Awaited<B>]>;
  all<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>;
  allSettled<T>(values: Iterable<T | PromiseLike<T>>): Promise<PromiseSettledResult<Awaited<T>>[]>;
  race<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  any<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  resolve(): Promise<void>;
  resolve<T>(value: T | PromiseLike<T>): Promise<Awaited<T>>;
  reject<T = never>(reason?: any): Promise<T>;
  withResolvers<T>(): PromiseWithResolvers<T>;
  try<T>(f: (...args: any[]) => T | PromiseLike<T>, ...args: any[]): Promise<Awaited<T>>;
  prototype: any;
}
declare const Promise: PromiseConstructor;

interface String extends Iterable<string> {
  readonly length: number; [Symbol.iterator](): IterableIterator<string>;
  at(index: number): string | undefined; charAt(index: number): string; charCodeAt(index: number): number; codePointAt(index: number): number | undefined;
  concat(...parts: string[]): string; endsWith(text: string, at?: number): boolean; startsWith(text: string, at?: number): boolean;
  includes(text: string, from?: number): boolean; indexOf(text: string, from?: number): number; lastIndexOf(text: string, from?: number): number;
  localeCompare(other: string, ...args: any[]): number; match(pattern: any): RegExpMatchArray | null; matchAll(pattern: any): IterableIterator<RegExpMatchArray>;
  normalize(form?: string): string; padEnd(length: number, fill?: string): string; padStart(length: number, fill?: string): string;
  repeat(count: number): string; replace(pattern: any, by: any): string; replaceAll(pattern: any, by: any): string; search(pattern: any): number;
  slice(start?: number, end?: number): string; split(separator: any, limit?: number): string[]; substring(start: number, end?: number): string;
  substr(start: number, length?: number): string; toLowerCase(): string; toUpperCase(): string; toLocaleLowerCase(...args: any[]): string;
  toLocaleUpperCase(...args: any[]): string; trim(): string; trimEnd(): string; trimStart(): string; trimLeft(): string; trimRight(): string;
  toString(): string; valueOf(): string; isWellFormed(): boolean; toWellFormed(): string; anchor(name: string): string; link(url: string): string;
}
interface StringConstructor { new (value?: any): String; (value?: any): string; fromCharCode(...codes: number[]): string; fromCodePoint(...codes: number[]): string; raw(...args: any[]): string; prototype: any; }
declare const String: StringConstructor;
interface RegExpMatchArray extends Array<string> { index?: number; input?: string; groups?: Record<string, string>; }
interface RegExpExecArray extends Array<string> { index: number; input: string; groups?: Record<string, string>; }
interface RegExp {
  exec(text: string): RegExpExecArray | null; test(text: string): boolean; toString(): string; compile(...args: any[]): this;
  readonly source: string; readonly flags: string; readonly global: boolean; readonly ignoreCase: boolean; readonly multiline: boolean; lastIndex: number;
  readonly sticky: boolean; readonly unicode: boolean; readonly dotAll: boolean;
}
interface RegExpConstructor { new (pattern: any, flags?: string): RegExp; (pattern: any, flags?: string): RegExp; escape(text: string): string; prototype: any; }
declare const RegExp: RegExpConstructor;
interface Number {
  toFixed(digits?: number): string; toExponential(digits?: number): string; toPrecision(digits?: number): string; toString(radix?: number): string;
  toLocaleString(...args: any[]): string; valueOf(): number;
}
interface NumberConstructor {
  new (value?: any): Number; (value?: any): number; isFinite(value: any): boolean; isInteger(value: any): boolean; isNaN(value: any): boolean; isSafeInteger(value: any): boolean;
  parseFloat(text: string): number; parseInt(text: string, radix?: number): number; prototype: any;
}
declare const Number: NumberConstructor;
interface Boolean { valueOf(): boolean; toString(): string; }
interface BooleanConstructor { new (value?: any): Boolean; (value?: any): boolean; prototype: any; }
declare const Boolean: BooleanConstructor;
interface BigInt { toString(radix?: number): string; toLocaleString(...args: any[]): string; valueOf(): bigint; }
interface BigIntConstructor { (value: any): bigint; asIntN(bits: number, value: bigint): bigint; asUintN(bits: number, value: bigint): bigint; prototype: any; }
declare const BigInt: BigIntConstructor;
interface Symbol { toString(): string; valueOf(): symbol; readonly description: string | undefined; }
interface SymbolConstructor { (description?: any): symbol; for(key: string): symbol; keyFor(value: symbol): string | undefined; prototype: any; }
declare const Symbol: SymbolConstructor;

interface Error { name: string; message: string; stack?: string; cause?: unknown; toString(): string; }
interface ErrorConstructor { new (message?: string, options?: any): Error; (message?: string): Error; captureStackTrace(...args: any[]): void; isError(value: any): boolean; prototype: any; }
declare const Error: ErrorConstructor;
interface Date {
  getTime(): number; getFullYear(): number; getMonth(): number; getDate(): number; getDay(): number; getHours(): number; getMinutes(): number;
  getSeconds(): number; getMilliseconds(): number; getTimezoneOffset(): number; getUTCFullYear(): number; getUTCMonth(): number; getUTCDate(): number;
  getUTCDay(): number; getUTCHours(): number; getUTCMinutes(): number; getUTCSeconds(): number; getUTCMilliseconds(): number; getYear(): number;
  setTime(value: number): number; setFullYear(...args: number[]): number; setMonth(...args: number[]): number; setDate(value: number): number;
  setHours(...args: number[]): number; setMinutes(...args: number[]): number; setSeconds(...args: number[]): number; setMilliseconds(value: number): number;
  setUTCFullYear(...args: number[]): number; setUTCMonth(...args: number[]): number; setUTCDate(value: number): number; setUTCHours(...args: number[]): number;
  setUTCMinutes(...args: number[]): number; setUTCSeconds(...args: number[]): number; setUTCMilliseconds(value: number): number;
  toISOString(): string; toJSON(key?: any): string; toString(): string; toDateString(): string; toTimeString(): string; toUTCString(): string;
  toLocaleString(...args: any[]): string; toLocaleDateString(...args: any[]): string; toLocaleTimeString(...args: any[]): string; valueOf(): number;
}
interface DateConstructor { new (...args: any[]): Date; (): string; now(): number; parse(text: string): number; UTC(...args: number[]): number; prototype: any; }
declare const Date: DateConstructor;
interface JSON { parse(text: string, reviver?: any): any; stringify(value: any, replacer?: any, space?: any): string; }
declare const JSON: JSON;
interface Math {
  abs(x: number): number; acos(x: number): number; asin(x: number): number; atan(x: number): number; atan2(y: number, x: number): number; cbrt(x: number): number;
  ceil(x: number): number; cos(x: number): number; cosh(x: number): number; exp(x: number): number; expm1(x: number): number; floor(x: number): number;
  fround(x: number): number; hypot(...xs: number[]): number; imul(a: number, b: number): number; log(x: number): number; log10(x: number): number;
  log1p(x: number): number; log2(x: number): number; max(...xs: number[]): number; min(...xs: number[]): number; pow(x: number, y: number): number;
  random(): number; round(x: number): number; sign(x: number): number; sin(x: number): number; sinh(x: number): number; sqrt(x: number): number;
  tan(x: number): number; tanh(x: number): number; trunc(x: number): number; clz32(x: number): number; acosh(x: number): number; asinh(x: number): number; atanh(x: number): number;
}
declare const Math: Math;
interface Console {
  log(...args: any[]): void; error(...args: any[]): void; warn(...args: any[]): void; info(...args: any[]): void; debug(...args: any[]): void; trace(...args: any[]): void;
  assert(...args: any[]): void; clear(): void; count(label?: string): void; countReset(label?: string): void; dir(...args: any[]): void; dirxml(...args: any[]): void;
  group(...args: any[]): void; groupCollapsed(...args: any[]): void; groupEnd(): void; table(...args: any[]): void; time(label?: string): void; timeEnd(label?: string): void;
  timeLog(...args: any[]): void; timeStamp(label?: string): void; profile(label?: string): void; profileEnd(label?: string): void;
}
declare const console: Console;

// The environment. What extends `Outside`, which nothing declares, has members that are not known here.
interface Window extends Outside { readonly document: Document; }
declare const window: Window; declare const self: Window; declare const globalThis: Window; declare const global: Window;
interface ImportMeta extends Outside {}
interface NodeListOf<T> extends Iterable<T> {
  readonly length: number; [Symbol.iterator](): IterableIterator<T>; item(index: number): T;
  forEach(f: (value: T, index: number, list: NodeListOf<T>) => void, self?: any): void;
  entries(): IterableIterator<[number, T]>; keys(): IterableIterator<number>; values(): IterableIterator<T>;
}
interface Element extends Outside {
  querySelector<T = Element>(selector: string): T | null; querySelectorAll<T = Element>(selector: string): NodeListOf<T>;
  closest<T = Element>(selector: string): T | null;
}
interface Document extends Outside {
  querySelector<T = Element>(selector: string): T | null; querySelectorAll<T = Element>(selector: string): NodeListOf<T>;
}
declare const document: Document;
