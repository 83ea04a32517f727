#!/usr/bin/env node
// Prints the packages that changed files affect, a name a line: `node main.mjs $(git diff --name-only main)`.

import { Mast } from '@spikedpunch/mast';
import { affectedPackages } from './affected.mjs';

const mast = await Mast.open();
await mast.index();
for (const name of (await affectedPackages(mast, process.argv.slice(2))).keys()) console.log(name);
await mast.close();
