//! Object literals bound to constants.

use expect_test::expect;

use super::check;

#[test]
fn function_valued_members_are_methods() {
    check(
        "a.ts",
        "export const api = {
  /** Gets. */
  get: async (id: string): Promise<void> => {},
  post(body: unknown) {},
  put: function () {},
  get size() { return 1 },
  'x-y': () => 1,
  [dynamic]: () => 2,
  version: 1,
  nested: { a() {} },
  shared,
  ...rest,
} as const;",
        expect![[r#"
            chunk 1-13 block api exported
            chunk 3-3 method api.get of api exported doc `/** Gets. */`
            chunk 4-4 method api.post of api exported
            chunk 5-5 method api.put of api exported
            chunk 6-6 method api.size of api exported
            chunk 7-7 method api.x-y of api exported
            chunk 8-8 method api.[dynamic] of api exported
            1-13 const api exported `api`
            3-3 method api.get exported `get: async (id: string): Promise<void>` doc `/** Gets. */`
            4-4 method api.post exported `post(body: unknown)`
            5-5 method api.put exported `put: function ()`
            6-6 accessor api.size exported `get size()`
            7-7 method api.x-y exported `'x-y': ()`
            9-9 property api.version exported `version: 1`
            10-10 property api.nested exported `nested: { a() {} }`
            11-11 property api.shared exported `shared`
            export 1 api = api
        "#]],
    );
}

#[test]
fn casts_and_frozen_objects_are_looked_through() {
    check(
        "a.ts",
        "const a = { run() {} } satisfies T;
const b = Object.freeze({ run: () => 1 });
const c = (<T>{ run: ((x) => x) as F });
const d = 1, e = { run() {} };",
        expect![[r#"
            chunk 1-1 block a
            chunk 1-1 method a.run of a
            chunk 2-2 block b
            chunk 2-2 method b.run of b
            chunk 3-3 block c
            chunk 3-3 method c.run of c
            chunk 4-4 block -
            chunk 4-4 block e
            chunk 4-4 method e.run of e
            1-1 const a `a = { run() {} } satisfies T`
            1-1 method a.run `run()`
            2-2 const b `b = Object.freeze({ run: () => 1 })`
            2-2 method b.run `run: ()`
            3-3 const c `c = (<T>{ run: ((x) => x) as F })`
            3-3 method c.run `run: ((x)`
            4-4 const d `d = 1`
            4-4 const e `e = { run() {} }`
            4-4 method e.run `run()`
        "#]],
    );
}

#[test]
fn a_default_exported_object_has_members() {
    check(
        "a.js",
        "export default {
  data() { return {} },
  name: 'x',
};",
        expect![[r#"
            chunk 1-4 export default exported
            chunk 2-2 method default.data of default exported
            1-4 const default exported default `{`
            2-2 method default.data exported `data()`
            3-3 property default.name exported `name: 'x'`
            export 1 default = expression
        "#]],
    );
}
