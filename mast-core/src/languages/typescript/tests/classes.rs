//! Classes and their members.

use expect_test::expect;

use super::check;

#[test]
fn members_of_every_form() {
    check(
        "a.ts",
        "/** A widget. */
@Component({ a: 1 })
export class Widget<T> extends Base {
  /** Counts. */
  private count = 0;
  declare size: number;
  accessor open = false;
  static #secret?: string;
  readonly long = {
    a: 1,
    b: 2,
    c: 3,
  };
  [key: string]: unknown;
  static { setup(); }
  constructor(public log: () => void, plain: number, private readonly store = 1) { super() }
  /** Handles. */
  @Input() handle = (a: string): void => {
    a;
  };
  static async create(): Promise<void> {}
  get name(): string { return '' }
  set name(value) {}
  #hidden() {}
  protected kept?(): void;
  'quoted name'() {}
  ['literal']() {}
  [Symbol.iterator]() {}
  [computed + 1]() {}
  *generate() {}
}",
        expect![[r#"
            chunk 2-31 class_shell Widget exported doc `/** A widget. */`
                | @Component({ a: 1 }) export class Widget<T> extends Base {
                | /** Counts. */ private count = 0
                | declare size: number
                | accessor open = false
                | static #secret?: string
                | readonly long
                | [key: string]: unknown
                | static { setup(); }
                | constructor(public log: () => void, plain: number, private readonly store = 1)
                | /** Handles. */ @Input() handle = (a: string): void
                | static async create(): Promise<void>
                | get name(): string
                | set name(value)
                | #hidden()
                | protected kept?(): void
                | 'quoted name'()
                | ['literal']()
                | [Symbol.iterator]()
                | [computed + 1]()
                | *generate()
            chunk 16-16 method Widget.constructor of Widget exported
            chunk 18-20 method Widget.handle of Widget exported doc `/** Handles. */`
            chunk 21-21 method Widget.create of Widget exported
            chunk 22-22 method Widget.name of Widget exported
            chunk 23-23 method Widget.name of Widget exported
            chunk 24-24 method Widget.#hidden of Widget
            chunk 25-25 method Widget.kept of Widget exported
            chunk 26-26 method Widget.quoted name of Widget exported
            chunk 27-27 method Widget.literal of Widget exported
            chunk 28-28 method Widget.[Symbol.iterator] of Widget exported
            chunk 29-29 method Widget.[computed + 1] of Widget exported
            chunk 30-30 method Widget.generate of Widget exported
            2-31 class Widget at 3 exported `class Widget<T> extends Base` doc `/** A widget. */`
            5-5 property Widget.count private `private count = 0` doc `/** Counts. */`
            6-6 property Widget.size exported `declare size: number`
            7-7 property Widget.open exported `accessor open = false`
            8-8 property Widget.#secret static private `static #secret?: string`
            9-13 property Widget.long exported `readonly long = { a: 1, b: 2, c: 3, }`
            16-16 constructor Widget.constructor exported `constructor(public log: () => void, plain: number, private readonly store = 1)`
            16-16 property Widget.log exported `public log: () => void`
            16-16 property Widget.store private `private readonly store = 1`
            18-20 method Widget.handle exported `handle = (a: string): void` doc `/** Handles. */`
            21-21 method Widget.create exported static `static async create(): Promise<void>`
            22-22 accessor Widget.name exported `get name(): string`
            23-23 accessor Widget.name exported `set name(value)`
            24-24 method Widget.#hidden private `#hidden()`
            25-25 method Widget.kept exported bodiless protected `protected kept?(): void`
            26-26 method Widget.quoted name exported `'quoted name'()`
            27-27 method Widget.literal exported `['literal']()`
            28-28 method Widget.[Symbol.iterator] exported `[Symbol.iterator]()`
            30-30 method Widget.generate exported `*generate()`
            export 3 Widget = Widget
        "#]],
    );
}

#[test]
fn bodiless_members_count_and_overload_signatures_do_not() {
    check(
        "a.ts",
        "export abstract class Shape {
  draw(): void {}
  abstract area(): number;
  hint?(s: string): string;
  /** Finds. */
  find(a: string): void;
  find(a: number): void;
  find(a: any) {}
  static find() {}
}
declare class Ambient { a(): void; a(b: string): void; b(): void }",
        expect![[r#"
            chunk 1-10 class_shell Shape exported
                | export abstract class Shape {
                | draw(): void
                | abstract area(): number
                | hint?(s: string): string
                | /** Finds. */ find(a: string): void; find(a: number): void; find(a: any)
                | static find()
            chunk 2-2 method Shape.draw of Shape exported
            chunk 3-3 method Shape.area of Shape exported
            chunk 4-4 method Shape.hint of Shape exported
            chunk 6-8 method Shape.find of Shape exported doc `/** Finds. */`
            chunk 9-9 method Shape.find of Shape exported
            chunk 11-11 class_shell Ambient
                | declare class Ambient {
                | a(): void; a(b: string): void
                | b(): void
            chunk 11-11 method Ambient.a of Ambient
            chunk 11-11 method Ambient.b of Ambient
            1-10 class Shape exported bodiless `abstract class Shape`
            2-2 method Shape.draw exported `draw(): void`
            3-3 method Shape.area exported bodiless `abstract area(): number`
            4-4 method Shape.hint exported bodiless `hint?(s: string): string`
            8-8 method Shape.find exported `find(a: any)` doc `/** Finds. */`
            9-9 method Shape.find exported static `static find()`
            11-11 class Ambient bodiless `declare class Ambient`
            11-11 method Ambient.a bodiless `a(): void`
            11-11 method Ambient.b bodiless `b(): void`
            export 1 Shape = Shape
        "#]],
    );
}

#[test]
fn class_expressions_bound_to_a_constant_are_classes() {
    check(
        "a.ts",
        "export const A = class B { run() {} };
const C = (class {}) as any;",
        expect![[r#"
            chunk 1-1 class_shell A exported
                | export const A = class B {
                | run()
            chunk 1-1 method A.run of A exported
            chunk 2-2 class_shell C
                | const C = (class {
            1-1 class A exported `A = class B`
            1-1 method A.run exported `run()`
            2-2 class C `C = (class`
            export 1 A = A
        "#]],
    );
}

#[test]
fn decorators_belong_to_what_they_decorate() {
    check(
        "a.ts",
        "@A export class B {}
export @C class D {}
/** Doc. */
@E
@F()
export default class G {
  /** Of the member. */
  @H()
  run() {}
}",
        expect![[r#"
            chunk 1-1 class_shell B exported
                | @A export class B {
            chunk 2-2 class_shell D exported
                | export @C class D {
            chunk 4-10 class_shell G exported doc `/** Doc. */`
                | @E @F() export default class G {
                | /** Of the member. */ @H() run()
            chunk 8-9 method G.run of G exported doc `/** Of the member. */`
            1-1 class B exported `class B`
            2-2 class D exported `class D`
            4-10 class G at 6 exported default `class G` doc `/** Doc. */`
            8-9 method G.run at 9 exported `run()` doc `/** Of the member. */`
            export 1 B = B
            export 2 D = D
            export 6 default = G
        "#]],
    );
}
