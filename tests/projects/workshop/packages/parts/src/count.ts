import type { Bolt } from './bolt';

export default function count(bolts: Bolt[]): number {
  bolts.forEach((bolt) => bolt.label());
  return bolts.length;
}
