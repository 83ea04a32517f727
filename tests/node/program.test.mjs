// The program behind `npx mast`: its arguments, streams and end are those of the program itself.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { LENDING, project } from './projects.mjs';

const SHIM = fileURLToPath(new URL('../../npm/mast/bin/mast.js', import.meta.url));
const posix = { skip: process.platform === 'win32' && 'signals are those of Unix' };

/** A started shim; `ended` tells its exit code and signal. */
function start(args, { cwd, env = {}, stdin = 'pipe', command = [process.execPath, SHIM] } = {}) {
  const child = spawn(command[0], [...command.slice(1), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => (said.out += text));
  child.stderr.on('data', (text) => (said.err += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }));
  return { child, said, ended };
}

/** A program that stands in for mast, in the language of the shell. */
async function standIn(t, script) {
  const root = await project(t, { mast: `#!/bin/sh\n${script}` });
  const { chmod } = await import('node:fs/promises');
  await chmod(join(root, 'mast'), 0o755);
  return { MAST_BINARY: join(root, 'mast') };
}

/** Waits until `holds` does. */
async function until(holds, what, patience = 15_000) {
  const deadline = Date.now() + patience;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `${what} within ${patience} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('arguments, output and exit codes pass through', async (t) => {
  const cwd = await project(t, LENDING);
  assert.deepEqual((await start(['init'], { cwd }).ended).code, 0);
  const found = await start(['search', 'renewLoan', '-n', '1'], { cwd }).ended;
  assert.equal(found.code, 0);
  assert.match(found.out, /^src\/loans\.ts:3 {2}renewLoan/);
  const wrong = await start(['serch'], { cwd }).ended;
  assert.equal(wrong.code > 0, true);
  assert.match(wrong.err, /serch/);
});

test('the input reaches the program', posix, async (t) => {
  const { child, ended } = start([], { env: await standIn(t, 'cat; exit 3') });
  child.stdin.end('line\n');
  assert.deepEqual(await ended, { code: 3, signal: null, out: 'line\n', err: '' });
});

test('signals reach the program, which decides what they do', posix, async (t) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const env = await standIn(t, `trap 'echo ${signal}; exit 4' ${signal.slice(3)}; echo ready; n=0; while [ $n -lt 400 ]; do n=$((n + 1)); sleep 0.05; done`);
    const { child, said, ended } = start([], { env });
    await until(() => said.out === 'ready\n', 'it is ready');
    child.kill(signal);
    assert.deepEqual(await ended, { code: 4, signal: null, out: `ready\n${signal}\n`, err: '' });
  }
});

test('a program that a signal ends makes the shim end by it', posix, async (t) => {
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGSEGV']) {
    const { ended } = start([], { env: await standIn(t, `kill -${signal.slice(3)} $$; sleep 5`) });
    assert.deepEqual(await ended, { code: null, signal, out: '', err: '' });
  }
  // A shell says it by its own numbers.
  const env = await standIn(t, 'kill -TERM $$; sleep 5');
  const { out } = await start([], { env, command: ['sh', '-c', `"${process.execPath}" "${SHIM}"; echo $?`] }).ended;
  assert.equal(out, `${128 + constants.signals.SIGTERM}\n`);
});

test('a program that cannot be started is told', posix, async (t) => {
  const root = await project(t, { mast: 'no program' });
  const { code, err } = await start([], { env: { MAST_BINARY: join(root, 'mast') } }).ended;
  assert.equal(code, 1);
  assert.match(err, /^mast: `.*` cannot be used: .*EACCES/);
});

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A server that answers, with the number of its process. */
async function serving(t, options = {}) {
  const cwd = await project(t, LENDING);
  const server = start(['serve', '--no-watch', ...(options.args ?? [])], { cwd, ...options });
  server.child.stdin?.write(`${JSON.stringify(HELLO)}\n`);
  return { ...server, cwd };
}

test('a server answers, and ends when its input does', async (t) => {
  const { child, said, ended } = await serving(t);
  await until(() => said.out.includes('\n'), 'it answers');
  assert.equal(JSON.parse(said.out.split('\n')[0]).result.serverInfo.name, 'mast');
  child.stdin.end();
  assert.equal((await ended).code, 0);
});

/** The numbers of the processes whose parent is `parent`. */
async function childrenOf(parent) {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

const linux = { skip: process.platform !== 'linux' && 'children are looked for in /proc' };

test('a server ends when the shim is killed', linux, async (t) => {
  const { child, said } = await serving(t);
  await until(() => said.out.includes('\n'), 'it answers');
  const [server] = await childrenOf(child.pid);
  child.kill('SIGKILL');
  await until(() => !isAlive(server), 'the server ends');
});

test('shim and server end when the client is killed', linux, async (t) => {
  const cwd = await project(t, LENDING);
  // The input is kept open by somebody else, as by a terminal, so that it does not end with the client.
  for (const input of ['"pipe"', '"inherit"']) {
    const text = `const { spawn } = require('node:child_process');
      const shim = spawn(process.execPath, [${JSON.stringify(SHIM)}, 'serve', '--no-watch'], { stdio: [${input}, 'ignore', 'ignore'] });
      console.log(shim.pid); setInterval(() => {}, 1000);`;
    const client = start(['--eval', text], { cwd, command: [process.execPath] });
    await until(() => client.said.out.includes('\n'), 'the client runs');
    const shim = Number(client.said.out);
    await until(async () => (await childrenOf(shim)).length === 1, 'the server runs');
    const [server] = await childrenOf(shim);
    // It has taken its parent down by then.
    await new Promise((done) => setTimeout(done, 300));
    client.child.kill('SIGKILL');
    await until(() => !isAlive(server) && !isAlive(shim), `both end with ${input}`);
    client.child.stdin.end();
  }
});
