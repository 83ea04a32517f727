import defaultName from './a';
import * as everything from './b';
import { one, two as renamed, type Three, type Four as Fifth, default as six } from './c';
import both, { seven } from './d';
import other, * as star from './e';
import type Kind from './f';
import type { Eight } from './g';
import {} from './h';
import './side-effect';
import json from './data.json' with { type: 'json' };
import legacy = require('legacy');
import Short = Namespace.Inner.Deep;
import type Typed = require('typed');
export import Reexported = Namespace.Other;
import { "odd name" as odd } from './odd';
import { type } from './named-type';
import { type as alias } from './named-type';
import defer * as lazy from './lazy';

export { one, renamed as two2, type Three };
export { default } from './default';
export { default as named, type Kind2 as Kind3 } from './k';
export type { Types } from './types';
export type { Local };
export * from './all';
export * as grouped from './grouped';
export type * from './all-types';
export type * as groupedTypes from './grouped-types';
export { x as "string name" } from './x';
export { json2 } from './j.json' with { type: 'json' };
export {};
export const [first, { second: third }] = pair;
export let mutable = 1, another = () => {};

const loaded = await import('./dynamic');
const { picked, from: changed = 1, ...remaining } = await import('./dynamic2');
const member = (await import('./dynamic3')).member;
const required = require('fs'), { join, resolve: absolute } = require("path"), sep = require(`path`).sep;
function nested() {
  const inner = require('inner');
  import('./deep').then(({ value }) => value);
  return import(`./template`);
}
let typed: import('./typed').Typed = {} as import('./cast').Cast;
const cast = require('cast') as typeof import('cast');
import(variable);
require(variable);
require.resolve('not-an-import');
export default nested;
