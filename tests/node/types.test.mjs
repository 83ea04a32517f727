// The declarations, compiled as strictly as can be, from modules and from CommonJS.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { project } from './projects.mjs';
import { tools } from './tools.mjs';

const COMPILER = 'typescript@5.9.3';
const NODE_TYPES = '@types/node@20.19.25';

const TYPES = fileURLToPath(new URL('types', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../npm/mast', import.meta.url));

/** What the compiler says of the files `names` with `options`; empty when it has nothing to say. */
async function compile(t, names, options) {
  const installed = await tools(t, [COMPILER, NODE_TYPES]);
  if (!installed) return undefined;
  const root = await project(t);
  await cp(TYPES, root, { recursive: true });
  await cp(PACKAGE, join(root, 'node_modules/@spikedpunch/mast'), { recursive: true });
  await symlink(join(installed, 'node_modules/@types'), join(root, 'node_modules/@types'), 'junction');
  const always = { strict: true, noEmit: true, skipDefaultLibCheck: true, target: 'es2022', types: [], lib: ['es2022', 'dom'] };
  const config = { compilerOptions: { ...always, ...options }, files: names };
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(installed, 'node_modules/typescript/bin/tsc');
  return new Promise((done) => execFile(process.execPath, [compiler, '-p', root], (_, stdout) => done(stdout)));
}

const NODE = { module: 'node16', moduleResolution: 'node16' };
const CASES = [
  ['modules, as Node resolves them, with its types', ['consumer.mts', 'wrong.mts'], { ...NODE, lib: ['es2022'], types: ['node'] }],
  ['CommonJS, as Node resolves it', ['consumer.cts'], NODE],
  ['as bundlers resolve it', ['consumer.mts', 'wrong.mts'], { module: 'esnext', moduleResolution: 'bundler' }],
  ['as it was resolved before exports', ['consumer.cts'], { module: 'commonjs', moduleResolution: 'node10' }],
  ['without the types of Node or of the browser', ['wrong.mts'], { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022'] }],
  [
    'with every check that there is',
    ['consumer.mts', 'wrong.mts'],
    { ...NODE, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, isolatedModules: true },
  ],
];

for (const [name, files, options] of CASES) {
  test(`it compiles: ${name}`, async (t) => {
    const said = await compile(t, files, options);
    if (said !== undefined) assert.equal(said, '');
  });
}

test('a wrong use is seen', async (t) => {
  const said = await compile(t, ['consumer.mts'], { ...NODE, lib: ['es2022'] });
  // Without them there is no `AbortController`: the compiler does look.
  if (said !== undefined) assert.match(said, /AbortController/);
});
