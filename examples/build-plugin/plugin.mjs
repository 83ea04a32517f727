// A plugin for Rollup and Vite: tells, before a build and after each change that is watched, which packages the change affects.

import { relative, sep } from 'node:path';
import { Mast } from '@spikedpunch/mast';
import { affectedPackages } from './affected.mjs';

/**
 * @param {object} options
 * @param {string} [options.root] the monorepo; else it is looked for above the working directory
 * @param {() => Promise<string[]> | string[]} [options.changed] the changed files before a build, from the root: those of
 * `git diff --name-only main`, say
 * @param {(packages: Map<string, string[]>) => void} options.onAffected told which packages are affected, by which files
 */
export function affected({ root, changed = () => [], onAffected }) {
  let mast;
  const tell = async (files) => {
    if (files.length > 0) onAffected(await affectedPackages(mast, files));
  };
  return {
    name: 'affected',
    async buildStart() {
      if (mast) return;
      mast = await Mast.open(root);
      // Each question takes in what changed since; this makes the index where there is none, and is over at once where there is.
      await mast.index();
      await tell(await changed());
    },
    async watchChange(id) {
      await tell([relative(mast.root, id).split(sep).join('/')]);
    },
    async closeWatcher() {
      await mast?.close();
      mast = undefined;
    },
    async closeBundle() {
      if (this.meta?.watchMode) return;
      await mast?.close();
      mast = undefined;
    },
  };
}
