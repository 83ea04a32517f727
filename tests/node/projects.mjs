// Projects of the tests, in directories that go with the test.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A directory that is deleted after the test `t`, with `files` in it. */
export async function project(t, files = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'mast-node-')));
  t.after(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** A project whose files refer to each other. */
export const LENDING = {
  'src/loans.ts': `import { nextOpenDay } from './days';
/** Extends a loan. */
export function renewLoan(due: Date): Date {
  return nextOpenDay(due);
}
export interface Shelf { put(title: string): void }
export class Cellar implements Shelf { put(title: string) {} }
`,
  'src/days.ts': `/** The day after. */
export function nextOpenDay(day: Date): Date {
  return new Date(day.getTime() + 86400000);
}
`,
  'docs/guide.md': '# Guide\n\n## Loans\n\nA loan can be renewed.\n',
};

/** A project of `count` files. */
export function many(count) {
  const body = (at) =>
    Array.from({ length: 12 }, (_, n) => `/** Does ${n}. */\nexport function task${at}_${n}(left: number, right: string) {\n  return right.repeat(left) + ${n};\n}\n`);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`src/part${at % 40}/file${at}.ts`, body(at).join('')]),
  );
}
