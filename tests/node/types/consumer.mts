// A program that uses everything that the package declares, as a module.

import { Mast, MastError, schemaVersion, tools, version } from '@spikedpunch/mast';
import type {
  CallersInput,
  CallOptions,
  ErrorCode,
  IndexOptions,
  Position,
  SearchOutput,
  SearchResult,
  Stats,
  ToolInput,
  ToolName,
  ToolOutput,
  Tools,
} from '@spikedpunch/mast';

export async function everything(): Promise<void> {
  await using mast = await Mast.open('.', { stateDir: '.state', refresh: 'fully' });
  const here: Mast = await Mast.open();
  await here.close();
  const controller = new AbortController();
  const options: IndexOptions = {
    full: true,
    signal: controller.signal,
    onProgress: ({ done, total }: Position) => console.log(`${done}/${total}`),
  };
  const report = await mast.index(options);
  const files: number = report.files_indexed;
  const root: string = mast.root + mast.stateDir + files;

  const found: SearchOutput = await mast.search({ query: 'parse', limit: 3, language: 'typescript', chunk_type: null }, options);
  const best: SearchResult | undefined = found.results[0];
  const name: string | null = best?.symbol_name ?? null;
  const stale: boolean | undefined = best?.stale;
  const stats: Stats = found._stats;
  const skeleton = await mast.projectSkeleton();
  const names: string[] = skeleton.files.flatMap((file) => file.exports);
  const exports = await mast.exports({ file_path: 'src/a.ts' });
  const doc: string | null = exports.exports[0]?.doc ?? null;
  const signature = await mast.signature({ symbol: 'parse' });
  const types: string[] = signature.results.map((result) => result.params[0]?.type ?? '');
  const asked: CallersInput = { symbol: 'parse', limit: 5 };
  const callers = await mast.callers(asked);
  const rule: string | undefined = callers.verified_callers[0]?.resolution;
  const dependencies = await mast.dependencies({ file_path: 'src/a.ts', direction: 'imported_by' });
  const importers: string[] = (dependencies.imported_by ?? []).map((entry) => entry.file_path);
  const implementors = await mast.implementors({ interface_name: 'Shelf' });
  const impact = await mast.renameImpact({ symbol: 'parse' });
  const checklist: string = impact.summary.checklist;
  const outline = await mast.outline({ paths: ['docs'] });
  const section = await mast.section({ sections: [{ file_path: 'docs/a.md', heading: 'Install' }] });
  const text: string | undefined = section.sections[0]?.content;
  const reindexed = await mast.reindex({ full: false });
  const status = await mast.status();
  const cause: string | null = status.freshness_cause;
  const efficiency = await mast.efficiency({ scope: 'global', since_minutes: 5 });
  const calls: Record<string, number> = efficiency.calls_by_tool;

  const raw: string = await mast.call('mast_search', { query: 'x' }, { raw: true });
  const generic: ToolOutput<'mast_status'> = await mast.call('mast_status');
  const page: string = await mast.text('mast_callers', { symbol: 'parse' });
  const input: ToolInput<'mast_search'> = { query: 'x' };
  const one: ToolName = 'mast_search';
  console.log(root, name, stale, stats, names, doc, types, rule, importers, implementors, checklist, outline, text, reindexed, cause, calls);
  console.log(raw, generic, page, input, one, version.length, schemaVersion.length);
  for (const tool of tools()) {
    const method: keyof Tools = tool.method;
    console.log(method, tool.name, tool.title, tool.summary, tool.effect, tool.input_schema, tool.output_schema);
  }
  using other = await Mast.open();
  try {
    await other.search({ query: 'x' }, { signal: AbortSignal.timeout(5) } satisfies CallOptions);
  } catch (error) {
    if (error instanceof MastError) {
      const code: ErrorCode = error.code;
      const hint: string | undefined = error.hint;
      console.log(code === 'cancelled', error.code === 'platform_unsupported', hint, error.name);
    }
  }
}
