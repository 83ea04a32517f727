// Which platform package this machine needs, and where it is.
//
// A platform package holds the program and the addon for one platform. It comes as an optional dependency, of which a package manager
// installs those that fit; where it did not, the error says which of the known reasons applies.

'use strict';

const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { MastError } = require('./error.js');
const manifest = require('../package.json');

/** Every platform package, as the optional dependencies name them. */
const PACKAGES = Object.keys(manifest.optionalDependencies);

/** The lock files of package managers; each lists the packages of all platforms, or is to blame. */
const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'];

/** What `file` of the platform package of this machine is called in full. */
function fileOfPlatform(file) {
  return join(directoryOf(choose(PACKAGES.filter(isInstalled))), file);
}

/** The package that this process needs, of those that are `installed`. */
function choose(installed) {
  const base = `${manifest.name}-${process.platform}-${process.arch}`;
  const fits = (name) => name === base || name.startsWith(`${base}-`);
  const wanted = PACKAGES.filter(fits);
  if (wanted.length === 0) throw unsupported();
  const found = installed.filter(fits);
  // With one there is nothing to choose, and finding out the C library takes longer than all the rest.
  if (found.length === 1) return found[0];
  const needed = wanted.length === 1 ? wanted[0] : `${base}-${libc()}`;
  if (found.includes(needed)) return needed;
  throw notInstalled(needed, installed);
}

/** The C library that this process runs on. */
function libc() {
  // Asking for the network interfaces may take seconds.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
}

function isInstalled(name) {
  try {
    return Boolean(directoryOf(name));
  } catch {
    return false;
  }
}

function directoryOf(name) {
  return dirname(require.resolve(`${name}/package.json`));
}

function unsupported() {
  const known = PACKAGES.map((name) => name.slice(manifest.name.length + 1)).join(', ');
  return new MastError({
    code: 'platform_unsupported',
    message: `there is no build of mast for \`${process.platform}-${process.arch}\``,
    hint: `there are builds for ${known}; MAST_BINARY and MAST_ADDON name a program and an addon that you built yourself`,
  });
}

function notInstalled(needed, installed) {
  const missing = `\`${needed}\` is not installed`;
  const code = 'platform_package_missing';
  if (installed.length > 0) {
    return new MastError({
      code,
      message: `${missing}, but \`${installed.join('`, `')}\` is: these packages were installed on another platform`,
      hint: 'delete node_modules and install again on this machine; a container must not be given the node_modules of its host',
    });
  }
  const lock = lockFileWithout(needed);
  if (lock) {
    return new MastError({
      code,
      message: `${missing}, since \`${lock}\` does not list it: the lock file was written on another platform`,
      hint: 'delete the lock file together with node_modules, and install again',
    });
  }
  return new MastError({
    code,
    message: `${missing}: it is an optional dependency, and optional dependencies were left out`,
    hint: 'install again without `--omit=optional`, `--no-optional` or a setting of that meaning',
  });
}

/** The error of a package that is there and cannot be used by this process. */
function unusable(path, cause) {
  if (process.platform === 'linux') {
    const [runs, other] = libc() === 'gnu' ? ['glibc', 'musl'] : ['musl', 'glibc'];
    const suffix = libc();
    const isOther = !path.includes(`${process.arch}-${suffix}`) && path.includes(`${manifest.name}-`);
    if (isOther) {
      return new MastError({
        code: 'platform_package_missing',
        message: `\`${manifest.name}-linux-${process.arch}-${suffix}\` is not installed: this Node runs on ${runs}, and the package that is installed is for ${other}`,
        hint: 'delete node_modules and install again on this machine, with a package manager that knows the field `libc`',
        cause,
      });
    }
  }
  return new MastError({
    code: 'platform_package_unusable',
    message: `\`${path}\` cannot be used: ${cause.message}`,
    hint: 'delete node_modules and install again; if that does not help, please report it',
    cause,
  });
}

/** The nearest lock file above this package, where it does not name `needed`. */
function lockFileWithout(needed) {
  for (let place = __dirname; ; place = dirname(place)) {
    const lock = LOCK_FILES.map((name) => join(place, name)).find((path) => existsSync(path));
    if (lock) return readFileSync(lock, 'utf8').includes(needed) ? undefined : lock;
    if (place === dirname(place)) return undefined;
  }
}

/** What the environment variable `name` names in place of the file of the platform package; undefined where it is not set. */
function fromEnvironment(name) {
  const path = process.env[name];
  if (!path) return undefined;
  if (existsSync(path)) return path;
  throw new MastError({
    code: 'platform_package_missing',
    message: `\`${name}\` names \`${path}\`, which does not exist`,
    hint: `correct \`${name}\`, or unset it to use the platform package`,
  });
}

module.exports = { choose, fileOfPlatform, fromEnvironment, lockFileWithout, unusable };
