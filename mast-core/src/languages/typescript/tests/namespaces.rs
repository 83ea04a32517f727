//! Namespaces, modules and global declarations.

use expect_test::expect;

use super::check;

#[test]
fn members_are_named_below_the_namespace() {
    check(
        "a.ts",
        "/** Of all. */
export namespace NS {
  /** Runs. */
  export function run(a: string): void { a }
  const hidden = 1;
  export class Inner { go() {} }
  export namespace Deep { export const x = () => 1 }
  run('');
}
namespace A.B { export type C = 1 }",
        expect![[r#"
            chunk 2-9 block NS exported doc `/** Of all. */`
                | export namespace NS {
                | /** Runs. */ export function run(a: string): void
                | const hidden = 1
                | export class Inner
                | export namespace Deep
            chunk 4-4 function NS.run of NS exported doc `/** Runs. */`
            chunk 5-5 block NS.hidden of NS
            chunk 6-6 class_shell NS.Inner of NS exported
                | export class Inner {
                | go()
            chunk 6-6 method NS.Inner.go of NS.Inner exported
            chunk 7-7 block NS.Deep of NS exported
                | export namespace Deep {
                | export const x = ()
            chunk 7-7 function NS.Deep.x of NS.Deep exported
            chunk 8-8 block - of NS
            chunk 10-10 block A.B of A
                | namespace A.B {
                | export type C = 1
            chunk 10-10 type A.B.C of A.B
            2-9 namespace NS exported `namespace NS` doc `/** Of all. */`
            4-4 function NS.run exported `function run(a: string): void` doc `/** Runs. */`
            5-5 const NS.hidden `hidden = 1`
            6-6 class NS.Inner exported `class Inner`
            6-6 method NS.Inner.go exported `go()`
            7-7 namespace NS.Deep exported `namespace Deep`
            7-7 function NS.Deep.x exported `x = ()`
            10-10 namespace A `namespace A.B`
            10-10 namespace A.B `namespace A.B`
            10-10 type A.B.C `type C = 1`
            export 2 NS = NS
        "#]],
    );
}

#[test]
fn ambient_modules() {
    check(
        "a.d.ts",
        "declare module 'png-chunk-text' {
  import { Buffer } from 'buffer';
  function encode(name: string): Buffer;
  export default encode;
}
declare module '*.svg';
declare global {
  interface Window { mine: string }
  var answer: number;
}
declare namespace Cypress { interface Chainable { login(): void } }
export as namespace Lib;",
        expect![[r#"
            chunk 1-5 block png-chunk-text
                | declare module 'png-chunk-text' {
                | import { Buffer } from 'buffer'
                | function encode(name: string): Buffer
                | export default encode
            chunk 3-3 function png-chunk-text.encode of png-chunk-text exported
            chunk 6-6 block *.svg
            chunk 7-10 block global
                | declare global {
                | interface Window { mine: string }
                | var answer: number
            chunk 8-8 interface Window
            chunk 9-9 block answer
            chunk 11-11 block Cypress
                | declare namespace Cypress {
                | interface Chainable { login(): void }
            chunk 11-11 interface Cypress.Chainable of Cypress
            chunk 11-11 method Cypress.Chainable.login of Cypress.Chainable
            1-5 namespace png-chunk-text `declare module 'png-chunk-text'`
            3-3 function png-chunk-text.encode exported default bodiless `function encode(name: string): Buffer`
            6-6 namespace *.svg bodiless `declare module '*.svg'`
            7-10 namespace global `declare global`
            8-8 interface Window `interface Window { mine: string }`
            8-8 property Window.mine bodiless `mine: string`
            9-9 const answer bodiless `answer: number`
            11-11 namespace Cypress `declare namespace Cypress`
            11-11 interface Cypress.Chainable `interface Chainable { login(): void }`
            11-11 method Cypress.Chainable.login bodiless `login(): void`
            import 2 static `buffer` {Buffer as Buffer}
        "#]],
    );
}
