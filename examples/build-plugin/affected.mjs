// Which packages of a monorepo does a change affect?
//
// From each changed file this goes up the files that import it, until nobody new is found; each file belongs to the package whose
// `package.json` is the nearest above it. What a package lists as its dependencies is not asked: an import is what makes it depend.

import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

/** At most this many importers are asked for at once. */
const PAGE = 200;

/**
 * The changed files and every file that leads to one of them, sorted.
 *
 * @param {import('@spikedpunch/mast').Mast} mast
 * @param {Iterable<string>} changed paths from the root of the project
 */
export async function affectedFiles(mast, changed) {
  const affected = new Set(changed);
  // What is added while the set is walked is walked too.
  for (const file of affected) {
    for (const importer of await importersOf(mast, file)) affected.add(importer);
  }
  return [...affected].sort();
}

async function importersOf(mast, file) {
  const importers = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await mast.dependencies({ file_path: file, direction: 'imported_by', limit: PAGE, offset });
    const found = page.imported_by ?? [];
    importers.push(...found.map((entry) => entry.file_path));
    if (found.length < PAGE) return importers;
  }
}

/**
 * The names of the packages that the changed files affect, sorted, each with the files that make it so.
 *
 * @param {import('@spikedpunch/mast').Mast} mast
 * @param {Iterable<string>} changed paths from the root of the project
 * @returns {Promise<Map<string, string[]>>}
 */
export async function affectedPackages(mast, changed) {
  const owners = new Map();
  const packages = new Map();
  for (const file of await affectedFiles(mast, changed)) {
    const name = await ownerOf(mast.root, posix.dirname(file), owners);
    if (name) packages.set(name, [...(packages.get(name) ?? []), file]);
  }
  return new Map([...packages].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The name of the package that the folder belongs to; `known` keeps what was found. */
async function ownerOf(root, folder, known) {
  if (!known.has(folder)) {
    const own = await nameIn(join(root, folder, 'package.json'));
    known.set(folder, own ?? (folder === '.' ? undefined : await ownerOf(root, posix.dirname(folder), known)));
  }
  return known.get(folder);
}

async function nameIn(manifest) {
  try {
    return JSON.parse(await readFile(manifest, 'utf8')).name ?? dirname(manifest);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
