export { HandTool } from './base';
export * from './hammer';
export { Saw, ChainSaw as Chainsaw } from './saw';
export { default as houseHammer } from './hammer';
export type { Tool as AnyTool } from '../ports';
