export const api = {
  /** Doc of get. */
  get: async (id: string) => id,
  post(body: string) {
    return body;
  },
  'quoted': 1,
  [computed]: 2,
  [`template`]: 3,
  nested: { deep: () => {} },
  shorthand,
  renamed: other,
  ...spread,
  get size() {
    return 1;
  },
  set size(value) {},
  async *stream() {},
  wrapped: (() => {}) as () => void,
  undefinedValue: undefined,
  klass: class {},
};
const reference = api;
const alias = (reference as any)!;
const nothing = undefined;
const satisfied = { run() {} } satisfies Runner;
using resource = open();
export default { a: 1, run() {} };
