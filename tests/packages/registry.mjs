// A registry of packages that serves what was just packed, so that an install is what a user's is.
//
// The platforms that this machine cannot build are served as packages with nothing in them: package managers have to pass them over.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

/** Serves the packages at `paths`, and stand-ins made in `place` for the other `platforms`; gives its address. */
export async function serve(paths, platforms, place) {
  const packages = new Map();
  for (const path of paths) add(packages, path);
  const main = [...packages.values()].find(({ manifest }) => manifest.optionalDependencies);
  const model = [...packages.values()].find(({ manifest }) => manifest.os);
  for (const platform of platforms) {
    const name = `${main.manifest.name}-${platform.name}`;
    if (!packages.has(name)) add(packages, standIn({ ...model.manifest, name }, platform, place));
  }
  for (const name of Object.keys(main.manifest.optionalDependencies)) {
    if (!packages.has(name)) throw new Error(`\`${name}\` is no package of npm/platforms.json`);
  }
  const server = createServer((request, response) => answer(packages, request, response));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}

function add(packages, path) {
  const bytes = readFileSync(path);
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }));
  const digest = (algorithm, encoding) => createHash(algorithm).update(bytes).digest(encoding);
  const dist = { integrity: `sha512-${digest('sha512', 'base64')}`, shasum: digest('sha1', 'hex') };
  packages.set(manifest.name, { manifest, bytes, dist, file: basename(path) });
}

/** A package of `platform` without a program. */
function standIn(manifest, { name, os, cpu, libc }, place) {
  const folder = join(place, name, 'package');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, os: [os], cpu: [cpu], libc: libc && [libc] }));
  const path = join(place, `${name}.tgz`);
  execFileSync('tar', ['-czf', path, '-C', join(place, name), 'package']);
  return path;
}

function answer(packages, request, response) {
  const [name, file] = decodeURIComponent(request.url.slice(1)).split('/-/');
  const found = packages.get(name);
  if (!found) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error": "not found"}');
  } else if (file) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found.bytes);
  } else {
    const { manifest, dist } = found;
    const tarball = `http://${request.headers.host}/${name}/-/${found.file}`;
    const versions = { [manifest.version]: { ...manifest, dist: { ...dist, tarball } } };
    const body = { name, 'dist-tags': { latest: manifest.version }, versions, time: { [manifest.version]: '2020-01-01T00:00:00.000Z' } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
