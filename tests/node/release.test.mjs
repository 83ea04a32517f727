// The workflow that releases: it builds the platforms of the one list, and may do no more than it says.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { project } from './projects.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WORKFLOW = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
const PLATFORMS = JSON.parse(readFileSync(join(ROOT, 'npm/platforms.json'), 'utf8'));
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'npm/mast/package.json'), 'utf8'));

/** The text of the job `name`. */
function job(name) {
  const jobs = WORKFLOW.slice(WORKFLOW.indexOf('\njobs:\n')).split(/^(?= {2}\w+:$)/m);
  return jobs.find((text) => text.startsWith(`  ${name}:\n`)) ?? assert.fail(`there is no job \`${name}\``);
}

test('the platforms that are built are those of the list', { skip: process.platform === 'win32' && 'its commands are for bash' }, async (t) => {
  const plan = job('plan');
  const [, script] = /run: \|\n((?: {10}.*\n)+)/.exec(plan);
  const output = join(await project(t), 'output');
  execFileSync('bash', ['-euc', script], { cwd: ROOT, env: { ...process.env, GITHUB_OUTPUT: output } });
  const given = Object.fromEntries(
    readFileSync(output, 'utf8').trim().split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  assert.deepEqual(JSON.parse(given.platforms), PLATFORMS);
  assert.equal(given.version, MANIFEST.version);
  assert.ok(plan.includes('platforms: ${{ steps.plan.outputs.platforms }}'));
  const build = job('build');
  assert.ok(build.includes('matrix:\n        platform: ${{ fromJSON(needs.plan.outputs.platforms) }}\n'));
  assert.ok(build.includes('runs-on: ${{ matrix.platform.runner }}\n'));
});

test('the published package names exactly these platforms, at its version', () => {
  const expected = Object.fromEntries(PLATFORMS.map(({ name }) => [`${MANIFEST.name}-${name}`, MANIFEST.version]));
  assert.deepEqual(MANIFEST.optionalDependencies, expected);
  assert.equal(MANIFEST.scripts, undefined);
  assert.equal(MANIFEST.dependencies, undefined);
});

test('each job has the rights that it needs', () => {
  assert.match(WORKFLOW, /^permissions: \{\}$/m);
  const rights = {
    plan: ['contents: read'],
    test: ['contents: read'],
    main: ['contents: read', 'id-token: write', 'attestations: write'],
    build: ['contents: read', 'id-token: write', 'attestations: write'],
    npm: ['id-token: write'],
    github: ['contents: write'],
  };
  for (const [name, expected] of Object.entries(rights)) {
    const [, block] = /^ {4}permissions:\n((?: {6}.*\n)+)/m.exec(job(name));
    const given = block.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
    assert.deepEqual(given, expected, name);
  }
  const names = [...WORKFLOW.slice(WORKFLOW.indexOf('\njobs:\n')).matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
  assert.deepEqual(names, Object.keys(rights));
  assert.ok(!WORKFLOW.includes('secrets.'));
});

test('each action is named by a commit', () => {
  const used = [...WORKFLOW.matchAll(/uses: (\S+)(.*)$/gm)];
  assert.ok(used.length > 5);
  for (const [line, action, comment] of used) {
    assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40}$/, line);
    assert.match(comment, /^ # v\d+\.\d+\.\d+$/, line);
  }
});

test('no expression stands inside a script', () => {
  for (const [script] of WORKFLOW.matchAll(/run: \|\n(?: {10}.*\n|\n)+|run: .*$/gm)) {
    assert.ok(!script.includes('${{'), script);
  }
});
