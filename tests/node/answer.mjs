// Answers line by line what the Node package answers: `tool<TAB>input` gives `ok<TAB>json` or `error<TAB>code<TAB>message`.
// How it is asked is told in tests/src/surface.rs. Its one argument is the root of a project.

import { createInterface } from 'node:readline';
import { Mast, tools } from '../../npm/mast/index.mjs';

const methods = new Map(tools().map((tool) => [tool.name, tool.method]));

async function answer(mast, name, input) {
  const text = await mast.call(name, input, { raw: true });
  // What programs get is the same: the order of keys is kept, and of numbers only a fraction of nothing is not written.
  const written = JSON.stringify(JSON.parse(text));
  if (withoutEmptyFractions(text) !== written) throw new Error(`parsed and written again: ${written}`);
  const given = await mast[methods.get(name)](input);
  if (Object.keys(given).join() !== Object.keys(JSON.parse(text)).join()) throw new Error(`the method gives ${JSON.stringify(given)}`);
  return text;
}

/** `1.0` as JavaScript writes it: `1`; what stands in strings is left. */
function withoutEmptyFractions(json) {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+\.0(?![\d.eE])/g, (part) => (part.startsWith('"') ? part : part.slice(0, -2)));
}

function escaped(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

const mast = await Mast.open(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const at = line.indexOf('\t');
  try {
    const json = await answer(mast, line.slice(0, at), JSON.parse(line.slice(at + 1)));
    process.stdout.write(`ok\t${json}\n`);
  } catch (error) {
    const message = error.hint ? `${error.message}\nhint: ${error.hint}` : error.message;
    process.stdout.write(`error\t${error.code}\t${escaped(message)}\n`);
  }
}
await mast.close();
