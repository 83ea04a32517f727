import { inMillimetres } from './sizes';

export class Bolt {
  constructor(readonly size: number) {}

  label(): string {
    return inMillimetres(this.size);
  }

  static standard(): Bolt {
    return new Bolt(8);
  }
}
