import { Lending, open } from './lending';
import type { PoweredTool, Tool } from './ports';
import { ListShelf } from './shelves';
import { Hammer, Saw } from './tools';

const makers = { hammer: Hammer, saw: Saw };

export function make(kind: keyof typeof makers): Tool {
  return new makers[kind](kind);
}

export function narrowed(tool: Tool): void {
  if (tool instanceof Saw) {
    tool.sharpen();
  } else if (isPowered(tool)) {
    tool.plugIn();
  }
  tool.use(1);
}

export function isPowered(tool: Tool): tool is PoweredTool {
  return 'plugIn' in tool;
}

export function either(tool: Hammer | Saw): void {
  tool.clean();
  tool.sharpen();
}

export async function several(names: string[]): Promise<void> {
  const [first, second] = await Promise.all([load(), load()]);
  first.lend(names[0]);
  second.listen();
  const { lend } = { lend: (name: string) => first.lend(name) };
  lend(names[1]);
  await load().then((lending) => lending.listen());
}

async function load(): Promise<Lending> {
  const { open: start } = await import('./lending');
  return start();
}

export const byName = new Map<string, Hammer>();

export function lookUp(name: string): void {
  byName.get(name)?.strike(1);
  for (const [, hammer] of byName) hammer.strike(2);
  Object.values({ one: new Hammer('one') }).forEach((hammer) => hammer.strike(3));
}

export function pick<K extends keyof Lending>(lending: Lending, key: K): Lending[K] {
  return lending[key];
}

export function picked(): void {
  pick(open(), 'bell').ring('lent', make('saw'));
  open()['listen']();
}

export class Chest extends ListShelf<Hammer> {
  heaviest(): Hammer {
    return this.items.sort()[0];
  }
}

export function chest(): void {
  new Chest().heaviest().strike(1);
  new Chest().all().at(0)?.strike(2);
  Reflect.construct(Chest, []).take('any');
}

function untyped(tool): void {
  tool.strike(1);
}
untyped(new Hammer('lost'));
