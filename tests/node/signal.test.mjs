// Calls that are withdrawn: they reject with `AbortError`, and leave everything as it was.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Mast, MastError } from '../../npm/mast/index.mjs';
import { LENDING, many, project } from './projects.mjs';

function isCancelled(error) {
  assert.ok(error instanceof MastError);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.code, 'cancelled');
  return true;
}

test('a run that is withdrawn stops early and leaves the index that was there', async (t) => {
  const root = await project(t, many(3000));
  const mast = await Mast.open(root);
  t.after(() => mast.close());
  const started = performance.now();
  await mast.index({ full: true });
  const whole = performance.now() - started;
  const before = await mast.status();
  const controller = new AbortController();
  let told;
  const onProgress = (position) => {
    told ??= position;
    controller.abort(new Error('enough'));
  };
  const again = performance.now();
  await assert.rejects(mast.index({ full: true, signal: controller.signal, onProgress }), (error) => {
    assert.equal(error.cause.message, 'enough');
    return isCancelled(error);
  });
  const stopped = performance.now() - again;
  assert.ok(told.done < told.total, JSON.stringify(told));
  assert.ok(stopped < whole, `stopped after ${stopped} of ${whole} ms`);
  const after = await mast.status();
  assert.deepEqual([after.index_fresh, after.indexed_files, after.last_indexed], [true, 3000, before.last_indexed]);
  // The lock was given back: the next run begins at once.
  assert.equal((await mast.index()).files_indexed, 0);
});

test('a run is withdrawn alone', async (t) => {
  const mast = await Mast.open(await project(t, many(1200)));
  t.after(() => mast.close());
  const controller = new AbortController();
  let first;
  await new Promise((begun) => {
    first = mast.reindex({ full: true }, { onProgress: begun });
  });
  // It waits for the lock of the first.
  const second = mast.reindex({}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(second, isCancelled);
  assert.equal((await first).files_indexed, 1200);
});

test('a question is withdrawn at once, and the next one is answered', async (t) => {
  const mast = await Mast.open(await project(t, many(200)));
  t.after(() => mast.close());
  await mast.index();
  const controller = new AbortController();
  const questions = Array.from({ length: 5 }, () => mast.search({ query: 'task' }, { signal: controller.signal }));
  const other = mast.search({ query: 'task3_1' });
  controller.abort();
  for (const question of questions) await assert.rejects(question, isCancelled);
  assert.equal((await other).results[0].symbol_name, 'task3_1');
});

test('a signal that was given before rejects without a call', async (t) => {
  const mast = await Mast.open(await project(t, LENDING));
  t.after(() => mast.close());
  await assert.rejects(mast.index({ signal: AbortSignal.abort() }), isCancelled);
  await assert.rejects(mast.status({}, { signal: AbortSignal.abort() }), isCancelled);
  await assert.rejects(mast.text('mast_status', {}, { signal: AbortSignal.abort() }), isCancelled);
  assert.equal((await mast.status()).last_indexed, null);
});

test('a signal that comes late changes nothing, and is not listened to any more', async (t) => {
  const mast = await Mast.open(await project(t, LENDING));
  t.after(() => mast.close());
  const listening = new Set();
  const signal = {
    aborted: false,
    addEventListener: (_, listener) => listening.add(listener),
    removeEventListener: (_, listener) => listening.delete(listener),
  };
  await mast.index({ signal });
  await mast.search({ query: 'renewLoan' }, { signal });
  assert.equal(listening.size, 0);
});

test('what throws when it is told of progress ends the run', async (t) => {
  const mast = await Mast.open(await project(t, many(1500)));
  t.after(() => mast.close());
  const onProgress = () => {
    throw new RangeError('no more');
  };
  await assert.rejects(mast.index({ full: true, onProgress }), new RangeError('no more'));
  await mast.index({ full: true });
});
