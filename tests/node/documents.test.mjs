// The programs in docs/node-api.md: each is run as it stands, in the sample project, and prints what the document says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'node:test';
import { project } from './projects.mjs';

const run = promisify(execFile);
const file = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Each block of JavaScript in `document`, with the output that stands below it, if any. */
function programs(document) {
  const blocks = [...document.matchAll(/^```js\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)];
  return blocks.map(([, text, output]) => ({ text, output, line: document.slice(0, document.indexOf(text)).split('\n').length }));
}

for (const path of ['docs/node-api.md', 'README.md']) {
  test(`${path} says what its programs print`, async (t) => {
    const root = await project(t);
    await cp(file('tests/projects/sample'), root, { recursive: true });
    await mkdir(join(root, 'node_modules/@spikedpunch'), { recursive: true });
    await symlink(file('npm/mast'), join(root, 'node_modules/@spikedpunch/mast'), 'junction');
    const found = programs(await readFile(file(path), 'utf8'));
    assert.ok(found.length > 0);
    for (const { text, output, line } of found) {
      const name = text.includes('require(') ? 'program.cjs' : 'program.mjs';
      const place = join(root, 'node_modules', name);
      await writeFile(place, text);
      const { stdout } = await run(process.execPath, [place], { cwd: root }).catch((error) => assert.fail(`${path}:${line}: ${error.stderr}`));
      assert.equal(stdout, output ?? stdout, `${path}:${line}`);
    }
  });
}
