// Installs the packed packages with each package manager, and uses them as their users do.
//
// usage: node run.mjs <package>…      as npm/pack.mjs prints them

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { managers, PINNED, write } from './managers.mjs';
import { serve } from './registry.mjs';

const PACKAGES = process.argv.slice(2).map((path) => resolve(path));
const TOOLS = join(dirname(PACKAGES[0]), 'managers');
const PLATFORMS = JSON.parse(readFileSync(new URL('../../npm/platforms.json', import.meta.url), 'utf8'));
const NAME = '@spikedpunch/mast';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'mast-packages-')));
process.on('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));

/** The longest that anything may take, in milliseconds. */
const PATIENCE = 120_000;

/** Nothing of the surroundings: no cache, no configuration, no store of the user. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: join(place, 'home'),
  USERPROFILE: join(place, 'home'),
  TMPDIR: join(place, 'tmp'),
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot, TEMP: join(place, 'tmp') }),
  NO_COLOR: '1',
  COREPACK_ENABLE_STRICT: '0',
};

/** Runs `command` in `cwd`; fails with all that it said, unless it `mayFail`. This process goes on meanwhile: it is the registry. */
async function run(cwd, command, { mayFail = false, env = {} } = {}) {
  const [program, ...args] = command;
  const shell = process.platform === 'win32' && ['npm', 'npx'].includes(program);
  const child = spawn(program, args, { cwd, env: { ...ENVIRONMENT, ...env }, shell, stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => (said.out += text));
  child.stderr.on('data', (text) => (said.err += text));
  const code = await new Promise((done) => {
    child.on('error', (error) => (said.err += error));
    child.on('close', done);
  });
  if (!mayFail) assert.equal(code, 0, `${command.join(' ')} in ${cwd}: ${said.out}${said.err}`);
  return { ...said, code };
}

const SOURCES = {
  'src/loans.ts': "import { nextOpenDay } from './days';\nexport const renewLoan = (due: Date) => nextOpenDay(due);\n",
  'src/days.ts': 'export function nextOpenDay(day: Date): Date {\n  return day;\n}\n',
  'module.mjs': `import { Mast, version } from '${NAME}';
const mast = await Mast.open('.');
const { results } = await mast.search({ query: 'nextOpenDay', limit: 1 });
console.log(version, results[0].file_path);
await mast.close();
`,
  'script.cjs': `const { Mast, tools } = require('${NAME}');
Mast.open('.').then(async (mast) => {
  const { verified_callers: callers } = await mast.callers({ symbol: 'nextOpenDay' });
  console.log(tools().length > 10, callers[0].caller_symbol);
  await mast.close();
});
`,
  'typed.mts': `import { Mast } from '${NAME}';
const mast = await Mast.open();
const files: string[] = (await mast.projectSkeleton({ limit: 5 })).files.map((file) => file.file_path);
export default files;
`,
  'typed.cts': `import { Mast } from '${NAME}';
export const open: Promise<Mast> = Mast.open();
`,
  'tsconfig.json': {
    compilerOptions: { strict: true, noEmit: true, module: 'node16', target: 'es2022', lib: ['es2022'], types: [], skipDefaultLibCheck: true },
    files: ['typed.mts', 'typed.cts'],
  },
  // What a package manager writes is not what is searched.
  'mast.config.json': { exclude_patterns: ['**/node_modules/**', '.yarn/**', '.mast/**', '.pnp.*'] },
};

/** What the program and the library answer in `cwd`, where the package is installed. */
async function use(manager, cwd) {
  const exec = (...args) => run(cwd, [...manager.exec, 'mast', ...args]);
  assert.match((await exec('--version')).out, new RegExp(`mast ${version}`));
  await exec('init');
  assert.match((await exec('search', 'nextOpenDay', '-n', '1')).out, /^src\/days\.ts:1 {2}nextOpenDay/);
  const wrong = await run(cwd, [...manager.exec, 'mast', 'serch'], { mayFail: true });
  assert.notEqual(wrong.code, 0);
  assert.equal((await run(cwd, [...manager.node, 'module.mjs'])).out, `${version} src/days.ts\n`);
  assert.equal((await run(cwd, [...manager.node, 'script.cjs'])).out, 'true renewLoan\n');
  await initialize([...manager.exec, 'mast', 'serve', '--no-watch'], cwd);
  const compiler = join(TOOLS, 'node_modules/typescript/bin/tsc');
  if (existsSync(compiler) && !manager.hasNoFolder) await run(cwd, ['node', compiler, '-p', '.']);
}

/** Greets the server that `command` starts, lists its tools, and lets it end. */
async function initialize(command, cwd) {
  const [program, ...args] = command;
  const shell = process.platform === 'win32' && program === 'npx';
  const server = spawn(program, args, { cwd, env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'], shell });
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let said = '';
  const ended = new Promise((done) => server.once('exit', done));
  await new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`the server said nothing but: ${said}`)), 60_000);
    server.stdout.on('data', (text) => {
      said += text;
      if (said.split('\n').length > 2) {
        clearTimeout(late);
        done();
      }
    });
  });
  const [hello, list] = said.split('\n').map((line) => line && JSON.parse(line));
  assert.equal(hello.result.serverInfo.version, version);
  assert.ok(list.result.tools.length > 10);
  server.stdin.end();
  assert.equal(await ended, 0);
}

