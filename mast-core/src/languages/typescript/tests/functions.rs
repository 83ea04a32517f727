//! Functions, function-valued constants and overloads.

use expect_test::expect;

use super::check;

#[test]
fn every_declarator_of_a_statement_counts() {
    check(
        "a.ts",
        "const a = () => {}, b = () => {
  return 1;
}, c = 1;
export const d = function () {}; export const e = function* (): Generator {};
export const { f, g: [h, ...i], j = 1 } = x;
let k = 1, l;",
        expect![[r#"
            chunk 1-1 function a
            chunk 1-3 function b
            chunk 3-3 block -
            chunk 4-4 function d exported
            chunk 4-4 function e exported
            chunk 5-6 block - exported
            1-1 function a `a = ()`
            1-3 function b `b = ()`
            3-3 const c `c = 1`
            4-4 function d exported `d = function ()`
            4-4 function e exported `e = function* (): Generator`
            5-5 const f exported `{ f, g: [h, ...i], j = 1 } = x`
            5-5 const h exported `{ f, g: [h, ...i], j = 1 } = x`
            5-5 const i exported `{ f, g: [h, ...i], j = 1 } = x`
            5-5 const j exported `{ f, g: [h, ...i], j = 1 } = x`
            6-6 const k `k = 1`
            6-6 const l `l`
            export 4 d = d
            export 4 e = e
            export 5 f = f
            export 5 h = h
            export 5 i = i
            export 5 j = j
        "#]],
    );
}

#[test]
fn constants_that_hold_functions_are_functions_in_javascript_too() {
    check(
        "a.js",
        "export const a = () => {}; export const b = function () {}; export const c = function* () {};
const d = async (x) => x + 1;",
        expect![[r#"
            chunk 1-1 function a exported
            chunk 1-1 function b exported
            chunk 1-1 function c exported
            chunk 2-2 function d
            1-1 function a exported `a = ()`
            1-1 function b exported `b = function ()`
            1-1 function c exported `c = function* ()`
            2-2 function d `d = async (x)`
            export 1 a = a
            export 1 b = b
            export 1 c = c
        "#]],
    );
}

#[test]
fn overloads_are_one_function() {
    check(
        "a.ts",
        "/** First. */
export function f(a: string): string;
export function f(a: number): number;
export function f(a: any) {
  return a;
}
declare function host(): void;
declare function host(a: string): void;
export default function (a: string): void;
export default function (a: any) {}",
        expect![[r#"
            chunk 2-6 function f exported doc `/** First. */`
            chunk 7-8 function host
            chunk 9-10 function default exported
            4-6 function f exported `function f(a: any)` doc `/** First. */`
            7-7 function host bodiless `declare function host(): void`
            10-10 function default exported default `function (a: any)`
            export 2 f = f
            export 10 default = expression
        "#]],
    );
}

#[test]
fn ambient_forms_equal_the_undeclared_ones() {
    let text = "export declare class Ext { go(): void }
declare function host(): void
export declare const v: number
declare function host(a: 1): void";
    check(
        "a.ts",
        text,
        expect![[r#"
            chunk 1-1 class_shell Ext exported
                | export declare class Ext {
                | go(): void
            chunk 1-1 method Ext.go of Ext exported
            chunk 2-2 function host
            chunk 3-3 block v exported
            chunk 4-4 function host
            1-1 class Ext exported bodiless `declare class Ext`
            1-1 method Ext.go exported bodiless `go(): void`
            2-2 function host bodiless `declare function host(): void`
            3-3 const v exported bodiless `v: number`
            export 1 Ext = Ext
            export 3 v = v
        "#]],
    );
    check(
        "a.d.ts",
        text,
        expect![[r#"
            chunk 1-1 class_shell Ext exported
                | export declare class Ext {
                | go(): void
            chunk 1-1 method Ext.go of Ext exported
            chunk 2-2 function host exported
            chunk 3-3 block v exported
            chunk 4-4 function host exported
            1-1 class Ext exported bodiless `declare class Ext`
            1-1 method Ext.go exported bodiless `go(): void`
            2-2 function host exported bodiless `declare function host(): void`
            3-3 const v exported bodiless `v: number`
            export 1 Ext = Ext
            export 2 host = host
            export 3 v = v
        "#]],
    );
}

#[test]
fn signatures_end_before_the_body() {
    check(
        "a.ts",
        "type userId = string;
@dec() export class C<T> extends B<T> implements I { a = 1 }
export async function f(
  a: userId, b: My_Shape,
): Promise<void> { return }
export const g = async <T,>(a: T): Promise<T> => a;
export const h: (a: number) => void = (a) => { a };
export const i: number = 1;
export const j = {
  a: 1,
};
export default abstract class {}",
        expect![[r#"
            chunk 1-1 type userId
            chunk 2-2 class_shell C exported
                | @dec() export class C<T> extends B<T> implements I {
                | a = 1
            chunk 3-5 function f exported
            chunk 6-6 function g exported
            chunk 7-7 function h exported
            chunk 8-8 block i exported
            chunk 9-11 block j exported
            chunk 12-12 class_shell default exported
                | export default abstract class {
            1-1 type userId `type userId = string`
            2-2 class C exported `class C<T> extends B<T> implements I`
            2-2 property C.a exported `a = 1`
            3-5 function f exported `async function f( a: userId, b: My_Shape, ): Promise<void>`
            6-6 function g exported `g = async <T,>(a: T): Promise<T>`
            7-7 function h exported `h: (a: number) => void = (a)`
            8-8 const i exported `i: number = 1`
            9-11 const j exported `j`
            10-10 property j.a exported `a: 1`
            12-12 class default exported default bodiless `abstract class`
            export 2 C = C
            export 3 f = f
            export 6 g = g
            export 7 h = h
            export 8 i = i
            export 9 j = j
            export 12 default = expression
        "#]],
    );
}
