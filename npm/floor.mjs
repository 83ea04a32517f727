// Reads which versions of the C library a program or library for Linux needs, and refuses those above a floor.
//
//   node npm/floor.mjs 2.28 target/x86_64-unknown-linux-gnu/release/mast
//
// The versions stand in the section `.gnu.version_r` of an ELF file (System V ABI, and the Linux Standard Base on symbol versions): for
// each library a list of the versions that symbols are wanted in.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The type of the section. */
const VERSIONS_NEEDED = 0x6ffffffe;

/** The versions that the ELF file `file`, as bytes, needs: `GLIBC_2.17` and the like. */
export function versionsNeeded(file) {
  const isElf64 = file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2 && file[5] === 1;
  if (!isElf64) throw new Error('it is no ELF file of 64 bits, little-endian');
  const sections = Number(file.readBigUInt64LE(0x28));
  const [size, count] = [file.readUInt16LE(0x3a), file.readUInt16LE(0x3c)];
  const section = (index) => {
    const at = sections + index * size;
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 0x18)),
      link: file.readUInt32LE(at + 0x28),
      entries: file.readUInt32LE(at + 0x2c),
    };
  };
  const found = new Set();
  for (let index = 0; index < count; index += 1) {
    const needed = section(index);
    if (needed.type !== VERSIONS_NEEDED) continue;
    const names = section(needed.link).offset;
    let library = needed.offset;
    for (let left = needed.entries; left > 0; left -= 1) {
      let version = library + file.readUInt32LE(library + 8);
      for (let more = file.readUInt16LE(library + 2); more > 0; more -= 1) {
        const start = names + file.readUInt32LE(version + 8);
        found.add(file.toString('latin1', start, file.indexOf(0, start)));
        version += file.readUInt32LE(version + 12);
      }
      library += file.readUInt32LE(library + 12);
    }
  }
  return found;
}

/** The newest version of the GNU C library among `versions`: `2.17`; undefined where none is needed. */
export function newestGlibc(versions) {
  const numbers = [...versions].filter((name) => /^GLIBC_[\d.]+$/.test(name)).map((name) => name.slice('GLIBC_'.length));
  return numbers.sort(compare).at(-1);
}

function compare(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Throws when one of the files at `paths` needs a newer C library than `floor`; says what each needs. */
export function checkFloor(floor, paths) {
  for (const path of paths) {
    const newest = newestGlibc(versionsNeeded(readFileSync(path)));
    process.stderr.write(`${path}: needs glibc ${newest ?? 'of any version'}\n`);
    if (newest && compare(newest, floor) > 0) {
      throw new Error(`\`${path}\` needs glibc ${newest}, and ${floor} is the newest that may be needed\nhint: build it with \`--zig\``);
    }
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [floor, ...paths] = process.argv.slice(2);
  try {
    if (paths.length === 0) throw new Error('nothing to check\nhint: node npm/floor.mjs 2.28 <file>…');
    checkFloor(floor, paths);
  } catch (error) {
    process.stderr.write(`floor: ${error.message}\n`);
    process.exitCode = 1;
  }
}
