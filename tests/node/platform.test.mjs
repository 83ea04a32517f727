// The loader, installed without, with another, or with a broken platform package: each has its own error with what to do.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { project } from './projects.mjs';

const PACKAGE = fileURLToPath(new URL('../../npm/mast', import.meta.url));
const NAME = '@spikedpunch/mast';

/** The machine that the loader believes it is on. */
const LINUX = { platform: 'linux', arch: 'x64', libc: 'glibc' };

/** A project with the package and the platform packages `installed`, each a map from its files to their text. */
async function installed(t, platforms = {}, files = {}) {
  const root = await project(t, files);
  await cp(PACKAGE, join(root, 'node_modules', NAME), { recursive: true });
  for (const [platform, contents] of Object.entries(platforms)) {
    const place = join(root, 'node_modules', `${NAME}-${platform}`);
    await mkdir(join(place, 'bin'), { recursive: true });
    await writeFile(join(place, 'package.json'), '{}');
    for (const [path, text] of Object.entries(contents)) await writeFile(join(place, path), text, { mode: 0o755 });
  }
  return root;
}

/** What Node says that runs `script` of the package in `root` as if it were on `machine`. */
function run(root, script, { machine = LINUX, env = {} } = {}) {
  const pretend = `Object.defineProperty(process, 'platform', { value: ${JSON.stringify(machine.platform)} });
    Object.defineProperty(process, 'arch', { value: ${JSON.stringify(machine.arch)} });
    process.report.getReport = () => ({ header: ${machine.libc === 'glibc' ? "{ glibcVersionRuntime: '2.36' }" : '{}'} });`;
  return writeFile(join(root, 'pretend.cjs'), pretend).then(
    () =>
      new Promise((done) => {
        const args = ['--require', './pretend.cjs', ...script];
        const environment = { PATH: process.env.PATH, ...env };
        execFile(process.execPath, args, { cwd: root, env: environment }, (error, stdout, stderr) =>
          done({ code: error ? error.code : 0, stdout, stderr }),
        );
      }),
  );
}

const PROGRAM = [join('node_modules', NAME, 'bin', 'mast.js'), '--version'];
const ADDON = ['--eval', `try { require('${NAME}') } catch (error) { console.log(JSON.stringify({ ...error, message: error.message })) }`];

/** The error, which the program prints and the addon throws. */
async function refusal(root, options) {
  const program = await run(root, PROGRAM, options);
  assert.equal(program.code, 1);
  assert.equal(program.stdout, '');
  const { message, hint, code } = JSON.parse((await run(root, ADDON, options)).stdout);
  assert.equal(program.stderr, `mast: ${message}\nhint: ${hint}\n`);
  return { message, hint, code };
}

test('nothing was installed, since optional dependencies were left out', async (t) => {
  const { message, hint, code } = await refusal(await installed(t));
  assert.equal(message, `\`${NAME}-linux-x64-gnu\` is not installed: it is an optional dependency, and optional dependencies were left out`);
  assert.match(hint, /--omit=optional/);
  assert.equal(code, 'platform_package_missing');
});

test('the lock file lists it, and still it was left out', async (t) => {
  const root = await installed(t, {}, { 'package-lock.json': `{"node_modules/${NAME}-linux-x64-gnu": {}}` });
  assert.match((await refusal(root)).message, /optional dependencies were left out$/);
});

test('the lock file of another platform does not list it', async (t) => {
  for (const lock of ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock']) {
    const root = await installed(t, {}, { [lock]: `${NAME}-darwin-arm64` });
    const { message, hint } = await refusal(root);
    assert.ok(message.includes(`since \`${join(root, lock)}\` does not list it`), message);
    assert.match(hint, /^delete the lock file together with node_modules/);
  }
});

