import type { Tool, Wear } from '../ports';
import { wearOf } from '../wear';

export abstract class HandTool implements Tool {
  static made = 0;
  #hours = 0;

  constructor(readonly name: string) {
    HandTool.count();
  }

  static count(): number {
    return (HandTool.made += 1);
  }

  use(hours: number): Wear {
    this.add(hours);
    this.sharpen();
    return wearOf(this.#hours);
  }

  protected add(hours: number): void {
    this.#hours += hours;
  }

  abstract sharpen(): void;

  get hours(): number {
    return this.#hours;
  }

  clean(): this {
    return this;
  }
}
