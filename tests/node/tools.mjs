// Tools of others, pinned, for tests that need them: installed once below the target directory, where a registry can be reached.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PLACE = process.env.MAST_TEST_TOOLS ?? join(tmpdir(), 'mast-test-tools');

/**
 * The directory in which `packages`, such as `typescript@5.9.3`, are installed; undefined, and the test `t` is skipped, where they
 * cannot be had.
 */
export async function tools(t, packages) {
  const place = join(PLACE, packages.join('+').replaceAll('/', '-'));
  const done = join(place, 'installed');
  if (existsSync(done)) return place;
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), '{"private": true}');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error', '--fetch-retries=1'];
  try {
    await run('npm', ['install', ...flags, ...packages], { cwd: place, shell: process.platform === 'win32', timeout: 300_000 });
  } catch (error) {
    t.skip(`${packages.join(', ')} cannot be installed: ${String(error.stderr ?? error.message).split('\n')[0]}`);
    return undefined;
  }
  await writeFile(done, '');
  return place;
}