test('node_modules came from another platform', async (t) => {
  const root = await installed(t, { 'darwin-arm64': {} });
  const { message, hint } = await refusal(root);
  assert.equal(
    message,
    `\`${NAME}-linux-x64-gnu\` is not installed, but \`${NAME}-darwin-arm64\` is: these packages were installed on another platform`,
  );
  assert.match(hint, /^delete node_modules and install again on this machine/);
});

test('the package is for the other C library', { skip: process.platform !== 'linux' && 'there is one C library here' }, async (t) => {
  // What stands in for it is there and cannot be run or loaded, as a program whose interpreter is missing.
  const root = await installed(t, { 'linux-x64-gnu': { 'mast.node': 'x', 'bin/mast': '#!/nowhere/ld-linux\n' } });
  const { message, hint } = await refusal(root, { machine: { ...LINUX, libc: 'musl' } });
  assert.equal(message, `\`${NAME}-linux-x64-musl\` is not installed: this Node runs on musl, and the package that is installed is for glibc`);
  assert.match(hint, /`libc`/);
});

test('the package is damaged', async (t) => {
  const root = await installed(t, { 'linux-x64-gnu': { 'mast.node': 'x', 'bin/mast': '#!/nowhere/ld-linux\n' } });
  const { stderr } = await run(root, PROGRAM);
  assert.match(stderr, /^mast: `.*mast-linux-x64-gnu.bin.mast` cannot be used: .*\nhint: delete node_modules and install again/);
});

test('of two packages that fit the one for this C library is taken', async (t) => {
  const both = { 'linux-x64-gnu': { 'bin/mast': '#!/bin/sh\necho gnu' }, 'linux-x64-musl': { 'bin/mast': '#!/bin/sh\necho musl' } };
  const root = await installed(t, both);
  assert.equal((await run(root, PROGRAM)).stdout, 'gnu\n');
  assert.equal((await run(root, PROGRAM, { machine: { ...LINUX, libc: 'musl' } })).stdout, 'musl\n');
});

test('there is no build for this platform', async (t) => {
  const root = await installed(t);
  const { message, hint, code } = await refusal(root, { machine: { platform: 'freebsd', arch: 'x64' } });
  assert.equal(message, 'there is no build of mast for `freebsd-x64`');
  assert.match(hint, /^there are builds for linux-x64-gnu, .*win32-arm64; MAST_BINARY and MAST_ADDON/);
  assert.equal(code, 'platform_unsupported');
});

test('the environment names a program and an addon', async (t) => {
  const root = await installed(t, {}, { other: '#!/bin/sh\necho other "$@"' });
  const { MAST_ADDON, MAST_BINARY } = process.env;
  const asked = await run(root, ['--print', `require('${NAME}').version`], { env: { MAST_ADDON } });
  assert.match(asked.stdout, /^\d+\.\d+\.\d+/);
  assert.match((await run(root, PROGRAM, { env: { MAST_BINARY } })).stdout, /^mast/);
  const missing = await run(root, PROGRAM, { env: { MAST_BINARY: '/nowhere/mast' } });
  assert.deepEqual(missing, {
    code: 1,
    stdout: '',
    stderr: 'mast: `MAST_BINARY` names `/nowhere/mast`, which does not exist\nhint: correct `MAST_BINARY`, or unset it to use the platform package\n',
  });
  const { stdout } = await run(root, ADDON, { env: { MAST_ADDON: '/nowhere/mast.node' } });
  assert.equal(JSON.parse(stdout).message, '`MAST_ADDON` names `/nowhere/mast.node`, which does not exist');
});

test('it is found through links', { skip: process.platform === 'win32' && 'links need rights there' }, async (t) => {
  const root = await installed(t, { 'linux-x64-gnu': { 'bin/mast': '#!/bin/sh\necho found' } });
  await mkdir(join(root, 'node_modules/.bin'));
  await symlink(join('..', NAME, 'bin/mast.js'), join(root, 'node_modules/.bin/mast'));
  assert.equal((await run(root, [join('node_modules/.bin/mast')])).stdout, 'found\n');
});
