// Makes the packages that are published: builds program and addon for one platform of platforms.json, and packs them.
//
//   node npm/pack.mjs                                    this machine's platform and the published package, from a dev build
//   node npm/pack.mjs --profile release --zig            the same, optimised, for the oldest C library that is supported
//   node npm/pack.mjs --platform darwin-arm64 --only platform
//   node npm/pack.mjs --only main                        the published package alone
//
// Everything it writes is below the target directory: the packages in target/npm, what they are packed from in target/npm/stage.
// It prints the paths of the packages. `--zig` builds with cargo-zigbuild, which cross-compiles C too and links against the stubs of
// the C library's version that platforms.json names as the floor.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkFloor } from './floor.mjs';

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const PLATFORMS = JSON.parse(readFileSync(join(REPOSITORY, 'npm/platforms.json'), 'utf8'));
const TARGET = resolve(REPOSITORY, process.env.CARGO_TARGET_DIR ?? 'target');

const { values: options } = parseArgs({
  options: {
    platform: { type: 'string' },
    profile: { type: 'string', default: 'dev' },
    zig: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string', default: join(TARGET, 'npm') },
  },
});

/** What is packed before it is packed. */
const STAGE = join(options.out, 'stage');

/** The platform of this machine. */
function host() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  const libc = process.platform === 'linux' ? (glibcVersionRuntime ? '-gnu' : '-musl') : '';
  return `${process.platform}-${process.arch}${libc}`;
}

function platformNamed(name) {
  const platform = PLATFORMS.find((platform) => platform.name === name);
  if (!platform) throw new Error(`there is no platform \`${name}\`\nhint: there are ${PLATFORMS.map(({ name }) => name).join(', ')}`);
  return platform;
}

function run(command, args, environment = {}) {
  const env = { ...process.env, ...environment };
  // Only what is made is printed to standard output.
  return execFileSync(command, args, { cwd: REPOSITORY, env, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' && command === 'npm' });
}

/** Builds program and addon, and gives their paths. */
function build(platform) {
  const isMusl = platform.libc === 'musl';
  const flag = `CARGO_TARGET_${platform.target.toUpperCase().replaceAll('-', '_')}_RUSTFLAGS`;
  // The program is static there; a library that Node loads cannot be. Other flags make another build.
  const program = cargo(platform, isMusl ? ['mast-cli'] : ['mast-cli', 'mast-node'], TARGET);
  const addon = isMusl ? cargo(platform, ['mast-node'], join(TARGET, 'npm-musl'), { [flag]: '-C target-feature=-crt-static' }) : program;
  const built = { program: join(program, platform.program), addon: join(addon, platform.addon) };
  if (options.zig && platform.floor) checkFloor(platform.floor, Object.values(built));
  return built;
}

/** Builds `packages`, and gives the directory that they are in. */
function cargo(platform, packages, target, environment) {
  const isHost = platform.name === host() && !options.zig && platform.libc !== 'musl';
  const args = [options.zig ? 'zigbuild' : 'build', '--locked', '--profile', options.profile, '--target-dir', target];
  // Tests have built the workspace as a whole; a package alone has dependencies with other features, which would be built anew.
  if (isHost && options.profile === 'dev') args.push('--workspace');
  else for (const name of packages) args.push('--package', name);
  if (!isHost) args.push('--target', options.zig && platform.floor ? `${platform.target}.${platform.floor}` : platform.target);
  run('cargo', args, environment);
  return join(target, isHost ? '' : platform.target, options.profile === 'dev' ? 'debug' : options.profile);
}

/** The manifest that is committed; its version is that of the workspace. */
const MANIFEST = JSON.parse(readFileSync(join(REPOSITORY, 'npm/mast/package.json'), 'utf8'));

function stagePlatform(platform) {
  const { program, addon } = build(platform);
  const place = fresh(platform.name);
  const name = `${MANIFEST.name}-${platform.name}`;
  const { version, license, repository, engines, publishConfig } = MANIFEST;
  write(join(place, 'package.json'), {
    name,
    version,
    description: `The program and the Node addon of mast for ${platform.name}; installed by ${MANIFEST.name}`,
    license,
    repository,
    main: 'mast.node',
    os: [platform.os],
    cpu: [platform.cpu],
    ...(platform.libc && { libc: [platform.libc] }),
    engines,
    // Neither a program nor a library can be used while it is inside an archive.
    preferUnplugged: true,
    publishConfig,
  });
  writeFileSync(join(place, 'README.md'), `# ${name}\n\nThe program and the Node addon of mast for ${platform.name}. Install \`${MANIFEST.name}\`.\n`);
  copyFileSync(join(REPOSITORY, 'LICENSE'), join(place, 'LICENSE'));
  mkdirSync(join(place, 'bin'));
  copyBuilt(addon, join(place, 'mast.node'));
  copyBuilt(program, join(place, 'bin', platform.program));
  return place;
}

/** Copies what was built, without what only a debugger reads. */
function copyBuilt(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
  if (options.profile === 'release') return;
  try {
    execFileSync('strip', [process.platform === 'darwin' ? '-S' : '--strip-debug', to], { stdio: 'ignore' });
  } catch {
    // It is larger then.
  }
}

function stageMain() {
  const place = fresh('mast');
  cpSync(join(REPOSITORY, 'npm/mast'), place, { recursive: true });
  for (const file of documents()) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    copyFileSync(join(REPOSITORY, file), join(place, file));
  }
  return place;
}

/** The licence, the README, and the documents that one comes to from there. */
function documents() {
  const found = new Set(['LICENSE', 'README.md']);
  for (const file of found) {
    if (!file.endsWith('.md')) continue;
    for (const [, link] of readFileSync(join(REPOSITORY, file), 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
      const path = relative(REPOSITORY, resolve(REPOSITORY, dirname(file), link));
      if (/\.(md|h)$/.test(path) && existsSync(join(REPOSITORY, path))) found.add(path.replaceAll('\\', '/'));
      else if (path === 'LICENSE') found.add(path);
    }
  }
  return found;
}

function fresh(name) {
  const place = join(STAGE, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  return place;
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function pack(place) {
  const made = run('npm', ['pack', place, '--json', '--ignore-scripts', '--pack-destination', options.out]);
  // A list of one, or a map by name in newer versions of npm.
  const [{ filename, size, unpackedSize }] = Object.values(JSON.parse(made));
  process.stderr.write(`${filename}: ${(size / 1e6).toFixed(2)} MB, unpacked ${(unpackedSize / 1e6).toFixed(2)} MB\n`);
  process.stdout.write(`${join(options.out, filename)}\n`);
}

try {
  mkdirSync(options.out, { recursive: true });
  if (options.only !== 'main') pack(stagePlatform(platformNamed(options.platform ?? host())));
  if (options.only !== 'platform') pack(stageMain());
} catch (error) {
  process.stderr.write(`pack: ${error.message}\n`);
  process.exitCode = 1;
}
