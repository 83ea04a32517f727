// A program that uses the package as CommonJS.

import mast = require('@spikedpunch/mast');
import type { SearchInput } from '@spikedpunch/mast';

export async function search(input: SearchInput): Promise<string[]> {
  const project: mast.Mast = await mast.Mast.open();
  const { results } = await project.search(input);
  await project.close();
  return results.map((result) => result.content);
}
