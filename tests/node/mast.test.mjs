// What the class `Mast` does: it opens, answers, tells errors apart, and closes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'node:test';
import { Mast, MastError, schemaVersion, tools, version } from '../../npm/mast/index.mjs';
import { LENDING, project } from './projects.mjs';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** An input that each tool answers in a project of `LENDING`. */
const INPUTS = {
  search: { query: 'renewLoan' },
  projectSkeleton: {},
  exports: { file_path: 'src/loans.ts' },
  signature: { symbol: 'renewLoan' },
  callers: { symbol: 'nextOpenDay' },
  dependencies: { file_path: 'src/loans.ts', direction: 'both' },
  implementors: { interface_name: 'Shelf' },
  renameImpact: { symbol: 'nextOpenDay' },
  outline: { paths: ['docs/guide.md'] },
  section: { sections: [{ file_path: 'docs/guide.md', heading: 'Loans' }] },
  reindex: {},
  status: {},
  efficiency: { scope: 'session' },
};

async function opened(t, files = LENDING) {
  const mast = await Mast.open(await project(t, files));
  t.after(() => mast.close());
  await mast.index();
  return mast;
}

test('each tool is a method, and answers', async (t) => {
  const mast = await opened(t);
  assert.deepEqual(tools().map((tool) => tool.method), Object.keys(INPUTS));
  for (const { name, method } of tools()) {
    const answer = await mast[method](INPUTS[method]);
    assert.equal(typeof answer, 'object', method);
    assert.deepEqual(Object.keys(await mast.call(name, INPUTS[method])), Object.keys(answer));
    assert.equal(typeof (await mast.text(name, INPUTS[method])), 'string');
    assert.equal(mast[method].name, method);
  }
  const { results } = await mast.search({ query: 'renewLoan' });
  assert.equal(results[0].symbol_name, 'renewLoan');
  const callers = await mast.callers({ symbol: 'nextOpenDay' });
  assert.equal(callers.verified_callers[0].caller_symbol, 'renewLoan');
  assert.match(await mast.text('mast_search', { query: 'renewLoan' }), /^src\/loans\.ts:3 {2}renewLoan/);
});

test('the catalogue and the versions are those of the program', async () => {
  const { stdout } = await run(process.env.MAST_BINARY, ['--version']);
  assert.ok(stdout.includes(version), stdout);
  assert.match(schemaVersion, /^\d+\.\d+\.\d+$/);
  for (const tool of tools()) {
    assert.deepEqual(Object.keys(tool), ['name', 'title', 'summary', 'effect', 'input_schema', 'output_schema', 'method']);
  }
  assert.deepEqual(tools().filter((tool) => tool.effect === 'writes').map((tool) => tool.name), ['mast_reindex']);
});

test('a module and a CommonJS module get the same class', () => {
  const given = require('../../npm/mast/index.js');
  assert.equal(given.Mast, Mast);
  assert.equal(given.MastError, MastError);
});

test('errors have a code and a hint', async (t) => {
  const root = await project(t, LENDING);
  const mast = await Mast.open(root);
  t.after(() => mast.close());
  await assert.rejects(mast.search({ query: 'x' }), (error) => {
    assert.ok(error instanceof MastError && error instanceof Error);
    assert.equal(error.name, 'MastError');
    assert.equal(error.code, 'not_initialised');
    assert.match(error.message, /^no index in `/);
    assert.match(error.hint, /mast init/);
    return true;
  });
  await mast.index();
  const wrong = [
    [() => mast.call('mast_serch', {}), 'there is no tool `mast_serch`, did you mean `mast_search`?'],
    [() => mast.search({}), 'the input of `mast_search` is wrong: `query` is missing'],
  ];
  for (const [call, message] of wrong) await assert.rejects(call(), { code: 'invalid_input', message });
  await assert.rejects(mast.search({ query: 'x', limits: 3 }), /`limits` is not a key of it/);
  await assert.rejects(Mast.open(join(root, 'nowhere')), { code: 'root_missing' });
  await assert.rejects(Mast.open('/'), { code: 'root_refused' });
  await assert.rejects(Mast.open(root, { refresh: 'daily' }), { code: 'invalid_input', hint: 'say `within_budget`, `fully` or `off`' });
  await assert.rejects(mast.search({ query: 1n }), TypeError);
  assert.throws(() => new Mast(), TypeError);
});

test('a changed file and a changed configuration are taken in', async (t) => {
  const mast = await opened(t);
  await writeFile(join(mast.root, 'src/new.ts'), 'export function brandNew() {}\n');
  assert.equal((await mast.search({ query: 'brandNew' })).results.length, 1);
  await writeFile(join(mast.root, 'mast.config.json'), '{"exclude_patterns": ["src/new.ts"]}');
  assert.equal((await mast.search({ query: 'brandNew' })).results.length, 0);
});

test('the options say where the index is and whether questions look at the disk', async (t) => {
  const root = await project(t, LENDING);
  const stateDir = join(await project(t), 'state');
  const mast = await Mast.open(root, { stateDir });
  await mast.index();
  assert.equal(mast.stateDir, stateDir);
  assert.equal(mast.root, root);
  await mast.close();
  const still = await Mast.open(root, { stateDir, refresh: 'off' });
  await writeFile(join(root, 'src/new.ts'), 'export function brandNew() {}\n');
  assert.equal((await still.search({ query: 'brandNew' })).results.length, 0);
  await still.close();
});

test('after close every call is an error, and close waits for what is under way', async (t) => {
  const mast = await opened(t);
  const answers = [mast.search({ query: 'renewLoan' }), mast.status(), mast.reindex()];
  const closed = mast.close();
  assert.equal(mast.close(), closed);
  await closed;
  const given = await Promise.all(answers);
  assert.equal(given[0].results.length > 0, true);
  const expected = { code: 'invalid_input', message: 'this `Mast` is closed', hint: 'open the project again with `Mast.open()`' };
  await assert.rejects(mast.search({ query: 'x' }), expected);
  await assert.rejects(mast.text('mast_status'), expected);
  await assert.rejects(mast.index(), expected);
});

test('calls are written down before close ends', async (t) => {
  const mast = await opened(t);
  for (let n = 0; n < 5; n += 1) await mast.search({ query: 'renewLoan' });
  await mast.close();
  const again = await Mast.open(mast.root);
  const { calls_by_tool: calls } = await again.efficiency({ scope: 'global' });
  assert.equal(calls.mast_search, 5);
  await again.close();
});

test('it is disposed of', { skip: !Symbol.asyncDispose && 'this Node has no disposal' }, async (t) => {
  const root = await project(t, LENDING);
  const mast = await Mast.open(root);
  await mast[Symbol.asyncDispose]();
  await assert.rejects(mast.status(), { message: 'this `Mast` is closed' });
  if (Symbol.dispose) {
    const other = await Mast.open(root);
    const answer = other.status();
    other[Symbol.dispose]();
    assert.equal((await answer).index_fresh, false);
    await assert.rejects(other.status(), { message: 'this `Mast` is closed' });
  }
});

test('several projects are open at once, and one project several times', async (t) => {
  const root = await project(t, LENDING);
  const [one, two] = await Promise.all([Mast.open(root), Mast.open(root)]);
  const other = await opened(t, { 'a.ts': 'export function elsewhere() {}\n' });
  await one.index();
  const found = await Promise.all(
    [one, two, other, one, two, other].map((mast) => mast.search({ query: mast === other ? 'elsewhere' : 'renewLoan' })),
  );
  for (const { results } of found) assert.ok(results.length > 0);
  await Promise.all([one.close(), two.close()]);
});