/** The platform packages that are there, wherever the package manager puts them. */
function installedPlatforms(root) {
  const found = [];
  for (const folder of [join(root, 'node_modules', '@spikedpunch'), join(root, 'node_modules/.pnpm')]) {
    if (existsSync(folder)) found.push(...readdirSync(folder).filter((name) => /(^|\+)mast-/.test(name)));
  }
  return found.map((name) => name.replace(/^.*mast-/, '').replace(/@.*$/, ''));
}

async function fresh(manager, root) {
  write(root, { 'package.json': { name: 'app', private: true }, ...manager.files, ...SOURCES });
  await run(root, [...manager.add, NAME]);
  if (!manager.hasNoFolder) {
    const platforms = installedPlatforms(root);
    assert.ok(platforms.includes(platform.name), platforms.join());
    if (!manager.takesBoth) assert.deepEqual(platforms, [platform.name]);
  }
  // A lock file that is committed serves every machine.
  const lock = readFileSync(join(root, manager.lock), 'utf8');
  for (const { name } of PLATFORMS) assert.ok(lock.includes(`${NAME}-${name}`), `${name} is in ${manager.lock}`);
  await use(manager, root);
}

async function subPackage(manager, root) {
  const app = { name: 'app', version: '1.0.0', private: true, devDependencies: { [NAME]: version } };
  write(root, {
    'package.json': { name: 'monorepo', private: true, workspaces: ['packages/*'] },
    'packages/other/package.json': { name: 'other', version: '1.0.0', private: true },
    ...manager.files,
    ...manager.workspace,
  });
  write(join(root, 'packages/app'), { 'package.json': app, ...SOURCES });
  await run(root, manager.install);
  await use(manager, join(root, 'packages/app'));
}

async function withoutOptional(manager, root) {
  write(root, { 'package.json': { name: 'app', private: true, dependencies: { [NAME]: version } }, ...manager.files, ...SOURCES });
  await run(root, manager.withoutOptional);
  const refused = await run(root, [...manager.exec, 'mast', '--version'], { mayFail: true });
  assert.notEqual(refused.code, 0);
  assert.match(refused.err, new RegExp(`mast: \`${NAME}-${platform.name}\` is not installed.*\nhint: `));
  // The program that the environment names runs all the same.
  const program = await run(root, [...manager.exec, 'mast', '--version'], { env: { MAST_BINARY: process.execPath } });
  assert.equal(program.out.trim(), process.version);
}

/** With npm: for all projects of a user, and without any project. */
async function elsewhere(manager, root) {
  write(root, { ...manager.files, ...SOURCES });
  const prefix = join(root, 'global');
  // Only a project's own installs look at the settings of its directory.
  const env = { npm_config_userconfig: join(root, '.npmrc') };
  await run(root, ['npm', 'install', '--global', '--prefix', prefix, '--loglevel=error', NAME], { env });
  const bin = process.platform === 'win32' ? prefix : join(prefix, 'bin');
  const path = `${bin}${delimiter}${ENVIRONMENT.PATH}`;
  assert.match((await run(root, ['mast', '--version'], { env: { PATH: path } })).out, new RegExp(version));
  assert.match((await run(root, ['npx', '--yes', NAME, '--version'], { env })).out, new RegExp(version));
}

function installTools() {
  const isMissing = (pinned) => {
    const [, name, wanted] = /^(.+)@(.+)$/.exec(pinned);
    const manifest = join(TOOLS, 'node_modules', name, 'package.json');
    return !existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== wanted;
  };
  const missing = PINNED.filter(isMissing);
  if (missing.length === 0) return TOOLS;
  mkdirSync(TOOLS, { recursive: true });
  write(TOOLS, { 'package.json': { private: true } });
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--fetch-retries=1'];
  const ran = spawnSync('npm', ['install', ...flags, ...PINNED], { cwd: TOOLS, encoding: 'utf8', shell: process.platform === 'win32' });
  if (ran.status === 0) return TOOLS;
  console.log(`packages: pnpm and yarn cannot be had, so npm alone is tested: ${ran.stderr.split('\n')[0]}`);
  return undefined;
}

for (const folder of ['home', 'tmp', 'stand-ins']) mkdirSync(join(place, folder));
const registry = await serve(PACKAGES, PLATFORMS, join(place, 'stand-ins'));
const { version } = JSON.parse(readFileSync(new URL('../../npm/mast/package.json', import.meta.url), 'utf8'));
const platform = PLATFORMS.find(({ name }) => PACKAGES.some((path) => path.includes(`mast-${name}-`)));
let [passed, failed] = [0, 0];
for (const manager of managers(installTools(), NAME.slice(1).split('/')[0], registry)) {
  const uses = [['a project', fresh], ['a sub-package', subPackage]];
  if (manager.withoutOptional) uses.push(['without optional dependencies', withoutOptional]);
  if (manager.name === 'npm') uses.push(['for the user', elsewhere]);
  for (const [name, check] of uses) {
    const root = join(place, `${manager.name} ${name}`.replaceAll(/[^a-z]+/gi, '-'));
    mkdirSync(root);
    const started = performance.now();
    try {
      await check(manager, root);
      passed += 1;
      console.log(`packages: ${manager.name}, ${name}: ok, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      failed += 1;
      console.log(`packages: ${manager.name}, ${name}: ${error.stack}`);
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
