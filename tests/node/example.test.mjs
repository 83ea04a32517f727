// The example, on its fixture: what its README says is what it prints.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'node:test';
import { project } from './projects.mjs';

const run = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL('../../examples/build-plugin', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../npm/mast', import.meta.url));

/** A copy of the example with the package installed. */
async function copied(t) {
  const root = await project(t);
  await cp(EXAMPLE, root, { recursive: true });
  await mkdir(join(root, 'node_modules/@spikedpunch'), { recursive: true });
  await symlink(PACKAGE, join(root, 'node_modules/@spikedpunch/mast'), 'junction');
  return root;
}

test('the script prints what the README says', async (t) => {
  const root = await copied(t);
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, file] = /^node \.\.\/main\.mjs (\S+)$/m.exec(readme);
  const [, expected] = /```text\n([^`]*)```/.exec(readme);
  const cwd = join(root, 'fixture');
  const main = join(root, 'main.mjs');
  assert.equal((await run(process.execPath, [main, file], { cwd })).stdout, expected);
  const { stdout } = await run(process.execPath, [main, 'packages/core/src/money.ts'], { cwd });
  assert.equal(stdout, '@fixture/app\n@fixture/core\n@fixture/site\n@fixture/ui\n');
  assert.equal((await run(process.execPath, [main, 'packages/app/src/main.tsx'], { cwd })).stdout, '@fixture/app\n');
  assert.equal((await run(process.execPath, [main], { cwd })).stdout, '');
});

test('the plugin tells before a build and while it watches', async (t) => {
  const root = await copied(t);
  const { affected } = await import(pathToFileURL(join(root, 'plugin.mjs')));
  const told = [];
  const fixture = join(root, 'fixture');
  const plugin = affected({
    root: fixture,
    changed: () => ['packages/ui/src/price.tsx'],
    onAffected: (packages) => told.push(Object.fromEntries(packages)),
  });
  await plugin.buildStart();
  await plugin.closeBundle.call({ meta: { watchMode: true } });
  await plugin.watchChange(join(fixture, 'packages/site/src/title.ts'));
  await plugin.closeWatcher();
  assert.deepEqual(told, [
    { '@fixture/app': ['packages/app/src/main.tsx'], '@fixture/ui': ['packages/ui/src/price.tsx'] },
    { '@fixture/site': ['packages/site/src/title.ts'] },
  ]);
});
