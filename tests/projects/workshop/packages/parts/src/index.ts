export { Bolt } from './bolt';
export * as sizes from './sizes';
export { default as countParts } from './count';
