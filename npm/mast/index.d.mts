// The same for modules.

export * from './index.js';
