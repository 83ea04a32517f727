// What a call from Node costs beside the tool, and what the program costs that is started through the package. No test: it prints.
//
//   MAST_ADDON=<addon> MAST_BINARY=<program> node tests/node/measure.mjs

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Mast } from '../../npm/mast/index.mjs';

const file = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const addon = createRequire(import.meta.url)('../../npm/mast/lib/addon.js');

function median(times) {
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)];
}

/** Prints the median of one after another, in microseconds. */
async function calls(what, call, count = 3000) {
  const times = [];
  for (let at = -count / 10; at < count; at += 1) {
    const started = performance.now();
    await call();
    if (at >= 0) times.push(performance.now() - started);
  }
  console.log(`${(median(times) * 1000).toFixed(1).padStart(8)} µs  ${what}`);
}

/** Prints the median of one process after another, in milliseconds. */
function processes(kinds, count = 40) {
  const times = kinds.map(() => []);
  for (let at = 0; at < count; at += 1) {
    for (const [kind, [, ...command]] of kinds.entries()) {
      const started = performance.now();
      spawnSync(command[0], command.slice(1), { stdio: 'ignore' });
      times[kind].push(performance.now() - started);
    }
  }
  for (const [kind, [what]] of kinds.entries()) console.log(`${median(times[kind]).toFixed(1).padStart(8)} ms  ${what}`);
}

const root = mkdtempSync(join(tmpdir(), 'mast-measure-'));
cpSync(file('tests/projects/sample'), root, { recursive: true });
const mast = await Mast.open(root);
await mast.index();
const project = await addon.open(root);
await calls('a file is looked at: the way to the pool and back', () => stat(root));
await calls('a call of the addon that is refused at once', () => project.call('mast_status', '['));
await calls('the same through `Mast`, with the error that it throws', () => mast.call('none').catch(() => {}));
await calls('`efficiency`, which needs no index', () => mast.efficiency({ scope: 'session' }));
await calls('`exports`', () => mast.exports({ file_path: 'src/loans.ts' }), 1000);
const { _stats: stats } = await mast.exports({ file_path: 'src/loans.ts' });
console.log(`${(stats.duration_ms * 1000).toFixed(0).padStart(8)} µs  of that, as the library says, in it`);
await mast.close();
processes([
  ['`node --eval 0`', process.execPath, '--eval', '0'],
  ['`mast --version` through the package', process.execPath, file('npm/mast/bin/mast.js'), '--version'],
  ['`mast --version`', process.env.MAST_BINARY, '--version'],
]);
rmSync(root, { recursive: true, force: true });
