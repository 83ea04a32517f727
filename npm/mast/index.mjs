// The package as modules see it: the same objects as for CommonJS, so that a program that uses both has one of each.

import mast from './index.js';

export const { Mast, MastError, tools, version, schemaVersion } = mast;
