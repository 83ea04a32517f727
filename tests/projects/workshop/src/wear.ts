import type { Wear } from './ports';
import log, { warn as complain } from './log';

export function wearOf(hours: number): Wear {
  if (hours > limits.hours) complain('worn');
  log('wear');
  return { hours, describe: () => limits.inWords(hours) };
}

export const limits = {
  hours: 100,
  inWords(hours: number): string {
    return `${hours} of ${this.hours}`;
  },
  raise: (by: number) => {
    limits.hours += by;
  },
  nested: { reset() {} },
};

export function worst(...wears: Wear[]): Wear {
  return wears.reduce((one, other) => (one.hours > other.hours ? one : other));
}
