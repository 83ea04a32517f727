// What the package does to the process that it runs in: it leaves its event loop free, and lets it end.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import test from 'node:test';
import { Mast } from '../../npm/mast/index.mjs';
import { LENDING, many, project } from './projects.mjs';

const run = promisify(execFile);
const FACE = new URL('../../npm/mast/index.mjs', import.meta.url);

/** Runs `program`, a module in which `Mast` is the class and `root` the project. */
function node(program, root, flags = []) {
  const text = `import { Mast } from ${JSON.stringify(FACE.href)};\nconst root = ${JSON.stringify(root)};\n${program}`;
  return run(process.execPath, [...flags, '--input-type=module', '--eval', text], { timeout: 60_000 });
}

test('the event loop is free while a large index runs', async (t) => {
  const mast = await Mast.open(await project(t, many(3000)));
  t.after(() => mast.close());
  const late = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late.push(now - last - 10);
    last = now;
  }, 10);
  const positions = [];
  const started = performance.now();
  const report = await mast.index({ full: true, onProgress: (position) => positions.push(position) });
  const took = performance.now() - started;
  clearInterval(timer);
  assert.equal(report.files_indexed, 3000);
  // A blocked loop would have ticked once or twice; a busy machine may miss half.
  assert.ok(late.length > took / 10 / 2, `${late.length} ticks in ${took} ms`);
  assert.ok(positions.length > 1, JSON.stringify(positions));
  assert.deepEqual(positions.at(-1), { done: 3000, total: 3000 });
  for (let at = 1; at < positions.length; at += 1) assert.ok(positions[at].done > positions[at - 1].done);
});

test('many questions of one project keep no more than one thread of the pool', async (t) => {
  const mast = await Mast.open(await project(t, many(300)));
  await mast.index();
  const questions = Array.from({ length: 40 }, () => mast.search({ query: 'task', limit: 50 }));
  const started = performance.now();
  await readFile(fileURLToPath(import.meta.url));
  const read = performance.now() - started;
  const asked = performance.now();
  await Promise.all(questions);
  const answered = performance.now() - asked;
  assert.ok(read < answered / 2 || read < 100, `a file was read after ${read} ms, the questions took ${answered} ms more`);
  await mast.close();
});

test('a worker thread uses it, beside the main thread', async (t) => {
  const root = await project(t, LENDING);
  const mast = await Mast.open(root);
  await mast.index();
  const text = `const { parentPort, workerData } = require('node:worker_threads');
    const { Mast } = require(workerData.face);
    (async () => {
      const mast = await Mast.open(workerData.root);
      const { results } = await mast.search({ query: 'renewLoan' });
      if (workerData.closes) await mast.close();
      parentPort.postMessage(results[0].symbol_name);
    })();`;
  const face = fileURLToPath(new URL('../../npm/mast/index.js', import.meta.url));
  const workers = [true, false, true, false].map((closes) => new Worker(text, { eval: true, workerData: { face, root, closes } }));
  const ended = workers.map((worker) => once(worker, 'exit'));
  const said = await Promise.all(workers.map((worker) => once(worker, 'message')));
  assert.deepEqual(said.flat(), Array(4).fill('renewLoan'));
  assert.deepEqual((await Promise.all(ended)).flat(), [0, 0, 0, 0]);
  assert.equal((await mast.search({ query: 'renewLoan' })).results.length > 0, true);
  await mast.close();
});

test('a worker that loaded it alone ends while a call runs', async (t) => {
  const root = await project(t, many(400));
  const source = `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.face).then(async ({ Mast }) => {
      const mast = await Mast.open(workerData.root);
      mast.index({ full: true, onProgress: () => parentPort.postMessage('runs') });
    });`;
  const text = `import { Worker } from 'node:worker_threads';
    const worker = new Worker(${JSON.stringify(source)}, { eval: true, execArgv: [], workerData: ${JSON.stringify({ face: FACE.href, root })} });
    await new Promise((done) => worker.once('message', done));
    await worker.terminate();
    console.log('terminated');`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', text], { timeout: 60_000 });
  assert.equal(stdout, 'terminated\n');
});

test('the process ends by itself, without close', async (t) => {
  const root = await project(t, LENDING);
  const { stdout, stderr } = await node("const mast = await Mast.open(root); await mast.index(); console.log('end');", root);
  assert.equal(stdout, 'end\n');
  assert.equal(stderr, '');
});

test('process.exit ends a process while a run is under way, and the index stays whole', async (t) => {
  const root = await project(t, many(2000));
  const mast = await Mast.open(root);
  const full = performance.now();
  await mast.index({ full: true });
  const took = performance.now() - full;
  const program = `const mast = await Mast.open(root);
    mast.index({ full: true, onProgress: ({ done }) => { if (done > 0) { console.log('exit'); process.exit(7); } } });
    await new Promise(() => setInterval(() => {}, 1000));`;
  const started = performance.now();
  const error = await node(program, root).then(() => assert.fail('it exits with 7'), (thrown) => thrown);
  assert.equal(error.code, 7, error.stderr);
  assert.equal(error.stdout, 'exit\n');
  t.diagnostic(`a run of ${took.toFixed()} ms was left after ${(performance.now() - started).toFixed()} ms`);
  const { index_fresh: fresh } = await mast.status();
  assert.equal(fresh, true);
  await mast.close();
});

test('what nothing refers to is collected without close', async (t) => {
  const root = await project(t, LENDING);
  const program = `let held = await Mast.open(root); await held.index();
    const gone = new WeakRef(held); held = undefined;
    for (let n = 0; n < 50 && gone.deref(); n += 1) { await new Promise((done) => setTimeout(done, 10)); gc(); }
    console.log(gone.deref() === undefined);
    for (let n = 0; n < 200; n += 1) { const mast = await Mast.open(root); await mast.status(); if (n % 20 === 0) gc(); }
    console.log('end');`;
  const { stdout } = await node(program, root, ['--expose-gc']);
  assert.equal(stdout, 'true\nend\n');
});

test('a killed process leaves an index that can be written again', async (t) => {
  const root = await project(t, many(2000));
  const text = `import { Mast } from ${JSON.stringify(FACE.href)};
    const mast = await Mast.open(${JSON.stringify(root)});
    await mast.index({ full: true, onProgress: () => console.log('runs') });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const mast = await Mast.open(root);
  assert.equal((await mast.index()).files_indexed + (await mast.status()).indexed_files >= 2000, true);
  assert.equal((await mast.status()).index_fresh, true);
  await mast.close();
});
