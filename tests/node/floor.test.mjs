// What programs for Linux need of the C library, as npm/floor.mjs reads it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { checkFloor, newestGlibc, versionsNeeded } from '../../npm/floor.mjs';

const linux = { skip: process.platform !== 'linux' && 'other systems have other libraries' };
const PROGRAM = process.env.MAST_BINARY;

/** What another program reads of the same file; undefined where it is not here. */
function readByOthers(path) {
  try {
    const text = execFileSync('readelf', ['--wide', '--version-info', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
    const needs = text.slice(text.indexOf('Version needs section'));
    return new Set([...needs.matchAll(/Name: (\S+) +Flags/g)].map(([, name]) => name));
  } catch {
    return undefined;
  }
}

test('the versions are those that others read', linux, (t) => {
  const versions = versionsNeeded(readFileSync(PROGRAM));
  const expected = readByOthers(PROGRAM);
  if (!expected) return t.skip('readelf is not here');
  assert.deepEqual([...versions].sort(), [...expected].sort());
});

test('the newest is found by its numbers', () => {
  assert.equal(newestGlibc(['GLIBC_2.2.5', 'GLIBC_2.17', 'GLIBC_2.9', 'GCC_3.0', 'GLIBC_PRIVATE']), '2.17');
  assert.equal(newestGlibc(['GLIBC_2.2', 'GLIBC_2.2.5']), '2.2.5');
  assert.equal(newestGlibc(['GCC_3.0']), undefined);
});

test('a floor is held', linux, () => {
  checkFloor('99.0', [PROGRAM]);
  assert.throws(() => checkFloor('2.0', [PROGRAM]), /needs glibc 2\.\d+, and 2\.0 is the newest that may be needed\nhint: build it with `--zig`/);
  const tool = fileURLToPath(new URL('../../npm/floor.mjs', import.meta.url));
  assert.throws(() => execFileSync(process.execPath, [tool, '2.0', PROGRAM], { stdio: 'pipe' }), { status: 1 });
});

test('what is no such file is refused', () => {
  assert.throws(() => versionsNeeded(Buffer.alloc(64)), /no ELF file/);
});
