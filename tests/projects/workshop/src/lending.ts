import { Bolt, countParts, sizes } from '@workshop/parts';
import { Bell } from './events';
import { note, shout } from './log';
import type { Repair, Tool } from './ports';
import { ToolShelf, firstOf, shelfOf } from './shelves';
import { Chainsaw, HandTool, Hammer, houseHammer } from './tools';
import * as tools from './tools';
import { limits, worst } from '@/wear';

type Loans = { lent: Tool; returned: { tool: Tool; hours: number } };

export class Lending {
  readonly bell = new Bell<Loans>();

  constructor(
    private readonly shelf = new ToolShelf(),
    private readonly repair?: Repair,
  ) {}

  lend(name: string): Tool | undefined {
    const tool = this.shelf.take(name);
    if (!tool) {
      note(name);
      return undefined;
    }
    this.bell.ring('lent', tool);
    tool.use(1).describe();
    return tool;
  }

  async giveBack(tool: Tool, hours: number): Promise<void> {
    const wear = tool.use(hours);
    worst(wear).describe();
    const repaired = await this.repair?.(tool);
    repaired?.rest?.();
    this.shelf.put(repaired ?? tool);
    this.bell.ring('returned', { tool, hours });
  }

  listen(): void {
    this.bell.on('lent', (tool) => tool.use(0));
    this.bell.on('returned', ({ tool }) => tool.rest?.());
  }
}

export function open(): Lending {
  const hammer = new Hammer('small');
  hammer.strike(2).strike(1).clean().sharpen();
  houseHammer.strike(1);
  const saw = new Chainsaw('red').plugIn();
  saw.sharpen();
  const other = new tools.Saw('blue');
  other.use(3);
  limits.raise(1);
  limits.inWords(2);
  limits.nested.reset();
  firstOf(shelfOf(hammer)).strike(3);
  shelfOf(saw, saw).map((one) => one.plugIn());
  HandTool.count();
  shout(sizes.inInches(1));
  countParts([Bolt.standard(), new Bolt(6)]);
  return new Lending();
}
