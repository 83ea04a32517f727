//! Interfaces, type aliases and enums.

use expect_test::expect;

use super::check;

#[test]
fn interfaces() {
    check(
        "a.ts",
        "/** Reads. */
export interface Reader<T> extends Base {
  /** Reads one. */
  read(a: string): T;
  read(a: number): T;
  get size(): number;
  set size(value);
  callback: () => void;
  readonly optional?: string,
  'quoted': number;
  [Symbol.iterator](): Iterator<T>;
  [key: string]: unknown;
  (call: 1): void;
  new (construct: 1): Reader<T>;
  read: string;
}",
        expect![[r#"
            chunk 2-16 interface Reader exported doc `/** Reads. */`
            chunk 4-5 method Reader.read of Reader exported doc `/** Reads one. */`
            chunk 6-7 method Reader.size of Reader exported
            chunk 11-11 method Reader.[Symbol.iterator] of Reader exported
            2-16 interface Reader exported `interface Reader<T> extends Base { /** Reads one. */ read(a: string): T; read(a: number): T; get size(): number; set size(value); callback: () => void; readonly optional?: string, 'quoted': number; [Symbol.iterator](): Iterator<T>; [key: string]: unknown; (call: 1): void; new (construct: 1): Reader<T>; read: string; }` doc `/** Reads. */`
            4-4 method Reader.read exported bodiless `read(a: string): T` doc `/** Reads one. */`
            6-6 accessor Reader.size exported bodiless `get size(): number`
            8-8 property Reader.callback exported bodiless `callback: () => void`
            9-9 property Reader.optional exported bodiless `readonly optional?: string`
            10-10 property Reader.quoted exported bodiless `'quoted': number`
            11-11 method Reader.[Symbol.iterator] exported bodiless `[Symbol.iterator](): Iterator<T>`
            export 2 Reader = Reader
        "#]],
    );
}

#[test]
fn type_aliases_with_literals() {
    check(
        "a.ts",
        "export type T = { a(): void; b: X } & (Other & { c?: Y });
type U = { no: 1 } | { members: 2 };",
        expect![[r#"
            chunk 1-1 type T exported
            chunk 2-2 type U
            1-1 type T exported `type T = { a(): void; b: X } & (Other & { c?: Y })`
            1-1 method T.a exported bodiless `a(): void`
            1-1 property T.b exported bodiless `b: X`
            1-1 property T.c exported bodiless `c?: Y`
            2-2 type U `type U = { no: 1 } | { members: 2 }`
            export 1 T = T
        "#]],
    );
}

#[test]
fn enums() {
    check(
        "a.ts",
        "export const enum E {
  A, // first
  /** Second. */
  B = 2,
  'c-d' = 3,
}
declare enum F { X }",
        expect![[r#"
            chunk 1-6 block E exported
            chunk 7-7 block F
            1-6 enum E exported `const enum E { A, // first /** Second. */ B = 2, 'c-d' = 3, }`
            2-2 enum_member E.A exported `A`
            4-4 enum_member E.B exported `B = 2` doc `/** Second. */`
            5-5 enum_member E.c-d exported `'c-d' = 3`
            7-7 enum F `declare enum F { X }`
            7-7 enum_member F.X `X`
            export 1 E = E
        "#]],
    );
}
