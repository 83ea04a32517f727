// The package managers that mast is installed with, and what each wants to be told.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the ones come from that a machine with Node does not have. */
export const PINNED = ['pnpm@10.34.8', 'yarn@1.22.22', '@yarnpkg/cli-dist@4.18.1', 'typescript@5.9.3'];

/** The package managers; `tools` is the directory that [`PINNED`] is installed in, if it could be, `scope` that of the package. */
export function managers(tools, scope, registry) {
  const script = (path) => ['node', join(tools, 'node_modules', path)];
  const npmrc = `@${scope}:registry=${registry}\nfund=false\naudit=false\nupdate-notifier=false\n`;
  const pnpm = { '.npmrc': npmrc };
  const berry = (linker) => ({
    '.yarnrc.yml': [
      `nodeLinker: ${linker}`,
      'enableTelemetry: false',
      // As a project of the type `module` has it anyway.
      'pnpEnableEsmLoader: true',
      'enableGlobalCache: false',
      // A lock file is made, in CI too.
      'enableImmutableInstalls: false',
      'unsafeHttpWhitelist: ["127.0.0.1"]',
      // This registry has no history that an age could be told from.
      'npmMinimalAgeGate: 0',
      `npmScopes: { ${scope}: { npmRegistryServer: "${registry}" } }`,
      '',
    ].join('\n'),
    // What makes a directory a project of its own, and not one of the repository around it.
    'yarn.lock': '',
  });
  const npm = {
    name: 'npm',
    files: { '.npmrc': npmrc },
    add: ['npm', 'install', '--save-dev', '--ignore-scripts', '--loglevel=error'],
    install: ['npm', 'install', '--ignore-scripts', '--loglevel=error'],
    withoutOptional: ['npm', 'install', '--omit=optional', '--loglevel=error'],
    exec: ['npx'],
    node: ['node'],
    lock: 'package-lock.json',
  };
  if (!tools) return [npm];
  const [pnpmScript, classic, modern] = ['pnpm/bin/pnpm.cjs', 'yarn/bin/yarn.js', '@yarnpkg/cli-dist/bin/yarn.js'].map(script);
  return [
    npm,
    {
      name: 'pnpm',
      files: pnpm,
      add: [...pnpmScript, 'add', '--save-dev', '--ignore-scripts', '--reporter=silent'],
      install: [...pnpmScript, 'install', '--ignore-scripts', '--no-frozen-lockfile', '--reporter=silent'],
      withoutOptional: [...pnpmScript, 'install', '--no-optional', '--no-frozen-lockfile', '--reporter=silent'],
      exec: [...pnpmScript, 'exec'],
      node: ['node'],
      lock: 'pnpm-lock.yaml',
      workspace: { 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' },
    },
    {
      name: 'yarn classic',
      files: { '.npmrc': npmrc, '.yarnrc': '' },
      add: [...classic, 'add', '--dev', '--ignore-scripts', '--silent', '--no-progress'],
      install: [...classic, 'install', '--ignore-scripts', '--silent', '--no-progress'],
      withoutOptional: [...classic, 'install', '--ignore-optional', '--silent', '--no-progress'],
      exec: [...classic, '--silent', 'run'],
      node: ['node'],
      lock: 'yarn.lock',
      // It knows no C libraries, so that it installs the packages of both.
      takesBoth: true,
    },
    {
      name: 'yarn, node_modules',
      files: berry('node-modules'),
      add: [...modern, 'add', '--dev'],
      install: [...modern, 'install', '--mode=skip-build'],
      exec: [...modern, 'run'],
      node: ['node'],
      lock: 'yarn.lock',
    },
    {
      name: "yarn, Plug'n'Play",
      files: berry('pnp'),
      add: [...modern, 'add', '--dev'],
      install: [...modern, 'install', '--mode=skip-build'],
      exec: [...modern, 'run'],
      node: [...modern, 'node'],
      lock: 'yarn.lock',
      hasNoFolder: true,
    },
  ];
}

/** Writes `files`, whose values are texts or what is written as JSON, below `root`. */
export function write(root, files) {
  for (const [path, content] of Object.entries(files)) {
    const place = join(root, path);
    mkdirSync(join(place, '..'), { recursive: true });
    writeFileSync(place, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
}
