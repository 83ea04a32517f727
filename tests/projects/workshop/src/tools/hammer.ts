import { HandTool } from './base';

export class Hammer extends HandTool {
  sharpen(): void {}

  strike(times: number): Hammer {
    for (let i = 0; i < times; i += 1) this.add(1);
    return this.clean();
  }
}

export default new Hammer('house hammer');
