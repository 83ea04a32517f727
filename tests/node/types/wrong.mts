// Uses that must not compile: what the declarations say is what there is.

import { Mast, MastError } from '@spikedpunch/mast';

export async function wrong(mast: Mast): Promise<void> {
  // @ts-expect-error: it is made by `open` alone
  new Mast();
  // @ts-expect-error: a query is needed
  await mast.search({});
  // @ts-expect-error: an input is needed
  await mast.search();
  // @ts-expect-error: there is no such key
  await mast.search({ query: 'x', limits: 3 });
  // @ts-expect-error: there is no such language
  await mast.search({ query: 'x', language: 'python' });
  // @ts-expect-error: a number is needed
  await mast.search({ query: 'x', limit: 'three' });
  // @ts-expect-error: it may be null
  (await mast.search({ query: 'x' })).results[0]!.symbol_name.length;
  // @ts-expect-error: it may be absent
  (await mast.search({ query: 'x' })).results[0]!.related.methods_matched;
  // @ts-expect-error: it may be absent, and is never null
  (await mast.search({ query: 'x' })).results[0]!.stale satisfies boolean | null;
  // @ts-expect-error: there is no such field
  (await mast.callers({ symbol: 'x' })).callers;
  // @ts-expect-error: there is no such tool
  await mast.call('mast_find', {});
  // @ts-expect-error: the input is that of another tool
  await mast.call('mast_callers', { query: 'x' });
  // @ts-expect-error: there is no such method
  await mast.find({ query: 'x' });
  // @ts-expect-error: it takes nothing
  await mast.status({ verbose: true });
  // @ts-expect-error: it is text
  (await mast.call('mast_status', {}, { raw: true })).index_fresh;
  // @ts-expect-error: it cannot be changed
  mast.root = '/';
  // @ts-expect-error: there is no such way to refresh
  await Mast.open('.', { refresh: 'daily' });
  // @ts-expect-error: there is no such code
  new MastError({ code: 'odd', message: 'x' });
}
