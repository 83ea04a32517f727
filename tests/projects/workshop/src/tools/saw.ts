import type { PoweredTool, Wear } from '../ports';
import { HandTool as Base } from './base';

export class Saw extends Base {
  override sharpen(): void {
    this.file();
  }

  private file(): void {}

  override use(hours: number): Wear {
    const wear = super.use(hours);
    wear.describe();
    return wear;
  }
}

export class ChainSaw extends Saw implements PoweredTool {
  plugIn(): this {
    return this;
  }

  override sharpen(): void {
    super.sharpen();
  }
}
